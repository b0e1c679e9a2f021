// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that are not canonical, and jumps.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s

int next(int);

void canonical(int *a, int n, int s) {
  int i = 0;
#pragma twofold parallel for
  for (; i < n; ++i) a[i] = i; // expected-error {{parallel loop needs an initialisation of one induction variable: 'type i = lower' or 'i = lower'}}
#pragma twofold parallel for
  for (float f = 0; f < n; ++f) a[0] = 1; // expected-error {{induction variable 'f' of type 'float' is neither an integer, a pointer nor a random-access iterator}}
#pragma twofold parallel for
  for (int i = 0; a[i]; ++i) a[i] = i; // expected-error {{parallel loop needs a condition that compares 'i' with < <= > >= or !=}}
#pragma twofold parallel for
  for (int i = 1; i < n; i *= 2) a[i] = i; // expected-error {{parallel loop needs an increment of 'i': ++ -- += -= or i = i + step}}
#pragma twofold parallel for
  for (int i = 0; i < n; i = next(i)) a[i] = i; // expected-error {{parallel loop needs an increment of 'i': ++ -- += -= or i = i + step}}
#pragma twofold parallel for
  for (int i = 0; i < n; --i) a[i] = i; // expected-error {{step moves 'i' away from its bound, so the loop would not end; turn the step or the comparison round}}
#pragma twofold parallel for
  for (unsigned i = n - 1; i < n; --i) a[i] = i; // expected-error {{'i' is unsigned and counted away from its bound, so the loop ends where the number wraps; count up, and use a subscript such as n - 1 - i}}
#pragma twofold parallel for
  for (int i = 0; i < n; i += 0) a[i] = i; // expected-error {{step of 'i' is zero}}
#pragma twofold parallel for
  for (int i = 0; i != n; i += 2) a[i] = i; // expected-error {{condition '!=' needs a step of 1 or -1 for 'i'}}
#pragma twofold parallel for
  for (int i = 0; i < n - i; ++i) a[i] = i; // expected-error {{bound of parallel loop over 'i' uses 'i', which the loop changes; compute it before}}
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) a[j] = i; // expected-error {{lower bound of collapsed loop over 'j' depends on 'i'; collapse needs bounds that do not change, lower the count}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) a[i]++, i++; // expected-error {{induction variable 'i' is changed in the body}}
}

int jumps(int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (a[i] == 1) break;
    if (a[i] == 2) return i;
    if (a[i] == 3) goto out; // expected-error {{'goto' leaves the parallel loop; use 'break' or 'return'}}
    while (n) break;
  }
out:
  if (n) goto in; // expected-error {{label 'in' is jumped to from outside the parallel loop}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
  in:
    a[i] = 0;
  }
  return 0;
}
