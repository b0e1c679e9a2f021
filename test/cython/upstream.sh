#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# upstream.sh SOURCES PREFIX TEMP [PYTHON]
#
# Runs Cython's own tests of prange by the runtests.py in SOURCES, Cython's
# unpacked source package, which is left as it is: built by `clang -fopenmp`, and
# with Twofold's flag, installed under PREFIX, on threads, through OpenCL in place
# and with copies. Prints a line for each. Fetches nothing. PYTHON has NumPy and a
# setuptools that its numpy.distutils works with.
set -eu

[ $# -ge 3 ] || { sed -n '3,11s/^# \{0,1\}//p' "$0" && exit 2; }
sources=$(cd "$1" && pwd) prefix=$(cd "$2" && pwd) python=${4-python3}
mkdir -p "$3"
temp=$(cd "$3" && pwd)
config="--config=$prefix/share/twofold/twofold-openmp.cfg"

# runtests.py builds with OpenMP by a compiler that calls itself gcc alone.
compiler() {
  file=$temp/$1
  shift
  {
    echo '#!/bin/sh'
    echo '[ "$*" != -v ] || { echo "gcc version 12.0" >&2 && exit; }'
    echo "exec $* -fopenmp -w \"\$@\""
  } >"$file"
  chmod +x "$file"
}
compiler cc clang-22
compiler cxx clang++-22
compiler twofold-cc clang-22 "$config"
compiler twofold-cxx clang++-22 "$config"

# check NAME COMPILERS THREADS TESTS [VARIABLE=VALUE...]
check() {
  name=$1 kind=$2 threads=$3 chosen=$4
  shift 4
  # shellcheck disable=SC2086
  (cd "$sources" &&
    env CC="$temp/${kind}cc" CXX="$temp/${kind}cxx" \
      LDSHARED="$temp/${kind}cc -shared" \
      LDCXXSHARED="$temp/${kind}cxx -shared" OMP_NUM_THREADS="$threads" "$@" \
      timeout 3600 "$python" runtests.py -vv --no-code-style --no-examples \
      --no-pyregr --no-unit "--work-dir=$temp/work" $chosen) \
    >"$temp/$name.log" 2>&1 || true
  echo "$name: $(grep -E '^(Ran|OK|FAILED)' "$temp/$name.log" | tr '\n' ' ')"
  grep -E '^(ERROR|FAIL):|compiling .*ERROR' "$temp/$name.log" || true
}

tests='run\.sequential_parallel$ run\.parallel$ run\.numpy_parallel$
run\.cpp_locals_parallel$ run\.pure_parallel$ errors\.e_cython_parallel$'
# Threads that hold the interpreter's lock wait for others at the end of a loop,
# which wait for that lock: with more than one of them it hangs by any compiler.
locks='run\.parallel_with_gil$'
for each in "4 tests" "1 locks"; do
  threads=${each% *}
  which=${each#* }
  eval "list=\$$which"
  check "$which-openmp" '' "$threads" "$list"
  check "$which-threads" twofold- "$threads" "$list" TWOFOLD_DEVICE=native
  for copies in 1 0; do
    check "$which-opencl-$copies" twofold- "$threads" "$list" \
      TWOFOLD_DEVICE=cpu TWOFOLD_ZERO_COPY=$copies TWOFOLD_BUILD=wait
  done
done
