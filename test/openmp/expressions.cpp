// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What C++ has for expressions is in loops of OpenMP as it is in annotated
// ones: lambdas, lists, members with values of their own, `a ?: b`.
// RUN: %openmp %s %t --kernels 12 -std=c++20 -Wno-gnu-conditional-omitted-operand
// RUN: %clangxx -std=c++20 -O1 -fopenmp -DSTAYS -fsyntax-only %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold %s 2>&1 | %FileCheck %s --implicit-check-not "by way of"
#include <algorithm>
#include <cstdio>
#include <vector>
struct Step {
  int from = 1, by = 2, to{5};
};
/// What the compiler evaluates is not what the program does.
static constexpr int known(int i) {
  return __builtin_is_constant_evaluated() ? -1 : i + 1;
}
struct Pair {
  int a;
  double b;
};
constexpr int operator""_k(unsigned long long v) { return int(v) * 1000; }
template <typename T> int kind(const T &v) {
  return requires { v.size(); } ? 1 : 2;
}
int asked(int n);
int main() {
  const int n = 500;
  std::vector<int> w(n);
  std::vector<double> d(n), p(n);
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    w[i] = i % 7 - 3, d[i] = i * 0.5;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    Step s{w[i]};
    Step t = {.by = i};
    d[i] += s.to - t.to + kind(w) - kind(i);
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    p[i] = std::min({w[i], 2, i % 5}) + std::max({d[i], 3.0});
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    w[i] = (w[i] ?: 7) + 2_k;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    Pair q(w[i], p[i]);
    p[i] = q.a - q.b;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    auto f = [&](int j) { return d[j % n] * 2; };
    p[i] += f(i) - f(i + 1);
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    constexpr int far = known(5);
    const int there = known(3), here = known(i % 1 + 3);
    p[i] += far * 100 + there * 10 + here;
  }
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += [n](double v, int j) { return v * v + n - j; }(p[i], i);
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    while (int z = w[i] / 2) {
      if (z % 3 == 0) {
        w[i] -= z + 1;
        continue;
      }
      w[i] -= z;
      if (z == 5)
        break;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const long t = w[i];
    w[i] += int(alignof(long)) + noexcept(t + 1);
  }
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; ++i)
      d[i] = [](int a, int b) { return a ?: b; }(w[i], -1);
#pragma omp for
    for (int i = 0; i < n; ++i)
      p[i] = std::clamp(d[i], -2.0, 2.0) + (d[i] > 1 ? Step{} : Step{3, 4}).to;
  }
  long all = 0;
  for (int i = 0; i < n; ++i)
    all = all * 3 % 1000003 + w[i] + long(d[i] * 4) + long(p[i] * 4);
  std::printf("%ld %.3f\n", all, sum);
#ifdef STAYS
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const int t = w[i];
    // CHECK: [[@LINE+1]]:{{.*}}OpenMP's 'parallel for' stays as it is: a lambda in it captures 't'; hand that over as an argument
    w[i] = std::count_if(d.begin(), d.end(), [t](double v) { return v > t; });
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    // CHECK: [[@LINE+1]]:{{.*}}OpenMP's 'parallel for' stays as it is: a lambda in it with 'atomic' in it is copied or handed over; only call it, or write a function instead
    std::for_each(p.begin(), p.end(), [&](double v) {
#pragma omp atomic
      d[i] += v;
    });
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    // CHECK: [[@LINE+1]]:{{.*}}OpenMP's 'parallel for' stays as it is: a lambda in it with 'atomic' in it is generic; spell out the types of its parameters
    auto add = [&](auto v) {
#pragma omp atomic
      sum += v;
    };
    add(i);
    add(0.5);
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    // CHECK: [[@LINE+1]]:{{.*}}OpenMP's 'parallel for' stays as it is: a lambda in it has 'critical' in it
    auto push = [&](double v) {
#pragma omp critical
      sum = sum * 0.5 + v;
    };
    push(i);
  }
    // CHECK: [[@LINE+1]]:{{.*}}OpenMP's 'parallel' stays as it is: clause 'num_threads' of the region calls 'asked', which may change something; call it ahead of the region, and name its value here
#pragma omp parallel num_threads(asked(n))
#pragma omp for
  for (int i = 0; i < n; ++i)
    w[i] += 1;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    // CHECK: [[@LINE+1]]:{{.*}}OpenMP's 'parallel for' stays as it is: '?:' without a middle cannot be printed as OpenCL C; write it in simpler terms
    (w[i] ?: w[n - 1 - i]) = 3;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    // CHECK: [[@LINE+1]]:{{.*}}OpenMP's 'parallel for' stays as it is: 'new' allocates or frees memory; do so outside the loop
    int *t = new int(i);
    w[i] = *t;
    delete t;
  }
#endif
}
