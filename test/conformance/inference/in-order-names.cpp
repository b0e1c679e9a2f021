// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars that iterations have copies of, and that another name changes or
// reads: such calls run on the variables themselves. Others run as ever.
// RUN: %conform %s %t --native
#include "show.h"
#include <vector>

enum { N = 400 };
static double global = 1, *pointed = &global;
static int counted;
struct owner {
  double *at, own;
};

static void parameter(double *p, double *b, const double *a) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    *p += a[i];
    b[i] = global;
  }
}
static void throughGlobal(double *b, const double *a) {
  double s = 1;
  pointed = &s;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    *pointed += a[i];
    b[i] = s;
  }
  pointed = &global;
}
static void reference(double &r, double *b, const double *a) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    r += a[i];
    b[i] = global;
  }
}
static void member(owner *w, double *b, const double *a) {
  double s = 1;
  w->at = &s;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    *w->at += a[i];
    b[i] = s;
  }
}
static void binding(double *b, const double *a) {
  owner w{nullptr, 1};
  auto &[at, own] = w;
  auto [there, value] = w;
  double *p = &w.own, *q = &value;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    *p += a[i];
    b[i] = own;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    *q += a[i];
    b[i] += value;
  }
}
static void record(double *b, const double *a) {
  struct {
    double x, y;
  } s = {1, 2};
  double *p = &s.y;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    *p += a[i];
    b[i] = s.y;
  }
}
static void sum(const double *p, double *b, const double *a) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    global += a[i];
    b[i] = *p;
  }
}
static void counter(int *c, double *b, const double *a) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (a[i] > 3)
      ++*c;
    b[i] = counted;
  }
}
static void mix(double *p, double x) { *p = *p * 0.5 + x; }
static void called(double *b, const double *a) {
  double s = 0, *p = &s;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    mix(p, a[i]);
    b[i] = s;
  }
}

int main() {
  std::vector<double> a(N), b(N);
  for (int i = 0; i < N; ++i)
    a[i] = i * 37 % 11;
  double other = 0;
  int count = 0;
  owner w{};
  auto show = [&](const char *name) { SHOW_FLOATS(name, b.data(), N); };
  parameter(&global, b.data(), a.data());
  show("parameter");
  parameter(&other, b.data(), a.data());
  show("another");
  throughGlobal(b.data(), a.data());
  show("global pointer");
  reference(global, b.data(), a.data());
  show("reference");
  reference(other, b.data(), a.data());
  show("another reference");
  member(&w, b.data(), a.data());
  show("member");
  binding(b.data(), a.data());
  show("binding");
  record(b.data(), a.data());
  show("record");
  sum(&global, b.data(), a.data());
  show("sum");
  counter(&counted, b.data(), a.data());
  show("counter");
  counter(&count, b.data(), a.data());
  show("another counter");
  called(b.data(), a.data());
  show("called");
  SHOW_FLOAT(other);
  SHOW_INTEGER(count);
}
