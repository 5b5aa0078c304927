"""`dvc add` of a directory, whose hashing is replaced: DVC hashes small files one by one,
here all go to `digest_files` at once.

usage: python dvc_add.py [files]
"""

import filecmp
import os
import sys
import tempfile
import time

import dvc_data.hashfile.build as build
import lanesum
from dvc.repo import Repo
from dvc_data.hashfile.hash_info import HashInfo
from dvc_data.hashfile.meta import Meta
from dvc_objects.fs.local import LocalFileSystem

hash_files = build._hash_files


def hash_files_at_once(small_files, large_files, fs, name, jobs=None):
    """In the place of `dvc_data.hashfile.build._hash_files`: gives the path, and what DVC
    keeps of each file."""
    # Other stores know their hashes, and `md5-dos2unix` changes what it reads.
    if not isinstance(fs, LocalFileSystem) or name not in ("md5", "sha256", "blake3"):
        yield from hash_files(small_files, large_files, fs, name, jobs)
        return
    infos = dict(small_files + large_files)
    for path, digest in lanesum.digest_files(name, infos, threads=jobs or 0):
        yield path, (Meta.from_info(infos[path], fs.protocol), HashInfo(name, digest.hex()), infos[path])


def add(place, files, replaced):
    """Adds a directory of so many files. Returns the seconds that hashing took."""
    took = 0.0

    def timed(*args, **keywords):
        nonlocal took
        start = time.perf_counter()
        found = list((hash_files_at_once if replaced else hash_files)(*args, **keywords))
        took += time.perf_counter() - start
        return iter(found)

    os.chdir(place)
    os.mkdir("data")
    for i in range(files):
        with open(os.path.join("data", f"f{i}"), "wb") as file:
            file.write(i.to_bytes(4, "little") * (100 + i % 2000))
    with open(os.path.join("data", "large"), "wb") as file:
        file.write(bytes(3 << 20))
    build._hash_files = timed
    try:
        with Repo.init(no_scm=True) as repo:
            repo.add("data")
    finally:
        build._hash_files = hash_files
    return took


def contents(place):
    """What DVC has stored: names of objects, which are their hashes, and all `.dvc` files."""
    stored = os.path.join(place, ".dvc", "cache", "files")
    names = {os.path.relpath(os.path.join(top, name), stored) for top, _, names in os.walk(stored) for name in names}
    return names, os.path.join(place, "data.dvc")


def main(files):
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        slow, fast = add(one, files, False), add(other, files, True)
        os.chdir(here)
        (before, mine), (after, theirs) = contents(one), contents(other)
        assert filecmp.cmp(mine, theirs, shallow=False), "the .dvc files differ"
        assert before == after and len(before) > files, "the objects differ"
    print(f"{files} files hashed by dvc add: {slow:.3f} s before, {fast:.3f} s after, the same .dvc file")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
