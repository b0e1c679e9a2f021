// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a library keeps from one call to the next counts wherever its headers
// are found and whatever its functions are called; what the C++ library does
// with errno and with counts of references does not.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -isystem %S/Inputs/library -fsyntax-only -Xclang -verify %s
#include <memory>
#include <random.hpp>
#include <string>

#define PARALLEL _Pragma("twofold parallel for")

void draws(int n, unsigned *out) {
  PARALLEL for (int i = 0; i < n; ++i) { // expected-warning {{'random_state' is one for all iterations and is changed here}}
    unsigned s = i;
    s ^= random_next();
    out[i] = s;
  }
}

static thread_local int waiting;
static int exchange_and_add_dispatch(int by) {
  waiting = waiting * 2 + by;
  return waiting;
}
void dispatched(int n, int *out) {
  PARALLEL for (int i = 0; i < n; ++i) // expected-warning {{'waiting' is one for all iterations and is changed here}}
    out[i] = exchange_and_add_dispatch(i);
}

void of_the_language(int n, int *out, const std::string *text, const std::shared_ptr<int> &one) {
  PARALLEL for (int i = 0; i < n; ++i)
    out[i] = std::stoi(text[i]);
  PARALLEL for (int i = 0; i < n; ++i) {
    const std::shared_ptr<int> own = one;
    out[i] = *own;
  }
}
