// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects that the body changes, and reductions that no kernel can hold.
// RUN: %clang %plugin -fsyntax-only -ferror-limit=0 -Xclang -verify %s

struct point {
  double x = 0, y = 0;
  point &operator+=(const point &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
};
struct meter {
  double v = 0;
  meter &operator+=(double d) {
    v += d;
    return *this;
  }
};

void objects(double (&x)[64], point (&p)[64]) {
  point sum;
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i)
    sum += p[i];
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) {
    sum += p[i]; // expected-note {{'sum' is updated here}}
    x[i] = sum.x; // expected-warning {{reduction variable 'sum' is used outside its reduction '+'}}
  }
  meter m;
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) // expected-warning@+1 {{'m' sums up objects, and two of its sums cannot be added, so iterations run in order; define operator+= of the class for two objects}}
    m += x[i];
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) // expected-note@+1 {{declare 'sum'}}
    sum.x = x[i] - sum.y; // expected-warning {{'sum' is read before the iteration has assigned it}} expected-note {{'sum' is assigned here}}
}

double restarting(double (&x)[64]) {
  double low = 1e9;
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i)
    low = low < x[i] ? low : x[i]; // expected-warning {{not offloaded: 'low' takes a NaN and drops it again, which depends on the order of the iterations; write 'if (e < low) low = e' or use fmin or fmax}}
#pragma twofold parallel for reduction(min : low)
  for (int i = 0; i < 64; ++i)
    low = low < x[i] ? low : x[i];
  return low;
}

struct mutex_like {
  mutex_like(const mutex_like &) = delete;
  mutex_like &operator+=(int) { return *this; }
};
struct both : point {
  point part;
  both &operator*=(double);
  both &operator++();
};
struct view {
  point *data;
  point &operator[](int i) { return data[i]; }
};
const point &nearer(const point &, const point &);
point *kept;

void assigned(point (&p)[64], double (&x)[64], both &b, view w,
              mutex_like &m) {
  point t;
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) { // expected-note {{declare 't' inside}}
    x[i] = t.x; // expected-warning {{'t' is read before the iteration has assigned it}}
    t = p[i]; // expected-note {{'t' is assigned here}}
  }
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) { // expected-note {{declare 't' inside}}
    if (x[i] > 0)
      t = p[i]; // expected-note {{'t' is assigned here}}
    x[i] = t.x; // expected-warning {{'t' is read before the iteration has assigned it}}
  }
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) { // expected-note {{declare 't' inside}}
    t = p[i]; // expected-warning {{'t' is assigned in every iteration and shared between them}}
    kept = &t;
  }
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) { // expected-note {{declare 't' inside}}
    t = p[i]; // expected-warning {{'t' is assigned in every iteration and shared between them}}
    x[i] = nearer(t, p[0]).x;
  }
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) // expected-note@+1 {{declare 't' inside}}
    t.operator=(p[i]); // expected-warning {{'t' is read before the iteration has assigned it}} expected-note {{'t' is assigned here}}
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) // expected-note@+1 {{declare 'b' inside}}
    b *= x[i]; // expected-warning {{'b' is read before the iteration has assigned it}} expected-note {{'b' is assigned here}}
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) // expected-note@+1 {{declare 'b' inside}}
    ++b; // expected-warning {{'b' is read before the iteration has assigned it}} expected-note {{'b' is assigned here}}
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) // expected-note@+1 {{declare 'b' inside}}
    b.part = p[i]; // expected-warning {{'b' is assigned in every iteration and shared between them, so they run in order}}
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) // expected-note@+1 {{declare 'b' inside}}
    b.x = x[i]; // expected-warning {{'b' is assigned in every iteration and shared between them, so they run in order}}
  // Elements behind an operator, and objects that take care of themselves.
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i)
    w[i] = p[i];
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i)
    m += 1;
}

struct pointing {
  double *where;
  pointing &operator+=(const pointing &);
};

void declared(point (&p)[64], pointing (&q)[64]) {
  point sum;
#pragma twofold parallel for reduction(+ : sum)
  for (int i = 0; i < 64; ++i)
    sum = p[i]; // expected-warning {{reduction variable 'sum' is used outside its reduction '+'}}
#pragma twofold parallel for reduction(* : sum) // expected-error {{cannot be a reduction of '*'}}
  for (int i = 0; i < 64; ++i)
    sum += p[i];
  pointing where;
#pragma twofold parallel for reduction(+ : where) // expected-error {{cannot be a reduction of '+'}}
  for (int i = 0; i < 64; ++i)
    where += q[i];
}

struct reference {
  double &to;
  reference(double &d) : to(d) {}
};
struct number {
  double is;
  number(double d) : is(d) {}
};

/// What an object refers to may be any iteration's.
void referred(double (&x)[64], double (&y)[64]) {
  double a[64], b[64];
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) {
    for (int k = 0; k < 64; ++k)
      a[k] = x[i] * k; // expected-warning {{'a' is written here and}}
    reference r(a[3]);
    y[i] = a[5] + r.to;
  }
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) {
    for (int k = 0; k < 64; ++k)
      b[k] = x[i] * k;
    number r(b[3]);
    y[i] = b[5] + r.is;
  }
}

// What a clause does not take is not offered as one.
void clause(point (&p)[64], double (&x)[64]) {
  point t;
#pragma twofold parallel for private(t) // expected-error {{'t' of type 'point' cannot be private; use a variable that is declared inside the loop}}
  for (int i = 0; i < 64; ++i) {
    t = p[i];
    x[i] = t.x;
  }
}
