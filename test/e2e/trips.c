// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of no iteration leave everything as it was; loops at the edge of a type
// end.
// RUN: %e2e %s %t --native
#include "Inputs/show.h"
#include <limits.h>
#include <stdint.h>

static void none(int n, unsigned u, int *a, int *null) {
  int sum = 42, last = 43;
#pragma twofold parallel for reduction(+ : sum) lastprivate(last)
  for (int i = 0; i < n; ++i) {
    sum += a[i];
    last = i;
  }
#pragma twofold parallel for
  for (int i = 5; i < n; ++i)
    a[i] = 1;
#pragma twofold parallel for
  for (unsigned i = u; i < u - 1; ++i)
    a[i % 3] = (int)i + 100;
#pragma twofold parallel for
  for (int i = 0; i > n; --i)
    null[i] = 1;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    null[i] = 1;
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < 10; ++i)
    for (int j = 0; j < n; ++j)
      null[i * n + j] = 1;
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 10; ++j)
      null[i * 10 + j] = 1;
  SHOW_INTEGER(sum);
  SHOW_INTEGER(last);
  SHOW_INTEGERS("a", a, 8);
}

static void edges(void) {
  long count = 0;
#pragma twofold parallel for reduction(+ : count)
  for (int i = INT_MAX - 3; i < INT_MAX; ++i)
    count += i;
#pragma twofold parallel for reduction(+ : count)
  for (int i = INT_MIN + 3; i > INT_MIN; --i)
    count += i;
#pragma twofold parallel for reduction(+ : count)
  for (int i = INT_MIN; i < INT_MAX - 600000000; i += 600000000)
    count += i;
#pragma twofold parallel for reduction(+ : count)
  for (int i = INT_MAX; i > INT_MIN + 700000000; i -= 700000000)
    count += i;
#pragma twofold parallel for reduction(+ : count)
  for (int64_t i = INT64_MAX - 2; i < INT64_MAX; ++i)
    count += i % 1000;
#pragma twofold parallel for reduction(+ : count)
  for (int64_t i = INT64_MIN; i < INT64_MAX - (INT64_MAX / 4);
       i += INT64_MAX / 4)
    count += i % 1000;
#pragma twofold parallel for reduction(+ : count)
  for (uint64_t i = 0; i < UINT64_MAX - UINT64_MAX / 5; i += UINT64_MAX / 5)
    count += (long)(i % 1000);
#pragma twofold parallel for reduction(+ : count)
  for (uint8_t i = 0; i < 255; ++i)
    count += i;
#pragma twofold parallel for reduction(+ : count)
  for (int8_t i = -128; i < 127; ++i)
    count += i * i;
  SHOW_INTEGER(count);
}

// Narrow numbers that wrap around on their way to what they must not equal.
static void around(unsigned char from, unsigned char to, signed char low) {
  long sum = 0;
#pragma twofold parallel for reduction(+ : sum)
  for (unsigned char i = from; i != to; ++i)
    sum += i * i;
  SHOW_INTEGER(sum);
#pragma twofold parallel for reduction(+ : sum)
  for (unsigned char i = to; i != from; --i)
    sum += i * 3;
  SHOW_INTEGER(sum);
#pragma twofold parallel for reduction(+ : sum)
  for (unsigned short i = 65000; i != 16000; ++i)
    sum += i;
  SHOW_INTEGER(sum);
#pragma twofold parallel for reduction(+ : sum)
  for (signed char i = 120; i != low; ++i)
    sum += i * i;
  SHOW_INTEGER(sum);
#pragma twofold parallel for reduction(+ : sum)
  for (unsigned char i = from; i != from; ++i)
    ++sum;
  SHOW_INTEGER(sum);
}

int main(void) {
  int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  none(0, 1, a, 0);
  edges();
  around(250, 20, -100);
}
