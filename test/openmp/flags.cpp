// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One number, which iterations store where a pointer leads, is the same in any
// order; elements of floating-point numbers keep the greatest by std::max; and
// what is updated by more than one operator is atomic on a device, too.
// RUN: %openmp %s %t --kernels 8
// RUN: sh -c '%clangxx -O1 -fopenmp %s -c -o /dev/null %plugin -fplugin-arg-twofold-openmp %include -Rpass-missed=twofold 2>&1' | %FileCheck %s
#include <algorithm>
#include <cstdio>
enum { N = 200 };
static int mask[N], seen[N], updating[N];
static float x[N];

struct State {
  bool over;
  int rounds;
};

static void mark(bool *over, char *any, State *state) {
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    if (mask[i]) {
      seen[i] = 1;
      over[0] = true;
    }
#pragma omp target teams distribute parallel for
  for (int i = 0; i < N; ++i)
    if (seen[i] && i > 150) {
      *any = 7;
      updating[i] = 0;
    }
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    if (mask[i] && !updating[i])
      state->over = true;
  // The last one of several decides, and which that is.
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    if (seen[i])
      // CHECK: [[#@LINE+1]]:14: remark: OpenMP's 'parallel for' stays as it is: 'rounds' is one for all iterations and is changed, so they would run in order on one thread;
      state->rounds = 2 + 0 * i;
}

static void greatest(float *top, double *least, int n) {
#pragma omp parallel for reduction(max : top[0])
  for (int i = 0; i < n; ++i)
    top[0] = std::max(top[0], x[i]);
#pragma omp parallel for reduction(min : least[ : 2])
  for (int i = 0; i < n; ++i)
    least[i % 2] = std::min<double>(least[i % 2], x[i] * 2.0);
}

static void together(int *into, unsigned *bits, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp atomic
    into[0] += 10;
#pragma omp atomic
    into[1] -= i;
#pragma omp atomic
    into[4] &= 2 * i + 7;
#pragma omp atomic
    into[5] |= 1 << i % 30;
#pragma omp atomic
    into[6] ^= i;
  }
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp atomic
    bits[i % 3] |= 1u << i % 31;
#pragma omp atomic
    bits[3 + i % 2] += i;
  }
}

int main() {
  bool over = false;
  char any = 0;
  State state = {false, 2};
  float top[2] = {-1, -1};
  double least[2] = {100, 100};
  int into[7] = {0, 0, 1, 2, 255, 0, 255};
  unsigned bits[5] = {0, 0, 8, 5, 6};
  for (int i = 0; i < N; ++i) {
    mask[i] = i % 3 == 1;
    updating[i] = i % 2;
    x[i] = float(i * 7 % 31) - 3;
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    x[i] += 1;
  mark(&over, &any, &state);
  greatest(top, least, N);
  together(into, bits, N);
  std::printf("%d %d %d %d %g %g %g\n", over, any, state.over, state.rounds,
              top[0], least[0], least[1]);
  for (int i : into)
    std::printf("%d ", i);
  for (unsigned i : bits)
    std::printf("%x ", i);
  int sum = 0;
  for (int i = 0; i < N; ++i)
    sum += seen[i] + 2 * updating[i];
  std::printf("%d\n", sum);
}
