// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks with ends that std::min, members and lambdas choose.
// RUN: %conform %s %t --unsimulated
#include <algorithm>
#include <cstddef>
#include <cstdio>

namespace {

constexpr int Room = 6000;
double f[Room];

void show(const char *what) {
  double sum = 0;
  for (int i = 0; i < Room; ++i)
    sum += f[i] * (i % 1013 + 1);
  std::printf("%s %.17g\n", what, sum);
}

struct Parts {
  int n, count;
  int begin(int t) const { return t * (n / count) + std::min(t, n % count); }
  int end(int t) const { return begin(t + 1); }
};

void members(const Parts &p) {
#pragma twofold parallel for
  for (int t = 0; t < p.count; ++t)
    for (int i = p.begin(t); i < p.end(t); ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += i * 0.5 + j;
  show("members");
}

template <typename Integer> void least(Integer n, Integer parts) {
  const Integer q = n / parts, r = n % parts;
#pragma twofold parallel for
  for (Integer t = 0; t < parts; ++t) {
    const Integer lo = t * q + std::min(t, r), hi = lo + q + (t < r);
    for (Integer i = lo; i < hi; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += double(i) * 0.5 + j;
  }
  show("least");
}

void within(int n, int parts) {
  const int q = n / parts, r = n % parts;
  auto first = [=](int t) { return t * q + std::min(t, r); };
#pragma twofold parallel for
  for (int t = 0; t < parts; ++t) {
    const int lo = std::max(0, first(t)), hi = std::max(lo, first(t + 1));
    for (int i = lo; i < hi; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += i * 0.5 + j;
  }
  show("within");
}

void overlapping(int n, int parts) {
  const int q = n / parts, r = n % parts;
#pragma twofold parallel for
  for (int t = 0; t < parts; ++t) {
    const bool longer = t <= r;
    const int lo = t * q + std::min(t, r), hi = lo + q + longer;
    for (int i = lo; i < hi; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += i + j;
  }
  show("overlapping");
}

} // namespace

int main() {
  for (int round = 0; round < 2; ++round) {
    members({5001, 37});
    least<int>(5001, 13);
    least<std::size_t>(5001, 11);
    within(5001, 36);
    overlapping(5001, 13);
  }
}
