"""The settings of a host: file, environment and options, in this order of precedence; what is unknown is refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tafelrunde.core.errors import BadInput
from tafelrunde.server import configuration
from tafelrunde.server.configuration import as_toml, load, settings_keys
from tafelrunde.server.settings import Limits, Mail, Serving, Settings


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folders are empty ones, and so is the current folder."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path


def written(folder: Path, text: str) -> str:
    path = folder / "host.toml"
    path.write_text(text)
    return str(path)


def test_without_settings_everything_has_its_default(folders: Path) -> None:
    found = load(None, {}, {})
    data = f"sqlite:///{folders / 'XDG_DATA_HOME' / 'tafelrunde' / 'tafelrunde.db'}"
    assert found == (Settings(db=data), Serving(), None)


def test_the_printed_file_is_valid_and_changes_nothing(folders: Path) -> None:
    assert load(written(folders, as_toml()), {}, {})[:2] == load(None, {}, {})[:2]
    active = as_toml().replace("# db = ", "#db = ").split("\n")
    active = [line.removeprefix("# ") if " = " in line and line.startswith("# ") and "(" not in line else line for line in active]
    found = load(written(folders, "\n".join(active)), {}, {})
    assert found[:2] == load(None, {}, {})[:2]
    assert sum(" = " in line and not line.startswith("#") for line in active) == len(list(settings_keys())) - 1


def test_options_override_the_environment_and_that_the_file(folders: Path) -> None:
    file = written(folders, "[server]\nport = 1001\nworkers = 3\nhost = '::1'\n[mail]\nhost = 'mail'\nsender = 'a@b'\n")
    env = {"TAFELRUNDE_PORT": "1002", "TAFELRUNDE_WORKERS": "2", "TAFELRUNDE_ORIGIN": "https://play.example/"}
    found = load(file, env, {"port": 1003, "host": None})
    assert found.serving == Serving(host="::1", port=1003, workers=2)
    assert (found.settings.origin, found.settings.secure_cookies) == ("https://play.example", True)
    assert found.settings.mail == Mail(host="mail", sender="a@b")


def test_limits_and_lists_are_read_from_the_file(folders: Path) -> None:
    found = load(written(folders, "[limits]\nrate = 5\nspectators = 7\n[server]\nproxies = ['10.0.0.0/8']\n"), {}, {})
    assert found.settings.limits == Limits(rate=5, burst=20, spectators=7)
    assert [str(network) for network in found.settings.proxies] == ["10.0.0.0/8"]


@pytest.mark.parametrize(
    ("text", "where", "reason"),
    [
        ("[server]\nprot = 1", "server.prot", "unknown key; did you mean 'port'"),
        ("[servers]\nport = 1", "servers", "unknown section; did you mean 'server'"),
        ("port = 1", "port", "unknown section"),
        ("[server]\nport = '80'", "server.port", "expected a whole number, found '80'"),
        ("[server]\nregistration = 1", "server.registration", "expected true or false"),
        ("[server]\nproxies = 'all'", "server.proxies", "expected a list of texts"),
        ("[server]\nproxies = ['all']", "server.proxies", "no network address"),
        ("[limits]\nhead_bytes = 0", "limits.head_bytes", "from 1024 up"),
        ("[limits]\nrate = -1", "limits.rate", "from 0 up"),
        ("[server", "host.toml", "not TOML"),
    ],
)
def test_a_wrong_file_is_refused_with_the_key(folders: Path, text: str, where: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason) as refused:
        load(written(folders, text), {}, {})
    assert where in refused.value.where


@pytest.mark.parametrize(
    ("name", "text"), [("PORT", "eighty"), ("REGISTRATION", "perhaps"), ("PATIENCE", "nan"), ("PROXIES", "everybody")]
)
def test_a_wrong_variable_is_refused_by_name(name: str, text: str) -> None:
    with pytest.raises(BadInput) as refused:
        load(None, {f"TAFELRUNDE_{name}": text}, {})
    assert refused.value.where == f"TAFELRUNDE_{name}"


def test_a_file_that_is_missing_is_refused(folders: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        load(str(folders / "nowhere.toml"), {}, {})


def test_the_users_own_file_is_found(folders: Path) -> None:
    own = folders / "XDG_CONFIG_HOME" / "tafelrunde" / "settings.toml"
    own.parent.mkdir(parents=True)
    own.write_text("[server]\nport = 4711\n")
    found = load(None, {}, {})
    assert (found.serving.port, found.file) == (4711, own)
    assert load(None, {"TAFELRUNDE_SETTINGS": written(folders, "")}, {}).serving.port == 0


def test_data_of_an_earlier_version_in_the_current_folder_is_kept(folders: Path) -> None:
    Path("tafelrunde.db").touch()
    assert load(None, {}, {}).settings.db == "sqlite:///tafelrunde.db"
    own = folders / "XDG_DATA_HOME" / "tafelrunde" / "tafelrunde.db"
    own.parent.mkdir(parents=True)
    own.touch()
    assert load(None, {}, {}).settings.db == f"sqlite:///{own}"


def test_only_the_users_data_folder_is_created(folders: Path) -> None:
    configuration.make_folder(f"sqlite:///{folders / 'typo' / 'tafelrunde.db'}")
    assert not (folders / "typo").exists()
    configuration.make_folder(load(None, {}, {}).settings.db)
    assert (folders / "XDG_DATA_HOME" / "tafelrunde").is_dir()
