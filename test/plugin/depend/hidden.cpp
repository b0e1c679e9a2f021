// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where jumps, pointers to functions and addresses as numbers hide what
// iterations come to they run in order, and the program is told. Loops in which
// each iteration has elements of its own are left alone.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s
#include <cstdint>
#include <functional>

#define PARALLEL _Pragma("twofold parallel for")

void back(int n, int *a) {
  PARALLEL for (int i = 1; i < n; ++i) {
    int k = i;
  again:
    --k;
    if (k >= i - 1) goto again;
    a[i] += a[k]; // expected-warning {{iterations come to elements of 'a' by numbers that nothing is known of, as 'goto' leads around what changes them, so they run in order; write a loop, 'if' or 'break' instead, or say 'independent(a)' if no two come to one element}}
  }
}
void ahead(int n, int *a, const int *own) {
  PARALLEL for (int i = 1; i < n; ++i) {
    int k = i;
    if (own[i]) goto found;
    k = i - 1;
  found:
    a[i] += a[k]; // expected-warning {{numbers that nothing is known of}}
  }
}
void own_elements(int n, int *a, const int *b, const int *index) {
  PARALLEL for (int i = 0; i < n; ++i) {
    if (b[i]) goto done;
    a[i] = b[index[i]];
  done:;
  }
}
void own_rows(int n, int m, int *a, const int *b) {
  PARALLEL for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      if (b[j]) goto next;
      a[i * m + j] = b[j] + 1;
    }
  next:;
  }
}
void said(int n, int *a, const int *b, const int *index) {
#pragma twofold parallel for independent(a)
  for (int i = 0; i < n; ++i) {
    if (b[i]) goto done;
    a[index[i]] = b[i];
  done:;
  }
}

void held(int n, double *a, const double *b) {
  std::function<void(int)> step = [&](int i) { a[i] = a[i - 1] + b[i]; };
  PARALLEL for (int i = 1; i < n; ++i)
    step(i); // expected-warning {{'step' may lead to a function that stores to what other iterations use, so iterations run in order; call the function by its name, or say 'independent' if no two come to one element}}
  double sum = 0;
  std::function<void(int)> add = [&](int i) { sum = sum * 0.5 + b[i]; };
  PARALLEL for (int i = 1; i < n; ++i)
    add(i); // expected-warning {{'add' may lead to}}
  std::function<void(int)> own = [&](int i) { a[i] = b[i] * b[i + 1]; };
  PARALLEL for (int i = 1; i < n; ++i)
    own(i);
  std::function<double(double)> twice = [](double x) { return 2 * x; };
  PARALLEL for (int i = 1; i < n; ++i)
    a[i] = twice(b[i]);
}

static double *Where;
static void onwards(int i) { Where[i + 1] = Where[i] * 2; }
static void here(int i) { Where[i] *= 2; }
static void into(double *to) { *to *= 2; }
void pointed(int n, double *a, bool other, double (*given)(double)) {
  void (*step)(int) = onwards;
  PARALLEL for (int i = 0; i < n; ++i)
    step(i); // expected-warning {{'step' may lead to}}
  void (*own)(int) = here;
  PARALLEL for (int i = 0; i < n; ++i)
    own(i);
  void (*either)(int) = here;
  if (other)
    either = onwards;
  PARALLEL for (int i = 0; i < n; ++i)
    (*either)(i); // expected-warning {{'either' may lead to}}
#pragma twofold parallel for independent
  for (int i = 0; i < n; ++i)
    either(i);
  void (*element)(double *) = into;
  PARALLEL for (int i = 0; i < n; ++i)
    element(a + i);
  PARALLEL for (int i = 0; i < n; ++i)
    a[i] = given(a[i]);
}

int looks(const double *at);
void ranges(const double *from, const double *to);
void unseen(int n, double *a, const double *b, double (*given)(const double *)) {
  PARALLEL for (int i = 1; i < n; ++i)
    a[i] = looks(&a[i - 1]); // expected-warning {{'a' is written here and read 1 iteration of 'i' away}} expected-note {{read here}}
  PARALLEL for (int i = 1; i < n; ++i) {
    given(a + i + 1); // expected-note {{read here}}
    a[i] = b[i]; // expected-warning {{'a' is written here and read 1 iteration of 'i' away}}
  }
  PARALLEL for (int i = 1; i < n; ++i)
    a[i] = looks(&a[i]) + given(a) + given(b + i - 1);
  PARALLEL for (int i = 1; i < n; ++i) {
    ranges(a + 2 * i, a + 2 * i + 2);
    a[2 * i] = b[i];
  }
}

void numbers(int n, double *a) {
  PARALLEL for (int i = 1; i < n; ++i) {
    double *at = (double *)((std::uintptr_t)a + 8 * (std::uintptr_t)i);
    at[0] = at[-1]; // expected-warning {{'at' is written here and read 1 iteration of 'i' away}} expected-note {{read here}}
  }
  PARALLEL for (int i = 1; i < n; ++i) {
    double *at = (double *)((std::uintptr_t)a + 8 * (std::uintptr_t)i);
    at[0] = at[0] + 1;
  }
}
