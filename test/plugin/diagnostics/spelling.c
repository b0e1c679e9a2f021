// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slips of the keyboard, and what arguments in double brackets may be called.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -fsyntax-only -ferror-limit=0 -Xclang -verify %s
enum { Four = 4 };
#define FIVE 5
#define NOTHING
#define CALL(x) x
#define SUM 4 + 1
void f(int *a, int n) {
#pragma twofold parallel for uf(n > 3) // expected-error {{unknown clause 'uf' of 'parallel for'; did you mean 'if'?}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for exten(a, n) // expected-error {{unknown clause 'exten' of 'parallel for'; did you mean 'extent'?}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for duration(a, n) // expected-error {{unknown clause 'duration' of 'parallel for'; drop it}}
  for (int i = 0; i < n; ++i) a[i] = i;
#pragma twofold parallel for shareb(a) // expected-error {{unknown clause 'shareb' of 'parallel for'; did you mean 'shared'?}}
  for (int i = 0; i < n; ++i) a[i] = i;
  [[twofold::parallel_for, twofold::num_threads(FIVE)]]
  for (int i = 0; i < n; ++i) a[i] = i;
  [[twofold::parallel_for, twofold::num_threads(SUM)]] // expected-error {{arguments of 'twofold::num_threads' in double brackets can be names, numbers and strings; for other expressions write '#pragma twofold parallel for' before any other pragma of the loop}}
  for (int i = 0; i < n; ++i) a[i] = i;
  [[twofold::parallel_for, twofold::num_threads(NOTHING)]] // expected-error {{arguments of 'twofold::num_threads' in double brackets can be names, numbers and strings; for other expressions write '#pragma twofold parallel for' before any other pragma of the loop}}
  for (int i = 0; i < n; ++i) a[i] = i;
  [[twofold::parallel_for, twofold::num_threads(CALL)]] // expected-error {{arguments of 'twofold::num_threads' in double brackets can be names, numbers and strings; for other expressions write '#pragma twofold parallel for' before any other pragma of the loop}}
  for (int i = 0; i < n; ++i) a[i] = i;
  [[twofold::parallel_for, twofold::num_threads(Four)]]
  for (int i = 0; i < n; ++i) a[i] = i;
  __attribute__((twofold_parallel_for, twofold_num_threads(nowhere))) // expected-error-re {{use of undeclared identifier 'nowhere'{{$}}}}
  for (int i = 0; i < n; ++i) a[i] = i;
}
