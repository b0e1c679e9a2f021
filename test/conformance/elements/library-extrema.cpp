// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fmin, fmax, std::min and std::max, either way round.
// RUN: %conform %s %t --races-unseen
#include "show.h"
#include <algorithm>
#include <cmath>

int main() {
  constexpr int N = 600, Bins = 7;
  static float low[Bins], high[Bins], x[N];
  static int least[Bins], most[Bins];
  for (int i = 0; i < N; ++i)
    x[i] = float(i * 37 % 211) - 100;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    low[i % Bins] = std::fmin(low[i % Bins], x[i]);
    high[i % Bins] = fmaxf(x[i], high[i % Bins]);
    least[i % Bins] = std::min(int(x[i]), least[i % Bins]);
    most[i % Bins] = std::max(most[i % Bins], i * 31 % 97);
  }
  SHOW_FLOATS("low", low, Bins);
  SHOW_FLOATS("high", high, Bins);
  SHOW_INTEGERS("least", least, Bins);
  SHOW_INTEGERS("most", most, Bins);
}
