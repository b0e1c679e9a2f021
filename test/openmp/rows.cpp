// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs and cubes as programs keep them, in pointers to pointers: rows that lie
// in one block are reached on a device, others by threads. A table of pointers
// is filled there, too.
// REQUIRES: pocl
// RUN: %clangxx -O1 -fopenmp %s -o %t.ref && %t.ref > %t.expected
// RUN: %clangxx %plugin %include -fplugin-arg-twofold-openmp -O1 -fopenmp %s -o %t \
// RUN:   %runtime_flags -Rpass=twofold -Rpass-missed=twofold 2>&1 | %FileCheck %s
// RUN: env TWOFOLD_DEVICE=native OMP_NUM_THREADS=4 TWOFOLD_INLINE_OPS=0 %t | \
// RUN:   diff %t.expected -
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_INFO=1 %t 2> %t.info | diff %t.expected -
// RUN: %FileCheck --check-prefix=INFO %s < %t.info
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_ZERO_COPY=0 TWOFOLD_INFO=1 %t 2> %t.info | \
// RUN:   diff %t.expected -
// RUN: %FileCheck --check-prefix=INFO %s < %t.info
#include <algorithm>
#include <cstdio>
#include <cstdlib>

enum { N = 2000, SIDE = 24 };

class Graph {
  int **first;
  int count;

public:
  class Range {
    int node;
    int **first;
    size_t skip;

  public:
    Range(int node, int **first, size_t from)
        : node(node), first(first), skip(0) {
      size_t most = end() - begin();
      skip = std::min(from, most);
    }
    int *begin() { return first[node] + skip; }
    int *end() { return first[node + 1]; }
  };
  Graph(int **first, int count) : first(first), count(count) {}
  int size() const { return count; }
  long degree(int u) const { return first[u + 1] - first[u]; }
  Range next(int u, size_t from = 0) const { return Range(u, first, from); }
};

static int **filled(int *edges, const long *offset, int count) {
  int **first = new int *[count];
  // CHECK-DAG: rows.cpp:[[#@LINE+2]]:3: remark: offloaded: OpenCL kernel 'filled
#pragma omp parallel for
  for (int u = 0; u < count; u++)
    first[u] = edges + offset[u];
  return first;
}

static void degrees(const Graph &g, long *out) {
  // CHECK-DAG: rows.cpp:[[#@LINE+2]]:3: remark: offloaded: OpenCL kernel 'degrees
#pragma omp parallel for
  for (int u = 0; u < g.size(); u++)
    out[u] = g.degree(u);
}

static long triangles(const Graph &g) {
  long total = 0;
  // CHECK-DAG: rows.cpp:[[#@LINE+2]]:3: remark: offloaded: OpenCL kernel 'triangles
#pragma omp parallel for reduction(+ : total) schedule(dynamic, 64)
  for (int u = 0; u < g.size(); u++)
    for (int v : g.next(u)) {
      if (v > u)
        break;
      for (int w : g.next(v, 1))
        total += w > u;
    }
  return total;
}

static void pulled(const Graph &g, const double *from, double *to) {
  // CHECK-DAG: rows.cpp:[[#@LINE+2]]:3: remark: offloaded: OpenCL kernel 'pulled
#pragma omp parallel for
  for (int u = 0; u < g.size(); u++) {
    double sum = 0;
    for (int v : g.next(u))
      sum += from[v];
    to[u] = sum;
  }
}

static void relax(double ***u, double ***v) {
  int i, j, k;
  double a[SIDE];
  // CHECK-DAG: rows.cpp:[[#@LINE+2]]:3: remark: offloaded: OpenCL kernel 'relax
#pragma omp parallel for private(i, j, a)
  for (k = 1; k < SIDE - 1; k++)
    for (j = 1; j < SIDE - 1; j++) {
      for (i = 0; i < SIDE; i++)
        a[i] = v[k][j - 1][i] + v[k][j + 1][i] + v[k - 1][j][i];
      for (i = 1; i < SIDE - 1; i++)
        u[k][j][i] = u[k][j][i] + a[i - 1] + a[i + 1];
    }
}

// Rows of their own each.
static double ***cube() {
  double ***planes = (double ***)malloc(SIDE * sizeof *planes);
  for (int k = 0; k < SIDE; ++k) {
    planes[k] = (double **)malloc(SIDE * sizeof **planes);
    for (int j = 0; j < SIDE; ++j) {
      planes[k][j] = (double *)malloc(SIDE * sizeof ***planes);
      for (int i = 0; i < SIDE; ++i)
        planes[k][j][i] = k + 2 * j - i;
    }
  }
  return planes;
}

int main() {
  long *offset = new long[N + 1], *out = new long[N], sum = 0;
  int *edges = new int[N * 16];
  for (int u = 0; u <= N; ++u) {
    offset[u] = sum;
    for (int i = 0; u < N && i < u % 16; ++i)
      edges[sum++] = (u * 7 + i * 331) % N;
    std::sort(edges + offset[u], edges + sum);
  }
  int **first = filled(edges, offset, N + 1);
  Graph g(first, N);
  degrees(g, out);
  double *a = new double[N], *b = new double[N];
  for (int u = 0; u < N; ++u)
    a[u] = out[u] + u;
  pulled(g, a, b);
  double all = 0;
  for (int u = 0; u < N; ++u)
    all += b[u] * (u % 5);
  std::printf("%ld %ld %.0f\n", long(first[N] - first[0]), triangles(g), all);
  double ***u = cube(), ***v = cube();
  relax(u, v);
  for (int k = 0; k < SIDE; ++k)
    for (int j = 0; j < SIDE; ++j)
      for (int i = 0; i < SIDE; ++i)
        all += u[k][j][i] * (k + j * i);
  std::printf("%.0f\n", all);
}
// INFO-DAG: filled: {{.*}}on pthread
// INFO-DAG: degrees: {{.*}}on pthread
// INFO-DAG: pulled: {{.*}}on pthread
// INFO-DAG: triangles: {{.*}}on pthread
// INFO-DAG: relax: {{.*}}the rows of '{{[uv]}}' do not all lie in one block of memory that is known
