// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices of C's in forms that other tests do not come to. Nothing runs them:
// record.txt has what the plugin makes of them.
struct state {
  double v[16], *p;
  int inner[4][4];
};
typedef double real;
double sqrt(double);
static double line[64], cube[4][6][8];
static int whole[8];

void literals(int n, double *a, float *f, int *i, void *raw, struct state *s) {
#pragma twofold slice
  {
    a [0:n] = (double[]){1, 2, 3}[1] + f [0:n];
    a [0:3] = (double[]){1, 2, 3} [0:3];
    a [0:n] = (struct state){.v = {2}}.v[0] * (const int)f [0:n];
    a [0:n] = _Generic(a[0], double: 1, default: 2) * f [0:n];
    a [0:n] = _Generic(f [0:n], float: f [0:n], default: i [0:n]);
    a [0:n] = __builtin_choose_expr(1, f [0:n], i [0:n]);
    a [0:n] = (_Atomic int)2 + (_Bool)i [0:n] + (unsigned _BitInt(7))i [0:n];
    a [0:n] =
        (__typeof__(i [0:n]))f [0:n] + (typeof(n))2 + (struct state *)raw - s;
    a [0:n] = (volatile real)i [0:n] + (enum {one})n + (union { int x; }){1}.x;
    a [0:n] =
        "text"[2] + sizeof(real) * i [0:n] + sizeof i [0:n] + _Alignof(int);
    a [0:n] = __builtin_offsetof(struct state, p) + sqrt(i [0:n]) + (n, 3);
    (*(double (*)[8])raw)[0:8] = 3;
    ((double (*)[n])raw)[0:4] [0:n] = 4;
    s->v [0:16:1] = s[2].p [0:16] + (*s).inner[1][2];
    s->inner [0:4] [0:4] = -s[n].inner [1:4] [0:4];
    s->inner[n] [0:4] |= ~i [0:4] ^ 1 << i[1];
    line [0:n] = (n ? a : s->p)[0:n] ?: 2;
    cube [1:2] [0:n][3] = cube[0][0][0] + cube [2:2] [0:n][1];
    whole[:] = i [0:8] && whole[:] || !i [8:8];
    whole [0:8] %= 3;
    whole [0:8] <<= 1, whole [0:4]++, --whole [4:4];
    f [0:n] = twofold_index(0) > n / 2 ? f [0:n] : -+f [0:n];
    i [0:n] = *&i [n:n];
  }
}

long conditions(int n, int m, double *a, double *b, int *c) {
  long count = 0;
#pragma twofold slice
  {
    if (a [0:n] > 3)
      if (b [0:n] < 2)
        a [0:n] = 1;
      else
        a [0:n] = 2;
    else
      b [0:n] = a [0:n];
    if (c [0:n] % 3 == 1 && m > 2)
      c [0:n] = c [0:n] + 1, b [0:n] += 1;
    a [0:n] = 1;
    b [0:n] = 2;
    c [0:n] = a [0:n] + b [0:n];
    a [0:n] = a [0:n] * (m + n % 3 - 1 < 2 != !m) / 2;
    b [m:n] = 'a' + -m;
    if (twofold_all(c [0:n] >= 0))
      for (int k = 0; k < m; ++k)
        a [k:n] = k;
    else
      while (m-- > 2)
        a [0:n] += m;
    count = twofold_sum((long)c [0:n]) + twofold_argmax(a [0:n]);
    count += twofold_product(c [0:n] | 1) - twofold_min(c [0:n]);
    ;
    {
    }
    __attribute__((unused)) int own = m;
    if (count > 3) {
      b [0:own] = count;
    }
  }
  return count;
}

void loops(int n, int m, double a[n][m], double (*b)[m], double *const *p,
           const int *at, struct state s) {
#pragma twofold slice
  {
    a [0:n] [0:m] = b [0:n] [0:m];
    a [1:n - 2] [1:m - 2] = a [0:n - 2] [1:m - 2] + a [1:n - 2] [0:m - 2];
    b[n] [0:m] = a[0] [0:m];
    (*b)[0:m] = (b + 1)[0] [0:m];
    p [0:n] [0:m] = a [0:n][at [0:m]];
    p[n][at [0:m]] = p[m] [0:m];
    a[at [0:n]] [0:m] = s.inner [0:n] [0:m];
    a [0:n][0] = s.v[0] + at [0:n];
    a [0:n] [0:m] = s.v[3] * (a [0:n] [0:m] + n * m);
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double t[8];
    int k = at[i], l = i + 1;
#pragma twofold slice
    {
      t [0:8] = a[i] [0:8] + s.v[k];
      b[l] [0:m] = t[k & 7] + i;
      b[i] [(unsigned) k:4] = t [0:4];
      a[i] [0:m] *= twofold_sum(t [0:8]);
    }
  }
}
