#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# program.sh MACRO SCRIPT TEMP PROGRAM: puts PROGRAM into $E2E_BUNDLE, once for each of its
# RUN lines that begin with MACRO, by SCRIPT, which that macro stands for. TEMP is the start of
# names that no other program has. Called by build.sh, for several programs at a time.
set -eu

macro=$1 script=$2 temp=$3 program=$4
# What follows it in each RUN line, and in those that continue it, with lit's name for a flag
# replaced. Further builds of one program (%t.name) stay here.
sed -n "/RUN: $macro %s %t\( \|\$\)/ { s/.*%s %t//; :more
  /\\\\$/ { N; s/ *\\\\\n.*RUN: */ /; b more
  }; s/ -march=native//; s|%include|-I$E2E_INCLUDE|; p; }" "$program" |
  while read -r flags; do
    # shellcheck disable=SC2086
    sh "$script" "$program" "$temp" $flags
  done
