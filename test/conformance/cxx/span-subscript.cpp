// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spans of dynamic and of fixed extent.
// RUN: %conform %s %t -std=c++20
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++20 -stdlib=libc++ %}
#include "show.h"
#include <span>

static float a[60], b[60];

static void scale(std::span<float> out, std::span<const float, 60> in) {
#pragma twofold parallel for
  for (int i = 0; i < (int)out.size(); ++i)
    out[i] = in[i + 10] * 2;
}

int main() {
  for (int i = 0; i < 60; ++i)
    a[i] = i;
  scale(std::span(b, 50), a);
  SHOW_FLOATS("b", b, 60);
}
