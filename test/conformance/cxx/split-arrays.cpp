// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of the body that hold arrays beside pointers: views made there.
// RUN: %conform %s %t -std=c++20
#include "show.h"
#include <array>

struct window {
  const int *data;
  int weights[3];
  std::array<int, 2> size;
  int at(int i) const {
    return data[i] * weights[0] + data[i + 1] * weights[1] +
           data[i + 2] * weights[2];
  }
};

int main() {
  static int a[64], out[64], again[64];
  for (int i = 0; i < 64; ++i)
    a[i] = i * i % 23;
#pragma twofold parallel for
  for (int i = 0; i < 62; ++i) {
    window w{a, {1, i % 3, 2}, {62, 1}};
    out[i] = w.at(i) + w.size[0];
  }
#pragma twofold parallel for
  for (int i = 0; i < 60; ++i) {
    window w{a + 1, {}, {60, i}};
    w.weights[i % 3] = 5;
    window copy = w;
    copy.weights[(i + 1) % 3] = 7;
    again[i] = w.at(i) * 1000 + copy.at(i) + copy.size[1];
  }
  SHOW_INTEGERS("out", out, 62);
  SHOW_INTEGERS("again", again, 60);
}
