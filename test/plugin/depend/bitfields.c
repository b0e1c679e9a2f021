// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bit-fields are compared by the bytes that they share with those beside them.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s
#define PARALLEL _Pragma("twofold parallel for")

struct flags {
  unsigned a : 3, b : 5;
  int plain;
};

void next(int n, struct flags *f) {
  PARALLEL for (int i = 0; i < n; ++i)
    f[i].a = f[i + 1].a + i; // expected-warning {{'f' is updated here and read 1 iteration of 'i' away}} expected-note {{'f' is read here}}
}

void beside(int n, struct flags *f) {
  PARALLEL for (int i = 0; i < n; ++i)
    f[i].a = f[i + 1].b + i; // expected-warning {{'f' is updated here and read 1 iteration of 'i' away}} expected-note {{'f' is read here}}
}

void own(int n, struct flags *f, const struct flags *g) {
  PARALLEL for (int i = 0; i < n; ++i) {
    f[i].a = g[i].b + g[i + 1].a;
    f[i].b = f[i].a * 3;
    f[i].plain = f[i].b;
  }
  PARALLEL for (int i = 0; i < n; ++i)
    f[i].a = f[i + 1].plain;
}

// Bit-fields side by side are one place in memory, however many bytes it has.
struct wide {
  unsigned a : 20, b : 20;
};
struct narrow {
  unsigned short a : 12, b : 12;
};
struct apart {
  unsigned short a : 12;
  unsigned short : 0;
  unsigned short b : 12;
  char plain;
  unsigned short c : 4;
};
void sides(int n, struct wide *w, struct narrow *s, struct apart *f) {
  PARALLEL for (int i = 1; i < n; ++i) {
    w[i].a = i; // expected-warning {{'w' is updated here and updated 1 iteration of 'i' away}}
    w[i - 1].b = 2; // expected-note {{'w' is updated here}}
  }
  PARALLEL for (int i = 1; i < n; ++i) {
    s[i].a = i; // expected-warning {{'s' is updated here and updated 1 iteration of 'i' away}}
    s[i - 1].b++; // expected-note {{'s' is updated here}}
  }
  PARALLEL for (int i = 1; i < n; ++i) {
    f[i].a = i;
    f[i - 1].b = 2;
    f[i - 1].c++;
  }
}
