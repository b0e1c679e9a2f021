// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -E leaves the pragma as it is, and the preprocessed file compiles to the same
// code as its source: so -save-temps, ccache and distcc work.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang %plugin -E %s -o all.i
// RUN: %FileCheck %s <all.i
// CHECK-NOT: parallel_for
// CHECK: #pragma twofold parallel for reduction(+: sum)
// CHECK-NOT: parallel_for

// RUN: %clang %plugin -O1 -S %s -o source.s
// RUN: %clang %plugin -O1 -S all.i -o all.s
// RUN: grep -v '\.file' source.s >source.txt
// RUN: grep -v '\.file' all.s >all.txt
// RUN: diff source.txt all.txt

// Preprocessed without the plugin, compiled with it.
// RUN: %clang -E %s -o plain.i
// RUN: %clang %plugin -O1 -S plain.i -o plain.s
// RUN: grep -v '\.file' plain.s >plain.txt
// RUN: diff source.txt plain.txt

// Line markers left out; comments kept; directives kept.
// RUN: %clang %plugin -E -P %s -o p.i && %clang %plugin -c p.i
// RUN: %clang %plugin -E -C %s -o c.i && %clang %plugin -c c.i
// RUN: %clang %plugin -E -frewrite-includes %s -o r.c && %clang %plugin -c r.c

// RUN: %clang %plugin -save-temps=cwd -O1 %s -o saved %runtime_flags
// RUN: ./saved | %FileCheck --check-prefix=RESULT %s
// RUN: ls | %FileCheck --check-prefix=FILES %s
// RESULT: {{^}}4950{{$}}
// FILES: preprocess.i
#include <stdio.h>

#define TEXT(x) #x
#define PARALLEL(clauses) _Pragma(TEXT(twofold parallel for clauses))

int main(void) {
  long sum = 0;
  PARALLEL(reduction(+: sum))
  for (int i = 0; i < 100; ++i)
    sum += i;
  printf("%ld\n", sum);
  return 0;
}
