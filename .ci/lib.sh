# shellcheck shell=bash
# The functions and settings of all steps. Each step sources this file first; .ci/run starts the steps in the root of
# the repository.
set -eu -o pipefail

source .ci/install.sh

export CARGO_TERM_QUIET=true
export RUSTUP_AUTO_INSTALL=0
# CI compiles each package once and does not debug it, so incremental and debug data would only cost time.
export CARGO_INCREMENTAL=0
export CARGO_PROFILE_DEV_DEBUG=false

# An empty directory for the files of the step; .ci/run removes it.
scratch=${CI_SCRATCH:?is unset: run the step with .ci/run}

# The target directories of the other packages lie here, one for each, because two packages have programs of the same
# name. They share one build directory, so dependencies are compiled once for all packages.
packages_dir=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export CARGO_BUILD_BUILD_DIR=$packages_dir/build

fail() {
    echo "error: $*" >&2
    exit 1
}

# checked TEXT…: sets the summary that .ci/run prints in the last line of the step.
checked() {
    echo "$*" >"$CI_SUMMARY"
}

# in_package PACKAGE COMMAND…: runs a command in the directory of another package, where cargo finds the configuration
# for its targets. RUSTFLAGS is unset, because it would replace the flags of that configuration.
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
    # The commands of README.md contain no quotes, so splitting into words is enough.
    # shellcheck disable=SC2086
    $command
}
