// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the libraries that put a range into another order. Each loop is
// called with ranges of its iterations' own, or with some that overlap where
// "meet" is the first argument.
// RUN: %e2e %s %t --native -std=c++20
// Those that overlap do so in one of two runs, and are compared in both:
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_CHECK=1 %t.O2 meet 2>&1 >%t.meet \
// RUN:   | %FileCheck %s --implicit-check-not="runs in order"
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_CHECK=1 %t.O2 2>&1 >%t.apart | count 0
// RUN: %t.serial meet | diff - %t.meet
// RUN: %t.serial | diff - %t.apart
// RUN: %e2e %s %t --native -std=c++20 -O3 -march=native
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static constexpr int N = 8000, Row = 40, Rows = N / Row;
using Bounds = std::vector<int>;

static void pointers(int *V, const Bounds &Lo, const Bounds &Hi, int Many) {
// CHECK-DAG: reordered-ranges.cpp:[[#@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int I = 0; I < Many; ++I)
    std::sort(V + Lo[I], V + Hi[I]);
}

static void vectors(std::vector<int> &V, const Bounds &Lo, const Bounds &Hi,
                    int Many) {
// CHECK-DAG: reordered-ranges.cpp:[[#@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int I = 0; I < Many; ++I)
    std::sort(V.begin() + Lo[I], V.begin() + Hi[I],
              [](int A, int B) { return A > B; });
}

static void middles(std::vector<int> &V, const Bounds &Lo, const Bounds &Hi,
                    int Many) {
// CHECK-DAG: reordered-ranges.cpp:[[#@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int I = 0; I < Many; ++I)
    std::partial_sort(&V[Lo[I]], &V[(Lo[I] + Hi[I]) / 2], &V[0] + Hi[I]);
}

static void rows(std::vector<std::vector<int>> &V, const Bounds &Which,
                 int Many) {
// CHECK-DAG: reordered-ranges.cpp:[[#@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int I = 0; I < Many; ++I) {
    std::reverse(V[Which[I]].begin(), V[Which[I]].end());
    V[Which[I]][0] += I;
  }
}

static void rotated(std::vector<int> &V, const Bounds &Lo, const Bounds &Hi,
                    int Many) {
// CHECK-DAG: reordered-ranges.cpp:[[#@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int I = 0; I < Many; ++I)
    std::rotate(V.begin() + Lo[I], V.begin() + Lo[I] + 3, V.begin() + Hi[I]);
}

static void heaps(std::vector<int> &V, const Bounds &Lo, const Bounds &Hi,
                  int Many) {
// CHECK-DAG: reordered-ranges.cpp:[[#@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int I = 0; I < Many; ++I)
    std::make_heap(V.begin() + Lo[I], V.begin() + Hi[I]);
}

struct Tables {
  int **Of, **Others;
  int Step;
};

/// Rows of one of two tables, which the caller chooses.
static void chosen(const Tables &T, bool Other, int Many) {
// CHECK-DAG: reordered-ranges.cpp:[[#@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int I = 0; I < Many; ++I) {
    int *First, *Last;
    if (Other) {
      First = T.Others[T.Step * I];
      Last = T.Others[T.Step * I + 1];
    } else {
      First = T.Of[T.Step * I];
      Last = T.Of[T.Step * I + 1];
    }
    std::sort(First, Last);
  }
}

static int less(const void *A, const void *B) {
  return *static_cast<const int *>(A) - *static_cast<const int *>(B);
}

static void libc(int *V, const Bounds &Lo, const Bounds &Length, int Many) {
// CHECK-DAG: reordered-ranges.cpp:[[#@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int I = 0; I < Many; ++I)
    std::qsort(V + Lo[I], Length[I], sizeof *V, less);
}

/// Elements that are left out, and others that move up to their places.
static void leftOut(std::vector<int> &V, const Bounds &Lo, const Bounds &Hi,
                    int Many) {
// CHECK-DAG: reordered-ranges.cpp:[[#@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int I = 0; I < Many; ++I) {
    auto End = std::remove_if(V.begin() + Lo[I], V.begin() + Hi[I],
                              [=](int A) { return A % 5 == I % 5; });
    if (End != V.begin() + Hi[I])
      *End = I;
  }
}

static void shifted(int *V, const Bounds &Lo, const Bounds &Hi, int Many) {
// CHECK-DAG: reordered-ranges.cpp:[[#@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int I = 0; I < Many; ++I)
    std::shift_right(V + Lo[I], V + Hi[I], 1 + I % 3);
}

static void parted(int *V, const Bounds &Lo, const Bounds &Hi, int Many) {
// CHECK-DAG: reordered-ranges.cpp:[[#@LINE+2]]: runs in order
#pragma twofold parallel for
  for (int I = 0; I < Many; ++I)
    std::ranges::partition(V + Lo[I], V + Hi[I],
                           [=](int A) { return A % 3 == I % 3; });
}

static void fill(std::vector<int> &V) {
  for (int I = 0; I < N; ++I)
    V[I] = int(I * 7919u % N);
}

static void show(const char *Name, const std::vector<int> &V) {
  unsigned Hash = 0;
  for (int X : V)
    Hash = Hash * 31 + unsigned(X);
  std::printf("%s %u\n", Name, Hash);
}

/// Lists of 0 to 3 numbers behind one another: sorted, and without repeated
/// numbers and their own.
static void cleaned(int **Rows, std::vector<int> &Left, int Many) {
#pragma twofold parallel for
  for (int I = 0; I < Many; ++I) {
    int *First = Rows[I], *Last = Rows[I + 1];
    std::sort(First, Last);
    int *End = std::unique(First, Last);
    End = std::remove(First, End, I);
    Left[I] = int(End - First);
  }
}

int main(int Count, char **Words) {
  const bool Meet = Count > 1 && !std::strcmp(Words[1], "meet");
  const int Many = Meet ? N - Row : Rows;
  std::vector<int> V(N);
  Bounds Lo(Many), Hi(Many), Length(Many, Row), Which(Many);
  for (int I = 0; I < Many; ++I) {
    Lo[I] = Meet ? I * 37 % (N - Row) : I * Row;
    Hi[I] = Lo[I] + Row;
    Which[I] = Meet ? I * 13 % 10 : I;
  }
  fill(V);
  pointers(V.data(), Lo, Hi, Many);
  show("pointers", V);
  fill(V);
  vectors(V, Lo, Hi, Many);
  show("vectors", V);
  fill(V);
  middles(V, Lo, Hi, Many);
  show("middles", V);
  fill(V);
  rotated(V, Lo, Hi, Many);
  show("rotated", V);
  fill(V);
  heaps(V, Lo, Hi, Many);
  show("heaps", V);
  fill(V);
  leftOut(V, Lo, Hi, Many);
  show("left out", V);
  fill(V);
  shifted(V.data(), Lo, Hi, Many);
  show("shifted", V);
  fill(V);
  parted(V.data(), Lo, Hi, Many);
  show("parted", V);
  std::vector<int *> Ends;
  for (int I = 0; I < Many; ++I) {
    Ends.push_back(V.data() + Lo[I] + (Meet ? 0 : I % 7 * 5));
    if (Meet)
      Ends.push_back(V.data() + Hi[I]);
  }
  for (bool Other : {false, true}) {
    fill(V);
    chosen({Ends.data(), Ends.data(), Meet ? 2 : 1}, Other, Many - 1);
    show("chosen", V);
  }
  fill(V);
  libc(V.data(), Lo, Length, Many);
  show("libc", V);
  std::vector<std::vector<int>> Of(Rows);
  for (int I = 0; I < Rows; ++I)
    for (int K = 0; K < 50; ++K)
      Of[I].push_back((I + K) * 7919 % 1009);
  rows(Of, Which, Many);
  for (int I = 0; I < 10; ++I)
    show("rows", Of[I]);
  std::vector<int> Numbers;
  std::vector<int *> Lists;
  std::vector<int> Starts, Left(Rows);
  for (int I = 0; I <= Rows; ++I) {
    Starts.push_back(int(Numbers.size()));
    for (int K = 0; K < I % 4; ++K)
      Numbers.push_back((I + K * 7919) % 5);
  }
  for (int Start : Starts)
    Lists.push_back(Numbers.data() + Start);
  cleaned(Lists.data(), Left, Rows);
  show("left", Left);
  show("numbers", Numbers);
}
