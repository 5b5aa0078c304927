"""The benchmark runs, and says what it should."""

import json
import subprocess
import sys


def test_it_runs():
    command = [sys.executable, "-m", "lanesum.bench", "--quick"]
    found = json.loads(subprocess.run([*command, "--json"], capture_output=True, text=True, check=True).stdout)
    assert all(any(name in case for case in found["cases"]) for name in ("files", "at a time x", "2000 pieces")) and found["machine"]
    assert all(seconds > 0 for times in found["cases"].values() for seconds in times.values())
    shown = subprocess.run([*command, "many"], capture_output=True, text=True, check=True).stdout
    assert "times as fast" in shown
    wrong = subprocess.run([*command, "no such"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "no case is called" in wrong.stderr
