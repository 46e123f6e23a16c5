# shellcheck shell=bash
# What the steps share. Each step reads this file first; .ci/run starts them in the root of the repository.
set -eu -o pipefail

source .ci/install.sh

export CARGO_TERM_QUIET=true
export RUSTUP_AUTO_INSTALL=0
# Each package is compiled once from scratch and never debugged: incremental and debug data would only cost time.
export CARGO_INCREMENTAL=0
export CARGO_PROFILE_DEV_DEBUG=false

# An empty directory for the files of the step; .ci/run removes it.
scratch=${CI_SCRATCH:?is unset: run the step with .ci/run}

# The packages beside the library are built here, each in a directory of its own, because two of them have programs of
# the same name. The build directory is shared: dependencies are compiled once for all packages.
packages_dir=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export CARGO_BUILD_BUILD_DIR=$packages_dir/build

fail() {
    echo "error: $*" >&2
    exit 1
}

# Says what the step checked: the text of its closing line.
checked() {
    echo "$*" >"$CI_SUMMARY"
}

# in_package PACKAGE COMMAND…: runs a command in the directory of a package beside the library. The configuration for
# its targets lies there, and RUSTFLAGS in the environment would replace the flags of that configuration.
in_package() {
    local package=$1
    shift
    (cd "$package" && env -u RUSTFLAGS CARGO_TARGET_DIR="$packages_dir/${package//\//-}" "$@")
}

# from_readme COMMAND: runs a command after checking that README.md shows it, either alone on a line (a comment may
# follow it) or in backticks.
from_readme() {
    local command=$1 pattern
    pattern=$(printf '%s' "$command" | sed 's/[][\.*^$+?(){}|]/\\&/g')
    grep -qE "(^[[:space:]]*([$][[:space:]]+)?|\`)$pattern([[:space:]]*(#.*)?\$|\`)" README.md ||
        fail "README.md does not show the command: $command"
    echo "\$ $command"
    # The shell splits the command into words: it needs no quoting.
    # shellcheck disable=SC2086
    $command
}
