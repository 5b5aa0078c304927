"""S3 and what speaks its protocol.

Small objects come through libcurl (``whole``), large ones by ranges through obstore, and so
does what libcurl had no luck with. Both know paths, not keys, so requests for keys that are
not paths (``a//b``, ``a/``, ``./a``, control characters), checksums, and what signs the
listing are botocore's.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from typing import Any, BinaryIO, cast
from urllib.parse import quote

from ..entry import ClusterError, Entry, ObjectChanged, ObjectMissing
from . import Found, Options
from .obs import read as obs_read
from .obs import writer as obs_writer
from .s3_listing import listed
from .whole import Request, Whole

__all__ = ["S3", "is_path"]


#: A part of a key that a path cannot have: none, one or two dots, control characters.
NO_PATH = re.compile(r"(?:^|/)\.{0,2}(?:/|$)|[\x00-\x1f\x7f]")


def is_path(key: str) -> bool:
    """Whether obstore has a path that is this key."""
    return NO_PATH.search(key) is None


@lru_cache(1)
def models(path: str | None = None) -> Any:
    """botocore's descriptions of S3, which every client is made from: read once, for they are
    most of the 0.15 s that a client takes."""
    from botocore.loaders import create_loader

    loader = create_loader(path)
    for kind in ("service-2", "endpoint-rule-set-1"):
        loader.load_service_model("s3", kind)
    return loader


class S3:
    """The objects of a bucket below a prefix."""

    lists = True

    def __init__(self, url: str, options: Options) -> None:
        self._url = url
        self.options = options
        self.bucket, _, prefix = url.partition("://")[2].partition("/")
        if not self.bucket:
            raise ClusterError(f"{url} names no bucket: s3://bucket/prefix")
        self.prefix = prefix.rstrip("/") + "/" if prefix.rstrip("/") else ""
        self._clients = threading.local()
        self._session: Any = None
        self._obs: Any = None
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        return self._url

    @property
    def client(self) -> Any:
        """A client of botocore, one for each thread."""
        found = getattr(self._clients, "client", None)
        if found is None:
            found = self._clients.client = self._made()
        return found

    def _made(self) -> Any:
        import botocore.session
        from botocore.config import Config

        with self._lock:
            if self._session is None:
                self._session = botocore.session.get_session()
                self._session.register_component("data_loader", models(self._session.get_config_variable("data_path")))
            region = self.options.region or self._session.get_config_variable("region") or "us-east-1"
            return self._session.create_client(
                "s3",
                endpoint_url=self.options.endpoint,
                region_name=region,
                config=Config(
                    retries={"max_attempts": self.options.retries + 1, "mode": "standard"},
                    s3={"addressing_style": "path"} if self.options.endpoint else None,
                    # Checksums are compared here: what botocore finds wrong has to be seen.
                    response_checksum_validation="when_required",
                    signature_version="s3v4",
                    user_agent_extra="lanesum",
                ),
            )

    @property
    def obs(self) -> Any:
        """obstore's store of the bucket, with botocore's credentials and endpoint."""
        client = self.client
        with self._lock:
            if self._obs is None:
                from obstore.store import S3Store

                region = client.meta.region_name
                self._obs = S3Store(
                    self.bucket,
                    endpoint=client.meta.endpoint_url if self._own_endpoint(client) else None,
                    region=None if region == "aws-global" else region,
                    virtual_hosted_style_request=not self._own_endpoint(client),
                    credential_provider=cast(Any, _Credentials(self._session)),
                    client_options={"allow_http": True, "timeout": "300s", "connect_timeout": "20s"},
                    retry_config={"max_retries": self.options.retries, "retry_timeout": timedelta(minutes=5)},
                )
            return self._obs

    @staticmethod
    def _own_endpoint(client: Any) -> bool:
        return "amazonaws.com" not in client.meta.endpoint_url

    def __getstate__(self) -> tuple[str, Options]:
        return self._url, self.options

    def __setstate__(self, state: tuple[str, Options]) -> None:
        self.__init__(*state)  # type: ignore[misc]

    def list(self) -> Iterator[Entry]:
        yield from listed(self.client, self.bucket, self.prefix, self.options.retries)

    def head(self, key: str) -> Entry:
        found = self.head_object(key)
        return Entry(key, found["ContentLength"], found.get("ETag"), found.get("VersionId"))

    def head_object(self, key: str, **more: Any) -> dict[str, Any]:
        """All that S3 says of an object."""
        return cast("dict[str, Any]", self._call("head_object", key, **more))

    def attributes(self, key: str) -> dict[str, Any]:
        """The parts of an object, with their sizes and checksums."""
        parts: list[Any] = []
        more: dict[str, Any] = {}
        while True:
            said = self._call("get_object_attributes", key, ObjectAttributes=["ObjectParts"], MaxParts=1000, **more)
            found = said.get("ObjectParts", {})
            parts += found.get("Parts", ())
            if not found.get("IsTruncated") or not found.get("Parts"):
                return {"ObjectParts": {"Parts": parts}}
            more["PartNumberMarker"] = found["NextPartNumberMarker"]

    def _call(self, operation: str, key: str, **more: Any) -> Any:
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            return getattr(self.client, operation)(Bucket=self.bucket, Key=self.prefix + key, **more)
        except ClientError as error:
            status = error.response["ResponseMetadata"]["HTTPStatusCode"]
            if status == 404:
                raise ObjectMissing(key) from error
            if status == 412:
                raise ObjectChanged(key) from error
            raise OSError(str(error)) from error
        except BotoCoreError as error:
            raise OSError(str(error)) from error

    def read_many(self, entries: Iterable[tuple[int, Entry]], most: int) -> Iterator[Found]:
        """Objects by libcurl: those whose keys are paths, in the state that they have now."""
        whole = getattr(self._clients, "whole", None)
        if whole is None:
            whole = self._clients.whole = Whole()
        asked = ((i, entry) for i, entry in entries if entry.version is None and is_path(self.prefix + entry.key))
        return whole.read(asked, self._requests(), most)

    def _requests(self) -> Callable[[Entry], Request]:
        """What asks for an object, signed with the credentials of that moment."""
        from botocore.httpsession import get_cert_path

        base, _, _ = self.client.generate_presigned_url(
            "get_object", Params={"Bucket": self.bucket, "Key": "x"}
        ).partition("x?")
        base += quote(self.prefix, safe="/~")
        method = f"aws:amz:{self.client.meta.region_name}:s3"
        credentials = _credentials(self._session)
        certificates = self._session.get_config_variable("ca_bundle") or get_cert_path(True)

        def request(entry: Entry) -> Request:
            now = credentials.get_frozen_credentials()
            headers = ["x-amz-content-sha256: UNSIGNED-PAYLOAD"]
            if entry.etag is not None:
                headers.append(f"If-Match: {entry.etag}")
            if now.token:
                headers.append(f"x-amz-security-token: {now.token}")
            key = quote(entry.key, safe="/~")
            return Request(base + key, headers, (method, now.access_key, now.secret_key), certificates)

        return request

    async def read(self, entry: Entry, start: int, end: int) -> bytes | memoryview:
        key = self.prefix + entry.key
        if is_path(key):
            return await obs_read(self.obs, key, entry, start, end)
        return await asyncio.to_thread(self._read, entry, start, end)

    def _read(self, entry: Entry, start: int, end: int) -> bytes:
        more: dict[str, Any] = {}
        if entry.etag is not None:
            more["IfMatch"] = entry.etag
        if entry.version is not None:
            more["VersionId"] = entry.version
        if (start, end) != (0, entry.size):
            more["Range"] = f"bytes={start}-{end - 1}"
        found = self._call("get_object", entry.key, **more)
        try:
            data = cast(bytes, found["Body"].read())
        except Exception as error:
            raise OSError(f"{entry.key}: {error}") from error
        if len(data) != end - start:
            raise ObjectChanged(entry.key)
        return data

    def get(self, key: str) -> bytes:
        entry = self.head(key)
        return self._read(entry, 0, entry.size)

    def put(self, key: str, data: bytes) -> None:
        self._call("put_object", key, Body=data)

    @contextmanager
    def writer(self, key: str) -> Iterator[BinaryIO]:
        with obs_writer(self.obs, self.prefix + key) as file:
            yield file


def _credentials(session: Any) -> Any:
    """botocore's credentials, whatever they come from."""
    found = session.get_credentials()
    if found is None:
        raise ClusterError("there are no credentials for S3: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
    return found


class _Credentials:
    """botocore's credentials, whatever they come from, for obstore."""

    def __init__(self, session: Any) -> None:
        self.credentials = _credentials(session)

    def __call__(self) -> dict[str, Any]:
        frozen = self.credentials.get_frozen_credentials()
        return {
            "access_key_id": frozen.access_key,
            "secret_access_key": frozen.secret_key,
            "token": frozen.token,
            "expires_at": datetime.now(timezone.utc) + timedelta(minutes=10),
        }
