// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread's copy of a closure is as good as the closure, where calls do not
// change it.
// RUN: %openmp %s %t --kernels 6
#include <cstdio>
enum { N = 3000 };
static int a[N], b[N];
int main() {
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
