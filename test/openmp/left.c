// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// TWOFOLD_INFO=1 tells at the program's end which directives stay, and how often
// one ran though there is a loop in its place; also where no loop has run.
// RUN: %clang -O1 -fopenmp %s -o %t %plugin -fplugin-arg-twofold-openmp %include %runtime_flags
// RUN: env TWOFOLD_INFO=1 OMP_NUM_THREADS=3 %t all 2>&1 | %FileCheck %s --implicit-check-not "no iterations" --implicit-check-not "main: left"
// RUN: env TWOFOLD_INFO=1 OMP_NUM_THREADS=3 %t 2>&1 | %FileCheck %s --check-prefix NONE --implicit-check-not left
// RUN: env OMP_NUM_THREADS=3 %t all 2>&1 | count 0
// RUN: %clang -O1 %s -o %t.serial %plugin -fplugin-arg-twofold-openmp %include %runtime_flags
// RUN: env TWOFOLD_INFO=1 %t.serial all 2>&1 | %FileCheck %s --check-prefix SERIAL
#define N 1000
static double x[N], y[N];
static int raised;
__attribute__((noinline)) static void raise_error(int what) { raised = what; }

static int guarded(double *owner, int n) {
  int why = 0;
  // CHECK-DAG: left.c:[[@LINE+3]]: guarded: left to OpenMP's 'parallel for' 2 times, because what line [[@LINE+5]] asks leads to code that only threads can run
  // NONE-NOT: guarded
  // SERIAL-DAG: left.c:[[@LINE+1]]: guarded: left to OpenMP's 'parallel for' 2 times, because what line [[@LINE+3]] asks
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    if (!owner) {
      raise_error(1);
      goto error;
    }
    y[i] = x[i] * 2;
    goto end;
  error:
    why = 1;
  end:;
  }
  return why;
}

__attribute__((noinline)) static void orphan(int n) {
  // CHECK-DAG: left.c:[[@LINE+1]]: orphan: left to OpenMP's 'for' 3 times, because it is called in a region that is OpenMP's
#pragma omp for
  for (int i = 0; i < n; ++i)
    x[i] += y[i];
}

int main(int count, char **arguments) {
  if (count > 1) {
    guarded(0, N);
    guarded(x, N);
    guarded(0, N);
    guarded(x, 0);
    orphan(N);
  }
  // CHECK-DAG: left.c:[[@LINE+3]]: main: OpenMP's 'parallel' stays as it is: {{.}}
  // NONE: left.c:[[@LINE+2]]: main: OpenMP's 'parallel' stays as it is: {{.}}
  // SERIAL-DAG: left.c:[[@LINE+1]]: main: OpenMP's 'parallel' stays as it is: {{.}}
#pragma omp parallel
  {
    if (count > 1)
      orphan(N);
#pragma omp critical
    raised += raised * 2;
  }
  // CHECK-DAG: left.c:[[@LINE+2]]: main: OpenMP's 'parallel for' stays as it is, as -Rpass-missed=twofold tells
  // NONE: left.c:[[@LINE+1]]: main: OpenMP's 'parallel for' stays as it is, as -Rpass-missed=twofold tells
#pragma omp parallel for
  for (int i = 0; i < count; ++i)
    raise_error(*arguments[i]);
}
