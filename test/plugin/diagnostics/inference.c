// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars that carry a value from one iteration to the next.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -fsyntax-only -ferror-limit=0 -Xclang -verify %s
#define N 8

int global, use(int);

void flow(int *a, int *b, int n, int c) {
  int t = 0, u = 3, k;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-note {{declare 't' inside the loop to give each iteration its own}}
    if (a[i])
      t = a[i]; // expected-note {{'t' is assigned here}}
    b[i] = t; // expected-warning {{'t' is read before the iteration has assigned it, so iterations depend on one another and run in order; assign it first on every path, or declare it inside the loop}}
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-note {{declare 'u'}}
    b[i] = u; // expected-warning {{'u' is read before}}
    u = a[i]; // expected-note {{'u' is assigned here}}
  }
  // An inner loop may run zero times.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-note {{declare 't'}}
    for (int j = 0; j < c; ++j)
      t = a[j]; // expected-note {{'t' is assigned here}}
    b[i] = t; // expected-warning {{'t' is read before}}
  }
  // Only one arm, only one case, only where && goes on.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-note {{declare 't'}} expected-note {{declare 'u'}} expected-note {{declare 'k'}}
    (a[i] ? (t = 1) : 0); // expected-note {{'t' is assigned here}}
    switch (a[i]) {
    case 1:
      u = 2; // expected-note {{'u' is assigned here}}
    }
    c && (k = a[i]); // expected-note {{'k' is assigned here}}
    b[i] = t + // expected-warning {{'t' is read before}}
           u + // expected-warning {{'u' is read before}}
           k; // expected-warning {{'k' is read before}}
  }
  // The fall-through into a label, and a jump over the assignment.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-note {{declare 't'}}
    if (a[i])
      goto out;
    t = 1; // expected-note {{'t' is assigned here}}
  out:
    b[i] = t; // expected-warning {{'t' is read before}}
  }
  // The value goes on to the next iteration although nobody sees it.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    t = t < a[i] ? a[i] + 1 : t; // expected-warning {{'t' is read before the iteration has assigned it, so iterations depend on one another and run in order; combine it by one operator of 'reduction' or by fmin or fmax, or store what each iteration has found in an array, and combine that behind the loop}} expected-note {{'t' is assigned here}}
}

void clauses(int *a, int *b, int n) {
  int t = 0, u = 0;
#pragma twofold parallel for private(t)
  for (int i = 0; i < n; ++i)
    b[i] = t; // expected-warning {{'t' is private, so it has no value here, and iterations run in order on the variable itself; assign it first on every path, or drop the clause}} expected-note {{declare 't'}}
#pragma twofold parallel for lastprivate(u)
  for (int i = 0; i < n; ++i) { // expected-note {{declare 'u'}}
    b[i] = u; // expected-warning {{'u' is lastprivate, so it has no value here}}
    u = i;
  }
}

void operators(int *a, double *d, int n) {
  int s = 0, q = 1, r = 1;
  unsigned h = 0;
  _Bool odd = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    s += a[i]; // expected-note {{'s' is updated here}}
    s *= 2; // expected-warning {{'s' is updated by '*' here and by '+' elsewhere, and the two cannot be reordered, so iterations run in order; use one operation, or two variables}}
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    q /= a[i]; // expected-warning {{'q' is updated by '/=', which depends on the order of the iterations, so they run in order; use a reduction (+ - * & | ^ && || min max), or declare it inside the loop}}
    h <<= 1; // expected-warning {{'h' is updated by '<<='}}
    r %= a[i]; // expected-warning {{'r' is updated by '%='}}
  }
#pragma twofold parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += d[i] * i; // expected-warning {{values are rounded when they are stored in 's', so that '+=' depends on the order, and iterations run in it; give 's' the type of the values}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    s += d[i]; // expected-warning {{values are rounded when they are stored in 's', so that '+=' depends on the order, and iterations run in it; give 's' the type of the values}}
    odd += a[i]; // expected-warning {{'odd' is updated by '+='}}
    global ^= a[i];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    s += a[i]; // expected-note {{'s' is updated here}}
    if (s > 100) // expected-warning {{reduction variable 's' is used outside its reduction '+'}}
      continue;
    a[i] = 0;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (d[i] > 0) a[s++] = i; // expected-warning {{'s' says how many elements}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    q = a[i] - q; // expected-warning {{'q' is read before}} expected-note {{'q' is assigned here}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    q = 2 * q + a[i]; // expected-warning {{'q' is read before}} expected-note {{'q' is assigned here}}
}

void extrema(int *a, double *d, double *e, int n) {
  double m = 1e9;
  float f = 1e9f;
  int at = -1, hits = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (d[i] < m) {
      m = d[i]; // expected-note {{'m' is updated here}}
      at = i;
    }
    a[i] = at; // expected-warning {{'at' is assigned along with the 'min' of 'm' and is used here, too, so iterations run in order; use another variable there}}
  }
#pragma twofold parallel for lastprivate(at) // expected-warning {{'at' is assigned along with the 'min' of 'm', which its clause denies, so iterations run in order; drop its clause, its value comes from the same iteration}}
  for (int i = 0; i < n; ++i)
    if (d[i] < m) {
      m = d[i]; // expected-note {{'m' is updated here}}
      at = i;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (d[i] < f) {
      f = d[i]; // expected-warning {{values are rounded when they are stored in 'f', so that 'min' depends on the order, and iterations run in it; give 'f' the type of the values}}
      at = i;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (d[i] < m) {
      m = d[i]; // expected-note {{'m' is updated here}}
      at = i;
    }
    if (e[i] < m)
      m = e[i]; // expected-warning {{'m' is updated with other variables, or with ties won otherwise, than elsewhere, so iterations run in order; write all its updates by 'min' alike, or use two variables}}
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (d[i] < m)
      m = d[i]; // expected-note {{'m' is updated here}}
    if (e[i] > m)
      m = e[i]; // expected-warning {{'m' is updated by 'max' here and by 'min' elsewhere}}
  }
  // How often the minimum changed depends on the order.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (d[i] < m) { // expected-warning {{'m' is read before}} expected-note {{declare 'm'}}
      m = d[i]; // expected-note {{'m' is assigned here}}
      hits++;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-note {{declare 'm'}}
    int hit = 0;
    if (d[i] < m) { // expected-warning {{'m' is read before}}
      m = d[i]; // expected-note {{'m' is assigned here}}
      hit = 1;
    }
    hits += hit;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (d[i] < m) // expected-warning {{'m' is read before}} expected-note {{declare 'm'}}
      m = d[i]; // expected-note {{'m' is assigned here}}
    else
      a[i] = 1;
  // Not the value that was compared.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (d[i] < m) // expected-warning {{'m' is read before}} expected-note {{declare 'm'}}
      m = d[i] + 1; // expected-note {{'m' is assigned here}}
  // Another value each time.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (use(i) < at) // expected-warning {{'at' is read before}} expected-note {{declare 'at'}}
      at = use(i); // expected-note {{'at' is assigned here}}
}
