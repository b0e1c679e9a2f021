// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests that lack one thing to be run in tiles, in groups of rows or in another
// order, and are told why. Nothing runs them: record.txt has what is made of
// them.
#define PARALLEL _Pragma("twofold parallel for")
typedef float row[256];

void tiles(int n, int m, int l, float *c, const float *a, const float *b,
           double *d, const float *e, const float *f) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += -a[i * l + k] * +b[k * m + j] + -e[i * l * 64 + k * 64] -
             f[k * n + i] + a[k * n + i];
      c[i * m + j] = s;
    }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s /= a[i * l + k] / b[k * m + j];
      c[i * m + j] = s;
    }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      d[i * m + j] = s;
    }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      double t = 0;
      for (int k = 0; k < l; ++k) {
        s += a[i * l + k] * b[k * m + j];
        t += d[k * m + j];
      }
      c[i * m + j] = s + (float)t;
    }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int s = 0;
      for (int k = 0; k < l; ++k)
        s += (int)a[i * l + k] * (int)b[k * m + j];
      c[i * m + j] = (float)s;
    }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k];
      c[i * m + j] = s;
    }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k) {
        ;
        float p = b[k * m + j];
        s += a[i * l + k] * p;
        s -= p;
      }
      c[j] = s;
    }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k) {
        c[j * n + i] += a[i * l + k] * b[k * m + j];
        d[j * n + i] += a[i * l + k];
      }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k)
        c[j * n + i] += a[i * l + k] * b[k * m + j];
}
void ownArrays(int n, int m, int l, float *c, const float *a, const row *b) {
  float t[256];
#pragma twofold parallel for private(t)
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k][j] * t[j];
      c[i * m + j] = s;
    }
  }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = i; j != m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k][j];
      c[i * m + j] = s;
    }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = i; k < l; ++k)
        s += a[i * l + k] * b[k][j] * (s > 3 ? 1 : 2);
      c[i * m + j] = s;
    }
}
static float outside;
float ofRow(float);
void groups(int n, int m, float *y, const float *a, const float *x, int *z) {
  float p, q;
  int k;
#pragma twofold parallel for private(p, q, k)
  for (int i = 0; i < n; ++i) {
    p = 0;
    for (k = 0; k < m; ++k)
      p += a[i * m + k] * x[k];
    q = p + 1;
    for (k = 0; k < m; ++k)
      q += a[i * m + k] * x[k + m];
    y[i] = p * q;
  }
#pragma twofold parallel for private(p, k)
  for (int i = 0; i < n; ++i) {
    p = 0;
    for (k = 0; k < m; ++k)
      p += a[i * m + k] * x[k];
    z[i] = k;
    y[i] = p;
  }
#pragma twofold parallel for private(p)
  for (int i = 0; i < n; ++i) {
    float *at = &p;
    *at = 0;
    for (int j = 0; j < m; ++j)
      p += a[i * m + j] * x[j];
    y[i] = p;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    static float s;
    float t[2] = {0, 0};
    for (int j = 0; j < m; ++j)
      t[0] += a[i * m + j] * x[j];
    y[i] = t[0] + t[1];
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    const int begin = i * m;
    float s = 0, t = 1;
    for (int j = 0; j < m; ++j) {
      const float v = a[begin + j];
      s += v * x[j];
      t *= v;
    }
    float u = 0;
    for (int j = 0; j < m; ++j)
      u += (a[begin + j] - s) * (a[begin + j] - s);
    y[i] = u / t + outside;
  }
}
void products(int n, int m, int l, float *c, const float *a, const float *b,
              int w, volatile float *v) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < l; ++k)
        s += a[i * l + k] * b[k * m + j];
      c[i * m + j] = -s * 2 + (float)w / 3;
    }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      c[i * m + j] *= -2.5f + (float)(w & 3);
      for (int k = 0; k < l; ++k)
        c[i * m + j] += (+1.5f - w) * a[i * l + k] * b[k * m + j];
    }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      c[i * m + j] = c[i * m + j] * (float)~w;
      for (int k = 0; k < l; ++k)
        c[i * m + j] += (float)-w / 2 * a[i * l + k] * b[k * m + j];
    }
}
void itemLoops(int n, int m, int *y, const int *first, const float *a, float *c,
               const int *x) {
  PARALLEL
  for (int i = 0; i < n; ++i) {
    for (int k = first[i]; k < first[i + 1]; ++k)
      c[k] = a[k] * 2;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    y[i] = x[i] * x[i + 1] % 7 + x[i + 2] / 3 + x[x[i]] * x[i + 3] -
           x[i + 9] / 5 + x[i] % 11;
    for (int k = 0; k < m; ++k)
      c[i * m + k] = a[k] * y[i];
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    if (x[i] > 3)
      for (int k = 0; k < m; ++k)
        c[i * m + k] = a[k];
    else
      for (int k = 0; k < m; ++k)
        c[i * m + k] = 3;
  }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 4; ++k)
      c[i * 4 + k] = a[k];
  PARALLEL
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int k = 0; k < m; ++k) {
      s += a[k];
      c[i * m + k] = s;
    }
    for (int k = 0; k < m; ++k)
      c[i * m + k] += s;
  }
  PARALLEL
  for (int j = 0; j < n; ++j)
    for (int i = 1; i < m; ++i)
      c[i * n + j] = c[(i - 1) * n + j] + c[(i - 1) * n + j + 1];
  PARALLEL
  for (int j = 1; j < n; ++j)
    for (int i = 1; i < m; ++i)
      for (int k = 1; k < 9; ++k)
        c[(i * 9 + k) * n + j] =
            c[((i - 1) * 9 + k) * n + j] + c[(i * 9 + k - 1) * n + j];
}
void pivotRows(int k, int n, double (*a)[300], double (*b)[300],
               const double *x) {
  PARALLEL
  for (int i = k + 1; i < n; ++i) {
    const double f = a[i][k] / a[k][k];
    for (int j = k; j < n; ++j)
      a[i][j] -= f * a[k][j];
    b[i][0] -= f * b[k][0];
  }
  PARALLEL
  for (int i = 0; i < n; ++i)
    if (i != k) {
      const double f = a[i][k];
      for (int j = 0; j < n; ++j) {
        a[i][j] -= f * a[k][j];
        b[i][j] -= f * b[k][j];
      }
    }
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (a[i][k] + a[k][j] < a[i][j])
        a[i][j] = a[i][k] + a[k][j];
      else
        b[i][j] = x[j];
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i][j] = a[i][j] < a[i][k] * a[k][j] ? a[i][k] * a[k][j] : a[i][j];
}
void gathers(int n, float *y, const float *a, const int *x, const int *z) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    y[i] = a[x[i]] * 2;
  PARALLEL
  for (int i = 0; i < n; ++i)
    y[i] = a[x[i] + 1] + a[z[x[i]]];
  PARALLEL
  for (int i = 0; i < n; ++i)
    y[i] = *(a + x[i]) - a[i];
}
float afterSwitch(int n, float *y, const float *a, const int *x) {
  float s = 0;
#pragma twofold parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i) {
    switch (x[i]) {
    case 1:
      y[i] = 1;
      break;
    default:
      y[i] = 2;
    }
    if (x[i] > 3)
      continue;
    s += a[i];
  }
  return s;
}
void signs(int n, int m, float *y, const float *a, const int *x) {
  const int k = 3;
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 100; ++j)
      y[i * 4 + +k] += a[i * 100 + j] * 2;
  PARALLEL
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i + -m + n] += a[i * m + j] * 2;
}
