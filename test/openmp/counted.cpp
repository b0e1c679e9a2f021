// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions whose results tell how many threads ran them, or what each of them
// had for itself, stay OpenMP's.
// RUN: %clangxx -std=c++20 -fopenmp -O1 %s -o %t.plain
// RUN: %clangxx -std=c++20 -fopenmp -O1 %plugin -fplugin-arg-twofold-openmp %include -Rpass-missed=twofold %s -o %t.flag %runtime_flags 2>&1 | %FileCheck %s
// RUN: env OMP_NUM_THREADS=3 %t.plain > %t.expected
// RUN: env OMP_NUM_THREADS=3 TWOFOLD_DEVICE=native TWOFOLD_INLINE_OPS=0 %t.flag > %t.actual
// RUN: diff %t.expected %t.actual
#include <cstdio>
#include <omp.h>
#include <vector>
enum { N = 1000 };
static int a[N], b[N], given = 1;
static void set(int to) { given = to; }

struct Box {
  int *to;
  explicit Box(int v) : to(new int(v)) {}
  Box(const Box &o) : to(new int(*o.to)) {}
  ~Box() { delete to; }
};
static int ended;
struct Ends {
  ~Ends() {
#pragma omp critical
    ended += 1;
  }
};
static int seen[64];
static void see(int thread = omp_get_thread_num()) { seen[thread] = thread + 1; }
struct Knows {
  int thread = omp_get_thread_num();
  Knows() {}
};
struct Numbered {
  int thread;
  explicit Numbered(int first) : thread(omp_get_thread_num() + first) {}
};
struct Inherits : Numbered {
  using Numbered::Numbered;
};
static int made;
struct Counts {
  int value = 0;
  int number = ++made;
};
static int threads(int times, int count = omp_get_num_threads()) {
  return times * count;
}
static int placed(int line = __builtin_LINE()) { return line; }
static long total() {
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += (long)b[i] * (i + 1);
  return sum;
}

int main() {
  int sum = 10;
// CHECK: stays as it is: {{.*}}one of its threads uses 'sum', which the region reduces
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp single
    sum = 5;
#pragma omp for
    for (int i = 0; i < N; i++)
      sum += a[i];
  }
  std::printf("%d\n", sum);

#pragma omp parallel firstprivate(given)
  {
#pragma omp single
    set(5);
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = given * i;
  }
  std::printf("%ld %d\n", total(), given);

  Box box(3);
// CHECK: stays as it is: {{.*}}each of its threads has a copy of '{{.*}}', an object or array
#pragma omp parallel firstprivate(box)
  {
#pragma omp single
    *box.to = 9;
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = i;
  }
  std::printf("%ld %d\n", total(), *box.to);

// CHECK: stays as it is: {{.*}}each of its threads runs the destructor of 'scope'
#pragma omp parallel
  {
    Ends scope;
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = 2 * i;
  }
  std::printf("%ld %d\n", total(), ended);

// CHECK: stays as it is: {{.*}}each of its threads allocates the elements of 'scratch', which no device can; declare an array of constant length in the loop
#pragma omp parallel
  {
    std::vector<int> scratch(8 + given);
#pragma omp for
    for (int i = 0; i < N; i++) {
      scratch[i % 8] = i;
      b[i] = scratch[i % 8];
    }
  }
  std::printf("%ld\n", total());

// CHECK: stays as it is: {{.*}}each of its threads calls 'omp_get_thread_num'
#pragma omp parallel
  {
    see();
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = 3 * i;
  }
  std::printf("%ld %d %d\n", total(), seen[0], seen[1]);

// CHECK: stays as it is: {{.*}}each of its threads calls 'omp_get_thread_num'
#pragma omp parallel
  {
    Knows own;
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = 4 * i;
    seen[own.thread] = 7;
  }
  std::printf("%ld %d\n", total(), seen[1]);

// CHECK: stays as it is: {{.*}}each of its threads calls 'omp_get_thread_num'
#pragma omp parallel
  {
    Inherits own(0);
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = 5 * i;
    seen[own.thread] = 9;
  }
  std::printf("%ld %d\n", total(), seen[1]);

  int count = 0;
// CHECK: stays as it is: {{.*}}it calls 'omp_get_num_threads'
#pragma omp parallel
  {
#pragma omp single
    count = threads(2);
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = 5 * i;
  }
  std::printf("%ld %d\n", total(), count);

  count = 0;
// CHECK: stays as it is: {{.*}}what its threads combine of 'mine' depends on how many there are
#pragma omp parallel
  {
    int mine = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      mine = 1;
#pragma omp critical
    count += mine;
  }
  std::printf("%d\n", count);

  int alive = 0;
// CHECK: stays as it is: {{.*}}the greatest or least 'c' of its threads depends on how many there are, as loops change it otherwise than by '='
#pragma omp parallel
  {
    int c = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      c += 1;
#pragma omp critical
    if (c > alive)
      alive = c;
  }
  std::printf("%d\n", alive);

  count = 0;
// CHECK: stays as it is: {{.*}}not all of its threads come to its 'atomic'
#pragma omp parallel
  {
    int m = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      m += 1;
    if (m > 600) {
#pragma omp atomic
      count += m;
    }
  }
  std::printf("%d\n", count);

// CHECK: stays as it is: clause 'if' of the region changes something; do so ahead of the region
#pragma omp parallel if (Counts{1}.number > 1)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = a[i] + i;
  }
  std::printf("%d %ld\n", made, total());

  sum = 0;
// CHECK: stays as it is: one of its threads changes 'x', of which each has its own
#pragma omp parallel num_threads(3)
  {
    int x = 3;
#pragma omp master
    x = 10;
#pragma omp for reduction(+ : sum) schedule(static, 1)
    for (int i = 0; i < 3; i++)
      sum += x;
  }
  std::printf("%d\n", sum);
// CHECK: stays as it is: one of its threads changes 'y', of which each has its own
#pragma omp parallel num_threads(3)
  {
    int y[2] = {3, 4};
    if (omp_get_thread_num() == 0)
      y[1] = 10;
#pragma omp for reduction(+ : sum) schedule(static, 1)
    for (int i = 0; i < 3; i++)
      sum += y[1];
  }
  std::printf("%d\n", sum);
// CHECK: counted.cpp:{{.*}} stays as it is: it has a statement of a rare kind, CXXDefaultArgExpr
#pragma omp parallel
  {
    const int h = placed();
#pragma omp for
    for (int i = 0; i < N; i++)
      b[i] = h - h;
  }
  std::printf("%ld\n", total());
}
