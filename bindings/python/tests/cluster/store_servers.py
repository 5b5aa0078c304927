"""Servers of stores other than S3, each on this machine: what `run` installs, or what is skipped
by name."""

import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading

import pytest
from servers import free_port, process, wait_for

#: What Azurite knows its one account by; the key is public.
ACCOUNT = "devstoreaccount1"
KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="


def command(variable, name):
    """The path of a server that `run` found or made."""
    found = os.environ.get(variable) or shutil.which(name, path=os.defpath + ":/usr/sbin:/usr/local/sbin")
    if not found:
        pytest.skip(f"{name} is not here: ./test cluster installs it")
    return found


@contextlib.contextmanager
def gcs(root):
    """fake-gcs-server over a directory. Gives the storage options of ``gs://bucket``."""
    binary = command("LANESUM_TEST_FAKE_GCS", "fake-gcs-server")
    port = free_port()
    where = f"127.0.0.1:{port}"
    arguments = ["-scheme", "http", "-host", "127.0.0.1", "-port", port, "-public-host", where, "-log-level", "error"]
    with process(binary, *arguments, "-backend", "memory") as one:
        wait_for(port, one)
        account = {"gcs_base_url": f"http://{where}", "disable_oauth": True, "client_email": "", "private_key": ""}
        yield {"google_service_account_key": json.dumps({**account, "private_key_id": ""})}


@contextlib.contextmanager
def azurite(root):
    """Azurite, in memory. Gives the storage options of ``az://bucket``."""
    binary = command("LANESUM_TEST_AZURITE", "azurite-blob")
    port = free_port()
    arguments = ["--blobHost", "127.0.0.1", "--blobPort", port, "--silent", "--skipApiVersionCheck"]
    with process(binary, *arguments, "--disableTelemetry", "--inMemoryPersistence", stdout=subprocess.DEVNULL) as one:
        wait_for(port, one)
        endpoint = f"http://127.0.0.1:{port}/{ACCOUNT}"
        yield {"azure_storage_account_name": ACCOUNT, "azure_storage_account_key": KEY, "azure_storage_endpoint": endpoint}


@contextlib.contextmanager
def nginx(root):
    """nginx over a directory. Gives its URL and the directory."""
    binary = command("LANESUM_TEST_NGINX", "nginx")
    port = free_port()
    data = pathlib.Path(root, "www")
    data.mkdir()
    user = "user root;" if os.geteuid() == 0 else ""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {root}/{kind};" for kind in kinds)
    pathlib.Path(root, "nginx.conf").write_text(
        f"{user} daemon off; pid {root}/pid; error_log {root}/error.log; worker_processes 1; events {{}}"
        f"http {{ access_log off; {places} server {{ listen 127.0.0.1:{port}; root {data};"
        " location /without/ { etag off; } } }"
    )
    with process(binary, "-e", f"{root}/error.log", "-c", f"{root}/nginx.conf") as one:
        wait_for(port, one)
        yield f"http://127.0.0.1:{port}", data


@contextlib.contextmanager
def plain_http(root):
    """Python's own server, which knows neither ranges nor conditions nor ETags."""
    port = free_port()
    data = pathlib.Path(root, "plain")
    data.mkdir()
    arguments = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "--directory", data, port]
    with process(*arguments, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as one:
        wait_for(port, one)
        yield f"http://127.0.0.1:{port}", data


@contextlib.contextmanager
def sshd(root):
    """OpenSSH's server for this user. Gives the storage options of ``sftp://``."""
    binary = command("LANESUM_TEST_SSHD", "sshd")
    pytest.importorskip("paramiko", reason="paramiko is not here: ./test cluster installs it")
    port = free_port()
    root = pathlib.Path(root)
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", root / name], check=True)
    shutil.copy(root / "user.pub", root / "authorized")
    if os.geteuid() == 0:
        pathlib.Path("/run/sshd").mkdir(exist_ok=True)
    (root / "sshd.conf").write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {root}/host\nAuthorizedKeysFile {root}/authorized\n"
        f"PidFile {root}/sshd.pid\nStrictModes no\nUsePAM no\nPasswordAuthentication no\nMaxStartups 100\n"
        "PermitRootLogin prohibit-password\nSubsystem sftp internal-sftp\n"
    )
    with process(binary, "-D", "-e", "-f", root / "sshd.conf", stderr=open(root / "sshd.log", "wb")) as one:
        wait_for(port, one)
        import getpass

        yield {"port": port, "username": getpass.getuser(), "key_filename": str(root / "user")}


@contextlib.contextmanager
def ftp(root):
    """pyftpdlib over a directory. Gives the URL."""
    pytest.importorskip("pyftpdlib", reason="pyftpdlib is not here: ./test cluster installs it")
    from pyftpdlib.authorizers import DummyAuthorizer
    from pyftpdlib.handlers import FTPHandler
    from pyftpdlib.servers import ThreadedFTPServer

    users = DummyAuthorizer()
    users.add_user("user", "password", str(root), perm="elradfmwMT")
    handler = type("Handler", (FTPHandler,), {"authorizer": users})
    server = ThreadedFTPServer(("127.0.0.1", 0), handler)
    serving = threading.Thread(target=server.serve_forever, daemon=True)
    serving.start()
    try:
        yield f"ftp://user:password@127.0.0.1:{server.address[1]}"
    finally:
        server.close_all()
