// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stands in the way of loops in member functions, of running totals, of
// places that all iterations change, and of loops over other iterators.
// RUN: %clangxx -std=c++17 %plugin -fplugin-arg-twofold-openmp -fopenmp -Rpass-missed=twofold -fsyntax-only -Wno-vla-cxx-extension -Xclang -verify %s
#include <deque>
struct Grid {
  double width, *values;
  int at;
  double sum(int n) {
#pragma omp parallel for reduction(+ : width) // expected-remark {{clause 'reduction' names 'width', which is no variable of the function's; add up in one that is}}
    for (int i = 0; i < n; ++i)
      width += values[i];
#pragma omp parallel for private(width) // expected-remark {{clause 'private' names 'width', which is no variable of the function's; copy it to one that is}}
    for (int i = 0; i < n; ++i) {
      width = i;
      values[i] = width * 2;
    }
#pragma omp parallel for lastprivate(at) // expected-remark {{clause 'lastprivate' names 'at', which is no variable of the function's; copy it to one that is}}
    for (int i = 0; i < n; ++i)
      at = i;
    return width;
  }
};
void totals(double *a, int n) {
  double sum = 0;
#pragma omp parallel for reduction(inscan, + : sum) // expected-remark {{iterations need what those before them have added up; use an inclusive_scan() or exclusive_scan()}}
  for (int i = 0; i < n; ++i) {
    sum += a[i];
#pragma omp scan inclusive(sum)
    a[i] = sum;
  }
#pragma omp parallel for reduction(task, + : sum) // expected-remark {{tasks in it may add to its reduction; leave out 'task'}}
  for (int i = 0; i < n; ++i)
    sum += a[i];
#pragma omp loop bind(teams) // expected-remark {{OpenMP's 'loop' stays as it is: the teams that share it out are begun elsewhere; use 'teams loop'}}
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
static void step(double &carried, double x) {
  carried = carried * 0.5 + x; // expected-remark {{'carried' is written and read 1 iteration of 'i' away; give each iteration its own, inside the loop, or add up there what iterations find, as a reduction does}}
}
void follow(double *a, int n) {
  double carried = 0;
#pragma omp parallel for // expected-note {{here comes to it by way of 'step'}}
  for (int i = 0; i < n; ++i) {
    step(carried, a[i]);
    a[i] = carried;
  }
}
void record(unsigned *count, int *places, const int *from, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    int k = from[i];
    while (k != 1) {
      unsigned at;
#pragma omp atomic capture // expected-remark {{a loop in it may wait for what other iterations do to 'count', which a device need not run meanwhile; give it an end}}
      at = count[0]++;
      places[at] = k;
      k = k % 2 ? 3 * k + 1 : k / 2;
    }
  }
}
void ranges(std::deque<int> &d) {
#pragma omp parallel for
  for (int &each : d) // expected-remark {{the loop runs over iterator 'each'; run over an integer or a pointer}}
    each += 1;
}
void lengths(double *a, int n) {
#pragma omp parallel
  {
    int counts[n]; // expected-remark {{OpenMP's 'parallel' stays as it is: it declares 'counts', an array of variable length; give it a constant length}}
    counts[0] = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; ++i)
      a[i] = i;
  }
}
