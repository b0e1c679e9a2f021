// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the passes before the vectoriser find, and what lacks one thing to be
// found. Nothing runs it: record.txt has what the passes make of it.
#define PARALLEL _Pragma("twofold parallel for")

// Vectors whose stores lie askew.
void neighbours(double *a, const float *b, const double *c, long n) {
  PARALLEL
  for (long i = 0; i < n; ++i)
    a[i] = c[i + 1] * b[i] + c[i] * b[3];
}
void bytes(unsigned char *a, const short *b, unsigned n) {
  PARALLEL
  for (unsigned i = 5; i < n; ++i) {
    a[i] = (unsigned char)(b[i] >> 3);
    a[i + 64] = 7;
  }
}
void downwards(short *a, const short *b, int n) {
  PARALLEL
  for (int i = n - 1; i >= 0; --i)
    a[i] = (short)(b[i] * 3);
}
void counted(float *a, const float *b) {
  PARALLEL
  for (int i = 0; i < 5000; ++i)
    a[i] = b[i] * 3;
}
void manyStarts(float *a, const float *b, const float *c, const float *d,
                const float *e, const float *f, const float *g, const float *h,
                const float *k, int n) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    a[i] = b[i] + c[i] + d[i] + e[i] + f[i] + g[i] + h[i];
  PARALLEL
  for (int i = 0; i < n; ++i)
    a[i] = b[i] + c[i] + d[i] + e[i] + f[i] + g[i] + h[i] + k[i];
}
void single(volatile float *a, float *b, int n) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    b[i] = a[i] * 2;
}
struct __attribute__((packed)) odd {
  char head;
  double tail[1000];
};
void packed(struct odd *o, const double *b, int n) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    o->tail[i] = b[i] * 2;
}
void pairs(_Complex double *a, const _Complex double *b, long double *c,
           int n) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    a[i] = b[i] + 1;
  PARALLEL
  for (int i = 0; i < n; ++i)
    c[i] = c[i] * 2;
}
void stepped(int *a, const int *b, int n, int by) {
  PARALLEL
  for (int i = 0; i < n; i += 2)
    a[i] = b[i] + 4;
  PARALLEL
  for (int i = 0; i < n; ++i)
    a[i * by] = b[i] * by;
}
int lastOf(int *a, const int *b, int n) {
  int last = 0;
#pragma twofold parallel for lastprivate(last)
  for (int i = 0; i < n; ++i)
    a[i] = last = b[i] * 3;
  return last;
}
double called(double *a, const double *b, int n, double (*f)(double)) {
  double s = 0;
#pragma twofold parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += b[i] * b[i];
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i)
    a[i] = f(b[i]);
  return s;
}

// Columns.
int leastOf(int n, const int *restrict a, const int (*rows)[16],
            const int (*shorts)[15]) {
  int g = 0, h = 0, k = 0;
#pragma twofold parallel for reduction(min : g)
  for (int i = 0; i < n; ++i)
    g = rows[i][3] < g ? rows[i][3] : g;
#pragma twofold parallel for reduction(min : h)
  for (int i = 0; i < n; ++i)
    h = shorts[i][3] < h ? shorts[i][3] : h;
#pragma twofold parallel for reduction(max : k)
  for (int i = n; i > 0; --i)
    k = rows[i][2] > k ? rows[i][2] : k;
  return g + h + k + *a;
}
void columnsIn(int n, int m, const int *restrict from, const int (*t)[500],
               int *restrict to) {
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int most = 0;
    for (int k = 0; k < m; ++k)
      most = most < t[k][i] + from[3] ? t[k][i] + from[3] : most;
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < n; ++l)
        most += t[l][k];
    to[i] = most;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int most = 0;
    for (int k = 0; k < m; ++k) {
      int v = t[k][i] * 3 + t[k][i + 1] * 5 + t[k][i + 2] * 7 +
              (t[k][i + 3] ^ 9) + (t[k][i + 4] & 5);
      v = v * v + (v >> 3) + (v << 2) * 11 + v / 3;
      most = most < v ? v : most;
    }
    to[i] = most;
  }
}

// What both ways of a branch read.
void ways(float *c, const float *a, const int *at, const double *w,
          volatile int *v, int n) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    if (a[i] > 2)
      c[i] = (float)w[at[i]] + a[i + 1];
    else
      c[i] = a[i + 1] - (float)w[at[i]];
  PARALLEL
  for (int i = 0; i < n; ++i)
    if (a[i] > 3) {
      c[i] = 1;
      c[i + n] = a[i + 2];
    } else {
      c[i + n] = a[i + 2] * 3;
    }
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i)
    if (a[i] > 4)
      c[i] = a[i + 3] * *v;
    else
      c[i] = a[i + 3] - *v;
  for (int i = 0; i < n; ++i)
    if (a[i] > 5)
      c[i] = a[i + 4] * 3;
    else
      c[i] = a[i + 4] - 9;
#pragma omp simd
  for (int i = 0; i < n; ++i)
    if (a[i] > 6)
      c[i] = a[i + 5] * 3;
    else
      c[i] = a[i + 5] - 9;
}
void wayInside(float *c, const float *a, const int *at, int n, int m) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      switch (at[j]) {
      case 1:
        c[i * m + j] = a[j] + 1;
        break;
      case 2:
        c[i * m + j] = a[j] * 2;
        break;
      default:
        c[i * m + j] = a[j] / 3 + a[at[j] % 7];
      }
      if (at[j] / 5 > i)
        c[i * m + j] += a[j + at[i]] / at[j];
      else
        c[i * m + j] -= a[j + at[i]] * at[j];
    }
}

// Members of an element.
struct four {
  float a, b, c, d;
};
struct wide {
  int a, b;
  double c;
  short d, e;
};
void members(struct four *f, struct four *g, struct wide *w, const int *at,
             float *p, int n) {
  PARALLEL
  for (int i = 0; i < n; ++i) {
    f[i].b += f[i].c * at[i];
    f[i].a += f[i].b;
    f[i].d = f[i].a;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    f[at[i]].b = g[i].a;
    f[at[i]].a = g[i].c;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    w[i].a = w[i].b + 1;
    w[i].c += w[i].a;
    w[i].b = (int)w[i].c;
    w[i].e = w[i].d;
    w[i].d = (short)w[i].a;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    p[2 * i] = g[i].a;
    p[2 * i + 1] = p[2 * i] + g[i].b;
    g[i].c = p[2 * i + 1];
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    p[4 * i + at[0]] = 3;
    p[4 * i + 2] = p[4 * i + at[1]];
    p[4 * i + 1] = p[4 * i];
  }
}
void membersDown(struct four *f, long by, float *p, const int *at, int n) {
  PARALLEL
  for (int i = n - 1; i >= 0; --i) {
    f[i].a = f[i].b;
    f[i].b = f[i].a + f[i].c;
    f[i].c = f[i].b;
  }
  PARALLEL
  for (long i = 0; i < n; ++i) {
    p[by * i] = p[by * i + 1];
    p[by * i + 1] = p[by * i] * 3;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    p[3 * i + 1] = (float)at[i];
    p[3 * i + (at[i] & 1)] += 1;
    p[3 * i + 2] = p[3 * i + 1];
  }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 4; ++k) {
      p[8 * i + 2 * k] = p[8 * i + 2 * k + 1];
      p[8 * i + 2 * k + 1] = (float)k;
    }
}

// Divisions by what stays.
int Steps, By;
long LongBy, LongOf;
unsigned char Small;
void quotients(long *a, const int *b, const long *c, int n) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    if (b[i] > 3)
      a[i] = c[LongOf / LongBy] + b[(Steps % By) & 7];
  PARALLEL
  for (int i = 0; i < n; ++i)
    if (b[i] > 3)
      a[i] = (unsigned long)LongOf % (unsigned long)LongBy +
             (unsigned)Steps / Small;
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      if (b[k])
        a[i * n + k] = k / By + i / By + Steps / By / (i + 1);
  for (int i = 0; i < n; ++i)
    if (b[i] > 3)
      a[i] = b[Steps / By];
#pragma omp simd
  for (int i = 0; i < n; ++i)
    if (b[i] > 4)
      a[i] = b[Steps / By];
}

// What all iterations read.
float Weights[8];
void weights(float *a, const float *b, volatile float *v, float *last, int n) {
  PARALLEL
  for (int i = 0; i < n; ++i) {
    a[i] = b[i] * Weights[0] + Weights[1];
    a[i + n] = Weights[2];
  }
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i)
    a[i] = b[0] * *v;
  PARALLEL
  for (int i = 0; i < n; ++i) {
    if (b[i] > 0)
      a[i] = Weights[3];
    a[2 * i] = Weights[4];
  }
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i) {
    __atomic_store_n((int *)last, 3, __ATOMIC_RELAXED);
    a[i] = Weights[5];
  }
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i) {
    *(volatile float *)&a[i] = Weights[6];
  }
}

// Tables that all iterations build alike.
void tables(int *y, const int *x, int n, int k, int **out) {
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t[2][4] = {{0}};
    t[1][k & 3] = 5;
    t[0][1] = k;
    y[i] = t[x[i] & 1][x[i + 1] & 3];
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t[3] = {1, 2, i};
    y[i] = t[x[i] % 3];
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t[8];
    t[i & 7] = 3;
    t[2] = 4;
    y[i] = t[x[i] & 7];
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t[3] = {1, 2, k};
    if (x[i] > 3)
      t[1] = 7;
    y[i] = t[x[i] % 3];
  }
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i) {
    volatile int t[3] = {1, 2, k};
    y[i] = t[x[i] % 3];
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t[3] = {1, 2, k};
    out[i] = t;
    y[i] = t[x[i] % 3];
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t[3] = {1, 2, k};
    int v = t[x[i] % 3];
    t[1] = 9;
    y[i] = v + t[x[i + 1] % 3];
  }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < k; ++j) {
      int t[4] = {j, 2, k, n};
      y[i * k + j] = t[x[j] & 3];
    }
}
void filled(char *y, const int *x, int n, int k) {
  PARALLEL
  for (int i = 0; i < n; ++i) {
    char t[64];
    __builtin_memset(t, k, sizeof t);
    y[i] = t[x[i] & 63];
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    char t[64];
    __builtin_memset(t, i, sizeof t);
    y[i] = t[x[i] & 63];
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    char t[64];
    __builtin_memset(t, 3, x[i] & 63);
    y[i] = t[x[i + 1] & 63];
  }
}

// Elements that iterations read and one of them stores.
void pivots(int k, int l, int n, float (*d)[300], double *e, short *s,
            const float *x) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < n; ++j)
      d[i][j] = d[i][k] * x[j] + d[i][j];
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (long j = n - 1; j >= 0; --j)
      e[i * 300 + j] -= e[i * 300 + k] * x[j];
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (unsigned j = 0; j < (unsigned)n; ++j) {
      s[i * 300 + j] =
          (short)(s[i * 300 + k] + s[k * 300 + j] + s[i * 300 + k]);
      d[i][j] = x[k];
    }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      d[i][j] += d[i][k] * x[j];
      e[i * 300 + j] += e[i * 300 + l] * d[i][j];
    }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; j += 2)
      d[i][j] += d[i][k] * x[j];
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 300; ++j)
      d[i][j] += d[i][k] * x[j];
  PARALLEL
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int j = 0; j < n; ++j) {
      d[i][j] += d[i][k] * x[j];
      sum += x[j];
    }
    e[i] = sum;
  }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (x[j] < 3)
        d[i][j] += d[i][k];
      *(double *)&d[i][2 * j] = x[j] * d[i][l];
    }
}

// Rows of sums.
void rowSums(int n, const int *x, const int *h, int *y, const float *f,
             const short *s) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    y[i] = x[i * 20] * h[0] + x[i * 20 + 1] * h[1] + x[i * 20 + 2] * h[2] +
           x[i * 20 + 3] * h[3] + x[i * 20 + 4] * h[4] + x[i * 20 + 5] * h[5] +
           x[i * 20 + 6] * h[6] + x[i * 20 + 7] * h[7];
  PARALLEL
  for (int i = 0; i < n; ++i)
    y[i] = x[i * 20] * h[0] + x[i * 20 + 1] * h[1] + x[i * 20 + 2] * h[2] +
           x[i * 20 + 3] * h[3] + x[i * 20 + 4] * h[4] + x[i * 20 + 5] * h[5] +
           x[i * 20 + 6] * h[6] + x[i * 20 + 8] * h[7];
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t = 0;
    for (int k = 0; k < 8; ++k)
      t += x[i * 8 + k] * h[k];
    y[i] = t;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t = 0;
    for (int k = 0; k < 9; ++k)
      t += s[i * 9 + k] * h[k];
    y[i] = t;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
#pragma clang fp reassociate(on)
    float t = 0;
    for (int k = 0; k < 12; ++k)
      t += f[i * 12 + k] * h[k];
    y[i] = (int)t;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    float t = 0;
    for (int k = 0; k < 12; ++k)
      t += f[i * 12 + k] * h[k];
    y[i] = (int)t;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t = 0;
    for (int k = 0; k < 10; ++k)
      t += x[i * n + k] * h[k] + s[i * n + k];
    y[i] = t;
  }
  PARALLEL
  for (int i = n - 1; i >= 0; --i) {
    int t = 0;
    for (int k = 0; k < 10; ++k)
      t += x[i * 16 + 9 - k] * h[k];
    y[i] = t;
  }
}

// Loads in front of an inner loop, between stores that go up or down.
void shared(int n, int m, int p, double (*a)[400], const double *restrict b,
            int *c, char *d) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = p + 1; j < m; ++j)
      a[i][j] -= a[i][p] * b[j];
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = p; j < m; ++j)
      a[i][j] -= a[i][p] * b[j];
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = m; j >= 0; --j)
      a[i][j] -= a[i][m] * b[j];
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = m; j > p; j -= 3)
      a[i][j] -= a[i][p] * b[j];
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      a[i][j + 1] -= a[i][0] * b[j];
      c[i * 400 + j] = (int)b[p];
    }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      d[i * 400 + j + 4] = (char)*(int *)(d + i * 400);
      a[i][399] = b[j];
    }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      d[i * 400 + j + 3] = (char)*(int *)(d + i * 400);
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; b[j] > 3; ++j)
      a[i][j + 1] = a[i][0] * 3;
}

// Sums side by side, and rows that are jammed.
void jammed(int n, int m, int *y, const int *a, const int *x, const short *s,
            const int *first) {
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t = 0;
    for (int k = 0; k < m; ++k)
      t += a[i * m + k] * x[k];
    y[i] = t;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t = y[i], u = 0;
    for (int k = m - 1; k >= 0; --k) {
      t += a[i * m + k] ^ x[k];
      u |= s[k];
    }
    y[i] = t * u;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t = 0;
    for (int k = 0; k < m; ++k)
      t += a[i * m + 2 * k] * x[k];
    y[i] = t;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t = 0;
    for (int k = 0; k < i; ++k)
      t += a[i * m + k] * x[k];
    y[i] = t;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t = 0;
    for (int k = 0; k < m; ++k)
      if (x[k] > 3)
        t += a[i * m + k] * x[first[k]];
    y[i] = t;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t = 0;
    for (int k = 0; k < m; ++k)
      t += a[i * m + k] * 3;
    for (int k = 0; k < m; ++k)
      t += a[i * m + k] * x[k];
    y[i] = t;
  }
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i) {
    int t = 0;
    for (int k = 0; k < m; ++k)
      t += a[i * m + k] * x[k];
    *(volatile int *)&y[i] = t;
  }
}
void inAnyOrder(int n, int m, float *y, const float *a, const float *x,
                double *z) {
#pragma clang fp reassociate(on)
  PARALLEL
  for (int i = 0; i < n; ++i) {
    float t = 1, u = 0;
    for (int k = 0; k < m; ++k) {
      t += a[i * m + k] * x[k];
      u += x[k];
    }
    y[i] = t * u;
    z[i] = u;
  }
}
void sideBySide(int n, int m, int l, float *c, const float *a, const float *b) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[j * l + k];
      c[i * m + j] = s;
    }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    double p = 0, q = 1, r = 2, s = 3;
    for (int k = 0; k < m; ++k) {
      p += a[i + k];
      q *= a[i + k + n];
      r -= b[k];
      s += a[k] * b[k];
    }
    c[i] = (float)(p + q + r + s);
  }
}

// Memory that iterations have for themselves.
_Thread_local int Mine[8];
void privately(int *y, int **p, const int *x, int n, int (*f)(int *)) {
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i) {
    int t[4] = {i, 2 * i, 3, 4};
    int u[4] = {1, i, i, 4};
    int *at = x[i] ? t : u;
    p[i] = at;
    y[i] = *p[x[i]] + at[x[i] & 3] + u[x[i + 1] & 3];
  }
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i) {
    int t[4] = {i, 2 * i, 3, 4};
    y[i] = f(t) + t[2];
  }
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i) {
    int t[40];
    __builtin_memcpy(t, x + i, sizeof t);
    t[x[i] & 7] = 3;
    y[i] = t[x[i + 1] & 7];
    __builtin_memcpy(y + i * 40 + n, t, sizeof t);
  }
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i) {
    Mine[i & 7] = x[i];
    unsigned long number = (unsigned long)&Mine[x[i] & 7];
    y[i] = *(int *)(number ^ 4);
  }
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i) {
    int t[4];
    for (int k = 0; k < n; ++k)
      t[x[k] & 3] = y[k];
#pragma clang loop vectorize(assume_safety)
    for (int k = 0; k < n; ++k)
      y[i * n + k] = t[x[k] & 3] + x[y[k]];
  }
}
double sin(double);
void waves(double *y, const double *x, const int *at, int n) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    y[i] = sin(x[at[i]]);
}

// One thing less or more than above.
void shortRows(int n, const int *x, const int *h, int *y) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    y[i] = x[i * 8] * h[0] + x[i * 8 + 1] * h[1] + x[i * 8 + 2] * h[2] +
           x[i * 8 + 3] * h[3] + x[i * 8 + 4] * h[4] + x[i * 8 + 5] * h[5] +
           x[i * 8 + 6] * h[6] + x[i * 8 + 7] * h[7];
}
void copiedRows(int n, const int *x, int *y) {
  PARALLEL
  for (int i = 0; i < n; ++i) {
    y[i * 20] = x[i * 20];
    y[i * 20 + 1] = x[i * 20 + 1];
    y[i * 20 + 2] = x[i * 20 + 2];
    y[i * 20 + 3] = x[i * 20 + 3];
    y[i * 20 + 4] = x[i * 20 + 4];
    y[i * 20 + 5] = x[i * 20 + 5];
    y[i * 20 + 6] = x[i * 20 + 6];
    y[i * 20 + 7] = x[i * 20 + 7];
  }
}
void variableSteps(int n, int m, int p, int by, double (*a)[400],
                   const double *restrict b) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = p + 1; j < m; ++j)
      a[i][j * by] -= a[i][p] * b[j];
}
void otherPivots(int k, int n, float (*d)[300], float (*e)[300], const float *x,
                 const int *at) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float v = d[i][k] + e[i][0];
      d[i][j] += v;
      e[i][j] = v * x[j];
    }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      d[i][j] += d[i][k];
      if (x[j] > 3)
        d[i][j] = x[at[j]];
    }
}
void otherTables(int *y, const int *x, int n, int k) {
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i) {
    int t[3] = {1, 2, k};
    y[i] = *(volatile int *)&t[x[i] % 3];
  }
}
void fills(float *a, const float *b, struct four *f, struct four *g, int n) {
  PARALLEL
  for (int i = 0; i < n; ++i) {
    a[16 * i + 8] = b[0];
    __builtin_memset(a + 16 * i, 0, 4 * (n & 7));
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    float v = f[i].a;
    g[i].b = v;
    g[i].c = f[i + 1].a;
  }
}
int longRows(int n, int *y, const int *a, const int *x, int *z) {
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t = 0;
    for (int k = 0; k < 1000; ++k)
      t += a[i * 1000 + k] * x[k];
    y[i] = t;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t = 0;
    for (int k = 0; k <= i; ++k)
      t += a[i * 1000 + k] * x[k];
    y[i] = t;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    int t = 0;
    for (int k = 0; k < 1000; ++k)
      t += a[i * 1000 + k] * x[k];
    y[i] = t;
    __builtin_memset(z + 8 * i, 0, 4 * (n & 7));
  }
  int s = 0;
#pragma twofold parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    int t = 0;
    for (int k = 0; k < 1000; ++k)
      t += a[i * 1000 + k] * x[k];
    s += t * t;
  }
  return s;
}
#pragma omp declare simd
__attribute__((pure)) double wave(double);
#pragma omp declare simd
__attribute__((pure)) double waveAt(const double *);
void calls(double *y, double **z, const double *x, int *c, int n) {
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i)
    y[i] = wave(x[i]);
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i) {
    double t[2] = {i, x[i]};
    y[i] = waveAt(t + (c[i] & 1)) + waveAt(x + c[i]);
  }
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i) {
    double t[2] = {i, x[i]};
    z[i] = t;
    y[i] = wave(x[i + 1]);
  }
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i)
    y[i] = __atomic_fetch_add(&c[i], 1, __ATOMIC_RELAXED);
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i) {
    __builtin_ia32_mfence();
    y[i] = ((const double *)4096)[c[i]];
  }
}
