// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms of loops that other tests do not come to. Nothing runs them: record.txt
// has what the plugin makes of them.
typedef unsigned char byte;

int lastBeforeExit(int n, const int *a, const int *c) {
  int v = 0;
#pragma twofold parallel for lastprivate(v)
  for (int i = 0; i < n; ++i) {
    v = a[i];
    if (c[i] == 7)
      break;
  }
  return v;
}

void exitsBehindSwitches(int n, const int *a, int *b, const int *c) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    switch (a[i]) {
    case 1:
      b[i] = 2;
      break;
    default:
      b[i] = 3;
    }
    for (int k = 0; k < 4; ++k) {
      if (a[i] == k)
        continue;
      if (a[i] > 100 + k)
        break;
      b[i] += k;
    }
    if (c[i])
      break;
  }
}

void wrappingSteps(unsigned n, unsigned s, int *a) {
#pragma twofold parallel for
  for (unsigned i = n; i > 3; i -= s)
    a[i] = (int)i;
#pragma twofold parallel for
  for (unsigned i = 0; i < n; i += s)
    a[i] = 2;
}

int outsideCounters(int from, int n, int s, int *a, const int *const *rows) {
  int i;
#pragma twofold parallel for
  for (i = from; i < n; i += s)
    a[i] = i;
  const int *p;
#pragma twofold parallel for
  for (p = rows[0]; p < rows[0] + n; p += 3)
    a[p - rows[0]] = *p;
  return i + *p;
}

void filled(int n, long (*longs)[8], __int128 (*wide)[4], float (*floats)[8]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    __int128 w[4];
    __builtin_memset(w, 0, sizeof w);
    __builtin_memcpy(wide[i], w, sizeof w);
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    long t[8];
    _Bool marks[8];
    __builtin_memset(t, 1, sizeof t);
    __builtin_memset(marks, 1, sizeof marks);
    t[i & 7] += i + marks[i & 7];
    __builtin_memcpy(longs[i], t, sizeof t);
    __builtin_memset(floats[i], 0, sizeof floats[i]);
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    __builtin_memset(&floats[i][1], i, 4);
}

void narrowUpdates(int n, const int *at, byte *h, signed char *g,
                   unsigned short *w) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    h[at[i]] = (byte)(h[at[i]] * 255);
    g[at[i]] = (signed char)(g[at[i]] * 127);
    w[at[i]] = (unsigned short)(w[at[i]] - 32768);
  }
}

void countedToBounds(int n, const byte *from, const byte *to, int (*a)[256]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (byte j = from[i]; j != to[i]; ++j)
      a[i][j] = i + j;
}

void unsignedAhead(unsigned n, unsigned m, int *a) {
#pragma twofold parallel for
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = i; j + 3 < m; j += 2)
      a[i * m + j] = (int)j;
}

void largest(int n, const int *a, const int *b, int *out, int *flags) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k = a[i] > b[i] ? a[i] : b[i];
    if (k > i && k < n && a[i] >= 0 && (b[i] < 4 || b[i] > 8))
      out[i] = flags[k];
    if (a[i] == i)
      out[a[i]] = 0;
    if (a[i] != n && a[i] <= i)
      flags[i] = a[i] & 12 | b[i] << 2;
  }
}

void products(int n, const float *a, const float *b, float *c, const int *x,
              const int *y, int *z) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += (a[i * n + k] > 0 && b[k * n + j] > 0) ? a[i * n + k]
                                                    : -b[k * n + j];
      c[i * n + j] = s;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      int s = 0;
      for (int k = 0; k < n; ++k)
        s += ~x[i * n + k] * !y[k * n + j] / (y[k * n + j] | 1);
      z[i * n + j] = s;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      int s = 0;
      for (int k = 0; k < n; ++k)
        s += (x[i * n + k] || y[k * n + j] % (x[i * n + k] + 2)) +
             *(x + i * n + k);
      z[i * n + j] = s;
    }
}

void mixedSums(int n, const double *a, const float *b, double *c, float *d) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double s = 0;
    float t = 0;
    for (int k = 0; k < n; ++k) {
      s += a[i * n + k] * a[k];
      t += b[i * n + k] * b[k];
    }
    c[i] = s;
    d[i] = t;
  }
}

void manyRows(int n, const float *a, const float *b, const float *c,
              const float *d, const float *e, float (*out)[64]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 64; ++j) {
      float p[64], q[64], r[64], s[64], t[64];
      p[j] = a[i] * j;
      q[j] = b[j] + p[j];
      r[j] = c[j] - q[j];
      s[j] = d[j] * r[j];
      t[j] = e[j] + s[j];
      out[i][j] = p[j] + q[j] + r[j] + s[j] + t[j];
    }
}

void orders(int n, int *a, int *counts, const int *at) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    __atomic_fetch_and(&counts[at[i]], ~i, __ATOMIC_RELAXED);
    __atomic_store(&a[i], &i, __ATOMIC_RELAXED);
  }
}

void jumps(int n, int *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (a[i] < 0)
      goto next;
    a[i] = 1;
  next:;
  }
}

int checked(int n, int m, const int *a, int (*b)[40]) {
  int sum = 0;
#pragma twofold parallel for bounds reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    if (__builtin_expect((i < 40) != 0, 1) && !!(a[i] >= 0))
      b[m][i] = a[i];
    int k = a[i] + 2;
    if (__builtin_expect(k > 39, 0))
      k = 39;
    if (k < 0)
      k = 0;
    sum += b[m][k];
  }
  return sum;
}
