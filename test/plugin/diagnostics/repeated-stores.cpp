// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that every iteration stores to anew, and what only looks like that.
// RUN: %clang %plugin -std=c++20 -fsyntax-only -Xclang -verify %s
#include <cstdio>
#include <cstring>
#include <vector>

enum { N = 1000, M = 64 };
int omp_get_thread_num();
int keep[M], key[N], owner[M];
double out[N], global[M], matrix[N][M];
struct work {
  double values[M], *more;
  int top;
} shared, *w = &shared, pool[8];

static int gather(double *to, int i) {
  int count = 0;
  for (int j = 0; j < M; ++j)
    if (keep[j])
      to[count++] = i + j;
  return count;
}

void scratch(double *block) {
  double tmp[M];
  char text[M];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int count = 0;
    for (int j = 0; j < M; ++j)
      if (keep[j])
        tmp[count++] = i + j; // expected-warning {{iterations of the parallel loop write the same elements of 'tmp' here and run in order; declare it inside the loop, or name it in private(tmp)}}
    out[i] = tmp[i % count];
  }
  // What was there before is needed: a copy of its own would not have it.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      if (keep[j]) {
        double w = global[j];
        global[j] = global[keep[j]]; // expected-warning {{iterations of the parallel loop write the same elements of 'global' here and run in order; have each of them change elements of its own}}
        global[keep[j]] = w;
      }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double *p = block;
    for (int j = 0; j < M; ++j)
      *p++ = i + j; // expected-warning-re {{depend on each other and run in order: 'block' is written here and written 1 iteration of 'i' away; give each iteration its own, inside the loop{{$}}}}
    out[i] = block[i % M];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int count = gather(w->more, i); // expected-warning {{the same elements of 'more' here}}
    out[i] = w->more[i % count];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    snprintf(text, M, "%d", i); // expected-warning {{the same elements of 'text' here}}
    out[i] = text[0];
  }
  // What iterations agree in is told apart from what they do not.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    for (int j = key[i]; j < M; ++j)
      if (keep[j])
        matrix[i][j] = tmp[j];
    if (key[i] > 3)
      for (int j = 0; j < M; ++j)
        if (keep[j])
          shared.values[j] = i; // expected-warning {{the same elements of 'values' here}}
    out[i] = shared.values[i % M];
  }
}

// Each of these is right as it is.
void apart(double *block, const int *row, int n) {
  std::vector<std::vector<double>> rows(N, std::vector<double>(M));
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int count = 0;
    for (int j = 0; j < M; ++j)
      if (keep[j])
        matrix[i][count++] = j;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double tmp[M];
    int count = gather(tmp, i);
    out[i] = tmp[i % count];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double *p = block + i * M;
    int j = row[i];
    while (j < row[i + 1])
      *p++ = j++;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = row[i]; j < row[i + 1]; ++j)
      if (keep[j])
        block[j] = i;
  // One iteration alone comes there.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      if (owner[j] == i) {
        global[j] = i;
        out[i] += global[j];
      }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    if (key[i] != n)
      continue;
    for (int j = 0; j < M; ++j)
      if (keep[j])
        global[j] = i;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    if (i == N - 1)
      for (int j = 0; j < M; ++j)
        if (keep[j])
          global[j] = i;
  // All set flags to one value.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      if (matrix[i][j] > 0)
        keep[j] = 1;
  // A place of its own, found by a search.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int k = 0;
    while (k < M && owner[k] != i)
      ++k;
    if (k < M)
      global[k] = i;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    std::vector<double> &own = rows[i]; // expected-warning {{not offloaded}}
    int count = 0;
    for (int j = 0; j < M; ++j)
      if (keep[j])
        own[count++] = j;
  }
}

// Objects with memory of their own, made from what is shared.
void copies(std::vector<double> &common) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    std::vector<double> own(common); // expected-warning {{not offloaded}}
    int count = 0;
    for (int j = 0; j < M; ++j)
      if (keep[j])
        own[count++] = j;
    out[i] = own[0];
  }
}

void threads() {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    work &mine = pool[omp_get_thread_num()]; // expected-warning {{not offloaded}}
    mine.top = 0;
    for (int j = 0; j < M; ++j)
      if (keep[j])
        mine.values[mine.top++] = j;
    out[i] = mine.values[0];
  }
}

// Objects that are made over an array by their constructors.
class Pile {
  double *data;
  int count;

public:
  Pile(double *data) : data(data), count(0) {}
  void push(double value) { data[count++] = value; }
  double pop() { return data[--count]; }
  bool empty() const { return count == 0; }
};

template <class T> struct Over {
  T *data;
  Over(std::vector<T> &values) : data(values.data()) {}
  T &operator[](int i) { return data[i]; }
};

void piles(std::vector<double> &common, std::vector<double> &parts) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) { // expected-warning {{'common' is written here and written 1 iteration}}
    Pile mine(common.data());
    for (int j = 0; j <= i % 5; ++j)
      mine.push(i + j);
    while (!mine.empty())
      out[i] += mine.pop();
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    Over<double> mine(common);
    int count = 0;
    for (int j = 0; j < M; ++j)
      if (keep[j])
        mine[count++] = i + j; // expected-warning {{elements of 'common' here}}
    out[i] = mine[0];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    Pile mine(parts.data() + M * i);
    for (int j = 0; j <= i % 5; ++j)
      mine.push(i + j);
    while (!mine.empty())
      out[i] += mine.pop();
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    double local[M];
    Pile mine(local);
    for (int j = 0; j <= i % 5; ++j)
      mine.push(i + j);
    while (!mine.empty())
      out[i] += mine.pop();
  }
}

struct Smoother {
  double row[N], last;

  // A clause cannot name a member.
  void sweep() {
#pragma twofold parallel for
    for (int i = 1; i < N; ++i)
      row[i] += row[i - 1]; // expected-warning {{'*this' is updated here and read 1 iteration of 'i' away; write to another array if iterations are to read what was there before the loop}} \
                               expected-note {{'*this' is read here}}
  }
};
