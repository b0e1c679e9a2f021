// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests that other tests do not come to: products and sums of rows in odd
// forms. Nothing runs them: record.txt has what the plugin makes of them.
typedef unsigned char byte;
struct matrix {
  int wide;
  double *at;
};
double sqrt(double), fabs(double), fma(double, double, double);
float sqrtf(float);

void starts(int n, int m, const double *restrict a, const double *restrict b,
            double *restrict c, const double *restrict d, double by) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = by, t;
      t = d[i] * 2;
      for (int k = 0; k < n; ++k) {
        s += a[i * n + k] * b[k * m + j];
        t -= a[i * n + k] / 3 * b[k * m + j];
      }
      c[i * m + j] = s * by + t;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      c[i * m + j] *= by;
      for (int k = 0; k < n; ++k)
        c[i * m + j] += by * a[i * n + k] * b[k * m + j];
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = c[i * m + j];
      for (int k = i; k < n; ++k)
        s -= a[k * n + i] * b[k * m + j];
      for (int k = 0; k < i; ++k)
        s += d[k] * b[k * m + j];
      c[i * m + j] = -s;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double u = d[i];
    for (int j = 0; j < m; ++j) {
      double s = 0;
      for (int k = 0; k < 6; ++k)
        s += a[i * 6 + k] * b[k * m + j] + u;
      c[i * m + j] = s > 3 ? s : u;
    }
  }
}

void unrolled(int n, int m, const double *restrict a, const double *restrict b,
              double *restrict c) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 0;
      for (int k = 0; k < 5; ++k)
        s -= a[i * 5 + k] * b[k * m + j];
      c[i * m + j] = s;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 0;
      for (int k = 0; k <= 7; ++k)
        s = s + a[i * 8 + k] * b[k * m + j] + a[k];
      c[i * m + j] = s;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 0, t = a[j];
      for (int k = 0; k < n; ++k) {
        s += a[i * n + k] * b[k * m + j];
        t += a[i * n + k] * b[k * m + j];
        c[i * m + j] += a[i * n + k];
      }
      c[i * m + j] += s + t;
    }
}

void operands(int n, int m, const float *restrict a, const float *restrict b,
              float *restrict c, const float *restrict d,
              const int *restrict e) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 1;
      for (int k = 0; k < n; ++k)
        s += (a[i * n + k] - d[k]) * sqrtf(b[k * m + j]) * (float)e[k];
      c[i * m + j] = s;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += (e[k] > 3 && a[i * n + k] < 2 ? -a[i * n + k] : 1) / b[k * m + j];
      c[i * m + j] = s;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0, most = -1;
      for (int k = 0; k < n; ++k) {
        float t = a[i * n + k] * b[k * m + j];
        s += t * t;
        most = t > most ? t : most;
        if (t < 0)
          s -= !e[k] * t;
      }
      c[i * m + j] = s + most;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += *(a + i * n + k) * (b[k * m + j], d[j]);
      c[i * m + j] = s;
    }
}

void wholeNumbers(int n, int m, const int *restrict a, const short *restrict b,
                  long *restrict c, int *restrict d, const byte *restrict e) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      long s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * m + j];
      c[i * m + j] = s;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] / (a[k * m + j] | 1) % 5 - (a[i * n + k] ^ ~a[j]);
      d[i * m + j] = s;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int s = 0, t = 0;
      for (byte k = 0; k < 100; ++k) {
        s |= e[i * 100 + k] & e[k * m + j];
        t = t * 3 + e[k * m + j];
      }
      d[i * m + j] = s << 2 | t;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = n - 1; k >= 0; --k)
        d[i * m + j] += a[k * n + i] * a[k * m + j];
}

void far(int n, int m, double *restrict a, const double *restrict b,
         double *restrict c, const double (*restrict r)[64],
         const struct matrix *p) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[j * n + i] = b[j * n + i] * 2 + c[i];
#pragma twofold parallel for
  for (int j = 0; j < m; ++j) {
    double most = 0;
    for (int i = 0; i < n; ++i) {
      if (b[i * m + j] > most)
        most = b[i * m + j];
      c[i * m + j] += 1;
    }
    a[j] = most;
  }
#pragma twofold parallel for
  for (int j = 0; j < m; ++j) {
    double x = 1, y = 2, z = 3, u = 4, v = 5;
    for (int i = 0; i < n; ++i) {
      x += b[i * m + j];
      y *= b[i * m + j];
      z -= x;
      u = v;
      v = fabs(z) + b[i * m + j];
    }
    a[j] = x + y + z + u + v;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 64; ++j) {
      double s = 0;
      for (int k = 0; k < 64; ++k)
        s = fma(r[i][k], r[k][j], s);
      c[i * 64 + j] = s + p->wide;
    }
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double s = 0;
      for (int k = 0; k < 4; ++k)
        for (int l = 0; l < 3; ++l)
          s += b[(i + k) * m + j + l] * r[k][l];
      c[i * m + j] = s;
    }
}

double rows(int n, int m, const float *restrict a, const float *restrict x,
            float *restrict y, int *restrict at, const double *restrict w) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0, q = 0;
    for (int j = 0; j < m; ++j)
      if (a[i * m + j] > 0) {
        s += a[i * m + j] * x[j];
        q += a[i * m + j];
      } else
        s -= x[j];
    y[i] = s / (q + 1);
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int j = 0; j < m; ++j)
      s += a[i * m + j];
    const float mean = s / m;
    float var = 0;
    for (int j = 0; j < m; ++j)
      var += (a[i * m + j] - mean) * (a[i * m + j] - mean);
    for (int j = 0; j < m; ++j)
      y[i * m + j] = (a[i * m + j] - mean) / sqrtf(var);
    int best = 0;
    for (int j = 0; j < m; ++j)
      if (x[j] > x[best])
        best = j;
    at[i] = best;
  }
  double total = 0;
#pragma twofold parallel for reduction(+ : total)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int j = 0; j <= i; ++j)
      s += w[i * n + j] * w[j];
    total += s * w[i];
  }
#pragma twofold parallel for reduction(+ : y[0 : m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[j] += a[i * m + j] * x[i];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int hits[8] = {0};
    for (int j = 0; j < m; ++j)
      ++hits[at[i * m + j] & 7];
    for (int k = 1; k < 8; ++k)
      hits[k] += hits[k - 1];
    y[i] = hits[3] - hits[i & 7];
  }
  return total;
}
