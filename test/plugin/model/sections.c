// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t -fsyntax-only %s
// RUN: cat %t/*.access.txt | %FileCheck %s
//
// How far a section of a reduction reaches, where a pointer is named; an array
// says so itself, and extent() knows better.
void whole(int n, int cells, int *h, const int *at) {
#pragma twofold parallel for reduction(+ : h[0 : cells])
  for (int i = 0; i < n; ++i)
    h[at[i]] += 1;
}

void begins(int n, int cells, int *h, const int *at) {
#pragma twofold parallel for reduction(+ : h[:cells])
  for (int i = 0; i < n; ++i)
    h[at[i]] += 1;
}

void later(int n, int cells, int first, int *h, const int *at) {
#pragma twofold parallel for reduction(+ : h[first : cells])
  for (int i = 0; i < n; ++i)
    h[at[i]] += 1;
}

void both(int n, int cells, int *h, const int *at) {
#pragma twofold parallel for reduction(+ : h[0 : 9]) extent(h, cells)
  for (int i = 0; i < n; ++i)
    h[at[i]] += 1;
}

int table[20];

void array(int n, int cells, const int *at) {
#pragma twofold parallel for reduction(+ : table[0 : 5])
  for (int i = 0; i < n; ++i)
    table[at[i]] += 1;
}

// CHECK-LABEL: loop array_
// CHECK-NEXT: base table: object, arg 1, extent 80{{$}}
// CHECK-LABEL: loop begins_
// CHECK-NEXT: base h: pointer, arg 1, extent 4*cells{{$}}
// CHECK-LABEL: loop both_
// CHECK-NEXT: base h: pointer, arg 1, extent 4*cells{{$}}
// CHECK-LABEL: loop later_
// CHECK-NEXT: base h: pointer, arg 1, extent 4*(first) + 4*(cells){{$}}
// CHECK-LABEL: loop whole_
// CHECK-NEXT: base h: pointer, arg 1, extent 4*(cells){{$}}
