# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# object_identity.sh <clang> <clang++> <plugin> <directory> <count>
#
# Generates <count> csmith programs (seeds 1 to <count>; every fourth one C++)
# and compiles each with and without the plugin: the objects must be the same
# bytes. Prints each seed that differs and a closing line.
set -u

if [ "$1" = one ]; then # one <clang> <clang++> <plugin> <directory> <seed>
  clang=$2 clangxx=$3 plugin=$4 seed=$6
  cd "$5" || exit 1
  compiler=$clang suffix=c language=
  if [ $((seed % 4)) -eq 0 ]; then
    compiler=$clangxx suffix=cpp language=--lang-cpp
  fi
  source=$seed.$suffix
  csmith $language --seed "$seed" --max-funcs 4 --max-block-size 3 \
    --max-block-depth 3 --max-expr-complexity 5 --no-argc --output "$source" ||
    { echo "seed $seed: csmith failed"; exit 0; }
  "$compiler" -O1 -w -I/usr/include/csmith -c "$source" -o "$seed.plain.o" ||
    { echo "seed $seed: does not compile"; exit 0; }
  "$compiler" -O1 -w -I/usr/include/csmith "-fplugin=$plugin" -c "$source" \
    -o "$seed.plugin.o" || { echo "seed $seed: fails with the plugin"; exit 0; }
  cmp -s "$seed.plain.o" "$seed.plugin.o" ||
    { echo "seed $seed: objects differ"; exit 0; }
  rm -f "$source" "$seed.plain.o" "$seed.plugin.o"
  echo same
  exit 0
fi

rm -rf "$4" && mkdir -p "$4" || exit 1
seq 1 "$5" |
  xargs -P "$(nproc)" -n 1 sh "$0" one "$1" "$2" "$3" "$4" > "$4/verdicts"
grep -v '^same$' "$4/verdicts"
same=$(grep -c '^same$' "$4/verdicts")
echo "$same of $5 objects are identical"
[ "$same" -eq "$5" ]
