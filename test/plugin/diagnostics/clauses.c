// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses that cannot hold.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -fsyntax-only -ferror-limit=0 -Xclang -verify %s

struct pair { int a, b; };

void clauses(int *a, int n, float f, struct pair p) {
#pragma twofold parallel for collapse(0) // expected-error {{collapse needs a positive integer constant}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for collapse(n) // expected-error {{collapse needs a positive integer constant}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i) { // expected-error {{collapse(2) needs 2 perfectly nested loops, and 1 can be found}}
    a[i] = 0;
    for (int j = 0; j < n; ++j) a[i] += j;
  }
#pragma twofold parallel for private(a[0]) // expected-error {{clause 'private' takes variables; this is not one}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for private(f) lastprivate(f) // expected-error {{'f' appears in more than one data clause}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for reduction(& : f) // expected-error {{'f' of type 'float' cannot be a reduction of '&'; use an arithmetic variable that the operation is defined for}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for reduction(% : n) // expected-error {{unknown reduction operation '%'; use one of + - * & | ^ && || min max}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for reduction(inscan, + : n) // expected-error {{reduction modifier 'inscan' makes running totals, in which each iteration goes on from the one before; drop the clause and '#pragma omp scan', and the loop runs in order, or use twofold::inclusive_scan}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for lastprivate(p) // expected-error {{'p' of type 'struct pair' cannot be lastprivate; use numbers or pointers, as variables for its members}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for extent(n, 3) // expected-error {{extent needs a pointer and 'n' is none; write extent(pointer, count)}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for num_threads(f) // expected-error {{clause 'num_threads' needs an integer}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for num_threads(-1) // expected-error {{clause 'num_threads' needs a positive value}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for schedule(grouped) // expected-error {{unknown schedule 'grouped'; use static, dynamic, guided, auto or runtime}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for device(tpu) // expected-error {{unknown device 'tpu'; use auto, native, cpu or gpu}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for private(i) // expected-error {{use of undeclared identifier 'i'}}
  for (int i = 0; i < n; ++i) a[i] = i;
  int k;
#pragma twofold parallel for reduction(+ : k) // expected-error {{induction variable 'k' is private to the loop already; drop it from 'reduction'}}
  for (k = 0; k < n; ++k) a[k] = k;
#pragma twofold parallel for firstprivate(k) // expected-error {{induction variable 'k' is private to the loop already; drop it from 'firstprivate'}}
  for (k = 0; k < n; ++k) a[k] = k;
#pragma twofold parallel for private(k)
  for (k = 0; k < n; ++k) a[k] = k;
#pragma twofold parallel for lastprivate(k)
  for (k = 0; k < n; ++k) a[k] = k;
#pragma twofold parallel for default(private) // expected-error {{clause 'default' takes shared or none}}
  for (k = 0; k < n; ++k) a[k] = k;
#pragma twofold parallel for shared(f) private(f) // expected-error {{'f' appears in more than one data clause}}
  for (k = 0; k < n; ++k) a[k] = k;
#pragma twofold parallel for extent(p.a, 3) // expected-error {{extent needs a pointer and 'a' is none; write extent(pointer, count)}}
  for (k = 0; k < n; ++k) a[k] = k;
  int rows[2][n];
#pragma twofold parallel for firstprivate(rows) // expected-error {{'rows' of type 'int[2][n]' cannot be firstprivate; use a variable that can be copied}}
  for (k = 0; k < n; ++k) { rows[0][k] = 1; a[k] = rows[0][k]; }
  [[twofold::parallel_for, twofold::num_threads(n + 1)]] // expected-error {{arguments of 'twofold::num_threads' in double brackets can be names, numbers and strings; for other expressions write '#pragma twofold parallel for' before any other pragma of the loop}}
  for (int i = 0; i < n; ++i) a[i] = i;
  [[twofold::parallel_for, twofold::firstprivate(nowhere)]] // expected-error {{use of undeclared identifier 'nowhere'}}
  for (int i = 0; i < n; ++i) a[i] = i;
}
