// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner loops that store again and again to one element, and go by it. Each
// loop is called where no two iterations meet, then where some do, which the
// call finds.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %clang %plugin -w -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t 2>&1 >%t.out | %FileCheck %s --implicit-check-not="runs in order"
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t apart 2>&1 >%t.out | not grep "in order"
#include <stdio.h>
#include <stdlib.h>

enum { Most = 2000, Room = 40064, Rounds = 4 };
static int At[Most], Next[Room], Marks[Room];
static struct Walker {
  int at, rounds;
} Walkers[Most];

static void fill(int apart) {
  for (int i = 0; i < Most; ++i) {
    At[i] = (apart ? 20 : 3) * i;
    Walkers[i] = (struct Walker){At[i], 2 + i % 3};
  }
  for (int i = 0; i < Room; ++i) {
    Next[i] = i + 1 + (apart ? 0 : i % 5);
    Marks[i] = -1;
  }
}

static void show(const char *name) {
  long sum = 0;
  for (int i = 0; i < Room; ++i)
    sum = (sum * 31 + Marks[i]) % 1000003;
  for (int i = 0; i < Most; ++i)
    sum = (sum * 31 + At[i] + Walkers[i].at) % 1000003;
  printf("%s %ld\n", name, sum);
}

// CHECK-DAG: repeats-moved-elements.c:[[# @LINE + 3]]: runs in order
static void added(int n, int *at, int *marks) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < Rounds; ++k) {
      marks[at[i]] = i;
      at[i] = at[i] + 1;
    }
}

// CHECK-DAG: repeats-moved-elements.c:[[# @LINE + 3]]: runs in order
static void drawn(int n, int *at, int *marks) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < Rounds; ++k)
      marks[at[i]++] = i;
}

// CHECK-DAG: repeats-moved-elements.c:[[# @LINE + 3]]: runs in order
static void stepped(int n, int *at, int *marks) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < Rounds; ++k) {
      at[i] += 2;
      marks[at[i]] = i;
    }
}

// CHECK-DAG: repeats-moved-elements.c:[[# @LINE + 3]]: runs in order
static void led(int n, int *at, int *marks, const int *next) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < Rounds; ++k) {
      marks[at[i]] = i;
      at[i] = next[at[i]];
    }
}

// CHECK-DAG: repeats-moved-elements.c:[[# @LINE + 3]]: runs in order
static void led_on(int n, int *at, int *marks, const int *next) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    while (at[i] % 20 < 15) {
      marks[at[i]] = i;
      at[i] = next[at[i]];
    }
}

// CHECK-DAG: repeats-moved-elements.c:[[# @LINE + 3]]: runs in order
static void member(int n, struct Walker *w, int *marks) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < w[i].rounds; ++k) {
      marks[w[i].at] = i;
      w[i].at += 2;
    }
}

// CHECK-DAG: repeats-moved-elements.c:[[# @LINE + 3]]: runs in order
static void pointed(int n, int *at, int *marks) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int *mine = &at[i];
    for (int k = 0; k < Rounds; ++k)
      marks[++*mine] = i;
  }
}

// CHECK-DAG: repeats-moved-elements.c:[[# @LINE + 3]]: runs in order
static void drawn_first(int n, int *at, int *marks) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int *mine = &at[i];
    for (int k = 0; k < Rounds; ++k) {
      int place = (*mine)++;
      marks[place] = i;
    }
  }
}

// CHECK-DAG: repeats-moved-elements.c:[[# @LINE + 3]]: runs in order
static void led_by(int n, const int *at, int *marks, const int *next) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int place = at[i];
    for (int k = 0; k < Rounds; ++k) {
      marks[place] = i;
      place = next[place];
    }
  }
}

// CHECK-DAG: repeats-moved-elements.c:[[# @LINE + 3]]: runs in order
static void led_until(int n, const int *at, int *marks, const int *next) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int place = at[i];
    const int end = place + 5;
    while (!((place = next[place]) > end))
      marks[place] = i;
  }
}

// CHECK-DAG: repeats-moved-elements.c:[[# @LINE + 3]]: runs in order
static void beside_library(int n, int *at, int *marks) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < Rounds; ++k) {
      marks[at[i]] = abs(marks[at[i]]) + i;
      at[i] = at[i] + 1;
    }
}

static void onward(int *place) { *place += 1; }

// CHECK-DAG: repeats-moved-elements.c:[[# @LINE + 3]]: runs in order
static void by_function(int n, int *at, int *marks) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < Rounds; ++k) {
      marks[at[i]] = i;
      onward(&at[i]);
    }
}

// What another place of the array says in between is not known.
static void exchanged(int n, int *at, int *marks) {
#pragma twofold parallel for
  for (int i = 0; i < n; i += 2)
    for (int k = 0; k < Rounds; ++k) {
      int kept = at[i];
      at[i] = at[i + 1];
      at[i + 1] = kept;
      marks[20 * i + k] = at[i];
    }
}

#define RUN(name, ...)                                                         \
  fill(apart);                                                                 \
  name(Most, __VA_ARGS__);                                                     \
  show(#name)

static void all(int apart) {
  RUN(added, At, Marks);
  RUN(drawn, At, Marks);
  RUN(stepped, At, Marks);
  RUN(led, At, Marks, Next);
  RUN(led_on, At, Marks, Next);
  RUN(member, Walkers, Marks);
  RUN(pointed, At, Marks);
  RUN(drawn_first, At, Marks);
  RUN(led_by, At, Marks, Next);
  RUN(led_until, At, Marks, Next);
  RUN(beside_library, At, Marks);
  RUN(by_function, At, Marks);
  if (apart) {
    fill(1);
    exchanged(Most, At, Marks);
    show("exchanged");
  }
}

int main(int argc, char **argv) {
  (void)argv;
  all(1);
  if (argc == 1)
    all(0);
  return 0;
}
