// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that iterations fill before they read them: in two ways, upwards and
// downwards, by steps, in parts that meet or do not, and more often than asked.
enum { N = 500, M = 64 };
double x[N + M], out[N];
int count[N];

#define LOOP _Pragma("twofold parallel for") for (int i = 0; i < N; ++i)

void ways(int n, int m) {
  double a[M], b[M], c[M], d[M], e[M];
  LOOP {
    if (i % 3)
      a[0] = x[i];
    else
      a[0] = 1;
    out[i] += a[0];
    if (count[i] > 4)
      b[1] = 2;
    if (count[i] > 2)
      out[i] += b[1]; // perhaps another iteration's
    if (i & 1)
      if (i & 2)
        c[3] = 1;
      else
        c[3] = 2;
    else
      c[3] = x[i];
    out[i] += c[3];
    for (int k = 0; k < n; ++k)
      if (x[k] > 0)
        d[k] = 1;
      else
        d[k] = x[k];
    for (int k = 0; k < n; ++k)
      out[i] += d[k];
    if (i & 4)
      for (int k = 0; k < m; ++k)
        e[k] = k;
    else
      e[0] = 1;
    out[i] += e[0]; // m may be 0
  }
}

void steps(int n, int m) {
  double a[M], b[M], c[M], d[M], e[M], f[M], g[2 * M];
  LOOP {
    for (int k = n - 1; k >= 0; --k)
      a[k] = x[k];
    for (int k = 0; k < n; ++k)
      out[i] += a[k];
    for (int k = 0; k < n; k += 2) {
      b[k] = x[k];
      b[k + 1] = 2;
    }
    for (int k = 0; k < n; ++k)
      out[i] += b[k];
    for (int k = 0; k < M; k += 3)
      c[k] = k;
    for (int k = 0; k < M; k += 3)
      out[i] += c[k];
    for (int k = M - 1; k > 0; k -= 2) {
      d[k] = k;
      d[k - 1] = x[k];
    }
    for (int k = 0; k < M; ++k)
      out[i] += d[k];
    for (int k = M - 2; k >= 0; k -= 2)
      e[k] = k;
    for (int k = 0; k < M; k += 2)
      out[i] += e[k + 1]; // those between
    for (int k = 0; k < m; ++k)
      f[m - 1 - k] = x[k];
    for (int k = 0; k < m; ++k)
      out[i] += f[k];
    for (int k = 0; k < n; ++k)
      g[2 * k] = g[2 * k + 1] = x[k];
    for (int k = 2 * n - 1; k >= 0; --k)
      out[i] += g[k];
  }
}

void pieces(int n, int m) {
  double a[M], b[M], c[M], d[8][8], e[8][8], f[M], g[M], h[8][8];
  LOOP {
    for (int k = 0; k < m; ++k)
      a[k] = 1;
    for (int k = m; k < n; ++k)
      a[k] = x[k];
    for (int k = 0; k < n; ++k)
      out[i] += a[k]; // n may be less than m
    b[0] = x[i];
    for (int k = 1; k < n - 1; ++k)
      b[k] = x[k];
    b[n - 1] = 3;
    for (int k = 0; k < n; ++k)
      out[i] += b[k];
    for (int r = 0; r < 4; ++r)
      for (int k = 0; k < n; ++k)
        c[k] = x[k] * r;
    for (int k = 0; k < n; ++k)
      out[i] += c[k];
    for (int r = 7; r >= 0; --r)
      for (int k = 0; k < 8; ++k)
        d[r][k] = r + k;
    for (int r = 0; r < 8; ++r)
      for (int k = 0; k <= r; ++k)
        out[i] += d[k][r];
    for (int r = 0; r < 8; ++r)
      for (int k = 0; k <= r; ++k)
        e[r][k] = x[k];
    for (int r = 0; r < 8; ++r)
      for (int k = 0; k <= r; ++k)
        out[i] += e[r][k];
    f[0] = 1;
    for (int k = 1; k < n; ++k)
      f[k] = f[k - 1] * x[k];
    for (int k = n - 2; k >= 0; --k)
      out[i] += f[k] - f[k + 1];
    g[n - 1] = 1;
    for (int k = n - 2; k >= 0; --k)
      g[k] = g[k + 1] + x[k];
    out[i] += g[0];
    for (int r = 0; r < m; ++r)
      for (int k = 0; k < m; ++k)
        h[r][k] = k;
    out[i] += h[m - 1][0]; // m may be 0
  }
}
