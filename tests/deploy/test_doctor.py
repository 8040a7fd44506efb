"""Catches a proxy of ours that our own doctor finds ill."""

import pytest

from tests.deploy.conftest import MakeProxy
from tests.servers.cluster import Cluster
from web.commands.doctor.address import of_address
from web.settings import Settings

pytestmark = pytest.mark.xdist_group("deploy")


def test_the_doctor_finds_the_deployed_proxy_well(
    make_proxy: MakeProxy, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = make_proxy(*cluster.ports, site="tls")
    monkeypatch.setenv("SSL_CERT_FILE", str(proxy.folder / "fullchain.pem"))
    told = list(of_address(Settings(public_url=proxy.https_url)))
    # The certificate of a test ends soon; and all of a test comes from one address, which is believed.
    assert [(finding.level, finding.matter) for finding in told] == [
        ("ok", "address"),
        ("warning", "certificate"),
        ("ok", "proxy"),
        ("ok", "proxy"),
        ("ok", "socket"),
    ], told
    assert told[3].text == "Host and scheme arrive as they are, cookies are Secure."
