"""Google Cloud Storage, Azure, and HTTP servers, through obstore.

obstore knows paths, not keys: a key that is not a path is an error, and never another
object.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, BinaryIO

from ..entry import ClusterError, Entry, ObjectMissing
from . import Options, refuse_query
from .obs import entry_of, reason
from .obs import read as obs_read
from .obs import writer as obs_writer

__all__ = ["ObjectStore"]


class ObjectStore:
    """The objects below a URL. A server of HTTP has no listing: its objects are named."""

    def __init__(self, url: str, options: Options) -> None:
        refuse_query(url)
        self._url = url
        self.options = options
        self._obs: Any = None

    @property
    def lists(self) -> bool:
        """Whether there is a listing."""
        return not self._is_http()

    @property
    def url(self) -> str:
        return self._url

    @property
    def obs(self) -> Any:
        if self._obs is None:
            from obstore.store import from_url

            # Which options there are depends on the scheme; obstore names a wrong one.
            options: dict[str, Any] = {
                "config": dict(self.options.storage) or None,
                "client_options": {"allow_http": True, "timeout": "300s"},
                "retry_config": {"max_retries": self.options.retries, "retry_timeout": timedelta(minutes=5)},
            }
            try:
                self._obs = from_url(self._url.rstrip("/"), **options)
            except BaseException as error:
                # Some of the options that it does not know make it panic, which is no Exception.
                if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
                    raise
                raise ClusterError(f"{self._url}: {reason(error)}") from error
        return self._obs

    def _is_http(self) -> bool:
        return self._url.startswith(("http://", "https://"))

    def __getstate__(self) -> tuple[str, Options]:
        return self._url, self.options

    def __setstate__(self, state: tuple[str, Options]) -> None:
        self.__init__(*state)  # type: ignore[misc]

    def list(self) -> Iterator[Entry]:
        import obstore
        from obstore.exceptions import BaseError

        if not self.lists:
            return
        try:
            for page in obstore.list(self.obs, chunk_size=1000):
                for item in page:
                    yield entry_of(item["path"], item)
        except BaseError as error:
            raise OSError(f"the listing of {self._url}: {reason(error)}") from error

    def head(self, key: str) -> Entry:
        import obstore
        from obstore.exceptions import BaseError, NotFoundError

        try:
            item = obstore.head(self.obs, key)
        except (NotFoundError, FileNotFoundError) as error:
            raise ObjectMissing(key) from error
        except BaseError as error:
            raise OSError(reason(error)) from error
        return entry_of(key, item)

    async def read(self, entry: Entry, start: int, end: int) -> bytes | memoryview:
        return await obs_read(self.obs, entry.key, entry, start, end)

    def get(self, key: str) -> bytes:
        import obstore
        from obstore.exceptions import NotFoundError

        try:
            return bytes(obstore.get(self.obs, key).bytes())
        except (NotFoundError, FileNotFoundError) as error:
            raise ObjectMissing(key) from error

    def put(self, key: str, data: bytes) -> None:
        import obstore

        if self._is_http():
            raise ClusterError("results cannot be written to http://: give a path or a bucket")
        obstore.put(self.obs, key, data)

    @contextmanager
    def writer(self, key: str) -> Iterator[BinaryIO]:
        with obs_writer(self.obs, key) as file:
            yield file
