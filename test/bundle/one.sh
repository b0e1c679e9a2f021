#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# one.sh NAME KERNEL ULP: runs one conformance program on $device and on threads
# and prints `good`, `FAILED` or `DIFFERS` for each. run.sh sets $results.
set -u

here=$(cd "$(dirname "$0")" && pwd)
name=$1 kernel=$2 ulp=$3
for where in "$device" native; do
  demanded=default
  [ "$where" = native ] || [ "$kernel" = 0 ] || demanded=mandatory
  mine=$results/conform.$name
  if ! TWOFOLD_DEVICE=$where TWOFOLD_OFFLOAD=$demanded TWOFOLD_INLINE_OPS=0 \
    OMP_NUM_THREADS=4 timeout 120 "$here/$name" \
    >"$mine.actual" 2>"$mine.errors"; then
    echo "FAILED $name on $where ($demanded)"
    head -n 5 "$mine.errors"
  elif [ "$ulp" = 0 ] &&
    ! cmp -s "$here/$name.expected" "$mine.actual"; then
    echo "DIFFERS $name on $where ($demanded), < is right"
    diff "$here/$name.expected" "$mine.actual" | cut -c 1-160 |
      head -n 4
  elif [ "$ulp" != 0 ] && ! python3 "$here/close.py" "$ulp" \
    "$here/$name.expected" "$mine.actual" 2>"$mine.errors"; then
    echo "DIFFERS $name on $where ($demanded): $(tail -n 1 "$mine.errors")"
  else
    echo "good $name on $where"
  fi
done
rm -f "$mine.actual" "$mine.errors"
