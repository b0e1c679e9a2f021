// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Cython refuses in a prange, as far as C can say it.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -fsyntax-only -ferror-limit=0 -Xclang -verify %s

int size(void);

void headers(int *x, int n) {
#pragma twofold parallel for schedule(guess) // expected-error {{unknown schedule 'guess'}}
  for (int i = 0; i < 10; ++i)
    ;
#pragma twofold parallel for schedule(static, -1) // expected-error {{clause 'schedule' needs a positive value}}
  for (int i = 0; i < 10; ++i)
    ;
#pragma twofold parallel for num_threads(0) // expected-error {{clause 'num_threads' needs a positive value}}
  for (int i = 0; i < 10; ++i)
    ;
#pragma twofold parallel for invalid(1) // expected-error {{unknown clause 'invalid' of 'parallel for'}}
  for (int i = 0; i < 10; ++i)
    ;
#pragma twofold parallel for schedule(static, size())
  for (int i = 0; i < 10; ++i)
    ;
  // The target is no variable of its own.
#pragma twofold parallel for
  for (x[1] = 0; x[1] < 10; ++x[1]) // expected-error {{parallel loop needs an initialisation of one induction variable}}
    ;
  double d;
#pragma twofold parallel for
  for (d = 0; d < 10; ++d) // expected-error {{induction variable 'd' of type 'double' is neither an integer, a pointer nor a random-access iterator}}
    ;
#pragma twofold parallel for // expected-error {{must be followed by a for loop}}
  while (n--)
    ;
}

void variables(int *x, int n) {
  int i, y = 0, sum = 0;
#pragma twofold parallel for
  for (i = 0; i < 10; ++i) { // expected-note {{declare 'y'}}
    i = y * 4; // expected-error {{induction variable 'i' is changed in the body}} expected-warning {{'y' is read before}}
    y = i; // expected-note {{'y' is assigned here}}
  }
#pragma twofold parallel for
  for (i = 0; i < 10; ++i) {
    y = i;
    i = y * 4; // expected-error {{induction variable 'i' is changed in the body}}
    y = i;
  }
#pragma twofold parallel for
  for (i = 0; i < 10; ++i) {
    y += i; // expected-note {{'y' is updated here}}
    y *= i; // expected-warning {{'y' is updated by '*' here and by '+' elsewhere}}
  }
  // The inner loop runs over the outer one's variable.
#pragma twofold parallel for
  for (i = 0; i < 10; ++i)
    for (i = 0; i < 10; ++i) // expected-error {{induction variable 'i' is changed in the body}}
      ;
#pragma twofold parallel for
  for (i = 0; i < 10; ++i) {
    sum += i; // expected-note {{'sum' is updated here}}
    x[i] = sum; // expected-warning {{reduction variable 'sum' is used outside its reduction '+'}}
  }
  int never = 0, kept = 10;
#pragma twofold parallel for
  for (i = 0; i < 10; ++i) { // expected-note {{declare 'kept'}}
    if (never)
      kept = 0; // expected-note {{'kept' is assigned here}}
    if (kept != 10) // expected-warning {{'kept' is read before the iteration has assigned it}}
      x[i] = 1;
  }
}
