"""``file_digest``, as hashlib has it from Python 3.11 on; and for several algorithms."""

from ._lanesum import new

# What a short file is read into. A longer buffer is the system's, anew for each: to open, read and
# hash a file of 4 KiB took a sixth longer.
_SHORT = 2**16


def file_digest(fileobj, digest, /, *, _bufsize=2**18):
    """Hash all of a file object. Returns the hash object.

    ``fileobj`` is opened for reading, in binary mode. ``digest`` is the name of an
    algorithm, or what makes a hash object; or a list of these: then the file is read
    once, and a list of hash objects returned.

    Raises ``ValueError`` for what is no file object of bytes that can be read, and
    ``BlockingIOError`` where a read would wait.
    """
    if isinstance(digest, (list, tuple)):
        hashes = [_begin(each) for each in digest]
        _read(fileobj, hashes, _bufsize)
        return hashes
    hash = _begin(digest)
    _read(fileobj, [hash], _bufsize)
    return hash


def _begin(digest):
    return new(digest) if isinstance(digest, str) else digest()


def _read(fileobj, hashes, bufsize):
    if hasattr(fileobj, "getbuffer"):
        # A BytesIO has all of it at hand.
        with fileobj.getbuffer() as view:
            for hash in hashes:
                hash.update(view)
        return
    if not (hasattr(fileobj, "readinto") and hasattr(fileobj, "readable") and fileobj.readable()):
        raise ValueError(f"'{fileobj!r}' is not a file-like object in binary reading mode.")
    buffer = bytearray(min(bufsize, _SHORT))
    view = memoryview(buffer)
    whole = 0
    while True:
        if whole == 2 and len(buffer) < bufsize:
            buffer = bytearray(bufsize)
            view = memoryview(buffer)
        size = fileobj.readinto(buffer)
        if size is None:
            raise BlockingIOError("I/O operation would block.")
        if size == 0:
            return
        whole += size == len(buffer)
        for hash in hashes:
            hash.update(view[:size])
