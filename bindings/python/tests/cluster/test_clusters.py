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


def test_the_dashboard_says_how_far_a_run_is(tmp_path):
    """Metrics of each worker, and a page of the scheduler's server."""
    import urllib.request

    from distributed import LocalCluster
    from lanesum.cluster.progress import Progress
    from lanesum.cluster.tree import tree_of

    for i in range(300):
        (tmp_path / "d").mkdir(exist_ok=True)
        (tmp_path / "d" / f"{i:03}").write_bytes(b"x" * 1000)
    (tmp_path / "<large>").write_bytes(bytes(20 << 20))

    def page(opened):
        with urllib.request.urlopen(opened.dashboard) as answer:
            return answer.read().decode()

    def workers(opened):
        return opened.client.scheduler_info(n_workers=-1)["workers"].values()

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0") as cluster:
        opened = open_cluster(cluster)
        assert "no run so far" in page(opened)
        seen = []
        progress = Progress(False)
        show = opened.show
        opened.show = lambda state: (show(state), seen.append(page(opened)))
        hash_store(str(tmp_path / "d"), ["md5"], str(tmp_path / "o"), opened, progress=progress)
        assert "of 300 objects" in seen[-1] and ">300<" in seen[-1] and "ended" in seen[-1]
        assert f"lanesum: {tmp_path}/d" in seen[-1]
        # The heartbeat of a worker has what it read, sooner or later.
        while not any(worker["metrics"].get("lanesum_bytes", 0) >= 300_000 for worker in workers(opened)):
            assert opened.client.status == "running"
        tree_of(str(tmp_path / "<large>"), str(tmp_path / "t"), opened, part=8 << 20)
        assert "of 20 MiB" in seen[-1] and "&lt;large&gt;" in seen[-1] and "<large>" not in seen[-1]
        opened.close()
        # Another one on the same cluster is shown on the same page.
        again = open_cluster(cluster)
        hash_store(str(tmp_path / "d"), ["md5"], str(tmp_path / "o"), again)
        assert "ended" in page(again)
        again.close()
