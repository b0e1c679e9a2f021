// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread's copy of a closure is as good as the closure, where calls do not
// change it.
// RUN: %openmp %s %t --kernels 6
#include <cstdio>
enum { N = 3000 };
static int a[N], b[N];
// An instance has variables of its own, of which threads need copies here.
template <typename T> static T renamed() {
  T total = 0;
#pragma omp parallel
  {
    int t[4] = {1, 2, 3, 4}, *p = t;
#pragma omp for firstprivate(t) reduction(+ : total)
    for (int i = 0; i < N; i++) {
      p[(i + 1) % 4] = 0;
      total += t[i % 4];
    }
  }
  return total;
}
int main() {
  std::printf("%d\n", renamed<int>());
  const int n = N;
  int k = 3, calls = 0;
  auto f = [k](int i) { return i * k; };
  auto h = [&k](int i) { return i - k; };
  auto g = [calls](int i) mutable { return i + ++calls * 0; };
  k = 4;
#pragma omp target teams distribute parallel for firstprivate(f) map(from : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] = f(i);
#pragma omp parallel for firstprivate(h)
  for (int i = 0; i < n; i++)
    b[i] = h(i) + k;
#pragma omp parallel for firstprivate(g)
  for (int i = 0; i < n; i++)
    b[i] += g(i);
  // The call that the loop above has become names the closure, too.
#pragma omp parallel for firstprivate(f)
  for (int i = 0; i < n; i++)
    b[i] -= f(i);
#pragma omp target firstprivate(f) map(tofrom : a, b)
  {
    const int more = f(2);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += f(i) + more;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += f(i + 1);
  }
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += (long)a[i] * b[i] % 1000;
  std::printf("%ld\n", sum);
}
