"""The HTTP API as a page of the site, from the server's own OpenAPI description."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from tafelrunde.server.app import create_app
from tafelrunde.server.settings import Settings

METHODS = ("get", "post", "put", "patch", "delete")
INTRODUCTION = """# HTTP API

All calls are below `/api`. Bodies and answers are JSON. A running server describes itself at `/api/openapi.json`; this page is
generated from the same description. A guest gets a cookie, or a bearer token for programs, from `POST /api/session`. Errors are
problem details: `{type, rule, reason, place}`.
"""


def page() -> str:
    """The whole page."""
    described = create_app(Settings()).openapi()
    groups: dict[str, list[str]] = defaultdict(list)
    for path, operations in described["paths"].items():
        for method in METHODS:
            if method in operations:
                groups[_group(path)] += _operation(method, path, operations[method])
    lines = [INTRODUCTION]
    for group, parts in groups.items():
        lines += [f"## {group}", "", *parts]
    lines += ["## Schemas", "", *_schemas(described["components"]["schemas"])]
    return "\n".join(lines)


def _group(path: str) -> str:
    parts = [part for part in path.split("/") if part and part != "api"]
    return parts[0] if parts else "other"


def _operation(method: str, path: str, operation: Mapping[str, Any]) -> list[str]:
    lines = [f"### `{method.upper()} {path}`", "", _sentence(operation), ""]
    if "requestBody" in operation:
        lines += [f"Request: {_names(operation['requestBody']['content'].values())}", ""]
    lines += ["| status | answer |", "|---|---|"]
    for status, answer in operation["responses"].items():
        shape = _names(answer.get("content", {}).values())
        lines.append(f"| {status} | {_cell(answer.get('description', ''))}{': ' + shape if shape else ''} |")
    return [*lines, ""]


def _sentence(operation: Mapping[str, Any]) -> str:
    return str(operation.get("description") or operation.get("summary", "")).strip()


def _names(contents: Iterable[Mapping[str, Any]]) -> str:
    return ", ".join(filter(None, (_type(content.get("schema", {})) for content in contents)))


def _type(schema: Mapping[str, Any] | bool) -> str:
    """A type in words, with links to the schemas it names."""
    if isinstance(schema, bool):  # JSON Schema's short form for anything and nothing
        return "any" if schema else "nothing"
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name})"
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(_type(one) for one in schema[key]))
    if "enum" in schema or "const" in schema:
        return ", ".join(f"`{value}`" for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if isinstance(schema.get("additionalProperties"), Mapping):
        return f"object of {_type(schema['additionalProperties'])}"
    return str(schema.get("type", "any"))


def _schemas(schemas: Mapping[str, Any]) -> list[str]:
    lines: list[str] = []
    for name, schema in sorted(schemas.items()):
        lines += [f"### {name} {{ #{name} }}", ""]
        if schema.get("description"):
            lines += [schema["description"].strip(), ""]
        fields = schema.get("properties", {})
        if not fields:
            lines += [_type(schema), ""]
            continue
        lines += ["| field | type | meaning |", "|---|---|---|"]
        needed = schema.get("required", ())
        for field, shape in fields.items():
            mark = "" if field in needed else " (optional)"
            lines.append(f"| `{field}`{mark} | {_cell(_type(shape))} | {_cell(shape.get('description', ''))} |")
        lines.append("")
    return lines


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
