// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loops leave their results, and what calls them home.
// RUN: %clangxx %plugin -Rpass=twofold -Rpass-analysis=twofold -fno-caret-diagnostics -fsyntax-only %s 2>&1 | sort -t: -k2n | %FileCheck %s --implicit-check-not=TWOFOLD_COHERENCE
#include <cmath>
#include <utility>
#include <vector>

float outside(float);
int global;

#define LOOP(Statement)                                                        \
  _Pragma("twofold parallel for") for (int i = 0; i < n; ++i) { Statement; }

void quiet(float *a, float *b, int n, double limit) {
  double error = 1;
  // CHECK: [[@LINE+1]]:3: remark: with TWOFOLD_COHERENCE=function, results stay on the device between the loops from here to line [[@LINE+13]]
  while (error > limit) {
    double sum = 0;
    LOOP(b[i] = a[i] * 2)
    LOOP(sum += b[i])
    error = std::sqrt(sum) / n;
    std::swap(a, b);
    for (int t = 0; t < 3; ++t)
      error += t & 1 ? 0.5 : -0.5;
    if (error > 100)
      break;
    if (error < 0)
      return;
  }
}

void called(float *a, int n) {
  for (int t = 0; t < 3; ++t) { // CHECK: [[@LINE]]:3: remark: {{.*}} results stay
    LOOP(a[i] += 1)
    LOOP(a[i] *= 2)
    outside(3); // CHECK: [[@LINE]]:5: remark: with TWOFOLD_COHERENCE=function, results of loops come back to main memory before this: 'outside' is called
    LOOP(a[i] += 1)
    a[5] = 1;      // CHECK: [[@LINE]]:5: remark: {{.*}} memory is accessed by 'a'
    global += 2;   // CHECK: [[@LINE]]:5: remark: {{.*}} memory is accessed by 'global'
    LOOP(a[i] += 1)
  }
}

// Names and addresses of its own, and an object that ends in each round.
void reached(float *a, int n) {
  int steps = 3;
  int *p = &steps;
  for (int t = 0; t < steps; ++t) {
    LOOP(a[i] += 1)
  }
  for (int t = 0; t < 3; ++t) {
    std::vector<float> v(n);
    LOOP(v[i] = a[i])
  }
  *p = 2;
}

template <typename T> void instantiated(T *a, int n) {
  for (int t = 0; t < 3; ++t) { // CHECK: [[@LINE]]:3: remark: {{.*}} results stay
    LOOP(a[i] += 1)
  }
}

void all(float *a, int n) {
  instantiated(a, n);
}

struct Field {
  std::vector<float> cells;
  int n;
  void steps(int count) {
    for (int t = 0; t < count; ++t) { // CHECK: [[@LINE]]:5: remark: {{.*}} results stay
      LOOP(cells[i] += 1)
      _Pragma("twofold parallel for") for (std::size_t i = 0; i < cells.size(); ++i)
        cells[i] *= 2;
    }
  }
};

void fields() {
  Field f{{1, 2, 3}, 3};
  f.steps(3);
}

void lambdas(float *a, int n) {
  auto lambda = [&](int count) {
    // CHECK: [[@LINE+1]]:5: remark: {{.*}} results stay
    for (int t = 0; t < count; ++t) {
      LOOP(a[i] += 1)
    }
  };
  lambda(4);
}
