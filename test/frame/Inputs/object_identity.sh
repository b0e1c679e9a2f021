# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# object_identity.sh <clang> <clang++> <plugin> <directory> <count>
#
# Generates <count> csmith programs (seeds 1 to <count>; every fourth one C++,
# every fifth one with debug information) and compiles each with and without the
# plugin: the objects must be the same bytes. csmith's C++ is not always valid;
# such programs are left out and may be one in ten at most.
set -u

if [ "$1" = one ]; then # one <clang> <clang++> <plugin> <directory> <seed>
  clang=$2 clangxx=$3 plugin=$4 seed=$6
  cd "$5" || exit 1
  compiler=$clang suffix=c language= flags="-O1 -w -I/usr/include/csmith"
  if [ $((seed % 4)) -eq 0 ]; then
    compiler=$clangxx suffix=cpp language=--lang-cpp
    flags="$flags -Wno-c++11-narrowing"
  fi
  if [ $((seed % 5)) -eq 0 ]; then
    flags="$flags -g"
  fi
  source=$seed.$suffix
  # shellcheck disable=SC2086 # lists of flags
  if ! csmith $language --seed "$seed" --max-funcs 4 --max-block-size 3 \
    --max-block-depth 3 --max-expr-complexity 5 --no-argc --output "$source" ||
    ! "$compiler" $flags -c "$source" -o "$seed.plain.o" 2>"$seed.log"; then
    echo invalid
  elif ! "$compiler" $flags "-fplugin=$plugin" -c "$source" \
    -o "$seed.plugin.o"; then
    echo "seed $seed: fails with the plugin"
  elif ! cmp -s "$seed.plain.o" "$seed.plugin.o"; then
    echo "seed $seed: objects differ"
  else
    rm -f "$source" "$seed.log" "$seed.plain.o" "$seed.plugin.o"
    echo same
  fi
  exit 0
fi

rm -rf "$4" && mkdir -p "$4" || exit 1
seq 1 "$5" |
  xargs -P "$(nproc)" -n 1 sh "$0" one "$1" "$2" "$3" "$4" >"$4/verdicts"
grep '^seed' "$4/verdicts"
same=$(grep -c '^same$' "$4/verdicts")
invalid=$(grep -c '^invalid$' "$4/verdicts")
echo "$same of $5 objects are identical, $invalid programs were invalid"
[ $((same + invalid)) -eq "$5" ] && [ $((invalid * 10)) -le "$5" ]
