// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions on quotients, remainders, shifts and products by numbers that are
// no constants, in loops and in functions that these call. Each loop is called
// where the condition keeps iterations apart, then where it lets all of them
// through. Of the last three no call can compute the condition, which then counts
// as holding.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %e2e %s %t --native -O3 -march=native
#include <cstdint>
#include <cstdio>
#include <cstdlib>

enum { Most = 1408 };
static float A[Most];
static int D[Most], E[Most];

static uint64_t steps(uint64_t a) {
  uint64_t out = 0;
  for (unsigned k = 0; k < (a & 7); ++k) {
    if (k == 5)
      return out;
    out += a >> k;
  }
  return out;
}
static int thirds(int a) {
  int n = 0;
  a &= 1023;
  while (a != 0) {
    a = a / 3;
    n += 2;
  }
  return n;
}
static int halve(int64_t x) {
  int n = 0;
  while (x != 0) {
    x /= 2;
    ++n;
  }
  return n;
}
static unsigned digits(uint64_t x) {
  unsigned sum = 0;
  do {
    sum += x % 10;
    x /= 10;
  } while (x);
  return sum;
}
struct Scale {
  int by;
  int64_t of(int64_t x) const {
    int64_t n = 0;
    for (int k = 0; k < 4; ++k)
      n += x / by;
    return n;
  }
};

#define LOOP                                                                   \
  _Pragma("twofold parallel for") for (int64_t i = 8; i < 1400; ++i)
#define STEP a[i] = a[i - 2] + a[i + 4]

static void divided(float *a, const int *d, int m) {
  LOOP if (d[i] / m < -2) STEP;
}
static void left(float *a, const int *d, int m) {
  LOOP if (steps(d[i] / m) > 3) STEP;
}
static void loaded(float *a, const int *d, const int *e) {
  LOOP if (d[i] % -e[i] > 1) STEP;
}
static void shifted(float *a, const int *d, int m) {
  LOOP if (((int64_t)d[i] * m) >> 63 != 0) STEP;
}
static void multiplied(float *a, const int *d, const int *e) {
  LOOP if (((short)d[i] * -e[i]) / -e[i] > 20) STEP;
}
static void halved(float *a, const int *d, int m) {
  LOOP if (halve(d[i] / m) > 2) STEP;
}
static void by_lambda(float *a, const int *d, int m) {
  auto quotient = [m](int64_t x) {
    if (x > 100)
      return x - 50;
    return x / m;
  };
  LOOP if (quotient(d[i]) < -2) STEP;
}
static void by_method(float *a, const int *d, int m) {
  const Scale scale{m};
  LOOP if (scale.of(d[i]) < -8) STEP;
}
static void own(float *a, const int *d, int m) {
  LOOP {
    int x = d[i] / m;
    if (halve(x) > 2) {
      x = 3;
      a[i] = a[i - 2] * x;
    }
  }
}
static void counted(float *a, int64_t m) { LOOP if (i / m < 1) STEP; }
static void remains(float *a, int64_t m) { LOOP if (i % m % 8 < 1) STEP; }
static void huge(float *a, const int *d) {
  LOOP if (steps((uint64_t)d[i] << 59 | d[i]) > 3) STEP;
}

static void nested(float *a, const int *d) {
  LOOP if (digits(thirds(d[i])) < 1000) STEP;
}
static void wide(float *a, const int *d, int m) {
  LOOP if (((uint64_t)((m & 1023) * ((int64_t)(d[i] & 1023) - 512)) %
                ((m & 3) + 2) &
            1) == 0) STEP;
}
static void drawn(float *a, const int *d, int m) {
  LOOP if (std::abs(d[i] / m) % 7 < 9) STEP;
}

static void fill(bool all) {
  for (int i = 0; i < Most; ++i) {
    A[i] = float(i % 13);
    D[i] = all || i % 8 == 0 ? 28 : 0;
    E[i] = 5 + i % 2 * 4;
  }
}

#define RUN(NAME, ...)                                                         \
  fill(all);                                                                   \
  for (int call = 0; call < 2; ++call)                                         \
    NAME(A, __VA_ARGS__);                                                      \
  show(#NAME)

static void show(const char *name) {
  double sum = 0;
  for (int i = 0; i < Most; ++i)
    sum += double(A[i]) * (i + 1);
  std::printf("%s %.9g\n", name, sum);
}

int main(int argc, char **) {
  for (int all = 0; all < 2; ++all) {
    if (all && argc > 1)
      return 0;
    const int m = -4;
    RUN(divided, D, m);
    RUN(left, D, m);
    RUN(loaded, D, E);
    RUN(shifted, D, m);
    RUN(multiplied, D, E);
    RUN(halved, D, m);
    RUN(by_lambda, D, m);
    RUN(by_method, D, m);
    RUN(own, D, m);
    RUN(counted, all ? m : 8);
    RUN(remains, all ? m : 8);
    RUN(huge, D);
    if (all) {
      RUN(nested, D);
      RUN(wide, D, m);
      RUN(drawn, D, m);
    }
  }
}
