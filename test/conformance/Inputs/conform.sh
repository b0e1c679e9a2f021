#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# conform.sh SOURCE TEMP [--native] [--ulp N] [--races-unseen] [--unsimulated]
#   [--whole-pocl] [FLAGS...]
#
# One small program for one rule. Builds SOURCE without the plugin and with it,
# runs it natively with 1, 2 and 7 threads, as a kernel on the OpenCL CPU device
# and under oclgrind (bounds, data races), and compares each output with the
# serial program's, byte for byte.
#   --native   a loop has no kernel, which the program's -verify or remark test
#              states, or runs in order: the others' kernels run
#   --ulp N    numbers printed with %a may differ by N units in the last place
#              (math functions; floating sums, whose order is free)
#   --races-unseen  the kernel uses atomics of 64 bits, which oclgrind's race
#              detector takes for plain writes, looks at an element before it
#              compares and swaps it, or leaves its arrays, so that items meet in
#              element 0: bounds only
#   --unsimulated  too many iterations for oclgrind
#   --whole-pocl  the kernel calls functions on vectors, which small_pocl.py omits
# The environment is that of e2e.sh; E2E_OCLGRIND is the folder with oclgrind's .icd
# file where that is installed.
# With E2E_BUNDLE=FOLDER it only puts the program and its expected output there.
set -eu

source=$1 temp=$2
shift 2
kernel=1 ulp=0 races=1 simulated=1
while :; do
  case ${1-} in
  --native) kernel=0 ;;
  --ulp) ulp=$2 && shift ;;
  --races-unseen) races=0 ;;
  --unsimulated) simulated=0 ;;
  --whole-pocl) E2E_SMALL_POCL='' ;;
  *) break ;;
  esac
  shift
done
name=${source##*/}
inputs=${0%/*}
case $source in
*.cpp) compiler=$E2E_CLANGXX ;;
*) compiler=$E2E_CLANG ;;
esac
# Large pages are a twentieth of a compiler's time.
build() {
  output=$1
  shift
  GLIBC_TUNABLES=glibc.malloc.hugetlb=1 "$compiler" -O1 -Wall -Werror -Wno-unused -Wno-unknown-pragmas \
    -Wno-unknown-attributes -Wno-pass-failed "-I$inputs" "-I$E2E_INCLUDE" \
    "$@" "$source" -o "$output" -lm
}
if [ -n "${E2E_BUNDLE-}" ]; then
  set -- -w -march=x86-64-v3 "$@"
  case $* in # which the other machine need not have
  *-stdlib=libc++*) set -- "$@" -static-libstdc++ ;;
  esac
fi
[ -z "${E2E_LINKER-}" ] || export COMPILER_PATH="$E2E_LINKER"
# The header of slices and algorithms brings much of the C++ library.
set_aside='' plugin_aside=''
if grep -q '#include <twofold/twofold.hpp>' "$source"; then
  case $* in
  -std=c++17) set_aside=${E2E_HEADERS-} plugin_aside=${E2E_PLUGIN_HEADERS-} ;;
  '-O0 -std=c++17') set_aside=${E2E_HEADERS-} ;;
  esac
fi
build "$temp.serial" "$@" -O0 ${set_aside:+-include-pch "$set_aside"}
build "$temp.twofold" "-fplugin=$E2E_PLUGIN" -DWITH_PLUGIN "$@" \
  ${plugin_aside:+-include-pch "$plugin_aside"} \
  "-L$E2E_RUNTIME" -ltwofold "-Wl,-rpath,$E2E_RUNTIME"
"$temp.serial" >"$temp.expected"
[ -s "$temp.expected" ] || {
  echo "$name: prints nothing that could be compared" >&2
  exit 1
}

if [ -n "${E2E_BUNDLE-}" ]; then
  # The areas may have programs of the same name.
  name=$(basename "$(dirname "$source")")-$name
  name=$name-$(grep -c "^$name-[0-9]" "$E2E_BUNDLE/list" 2>/dev/null || true)
  mv "$temp.expected" "$E2E_BUNDLE/$name.expected"
  mv "$temp.twofold" "$E2E_BUNDLE/$name"
  echo "$name $kernel $ulp" >>"$E2E_BUNDLE/list"
  exit 0
fi

# check WHAT [NAME=VALUE...]
check() {
  what=$1
  shift
  # Without a process of `env`.
  (export "$@" && exec "$temp.twofold") >"$temp.actual" 2>"$temp.errors" || {
    echo "$name: $what: failed" >&2
    cat "$temp.errors" >&2
    exit 1
  }
  if [ "$ulp" = 0 ]; then
    cmp -s "$temp.expected" "$temp.actual"
  else
    "$E2E_PYTHON" "$inputs/close.py" "$ulp" "$temp.expected" "$temp.actual"
  fi || {
    echo "$name: $what: other results than the serial program (< is right)" >&2
    diff "$temp.expected" "$temp.actual" | head -n 20 >&2
    cat "$temp.errors" >&2
    exit 1
  }
}

for threads in 1 2 7; do
  check "$threads threads" TWOFOLD_DEVICE=native TWOFOLD_INLINE_OPS=0 \
    TWOFOLD_INFO=$((threads == 7)) OMP_NUM_THREADS=$threads
done
if [ "${E2E_POCL-}" = 1 ]; then
  demanded=mandatory
  [ "$kernel" = 1 ] || demanded=default
  # Most of the suite's time would be PoCL's optimiser, which the end-to-end
  # programs run with, and its kernels for each size of work-group, which those of
  # docs/ run with. A summary looks through all that is loaded for directives that
  # stay, which is a compiler of 100 MB here.
  check "OpenCL on the CPU" TWOFOLD_DEVICE=cpu TWOFOLD_OFFLOAD=$demanded \
    TWOFOLD_INFO=kernels TWOFOLD_INLINE_OPS=0 POCL_WORK_GROUP_SPECIALIZATION=0 \
    ${E2E_SMALL_POCL:+"OCL_ICD_VENDORS=$E2E_SMALL_POCL"} \
    "POCL_EXTRA_BUILD_FLAGS=${CONFORM_POCL_FLAGS--cl-opt-disable}"
  # Which nothing else would tell where loops may run natively.
  if grep 'no kernel for' "$temp.errors" >&2; then
    echo "$name: a kernel does not build" >&2
    exit 1
  fi
fi
if [ -n "${E2E_OCLGRIND-}" ] && [ "$kernel$simulated" = 11 ]; then
  mkdir -p "$temp.simulated"
  rm -f "$temp.simulated/log"
  # The same variables, with the same values, for all programs: what a process has
  # found out about the driver, which takes as long as a run, holds for others then.
  # Not optimised: its inliner leaves scopes behind that its interpreter does
  # not know.
  set -- "OCL_ICD_VENDORS=$E2E_OCLGRIND" OCLGRIND_CHECK_API=1 OCLGRIND_LOG=log \
    OCLGRIND_NUM_THREADS=1 OCLGRIND_BUILD_OPTIONS=-cl-opt-disable
  [ "$races" = 0 ] || set -- "$@" OCLGRIND_DATA_RACES=1
  cd "$temp.simulated"
  check "oclgrind" TWOFOLD_DEVICE=gpu TWOFOLD_OFFLOAD=mandatory "$@"
  if [ -s log ]; then
    echo "$name: oclgrind says" >&2
    head -n 40 log >&2
    exit 1
  fi
fi
