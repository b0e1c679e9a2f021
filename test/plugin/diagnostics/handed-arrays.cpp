// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that go to functions whose bodies are not visible: scratch of all
// iterations, and what only looks like that.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -std=c++20 -fsyntax-only -Xclang -verify %s
#include <cstdlib>
#include <cstring>
#include <vector>

enum { N = 1000, M = 64 };
int omp_get_thread_num();
void random_numbers(int n, double *seed, double a, double y[]);
void fill(double *to, int i);
int neighbours(int i, int *list);
void compute(double *all, int i);
double norm(const double *of, int n);
double part_of(const double *of, int i);
double lookup(double *table, double x);
void fill_vector(std::vector<double> &to, int i);
__attribute__((pure)) int is_sorted(double *of);
struct state {
  int n;
  double e[N], work[M];
} shared;
void step(state *s, int i);

double xx[M], out[N], all[N], grid[N][M];

void warned(double *block, state *s) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double seed = i;
    random_numbers(M, &seed, 3, xx); // expected-warning {{all iterations hand 'xx' to 'random_numbers', whose body is not visible and which may write there, so they run in order; declare it inside the loop, or name it in private(xx), or say 'independent(xx)' if no iteration reads what another one has written}}
    for (int j = 0; j < M; ++j)
      out[i] += xx[j];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    fill(block, i); // expected-warning {{hand 'block' to 'fill', whose body is not visible and which may write there, so they run in order; declare it inside the loop, or give each iteration its own, or say 'independent(block)'}}
    out[i] = block[0] + block[1];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    fill(s->work, i); // expected-warning {{hand 'work' to 'fill', whose body is not visible and which may write there, so they run in order; declare it inside the loop, or give each iteration its own, or say 'independent' if}}
    out[i] = norm(s->work, M);
  }
  int list[M];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int count = neighbours(i, list); // expected-warning {{all iterations hand 'list' to 'neighbours'}}
    for (int j = 0; j < count; ++j)
      out[i] += all[list[j]];
  }
  auto *fresh = static_cast<double *>(malloc(M * sizeof(double)));
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    fill(fresh, i); // expected-warning {{all iterations hand 'fresh' to 'fill'}}
    out[i] = lookup(fresh, i);
  }
  free(fresh);
  std::vector<double> numbers(M), more(M);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    fill(numbers.data(), i); // expected-warning {{all iterations hand 'numbers' to 'fill'}}
    out[i] = numbers[0] + numbers[1];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    fill_vector(more, i); // expected-warning {{all iterations hand 'more' to 'fill_vector'}}
    out[i] = more[0] + more[1];
  }
  void (*by)(double *, int) = fill;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    by(xx, i); // expected-warning {{all iterations hand 'xx' to a function, whose body}}
    out[i] = xx[1];
  }
}

void left_alone(double *block, state *s, std::vector<double> &v) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double own[M];
    fill(own, i);
    out[i] = own[0];
  }
#pragma twofold parallel for private(xx)
  for (int i = 0; i < N; ++i) {
    fill(xx, i);
    out[i] = xx[0];
  }
#pragma twofold parallel for independent(xx)
  for (int i = 0; i < N; ++i) {
    fill(xx, i);
    out[i] = xx[0];
  }
  // Elements and rows of the iteration's own.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    fill(&all[i], i);
    fill(grid[i], i);
    fill(block + i * M, i);
    fill(block + omp_get_thread_num() * M, i);
    double *row = v.data() + i * M;
    fill(row, i);
    out[i] = all[i] + grid[i][0] + row[1] + block[omp_get_thread_num() * M];
  }
  // Each call may do its part of the whole.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    compute(all, i);
    out[i] = all[i] + part_of(all, i);
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    step(s, i);
    out[i] = s->e[i] * s->n;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    fill_vector(v, i);
    out[i] = v[i] / v.size();
  }
  // Tables are read.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    out[i] = lookup(xx, i) + xx[0] + norm(xx, M) + is_sorted(xx);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (i == 5) {
      fill(xx, i);
      out[i] = xx[0];
    }
  double list[M];
  fill(list, 0);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    out[i] = lookup(list, i);
}
