#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# private_memory.sh <directory> <first> <last>: random programs of
# private_memory.py with seeds <first> to <last>, every other one C++, compared
# with what they print without the plugin and not optimised: at each level, with
# vectors as LLVM chooses them and of widths that are forced. Those of 512 bits
# run as whatever this machine has instead.
set -u
inputs=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1" && cd "$1" || exit 1
run() { # <source> <compiler> <flags...>
  "$2" -w -fwrapv "-fplugin=$E2E_PLUGIN" -fplugin-arg-twofold-no-opencl \
    "-I$E2E_INCLUDE" $3 "$1" -o program "-L$E2E_RUNTIME" -ltwofold -lm \
    "-Wl,-rpath,$E2E_RUNTIME" &&
    TWOFOLD_DEVICE=native TWOFOLD_INLINE_OPS=0 OMP_NUM_THREADS=2 \
      ./program >actual || exit 1
  cmp -s expected actual || {
    echo "$1: other results with $3:"
    diff expected actual
    exit 1
  }
}
for seed in $(seq "$2" "$3"); do
  source=$seed.c compiler=$E2E_CLANG language=c
  if [ $((seed % 2)) -eq 0 ]; then
    source=$seed.cpp compiler=$E2E_CLANGXX language=cpp
  fi
  "$E2E_PYTHON" "$inputs/private_memory.py" "$seed" 16 $language >"$source" &&
    "$compiler" -w -O0 -fwrapv "$source" -o program && ./program >expected ||
    exit 1
  case $((seed % 3)) in
  0) levels='-O2|-O1 -fvectorize -mllvm -force-vector-width=4' ;;
  1) levels='-O3 -march=native|-Os -mllvm -force-vector-width=8' ;;
  2) levels='-O2 -mllvm -force-vector-width=16 -mllvm -force-vector-interleave=2|-O3' ;;
  esac
  old=$IFS IFS='|'
  for flags in $levels; do
    IFS=$old
    run "$source" "$compiler" "$flags"
    IFS='|'
  done
  IFS=$old
  rm -f "$source"
done
echo "programs $2 to $3: no difference"
