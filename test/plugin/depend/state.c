// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// State that goes on from one iteration to the next without a place that two of
// them share in parallel: thread-local numbers, and what functions of the
// library go by. So does a buffer that these append to.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s
#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#define PARALLEL _Pragma("twofold parallel for")

static _Thread_local int count;
static _Thread_local double scratch, *buffer;
void thread_local_numbers(int n, int *x) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-warning {{'count' is one for all iterations and is changed here, so they run in order on one thread; declare it inside the loop, or give each iteration its own}}
    count = count * 3 + i;
    x[i] = count;
  }
  PARALLEL for (int i = 0; i < n; i++) // expected-warning {{'count' is one for all iterations}}
    x[i] = ++count;
}
static int next(void) { return count++; }
void in_functions(int n, int *x) {
  PARALLEL for (int i = 0; i < n; i++) // expected-warning {{'count' is one for all iterations}}
    x[i] = next();
}
void of_each_iteration(int n, double *x) {
  PARALLEL for (int i = 0; i < n; i++) {
    scratch = x[i] * 2;
    x[i] = scratch + 1;
  }
  PARALLEL for (int i = 0; i < n; i++) {
    if (!buffer)
      buffer = malloc(80);
    buffer[0] = i;
    x[i] = buffer[0] + count;
  }
}

void of_the_library(int n, char **names, double *x) {
  PARALLEL for (int i = 0; i < n; i++)
    names[i] = strtok(i ? NULL : names[0], " "); // expected-warning {{'the state of strtok' is one for all iterations and is changed here, so they run in order on one thread; call it outside the loop, or give each iteration its own}}
  PARALLEL for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      fesetround(FE_UPWARD); // expected-warning {{'the state of fesetround'}}
    x[i] /= 3;
  }
}

void appended(int n, char *all, const char **names) {
  PARALLEL for (int i = 0; i < n; i++)
    strcat(all, names[i]); // expected-warning {{'all'}}
}
