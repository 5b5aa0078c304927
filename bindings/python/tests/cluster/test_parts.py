"""Batches, what runs ahead, the seam, merging: each alone, at its boundaries."""

import concurrent.futures as futures
import itertools
import pickle
import random

import pytest
from lanesum.cluster import Batch, ClusterError, Entry, Limits
from lanesum.cluster.ahead import Ahead
from lanesum.cluster.batching import batches
from lanesum.cluster.executors import Executors
from lanesum.cluster.listing import in_order
from lanesum.cluster.merge import first_keys, latest, tables
from lanesum.cluster.progress import Progress, duration, quantity
from lanesum.cluster.seam import Lost, run
from lanesum.cluster.shards import Row, keys_of, names, write
from lanesum.cluster.sorting import sorted_on_disk
from lanesum.cluster.stores import open_store


def entries(count, size=10):
    return [Entry(f"{i:08}", size, f'"{i}"') for i in range(count)]


def test_batches_grow_and_hold_everything_once():
    made = list(batches(entries(5000), itertools.count(7), Limits(10, 40, 1 << 30, 1 / 64)))
    assert [entry for batch in made for entry in batch.entries] == entries(5000)
    assert [batch.name for batch in made] == [f"{i:09}" for i in range(7, 7 + len(made))]
    sizes = [len(batch.entries) for batch in made]
    assert sizes[:-1] == sorted(sizes[:-1]) and sizes[0] == 10 and max(sizes) == 40
    large = list(batches(entries(10, 600), itertools.count(), Limits(100, 100, 1000)))
    assert [len(batch.entries) for batch in large] == [1] * 10


def test_a_batch_travels_small():
    chosen = random.Random(1)
    listed = tuple(
        Entry(f"data/year=2026/part-{i:09}.parquet", i, f'"{chosen.randbytes(16).hex()}"', None, ("CRC32",))
        for i in range(10_000)
    )
    batch = Batch.of("7", listed)
    data = pickle.dumps(batch)
    assert pickle.loads(data) == batch and len(data) < 400_000
    assert pickle.loads(pickle.dumps(Batch.of("8", ()))) == Batch.of("8", ())


@pytest.mark.parametrize("count", [0, 1, 99, 100, 101, 1000, 25_700])
def test_sorting_on_disk_is_sorting(count):
    chosen = random.Random(count)
    items = [(chosen.randrange(max(count // 2, 1)), i) for i in range(count)]
    # Of one key what came first comes first.
    assert list(sorted_on_disk(iter(items), lambda item: item[0], 100)) == sorted(items)


def test_ahead_gives_everything_and_errors_last():
    seen = []
    ahead = Ahead(range(1000), seen.append)
    assert list(ahead) == list(range(1000)) == seen and ahead.ended
    ahead.close()

    def broken():
        yield 1
        raise OSError("listing")

    ahead = Ahead(broken())
    taken = iter(ahead)
    assert next(taken) == 1
    with pytest.raises(OSError, match="listing"):
        next(taken)
    ahead.close()


def test_order_is_demanded():
    assert len(list(in_order(entries(3)))) == 3
    for wrong in ([1, 0], [0, 0]):
        with pytest.raises(ClusterError, match="order"):
            list(in_order(Entry(str(i), 0) for i in wrong))


def test_the_last_shard_says_what_a_key_has(tmp_path):
    out = open_store(str(tmp_path))
    chosen = random.Random(1)
    expected = {}
    for number in range(30):
        rows = []
        for key in sorted(chosen.sample(range(200), 20)):
            row = Row(Entry(f"{key:03}", number, None), "ok", {"md5": bytes([number]) * 16})
            expected[row.entry.key] = row.digests
            rows.append(row)
        write(out, f"{number:09}", rows, "w")
    shards = first_keys(out, [name for name, _ in names(out, "")])
    merged = list(latest(out, shards))
    assert [(row.entry.key, row.digests) for row in merged] == sorted(expected.items())


class Falls(Executors):
    """A cluster that is lost now and then, with all that was in it."""

    def __init__(self):
        super().__init__(futures.ThreadPoolExecutor(2), 2)
        self.left, self.lost, self.refused = 5, 0, False

    def submit(self, function, argument):
        self.left -= 1
        if self.left == 0:
            raise Lost("in submitting")
        if self.left < 0:
            future = futures.Future()
            future.set_exception(Lost("in running"))
            return future
        return super().submit(function, argument)

    def reopen(self):
        self.lost += 1
        self.left = 5 if self.lost % 2 else 7


def double(x):
    return 2 * x


def test_nothing_is_lost_with_a_cluster_and_nothing_is_told_twice():
    cluster = Falls()
    found = list(run(cluster, double, range(100)))
    assert sorted(found) == [(i, 2 * i) for i in range(100)] and cluster.lost > 3


def test_what_fails_by_itself_is_tried_again_and_then_told():
    tries = []

    def odd(i):
        tries.append(i)
        if i % 2:
            raise ValueError(str(i))
        return i

    found = dict(run(Executors(futures.ThreadPoolExecutor(2), 2), odd, range(10)))
    assert [found[i] for i in range(0, 10, 2)] == [0, 2, 4, 6, 8]
    assert all(isinstance(found[i], ValueError) for i in range(1, 10, 2))
    assert sorted(tries) == sorted([0, 2, 4, 6, 8] + 3 * [1, 3, 5, 7, 9])


def test_a_broken_executor_is_an_error():
    class Gone(Executors):
        def submit(self, function, argument):
            raise Lost("gone")

    with pytest.raises(ClusterError, match="go on"):
        list(run(Gone(futures.ThreadPoolExecutor(1), 1), double, [1]))


def test_a_cluster_that_is_always_lost_is_an_error():
    class Refuses(Executors):
        def submit(self, function, argument):
            raise Lost("the graph could not be read")

        def reopen(self):
            pass

    with pytest.raises(ClusterError, match="the graph could not be read"):
        list(run(Refuses(futures.ThreadPoolExecutor(1), 1), double, [1]))


def test_progress_knows_what_is_left():
    progress = Progress(False)
    progress.listed(10, 1000)
    progress.done(5, 500, 1)
    assert progress.eta() is None and "+" in progress.line()
    progress.complete = True
    assert progress.eta() > 0 and "1 failed" in progress.line() and "left" in progress.line()
    assert (quantity(0), quantity(1536), quantity(5 << 30)) == ("0 B", "1.5 KiB", "5 GiB")
    assert (duration(61), duration(3661)) == ("1:01", "1:01:01")


@pytest.mark.parametrize("seed", range(20))
def test_tables_have_the_rows_of_the_latest_shards(seed, tmp_path):
    """Of shards that overlap and that do not, with keys that are not UTF-8, and two digests of each."""
    chosen = random.Random(seed)
    out = open_store(str(tmp_path))
    keys = [f"{i:03}" + chosen.choice(["", "\udcff", "é"]) for i in range(120)]
    for number in range(12):
        first = chosen.randrange(0, 120, 10)
        some = keys[first : first + chosen.choice([1, 10, 10, 10, 40])]
        digests = {"sha256": bytes([number]) * 32, "md5": bytes([number]) * 16}
        write(out, f"{number:09}", [Row(Entry(key, number, f"e{number}"), "ok", digests) for key in some], "w")
    index = first_keys(out, [name for name, _ in names(out, str(tmp_path))])
    expected = [
        (row.entry.key, row.entry.size, algorithm, digest)
        for row in latest(out, index)
        for algorithm, digest in row.digests.items()
    ]
    found = []
    for made in tables(out, index):
        for key, row in zip(keys_of(made), made.to_pylist()):
            found.append((key, row["size"], row["algorithm"], row["digest"]))
    assert found == expected and len(found) > 100
