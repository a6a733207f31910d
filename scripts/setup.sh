# What the scripts beside this file share: packages, configure, build, test. Sourced, not run.
# shellcheck shell=bash
#
# CONNSCOPE_NO_INSTALL=1  never install a package; say what is missing and stop
# CONNSCOPE_JOBS=N        build and test with N jobs (default: one for each processor)

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1
jobs=${CONNSCOPE_JOBS:-$(nproc)}

# Debian 12's names.
build_packages=(g++ mold cmake ninja-build qt6-base-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools libqcustomplot-dev
    libyaml-cpp-dev libexpected-dev nlohmann-json3-dev librapidcheck-dev zlib1g-dev libsnappy-dev liblz4-dev libzstd-dev libgif-dev libwebp-dev
    poppler-utils python3-pil kcat librdkafka-dev libssl-dev openssl xvfb fonts-inter fonts-noto-mono fonts-wqy-microhei)
fuzz_packages=(clang libclang-rt-14-dev cmake ninja-build libyaml-cpp-dev libexpected-dev nlohmann-json3-dev
    zlib1g-dev libsnappy-dev liblz4-dev libzstd-dev)
check_packages=(git clang-format clang-tidy clazy tshark)

# Progress and complaints go to standard error, so that standard output is the program's.
say() { printf '%s\n' "$*" >&2; }
die() {
    say "$*"
    exit 1
}

# need_packages PACKAGE… - returns at once when all are there; installs what is missing; or says what to do and stops.
need_packages() {
    if ! command -v dpkg-query >/dev/null; then
        if ! command -v cmake >/dev/null || ! command -v ninja >/dev/null; then
            die "This is not a Debian system. Install what these Debian packages hold, then try again: $*"
        fi
        return 0
    fi
    local installed missing=() package
    installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null | sed -n 's/ installed$//p' || true)
    for package in "$@"; do
        grep -qxF "$package" <<<"$installed" || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0

    local command="apt-get install -y --no-install-recommends ${missing[*]}"
    local as_root=()
    if [ -n "${CONNSCOPE_NO_INSTALL:-}" ]; then
        die "Missing packages: ${missing[*]}
CONNSCOPE_NO_INSTALL is set, so they are not installed here. As root:
    apt-get update && $command"
    fi
    if [ "$(id -u)" != 0 ]; then
        if command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
            as_root=(sudo)
        else
            die "Missing packages: ${missing[*]}
Only root may install them (and sudo does not work here). As root:
    apt-get update && $command"
        fi
    fi

    say "Installing ${#missing[@]} missing packages (this happens once): ${missing[*]}"
    local log
    log=$(mktemp)
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
    if ! { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
        tail -n 15 "$log" >&2
        rm -f "$log"
        die "
apt-get could not install: ${missing[*]}
Is there a network, and are Debian's package sources set up? The command was:
    apt-get update && $command"
    fi
    rm -f "$log"
}

# The build folder of a preset, as CMakePresets.json has it.
build_dir() { [ "$1" = dev ] && printf 'build\n' || printf 'build-%s\n' "$1"; }

# configure PRESET - only when the folder was not configured, or was configured for another place; ninja does the rest.
configure() {
    local dir arguments=(--preset "$1") log
    dir=$(build_dir "$1")
    if [ -f "$dir/CMakeCache.txt" ]; then
        if grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt" \
            && grep -qxF "CMAKE_GENERATOR:INTERNAL=Ninja" "$dir/CMakeCache.txt"; then
            [ ! -f "$dir/build.ninja" ] || return 0
        else
            arguments+=(--fresh)
        fi
    fi
    if command -v ccache >/dev/null; then
        arguments+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    fi
    say "Configuring $dir"
    log=$(mktemp)
    if ! cmake "${arguments[@]}" >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        die "
cmake --preset $1 failed; its output is above."
    fi
    rm -f "$log"
}

# build PRESET [TARGET…] - one moving line on a terminal; elsewhere a line now and then, and every warning.
build() {
    local dir
    dir=$(build_dir "$1")
    configure "$1"
    if [ -t 2 ]; then
        ninja -C "$dir" -j "$jobs" "${@:2}" >&2 || die "The build failed; the first error is above."
    else
        NINJA_STATUS='[%f/%t] ' ninja -C "$dir" -j "$jobs" "${@:2}" 2>&1 | awk '
            /^\[[0-9]+\/[0-9]+\] / {
                split(substr($1, 2), n, /[\/\]]/)
                tenth = int(10 * n[1] / n[2])
                if (tenth != shown) { print "built " n[1] " of " n[2]; fflush(); shown = tenth }
                next
            }
            /^ninja: (Entering directory|no work to do)/ || /^-- (GLOB mismatch|Configuring done|Generating done|Build files)/ { next }
            { print; fflush() }' >&2 || die "The build failed; the first error is above."
    fi
}

# run_tests PRESET [CTEST ARGUMENT…] - runs ctest, then says how many test functions ran, which were skipped and why.
# The last line is "N passed, N failed, N skipped"; the status is 0 only if nothing failed and something ran.
run_tests() {
    local dir report status=0
    dir=$(build_dir "$1")
    report=$root/$dir/Testing/report.xml
    rm -f "$report"
    ctest --test-dir "$dir" -j "$jobs" --output-on-failure --no-tests=error \
        --output-junit "$report" --test-output-size-passed 50000000 --test-output-size-failed 50000000 "${@:2}" || status=$?
    if [ ! -f "$report" ]; then
        echo "0 passed, 1 failed, 0 skipped"
        return 1
    fi
    awk -v status="$status" -f scripts/count-tests.awk "$report"
}
