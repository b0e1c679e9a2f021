// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices in loops with bounds and addresses of each kind, one for each loop.
// Nothing runs them: record.txt has what the plugin makes of them.
static double X[64][64], Y[64][64], Z[4096], W[64];
static int Counts[64];
struct box {
  int n, of[4];
  double v[64][64], *led;
} Box;
#define LOOP(...)                                                              \
  _Pragma("twofold parallel for") for (int i = 0; i < n; ++i) {                \
    _Pragma("twofold slice") __VA_ARGS__                                       \
  }

void bounds(int n, int m, unsigned u, short s, long l, const struct box *p,
            volatile int *v, unsigned long w, _Bool t) {
  struct box own = Box;
  const int *const at = Counts;
  int changed = m;
  LOOP(X[i] [0:m] = Y[i] [0:m] + 1;)
  LOOP(X[i] [i:m - i] = Z [i * 64:m - i];)
  LOOP(X[i] [u:m] = Y[i] [s:m];)
  LOOP(Z [i * m + l:4] = W [u:4];)
  LOOP(Z [(i + m) * 2:own.n] = W [own.of[1]:own.n];)
  LOOP(Z [Box.n + i:m] = Y[p->n] [0:m];)
  LOOP(Z [i:p->of[2]] = Y[i] [0:p->of[2]];)
  LOOP(Z [i - m:4:m] = Y[-i + n] [(m):4:2];)
  LOOP(Z [i / 2:m] = W [m / 2:m];)
  LOOP(Z [i % 3:m % 5] = W [m % 3:m % 5];)
  LOOP(Z [i << 1:m >> 1] = W [m & 3:m >> 1];)
  LOOP(Z [i * i:4] = W [m | 1:4];)
  LOOP(Z [i > 3:m] = W [m > 2:m];)
  LOOP(Z [(_Bool) m:4] = W [t:4];)
  LOOP(Z [(unsigned char) i:4] = W [(unsigned char) m:4];)
  LOOP(Z [(long) i:4] = W [(unsigned) i:4];)
  LOOP(Z [(unsigned long)i * 8:w] = W [w - 1:w];)
  LOOP(Z [m > 3 ? i : m:4] = W [m > 3 ? m : u:4];)
  LOOP(Z [~i:4] = W [~m & 7:4];)
  LOOP(Z [!i:4] = W [!m:4];)
  LOOP(Z [*v:4] = W [v[1]:4];)
  LOOP(Z [changed:4] = W [0:4]; changed = i;)
  LOOP(Z [at[m]:4] = W [*at:4];)
  LOOP(Z [Counts[i]:4] = W [0:4];)
  LOOP((&Z[i])[0:4] = (W + m)[0:4];)
  LOOP((*(Y + i))[0:m] = (*&W)[0:m];)
  LOOP(Box.v[i] [0:m] = own.v[m] [0:m];)
  LOOP(Box.led [i:4] = p->v[i] [0:4];)
  LOOP(X[i] [0:m] += X[i] [0:m] * X[n] [0:m];)
  LOOP(X[i] [0:m] = X[i + 1] [0:m];)
  LOOP(X[i] [1:m] = X[i] [0:m];)
  LOOP(X[i] [0:m] = Y[Counts[i]] [0:m];)
  LOOP(X[i][Counts [0:m]] = Y[i] [0:m];)
  LOOP(Z [0:i + 1] = W [0:i + 1];)
  LOOP(Z [0:i:2] = W [0:i];)
  LOOP(Z [i:4:s] = W [0:4:s + 1];)
}

void inside(int n, int m, double (*rows)[64], double *const *leads, int a) {
  double *const z = Z;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int k = i * 2 + 1, h = m / 2;
    int moving = i;
    double t[8], *q = z + i;
    static const int fixed = 3;
    double (*r)[64] = &X[i];
#pragma twofold slice
    t [0:8] = Y[k] [h:8] + Y[moving] [fixed:8];
    moving += m;
#pragma twofold slice
    W [moving:8] = t [0:8] + Z [moving:8];
#pragma twofold slice
    q [0:4] = t [0:4];
#pragma twofold slice
    (*r)[0:m] = r[0][1] + W [0:m];
    for (int j = 0; j < m; ++j)
      for (long l = j; l < m; l += 2)
#pragma twofold slice
        Y[i] [j + l:4] = t[j & 3] * X[l] [i + j:4];
    for (unsigned j = 0; j < 4; ++j)
#pragma twofold slice
      Y[j] [0:4] = t [2:4] + X[i] [j:4];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
#pragma twofold slice
    rows[i] [0:m] = leads[i] [0:m] + W [0:m];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
#pragma twofold slice
    if (X[i] [0:m] > W [0:m])
      X[i] [0:m] = a;
    else
      X[i] [0:m] = -X[i] [0:m];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
#pragma twofold slice
    while (twofold_sum(X[i] [0:m]) > a)
      X[i] [0:m] -= 1;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
#pragma twofold slice
    do
      X[i] [0:m] /= 2;
    while (twofold_any(X[i] [0:m] > a));
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
#pragma twofold slice
    switch (twofold_count(X[i] [0:m])) {
    case 1:
      X[i] [0:m] = 1;
      break;
    default:
      X[i] [0:m] = 2;
    }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
#pragma twofold slice
    W[i] = a > 3 && twofold_any(X[i] [0:m] > 1) ? twofold_max(X[i] [0:m])
                                                : twofold_min(Y[i] [0:m]);
  double total = 0;
#pragma twofold parallel for reduction(+ : total)
  for (int i = 0; i < n; ++i)
#pragma twofold slice
    total += twofold_dot(X[i] [0:m], Y[i] [0:m]) + twofold_argmin(X[i] [0:m]);
  W[0] = total;
}
