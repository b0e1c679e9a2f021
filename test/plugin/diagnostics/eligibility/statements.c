// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements and declarations that OpenCL C lacks.
// RUN: %clang %plugin -fsyntax-only -Xclang -verify %s

_Thread_local int own;

void statements(int n, int *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (x[i])
      goto done; // expected-warning {{not offloaded: goto does not exist in OpenCL C; use if, break or continue}}
    x[i] = 1;
  done:;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    __asm__("nop"); // expected-warning {{not offloaded: inline assembly runs on the host's processor only; write it in plain C}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = ({ // expected-warning {{not offloaded: a statement expression is used; use an inline function}}
      int t = i;
      t;
    });
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int row[x[i]]; // expected-warning {{not offloaded: length of array 'row', declared in the loop, is not a constant; give it a constant length}}
    row[0] = 1;
    x[i] = row[0];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    static int calls; // expected-warning {{not offloaded: 'calls' is static and not constant; declare it outside the loop and pass it in}}
    x[i] = calls;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = own; // expected-warning {{not offloaded: 'own' is thread-local; copy it to an ordinary variable first}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    switch (x[i]) {
    case 0 ... 1000: // expected-warning {{not offloaded: a long range of cases cannot be printed as OpenCL C; write it in simpler terms}}
      x[i] = 1;
    }
}
