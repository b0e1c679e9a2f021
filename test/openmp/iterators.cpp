// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that count by iterators: C++20 writes their comparisons by others,
// their operators may take them as copies, and programs of C++98 declare them
// outside the loops. The threads of clang's begin such loops from an iterator
// that has no value, so that what is expected is the serial program's.
// RUN: %clangxx -O1 %s -o %t.serial && %t.serial > %t.expected
// RUN: %clangxx -std=c++14 -O1 -fopenmp %s -o %t %plugin %include -fplugin-arg-twofold-openmp \
// RUN:   %runtime_flags -Rpass=twofold -Rpass-missed=twofold 2>&1 | %FileCheck %s
// RUN: env TWOFOLD_DEVICE=native OMP_NUM_THREADS=4 TWOFOLD_INLINE_OPS=0 %t | diff %t.expected -
// RUN: %clangxx -std=c++20 -O1 -fopenmp %s -o %t %plugin %include -fplugin-arg-twofold-openmp \
// RUN:   %runtime_flags -Rpass=twofold -Rpass-missed=twofold 2>&1 | %FileCheck %s
// RUN: env TWOFOLD_DEVICE=native OMP_NUM_THREADS=4 TWOFOLD_INLINE_OPS=0 %t | diff %t.expected -
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_ZERO_COPY=0 %t | diff %t.expected -
#include <cstdio>
#include <vector>

struct ByCopy {
  int *At;
  int &operator*() const { return *At; }
  ByCopy &operator++() {
    ++At;
    return *this;
  }
  ByCopy operator++(int) {
    ByCopy Was = *this;
    ++At;
    return Was;
  }
  ByCopy &operator+=(long N) {
    At += N;
    return *this;
  }
  ByCopy &operator-=(long N) {
    At -= N;
    return *this;
  }
  friend ByCopy operator+(ByCopy A, long N) { return ByCopy{A.At + N}; }
  friend ByCopy operator-(ByCopy A, long N) { return ByCopy{A.At - N}; }
  friend long operator-(ByCopy A, ByCopy B) { return A.At - B.At; }
  friend bool operator<(ByCopy A, ByCopy B) { return A.At < B.At; }
  friend bool operator!=(ByCopy A, ByCopy B) { return A.At != B.At; }
};

// CHECK: [[@LINE+3]]:1: {{.*}}iterator 'i' is declared outside the loop; declare
void copied(std::vector<int> &v, std::vector<int>::iterator first) {
  std::vector<int>::iterator i;
#pragma omp parallel for
  for (i = first; i < v.end(); ++i)
    *i += 1;
}

int main() {
  std::vector<double> v(1000, 1);
  std::vector<int> w(1000, 1);
  double sum = 0;
// CHECK: [[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for
  for (auto i = v.begin(); i < v.end(); ++i)
    *i += 1;
// CHECK: [[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for reduction(+ : sum)
  for (auto i = v.cbegin(); i != v.cend(); i++)
    sum += *i;
// CHECK: [[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for
  for (auto i = w.rbegin(); i < w.rend(); i += 3)
    *i += 5;
  ByCopy b{w.data()}, e{w.data() + 1000};
// CHECK: [[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for
  for (ByCopy i = b; i < e; ++i)
    *i *= 3;
// CHECK: [[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for
  for (ByCopy i = b; i != e; i++)
    *i += 2;

  std::vector<double>::iterator i;
  std::vector<double>::const_iterator c = v.begin() + 3;
// CHECK: [[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for
  for (i = v.begin(); i < v.end(); ++i)
    *i += 1;
// CHECK: [[@LINE+2]]:3: remark: offloaded
#pragma omp parallel for private(i)
  for (i = v.begin() + 10; i < v.end(); ++i)
    *i *= 2;
#pragma omp parallel
  {
// CHECK: [[@LINE+2]]:5: remark: offloaded
#pragma omp for reduction(+ : sum)
    for (c = v.begin(); c < v.end(); ++c)
      sum += *c;
  }
  for (int x : w)
    sum += x;
  printf("%g %ld\n", sum, long(c - c));
}
