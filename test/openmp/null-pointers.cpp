// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers that a kernel does not have are compared with null: the same for all
// iterations, that is known before the loop.
// RUN: %openmp %s %t --kernels 6
#include <cstdio>
enum { N = 3000 };
struct Vector {
  int size;
  double *values;
  Vector *next;
};
static double y[N];
struct Scaled {
  Vector *given;
  double factor;
  int fill() const {
    int filled = 0;
#pragma omp parallel for reduction(+ : filled)
    for (int i = 0; i < N; i++) {
      y[i] = 0;
      if (given != 0) {
        y[i] = factor * i;
        filled++;
      }
      if (this->given == nullptr)
        y[i] -= 2;
    }
    return filled;
  }
};
static void given(const Vector *v) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    if (v != NULL)
      y[i] += v->values[i];
    else
      y[i] -= 1;
}
static void turned(Vector *v) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += nullptr == v ? 3 : v->values[i] * v->size;
}
static void following(Vector *v) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += v->next != nullptr && v->next->values ? 5 : 7;
}
static void table(Vector **all) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] += all == nullptr;
}
static double sum() {
  double all = 0;
#pragma omp parallel for reduction(+ : all)
  for (int i = 0; i < N; i++)
    all += y[i];
  return all;
}
int main() {
  static double first[N], second[N];
  for (int i = 0; i < N; i++)
    first[i] = i % 7, second[i] = i % 5;
  Vector b = {3, second, nullptr}, a = {2, first, &b};
  Vector *all[] = {&a, &b};
  Vector *both[] = {&a, nullptr};
  for (Vector *v : both) {
    const int filled = Scaled{v, 0.5}.fill();
    std::printf("%d %g\n", filled, sum());
    given(v);
    std::printf("%g\n", sum());
    turned(v);
    std::printf("%g\n", sum());
    table(v ? all : nullptr);
    std::printf("%g\n", sum());
  }
  following(&a);
  following(&b);
  std::printf("%g\n", sum());
}
