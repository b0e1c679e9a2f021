// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cannot be said about accesses, and the way out.
// RUN: %clang %plugin -fsyntax-only -Xclang -verify %s
void gathers(int n, const int *index, const float *in, float *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    out[i] = in[index[i]]; // expected-warning {{how much of 'in' the loop touches is not known; add extent(in, count)}}
}

void searches(int n, int m, const float *in, float *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int j = i;
    while (in[j] > 0) // expected-warning {{how much of 'in' the loop touches is not known; add extent(in, count)}}
      j = j * 5 % 7;
    out[i] = j;
  }
}

// Known for the one, not for the other.
void either(int n, const int *index, float *a, float *b) {
#pragma twofold parallel for extent(a, n)
  for (int i = 0; i < n; ++i) {
    float *p = i & 1 ? a : b;
    p[index[i]] = 1; // expected-warning {{how much of 'b' the loop touches is not known; add extent(b, count)}}
  }
}

static float *next(float *p) { return p + 1; }

// What a call returns is known once, not in each round.
void rounds(int n, float *a) {
#pragma twofold parallel for extent(a, n)
  for (int i = 0; i < n; ++i) {
    float *p = next(a);
    if (i == 3)
      *p = 1;
    for (int j = 0; j < 3; ++j)
      p = next(p);
    *p = 1; // expected-warning {{where '*p' points to is not known; index a captured array or pointer instead}}
  }
}
