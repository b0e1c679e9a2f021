#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# build.sh SOURCE BUILD BUNDLE PROGRAM...: called by the target `bundle`, which
# sets the environment. The PROGRAMs are the unit tests and the benchmarks.
set -eu

source=$1 build=$2 bundle=$3
shift 3
out=$bundle/twofold
rm -rf "$bundle"
mkdir -p "$out/lib" "$out/spare" "$out/loader" "$out/vendors" "$out/bin" \
  "$out/e2e" "$out/examples" "$bundle/work"

cp "$source/test/bundle/run.sh" "$out/"
cp -L "$E2E_RUNTIME/libtwofold.so.1" "$out/lib/"
cp -L "$OPENMP_LIBRARY" "$out/lib/libomp.so.5"
cp "$@" "$out/bin/"

# Where the driver's own loader or its registration is missing.
cp -L "$OPENCL_LOADER" "$out/loader/libOpenCL.so.1"
echo libnvidia-opencl.so.1 >"$out/vendors/nvidia.icd"

# programs MACRO SCRIPT FOLDER PROGRAM...: several at a time, as each waits for a compiler.
programs() {
  E2E_BUNDLE=$out/$3
  export E2E_BUNDLE
  : >"$E2E_BUNDLE/list"
  macro=$1 script=$2
  shift 3
  # shellcheck disable=SC2016 # the shell that xargs starts expands them
  printf '%s\n' "$@" | xargs -P "$(nproc)" -I PROGRAM sh -c \
    'exec sh "$0" "$1" "$2" "$3/$(echo "$4" | tr / -)" "$4"' \
    "$source/test/bundle/program.sh" "$macro" "$script" "$bundle/work" PROGRAM
  sort -o "$E2E_BUNDLE/list" "$E2E_BUNDLE/list"
  unset E2E_BUNDLE
}

echo "end-to-end programs"
programs %e2e "$source/test/e2e/Inputs/e2e.sh" e2e "$source"/test/e2e/*.c \
  "$source"/test/e2e/*.cpp

echo "conformance programs"
mkdir -p "$out/conformance"
cp "$source/test/conformance/Inputs/close.py" "$source/test/bundle/one.sh" \
  "$out/conformance/"
# shellcheck disable=SC2046 # names without spaces
programs %conform "$source/test/conformance/Inputs/conform.sh" conformance \
  $(find "$source"/test/conformance -path '*/Inputs' -prune -o \
    \( -name '*.c' -o -name '*.cpp' \) -print | sort)

echo "programs that end"
mkdir -p "$out/exits"
cp "$source/test/e2e/Inputs/exits.py" "$out/exits/"
ending() {
  program=$1
  shift
  "$E2E_CLANGXX" -O2 -w -march=x86-64-v3 "$source/test/e2e/Inputs/exits.cpp" \
    -o "$out/exits/$program" "$@"
}
for kind in "" ".so -DLIBRARY -shared -fPIC"; do
  # shellcheck disable=SC2086
  ending program$kind "-fplugin=$E2E_PLUGIN" "-I$E2E_INCLUDE" \
    "-L$E2E_RUNTIME" -ltwofold
  # shellcheck disable=SC2086
  ending openmp$kind -fopenmp -DOPENMP
done

echo "examples"
"$CMAKE" --install "$build" --prefix "$bundle/work/prefix" >/dev/null
"$CMAKE" -S "$source/docs/examples" -B "$bundle/work/examples" -G Ninja \
  -DCMAKE_BUILD_TYPE=Release -DEXAMPLES_ARCH=x86-64-v3 \
  "-DTwofold_ROOT=$bundle/work/prefix" "-DCMAKE_C_COMPILER=$E2E_CLANG" \
  "-DCMAKE_CXX_COMPILER=$E2E_CLANGXX" >/dev/null
"$CMAKE" --build "$bundle/work/examples" >/dev/null
cp "$bundle"/work/examples/*-serial "$bundle"/work/examples/*-openmp \
  "$bundle"/work/examples/*-twofold "$bundle/work/examples/devices" \
  "$source/docs/examples/run.sh" "$source/docs/examples/raccoon.png" \
  "$out/examples/"

# What a small machine may lack besides: everything the programs link, the C
# library left out.
for program in "$out"/bin/* "$out"/examples/*-twofold "$out"/e2e/* \
  "$out"/conformance/* "$out"/exits/*; do
  ldd "$program" 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\// { print $3 }'
done | sort -u | grep -Ev '/(libc|libm|libdl|libpthread|librt|libtwofold|libomp)\.' |
  while read -r library; do cp -L "$library" "$out/spare/"; done

find "$out" -type f -perm -u+x ! -name '*.sh' -exec strip --strip-unneeded {} + \
  2>/dev/null || true
rm -rf "$bundle/work"
tar -C "$bundle" -czf "$bundle/twofold-bundle.tar.gz" twofold
du -h "$bundle/twofold-bundle.tar.gz"
