// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In C++ compound literals of arrays are prvalues. A copy of the body is tried
// where it has records or raw memory, and such a literal is told from a value.
// RUN: %clangxx %plugin -fsyntax-only -Wno-c99-extensions -Wno-dangling -Xclang -verify %s

int O[100];
struct P {
  int *a;
};

void copied() {
#pragma twofold parallel for
  for (int i = 0; i < 100; ++i) {
    float g = i;
    int k;
    __builtin_memcpy(&k, (float[]){g}, 4); // expected-warning {{not offloaded: '__builtin_memcpy' works on raw memory}}
    O[i] = k;
  }
}

void kept() {
#pragma twofold parallel for
  for (int i = 0; i < 100; ++i) {
    P p{(int[]){i, i + 1}}; // expected-warning {{not offloaded: member 'a' is a pointer}}
    O[i] = i;
  }
}

// Variables take the place of literals where statements may stand.
void chosen() {
#pragma twofold parallel for
  for (int i = 0; i < 100; ++i)
    O[i] = i % 3 ? ((int[]){i, 2})[i & 1] : 0; // expected-warning {{not offloaded: the address of a compound literal cannot be printed as OpenCL C; write it in simpler terms}}
}
