// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner loops from one pointer of a table to the next one, and rows of which two
// pointers of a table lead to one. Each loop is called where no two iterations
// meet, then where some do.
// RUN: %e2e %s %t --native --also TWOFOLD_CHECK=1
// RUN: %e2e %s %t --native -O3 -march=native
#include <stdio.h>
#include <stdlib.h>

enum { Most = 1500, Each = 4, Columns = 12 };
static int Neighbours[Most * Each], Mark[Most * Each];
static const int *First[Most + 1];
static double Score[Most * Each], *Rows[Most], *Others[Most];
struct Matrix {
  int rows, columns;
  double **values;
};

static void fill(int repeats) {
  for (int i = 0; i <= Most; ++i)
    First[i] = Neighbours + Each * i;
  for (int i = 0; i < Most * Each; ++i) {
    Neighbours[i] = repeats ? (int)(i * 7919L % 100) : i;
    Mark[i] = i % 5;
    Score[i] = i % 7;
  }
  for (int i = 0; i < Most; ++i)
    for (int j = 0; j < Columns; ++j)
      Rows[i][j] = i + j;
  for (int i = 0; i < Most; ++i)
    Others[i] = Rows[repeats ? i / 3 : i];
}

static void show(const char *name) {
  double sum = 0;
  long marks = 0;
  for (int i = 0; i < Most * Each; ++i) {
    sum = sum * 0.9 + Score[i];
    marks = (marks * 31 + Mark[i]) % 1000003;
  }
  for (int i = 0; i < Most; ++i)
    for (int j = 0; j < Columns; ++j)
      sum += Rows[i][j] * (i % 7 + j);
  printf("%s %.17g %ld\n", name, sum, marks);
}

static void stored(int n, const int **first, int *mark) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (const int *k = first[i]; k < first[i + 1]; ++k)
      mark[*k] = i;
}

static void read(int n, const int **first, int *mark) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (const int *k = first[i]; k != first[i + 1]; k++)
      mark[*k] = mark[*k] * 3 % 1000 + i;
}

static void while_stored(int n, const int **first, int *mark) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int *k = first[i], *end = first[i + 1];
    while (k != end) {
      mark[*k] = i;
      ++k;
    }
  }
}

static double ranks(int n, const int **first, double *score) {
  double sum = 0;
#pragma twofold parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    double own = 0;
    for (const int *k = first[i]; k < first[i + 1]; ++k)
      own += score[*k];
    score[i * Each] = 0.25 + 0.125 * own;
    sum += 1;
  }
  return sum;
}

static void rows(int n, int m, double **a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i][j] = a[i][j] * 0.5 + i;
}

static void from_rows(int n, int m, double **a, double **b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i][j] = b[i][j] * 0.5 + i;
}

static void of_member(struct Matrix *x) {
#pragma twofold parallel for
  for (int i = 0; i < x->rows; ++i)
    for (int j = 0; j < x->columns; ++j)
      x->values[i][j] = x->values[i][j] * 0.5 + i;
}

static void all(int repeats) {
  fill(repeats);
  stored(Most, First, Mark);
  show("stored");
  fill(repeats);
  read(Most, First, Mark);
  show("read");
  fill(repeats);
  while_stored(Most, First, Mark);
  show("while");
  fill(repeats);
  const double sum = ranks(Most, First, Score);
  printf("%g\n", sum);
  show("ranks");
  fill(repeats);
  rows(Most, Columns, Others);
  show("rows");
  fill(repeats);
  from_rows(Most, Columns, Rows, Others);
  show("from rows");
  fill(repeats);
  struct Matrix matrix = {Most, Columns, Others};
  of_member(&matrix);
  show("member");
}

int main(int argc, char **argv) {
  (void)argv;
  double *block = malloc(sizeof(double) * Most * Columns);
  for (int i = 0; i < Most; ++i)
    Rows[i] = block + (long)i * Columns;
  all(0);
  if (argc == 1)
    all(1);
  free(block);
  return 0;
}
