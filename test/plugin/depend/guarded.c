// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses a few iterations apart, under conditions that no call can compute.
// RUN: %clang %plugin -fsyntax-only -Xclang -verify %s

#define PARALLEL _Pragma("twofold parallel for")
#define OWN_A _Pragma("twofold parallel for independent(a)")

static int edge(int i) {
  if (i % 3 == 0) goto no;
  return 1;
no:
  return 0;
}

void left_by_goto(double *a, double *b, const double *c, int n) {
  PARALLEL for (int i = 0; i < n - 1; i++) {
    if (c[i] < 0) goto second;
    a[i] = b[i] + c[i]; // expected-warning {{'a' is written here and read 1 iteration of 'i' away, under a condition that no call can tell ahead, so iterations may depend on each other and run in order; write to another array if iterations are to read what was there before the loop, or say 'independent(a)' if the condition keeps them apart}}
    continue;
  second:
    b[i] = a[i + 1]; // expected-note {{'a' is read here}}
  }
}
void kept_apart(double *a, double *b, const double *c, int n) {
  OWN_A for (int i = 0; i < n - 1; i++) {
    if (c[i] < 0) goto second; // expected-warning {{not offloaded: goto}}
    a[i] = b[i] + c[i];
    continue;
  second:
    b[i] = a[i + 1];
  }
}
// A quotient of n is no number of its own: of these iterations one is run.
void last_block(int *a, int n) {
  PARALLEL for (int i = 0; i < (n + 3) / 4; i++)
    if (i >= n / 4)
      for (int r = 4 * i; r < n; r++) a[r] = r;
}
void last_bits(unsigned *a, unsigned n) {
  PARALLEL for (unsigned i = 0; i < (n + 7) >> 3; i++)
    if (i >= n >> 3)
      for (unsigned r = 8 * i; r < n; r++) a[r] = r;
}
void upper_half(int *a, int n) {
  PARALLEL for (int i = 0; i < n; i++)
    if (i >= n / 2)
      for (int r = i; r < n; r++) a[r] = i; // expected-warning {{iterations of the parallel loop depend on each other and run in order: 'a' is written here and written 1 iteration of 'i' away}}
}
// Calls tell of these, or there is nothing to tell.
void computed(double *a, const double *c, int n) {
  PARALLEL for (int i = 1; i < n; i++)
    if (c[i] < 0) a[i] = a[i - 1];
}
void one_element(double *a, const double *c, int n) {
  PARALLEL for (int i = 1; i < n; i++) {
    if (c[i] < 0) goto end; // expected-warning {{not offloaded: goto}}
    a[i] = a[i] + 1;
  end:;
  }
}
