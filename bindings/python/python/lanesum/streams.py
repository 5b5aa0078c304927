"""Messages in pieces, of many tasks of an asyncio event loop, that share the SIMD lanes.

A server that hashes what its clients send has a hash object for each, and a piece of each
now and then. ``await stream.update(piece)`` of a :class:`Stream` puts pieces that are there
at one time into the lanes together: a few small ones in the event loop, and others in a thread
of its default executor, with the interpreter lock released::

    stream = Stream("sha256")
    while piece := await reader.read(1 << 16):
        await stream.update(piece)
    print(stream.hexdigest())

Nobody says which streams belong together: those of one algorithm do, in each event loop.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections import deque
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, WeakValueDictionary

from ._lanesum import begin, shares_lanes, update_many

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop, Future

    from typing import Callable, NoReturn

    from typing_extensions import Buffer

    from ._lanesum import Hash, _Algorithm

    # What is called with pieces, how far they are hashed, and an error.
    _End = Callable[["list[_Piece]", "list[int]", "BaseException | None"], None]

__all__ = ["Stream"]

# Pieces below this are hashed at once: a thread takes ten times as long to answer one alone,
# and about as long for each of 64 (MD5 and SHA3-512 on an AMD Zen 4).
_AT_ONCE = 4096

# A round whose pieces are no longer than this, and no more than two such together, is hashed in
# the loop's own turn: to hand it to a thread and to be answered takes 70 to 100 us on an AMD Zen 4,
# in which MD5, slower than most, adds 64 KiB to one message or two. A message that fills the lanes
# alone is hashed several times as fast.
_IN_TURN = 64 << 10
_IN_TURN_ALONE = 256 << 10

# A round takes no more bytes than this, and none of more than its share of them while
# others wait, so that a piece waits for milliseconds and not for a whole long one.
_ROUND = 4 << 20

# The least share of a round, some blocks of any algorithm.
_SHARE = 64 << 10


class Stream:
    """A hash object whose ``update`` is awaited.

    ``algorithm`` and ``key`` are those of ``digest_many``: a name, a constructor, or a new
    hash object with all that it was told. SHAKE gives as many bytes as it does there.

    A stream is of the event loop that first awaits its ``update``; its methods are for that
    loop's thread.
    """

    __slots__ = ("__weakref__", "_hash", "_loop", "_piece", "_pool", "_torn")

    def __init__(self, algorithm: _Algorithm, /, *, key: Buffer | None = None) -> None:
        self._set(begin(algorithm, key=key))

    def _set(self, hash: Hash) -> None:
        self._hash = hash
        self._loop: AbstractEventLoop | None = None
        self._pool: _Pool | None = None
        self._piece: _Piece | None = None
        self._torn = False

    async def update(self, piece: Buffer, /) -> None:
        """Adds a piece to the message, and returns when it is hashed.

        The piece is not copied: it is held until then, so that a ``bytearray`` cannot be
        resized, and is not to be changed. Pieces of less than 4 KiB are hashed at once.

        Cancelled, or at an error of the executor, it leaves a stream that is torn, for
        nobody can say how much of the piece was hashed: each further use of it raises
        ``RuntimeError``. Other streams go on.

        Raises ``TypeError`` and ``BufferError`` for what hashlib raises them, after which the
        stream is as it was, and ``RuntimeError`` while another update is under way and in
        another event loop.
        """
        loop = asyncio.get_running_loop()
        whole = self._whole()
        if self._pool is None or self._loop is not loop:
            self._bind(loop)
        view = _view(piece)
        if view.nbytes < _AT_ONCE:
            with view:
                whole.update(view)
            return
        assert self._pool is not None
        self._piece = waiting = _Piece(whole, view, loop.create_future())
        self._pool.add(waiting, loop)
        try:
            await waiting.hashed
        except BaseException:
            self._torn = True
            waiting.leave()
            raise
        finally:
            self._piece = None

    def digest(self) -> bytes:
        """The digest of the message so far. More pieces may follow."""
        return self._whole().digest()

    def hexdigest(self) -> str:
        """The digest of the message so far, in hexadecimal digits."""
        return self._whole().hexdigest()

    def copy(self) -> Stream:
        """A copy, to which other pieces can be added, in any event loop."""
        copy = Stream.__new__(type(self))
        copy._set(self._whole().copy())
        return copy

    @property
    def name(self) -> str:
        """The name of the algorithm, as ``lanesum.new`` takes it."""
        return self._hash.name

    @property
    def digest_size(self) -> int:
        """Bytes in the digest."""
        return self._hash.digest_size

    @property
    def block_size(self) -> int:
        """Bytes in a block of the algorithm."""
        return self._hash.block_size

    def __repr__(self) -> str:
        state = ", torn" if self._torn else ", in an update" if self._piece else ""
        return f"<{self.name} lanesum.streams.Stream{state} @ {id(self):#x}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Stream cannot be pickled; copy() copies it")

    def _whole(self) -> Hash:
        """The hash object, of a message of which it is known what it is."""
        if self._torn:
            raise RuntimeError("an update of this stream was cancelled or failed: nobody knows how much of its piece was hashed")
        if self._piece is not None:
            raise RuntimeError("an update of this stream is under way: await it first")
        return self._hash

    def _bind(self, loop: AbstractEventLoop) -> None:
        if self._loop is not None:
            raise RuntimeError("this stream is of another event loop: copy() gives one for any")
        self._loop, self._pool = loop, _pool(loop, self._hash)


def _view(piece: Buffer) -> memoryview:
    """The bytes of an object, held. The errors are hashlib's."""
    if isinstance(piece, str):
        raise TypeError("Strings must be encoded before hashing")
    try:
        view = memoryview(piece)
    except TypeError:
        raise TypeError("object supporting the buffer API required") from None
    if not view.c_contiguous:
        view.release()
        raise BufferError("memoryview: underlying buffer is not C-contiguous")
    return view


class _Piece:
    """A piece whose ``update`` waits."""

    __slots__ = ("at", "gone", "hash", "hashed", "len", "reading", "view")

    def __init__(self, hash: Hash, view: memoryview, hashed: Future[None]) -> None:
        self.hash, self.view, self.hashed = hash, view, hashed
        self.at, self.len = 0, view.nbytes
        # Whether a thread reads it: it must be held then, although its `update` is gone.
        self.reading = self.gone = False

    def leave(self) -> None:
        """Says that no `update` waits any more, and lets the bytes go if no thread reads them."""
        self.gone = True
        if not self.reading:
            self.view.release()

    def unwanted(self) -> bool:
        """Whether it need not be hashed: cancelled, even if its `update` did not run since."""
        return self.gone or self.hashed.done()

    def end(self, error: BaseException | None = None) -> None:
        """Lets the bytes go, and answers."""
        self.view.release()
        if self.unwanted():
            return
        if error is None:
            self.hashed.set_result(None)
        else:
            self.hashed.set_exception(error)


class _Pool:
    """The pieces of one algorithm that wait in one event loop, hashed in rounds.

    A round is a call of ``update_many``: a small one in the loop's own turn, others in a thread of
    the loop's default executor, which has the package's threads help where the pieces fill their
    lanes: the loop ends its own threads when it is closed. There is one round at a time. Between two
    rounds the loop has a turn, in which those that were answered bring their next pieces.

    Where a message fills the lanes alone, a long piece gains nothing by others: it is a call of its
    own in a thread.
    """

    __slots__ = ("__weakref__", "busy", "in_turn", "shares_lanes", "waiting")

    def __init__(self, shares_lanes: bool) -> None:
        self.waiting: deque[_Piece] = deque()
        self.busy = False
        self.shares_lanes = shares_lanes
        self.in_turn = _IN_TURN if shares_lanes else _IN_TURN_ALONE

    def add(self, piece: _Piece, loop: AbstractEventLoop) -> None:
        """Queues a piece for the next round, with all that come in this turn of the loop."""
        if piece.len > self.in_turn and not self.shares_lanes:
            self._in_thread(loop, [piece], [piece.len], self._answer)
            return
        self.waiting.append(piece)
        if not self.busy:
            self.busy = True
            loop.call_soon(self._begin, loop)

    def _begin(self, loop: AbstractEventLoop) -> None:
        """Begins a round with the pieces that waited longest."""
        waiting, pieces, ends, longest, room = self.waiting, [], [], 0, _ROUND
        share = max(_SHARE, _ROUND // max(1, len(waiting)))
        while waiting and room > 0:
            piece = waiting.popleft()
            if piece.unwanted():
                continue
            end = min(piece.len, piece.at + share)
            longest = max(longest, end - piece.at)
            room -= end - piece.at
            pieces.append(piece)
            ends.append(end)
        if not pieces:
            self.busy = False
        elif longest <= self.in_turn and _ROUND - room <= 2 * self.in_turn:
            self._end(loop, pieces, ends, _raised(_updates(pieces, ends)))
        else:
            self._in_thread(loop, pieces, ends, partial(self._end, loop))

    def _in_thread(self, loop: AbstractEventLoop, pieces: list[_Piece], ends: list[int], end: _End) -> None:
        """Has a thread hash pieces up to their ends, and calls ``end`` with them and an error, if there is one."""
        for piece in pieces:
            piece.reading = True
        try:
            hashing = loop.run_in_executor(None, update_many, _updates(pieces, ends))
        except Exception as error:  # The executor is shut down, or has no thread to give.
            end(pieces, ends, error)
            return

        def ended(hashed: Future[None]) -> None:
            end(pieces, ends, RuntimeError("the executor was shut down") if hashed.cancelled() else hashed.exception())

        hashing.add_done_callback(ended)

    def _end(self, loop: AbstractEventLoop, pieces: list[_Piece], ends: list[int], error: BaseException | None) -> None:
        """Ends a round."""
        self._answer(pieces, ends, error)
        # After the wake-ups that were just asked for.
        loop.call_soon(self._begin, loop)

    def _answer(self, pieces: list[_Piece], ends: list[int], error: BaseException | None) -> None:
        """Answers those whose pieces are hashed; the others go to the back of the queue."""
        for piece, end in zip(pieces, ends):
            piece.at, piece.reading = end, False
            if error is not None or piece.unwanted() or piece.at == piece.len:
                piece.end(error)
            else:
                self.waiting.append(piece)


def _updates(pieces: list[_Piece], ends: list[int]) -> list[tuple[Hash, memoryview, int, int]]:
    """What of the pieces is to be hashed, as ``update_many`` takes it."""
    return [(piece.hash, piece.view, piece.at, end) for piece, end in zip(pieces, ends)]


def _raised(updates: list[tuple[Hash, memoryview, int, int]]) -> Exception | None:
    """Adds pieces, and says what that raises."""
    try:
        update_many(updates)
    except Exception as error:
        return error
    return None


_lock = threading.Lock()
_pools: WeakKeyDictionary[AbstractEventLoop, WeakValueDictionary[str, _Pool]] = WeakKeyDictionary()


def _pool(loop: AbstractEventLoop, hash: Hash) -> _Pool:
    """The pool of a hash object's algorithm in an event loop."""
    # Streams keep their pool. A pool that waits knows its loop: kept here, it would keep that.
    with _lock:
        return _pools.setdefault(loop, WeakValueDictionary()).setdefault(hash.name, _Pool(shares_lanes(hash)))


def _forked() -> None:
    """Another thread may have held the lock."""
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_forked)
