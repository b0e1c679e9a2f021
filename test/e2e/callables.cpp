// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What functions without a name read and store: lambdas that have a pointer by
// reference, pointers to functions and to methods, objects that hold functions,
// virtual methods, and what puts elements in order. Each has an element of
// another iteration's in a loop that writes it. What keeps a lambda, or what it
// gives, sees what its variables become behind the loop.
// RUN: %e2e %s %t --native -std=c++20
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=1 %t.O2 2>&1 >%t.out \
// RUN:   | %FileCheck %s --implicit-check-not="on threads"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

static constexpr int N = 3000, Row = 10;

static std::vector<int> numbers(int Many = N + 2) {
  std::vector<int> All(Many);
  for (int I = 0; I < Many; ++I)
    All[I] = I * 7919 % 1000;
  return All;
}

static void show(const char *What, const std::vector<int> &All) {
  unsigned Hash = 0;
  for (int Each : All)
    Hash = Hash * 31 + unsigned(Each);
  std::printf("%s %u\n", What, Hash);
}

static int next(const int *P, int I) { return P[I + 1] + 1; }

struct Reader {
  virtual ~Reader() = default;
  virtual int next(const int *P, int I) const { return P[I + 1] + 1; }
};
struct Doubling : Reader {
  int next(const int *P, int I) const override { return 2 * P[I + 1] % 999; }
};

struct Number {
  int Is = 0;
  int more(const Number &Other) const { return Other.Is + 1; }
};

static void lambdas() {
  std::vector<int> All = numbers();
  int *P = All.data();
// CHECK-DAG: callables.cpp:[[#@LINE+2]]: {{runs in order|.* on the calling thread}}
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    auto Next = [&](int X) { return P[I + 1] + X; };
    P[I] = Next(3);
  }
  show("lambda", All);
// CHECK-DAG: callables.cpp:[[#@LINE+2]]: {{runs in order|.* on the calling thread}}
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    P[I] = [&] { return P[I + 1] + 1; }();
  show("at once", All);
  std::vector<int> Few(Row, 3);
// CHECK-DAG: callables.cpp:[[#@LINE+2]]: {{runs in order|.* on the calling thread}}
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    P[I] = int(std::count_if(Few.begin(), Few.end(),
                             [&](int X) { return X + I % 2 < P[I + 1] % 9; }));
  show("predicate", All);
}

static void pointers() {
  std::vector<int> All = numbers();
  int *P = All.data();
  int (*Get)(const int *, int) = next;
// CHECK-DAG: callables.cpp:[[#@LINE+2]]: {{runs in order|.* on the calling thread}}
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    P[I] = Get(P, I);
  show("pointer", All);
  std::function<int(int)> Held = [&](int I) { return P[I + 1] + 2; };
// CHECK-DAG: callables.cpp:[[#@LINE+2]]: {{runs in order|.* on the calling thread}}
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    P[I] = Held(I);
  show("held", All);
// CHECK-DAG: callables.cpp:[[#@LINE+2]]: {{runs in order|.* on the calling thread}}
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    std::function<int(int)> Inside = [&](int X) { return P[I + 1] + X; };
    P[I] = Inside(3);
  }
  show("held inside", All);
  Doubling Double;
  const Reader *Any = &Double;
// CHECK-DAG: callables.cpp:[[#@LINE+2]]: {{runs in order|.* on the calling thread}}
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    P[I] = Any->next(P, I);
  show("virtual", All);
  std::vector<Number> Each(N + 1);
  for (int I = 0; I <= N; ++I)
    Each[I].Is = All[I];
  auto More = &Number::more;
// CHECK-DAG: callables.cpp:[[#@LINE+2]]: {{runs in order|.* on the calling thread}}
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    Each[I].Is = (Each[I].*More)(Each[I + 1]);
  for (int I = 0; I <= N; ++I)
    All[I] = Each[I].Is;
  show("method", All);
}

static void ordered() {
  std::vector<int> All = numbers(), Rows = numbers(N * Row);
// CHECK-DAG: callables.cpp:[[#@LINE+2]]: {{runs in order|.* on the calling thread}}
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    const auto Begin = Rows.begin() + Row * I;
    std::sort(Begin, Begin + Row, [&](int X, int Y) {
      return (X ^ All[I + 1]) % 1024 < (Y ^ All[I + 1]) % 1024;
    });
    All[I] = Rows[Row * I];
  }
  show("sorted", All);
  show("rows", Rows);
}

static void keep(std::function<int()> &To, std::function<int()> What) {
  To = What;
}

static void kept(int X) {
  std::vector<std::function<int()>> Filled(N), Exchanged(N), Invoked(N);
  std::vector<const int *> Places(N);
// CHECK-DAG: callables.cpp:[[#@LINE+2]]: {{.*}}
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    std::fill(&Filled[I], &Filled[I] + 1, [&] { return X; });
// CHECK-DAG: callables.cpp:[[#@LINE+2]]: {{.*}}
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    std::exchange(Exchanged[I], [&] { return X; });
// CHECK-DAG: callables.cpp:[[#@LINE+2]]: {{.*}}
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    std::invoke(keep, Invoked[I], [&] { return X; });
// CHECK-DAG: callables.cpp:[[#@LINE+2]]: {{.*}}
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    auto Where = [&]() -> const int & { return X; };
    Places[I] = &Where();
  }
  X = 9;
  std::printf("kept %d %d %d %d\n", Filled[7](), Exchanged[7](), Invoked[7](),
              *Places[7]);
}

int main(int Count, char **) {
  lambdas();
  pointers();
  ordered();
  kept(Count);
}
