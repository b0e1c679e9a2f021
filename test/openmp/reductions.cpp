// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions that the program declares and that combine by an operator from
// what changes no result; others stay.
// RUN: %openmp %s %t --kernels 9 -std=c++20
// RUN: %clangxx -std=c++20 -O1 -fopenmp -fsyntax-only %plugin -fplugin-arg-twofold-openmp -Rpass-missed=twofold %s 2>&1 | %FileCheck %s
#include <algorithm>
#include <climits>
#include <complex>
#include <cstdio>
#include <vector>
enum { N = 30000 };
using Number = std::complex<double>;
struct Pair {
  long a, b;
  constexpr Pair(long a = 0, long b = 0) : a(a), b(b) {}
  Pair &operator+=(const Pair &o) {
    a += o.a;
    b += o.b;
    return *this;
  }
};
struct Sum {
  long of = 0;
  Sum &operator+=(const Sum &o) {
    of += o.of;
    return *this;
  }
  Sum operator+(const Sum &o) const { return {of + o.of}; }
};
struct Place {
  int value, at;
};
static int x[N];
#pragma omp declare reduction(+ : Number : omp_out += omp_in)
#pragma omp declare reduction(sum : Number : omp_out += omp_in) initializer(omp_priv = Number(0, 0))
#pragma omp declare reduction(+ : Pair : omp_out += omp_in)
#pragma omp declare reduction(add : long, double : omp_out = omp_in + omp_out) initializer(omp_priv = 0)
#pragma omp declare reduction(least : int : omp_out = omp_in < omp_out ? omp_in : omp_out) initializer(omp_priv = INT_MAX)
#pragma omp declare reduction(most : int : omp_out = std::max(omp_out, omp_in)) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(any : unsigned : omp_out |= omp_in)
#pragma omp declare reduction(from5 : long : omp_out += omp_in) initializer(omp_priv = 5)
#pragma omp declare reduction(capped : int : omp_out = omp_in < omp_out ? omp_in : omp_out) initializer(omp_priv = 3)
#pragma omp declare reduction(first : int : omp_out = omp_in < omp_out ? omp_out : omp_out) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(best : Place : omp_out = omp_in.value > omp_out.value ? omp_in : omp_out) initializer(omp_priv = omp_orig)

int main() {
  const int n = N;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = (i * 37 + 11) % 1009 + 20;
  Number s(1, -2), t(3, 0);
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += Number(x[i], i);
#pragma omp parallel for reduction(sum : t)
  for (int i = 0; i < n; i++)
    if (i % 3)
      t += Number(1, x[i]);
  std::printf("%g %g %g %g\n", s.real(), s.imag(), t.real(), t.imag());
  Pair pair(7, 8);
#pragma omp parallel for reduction(+ : pair)
  for (int i = 0; i < n; i++)
    pair += Pair(x[i], -i);
  std::printf("%ld %ld\n", pair.a, pair.b);
  long total = 4;
  double half = 0.5;
#pragma omp parallel for reduction(add : total, half)
  for (int i = 0; i < n; i++) {
    total += x[i];
    half += x[i];
  }
  int least = 900, most = 30;
#pragma omp parallel for reduction(least : least)
  for (int i = 0; i < n; i++)
    if (x[i] < least)
      least = x[i];
#pragma omp parallel for reduction(most : most)
  for (int i = 0; i < n; i++)
    most = std::max(most, x[i]);
  unsigned any = 1;
#pragma omp parallel for reduction(any : any)
  for (int i = 0; i < n; i++)
    any |= x[i] == 77 ? 64 : 0;
  std::printf("%ld %g %d %d %u\n", total, half, least, most, any);
  Sum plain;
// CHECK: [[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: reduction of 'plain' is of a class; declare one that combines by '+='
#pragma omp parallel for reduction(+ : plain)
  for (int i = 0; i < n; i++)
    plain += Sum{x[i]};
  std::printf("%ld\n", plain.of);
// CHECK: [[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: reduction 'from5' is declared by the program
#pragma omp parallel for reduction(from5 : total)
  for (int i = 0; i < n; i++)
    total += x[i];
  std::printf("%d\n", total > 0);
// CHECK: [[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: reduction 'capped' is declared by the program
#pragma omp parallel for reduction(capped : least)
  for (int i = 0; i < n; i++)
    least = std::min(least, x[i]);
  std::printf("%d\n", least < 30);
// CHECK: [[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: reduction 'first' is declared by the program
#pragma omp parallel for reduction(first : most) num_threads(1)
  for (int i = 0; i < n; i++)
    most = std::max(most, x[i]);
  std::printf("%d\n", most > 0);
  // By a function outside of the loop.
  int highest = -5;
#pragma omp parallel
  {
    int mine = -5;
#pragma omp for
    for (int i = 0; i < n; i++)
      mine = std::max(mine, x[i] % 1000);
#pragma omp critical
    highest = std::max(highest, mine);
  }
  std::printf("%d\n", highest);
  Place best = {-1, -1};
// CHECK: [[@LINE+1]]:1: remark: OpenMP's 'parallel for' stays as it is: reduction 'best' is declared by the program
#pragma omp parallel for reduction(best : best)
  for (int i = 0; i < n; i++)
    if (x[i] > best.value)
      best = {x[i], i};
  std::printf("%d\n", best.value);
// CHECK: [[@LINE+4]]:1: remark: OpenMP's 'parallel for' stays as it is: 'parallel for' in it reduces as the program declares; use an operator
#pragma omp parallel for num_threads(1)
  for (int j = 0; j < 8; j++) {
    long own = j;
#pragma omp parallel for num_threads(1) reduction(from5 : own)
    for (int i = 0; i < 100; i++)
      own += x[i];
    x[j] = (int)own + (own > 0);
  }
}
