// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: echo "int other;" > %t.h
// RUN: %clang -x c-header %t.h -o %t.pch
// RUN: %clang %plugin -include-pch %t.pch -fsyntax-only -Xclang -verify %s

void loop(int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-error {{parallel loop needs the declarations of twofold/abi.h, which a precompiled header built without the plugin keeps out; build it with -fplugin too}}
    a[i] = i;
}
