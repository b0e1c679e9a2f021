// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with exits that cannot be searched run in order and say why.
// RUN: %clangxx %plugin -std=c++20 -fsyntax-only -Rpass-missed=twofold -Rpass=twofold -Xclang -verify %s

int opaque(int);
int counted;
int count(int v) { return counted += v; }
int square(int v) { return v * v; }
struct Node { int value; Node *next; };

int collapsed(int (*a)[8], int n) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j)
      if (a[i][j]) break; // expected-error {{'break' leaves the innermost of the collapsed loops alone; drop 'collapse' or use 'return'}}
  return 0;
}

int in_order(int *a, int *b, int n, Node *list, volatile int *device) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    b[i] = a[i]; // expected-remark {{not offloaded: 'break' may leave the loop and 'b' is written before, so iterations run in order on one thread; leave before that}}
    if (a[i] == 1) break;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (opaque(a[i])) return i; // expected-remark {{'return' may leave the loop and 'opaque' is called before and may have effects, so iterations run in order}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (count(a[i]) > 3) return i; // expected-remark {{'count' is called before and has effects, so iterations run in order}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (a[i] < 0) throw i; // expected-remark {{an exception is thrown before, so iterations run in order}}
    if (a[i] == 7) break;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (*device == i) break; // expected-remark {{a volatile variable is used before, so iterations run in order}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int *p = new int(a[i]); // expected-remark {{memory is allocated or freed before, so iterations run in order}}
    if (*p) break;
    delete p;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (a[b[i]] == 3) return i; // expected-remark {{'a' is read before at places that are not known ahead, so iterations run in order}}
#pragma twofold parallel for bounds
  for (int i = 0; i < n; ++i) // expected-remark {{not offloaded: 'return' may leave the loop and subscripts are checked, so iterations run in order on one thread; drop 'bounds' if none can be out of bounds}}
    if (a[i] == 3) return i;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Node *at = list + i;
    at->value = i; // expected-remark {{'value' is written before, so iterations run in order}}
    if (a[i] == 3) return i;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    try { // expected-remark {{something before that is not known to have no effects, so iterations run in order}}
      if (a[i] == 3) return i;
    } catch (...) {
    }
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    __asm__ volatile("nop"); // expected-remark {{something before that is not known to have no effects, so iterations run in order}}
    if (a[i] == 3) return i;
  }
  int limit = 3;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (a[i] > limit) return i; // expected-remark {{'limit', which iterations change, is used before, so iterations run in order}}
    b[i] = limit++;
  }
#pragma twofold parallel for
  for (int i = 1; i < n; ++i) {
    if (b[i - 1] > 3) return i; // expected-note {{'b' is read here}}
    b[i] = b[i - 1] + a[i]; // expected-warning {{iterations of the parallel loop depend on each other and run in order: 'b' is written here and read 1 iteration of 'i' away}}
  }
#pragma twofold parallel for
  for (int i = 1; i < n; ++i) {
    if (b[i] > 3) return i; // expected-remark {{'b', which iterations change, is used before, so iterations run in order}}
    b[a[i]] = i;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-remark {{offloaded: OpenCL kernel}}
    if (square(a[i]) == 49) return i;
  }
  return 0;
}
