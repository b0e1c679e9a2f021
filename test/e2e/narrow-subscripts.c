// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of the loop's that a narrow type keeps the last bits of: each loop is
// called with as many iterations as have places of their own, then with more.
// RUN: %e2e %s %t --native
// RUN: %clang %plugin -w -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t 2>&1 >%t.out | %FileCheck %s --implicit-check-not="runs in order"
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t apart 2>&1 >%t.out | not grep "in order"
#include <stdint.h>
#include <stdio.h>

enum { Room = 1 << 16 };
static int Out[Room];

static void show(const char *name) {
  long sum = 0;
  for (int i = 0; i < Room; ++i) {
    sum = (sum * 31 + Out[i]) % 1000003;
    Out[i] = 0;
  }
  printf("%s %ld\n", name, sum);
}

// CHECK-DAG: narrow-subscripts.c:[[# @LINE + 3]]: runs in order
static void byte(int n, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    out[(unsigned char)i] = i;
}

// CHECK-DAG: narrow-subscripts.c:[[# @LINE + 3]]: runs in order
static void signed_byte(int n, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    signed char at = (signed char)(i - 100);
    out[at + 128] = i;
  }
}

// CHECK-DAG: narrow-subscripts.c:[[# @LINE + 3]]: runs in order
static void two_bytes(unsigned n, int *out) {
#pragma twofold parallel for
  for (unsigned i = 0; i < n; ++i)
    out[(uint16_t)(i * 16384u)] = (int)i;
}

// CHECK-DAG: narrow-subscripts.c:[[# @LINE + 3]]: runs in order
static void backwards(int n, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    unsigned char at = -i;
    out[at] = i;
  }
}

static void fits(int n, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    uint16_t at = i + 3;
    for (unsigned char k = 0; k < 3; ++k)
      out[at * 3 + k] = i;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  for (int more = 0; more < (argc == 1 ? 2 : 1); ++more) {
    byte(more ? 5000 : 256, Out);
    show("byte");
    signed_byte(more ? 5000 : 256, Out);
    show("signed byte");
    two_bytes(more ? 5000 : 4, Out);
    show("two bytes");
    backwards(more ? 5000 : 256, Out);
    show("backwards");
    fits(20000, Out);
    show("fits");
  }
  return 0;
}
