#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# openmp.sh SOURCE TEMP [--kernels N [--alone N]] [FLAGS...]
#
# Builds SOURCE by `clang -fopenmp` and with -fplugin-arg-twofold-openmp, with
# and without -fopenmp, at -O0 and -O3, and compares the outputs: on threads,
# through OpenCL in place and with copies.
#   --kernels N  so many loops are taken
#   --alone N    and so many without -fopenmp
# The environment is that of e2e.sh.
set -eu

source=$1 temp=$2
shift 2
kernels=''
[ "${1-}" != --kernels ] || { kernels=$2 && shift 2; }
alone=$kernels
[ "${1-}" != --alone ] || { alone=$2 && shift 2; }
case $source in
*.cpp) compiler=$E2E_CLANGXX ;;
*) compiler=$E2E_CLANG ;;
esac
[ -z "${E2E_LINKER-}" ] || export COMPILER_PATH="$E2E_LINKER"
flag="-fplugin=$E2E_PLUGIN -fplugin-arg-twofold-openmp -I$E2E_INCLUDE -Rpass=twofold"
link="-L$E2E_RUNTIME -ltwofold -Wl,-rpath,$E2E_RUNTIME -lm"
warnings="-Wall -Werror -Wno-unused -Wno-unknown-pragmas -Wno-pass-failed"

"$compiler" $warnings -O1 -fopenmp "$@" "$source" -o "$temp.openmp" -lm
OMP_NUM_THREADS=3 "$temp.openmp" >"$temp.expected"

check() {
  what=$1
  shift
  if ! env "$@" OMP_NUM_THREADS=3 "$temp.flag" >"$temp.actual" 2>"$temp.errors"; then
    echo "$what: failed" >&2
    cat "$temp.errors" >&2
    exit 1
  fi
  if grep 'threads run it instead' "$temp.errors" >&2; then
    echo "$what: a kernel is not built or not launched" >&2
    exit 1
  fi
  diff "$temp.expected" "$temp.actual" >&2 || {
    echo "$what: other results than with OpenMP (< is right)" >&2
    exit 1
  }
}

# shellcheck disable=SC2086
for flags in '-fopenmp -O0' '-fopenmp -O3' -O0 -O3; do
  "$compiler" $warnings $flag $flags "$@" "$source" -o "$temp.flag" $link \
    2>"$temp.remarks" || { cat "$temp.remarks" >&2 && exit 1; }
  count=$(grep -c 'remark: offloaded: OpenCL kernel' "$temp.remarks" || true)
  wanted=$alone
  case $flags in *-fopenmp*) wanted=$kernels ;; esac
  if [ -n "$kernels" ] && [ "$count" != "$wanted" ]; then
    echo "$flags: $count loops are taken, not $wanted" >&2
    cat "$temp.remarks" >&2
    exit 1
  fi
  check "$flags, threads" TWOFOLD_DEVICE=native TWOFOLD_INLINE_OPS=0
  check "$flags, short calls" TWOFOLD_DEVICE=native
  case $flags in
  *-fopenmp*) check "$flags, regions in turn" TWOFOLD_DEVICE=native TWOFOLD_REGIONS=both ;;
  esac
  [ "${E2E_POCL-}" = 1 ] || continue
  # Each level, and -fopenmp and none, meets memory in place and copies.
  case $flags in
  '-fopenmp -O0' | -O3) copies=0 ;;
  *) copies=1 ;;
  esac
  # Programs of e2e/ and random ones run through PoCL's optimiser.
  check "$flags, OpenCL, TWOFOLD_ZERO_COPY=$copies" TWOFOLD_DEVICE=cpu \
    TWOFOLD_ZERO_COPY=$copies POCL_WORK_GROUP_SPECIALIZATION=0 \
    POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable ${E2E_SMALL_POCL:+"OCL_ICD_VENDORS=$E2E_SMALL_POCL"}
done
