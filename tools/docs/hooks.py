"""MkDocs hooks: pages that are generated from the code, and scripts that the server's security policy allows.

Generated pages: every rule with its tests and its code (``rules/``), the modules that contain rules (``code/``), the HTTP API
(``reference/http.md``), and the documents that stay in the root of the repository. Inline scripts of the theme become files,
because the server's content security policy forbids inline scripts.
"""

from __future__ import annotations

import posixpath
import re
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(Path(__file__).parent))

import http_page  # noqa: E402  # MkDocs does not put this folder on the path
import rule_pages  # noqa: E402

OF_THE_ROOT = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Documents that people expect in the root of a repository, and their pages."""
_LINK = re.compile(r"\]\((?P<target>[^)#\s:]+)(?P<anchor>#[^)\s]*)?\)")


def on_files(files: Files, config: Any) -> Files:
    """Add the generated pages."""
    pages = {**rule_pages.pages(), "reference/http.md": http_page.page()}
    for source, page in OF_THE_ROOT.items():
        pages[page] = _relinked((ROOT / source).read_text(encoding="utf-8"))
    for path, text in pages.items():
        files.append(File.generated(config, path, content=text))
    return files


_INLINE = re.compile(r"<script>(?P<code>.*?)</script>", re.DOTALL)
_scripts: dict[str, str] = {}


def on_post_page(output: str, page: Page, config: Any) -> str:
    """Refer to a file instead of each inline script."""
    return _INLINE.sub(lambda match: f'<script src="{_script(match["code"], page.url)}"></script>', output)


def on_post_template(output_content: str, template_name: str, config: Any) -> str:
    """The page for unknown addresses is a template of the theme."""
    return _INLINE.sub(lambda match: f'<script src="{_script(match["code"], "")}"></script>', output_content)


def on_post_build(config: Any) -> None:
    """Write the scripts that were found."""
    folder = Path(config["site_dir"]) / "assets" / "inline"
    folder.mkdir(parents=True, exist_ok=True)
    for name, code in _scripts.items():
        (folder / name).write_text(code, encoding="utf-8")


def _script(code: str, url: str) -> str:
    """The address of a script's file, relative to the page."""
    name = f"{sha256(code.encode()).hexdigest()[:12]}.js"
    _scripts[name] = code
    return posixpath.relpath(f"assets/inline/{name}", posixpath.dirname(url) or ".")


def _relinked(text: str) -> str:
    """A document of the root as a page: links into ``docs/`` lose that part, other files are named and not linked."""

    def target(match: re.Match[str]) -> str:
        name, anchor = match["target"], match["anchor"] or ""
        if name in OF_THE_ROOT:
            return f"]({OF_THE_ROOT[name]}{anchor})"
        return f"]({name.removeprefix('docs/')}{anchor})" if name.startswith("docs/") else "](index.md)"

    return _LINK.sub(target, text)
