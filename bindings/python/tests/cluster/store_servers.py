"""Servers of stores other than S3, each on this machine: what `run` installs, or what is skipped
by name."""

import contextlib
import hashlib
import http.client
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import urllib.parse
from xml.etree import ElementTree

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


class XmlUploads(http.server.BaseHTTPRequestHandler):
    """The uploads of Google's XML API, which obstore makes, as those of JSON, which
    fake-gcs-server knows; all else is passed on. What is uploaded in parts is kept here
    until it is whole: https://cloud.google.com/storage/docs/xml-api/post-object-multipart"""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_PUT(self):
        path, _, query = self.path.partition("?")
        asked = dict(urllib.parse.parse_qsl(query))
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if "uploadId" in asked:
            self.server.parts[asked["uploadId"]][int(asked["partNumber"])] = body
            self.say(200, b"", ETag=f'"{hashlib.md5(body).hexdigest()}"')
        else:
            self.uploaded(path, body)

    def do_POST(self):
        path, _, query = self.path.partition("?")
        asked = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if "uploads" in asked:
            id = f"upload{len(self.server.parts)}"
            self.server.parts[id] = {}
            made = f"<InitiateMultipartUploadResult><UploadId>{id}</UploadId></InitiateMultipartUploadResult>"
            self.say(200, made.encode())
        elif "uploadId" in asked:
            parts = self.server.parts.pop(asked["uploadId"])
            named = [int(item.findtext("{*}PartNumber")) for item in ElementTree.fromstring(body).iterfind("{*}Part")]
            assert named == sorted(parts)
            self.uploaded(path, b"".join(parts[number] for number in named))
        else:
            self.passed(body)

    def uploaded(self, path, body):
        bucket, _, name = urllib.parse.unquote(path).lstrip("/").partition("/")
        where = f"/upload/storage/v1/b/{bucket}/o?uploadType=media&name={urllib.parse.quote(name, safe='')}"
        status, _, said = self.asked("POST", where, body)
        etag = json.loads(said)["etag"]
        etag = etag if etag.startswith('"') else f'"{etag}"'
        whole = f"<CompleteMultipartUploadResult><ETag>{etag}</ETag></CompleteMultipartUploadResult>"
        self.say(status, whole.encode(), ETag=etag)

    def passed(self, body=None):
        headers = {name: value for name, value in self.headers.items() if name.lower() not in HOPS}
        status, headers, body = self.asked(self.command, self.path, body, headers)
        length = headers["Content-Length"] if self.command == "HEAD" else None
        self.say(status, body, length, **{name: value for name, value in headers.items() if name.lower() not in HOPS})

    do_GET = do_HEAD = do_DELETE = passed

    def asked(self, method, path, body, headers={}):
        server = http.client.HTTPConnection(self.server.to)
        server.request(method, path, body, {**headers, "Host": self.server.to})
        with contextlib.closing(server), server.getresponse() as answer:
            return answer.status, answer.headers, answer.read()

    def say(self, status, body, length=None, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", length or len(body))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


#: Headers of one connection, or made anew.
HOPS = ("host", "connection", "transfer-encoding", "content-length", "date", "server")


@contextlib.contextmanager
def gcs(root):
    """fake-gcs-server, with uploads of the XML API before it. Gives the storage options of
    ``gs://bucket``."""
    binary = command("LANESUM_TEST_FAKE_GCS", "fake-gcs-server")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), XmlUploads) as front:
        port = free_port()
        front.daemon_threads = True
        front.to, front.parts = f"127.0.0.1:{port}", {}
        where = f"127.0.0.1:{front.server_address[1]}"
        arguments = ["-scheme", "http", "-host", "127.0.0.1", "-port", port, "-public-host", front.to]
        with process(binary, *arguments, "-log-level", "error", "-backend", "memory") as one:
            wait_for(port, one)
            threading.Thread(target=front.serve_forever, daemon=True).start()
            account = {"gcs_base_url": f"http://{where}", "disable_oauth": True, "client_email": "", "private_key": ""}
            yield {"google_service_account_key": json.dumps({**account, "private_key_id": ""})}
            front.shutdown()


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
def nginx(root, workers=1):
    """nginx over a directory. Gives its URL and the directory."""
    binary = command("LANESUM_TEST_NGINX", "nginx")
    port = free_port()
    data = pathlib.Path(root, "www")
    data.mkdir()
    user = "user root;" if os.geteuid() == 0 else ""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {root}/{kind};" for kind in kinds)
    pathlib.Path(root, "nginx.conf").write_text(
        f"{user} daemon off; pid {root}/pid; error_log {root}/error.log; worker_processes {workers}; events {{}}"
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
