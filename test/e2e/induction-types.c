// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every integer type of induction variable; every comparison and increment with
// each width.
// RUN: %e2e %s %t --native --many-kernels -Wno-char-subscripts
#include "Inputs/show.h"
#include <stddef.h>

enum { Room = 128 };

#define LOOP(T, name, init, cond, step)                                        \
  do {                                                                         \
    for (int k = 0; k < Room; ++k)                                             \
      out[k] = -1;                                                             \
    _Pragma("twofold parallel for") for (T i = init; cond; step) out[i] =      \
        i * 3;                                                                 \
    SHOW_INTEGERS(#T " " name, out, Room);                                     \
  } while (0)

/* Each a loop for each way to write it. */
#define UP(T)                                                                  \
  LOOP(T, "< ++", low, i < high, ++i);                                         \
  LOOP(T, "<= i++", low, i <= high, i++);                                      \
  LOOP(T, "< += 3", low, i < high, i += 3);                                    \
  LOOP(T, "<= += by", low, i <= high, i += by);                                \
  LOOP(T, "!= ++", low, i != high, ++i);                                       \
  LOOP(T, "high > i", low, high > i, ++i);                                     \
  LOOP(T, "high >= i", low, high >= i, i += by);                               \
  LOOP(T, "i = i + by", low, i < high, i = i + by);                            \
  LOOP(T, "i = by + i", low, i < high, i = by + i);

#define DOWN(T)                                                                \
  LOOP(T, "> --", high, i > low, --i);                                         \
  LOOP(T, ">= i--", high, i >= low, i--);                                      \
  LOOP(T, "> -= by", high, i > low, i -= by);                                  \
  LOOP(T, ">= -= 2", high, i >= low, i -= 2);                                  \
  LOOP(T, "!= --", high, i != low, --i);                                       \
  LOOP(T, "low < i", high, low < i, --i);                                      \
  LOOP(T, "i = i - by", high, i > low, i = i - by);                            \
  T outer;                                                                     \
  _Pragma("twofold parallel for") for (outer = low; outer < high; ++outer)     \
      out[outer] = outer * 5;                                                  \
  SHOW_INTEGERS(#T " declared before", out, Room);

/* Types of one width and signedness share the ways: each kernel has to be
   built. */
#define LOOPS(T, ways)                                                         \
  static void T##_loops(T low, T high, T by) {                                 \
    static int out[Room];                                                      \
    ways                                                                       \
  }

typedef signed char schar;
typedef unsigned char uchar;
typedef unsigned short ushort_;
typedef unsigned int uint_;
typedef unsigned long ulong_;
typedef long long llong;
typedef unsigned long long ullong;
typedef enum { None, All = 127 } grade;

LOOPS(char, UP(char))
LOOPS(schar, DOWN(schar))
LOOPS(uchar, UP(uchar) DOWN(uchar))
LOOPS(short, UP(short) DOWN(short))
LOOPS(ushort_, DOWN(ushort_))
LOOPS(int, UP(int) DOWN(int))
LOOPS(uint_, UP(uint_) DOWN(uint_))
LOOPS(long, UP(long))
LOOPS(ulong_, DOWN(ulong_))
LOOPS(llong, DOWN(llong))
LOOPS(ullong, UP(ullong))
LOOPS(size_t, UP(size_t))
LOOPS(ptrdiff_t, UP(ptrdiff_t))
LOOPS(grade, UP(grade) DOWN(grade))

int main(void) {
  char_loops(3, 100, 7);
  schar_loops(3, 126, 1);
  uchar_loops(6, 120, 5);
  short_loops(0x10, 0x50, 9);
  ushort__loops(40, 102, 31);
  int_loops(5, 100, 4);
  uint__loops(5, 101, 4);
  long_loops(1, 127, 126);
  ulong__loops(2, 127, 125);
  llong_loops(60, 61, 1);
  ullong_loops(60, 60, 1);
  size_t_loops(10, 97, 10);
  ptrdiff_t_loops(8, 90, 1000000);
  grade_loops(3, All, 7);
}
