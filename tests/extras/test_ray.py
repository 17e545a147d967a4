"""Ray plays the games that a local run plays."""

from __future__ import annotations

from pathlib import Path

from pyarrow import parquet

from tafelrunde.cli.main import main

SIMULATE = ["simulate", "rise", "--bots", "random", "--games"]


def test_ray_plays_the_same_games(tmp_path: Path) -> None:
    here, there = tmp_path / "here.parquet", tmp_path / "there.parquet"
    assert main([*SIMULATE, "6", "--out", str(here)]) == 0
    assert main([*SIMULATE, "6", "--out", str(there), "--engine", "ray", "--workers", "2"]) == 0
    assert parquet.read_table(there).equals(parquet.read_table(here))
