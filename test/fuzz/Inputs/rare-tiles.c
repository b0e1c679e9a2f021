// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the rounds of a tile are computed from: operands of a row or a column,
// and what is neither, with subscripts, conditions and steps of all kinds.
typedef struct {
  float x, y;
} Pair;
enum { Two = 2 };
static const float table[4] = {1, 2, 3, 4};
extern volatile float watched;

#define NEST(I, J, K, ...)                                                     \
  _Pragma("twofold parallel for") for (I) for (J) {                            \
    float s = 0;                                                               \
    for (K)                                                                    \
      __VA_ARGS__ c[i * m + j] = s;                                            \
  }
#define TILE(...)                                                              \
  NEST(int i = 0; i < n; ++i, int j = 0; j < m; ++j, int k = 0; k < l;         \
       ++k, {__VA_ARGS__})
#define SUMS                                                                   \
  int n, int m, int l, float *restrict c, const float *a, const float *b,      \
      const int *p, const int *q, const Pair *u

void subscripts(SUMS) {
  TILE(s += a[i * l + (k + 1)] * b[(k - 1) * m + j];)
  TILE(s += a[k * n + (i - 1)] * b[k * m + (1 + j)];)
  TILE(s += a[k * n + i] * b[k * m + (m - j)];)
  TILE(s += a[(unsigned)(i * l) + (unsigned)k] * b[(unsigned)(k * m + j)];)
  TILE(s += a[k * n + (short)i] * b[k * m + (short)j];)
  TILE(s += a[(long)k * n + i] * b[(long)k * m + (long)j];)
  TILE(s += a[(unsigned long)k * n + i - 1ul] * b[k * m + (char)j];)
  TILE(s += a[i * l + k] * b[(k > 3) * m + j];)
  TILE(s += *(a + i * l + k) * b[k * m + j];)
  TILE(s += u[i * l + k].x * b[k * m + j];)
  TILE(s += a[i * l + k] * b[p[k] * m + j];)
  TILE(s += a[i * l + k] * b[k * m + (j, 3)];)
}

void operands(SUMS) {
  TILE(s += -a[i * l + k] * b[k * m + j];)
  TILE(s -= -(a[i * l + k] * b[k * m + j]);)
  TILE(s += ~p[i * l + k] * q[k * m + j];)
  TILE(s += !p[i * l + k] * q[k * m + j];)
  TILE(s += p[i * l + k] / (q[k * m + j] | 1);)
  TILE(s += p[i * l + k] % (q[k * m + j] | 1);)
  TILE(s += a[i * l + k] / b[k * m + j];)
  TILE(s += (char)p[i * l + k] * (short)q[k * m + j] * Two + 'a';)
  TILE(s += (a[i * l + k] - b[k * m + j]) * (a[i * l + k] - b[k * m + j]);)
  TILE(s += a[i * l + k] * 2 + b[k * m + j] * 3;)
  TILE(s += __builtin_fmaxf(a[i * l + k], b[k * m + j]);)
  TILE(s += __builtin_sqrtf(a[i * l + k] * b[k * m + j] + 1);)
  TILE(s += a[i * l + k] * table[j & 3];)
  TILE(s += a[i * l + k] * b[k * m + j] * watched;)
  TILE(s += a[i * l + k] * b[k * m + j] * a[k] * b[k] * a[i];)
  TILE(s += a[i * l + k] * a[j * l + k] * b[i] * b[j];)
  TILE(s *= a[i * l + k] + b[k * m + j];)
  TILE(s /= a[i * l + k] + b[k * m + j];)
  TILE(s = s + (double)a[i * l + k] * b[k * m + j];)
  TILE(s = a[i * l + k] * b[k * m + j] - s;)
}

void choices(SUMS) {
  TILE(s += a[i * l + k] > 0 ? a[i * l + k] * b[k * m + j] : b[k * m + j];)
  TILE(s += p[i * l + k] && q[k * m + j];)
  TILE(s += p[i * l + k] || (q[k * m + j] > 2 && p[i * l + k] < 3);)
  TILE(if (a[i * l + k] > b[k * m + j]) s += a[i * l + k]; else s += 1;)
  TILE(if (a[i * l + k] > 0) {
    s += b[k * m + j];
    s *= 2;
  })
  TILE(if (p[i * l + k]) if (q[k * m + j]) s += 1; else s -= 1;)
  TILE(if (k) s += a[i * l + k] * b[k * m + j];)
  TILE(float x = a[i * l + k]; s += x * b[k * m + j];)
  TILE(float x = a[i * l + k] * 2, y = b[k * m + j]; s += x * y;)
  TILE(float x = a[i * l + k]; float y = x * b[k * m + j]; s += y * x;)
  TILE(float x = a[i * l + k] * b[k * m + j]; float y = x - 1; s += y * y;)
  TILE(float x = a[i * l + k]; x += 1; s += x * b[k * m + j];)
  TILE({
    s += a[i * l + k];
    {
      s += b[k * m + j];
    }
  })
  TILE({
    float x = a[i * l + k];
    s += x * b[k * m + j];
  })
  TILE(int x = p[i * l + k]; s += x / 3 + q[k * m + j];)
}

void steps(SUMS) {
  NEST(int i = 0; i < n; i += 2, int j = 0; j < m; ++j, int k = 0; k < l;
       ++k, s += a[k * n + i] * b[k * m + j];)
  NEST(int i = 0; i < n; ++i, int j = 0; j < m; j += 2, int k = 0; k < l;
       ++k, s += a[k * n + i] * b[k * m + j];)
  NEST(int i = n - 1; i >= 0; --i, int j = 0; j < m; ++j, int k = 0; k < l;
       ++k, s += a[k * n + i] * b[k * m + j];)
  NEST(int i = 0; i < n; ++i, int j = m - 1; j >= 0; --j, int k = 0; k < l;
       ++k, s += a[k * n + i] * b[k * m + j];)
  NEST(int i = 0; i < n; ++i, int j = 0; j < m; ++j, int k = 0; k < l;
       k += 2, s += a[i * l + k] * b[j * l + k];)
  NEST(int i = 0; i < n; ++i, int j = 0; j < m; ++j, int k = l - 1; k >= 0;
       --k, s += a[i * l + k] * b[j * l + k];)
  NEST(int i = 1; i <= n; ++i, int j = 2; j <= m; ++j, int k = 3; k <= l;
       ++k, s += a[i * l + k] * b[k * m + j];)
  NEST(long i = 0; i < n; ++i, unsigned j = 0; j < m; ++j, short k = 0; k < l;
       ++k, s += a[i * l + k] * b[k * m + j];)
  NEST(int i = 0; i < n; ++i, int j = 0; j <= i; ++j, int k = 0; k < l;
       ++k, s += a[i * l + k] * b[k * m + j];)
  NEST(int i = 0; i < n; ++i, int j = i; j < m; ++j, int k = 0; k < l;
       ++k, s += a[i * l + k] * a[j * l + k];)
  NEST(int i = 0; i < n; ++i, int j = i + 1; j < m; ++j, int k = 0; k <= i;
       ++k, s += a[i * l + k] * a[j * l + k];)
}
