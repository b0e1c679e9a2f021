#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# oclgrind.sh TEMP CHECK SOURCE...: runs kernels in an OpenCL interpreter that
# looks for wrong addresses and API calls, and by CHECK for
#   races          data races between work-items
#   uninitialized  use of memory that nobody wrote. Oclgrind 21.10 takes a write
#                  at an offset in a buffer for one at its start: right for
#                  programs whose arrays start at the start of a page.
set -eu
temp=$1 check=$2
shift 2
library=/usr/lib/oclgrind/liboclgrind-rt-icd.so
mkdir -p "$temp.vendors"
echo "$library" >"$temp.vendors/oclgrind.icd"
export OCL_ICD_VENDORS="$temp.vendors"
export OCLGRIND_CHECK_API=1
case $check in
races) export OCLGRIND_DATA_RACES=1 ;;
# It knows no `freeze` instructions, which optimisation makes, and keeps what it
# knows of memory for each thread.
uninitialized)
  export OCLGRIND_UNINITIALIZED=1 TWOFOLD_CL_FLAGS=-cl-opt-disable
  ;;
esac
export OCLGRIND_LOG="$temp.log" OCLGRIND_NUM_THREADS=1
export TWOFOLD_CACHE=off TWOFOLD_OFFLOAD=mandatory TWOFOLD_DEVICE=gpu
# The simulator does not stand queues and builds of several threads.
export TWOFOLD_COHERENCE=eager TWOFOLD_BUILD=wait
for source in "$@"; do
  # Without what e2e.sh is to run it with, too.
  flags=$(sed -n 's|.*RUN: %e2e %s %t||p' "$source" | head -n 1 |
    sed 's| --also [^ ]*||g; s| \\$||')
  compiler=$E2E_CLANG
  case $source in *.cpp) compiler=$E2E_CLANGXX ;; esac
  build() {
    output=$1
    shift
    # shellcheck disable=SC2086
    "$compiler" -O1 -w -DINTERPRETED $flags "-I$E2E_INCLUDE" "$source" -o "$output" "$@" -lm
  }
  build "$temp.serial"
  build "$temp.twofold" "-fplugin=$E2E_PLUGIN" "-L$E2E_RUNTIME" -ltwofold \
    "-Wl,-rpath,$E2E_RUNTIME"
  "$temp.serial" >"$temp.expected"
  rm -f "$temp.log"
  "$temp.twofold" >"$temp.actual" 2>"$temp.errors" || {
    echo "$source: failed under oclgrind" >&2
    cat "$temp.errors" >&2
    exit 1
  }
  if [ -s "$temp.log" ]; then
    echo "$source: oclgrind says" >&2
    head -n 40 "$temp.log" >&2
    exit 1
  fi
  cmp "$temp.expected" "$temp.actual"
done
