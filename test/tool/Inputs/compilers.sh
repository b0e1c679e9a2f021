# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# compilers.sh CLANG CMAKE PREFIX CONSUMER: builds a program with what
# `twofold flags`, `twofold cc` and `twofold c++` say and do, in an empty folder.
# Whether kernels are in it is whether it names what kernels call.
set -eu
clang=$1 cmake=$2 consumer=$4
PATH=$3/bin:$PATH

# tell <what> <program>: what it prints, and whether it has kernels.
tell() {
  kernels=none
  grep -q get_global_id "$2" && kernels=kernels
  echo "$1: $("$2"), $kernels"
}

eval "$clang -O1 '$consumer/saxpy.c' $(twofold flags) -o by-flags"
tell flags ./by-flags
eval "$clang -Werror -O1 -c '$consumer/saxpy.c' $(twofold flags --cflags --no-opencl)"
eval "$clang -Werror saxpy.o $(twofold flags --libs) -o in-two-steps"
tell "flags in two steps" ./in-two-steps

twofold cc -Werror -O1 "$consumer/saxpy.c" -o by-cc
tell cc ./by-cc
twofold c++ -Werror -O1 --no-opencl "$consumer/saxpy.cpp" -o by-cxx
tell c++ ./by-cxx
twofold cc -O1 --openmp "$consumer/openmp.c" -o openmp
echo "openmp: $(TWOFOLD_INFO=1 ./openmp 2>&1 | grep -c '1 call')"
twofold cc -O1 --no-opencl-gpu --bounds "$consumer/saxpy.c" -o checked
tell bounds ./checked

# Make, whose rules for C compile and link in two steps.
printf 'CC = twofold cc --no-opencl\nCFLAGS = -O1 -Werror\nsaxpy: saxpy.o\n' >Makefile
cp "$consumer/saxpy.c" .
rm -f saxpy.o
make -s saxpy
tell make ./saxpy

# What scripts of GNU autoconf's try.
CC="twofold cc --no-opencl"
echo 'int main(void) { return 0; }' >conftest.c
$CC --version >version
$CC -c conftest.c
test -f conftest.o
$CC -o conftest conftest.c
./conftest
$CC -E conftest.c >preprocessed
$CC -print-prog-name=ld >linker
! $CC -fno-such-flag -c conftest.c 2>/dev/null
$CC -Werror -MD -MF conftest.d -c conftest.c
grep -q twofold-22.so conftest.d
echo "configure: $(grep -c clang version), $(grep -c 'int main' preprocessed)"

# CMake, by the environment, and with the compiler and its switches as a list.
for way in environment list; do
  mkdir -p project-$way
  printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(P LANGUAGES C)' \
    "add_executable(saxpy \"$consumer/saxpy.c\")" >project-$way/CMakeLists.txt
  set -- -S project-$way -B build-$way -G Ninja
  if [ $way = list ]; then
    "$cmake" "$@" "-DCMAKE_C_COMPILER=$(command -v twofold);cc;--no-opencl" >log
  else
    CC="twofold cc --no-opencl" "$cmake" "$@" >log
  fi
  "$cmake" --build build-$way >log
  tell "CMake, $way" build-$way/saxpy
done

OCL_ICD_VENDORS=$PWD twofold doctor | grep plugin

# A compiler cache in front of it.
if command -v ccache >/dev/null; then
  export CCACHE_DIR="$PWD/ccache" CCACHE_NOREMOTE=1
  export CCACHE_COMPILERCHECK="%compiler% cc --version"
  CC="ccache twofold cc --no-opencl"
  for time in first second; do
    ccache --zero-stats >log
    $CC -O1 -c saxpy.c
    hits=$(ccache --print-stats | awk '/^(direct|preprocessed)_cache_hit/ { n += $2 } END { print n }')
    echo "ccache, $time: $hits"
  done
fi
