"""Pages of S3's listing, as stores write them: what they say, and what is not one."""

from xml.parsers.expat import ExpatError

import pytest
from lanesum.cluster import ClusterError
from lanesum.cluster.stores.s3_page import page_of

SPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'


def page(inside, root="ListBucketResult"):
    return page_of(f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} {SPACE}>{inside}</{root}>'.encode())


def test_objects_are_columns():
    said = page(
        "<Name>bucket</Name><Prefix>p/</Prefix><KeyCount>3</KeyCount><IsTruncated>true</IsTruncated>"
        "<Contents>\n  <Key>p/a&amp;b &#233;</Key>\n  <Size>7</Size>\n  <ETag>&quot;0f&#34;</ETag>\n"
        "  <Owner><ID>Key</ID><DisplayName>Size</DisplayName></Owner><StorageClass>STANDARD</StorageClass></Contents>"
        "<Contents><ChecksumAlgorithm>CRC32</ChecksumAlgorithm><ChecksumAlgorithm>SHA256</ChecksumAlgorithm>"
        "<Size>0</Size><Key>p/b</Key></Contents>"
        "<Contents><Key> p c </Key><Size/><ETag></ETag></Contents>"
        "<NextContinuationToken>to&lt;ken</NextContinuationToken>"
    )
    assert said.keys == ["p/a&b é", "p/b", " p c "]
    assert said.sizes == [7, 0, 0]
    assert said.etags == ['"0f"', None, None]
    assert said.checksums == [(), ("CRC32", "SHA256"), ()]
    assert (said.token, said.truncated, said.prefixes) == ("to<ken", True, [])
    said.keep([False, True, False])
    assert (said.keys, said.sizes, said.etags, said.checksums) == (["p/b"], [0], [None], [("CRC32", "SHA256")])


@pytest.mark.parametrize("place", ["before", "behind"])
def test_keys_that_are_encoded_are_decoded_wherever_it_says_so(place):
    objects = (
        "<Contents><Key>a%0A+b%2Bc%C3%A9</Key><Size>1</Size></Contents>"
        "<CommonPrefixes><Prefix>d%2F+e/</Prefix></CommonPrefixes><CommonPrefixes><Prefix>f/</Prefix></CommonPrefixes>"
    )
    said = "<EncodingType>url</EncodingType>"
    found = page(said + objects if place == "before" else objects + said)
    assert found.keys == ["a\n b+cé"] and found.prefixes == ["d/ e/", "f/"]
    assert page(objects).keys == ["a%0A+b%2Bc%C3%A9"]


def test_nothing_is_a_page():
    found = page("<IsTruncated>false</IsTruncated>")
    assert (found.keys, found.prefixes, found.token, found.truncated) == ([], [], None, False)


@pytest.mark.parametrize("inside", ["<Key>a</Key>", "<Size>1</Size>", "<Key>a</Key><Size>many</Size>"])
def test_an_object_without_its_key_or_size_is_an_error(inside):
    with pytest.raises(ClusterError, match="without its key or its size"):
        page(f"<Contents>{inside}</Contents>")


def test_what_is_no_listing_is_an_error():
    with pytest.raises(ClusterError, match="<html>"):
        page("<body>Sign in</body>", "html")
    for data in (b"", b"not XML", b"<ListBucketResult><Contents>"):
        with pytest.raises(ExpatError):
            page_of(data)
