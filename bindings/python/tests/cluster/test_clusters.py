"""What can be a cluster: Dask's objects, and executors."""

import concurrent.futures
import multiprocessing

import pytest
from lanesum.cluster import ClusterError, hash_store, open_cluster


@pytest.fixture
def hashed(tmp_path):
    for i in range(30):
        (tmp_path / "d" / f"{i:02}").parent.mkdir(exist_ok=True)
        (tmp_path / "d" / f"{i:02}").write_bytes(b"x" * i)

    def hashed(cluster):
        opened = open_cluster(cluster)
        found = hash_store(str(tmp_path / "d"), ["md5"], str(tmp_path / "o"), opened)
        opened.close()
        return found.tally

    return hashed


def test_objects_of_dask(hashed, tmp_path):
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        tally = hashed(cluster)
        assert tally.counts == {"ok": 30}
        with Client(cluster) as client:
            assert hashed(client).skipped == 30
            # A client that was given is not closed.
            assert client.submit(int, "7").result() == 7


def test_processes(hashed):
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=spawn) as pool:
        tally = hashed(pool)
    assert tally.counts == {"ok": 30} and all("MainProcess" not in name for name in tally.workers)


def test_no_scheduler_is_an_error(monkeypatch):
    from lanesum.cluster import dask_cluster

    monkeypatch.setattr(dask_cluster, "CONNECT", "1s")
    with pytest.raises(ClusterError, match="no scheduler"):
        open_cluster("tcp://127.0.0.1:9")
