"""Files that say the same thing as the package must agree with it."""

from __future__ import annotations

from pathlib import Path

import tafelrunde

ROOT = Path(__file__).parents[1]


def test_the_citation_names_the_version_of_the_package() -> None:
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").split("\n")
    assert f'version: "{tafelrunde.__version__}"' in lines


def test_files_named_by_the_security_policy_exist() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    named = [word for word in text.split("`") if word.startswith("docs/") or word.endswith((".md", ".cff"))]
    assert named
    assert not [name for name in named if not (ROOT / name).is_file()]
