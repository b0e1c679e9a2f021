// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Complex numbers, initialisers, variables with a value of their own and arrays
// that iterations fill, in ways that other tests do not come to. Nothing runs
// them: record.txt has what the plugin makes of them.
typedef double _Complex complex;
typedef float _Complex small;
typedef float four __attribute__((ext_vector_type(4)));
double creal(complex), cimag(complex), cabs(complex), carg(complex);
float crealf(small), cabsf(small);
complex conj(complex), cproj(complex);
double modf(double, double *), frexp(double, int *), sin(double);
void *memcpy(void *, const void *, unsigned long);

void complexNumbers(int n, complex *a, const complex *b, const double *x,
                    small *s, int *k) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    complex z = a[i] * b[i] + x[i], u = {1, 2};
    z = a[i] * x[i] - b[i];
    z = x[i] * a[i] + z * u;
    z -= a[i] / b[i] - x[i] / a[i];
    z = -(a[i] * b[i]) + conj(u) * z;
    u += conj(b[i]) - cproj(z);
    a[i] = z * __builtin_complex(x[i], 2.0) + u;
    a[i] = __builtin_complex(creal(z) * x[i], cimag(u)) + z * ~u;
    z++;
    --u;
    a[i + n] = u++ + z;
    k[i] = !z + (z == u) + (z != x[i]) + (x[i] == u) + (z && u);
    s[i] = (small)z + crealf(s[i]) * s[i];
    s[i] *= (float)x[i];
    s[i] = (small)x[i] - s[i];
    k[i] += (int)z + (_Bool)u + (int)cabs(z) + (int)carg(u) + (int)cabsf(s[i]);
    a[i + 2 * n] = z ? u : x[i];
    __real__ a[i] = __imag__ z * x[i] + __real__ u;
    __imag__ a[i] += 2;
    a[i] -= +z;
  }
}

void wholeComplex(int n, int _Complex *w, const complex *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    w[i] = (int _Complex)a[i] * w[i] + 2;
}

void limited(int n, complex *a, const complex *b) {
#pragma STDC CX_LIMITED_RANGE ON
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = a[i] * b[i] / (b[i] + 1) - b[i] * b[n];
}

struct inner {
  int of[3];
  union {
    float f;
    int k;
  };
  struct {
    short low, high;
  } part;
};
struct flags {
  unsigned bits : 5, rest : 7;
  int : 3;
  long wide : 40;
};
struct outer {
  struct inner two[2];
  double by;
  four lanes;
};

void initialised(int n, struct outer *out, const int *a, float *f) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    struct inner one = {.of = {[1] = a[i]}, .k = i, .part.high = 3};
    struct inner more[3] = {[1] = one, [2].of[0] = 4};
    struct outer all = {.two[0] = one, .two[0].of[2] = 5, .by = i};
    struct outer none = {0};
    int grid[2][3] = {{1, 2, a[i]}, {[2] = 4}}, rest[8] = {1, [4 ... 6] = i};
    const union {
      int k;
      float f;
    } seen = {.f = 2.5f};
    all.two[1] = more[i & 1];
    all.lanes = (four){1, 2, a[i], 4};
    all.lanes.xy = all.lanes.wz + 2;
    out[i] = i & 1 ? all : none;
    out[i].two[0].of[1] = grid[i & 1][2] + rest[i & 7] + seen.k;
    int *p = (i ? grid[0] : grid[1]) + 1, k = (one.part.low = 3, p[1]);
    f[i] = *(a[i] > 3 ? &one.f : &all.two[0].f) + k;
    (*(i & 1 ? &one : &more[2])).of[1] = 3;
    (void)0, f[i + n] = one.of[1] + (*p++ = 4, *p) + more[2].of[0];
  }
}

void bitFields(int n, struct flags *out, const int *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    struct flags own = {.rest = 3};
    own.wide -= a[i];
    out[i].rest += 3;
    out[i].bits = (struct flags){.bits = a[i]}.bits + own.wide;
  }
}

static const double factors[4] = {1, 2, 3, 4};
static double fromTable(int i) { return factors[i & 3]; }
static double split(double x) {
  double whole;
  int power;
  return modf(x, &whole) + whole + frexp(x, &power) * power;
}

double firsts(int n, double *a, const double *b, int m) {
  double sum = 0, x[4] = {1, 2, 3, 4}, y[4] = {0};
  struct outer o = {.by = 2};
  struct inner p = {.k = 3}, q = {{1}};
  int rows[2][3] = {{0}};
  double v[m];
  v[0] = 3;
#pragma twofold parallel for firstprivate(x, o, m) reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    sum += x[i & 3] + o.by + o.two[1].of[i % 3] + sizeof x + m;
    const double *r = x;
    a[i] = r[1] + *(x + 2) + (&o)->by + ((const struct outer *)&o)->by;
  }
#pragma twofold parallel for firstprivate(y, p, rows)
  for (int i = 0; i < n; ++i) {
    y[i & 3] = b[i];
    p.k += i;
    a[i] = y[0] + p.k + rows[i & 1][2] + fromTable(i) + split(b[i]);
  }
#pragma twofold parallel for firstprivate(q, v, rows) lastprivate(m)
  for (int i = 0; i < n; ++i) {
    int *w = rows[1], (*z)[3] = &rows[0];
    struct inner *at = &q;
    w[1] = i;
    m = (*z)[1] + at->of[0] + q.part.low + (int)v[0];
    a[i] += m;
  }
  return sum + m;
}

void filled(int n, int m, double *a, const double *b, const int *c) {
  double t[64], u[64];
#pragma twofold parallel for private(t, u)
  for (int i = 0; i < n; ++i) {
    for (int j = 63; j >= 0; --j)
      t[j] = b[i * 64 + j];
    for (int j = 0; j < 64; j += 2)
      u[j] = t[j];
    for (int j = 1; j < 64; j += 2)
      u[j] = t[63 - j];
    for (int j = 0; j < 64; ++j)
      a[i] += u[j];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double s[32];
    if (c[i]) {
      for (int j = 0; j < 16; ++j)
        s[j] = b[j];
      for (int j = 31; j > 15; --j)
        s[j] = b[i];
    } else
      for (int j = 0; j < 32; ++j)
        s[31 - j] = 2;
    for (int j = 0; j < 32; ++j)
      a[i] += s[j];
  }
#pragma twofold parallel for private(t)
  for (int i = 0; i < n; ++i) {
    if (c[i] > 3)
      t[0] = 1;
    else if (c[i] < 2)
      t[0] = 2;
    else
      t[0] = 3;
    for (int j = 1; j < m; ++j)
      t[j] = t[j - 1] * b[i];
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < 4; ++k)
        t[4 * j + k] += 1;
    a[i] = t[m - 1];
  }
#pragma twofold parallel for private(u)
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j)
      u[j] = b[j];
    for (int j = i + 1; j < m; ++j)
      u[j] = 0;
    int k = 0;
    do
      t[k] = 1;
    while (++k < 8);
    memcpy(u, b + i, sizeof(double) * 8);
    for (int j = 0; j < m; ++j)
      a[i * m + j] = u[j] + u[m - 1 - j];
  }
}

void inLoops(int n, int m, unsigned w, double a[n][m], double (*b)[64],
             double *const *p, const int *at, struct outer o,
             struct outer *many) {
  const int fixed = m * 2;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int l = i * 3 + 1, half = fixed / 2, odd = fixed % 3, more = -i + n;
    unsigned u = w + 2;
    long wide = (long)i * fixed - 4;
    double t[8];
#pragma twofold slice
    {
      t [0:8] = b[i] [l:8] + b[i] [half:8] * b[more] [odd:8];
      b[i] [u:4] = t [0:4] + o.two[0].of[1] + wide;
      b[i + fixed] [0:m] = a[i] [0:m] + (*(b + 3))[(m << 1) + 1];
      a[i] [0:half] = b[i] [0:half:2] * (m > 3) + !odd;
      if (t [0:8] > o.by)
        t [0:8] = 1;
    }
#pragma twofold slice
    {
      if (twofold_any(t [0:8] > 3) && m)
        a[i][0] = twofold_sum(b[i] [0:(m & 31)]);
      do
        a[i] [0:m] += 1;
      while (twofold_sum(a[i] [0:m]) < 3);
      switch (twofold_count(t [0:8])) {
      case 3:
        b[i] [0:4] = 1;
      }
    }
#pragma twofold slice
    a[i] [(_Bool) m:3] = many[i].two[0].of [0:3];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
#pragma twofold slice
    if (at[i] > 2) {
      b[i] [0:m] = p[i] [0:m] + at [0:m];
    } else
      b[i] [at[i]:at[i + 1] - at[i]] = 0;
}

#define TWICE(x) (2 * (x))
#define SUMS(to, from, count)                                                  \
  do {                                                                         \
    (to)[0:count] += (from)[0:count];                                          \
  } while (0)
void preprocessed(int n, double *a, double *b) {
#pragma twofold slice
  {
    a [0:n] = TWICE(b [0:n]) + TWICE(TWICE(3));
#if 1
    b [0:n] = TWICE(
#ifdef TWICE
        a [0:n]
#else
        b [0:n]
#endif
    );
#elif 0
    error here
#endif
#define LATER(x) x [0:n]
    LATER(a) = LATER(b) + __LINE__ + __COUNTER__;
#undef LATER
    SUMS(a, b, n);
    a [0:n] = "a\"b\\"[1] + 'c';
  }
}
