// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What people write first in C, and what it is told to be.
// RUN: %clang %plugin -O1 -fsyntax-only -ferror-limit=0 -Xclang -verify %s
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// The place of the greatest element: no declaration is offered.
int greatest(int n, const float *x) {
  int best = 0;
#pragma twofold parallel for
  for (int i = 1; i < n; ++i)
    if (x[i] > x[best]) // expected-warning {{'best' is read before the iteration has assigned it, so iterations depend on one another and run in order; keep the element at 'best' in another variable, and compare with that}}
      best = i;
  return best;
}
int found(int n, const float *x) {
  int best = 0;
  float most = x[0];
#pragma twofold parallel for
  for (int i = 1; i < n; ++i)
    if (x[i] > most) {
      most = x[i];
      best = i;
    }
  return best;
}

int sum(int n, const float *x) {
  int s = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    s += x[i]; // expected-warning {{values are rounded when they are stored in 's', so that '+=' depends on the order, and iterations run in it; give 's' the type of the values}}
  return s;
}

void running(int n, const float *x, float *y) {
  float s = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    s += x[i];  // expected-note {{'s' is updated here}}
    y[i] = s; // expected-warning {{keep such uses out of the loop, or make running totals with twofold::inclusive_scan}}
  }
}

struct node {
  struct node *next;
  float v;
};
void list(struct node *first) {
#pragma twofold parallel for
  for (struct node *p = first; p; p = p->next) // expected-error {{'p' of type 'struct node *' gives its elements one after the other only; copy them into an array or a std::vector, and loop over that}}
    p->v *= 2;
}

void two(int n, float *y, const float *x) {
#pragma twofold parallel for
  for (int i = 0, j = n - 1; i < n; ++i, j /= 2) // expected-error {{parallel loop needs an initialisation of one induction variable: 'type i = lower' or 'i = lower'; set other variables in the body}}
    y[i] = x[j];
}

// A function that reads the whole array decides how many iterations there are.
void upper(char *s, const char *t, char *o) {
#pragma twofold parallel for
  for (int i = 0; i < strlen(s); ++i) // expected-error {{bound of parallel loop over 'i' uses 's', which the loop changes; compute it before}}
    s[i] = t[i];
#pragma twofold parallel for
  for (int i = 0; i < strlen(t); ++i)
    o[i] = t[i];
}

// The array that it is given a place in, it may read elsewhere.
struct ends {
  int of[4];
};
int end(const int *);
void ends(int k, struct ends *e) {
#pragma twofold parallel for
  for (int i = 0; i < end(&e->of[k]); ++i) // expected-error {{bound of parallel loop over 'i' uses 'of', which the loop changes; compute it before}}
    e->of[i] = i;
}

struct text {
  int n;
  char *s;
};
int length(const struct text *t);
void fields(struct text *t) {
#pragma twofold parallel for
  for (int i = 0; i < length(t); ++i)
    t->s[i] = 1;
}

// A macro of the library is known by its name.
void letters(int n, char *s) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    s[i] = toupper(s[i]); // expected-warning {{not offloaded: 'toupper' has no counterpart in OpenCL C; write it out in plain C, or call it outside the loop}}
}

void roots(int n, double *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-warning {{not offloaded: 'errno' is one for all iterations and is changed here, so they run in order on one thread; set it to 0 in each iteration first, or give each iteration its own}}
    y[i] = sqrt(y[i]);
    if (errno)
      y[i] = 0;
  }
}

void tell(int n, float *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (y[i] < 0) {
      fprintf(stderr, "negative\n");
      continue;
    }
    printf("%g\n", y[i]); // expected-warning {{not offloaded: 'printf' reads or writes a stream; move it out of the loop}}
  }
}

void clauses(int n, float *y) {
#pragma twofold parallel for map(tofrom: y[0:n]) // expected-error {{unknown clause 'map' of 'parallel for', which needs none for data: it moves where it is used; drop it}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
#pragma twofold parallel for; // expected-error {{unknown clause ';' of 'parallel for'; drop it}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
#pragma twofold parallel for device(cuda) // expected-error {{unknown device 'cuda'; use auto, native, cpu or gpu}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
}

// Operations and variables the wrong way round, and OpenMP's sections.
double reductions(int n, double *y) {
  double s = 0;
#pragma twofold parallel for reduction(max : s)
  for (int i = 0; i < n; ++i)
    s += y[i]; // expected-warning {{'s' is updated by '+' and its clause says 'max', so iterations run in order; say '+' there, or drop the clause, as reductions are found without one}}
#pragma twofold parallel for reduction(s : +) // expected-error {{clause 'reduction' takes 'operation : variables'}}
  for (int i = 0; i < n; ++i)
    s += y[i];
#pragma twofold parallel for extent(y[0:n]) // expected-error {{clause 'extent' takes 'pointer, count of elements'}}
  for (int i = 0; i < n; ++i)
    s += y[i];
#pragma twofold parallel for extent(y, n > 3 ? n : 3) reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += y[i];
#pragma twofold parallel for private(y[0:n]) // expected-error {{clause 'private' takes variables; this is not one}}
  for (int i = 0; i < n; ++i)
    s += y[i];
#pragma twofold parallel for independent(y[0:n]) // expected-error {{clause 'independent' takes variables; this is not one}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
#pragma twofold parallel for private(s) private(s) // expected-error {{'s' appears in more than one data clause; keep one}}
  for (int i = 0; i < n; ++i)
    y[i] = s = i;
  return s;
}

void steps(int n, float *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; --i) // expected-error {{step moves 'i' away from its bound, so the loop would not end; turn the step or the comparison round}}
    y[i] = 1;
#pragma twofold parallel for
  for (int i = 0; i < n; i += 0) // expected-error {{step of 'i' is zero, so the loop would not end; write the step that is meant, such as ++i}}
    y[i] = 1;
#pragma twofold parallel for
  for (int i = 0; i != n; i += 2) // expected-error {{condition '!=' needs a step of 1 or -1 for 'i'; compare with < or >}}
    y[i] = 1;
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i) { // expected-error {{collapse(2) needs 2 perfectly nested loops, and 1 can be found; lower the count, or move what stands between the loops into the innermost one}}
    y[i * n] = 0;
    for (int j = 1; j < n; ++j)
      y[i * n + j] = 1;
  }
}

void spelt(int n, float *y) {
  __attribute__((twofold_parallel)) // expected-error {{unknown annotation 'twofold_parallel'; did you mean 'twofold_parallel_for'?}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
#pragma twofold slice parallel // expected-error {{unknown clause 'parallel' of 'slice'; drop it}}
  y[0:n] = 1;
#pragma twofold slice // expected-error {{no slice follows; before a for loop write '#pragma twofold parallel for'}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
}

// Slices as in Python and Fortran.
void slices(int n, int m, float *y, const float *x, float a[n][m], float b[n][m]) {
  float c[10], d[10];
#pragma twofold slice
  c[2:10] = d[0:8]; // expected-error {{shapes differ: 'c[2:10]' is (10) and 'd[0:8]' is (8); a section is base[start : length : stride]}}
#pragma twofold slice
  y[:-1] = x[1:n]; // expected-error {{a length of 'y[:-1]' is negative: (-1); a section is base[start : length : stride]}}
#pragma twofold slice
  a[0:n, 0:m] = b[0:n, 0:m]; // expected-error {{expected ']', as in a[0:n][0:m], in a slice, not ','}}
}

// Clauses without their directive, under names of others, and with numbers that say nothing.
void placed(int n, float *y) {
#pragma twofold device(gpu) // expected-error {{'#pragma twofold device' is no directive; did you mean '#pragma twofold parallel for device'?}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
#pragma twofold parallel for nthreads(4) // expected-error {{unknown clause 'nthreads' of 'parallel for'; did you mean 'num_threads'?}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
#pragma twofold parallel for threads(4) // expected-error {{unknown clause 'threads' of 'parallel for'; did you mean 'num_threads'?}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
#pragma twofold parallel for extent(y, -1) // expected-error {{clause 'extent' needs a positive value}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
#pragma twofold parallel for extent(y, 0)
  for (int i = 0; i < 0; ++i)
    y[i] = 1;
}

// No statement follows, so clang would only ask for one.
void blockEnds(int n, float *y) {
  for (int i = 0; i < n; ++i)
    y[i] = 1;
#pragma twofold parallel for // expected-error {{'twofold::parallel_for' must be followed by a for loop; put it directly before the loop}}
}
void labelled(int n, float *y) {
  switch (n) {
  case 1:
    y[0] = 1;
#pragma twofold parallel for collapse(2) // expected-error {{'twofold::parallel_for' must be followed by a for loop}}
  }
}
struct members {
  int n;
#pragma twofold parallel for // expected-error {{'twofold::parallel_for' must be followed by a for loop}}
};

// Names without their namespace.
void bare(int n, float *y) {
  [[parallel_for]] // expected-warning {{unknown attribute 'parallel_for' ignored}} expected-note {{the annotation of a loop is '[[twofold::parallel_for]]', or '#pragma twofold parallel for'}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
  [[twofold_parallel_for]] // expected-warning {{unknown attribute 'twofold_parallel_for' ignored}} expected-note {{the annotation of a loop is '[[twofold::parallel_for]]', or '#pragma twofold parallel for'}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
  __attribute__((parallel_for)) // expected-warning {{unknown attribute 'parallel_for' ignored}} expected-note {{the annotation of a loop is '[[twofold::parallel_for]]', or '#pragma twofold parallel for'}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
}
[[parallel_for]] void function(int n); // expected-warning {{unknown attribute 'parallel_for' ignored}} expected-note {{the annotation of a loop is '[[twofold::parallel_for]]', or '#pragma twofold parallel for'}}
int [[parallel_for]] typed; // expected-warning {{unknown attribute 'parallel_for' ignored}} expected-note {{the annotation of a loop is}}
