"""The wheel's check, the installation page, and the files under deploy/; `make test-install` follows the page for real."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest

from tafelrunde.cli.main import parser_of
from tafelrunde.server.configuration import settings_keys

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_wheel_that_lacks_a_file_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheels = tool("build_wheel")
    monkeypatch.setattr(wheels, "SOURCE", tmp_path)
    for name in ("tafelrunde/a.py", "tafelrunde/web/static/assets/x.js", "tafelrunde/__pycache__/a.pyc"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    with ZipFile(tmp_path / "t.whl", "w") as archive:
        archive.writestr("tafelrunde/a.py", "")
    assert wheels.missing(tmp_path / "t.whl") == ["tafelrunde/web/static/assets/x.js", "tafelrunde/web/static/index.html"]
    with ZipFile(tmp_path / "t.whl", "a") as archive:
        archive.writestr("tafelrunde/web/static/assets/x.js", "")
        archive.writestr("tafelrunde/web/static/index.html", "")
    assert wheels.missing(tmp_path / "t.whl") == []


def test_every_way_to_install_on_the_page_ends_with_a_server() -> None:
    install = tool("try_install")
    found = install.blocks(install.PAGE.read_text(encoding="utf-8"))
    assert len(found) == install.PAGE.read_text(encoding="utf-8").count("```sh\n") >= 3
    assert all(lines[-1].endswith(install.SERVE) for _, lines in found)
    assert any("deploy/install.sh" in line for _, lines in found for line in lines)


def commands(text: str) -> list[list[str]]:
    """The commands of a unit, a Containerfile or a compose file, without the program."""
    units = re.findall(r"^ExecStart=\S*/tafelrunde (.*)$", text, re.MULTILINE)
    services = re.findall(r"^ +command: (.*)$", text, re.MULTILINE)
    images = re.findall(r"^CMD \[(.*)\]$", text, re.MULTILINE)
    return [*map(shlex.split, [*units, *services]), *(shlex.split(words.replace(",", " ")) for words in images)]


@pytest.mark.parametrize("name", ["tafelrunde.service", "tafelrunde-backup.service", "Containerfile", "compose.yaml"])
def test_the_commands_under_deploy_are_understood(name: str) -> None:
    found = commands((DEPLOY / name).read_text(encoding="utf-8"))
    assert found
    for words in found:
        parser_of(words[0]).parse_args(words)


def test_the_compose_file_sets_what_there_is() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    used = set(re.findall(r"\bTAFELRUNDE_\w+", text))
    assert len(used) >= 3
    assert used <= {setting.variable for setting in settings_keys()}
    (proxy,) = re.findall(r"TAFELRUNDE_PROXIES: ([\d.]+)", text)
    assert f"ipv4_address: {proxy} " in text, "the address that is believed is Caddy's"


def test_the_image_is_installed_by_the_script_of_the_page() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert re.search(r"^RUN sh \S+/install\.sh ", text, re.MULTILINE)
    assert "pip" not in text.replace("/tmp/install", "").lower()
    sources = re.findall(r"^COPY (.*) \S+$", text, re.MULTILINE)[0].split()
    assert all(source.startswith("dist/") or (ROOT / source).is_file() for source in sources)
    kept = (ROOT / ".dockerignore").read_text(encoding="utf-8")
    assert all(f"!{source.split('/')[0]}\n" in kept for source in sources)
