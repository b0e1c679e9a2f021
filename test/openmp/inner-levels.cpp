// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What threads ask for is what it is with OpenMP alone, around and inside of
// regions that call functions with loops, whoever comes to these regions.
// RUN: %clangxx -O1 -fopenmp %s -o %t.plain
// RUN: %clangxx -O1 -fopenmp %s -o %t.flag %plugin -fplugin-arg-twofold-openmp %include %runtime_flags -Rpass=twofold 2>&1 | %FileCheck %s
// RUN: sh -c 'for threads in 1 4; do export OMP_NUM_THREADS=$threads; %t.plain >%t.expected; for form in loops openmp both; do env TWOFOLD_DEVICE=native TWOFOLD_REGIONS=$form timeout 60 %t.flag | diff %t.expected - || exit 1; done; done'
#include <cstdio>
extern "C" {
int omp_get_level(void);
int omp_get_active_level(void);
int omp_in_parallel(void);
int omp_get_num_threads(void);
int omp_get_thread_num(void);
int omp_get_ancestor_thread_num(int level);
}
enum { ROWS = 4, N = 100 };
static int asked[ROWS][8];

template <typename T> struct Row {
  T values[N];
  // CHECK: remark: offloaded
  void add(T by) {
#pragma omp for
    for (int i = 0; i < N; i++)
      values[i] += by;
  }
  void addTwice(T by) {
#pragma omp parallel
    {
      add(by);
      add(by);
    }
  }
  // Each thread asks here, so that the region stays.
  void ask(int *into) {
#pragma omp parallel
    {
      add(1);
#pragma omp single
      {
        into[0] += omp_get_level();
        into[1] += omp_get_active_level();
        into[2] += omp_get_num_threads();
        into[3] += omp_get_ancestor_thread_num(0);
      }
      add(1);
    }
  }
};
static Row<int> ints[ROWS];
static Row<double> doubles[ROWS];

static void run(int k) {
  int *got = asked[k], level = omp_get_level(), number = omp_get_thread_num();
  ints[k].addTwice(3);
  doubles[k].addTwice(0.5);
  [&] {
#pragma omp parallel
    ints[k].add(4);
  }();
  ints[k].ask(got);
  got[4] += omp_get_level() * 10 + omp_get_active_level();
  got[5] += omp_in_parallel();
  got[6] += omp_get_level() == level && omp_get_thread_num() == number;
  got[7] += omp_get_num_threads();
}

static void tell(const char *where) {
  std::printf("%s", where);
  for (int k = 0; k < ROWS; k++) {
    double sum = 0;
    for (int i = 0; i < N; i++)
      sum += (i % 5) * (ints[k].values[i] + doubles[k].values[i]);
    std::printf(" %g", sum);
    for (int &got : asked[k]) {
      std::printf(" %d", got);
      got = 0;
    }
  }
  std::printf("\n");
}

int main() {
  for (int k = 0; k < ROWS; k++)
    run(k);
  tell("none");
#pragma omp parallel for num_threads(4)
  for (int k = 0; k < ROWS; k++)
    run(k);
  tell("for");
#pragma omp parallel num_threads(3)
  {
#pragma omp single
    run(0);
#pragma omp master
    run(1);
  }
  tell("one");
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int k = 0; k < ROWS; k++) {
#pragma omp task
    run(k);
  }
  tell("tasks");
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp parallel num_threads(2)
#pragma omp single
  run(2);
  tell("levels");
}
