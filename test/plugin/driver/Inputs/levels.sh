#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# levels.sh PROGRAM.c OUTPUT: builds and runs the program under sets of flags.
set -eu
source=$1 output=$2
while read -r flags; do
  # shellcheck disable=SC2086
  "$E2E_CLANG" "-fplugin=$E2E_PLUGIN" -Wall -Werror $flags "$source" \
    -o "$output" "-L$E2E_RUNTIME" -ltwofold "-Wl,-rpath,$E2E_RUNTIME"
  result=$(LLVM_PROFILE_FILE=$output.profraw TWOFOLD_INLINE_OPS=0 "$output")
  [ "$result" = "sum 328350" ] || {
    echo "with '$flags': $result" >&2
    exit 1
  }
done <<END
-O0
-O1
-O2
-O3
-Os
-Oz
-O2 -fno-pic -no-pie
-O2 -ffast-math
-O2 -fopenmp
-O2 -march=native
-O2 -fno-strict-aliasing -fwrapv
-O1 -fprofile-instr-generate -fcoverage-mapping
-O1 -pedantic -std=c99
-O1 -std=gnu23
END
