"""A real NATS with the very file of the deployment, and so with a password."""

import yaml

from tests.program import HOST, ROOT, free_port
from tests.servers.nats import Nats

PASSWORD = "12345678"
"""Of all there are, one that looks like a number."""


class Bus(Nats):
    """The deployment's broker; its `url` says who one is, as the workers' does."""

    def __init__(self, password: str = PASSWORD) -> None:
        services = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
        told = services["bus"]["environment"]["DURAK_BUS_PASSWORD"]
        quote = told[0]
        self.health_port = free_port()
        super().__init__(
            "--config",
            str(ROOT / "deploy" / "nats.conf"),
            "--http_port",
            str(self.health_port),
            environment={"DURAK_BUS_PASSWORD": f"{quote}{password}{quote}"},
        )
        self.plain_url = self.url
        self.url = f"nats://durak:{password}@{HOST}:{self.port}"
