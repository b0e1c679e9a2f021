// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spelling of the pragma and its clauses.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -fsyntax-only -ferror-limit=0 -Xclang -verify %s

void spelling(int *a, int n) {
#pragma twofold serial for // expected-error {{unknown twofold pragma 'serial'; expected 'parallel for' or 'slice'}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel // expected-error {{unknown twofold pragma 'parallel'; expected 'parallel for' or 'slice'}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for colapse(2) // expected-error {{unknown clause 'colapse' of 'parallel for'; did you mean 'collapse'?}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for copyin(n) // expected-error {{unknown clause 'copyin' of 'parallel for', which needs none for data: it moves where it is used; drop it}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for copyprivate(n) // expected-error {{unknown clause 'copyprivate' of 'parallel for'}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for firstprivat(n) // expected-error {{unknown clause 'firstprivat' of 'parallel for'; did you mean 'firstprivate'?}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for safelen(4 // expected-error {{clause 'safelen' has no closing ')'}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for if(n > 3) if(n) // expected-error {{clause 'if' is given twice; keep one}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for num_threads // expected-error {{expected '(' after clause 'num_threads'}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for num_threads(n // expected-error {{clause 'num_threads' has no closing ')'}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for num_threads() // expected-error {{clause 'num_threads' needs an argument: a number of threads}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for reduction(n) // expected-error {{clause 'reduction' takes 'operation : variables'}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for schedule(static 4) // expected-error {{clause 'schedule' takes static, dynamic, guided, auto or runtime, and optionally a chunk}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for bounds(n) // expected-error {{clause 'bounds' takes no arguments}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for bounds bounds // expected-error {{clause 'bounds' is given twice; keep one}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for bounds, extent(a, n)
  for (int i = 0; i < n; ++i) a[i] = i;
  [[twofold::parallel_for, twofold::bounds]]
  for (int i = 0; i < n; ++i) a[i] = i;
  [[twofold::bounds]] // expected-error {{clause 'bounds' needs 'twofold::parallel_for' on the same loop}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for device(gpu, cpu) // expected-error {{clause 'device' takes auto, native, cpu or gpu}}
  for (int i = 0; i < n; ++i) a[i] = i;
}

void place(int *a, int n) {
#pragma twofold parallel for // expected-error {{'twofold::parallel_for' must be followed by a for loop}}
  while (n) --n;
  [[twofold::parallel_for]] // expected-error {{'twofold::parallel_for' must be followed by a for loop}}
  a[0] = 1;
  [[twofold::num_threads(2)]] // expected-error {{clause 'num_threads' needs 'twofold::parallel_for' on the same loop}}
  for (int i = 0; i < n; ++i) a[i] = i;
}

[[twofold::parallel_for]] int declared; // expected-error {{'twofold::parallel_for' applies to a for loop, not to a declaration}}
