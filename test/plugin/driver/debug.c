// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: gdb
// A debugger stops in the body of a loop, at its line, with locals and captured
// variables in view.
// RUN: %clang %plugin -g -O0 %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=native OMP_NUM_THREADS=1 gdb -q -batch -nx -ex "break debug.c:26 if i == 5" -ex run -ex "print i" -ex "print square" -ex "print offset" -ex "print a[4]" -ex next -ex "print a[5]" %t 2>&1 | %FileCheck %s
// CHECK: debug.c:26
// CHECK: a[i] = square + offset;
// CHECK: = 5
// CHECK: = 25
// CHECK: = 7
// CHECK: = 23
// CHECK: = 32

// The debug information is well formed at every level.
// RUN: %clang %plugin -g -O0 -c %s -o %t.o && %llvm_tools/llvm-dwarfdump --verify %t.o
// RUN: %clang %plugin -g -O2 -c %s -o %t.o && %llvm_tools/llvm-dwarfdump --verify %t.o
#include <stdio.h>

int main(void) {
  int a[10], n = 10, offset = 7;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int square = i * i;
    // Line 26 is the next one.
    a[i] = square + offset;
  }
  printf("%d\n", a[9]);
  return 0;
}
