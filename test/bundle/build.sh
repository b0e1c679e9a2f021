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

# arguments COMMAND FILE: what follows it in each RUN line, and in those that
# continue it, with lit's name for a flag replaced. Further builds of one program
# (%t.name) stay here.
arguments() {
  sed -n "/RUN: $1 %s %t\( \|\$\)/ { s/.*%s %t//; :more
    /\\\\$/ { N; s/ *\\\\\n.*RUN: */ /; b more
    }; s/ -march=native//; s|%include|-I$E2E_INCLUDE|; p; }" "$2"
}

echo "end-to-end programs"
: >"$out/e2e/list"
for program in "$source"/test/e2e/*.c "$source"/test/e2e/*.cpp; do
  arguments %e2e "$program" | while read -r flags; do
    # shellcheck disable=SC2086
    E2E_BUNDLE=$out/e2e sh "$source/test/e2e/Inputs/e2e.sh" "$program" \
      "$bundle/work/program" $flags
  done
done

echo "conformance programs"
mkdir -p "$out/conformance"
: >"$out/conformance/list"
cp "$source/test/conformance/Inputs/close.py" "$source/test/bundle/one.sh" \
  "$out/conformance/"
for program in "$source"/test/conformance/*/*.c \
  "$source"/test/conformance/*/*.cpp; do
  case $program in */Inputs/*) continue ;; esac
  arguments %conform "$program" | while read -r flags; do
    # shellcheck disable=SC2086
    E2E_BUNDLE=$out/conformance sh \
      "$source/test/conformance/Inputs/conform.sh" "$program" \
      "$bundle/work/program" $flags
  done
done

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
for program in "$bundle"/work/examples/*-serial \
  "$bundle"/work/examples/*-openmp "$bundle"/work/examples/*-twofold \
  "$bundle"/work/examples/devices; do
  cp "$program" "$out/examples/"
done
cp "$source/docs/examples/run.sh" "$source/docs/examples/raccoon.png" \
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
