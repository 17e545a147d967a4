"""The settings of a host: one TOML file, overridden by environment variables, overridden by command-line options.

``tafelrunde settings`` prints a file with every setting, its meaning and its default. A key that does not exist, in the file
or among the sections, is refused by name. What the settings are is declared in ``settings.py``; nothing is repeated here.
"""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import Field, fields
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import platformdirs

from tafelrunde.core.errors import BadInput
from tafelrunde.server.settings import Limits, Mail, Serving, Settings, variable

if TYPE_CHECKING:
    from tafelrunde.server.proxies import Network

Value = str | int | float | bool | tuple[str, ...]

APP = "tafelrunde"
SECTIONS: Mapping[str, tuple[type[Serving | Settings | Mail | Limits], ...]] = {
    "server": (Serving, Settings),
    "mail": (Mail,),
    "limits": (Limits,),
}


class Setting(NamedTuple):
    """One key of the settings file."""

    section: str
    name: str
    default: Value
    help: str
    variable: str
    least: float | None

    def accept(self, where: str, value: object) -> Value:
        """Validate a value: its type and its minimum."""
        if isinstance(self.default, tuple):
            if isinstance(value, list) and all(isinstance(item, str) for item in value):
                return tuple(value)
        elif isinstance(self.default, float) and type(value) in (int, float):
            assert isinstance(value, int | float)
            return self._in_range(where, float(value))
        elif type(value) is type(self.default):
            assert isinstance(value, str | int | bool)
            return self._in_range(where, value) if type(value) is int else value
        raise BadInput(where, f"expected {_KINDS[type(self.default)]}, found {value!r:.60}.")

    def _in_range(self, where: str, number: float) -> float:
        least = self.least if self.least is not None else 0
        if not least <= number < 1e15:
            raise BadInput(where, f"{number} is not a number from {least} up.")
        return number

    def from_text(self, where: str, text: str) -> Value:
        """The value of an environment variable."""
        if isinstance(self.default, tuple):
            return tuple(text.replace(",", " ").split())
        if isinstance(self.default, str):
            return text
        if isinstance(self.default, bool):
            if text.lower() in ("1", "true", "yes", "on", "0", "false", "no", "off"):
                return text.lower() in ("1", "true", "yes", "on")
            raise BadInput(where, f"expected true or false, found {text!r:.40}.")
        try:
            number = float(text)
        except ValueError:
            raise BadInput(where, f"{text!r:.40} is not a number from {self.least or 0} up.") from None
        whole = isinstance(self.default, int) and number.is_integer()
        return self.accept(where, int(number) if whole else number)


_KINDS = {str: "text in quotes", int: "a whole number", float: "a number", bool: "true or false", tuple: "a list of texts"}


def settings_keys() -> Iterator[Setting]:
    """Every setting in the order of the file."""
    for section, kinds in SECTIONS.items():
        for kind in kinds:
            for field in fields(kind):
                if "help" in field.metadata:
                    yield _setting(section, field)


def _setting(section: str, field: Field[Value]) -> Setting:
    assert not isinstance(field.default, type)
    name = field.metadata["variable"] or field.name
    default: Value = field.default  # type: ignore[assignment]
    if field.name == "db":
        default = ""
    return Setting(section, field.name, default, field.metadata["help"], variable(name), field.metadata.get("least"))


# --- reading -------------------------------------------------------------------------------------


class Configuration(NamedTuple):
    """All settings, and the file they were read from, if any."""

    settings: Settings
    serving: Serving
    file: Path | None


def load(file: str | None, env: Mapping[str, str], flags: Mapping[str, Value | None]) -> Configuration:
    """Read the settings of this host. ``flags`` holds the command-line options that were given, by the names of the settings."""
    path = settings_file(file, env)
    given = dict(_from_file(path)) if path is not None else {}
    for setting in settings_keys():
        if setting.variable in env:
            given[setting] = setting.variable, setting.from_text(setting.variable, env[setting.variable])
        option = flags.get(setting.name) if setting.section == "server" else None
        if option is not None:
            given[setting] = "--" + setting.name.replace("_", "-"), option
    return Configuration(_settings(given), _serving(given), path)


def settings_file(named: str | None, env: Mapping[str, str]) -> Path | None:
    """The settings file given on the command line, otherwise the user's own if it exists."""
    named = named or env.get(variable("settings"))
    if named:
        return Path(named)
    own = platformdirs.user_config_path(APP) / "settings.toml"
    return own if own.is_file() else None


def _from_file(path: Path) -> Iterator[tuple[Setting, tuple[str, Value]]]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(str(path), f"The settings cannot be read ({error.strerror}).") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(str(path), f"This is not TOML: {error}.") from None
    known = {(setting.section, setting.name): setting for setting in settings_keys()}
    for section, values in data.items():
        where = f"{path}: {section}"
        if section not in SECTIONS or not isinstance(values, dict):
            raise BadInput(where, _unknown("section", section, list(SECTIONS)))
        for name, value in values.items():
            found = known.get((section, name))
            if found is None:
                raise BadInput(f"{where}.{name}", _unknown("key", name, [key for part, key in known if part == section]))
            yield found, (f"{where}.{name}", found.accept(f"{where}.{name}", value))


def _unknown(what: str, name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}."
    return f"unknown {what}; {hint}"


Given = Mapping[Setting, tuple[str, Value]]


def _values(given: Given, kind: type[Serving | Settings | Mail | Limits]) -> dict[str, Value]:
    names = {field.name for field in fields(kind)}
    sections = [section for section, kinds in SECTIONS.items() if kind in kinds]
    return {s.name: value for s, (_, value) in given.items() if s.section in sections and s.name in names}


def _serving(given: Given) -> Serving:
    return Serving(**_values(given, Serving))  # type: ignore[arg-type]


def _settings(given: Given) -> Settings:
    limits = _values(given, Limits)
    if "rate" in limits and "burst" not in limits:
        limits["burst"] = float(limits["rate"]) * 4  # type: ignore[arg-type]
    values = _values(given, Settings)
    origin = str(values.pop("origin", "")).rstrip("/")
    values["db"] = values.get("db") or default_db()
    places = [(where, value) for setting, (where, value) in given.items() if setting.name == "proxies"]
    values.pop("proxies", None)
    return Settings(
        **values,  # type: ignore[arg-type]
        origin=origin, secure_cookies=origin.startswith("https:"), proxies=_networks(places),
        mail=Mail(**_values(given, Mail)), limits=Limits(**limits),  # type: ignore[arg-type]
    )  # fmt: skip


def _networks(places: list[tuple[str, Value]]) -> tuple[Network, ...]:
    from tafelrunde.server.proxies import networks

    return tuple(network for where, value in places if isinstance(value, tuple) for network in networks(where, list(value)))


def default_db() -> str:
    """The database in the user's data folder; a ``tafelrunde.db`` of an earlier version in the current folder is kept."""
    here = Path("tafelrunde.db")
    own = platformdirs.user_data_path(APP) / here
    return f"sqlite:///{here if here.exists() and not own.exists() else own}"


def make_folder(db: str) -> None:
    """Create the user's data folder if the database is stored there; a server creates no other folder."""
    folder = platformdirs.user_data_path(APP)
    if db == f"sqlite:///{folder / 'tafelrunde.db'}":
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)


# --- writing -------------------------------------------------------------------------------------


def as_toml() -> str:
    """A settings file with every setting commented out, so that it changes nothing until a line is uncommented."""
    lines = [
        "# Settings of a Tafelrunde server. Remove the '# ' before a setting to change it.",
        f"# This file is read from {platformdirs.user_config_path(APP) / 'settings.toml'},",
        "# from --settings FILE or from the file that TAFELRUNDE_SETTINGS names. Environment variables override it,",
        "# options of the command line override both.",
    ]
    section = ""
    for setting in settings_keys():
        if setting.section != section:
            section = setting.section
            lines += ["", f"[{section}]"]
        lines += ["", f"# {setting.help} ({setting.variable})", f"# {setting.name} = {_toml(setting.default)}"]
    return "\n".join(lines) + "\n"


def _toml(value: Value) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value)
