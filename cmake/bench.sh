#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# sh cmake/bench.sh [OPTION]...: builds Twofold for use and the textbook loops of
# test/bench/nests for it and for all other compilers and libraries, runs them on a
# machine that should do nothing else, and prints what is the faster, by how much.
# The options are those of run.py: --filter, --size, --type, --peers, --rounds, ...
# Without any it takes hours, most of them for PolyBench's LARGE; with --minutes 10
# the medium sizes alone take ten minutes once all is built.
# NESTS_ARCH=x86-64-v4 compiles for another machine than this one, and only packs
# what is to be carried there.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/cmake/packages.sh"

# shellcheck disable=SC2086
require_packages $build_packages $nests_packages

cd "$root"
cmake --preset bench -DTWOFOLD_NESTS_ARCH="${NESTS_ARCH:-native}" \
  -DTWOFOLD_NESTS_COMPILE_ROUNDS=5 >/dev/null
if [ -n "${NESTS_ARCH-}" ]; then
  exec cmake --build --preset bench --target twofold_nests_archive
fi
cmake --build --preset bench --target twofold_nests
exec python3 build/bench/nests/nests/run.py --json build/bench/nests.json "$@"
