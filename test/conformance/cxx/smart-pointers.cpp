// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// unique_ptr and shared_ptr to structs, reference_wrapper, references in
// structs.
// RUN: %conform %s %t -std=c++17
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++17 -stdlib=libc++ %}
#include "show.h"
#include <functional>
#include <memory>
#include <vector>

struct state {
  std::vector<int> data;
  int *raw;
  int scale = 3;
};
struct bundle {
  state &first;
  const int &scale;
};

int main() {
  static int raw[60];
  auto p = std::make_unique<state>();
  p->data.resize(60);
  p->raw = raw;
  auto shared = std::make_shared<state>();
  shared->data.resize(60);
  std::vector<int> v(60);
  std::reference_wrapper<std::vector<int>> r = v;
  bundle both{*p, shared->scale};
#pragma twofold parallel for
  for (int i = 0; i < 60; ++i) {
    p->data[i] = i * p->scale;
    p->raw[i] = i;
  }
#pragma twofold parallel for
  for (int i = 0; i < 60; ++i) {
    shared->data[i] = p->data[59 - i] + 1;
    r.get()[i] = (*p).raw[i] * 2;
  }
#pragma twofold parallel for
  for (int i = 0; i < 60; ++i)
    both.first.raw[i] = v[i] + shared->data[i] * both.scale;
  SHOW_INTEGERS("raw", raw, 60);
  SHOW_INTEGERS("shared", shared->data, 60);
}
