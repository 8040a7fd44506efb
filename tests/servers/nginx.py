"""A real nginx before real workers, told what the deployment tells its own.

Its files are made from deploy/nginx/*.template, with what compose.yaml sets and what only a test can know:
free ports, a folder, and where the workers are. Like there it has no rights: for root it runs as `nobody`.
"""

import http.client
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import yaml

from tests.program import HOST, ROOT, free_port
from tests.servers.nobody import as_nobody, give_to_nobody
from tools import nginx

TEMPLATES = ROOT / "deploy" / "nginx"
START_SECONDS = 30.0
STOP_SECONDS = 15.0


@cache
def program() -> Path | None:
    """Where nginx is, brought first where that is allowed; None if it cannot be had."""
    if nginx.find() is None:
        nginx.install()
    return nginx.find()


def as_deployed() -> dict[str, str]:
    """Return what compose.yaml tells the proxy, without what it is told itself."""
    services = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
    told: dict[str, str] = services["proxy"]["environment"]
    return {name: value for name, value in told.items() if name.startswith("DURAK_") and "${" not in value}


def filled_in(template: str, settings: dict[str, str]) -> str:
    """Return a file made from a template, as the image does it: names of ours are replaced, and no others."""
    return re.sub(r"\$\{(DURAK_\w+)\}", lambda found: settings[found[1]], template)


class Nginx:
    """One proxy before these workers, with TLS or without."""

    def __init__(self, worker_ports: Sequence[int], site: str = "plain", **changes: str) -> None:
        """Further words are settings of the proxy, as SOCKETS="2"."""
        self.folder = Path(tempfile.mkdtemp(prefix="durak-nginx-"))
        self.http_port, self.https_port, self._health_port = free_port(), free_port(), free_port()
        self.http_url = f"http://{HOST}:{self.http_port}"
        self.https_url = f"https://{HOST}:{self.https_port}"
        self.url = self.https_url if site == "tls" else self.http_url
        self._process: subprocess.Popen[bytes] | None = None
        # Older ones take it as a word behind the port only.
        is_old = _version() < (1, 25, 1)
        settings = {
            **as_deployed(),
            "DURAK_SITE": site,
            "DURAK_PUBLIC_URL": self.url,
            **{f"DURAK_WORKER_{i}": f"{HOST}:{port}" for i, port in enumerate(worker_ports, start=1)},
            "DURAK_PROXY_HTTP": f"{HOST}:{self.http_port}",
            "DURAK_PROXY_HTTPS": f"{HOST}:{self.https_port}{' http2' if is_old else ''}",
            "DURAK_PROXY_HTTP2": "" if is_old else "http2 on;",
            "DURAK_PROXY_HEALTH": f"{HOST}:{self._health_port}",
            "DURAK_PROXY_FOLDER": str(self.folder),
            "DURAK_PROXY_PAGES": str(self.folder),
            "DURAK_PROXY_CERTIFICATES": str(self.folder),
            "DURAK_PROXY_ACME": str(self.folder),
            **{f"DURAK_PROXY_{name}": value for name, value in changes.items()},
        }
        for template in TEMPLATES.glob("*.template"):
            made = filled_in(template.read_text("utf-8"), settings)
            (self.folder / template.stem).write_text(made, "utf-8")
        shutil.copy(TEMPLATES / "away.html", self.folder)
        if site == "tls":
            self._certify()
        give_to_nobody(self.folder)

    @property
    def output(self) -> str:
        """All that it has written."""
        return (self.folder / "output").read_text("utf-8", "replace")

    def start(self) -> None:
        """Start it, and return when it answers."""
        assert self._process is None
        found = program()
        assert found is not None, nginx.ADVICE
        with (self.folder / "output").open("ab") as output:
            give_to_nobody(self.folder / "output")
            command = [str(found), "-e", "stderr", "-c", str(self.folder / "nginx.conf")]
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=self.folder,
                start_new_session=True,
                **as_nobody(),
            )
        give_up_at = time.monotonic() + START_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > give_up_at:
                raise AssertionError(f"nginx does not start:\n{self.output}")
            time.sleep(0.02)

    def stop(self) -> None:
        """End it and take away all that it wrote."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(STOP_SECONDS)
            self._process = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def renew(self) -> None:
        """Let it read its files and certificates again, as after these have been renewed."""
        assert self._process is not None
        self._process.send_signal(signal.SIGHUP)

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection(HOST, self._health_port, timeout=2)
        try:
            connection.request("GET", "/")
            return connection.getresponse().status == 204
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _certify(self) -> None:
        words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=durak"
        names = ["-addext", f"subjectAltName=IP:{HOST}"]
        files = ["-keyout", str(self.folder / "privkey.pem"), "-out", str(self.folder / "fullchain.pem")]
        subprocess.run(["openssl", *words.split(), *names, *files], check=True, capture_output=True)


@cache
def _version() -> tuple[int, ...]:
    told = subprocess.run([str(program()), "-v"], capture_output=True, text=True, check=True).stderr
    found = re.search(r"nginx/(\d+)\.(\d+)\.(\d+)", told)
    assert found is not None, told
    return tuple(map(int, found.groups()))
