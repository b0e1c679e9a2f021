#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# foreign.sh SOURCE TEMP
#
# Builds SOURCE as two objects: its loops (-DLOOPS) with the plugin, the rest
# without. Runs the program with each TWOFOLD_COHERENCE on threads and, where
# OpenCL's CPU device answers, on that, with copies as for a device with memory
# of its own. Compares each output with the serial program's. The environment is
# that of e2e.sh.
set -eu

source=$1 temp=$2
case $source in
*.cpp) compiler=$E2E_CLANGXX ;;
*) compiler=$E2E_CLANG ;;
esac
flags="-O2 -Wall -Werror -Wno-unknown-pragmas -Wno-deprecated-declarations"
plugin="-fplugin=$E2E_PLUGIN -I$E2E_INCLUDE"
link="-L$E2E_RUNTIME -ltwofold -Wl,-rpath,$E2E_RUNTIME"

# shellcheck disable=SC2086
{
  "$compiler" $flags -c "$source" -o "$temp.host.o"
  "$compiler" $flags -DLOOPS -c "$source" -o "$temp.loops.o"
  "$compiler" "$temp.host.o" "$temp.loops.o" -pthread -o "$temp.serial"
  "$compiler" $flags -DLOOPS $plugin -c "$source" -o "$temp.parallel.o"
  "$compiler" "$temp.host.o" "$temp.parallel.o" -pthread $link -o "$temp.twofold"
}
"$temp.serial" >"$temp.expected"

# check NAME=VALUE...
check() {
  if ! env TWOFOLD_ZERO_COPY=0 "$@" \
    timeout 100 "$temp.twofold" >"$temp.actual" 2>"$temp.errors"; then
    echo "$source: $*: failed" >&2
    cat "$temp.errors" >&2
    exit 1
  fi
  diff "$temp.expected" "$temp.actual" >&2 || {
    echo "$source: $*: other results than the serial program (< is right)" >&2
    cat "$temp.errors" >&2
    exit 1
  }
}

for mode in eager function lazy; do
  check TWOFOLD_COHERENCE="$mode" TWOFOLD_DEVICE=native \
    TWOFOLD_INLINE_OPS=0 OMP_NUM_THREADS=3
  [ "${E2E_POCL-}" = 1 ] || continue
  check TWOFOLD_COHERENCE="$mode" TWOFOLD_DEVICE=cpu \
    TWOFOLD_OFFLOAD=mandatory
done
