// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spelling of the pragma and its clauses.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -fsyntax-only -ferror-limit=0 -Xclang -verify %s

void spelling(int *a, int n) {
#pragma twofold serial for // expected-error {{'#pragma twofold serial' is no directive; write '#pragma twofold parallel for' before a for loop, or '#pragma twofold slice' before a statement of slices}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel // expected-error {{'#pragma twofold parallel' is no directive; did you mean '#pragma twofold parallel for'?}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold // expected-error {{'#pragma twofold' is no directive; write '#pragma twofold parallel for' before a for loop, or '#pragma twofold slice' before a statement of slices}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold paralel for // expected-error {{'#pragma twofold paralel for' is no directive; did you mean '#pragma twofold parallel for'?}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel fro // expected-error {{'#pragma twofold parallel fro' is no directive; did you mean '#pragma twofold parallel for'?}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold Parallel For // expected-error {{'#pragma twofold Parallel For' is no directive; did you mean '#pragma twofold parallel for'?}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel-for // expected-error {{'#pragma twofold parallel-for' is no directive; did you mean '#pragma twofold parallel for'?}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallelfor simd // expected-error {{'#pragma twofold parallelfor' is no directive; did you mean '#pragma twofold parallel for'?}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel loop // expected-error {{'#pragma twofold parallel loop' is no directive; did you mean '#pragma twofold parallel for'?}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel private(n) // expected-error {{'#pragma twofold parallel' is no directive; did you mean '#pragma twofold parallel for'?}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold for // expected-error {{'#pragma twofold for' is no directive; did you mean '#pragma twofold parallel for'?}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold kernels // expected-error {{'#pragma twofold kernels' is no directive; did you mean '#pragma twofold parallel for'?}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofld parallel for // expected-error {{'#pragma twofld' is no directive; did you mean '#pragma twofold'?}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold slices // expected-error {{'#pragma twofold slices' is no directive; did you mean '#pragma twofold slice'?}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold omp parallel for // expected-error {{'#pragma twofold omp' is no directive; write '#pragma twofold parallel for' before a for loop, or '#pragma twofold slice' before a statement of slices}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for gpu // expected-error {{unknown clause 'gpu' of 'parallel for'; did you mean 'device(gpu)'?}}
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
