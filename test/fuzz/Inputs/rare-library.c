// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtins, functions of the library and lanes of vectors on each type. Nothing
// runs them: record.txt has what the plugin makes of them.
typedef float two __attribute__((ext_vector_type(2)));
typedef float four __attribute__((ext_vector_type(4)));
typedef int ints __attribute__((ext_vector_type(4)));
typedef short shorts __attribute__((vector_size(8)));
typedef double wide __attribute__((ext_vector_type(8)));
double fma(double, double, double), fmod(double, double), hypot(double, double),
    remainder(double, double), copysign(double, double), ldexp(double, int),
    frexp(double, int *), modf(double, double *), exp2(double), exp10(double),
    log1p(double), cbrt(double), tgamma(double), erf(double), rint(double),
    nearbyint(double), trunc(double), round(double), ceil(double),
    fdim(double, double), fmin(double, double), pow(double, double),
    logb(double), nextafter(double, double), remquo(double, double, int *);
float sqrtf(float), sincosf(float), fabsf(float), powf(float, float);
void sincos(double, double *, double *);
int abs(int), ilogb(double);
long labs(long), lround(double), lrint(double);
long long llabs(long long);

void bits(int n, unsigned *a, unsigned long *b, const unsigned short *s,
          const int *x, unsigned char *c, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    out[i] = __builtin_popcount(a[i]) + __builtin_popcountl(b[i]) +
             __builtin_popcountll(b[i]) + __builtin_popcountg(s[i]);
    out[i + n] = __builtin_clz(a[i]) + __builtin_clzl(b[i]) +
                 __builtin_ctz(a[i]) + __builtin_ctzl(b[i]) +
                 __builtin_ffs(x[i]) + __builtin_ffsl(b[i]);
    out[i + 2 * n] = __builtin_parity(a[i]) + __builtin_parityl(b[i]);
    a[i] = __builtin_bswap32(a[i]) ^ __builtin_bswap16(s[i]);
    b[i] = __builtin_bswap64(b[i]) ^ __builtin_rotateleft64(b[i], a[i]) ^
           __builtin_rotateright64(b[i], 3);
    a[i] ^=
        __builtin_rotateleft32(a[i], x[i]) + __builtin_rotateright32(a[i], 5);
    c[i] = __builtin_rotateleft8(c[i], 2) + __builtin_rotateright16(s[i], x[i]);
    int sum;
    unsigned product;
    int less;
    out[i + 3 * n] = __builtin_add_overflow(x[i], x[i + 1], &sum) + sum;
    out[i + 4 * n] = __builtin_mul_overflow(a[i], 3u, &product) + product;
    out[i + 5 * n] = __builtin_sub_overflow(x[i], 7, &less) + less;
    out[i + 6 * n] = __builtin_sadd_overflow(x[i], 7, &sum) +
                     __builtin_umul_overflow(a[i], 7, &product);
    out[i] +=
        abs(x[i]) + (int)labs(x[i]) + (int)llabs(b[i]) + __builtin_abs(x[i]);
    __builtin_assume(x[i] > 0);
    if (x[i] == 77)
      __builtin_unreachable();
    __builtin_prefetch(a + i);
  }
}

void functions(int n, double *a, const double *b, float *f, int *k) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double whole, s, c;
    int power, quotient;
    a[i] = fma(a[i], b[i], 2) + fmod(a[i], b[i]) + hypot(a[i], b[i]) +
           remainder(a[i], 3) + copysign(a[i], b[i]) + ldexp(a[i], k[i]);
    a[i] += modf(b[i], &whole) + whole + frexp(b[i], &power) * power;
    sincos(a[i], &s, &c);
    a[i] -= s * c + exp2(b[i]) + log1p(b[i]) + cbrt(b[i]) + tgamma(b[i]) +
            erf(b[i]) + rint(b[i]) + nearbyint(b[i]) + trunc(b[i]) +
            round(b[i]) + ceil(b[i]) + fdim(a[i], b[i]) + fmin(a[i], b[i]);
    a[i] *= pow(b[i], 2) + pow(b[i], 0.5) + pow(a[i], b[i]) + logb(b[i]) +
            nextafter(a[i], b[i]) + remquo(a[i], b[i], &quotient) + quotient;
    k[i] = ilogb(a[i]) + (int)lround(b[i]) + (int)lrint(b[i]);
    k[i] += __builtin_isnan(a[i]) + __builtin_isinf(b[i]) +
            __builtin_isfinite(f[i]) + __builtin_isnormal(a[i]) +
            __builtin_signbit(f[i]) + __builtin_isgreater(a[i], b[i]) +
            __builtin_islessgreater(a[i], b[i]) +
            __builtin_isunordered(f[i], f[i + 1]) +
            __builtin_fpclassify(0, 1, 2, 3, 4, a[i]) +
            __builtin_isinf_sign(a[i]);
    f[i] = sqrtf(f[i]) + fabsf(f[i]) + powf(f[i], 3) + __builtin_inff() +
           __builtin_nanf("") + (float)__builtin_huge_val() +
           __builtin_fmaxf(f[i], 2) + __builtin_fminf(f[i], f[i + 1]);
    a[i + n] = __builtin_elementwise_max(a[i], b[i]) +
               __builtin_elementwise_abs(b[i]) + __builtin_exp10(b[i]);
  }
}

void lanes(int n, four *v, ints *k, two *t, wide *w, shorts *s, const int *at,
           float *f) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    four a = v[i], b = {1, f[i]}, c = (four)(f[i]), d = (four)(1, 2, 3, 4);
    v[i] = a.wzyx + b.xxyy * c - d.s3210;
    v[i].lo = t[i] + a.hi;
    v[i].s13 = t[i + 1].yx;
    k[i] = (a < b) & (c != d) | !(a == b) & ~k[i];
    v[i] = k[i] ? a : b;
    f[i] = a[at[i] & 3] + a[2] + v[i][3] + (a + b)[at[i] & 1] + (a * b).z;
    k[i] = __builtin_convertvector(a, ints) << 2 | k[i] >> 1;
    w[i].even = w[i].odd * w[i].s0;
    w[i].s7 = __builtin_shufflevector(a, b, 0, 5, 2, 7).y;
    t[i] = __builtin_shufflevector(a, a, 3, 1);
    s[i] = -s[i] + (s[i] > 3) * s[i][1];
    a[at[i] & 3] = f[i];
    a.xy += 2;
    v[i + n] = -a + (four){f[i], b.x, c.y};
    k[i] += (ints)(a.x > 2) && k[i].x;
  }
}
