#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# examples.sh SOURCES TEMP PYTHON [optimised]
#
# Builds the modules in SOURCES by Cython with OpenMP and once more with
# -fplugin-arg-twofold-openmp, both at -O0 (readme.test has Python's own level), runs
# SOURCES/run.py with both, and compares what they print and draw: on threads, through
# OpenCL in place and with copies.
# PoCL optimises kernels if that is asked for, which is quicker for large arrays alone.
# Remarks are left in TEMP/remarks. The environment is that of e2e.sh.
set -eu

sources=$1 temp=$2 python=$3 kernel_flags=-cl-opt-disable
[ "${4-}" != optimised ] || kernel_flags=''
rm -rf "$temp" && mkdir -p "$temp/openmp" "$temp/flag"
[ -z "${E2E_LINKER-}" ] || export COMPILER_PATH="$E2E_LINKER"

# build FOLDER CC...: one module after the other, beside those of the other folder.
build() {
  folder=$1
  shift
  cp "$sources"/*.py "$folder"
  for module in "$temp"/*.c; do
    "$@" -w -shared -fPIC "-I$headers" "-I$arrays" "$module" \
      -o "$folder/$(basename "$module" .c).so" 2>>"$folder/log" || return 1
  done
}
cp "$sources"/*.pyx "$temp"
[ ! -e "$sources/../raccoon.png" ] || cp "$sources/../raccoon.png" "$temp"
headers=$("$python" -c "import sysconfig; print(sysconfig.get_paths()['include'])")
arrays=$("$python" -c "import numpy; print(numpy.get_include())")
"$python" -m cython -3 "$temp"/*.pyx
build "$temp/openmp" "$E2E_CLANG" -O0 -fopenmp &
build "$temp/flag" "$E2E_CLANG" -O0 -fopenmp "-fplugin=$E2E_PLUGIN" \
  -fplugin-arg-twofold-openmp "-I$E2E_INCLUDE" -Rpass=twofold \
  -Rpass-missed=twofold "-L$E2E_RUNTIME" -ltwofold "-Wl,-rpath,$E2E_RUNTIME" || {
  cat "$temp/flag/log" >&2
  exit 1
}
wait $! || {
  cat "$temp/openmp/log" >&2
  exit 1
}
grep 'remark:' "$temp/flag/log" >"$temp/remarks"

export OMP_NUM_THREADS=2
"$python" "$temp/openmp/run.py" >"$temp/expected"
check() {
  what=$1
  shift
  env "$@" "$python" "$temp/flag/run.py" >"$temp/actual" || {
    echo "$what: failed" >&2
    exit 1
  }
  diff "$temp/expected" "$temp/actual" >&2 || {
    echo "$what: other results than with OpenMP (< is right)" >&2
    exit 1
  }
  for picture in "$temp"/openmp/*.png; do
    [ -e "$picture" ] || continue
    cmp "$picture" "$temp/flag/$(basename "$picture")" >&2
  done
}
check threads TWOFOLD_DEVICE=native TWOFOLD_INLINE_OPS=0
[ "${E2E_POCL-}" = 1 ] || exit 0
for copies in 1 0; do
  check "OpenCL, TWOFOLD_ZERO_COPY=$copies" TWOFOLD_DEVICE=cpu \
    TWOFOLD_ZERO_COPY=$copies POCL_WORK_GROUP_SPECIALIZATION=0 \
    "POCL_EXTRA_BUILD_FLAGS=$kernel_flags" ${E2E_SMALL_POCL:+"OCL_ICD_VENDORS=$E2E_SMALL_POCL"}
done
