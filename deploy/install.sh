#!/bin/sh
# Install Tafelrunde from a wheel into a virtual environment of its own; run it again with a newer wheel to upgrade.
# docs/install.md, the Containerfile and `make test-install` all use this file.
set -eu
if [ $# -ne 2 ]; then
    echo "usage: sh install.sh WHEEL FOLDER" >&2
    exit 2
fi
wheel=$1 folder=$2 python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed." >&2; exit 2; }
"$python" -m venv "$folder"
pip() { "$folder/bin/python" -m pip --quiet --disable-pip-version-check "$@"; }
pip install --upgrade "$wheel[push]"
pip install --force-reinstall --no-deps "$wheel" # pip skips a wheel whose version number is already installed
"$folder/bin/tafelrunde" --version
