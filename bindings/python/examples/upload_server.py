"""An upload server on asyncio: it answers each PUT with the SHA-256 of its body, hashed
while it comes in, and the bodies of all clients share the lanes.

usage: python upload_server.py [uploads]

serves on a free port of this machine and uploads to itself: so many bodies, of up to a MiB.
"""

import asyncio
import hashlib
import random
import sys

from lanesum.streams import Stream

#: The most that is read of a body at once, and waits to be hashed, for each client.
PIECE = 1 << 16

#: How many clients upload at one time.
CLIENTS = 64


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answers the requests of one connection."""
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            request, *lines = head.decode("latin-1").split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in lines if line)
            length = headers.get("content-length", "")
            if not request.startswith("PUT ") or not length.isdecimal():
                writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return
            stream, left = Stream("sha256"), int(length)
            while left:
                piece = await reader.read(min(PIECE, left))
                if not piece:
                    return  # The client has gone: nobody wants that digest.
                # No more is read before this is hashed, so that a client that is too fast waits.
                await stream.update(piece)
                left -= len(piece)
            digest = stream.hexdigest().encode()
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(digest), digest))
            await writer.drain()
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError, ValueError):
        pass  # It ended between two requests, or sent no HTTP.
    finally:
        writer.close()


async def upload(port: int, bodies: "list[bytes]") -> None:
    """Uploads bodies over one connection, and compares the answers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for body in bodies:
        writer.write(b"PUT / HTTP/1.1\r\nHost: here\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 "), head
        assert await reader.readexactly(64) == hashlib.sha256(body).hexdigest().encode()
    writer.close()
    await writer.wait_closed()


async def main(uploads: int) -> None:
    server = await asyncio.start_server(answer, "127.0.0.1", 0, limit=2 * PIECE)
    port = server.sockets[0].getsockname()[1]
    choose, bodies = random.Random(1), [b"", random.Random(2).randbytes(1 << 20)]
    bodies += [choose.randbytes(choose.randrange(1 << choose.randrange(1, 17))) for _ in range(max(0, uploads - 2))]
    async with server:
        await asyncio.gather(*[upload(port, bodies[i:uploads:CLIENTS]) for i in range(CLIENTS)])
    print(f"{uploads} uploads, {sum(map(len, bodies[:uploads]))} bytes: every digest is that of hashlib")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
