// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Typedefs, enums, bool, and every width as a captured scalar and an element.
// RUN: %e2e %s %t
#include "Inputs/show.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef float real;
typedef struct {
  real re, im;
} complex_t;
typedef enum { Add, Subtract, Multiply } operation;
enum wide { Huge = 0x123456789aL };

static void scale(size_t n, real *restrict to, const real *restrict from,
                  const real by, bool negate, operation op, ptrdiff_t shift,
                  unsigned char mask, short bias, char letter, uint64_t big,
                  enum wide wide, double precise) {
#pragma twofold parallel for
  for (size_t i = 0; i < n; i++) {
    real v = from[(ptrdiff_t)i + shift];
    switch (op) {
    case Add:
      v += by;
      break;
    case Subtract:
      v -= by;
      break;
    case Multiply:
      v *= by;
      break;
    }
    to[i] = negate ? -v : v;
    to[i] += (real)((i & mask) + bias + letter + (int)(big >> 60)) +
             (real)(wide >> 32) + (real)precise;
  }
}

int main(void) {
  enum { n = 50 };
  real to[n], from[n + 2];
  bool odd[n];
  operation ops[n];
  complex_t z[n];
  int8_t i8[n];
  uint16_t u16[n];
  int64_t i64[n];
  for (int i = 0; i < n + 2; ++i)
    from[i] = (real)i / 2;
  for (int op = Add; op <= Multiply; ++op) {
    scale(n, to, from + 1, 1.5f, op == 1, (operation)op, op - 1, 7, -3, 'c',
          0xf000000000000001u, Huge, 0.25);
    SHOW_FLOATS("to", to, n);
  }
  const int lift = 3;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    odd[i] = i & 1;
    ops[i] = (operation)(i % 3);
    z[i] = (complex_t){from[i], (real)-i};
    complex_t square = {z[i].re * z[i].re - z[i].im * z[i].im,
                        2 * z[i].re * z[i].im};
    z[i] = square;
    i8[i] = (int8_t)(i * 9);
    u16[i] = (uint16_t)(i * 4321);
    i64[i] = (int64_t)i << (lift * 9);
  }
  SHOW_INTEGERS("odd", odd, n);
  SHOW_INTEGERS("ops", ops, n);
  SHOW_INTEGERS("i8", i8, n);
  SHOW_INTEGERS("u16", u16, n);
  SHOW_INTEGERS("i64", i64, n);
  for (int i = 0; i < n; ++i)
    printf("%a %a\n", z[i].re, z[i].im);
}
