"""Small objects by one request each, from a server that does what stores do on bad days."""

import contextlib
import hashlib
import http.server
import threading
import urllib.parse

import pytest
from lanesum.cluster import Entry, Options, open_store
from lanesum.cluster.lanes import Lanes
from lanesum.cluster.quick import QUICK, read_quickly
from servers import KEYS

MOST = 4


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers for ``/bucket/key`` by what the server's ``objects`` say: bytes, or a fault."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def setup(self):
        super().setup()
        self.server.connections += 1

    def do_GET(self):
        assert "Signature=" in self.headers["Authorization"]
        key = urllib.parse.unquote(self.path[len("/bucket/") :], errors="surrogateescape")
        self.server.asked.append(key)
        found = self.server.objects.get(key, 404)
        if found == "changed":
            return self.answer(200, b"something else", etag='"other"')
        if found == "grown":
            return self.answer(200, bytes(100_000))
        if found == "cut":
            self.answer(200, b"half of ", length=16)
            self.close_connection = True
            return None
        if found == "dropped":
            self.close_connection = True
            return None
        if isinstance(found, int):
            return self.answer(found, b"<Error/>")
        assert self.headers["If-Match"] == etag(found)
        return self.answer(200, found, etag=etag(found))

    def answer(self, status, body, etag=None, length=None):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        if etag is not None:
            self.send_header("ETag", etag)
        self.end_headers()
        with contextlib.suppress(ConnectionError):
            self.wfile.write(body)

    def log_message(self, *_):
        pass


def etag(body):
    return f'"{hashlib.md5(body).hexdigest()}"'


@contextlib.contextmanager
def serving(objects):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.objects, server.asked, server.connections = objects, [], 0
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server, Options(f"http://127.0.0.1:{server.server_address[1]}", "us-east-1")
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(autouse=True)
def credentials(monkeypatch):
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("AWS_CA_BUNDLE", raising=False)


def read(store, entries, most=MOST):
    lanes = Lanes(["sha256"], len(entries))
    read_quickly(store, entries, lanes, most, most * QUICK)
    return lanes.rows


def entry_of(key, body):
    return Entry(key, len(body), etag(body))


def test_each_object_is_asked_for_once_over_connections_that_are_kept():
    bodies = {f"{i % 7}/{i}": bytes([i % 251]) * (i * 37 % 20_000) for i in range(600)}
    with serving(bodies) as (server, options):
        store = open_store("s3://bucket", options)
        for _ in range(2):
            rows = read(store, [entry_of(*one) for one in bodies.items()])
            assert [row.digests["sha256"] for row in rows] == [hashlib.sha256(b).digest() for b in bodies.values()]
            assert all(row.ok and row.seconds > 0 for row in rows)
        assert sorted(server.asked) == sorted([*bodies] * 2)
        assert server.connections <= MOST


@pytest.mark.parametrize("prefix", ["", "a b/%2F+é/"])
def test_keys_are_asked_for_as_they_are(prefix):
    keys = [chr(code) + "k" for code in [*range(0x20, 0x7F), 0x85, 0xE9, 0x20AC, 0x1F600] if chr(code) != "/"]
    bodies = {prefix + key: key.encode() for key in [*keys, "..a", "%2e%2e/a", "a%00", "+ +", "~"]}
    with serving(bodies) as (server, options):
        entries = [entry_of(key[len(prefix) :], body) for key, body in bodies.items()]
        rows = read(open_store(f"s3://bucket/{prefix}", options), entries)
        assert all(row is not None and row.ok for row in rows)
        assert sorted(server.asked) == sorted(bodies)


@pytest.mark.parametrize("fault", ["changed", "grown", "cut", "dropped", 404, 403, 412, 500, 503])
def test_what_goes_wrong_has_no_row_and_the_rest_does(fault):
    names = [f"{i:03}" for i in range(60)]
    bodies = {name: fault if i % 5 == 2 else name.encode() * i for i, name in enumerate(names)}
    with serving(bodies) as (_, options):
        entries = [entry_of(name, name.encode() * i) for i, name in enumerate(names)]
        rows = read(open_store("s3://bucket", options), entries)
    for i, (entry, row) in enumerate(zip(entries, rows)):
        if i % 5 == 2:
            assert row is None
        else:
            assert row.ok and row.entry == entry and row.digests["sha256"] == hashlib.sha256(bodies[entry.key]).digest()


def test_a_store_that_refuses_all_is_not_asked_for_all():
    names = [f"{i:03}" for i in range(500)]
    with serving(dict.fromkeys(names, 503)) as (server, options):
        rows = read(open_store("s3://bucket", options), [Entry(name, 3) for name in names])
        assert rows == [None] * len(names) and len(server.asked) <= 3 * MOST + 1


def test_what_is_not_for_it_is_not_asked_for():
    """Large objects, versions, keys that are no paths."""
    with serving({"a": b"a"}) as (server, options):
        entries = [entry_of("a", b"a"), Entry("large", QUICK + 1), Entry("v", 1, None, "7"), Entry("a//b", 1), Entry("b/", 1)]
        rows = read(open_store("s3://bucket", options), entries)
        assert [row is not None for row in rows] == [True, False, False, False, False]
        assert server.asked == ["a"]


def test_what_has_no_row_is_read_patiently(monkeypatch):
    from lanesum.cluster.reading import Reading, hash_objects

    bodies = {"a": b"a", "b": 503, "c": b"c"}
    with serving(bodies) as (server, options):
        store = open_store("s3://bucket", options)

        async def patient(entry, start, end):
            assert (entry.key, start, end) == ("b", 0, 1)
            return b"b"

        monkeypatch.setattr(store, "read", patient)
        rows = hash_objects(store, [entry_of(key, key.encode()) for key in bodies], ["sha256"], Reading(requests=MOST))
    assert [row.digests["sha256"] for row in rows] == [hashlib.sha256(key.encode()).digest() for key in bodies]


def test_a_session_token_goes_with_the_request(monkeypatch):
    monkeypatch.setenv("AWS_SESSION_TOKEN", "a/token+of=a session")
    seen = []
    monkeypatch.setattr(Handler, "parse_request", lambda self, old=Handler.parse_request: old(self) and (seen.append(self.headers) or True))
    with serving({"a": b"a"}) as (_, options):
        assert read(open_store("s3://bucket", options), [entry_of("a", b"a")])[0].ok
    assert seen[0]["x-amz-security-token"] == "a/token+of=a session"
    assert "x-amz-security-token" in seen[0]["Authorization"]
