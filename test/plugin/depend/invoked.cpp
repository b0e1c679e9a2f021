// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a method reads and writes that std::invoke is handed is compared as
// that of a call of it is.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s
#include <functional>

#define PARALLEL _Pragma("twofold parallel for")

struct Numbers {
  int at[4096];
  void next(int i) { at[i] = at[i + 1]; } // expected-warning 2{{is written here and read 1 iteration of 'i' away}} expected-note 2{{is read here}}
  void own(int i, int x) { at[i] += x; }
};

void invoked(Numbers &all) {
  PARALLEL for (int i = 0; i < 4000; ++i)
    std::invoke(&Numbers::next, all, i);
  PARALLEL for (int i = 0; i < 4000; ++i)
    std::invoke(&Numbers::next, &all, i);
  PARALLEL for (int i = 0; i < 4000; ++i)
    std::invoke(&Numbers::own, all, i, i);
}
