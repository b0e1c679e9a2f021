#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# e2e.sh SOURCE TEMP [--native] [--many-kernels] [--whole-pocl]
#   [--also SETTINGS]... [FLAGS...]
#
# Builds SOURCE without the plugin and with it, runs it in every way a user can,
# and compares each output with the serial program's.
#   --native         some loop has no kernel: OpenCL is allowed, not demanded
#   --many-kernels   PoCL does not optimise them, which would take a minute
#   --whole-pocl     kernels call functions on vectors, which small_pocl.py omits
#   --also SETTINGS  once more with OpenCL and NAME=VALUE,... in the environment
# The environment names the parts: E2E_CLANG, E2E_CLANGXX, E2E_PLUGIN (file),
# E2E_RUNTIME (folder of the library), E2E_INCLUDE (folder), E2E_POCL (1 when an
# OpenCL CPU device answers), E2E_SMALL_POCL (folder with the .icd file of
# small_pocl.py's), E2E_LINKER (folder with a fast ld), E2E_AHEAD (folder for what is
# compiled ahead). With E2E_BUNDLE=FOLDER it only puts the program and its expected
# output there, for a run on another machine.
set -eu

source=$1 temp=$2
shift 2
offload=mandatory also='' kernel_flags=''
while :; do
  case ${1-} in
  --native) offload=default ;;
  --many-kernels) kernel_flags=-cl-opt-disable ;;
  --whole-pocl) E2E_SMALL_POCL='' && unset OCL_ICD_VENDORS ;;
  --also) also="$also $2" && shift ;;
  *) break ;;
  esac
  shift
done

case $source in
*.cpp) compiler=$E2E_CLANGXX ;;
*) compiler=$E2E_CLANG ;;
esac
# Not having a kernel is told by the run with TWOFOLD_OFFLOAD=mandatory.
warnings="-Wall -Werror -Wno-unused -Wno-unknown-pragmas -Wno-unknown-attributes -Wno-pass-failed"
plugin="-fplugin=$E2E_PLUGIN -I$E2E_INCLUDE -DWITH_PLUGIN"
link="-L$E2E_RUNTIME -ltwofold -lm"

# Large pages are a twentieth of a compiler's time.
# shellcheck disable=SC2086
build() {
  output=$1
  shift
  [ -z "$library" ] || compile_library "$@"
  GLIBC_TUNABLES=glibc.malloc.hugetlb=1 "$compiler" $warnings "$@" $ahead "$source" -o "$output"
}

# The C++ library's headers are half of what a compiler takes for a program, and are
# compiled once for all programs that are built in one way.
library='' ahead=''
if [ -n "${E2E_AHEAD-}" ] && [ -z "${E2E_BUNDLE-}" ] &&
  grep -qE '#include <(algorithm|functional|map|memory|optional|span|string|vector)>' "$source"; then
  case "$source $*" in
  *.cpp\ ) library=plain ;;
  *.cpp\ -std=c++20) library=newer ;;
  esac
fi
compile_library() {
  headers=$E2E_AHEAD/$library-${output##*.}
  if [ ! -e "$headers" ]; then
    for each; do # what the linker gets is input as the header is
      shift
      case $each in -l* | -Wl*) ;; *) set -- "$@" "$each" ;; esac
    done
    "$compiler" -w "$@" -x c++-header "${0%/*}/library.hpp" -o "$headers-$$"
    # Under its name once it is whole: others look for it, too.
    mv "$headers-$$" "$headers"
  fi
  ahead="-include-pch $headers"
}

name=${source##*/} && name=${name%.*}
if [ -n "${E2E_BUNDLE-}" ]; then
  # No comparison of kernels with other machines' contraction: the expected
  # output comes from the same instruction set.
  name=${source##*/}
  name=$name-$(grep -c "^$name-[0-9]" "$E2E_BUNDLE/list" 2>/dev/null || true)
  warnings=-w
  build "$temp.serial" -O2 -march=x86-64-v3 "$@" -lm
  "$temp.serial" >"$E2E_BUNDLE/$name.expected"
  # shellcheck disable=SC2086
  build "$E2E_BUNDLE/$name" -O2 -march=x86-64-v3 $plugin "$@" $link \
    '-Wl,-rpath,$ORIGIN/../lib'
  echo "$name $offload" >>"$E2E_BUNDLE/list"
  exit 0
fi

[ -z "${E2E_LINKER-}" ] || export COMPILER_PATH="$E2E_LINKER"
link="$link -Wl,-rpath,$E2E_RUNTIME"
build "$temp.serial" -O0 "$@" -lm
# An -O among the flags is the level of every build: two would be the same. Such a
# line stands behind one without, which has tried what no level changes. Those with
# schedule=tile need PoCL 3.1 not to optimise: it drops the last store of a kernel
# that is `if (rows) { .. barrier .. }` with the same argument in all items, some
# items storing to local memory before the barrier and some to a buffer behind it,
# and stores at get_global_id(0) otherwise. Without either half it is right, and so
# is Oclgrind.
levels='0 2'
case " $*" in
*' -O'*) levels=2 kernel_flags=-cl-opt-disable ;;
esac
# The one without optimisation has no kernels: only threads run it.
# shellcheck disable=SC2086
for level in $levels; do
  none=''
  [ $level != 0 ] || none=-fplugin-arg-twofold-no-opencl
  build "$temp.O$level" -O$level $none $plugin "$@" $link
done

"$temp.serial" >"$temp.expected"

# check WHAT BINARY [NAME=VALUE...]: same output and status as the serial run.
check() {
  what=$1 binary=$2
  shift 2
  # Without a process of `env`.
  if ! (export "$@" && exec "$binary") >"$temp.actual" 2>"$temp.errors"; then
    echo "$name: $what: failed" >&2
    cat "$temp.errors" >&2
    exit 1
  fi
  diff "$temp.expected" "$temp.actual" >"$temp.diff" || {
    echo "$name: $what: other results than the serial program (< is right)" >&2
    head -n 20 "$temp.diff" >&2
    cat "$temp.errors" >&2
    exit 1
  }
}

threads="TWOFOLD_DEVICE=native TWOFOLD_INLINE_OPS=0 OMP_NUM_THREADS=3"
# shellcheck disable=SC2086
{
  check "threads" "$temp.O2" $threads TWOFOLD_INFO=1
  check "one thread" "$temp.O2" TWOFOLD_DEVICE=native OMP_NUM_THREADS=1
  check "default" "$temp.O2" TWOFOLD_INFO=0
  [ "$levels" = 2 ] || {
    check "offload disabled" "$temp.O2" TWOFOLD_OFFLOAD=disabled
    check "no kernels embedded, -O0" "$temp.O0" $threads
  }
}
if [ "${E2E_POCL-}" = 1 ]; then
  for settings in '' $also; do
    # Half of the time would be PoCL's, for kernels of each size of work-group beside
    # those of any; the programs of docs/ run with them. A summary looks through all
    # that is loaded for directives that stay, which is a compiler of 100 MB here.
    # shellcheck disable=SC2046 # words, as many as settings
    check "OpenCL on the CPU $settings" "$temp.O2" TWOFOLD_DEVICE=cpu \
      TWOFOLD_OFFLOAD=$offload TWOFOLD_INFO=kernels \
      "POCL_EXTRA_BUILD_FLAGS=$kernel_flags" POCL_WORK_GROUP_SPECIALIZATION=0 \
      ${E2E_SMALL_POCL:+"OCL_ICD_VENDORS=$E2E_SMALL_POCL"} \
      $(echo "$settings" | tr , ' ')
    # Which nothing else would tell where loops may run natively.
    if grep 'no kernel for' "$temp.errors" >&2; then
      echo "$name: a kernel does not build" >&2
      exit 1
    fi
  done
fi
