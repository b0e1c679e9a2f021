// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates of reduced elements may meet; what else a loop touches is tested all
// the same.
// RUN: %clangxx %plugin -Rpass-analysis=twofold -fsyntax-only -Wno-pass-failed -Wpass-failed -Xclang -verify %s

#define N 1000

void counts(int *h, const int *b, int *a) {
#pragma twofold parallel for extent(h, N)
  for (int i = 1; i < N; ++i) {
    h[b[i]] += 1;
    a[i] = a[i - 1]; // expected-warning {{'a' is written here and read 1 iteration of 'i' away}} expected-note {{'a' is read here}}
  }
}
void one_element(int *h, int *a) {
#pragma twofold parallel for
  for (int i = 1; i < N; ++i) {
    h[0] = i + h[0];
    a[i] = a[i - 1]; // expected-warning {{'a' is written here and read 1}} expected-note {{read here}}
  }
}
void steps(int *h, int *a) {
#pragma twofold parallel for
  for (int i = 1; i < N; ++i) {
    ++h[3];
    h[4]--;
    a[i + 1] = i; // expected-warning {{'a' is written here and written 1}}
    a[i] = i;     // expected-note {{written here}}
  }
}
void least(int *h, const int *x, int *a) {
#pragma twofold parallel for
  for (int i = 1; i < N; ++i) {
    if (x[i] < h[0])
      h[0] = x[i];
    a[i] = a[i - 1]; // expected-warning {{'a' is written here and read 1}} expected-note {{read here}}
  }
}
void updates_only(int *h) {
#pragma twofold parallel for
  for (int i = 1; i < N; ++i) {
    h[0] += i;
    h[i % 7] += 1;
  }
}
struct Counter {
  int h[10], a[N];
  void count() {
#pragma twofold parallel for
    for (int i = 1; i < N; ++i) {
      h[i % 10] += 1;
      a[i] = a[i - 1]; // expected-warning {{'*this' is written here and read 1}} expected-note {{read here}}
    }
  }
  void only_count() {
#pragma twofold parallel for
    for (int i = 1; i < N; ++i)
      h[i % 10] += 1;
  }
};
void use(Counter &c) {
  c.count();
  c.only_count();
}

// What kernels look like is told elsewhere.
// expected-remark@* 0+ {{in the kernel}}
