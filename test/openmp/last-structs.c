// Structs that iterations have last values of: they are each iteration's own
// where nobody reads them afterwards.
// RUN: %openmp %s %t --kernels 2
#include <stdio.h>
enum { N = 500 };
struct pair {
  double first, second;
};
static double x[N], y[N], z[N];
static struct pair both(double v) {
  struct pair p = {v * 2, v + 1};
  return p;
}
// Either loop has a struct of its own.
static void apart(int negative) {
  struct pair p;
  if (negative) {
#pragma omp parallel for lastprivate(p) schedule(static)
    for (int i = 0; i < N; i++) {
      p = both(-x[i]);
      y[i] = p.first;
      z[i] = p.second;
    }
  } else {
#pragma omp parallel
    {
#pragma omp for lastprivate(p)
      for (int i = 0; i < N; i++) {
        p = both(x[i]);
        y[i] = p.second;
        z[i] = p.first;
      }
    }
  }
}
static double after(void) {
  struct pair p;
#pragma omp parallel for lastprivate(p)
  for (int i = 0; i < N; i++) {
    p = both(x[i]);
    y[i] += p.first;
  }
  return p.second;
}
// The region's struct is read behind the loop.
static double inside(void) {
  struct pair p;
  double found = 0;
#pragma omp parallel private(p) num_threads(1)
  {
#pragma omp parallel for lastprivate(p)
    for (int i = 0; i < N; i++) {
      p = both(x[i]);
      z[i] += p.first;
    }
#pragma omp critical
    found = p.second;
  }
  return found;
}
static void begins(void) {
  struct pair p = {1, 2};
#pragma omp parallel for firstprivate(p) lastprivate(p) schedule(static, N)
  for (int i = 0; i < N; i++) {
    p.second += 1;
    y[i] += p.second;
  }
}
static struct pair *kept;
static double pointed(void) {
  struct pair p;
  kept = &p;
#pragma omp parallel for lastprivate(p)
  for (int i = 0; i < N; i++) {
    p = both(x[i]);
    y[i] += p.first;
  }
  return kept->second;
}
int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i % 17;
  double sum = 0;
  for (int k = 0; k < 2; k++) {
    apart(k);
    for (int i = 0; i < N; i++)
      sum += y[i] * (i + 1) - z[i] * k;
  }
  sum += after() + inside() * 5;
  begins();
  sum += pointed() * 7;
  for (int i = 0; i < N; i++)
    sum += y[i] * i + z[i];
  printf("%g %g\n", sum, y[N - 1]);
}
