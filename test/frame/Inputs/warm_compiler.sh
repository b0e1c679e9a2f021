#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# warm_compiler.sh COMPILER FOLDER: what stands in for a compiler (test/warm) does what
# the compiler does: output, messages, status, folder, files and environment.
set -eu
mkdir -p "$2/headers"
cd "$2"
echo '#define VALUE 3' >headers/value.h
printf '#include <value.h>\nint main(void) { return VALUE; }\n' >good.c
echo 'int main(void) { return VALUE; }' >bad.c
cat >twice.c <<'C'
void twice(int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] *= 2;
}
C
echo '#pragma clang __debug crash' >crash.c
export CPATH=headers
# The files that a crash leaves behind have random names.
export TMPDIR="$2" CLANG_CRASH_DIAGNOSTICS_DIR="$2"

# tell COMPILER: everything that can be seen of it.
tell() {
  umask 027
  for arguments in '-c good.c' '-O1 good.c' bad.c nothing.c '-c -x c -' \
    '-c twice.c' "-c twice.c -fplugin=$E2E_PLUGIN" "-S -o - twice.c -fplugin=$E2E_PLUGIN" \
    '-fno-crash-diagnostics crash.c' '-fsyntax-only -fno-crash-diagnostics crash.c'; do
    rm -f ./*.o a.out
    status=0
    # shellcheck disable=SC2086 # words
    "$1" $arguments <good.c >out 2>errors || status=$?
    echo "$arguments: $status"
    grep -h -e '^[a-z]*\.c:' -e 'error: no' out errors || true
    for file in ./*.o ./a.out; do
      [ ! -f "$file" ] || stat -c '%n %a' "$file"
      [ ! -f "$file" ] || md5sum "$file"
    done
    grep -o 'twofold_run' out | head -n 1 || true
  done
}

tell "$1" >expected
tell "$E2E_CLANG" >actual
diff expected actual
cat actual
