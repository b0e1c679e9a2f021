#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# libraries.sh RUNTIME FOLDER: puts beside the programs what they need on another
# machine: the runtime and OpenMP in lib, what machines mostly have in spare, and
# an OpenCL loader with NVIDIA's registration. The target sets the environment.
set -eu

runtime=$1 out=$2
mkdir -p "$out/lib" "$out/spare" "$out/loader" "$out/vendors"
cp -L "$runtime" "$out/lib/libtwofold.so.1"
strip --strip-unneeded "$out/lib/libtwofold.so.1"
cp -L "$OPENMP_LIBRARY" "$out/lib/libomp.so.5"
ldd "$runtime" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' |
  grep -Ev '/(libc|libm|libdl|libpthread|librt|libomp)\.' |
  while read -r library; do cp -L "$library" "$out/spare/"; done
cp -L "$OPENCL_LOADER" "$out/loader/libOpenCL.so.1"
echo libnvidia-opencl.so.1 >"$out/vendors/nvidia.icd"
