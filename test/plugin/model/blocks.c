// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subscripts that are not followed, of pointers without an extent: there is a
// kernel, and a remark of what it costs.
// RUN: %clang %plugin -Rpass-analysis=twofold -fsyntax-only -Xclang -verify %s
void gathers(int n, const int *index, const float *in, float *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{independent as long as}}
    out[i] = in[index[i]]; // expected-remark {{how much of 'in' the loop touches is not known, so a device gets the whole block of memory that 'in' points into; extent(in, count) says how much}}
}

void searches(int n, int m, const float *in, float *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-remark {{independent as long as}}
    int j = i;
    while (in[j] > 0) // expected-remark {{how much of 'in' the loop touches is not known, so a device gets the whole block of memory that 'in' points into; extent(in, count) says how much}}
      j = j * 5 % 7;
    out[i] = j;
  }
}

// Known for the one, not for the other.
void either(int n, const int *index, float *a, float *b) {
#pragma twofold parallel for extent(a, n)
  for (int i = 0; i < n; ++i) {
    float *p = i & 1 ? a : b;
    p[index[i]] = 1; // expected-remark {{how much of 'b' the loop touches is not known, so a device gets the whole block of memory that 'b' points into}} expected-remark {{may depend}}
  }
}

// One remark for each base, however often it is used; none for what is known.
void several(int n, const int *index, float *a, const float *b) {
  float here[16] = {0};
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[index[i]] = // expected-remark {{how much of 'a'}} expected-remark {{may depend}}
        b[index[i]] + // expected-remark {{how much of 'b'}}
        b[index[n - i - 1]] + here[index[i] % 16];
}

// What kernels look like is told elsewhere.
// expected-remark@* 0+ {{in the kernel}}
