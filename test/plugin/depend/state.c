// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// State that goes on from one iteration to the next without a place that two of
// them share in parallel: thread-local numbers, and what functions of the
// library go by. So does a buffer that these append to.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARALLEL _Pragma("twofold parallel for")

static _Thread_local int count;
static _Thread_local double scratch, *buffer;
static _Thread_local int first, second, third, fourth, fifth, sixth, seventh, eighth;
void thread_local_numbers(int n, int *x) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-warning {{'count' is one for all iterations and is changed here, so they run in order on one thread; declare it inside the loop, or give each iteration its own}}
    count = count * 3 + i;
    x[i] = count;
  }
  PARALLEL for (int i = 0; i < n; i++) // expected-warning {{'count' is one for all iterations}}
    x[i] = ++count;
}
// The one that the iteration comes to first is named.
void several_numbers(int n, int *x) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-warning {{'third' is one for all iterations}}
    x[i] = third++ + eighth++ + first++;
    x[i] += fifth++ + second++ + seventh++ + fourth++ + sixth++;
  }
  PARALLEL for (int i = 0; i < n; i++) { // expected-warning {{'seventh' is one for all iterations}}
    x[i] = seventh++ + fourth++ + sixth++ + first++;
    x[i] += fifth++ + second++ + third++ + eighth++;
  }
}
// One iteration alone stores it, which those behind it read.
void by_one_iteration(int n, int *x) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-warning {{'count' is one for all iterations}}
    if (i == 5)
      count = i;
    x[i] = count;
  }
  PARALLEL for (int i = 0; i < n; i++) { // expected-warning {{'errno' is one for all iterations}}
    if (i == 5)
      errno = EINVAL;
    x[i] = errno;
  }
  PARALLEL for (int i = 0; i < n; i++)
    if (i == n - 1)
      errno = EINVAL;
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

// What another iteration has left is read where not all ways of an iteration to
// there store a number of its own.
static _Thread_local int last;
void on_some_ways(int n, const int *a, int *x) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-warning {{'last' is one for all iterations}}
    if (a[i] > 1)
      last = 0;
    x[i] = last;
    last = x[i] + 1;
  }
  PARALLEL for (int i = 0; i < n; i++) { // expected-warning {{'last' is one for all iterations}}
    for (int j = 0; j < a[i]; j++)
      last = j;
    x[i] = last;
  }
  PARALLEL for (int i = 0; i < n; i++) { // expected-warning {{'last' is one for all iterations}}
    switch (a[i]) {
    case 0:
      last = 0;
      break;
    case 1:
      x[i] = last;
    }
  }
  PARALLEL for (int i = 0; i < n; i++) { // expected-warning {{'last' is one for all iterations}}
    if (a[i] > 1)
      goto behind;
    last = i;
  behind:
    x[i] = last;
  }
}
static void sometimes(int a) {
  if (a > 1)
    return;
  last = a;
}
static int always(int a) {
  if (a > 1) {
    last = 1;
    return 0;
  }
  last = a;
  return 1;
}
void on_ways_of_functions(int n, const int *a, int *x) {
  PARALLEL for (int i = 0; i < n; i++) { // expected-warning {{'last' is one for all iterations}}
    sometimes(a[i]);
    x[i] = last;
  }
  PARALLEL for (int i = 0; i < n; i++)
    x[i] = always(a[i]) + last;
}
void on_all_ways(int n, const int *a, int *x) {
  PARALLEL for (int i = 0; i < n; i++) {
    last = 0;
    for (int j = 0; j < 4; j++)
      last += a[i] * j;
    x[i] = last;
  }
  PARALLEL for (int i = 0; i < n; i++) {
    if (a[i] > 1)
      last = 1;
    else
      last = a[i];
    x[i] = last;
  }
  PARALLEL for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      continue;
    last = a[i];
    x[i] = last++;
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

// What a function of the library leaves in errno, until somebody sets it.
void library_errors(int n, const double *x, char *const *text, long *y) {
  PARALLEL for (int i = 0; i < n; i++) // expected-warning {{'errno' is one for all iterations and is changed here, so they run in order on one thread; set it to 0 in each iteration first}}
    y[i] = log(x[i]) > 1 || errno;
  PARALLEL for (int i = 0; i < n; i++) { // expected-warning {{'errno' is one for all iterations}}
    long value = strtol(text[i], NULL, 10);
    y[i] = errno == ERANGE ? -1 : value;
  }
  PARALLEL for (int i = 0; i < n; i++) {
    errno = 0;
    long value = strtol(text[i], NULL, 10);
    y[i] = errno == ERANGE ? -1 : value;
  }
  PARALLEL for (int i = 0; i < n; i++)
    y[i] = (long)fabs(x[i]) + errno;
  PARALLEL for (int i = 0; i < n; i++) {
    char *rest;
    y[i] = !strtok_r(text[i], " ", &rest) + errno;
  }
}

// Where a text ends, or has a letter, depends on who has written to it.
void at_the_end_of_a_text(int n, char *text, char *own, const int *x) {
  PARALLEL for (int i = 0; i < n; i++)
    sprintf(text + strlen(text), "%d", x[i]); // expected-warning {{iterations find the element of 'text' that they write by searches in one range}}
  PARALLEL for (int i = 0; i < n; i++) {
    size_t end = strlen(text);
    text[end] = 'a' + x[i] % 26; // expected-warning {{iterations find the element of 'text' that they write by searches in one range}}
  }
  PARALLEL for (int i = 0; i < n; i++) {
    char *free = strchr(text, '.');
    *free = 'a' + x[i] % 26; // expected-warning {{iterations find the element of 'text' that they write by searches in one range}}
  }
  PARALLEL for (int i = 0; i < n; i++) {
    char *row = own + 16 * i;
    sprintf(row + strlen(row), "%d", x[i]);
    own[16 * i + strlen(text)] = 0;
  }
}
