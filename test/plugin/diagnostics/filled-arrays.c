// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays from outside of which each iteration reads what it has written before
// are its own; what may be left from another iteration is a dependence.
// RUN: %clang %plugin -fsyntax-only -Xclang -verify %s
#include <string.h>

enum { N = 1000, K = 8 };
double x[N], out[N], kept[K], table[K][K];
int count[N], low[N];
void look(double *);
double seen(int);

void filled(int n, int m) {
  double a[64], b[64], c[64], d[K][K], e[64], f[64];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int own = count[i];
    for (int k = 0; k < n; ++k)
      a[k] = x[i] * k;
    for (int k = n - 1; k >= 0; --k)
      out[i] += a[k];
    for (int k = 0; k < own; ++k)
      b[k] = x[i] + k;
    for (int k = 0; k < own; ++k)
      out[i] += b[own - 1 - k];
    c[0] = x[i];
    for (int k = 1; k < m; ++k)
      c[k] = c[k - 1] * 0.5;
    for (int j = 0; j < K; ++j)
      for (int k = 0; k < K; ++k)
        d[j][k] = x[i] * j + k;
    out[i] += d[i & 7][3];
    for (int k = 0; k < K; ++k)
      kept[k] = out[i] + k;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (i % 3)
      for (int k = 0; k < n; ++k)
        e[k] = 1;
    else
      for (int k = 0; k < n; ++k)
        e[k] = x[k];
    for (int k = 0; k < n; ++k)
      out[i] += e[k];
    if (i % 5) {
      memcpy(f, x, sizeof f);
      for (int k = 0; k < 64; ++k)
        out[i] += f[k];
    }
  }
}

void left(int n, int m) {
  double a[64], b[64], c[64], d[64], e[64], f[64], g[64];
  static double large[20000];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int k = 1; k < n; ++k)
      a[k] = x[i]; // expected-warning {{'a' is written here and}}
    for (int k = 0; k < n; ++k)
      out[i] += a[k];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < n; ++k)
      b[k] = x[i]; // expected-warning {{'b' is written here and}}
    for (int k = 0; k < m; ++k)
      out[i] += b[k];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < n; ++k) {
      if (x[k] > 3)
        continue;
      c[k] = x[i]; // expected-warning {{elements of 'c' here}}
    }
    for (int k = 0; k < n; ++k)
      out[i] += c[k];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < 64; k += 2)
      d[k] = x[i]; // expected-warning {{'d' is written here and}}
    for (int k = 0; k < 64; ++k)
      out[i] += d[k];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < n; ++k)
      e[k] = x[i]; // expected-warning {{'e' is written here and}}
    out[i] = e[0];
  }
  look(e);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < n; ++k) {
      if (x[k] > 3)
        break;
      f[k] = x[i]; // expected-warning {{elements of 'f' here}}
    }
    for (int k = 0; k < n; ++k)
      out[i] += f[k];
  }
  look(g);
  double *p = g;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < 64; ++k)
      g[k] = x[i]; // expected-warning {{'g' is written here and}}
    out[i] = g[3] + p[i & 7];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < 20000; ++k)
      large[k] = x[i]; // expected-warning {{'large' is written here and}}
    out[i] = large[i];
  }
}

// A subscript that nothing is known of stays in the array.
void anywhere(const int *index, int n) {
  double a[64], b[64], c[64];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < 64; ++k)
      a[k] = x[i] * k;
    a[i * n % 64] += 1;
    out[i] = a[index[i]];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < 63; ++k)
      b[k] = x[i] * k; // expected-warning {{'b' is written here and}}
    out[i] = b[index[i]];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < 64; ++k) {
      c[k] = x[i] * k; // expected-warning {{'c' is written here and}}
      out[i] += c[index[k]];
    }
  }
}

// Rows that loops in steps, and loops inside one another, put together.
void in_steps(int n, unsigned char m, double (*cells)[N]) {
  double a[64], b[64], c[64], d[256], e[257];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < 32; ++j)
      for (int k = 2 * j; k < 2 * j + 2; ++k)
        a[k] = x[i] * k;
    for (int k = 0; k < 64; ++k)
      out[i] += a[k];
    for (int j = 0; j < n; j += 2)
      for (int k = 0; k < 2; ++k)
        b[j + k] = x[i] * k;
    for (int k = 0; k < n; ++k)
      out[i] += b[k];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < n; j += 2)
      for (int k = 0; k < 2; ++k)
        c[j + k] = x[i] * k; // expected-warning {{'c' is written here and}}
    for (int k = 0; k <= n; ++k)
      out[i] += c[k];
  }
  // A number without a sign is 0 at least.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k <= m; ++k)
      e[k] = x[i];
    out[i] = e[0];
  }
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < N; ++i)
    for (int h = 0; h < N; ++h) {
      for (int j = 0; j < K; ++j)
        for (int k = 0; k < K; ++k)
          d[32 * j + 2 * k] = x[i] + h;
      for (int j = 0; j < K; ++j)
        for (int k = 0; k < K; ++k)
          cells[i][h] += d[32 * j + 2 * k];
    }
}

// Whoever has no address of an array does not look at it.
void stored_before(int n) {
  double t[K];
  t[0] = n;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < K; ++j)
      t[j] = x[i] * j;
    out[i] = t[K - 1] + seen(i); // expected-warning {{not offloaded: 'seen' is called}}
  }
}

// Which rounds are left early is not known behind the condition that says so.
void left_in_part(int n) {
  double t[K], u[K];
  t[0] = u[0] = n;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < K; ++j) {
      if (x[i] > 0)
        if (low[i] > 0)
          if (kept[j] > j)
            continue;
      t[j] = x[i] * j; // expected-warning {{write the same elements of 't' here}}
    }
    out[i] = t[K - 1];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < K; ++j) {
      if (x[i] > 0)
        out[i] += 1;
      u[j] = x[i] * j;
    }
    out[i] += u[K - 1];
  }
}
