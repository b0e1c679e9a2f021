# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sourced by demo.sh, test.sh and bench.sh: brings the Debian packages that are missing,
# and asks the network for nothing when none is.

build_packages="clang-22 libclang-22-dev llvm-22-dev llvm-22-tools libomp-22-dev
  opencl-headers ocl-icd-opencl-dev pocl-opencl-icd binutils libxxhash-dev
  nlohmann-json3-dev libpng-dev cmake ninja-build"
# Without these no build with tests is configured.
check_packages="clang-format-22 libgtest-dev python3"
test_packages="$check_packages libclang-rt-22-dev libc++-22-dev libc++abi-22-dev
  libbenchmark-dev libeigen3-dev oclgrind csmith libcsmith-dev pkg-config
  dpkg-dev file meson ccache make clangd-22 clang-tidy-22
  cython3 python3-numpy python3-dev
  python3-setuptools python3-sphinx python3-myst-parser furo doxygen python3-breathe chromium"
nests_packages="gcc libopenblas-pthread-dev libeigen3-dev python3"

# missing_packages <name>...: prints those that are not installed.
missing_packages() {
  for package in "$@"; do
    # dpkg-query fails for a package that it does not know; callers may run
    # under `set -e`.
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) ||
      status=unknown
    [ "$status" = installed ] || printf '%s ' "$package"
  done
}

# apt <argument>...: apt-get as root, without questions, with $apt_options.
apt() {
  # shellcheck disable=SC2086 # a list of options
  set -- env DEBIAN_FRONTEND=noninteractive apt-get -qq \
    -o DPkg::Lock::Timeout=300 ${apt_options-} "$@"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "twofold: installing packages needs root or sudo: $missing" >&2
      return 1
    }
    set -- sudo "$@"
  fi
  "$@"
}

# require_packages <name>...: installs what is missing, or says why it cannot.
require_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "twofold: no Debian system; configure will name what is missing" >&2
    return 0
  fi
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  echo "installing: $missing"
  apt update || return 1
  case " $missing" in
  *" clang-22 "*)
    if ! apt-cache policy clang-22 | grep -q 'Candidate: [0-9]'; then
      echo "twofold: this machine's apt offers no clang-22: add Debian 12's" \
        "security archive (bookworm-security) to its sources" >&2
      return 1
    fi
    ;;
  esac
  # shellcheck disable=SC2086 # a list of names
  apt install -y --no-install-recommends $missing >/dev/null
}
