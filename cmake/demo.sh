# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# sh cmake/demo.sh: builds and installs Twofold under build/demo, builds the
# examples with the installed package, and runs them. From any directory, as
# often as you like; the second time is quick.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/cmake/packages.sh"

# shellcheck disable=SC2086
require_packages $build_packages

work=$root/build/demo
mkdir -p "$work"

# quietly <what> <command>...: shows a step's output only when it fails.
quietly() {
  what=$1
  shift
  echo "$what"
  "$@" >"$work/step.log" 2>&1 || {
    cat "$work/step.log" >&2
    echo "twofold: failed: $what" >&2
    exit 1
  }
}

cd "$root"
quietly "configuring" cmake --preset release
quietly "building" cmake --build --preset release --parallel "$(nproc)"
quietly "installing into build/demo/prefix" \
  cmake --install build/release --prefix "$work/prefix"
quietly "configuring the examples" cmake -S docs/examples -B "$work/examples" \
  -G Ninja -DCMAKE_BUILD_TYPE=Release "-DTwofold_ROOT=$work/prefix" \
  -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22
quietly "building the examples" \
  cmake --build "$work/examples" --parallel "$(nproc)"

exec sh docs/examples/run.sh "$work/examples"
