# System packages, for scripts/quickstart and scripts/test. Sourced by them; changes nothing when nothing is missing.

# The distribution's own tools first: a python3 or meson of a developer's home may lack what the packages bring.
PATH=/usr/bin:/bin:$PATH
export PATH

BUILD_PACKAGES="gcc libc6-dev dpkg-dev meson ninja-build pkg-config python3 python3-venv libgsl-dev libsqlite3-dev libjansson-dev libcsv-dev zlib1g-dev"
TEST_PACKAGES="g++ libcmocka-dev doxygen python3-pytest python3-nbclient python3-nbformat python3-ipykernel python3-pip"
ALL_PACKAGES="clang clang-tidy valgrind locales"

# need PACKAGE...: all are there when it returns; otherwise the script ends with a message that names them.
need()
{
    if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
        need_apt "$@"
    else
        need_probe "$@"
    fi
}

is_installed()
{
    dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null | grep -q '^.i'
}

need_apt()
{
    missing=
    for package in "$@"; do
        is_installed "$package" || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "These packages are missing:$missing" >&2
            echo "Run as root: apt-get install$missing" >&2
            exit 1
        fi
        as_root=sudo
    fi
    echo "Installing:$missing" >&2
    # An old package list may do; when it does not, it is fetched once.
    # shellcheck disable=SC2086  # lists of words
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1 ||
        { $as_root apt-get update -qq >&2 &&
          $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null; } || {
            echo "apt-get could not install:$missing" >&2
            exit 1
        }
}

# want PACKAGE: installs it when this distribution has it; fails without a word when it has not.
want()
{
    command -v apt-get >/dev/null && command -v apt-cache >/dev/null || return 1
    is_installed "$1" && return 0
    [ -n "$(apt-cache policy "$1" 2>/dev/null | grep 'Candidate: [^(]')" ] || return 1
    (need_apt "$1")
}

# Systems without apt: what a package brings is looked for, and the package named when it is not there.
need_probe()
{
    missing=
    for package in "$@"; do
        case $package in
        gcc) command -v cc ;;
        g++) command -v c++ ;;
        ninja-build) command -v ninja ;;
        libc6-dev | dpkg-dev | locales) true ;;
        libgsl-dev) pkg-config --exists gsl ;;
        libsqlite3-dev) pkg-config --exists 'sqlite3 >= 3.37' ;;
        libjansson-dev) pkg-config --exists 'jansson >= 2.13' ;;
        zlib1g-dev) pkg-config --exists zlib ;;
        libcmocka-dev) pkg-config --exists cmocka ;;
        libcsv-dev) echo '#include <csv.h>' | cc -E - ;;
        python3-venv) python3 -c 'import venv, ensurepip' ;;
        python3-*) python3 -c "import ${package#python3-}" ;;
        *) command -v "$package" ;;
        esac >/dev/null 2>&1 || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    echo "This system has no apt-get, and these are missing (by their Debian names):$missing" >&2
    echo "Install what your system calls them, then run this again." >&2
    exit 1
}

# The Python that the distribution's packages belong to.
if [ -x /usr/bin/python3 ]; then PYTHON=/usr/bin/python3; else PYTHON=$(command -v python3 || echo python3); fi
