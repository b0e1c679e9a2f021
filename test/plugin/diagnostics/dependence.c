// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %clang %plugin -Rpass-analysis=twofold -fsyntax-only -Xclang -verify -Wno-pass-failed -Wpass-failed %s
// RUN: %clang %plugin -w -fsyntax-only %s 2>&1 | count 0
// RUN: %clang %plugin -Wno-pass-failed -fsyntax-only %s 2>&1 | count 0
// RUN: not %clang %plugin -Werror=pass-failed -fsyntax-only %s 2>&1 | %FileCheck %s
// CHECK: error: iterations of the parallel loop depend on each other{{.*}}[-Werror,-Wpass-failed]

float field[64][64];

void carried(int n, float *a) {
#pragma twofold parallel for
  for (int i = 0; i < n - 2; ++i)
    a[i] = a[i + 2]; // expected-warning {{iterations of the parallel loop depend on each other and run in order: 'a' is written here and read 2 iterations of 'i' away; write to another array if iterations are to read what was there before the loop}} \
                        expected-note {{'a' is read here}}

#pragma twofold parallel for collapse(2)
  for (int i = 1; i < 64; ++i)
    for (int j = 0; j < 64; j += 2)
      field[i][j] += field[i - 1][j]; // expected-warning {{'field' is updated here and read 1 iteration of 'i' away}} \
                                         expected-note {{'field' is read here}}

  // The same access in two iterations: nothing to point at but itself.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      field[0][j] = i; // expected-warning {{'field' is written here and written 1 iteration of 'i' away}}
}

void proven(int n, int m, float *a, const float *b, const int *index) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{iterations are independent: proven}}
    for (int j = 0; j < m; ++j)
      a[i * m + j] = j;

#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{iterations are independent as long as 'a' and 'b' do not overlap}}
    a[i] = b[i + 1];

#pragma twofold parallel for
  for (unsigned i = 0; i < n; ++i) // expected-remark {{iterations are independent as long as no unsigned subscript wraps}}
    a[i + 1] = 0;

#pragma twofold parallel for extent(a, n)
  for (int i = 0; i < n; ++i)
    a[index[i]] = 1; // expected-remark {{iterations may depend on each other: 'a' is written here and written elsewhere; nothing was proven either way}}
}

// What is proven does not become true by being denied.
void denied(int n, long *sums, const int *a) {
#pragma twofold parallel for independent extent(sums, 4) extent(a, n)
  for (int i = 0; i < n; ++i) {
    int at = 0;
    sums[at] = sums[at] + a[i]; // expected-warning {{'sums' is written here and read 1 iteration of 'i' away}} expected-note {{read here}}
  }
}

int elsewhere(int);
void obstacle(int n, int *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = elsewhere(i); // expected-remark {{iterations may depend on each other: the loop calls 'elsewhere', which is not visible here; nothing was proven either way}} \
                            expected-warning {{not offloaded}}
}

// What kernels look like is told elsewhere.
// expected-remark@* 0+ {{in the kernel}}
