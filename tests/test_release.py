"""The release tool refuses what cannot be released, and its change of the change log is right."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SPEC = importlib.util.spec_from_file_location("release", ROOT / "tools" / "release.py")
assert SPEC is not None
assert SPEC.loader is not None
release = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(release)

LOG = "# Changes\n\n## Unreleased (rules 2026.2)\n\n### Play\n\n* New.\n\n## 0.1.0\n\n* First.\n"


def test_the_unreleased_section_becomes_the_section_of_the_version() -> None:
    text = release.dated(LOG, "0.2.0", "2026-11-18")
    assert "## Unreleased (rules 2026.2)\n\n## 0.2.0 (rules 2026.2), 2026-11-18\n\n### Play\n\n* New.\n\n## 0.1.0" in text
    assert release.unreleased(LOG) == "### Play\n\n* New."
    with pytest.raises(release.Refused, match="nothing under"):
        release.unreleased(text)


def test_the_projects_own_change_log_can_be_released() -> None:
    assert release.unreleased((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("version", ["1", "1.2", "v1.2.3", "01.2.3", "1.2.3-rc1", "1.2.3\n"])
def test_versions_are_three_numbers(version: str) -> None:
    with pytest.raises(release.Refused):
        release.number(version)


@pytest.mark.parametrize(
    ("status", "tags", "reason"),
    [(" M README.md", "", "uncommitted"), ("", "v0.1.0 v1.0.0", "not newer"), ("", "v0.1.0 v0.2.0", "not newer")],
)
def test_a_release_needs_a_clean_tree_and_a_newer_version(
    monkeypatch: pytest.MonkeyPatch, status: str, tags: str, reason: str
) -> None:
    monkeypatch.setattr(release, "run", lambda *command: status if "status" in command else tags)
    with pytest.raises(release.Refused, match=reason):
        release.check("0.2.0")


def test_the_running_python_is_among_those_that_test_the_wheel() -> None:
    assert len(list(release.pythons())) >= 1
