# shellcheck shell=bash
# Functions that install tools for the steps. `need` and `need_…` fail if they cannot install a tool. `try_…` returns
# whether the tool is installed, for steps that can check less without it.

# need_targets TARGET…: installs the Rust targets that are missing.
need_targets() {
    local installed target missing=
    installed=$(rustup target list --installed)
    for target in "$@"; do
        grep -qxF "$target" <<<"$installed" || missing="$missing $target"
    done
    # shellcheck disable=SC2086
    [ -z "$missing" ] || rustup target add $missing
}

# need_component COMPONENT: installs a component of the default toolchain.
need_component() {
    local installed
    installed=$(rustup component list --installed)
    grep -q "^$1" <<<"$installed" || rustup component add "$1"
}

# need COMMAND PACKAGE…: takes pairs of a command and a Debian package, and installs the packages of missing commands.
need() {
    local missing=
    while [ $# -gt 0 ]; do
        command -v "$1" >/dev/null || missing="$missing $2"
        shift 2
    done
    [ -n "$missing" ] || return 0
    apt-get -qq update || true
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends $missing \
        >"$scratch/install" 2>&1 || fail "cannot install$missing"
}

has_toolchain() {
    rustup run "$1" cargo --version >/dev/null 2>&1
}

# try_toolchain TOOLCHAIN SECONDS: installs a Rust toolchain within a time limit.
try_toolchain() {
    has_toolchain "$1" ||
        timeout "$2" rustup toolchain install "$1" --profile minimal >"$scratch/install" 2>&1 || true
    has_toolchain "$1"
}

# try_cargo_tool COMMAND SECONDS: installs a command with `cargo install` within a time limit.
try_cargo_tool() {
    command -v "$1" >/dev/null ||
        timeout "$2" cargo install "$1" --locked >"$scratch/install" 2>&1 || true
    command -v "$1" >/dev/null
}
