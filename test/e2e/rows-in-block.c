// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of any length, in any order, are reached by their pointers where they all
// lie in one block, as those of a graph do, and those of tables of tables.
// REQUIRES: pocl
// RUN: %clang %plugin %include -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_INFO=1 %t 2>&1 | \
// RUN:   %FileCheck --check-prefixes=SUM,CHECK %s
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_ZERO_COPY=0 TWOFOLD_INFO=1 %t 2>&1 | \
// RUN:   %FileCheck --check-prefixes=SUM,CHECK %s
// RUN: env TWOFOLD_DEVICE=native %t | %FileCheck --check-prefix=SUM %s
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, X = 20, Y = 30, Z = 40 };

// A row ends where the next one begins.
static long neighbours(int **row, const int *weight, int n) {
  long sum = 0;
#pragma twofold parallel for reduction(+ : sum)
  for (int u = 0; u < n; ++u)
    for (int *p = row[u]; p != row[u + 1]; ++p)
      sum += weight[*p] * (row[u + 1] - row[u]);
  return sum;
}

// Numbers in memory select the rows.
static long second(int **row, int n) {
  long sum = 0;
#pragma twofold parallel for reduction(+ : sum)
  for (int u = 0; u < n; ++u)
    for (int *p = row[u]; p < row[u + 1]; ++p)
      for (int *q = row[*p]; q < row[*p + 1]; ++q)
        sum += *q;
  return sum;
}

static void smooth(double ***to, double ***from) {
#pragma twofold parallel for independent
  for (int x = 1; x < X - 1; ++x)
    for (int y = 1; y < Y - 1; ++y)
      for (int z = 1; z < Z - 1; ++z)
        to[x][y][z] = from[x - 1][y][z] + from[x][y + 1][z + 1];
}

static void apart(double ***to, double ***from) {
#pragma twofold parallel for independent
  for (int x = 0; x < X; ++x)
    for (int y = 0; y < Y; ++y)
      for (int z = 0; z < Z; ++z)
        to[x][y][z] += from[x][y][z];
}

static double ***cube(int blocks) {
  double ***table = malloc(X * sizeof *table);
  double **rows = malloc(X * Y * sizeof *rows), *all = NULL;
  for (int x = 0; x < X; ++x) {
    table[x] = rows + (X - 1 - x) * Y;
    if (x % (X / blocks) == 0)
      all = malloc(X / blocks * Y * Z * sizeof *all);
    for (int y = 0; y < Y; ++y)
      table[x][y] = all + (x % (X / blocks) * Y + (y * 7 + x) % Y) * Z;
    for (int y = 0; y < Y; ++y)
      for (int z = 0; z < Z; ++z)
        table[x][y][z] = x + y * z;
  }
  return table;
}

int main(void) {
  int **row = malloc((N + 1) * sizeof *row), *weight = malloc(N * sizeof *weight);
  int *next = malloc(N * 5 * sizeof *next);
  for (int u = 0; u < N; ++u) {
    row[u] = next;
    weight[u] = u * 3;
    for (int i = 0; i < u % 10; ++i)
      *next++ = (u * 7 + i * 31) % N;
  }
  row[N] = next;
  printf("sum %ld\n", neighbours(row, weight, N));
  printf("sum %ld\n", second(row, N));
  double ***a = cube(1), ***b = cube(1), ***c = cube(2);
  smooth(a, b);
  apart(a, c);
  double sum = 0;
  for (int x = 0; x < X; ++x)
    for (int y = 0; y < Y; ++y)
      for (int z = 0; z < Z; ++z)
        sum += a[x][y][z] * (x + 1) + z;
  printf("sum %.0f\n", sum);
}
// SUM: sum 42711000
// SUM-NEXT: sum 10241000
// SUM-NEXT: sum 215481078
// CHECK-DAG: neighbours: {{.*}}on pthread
// CHECK-DAG: second: {{.*}}on pthread
// CHECK-DAG: smooth: {{.*}}on pthread
// CHECK-DAG: apart: {{.*}}the rows of 'from' do not all lie in one block of memory that is known
