// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects that an iteration makes in memory of their own, in objects of the
// library or where it has room, and that read what other iterations write.
// RUN: %e2e %s %t --native -std=c++20
#include <cstdio>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

static constexpr int N = 3000;

struct Next {
  int *All;
  int I;
  Next(int *All, int I) : All(All), I(I) {}
  ~Next() { All[I] = All[I + 1] + 1; }
};
struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {
  int *All;
  int I;
  Derived(int *All, int I) : All(All), I(I) {}
  ~Derived() override { All[I] = All[I + 1] + 1; }
};
template <typename F> struct Exit {
  F Do;
  ~Exit() { Do(); }
};
template <typename F> Exit(F) -> Exit<F>;
struct Flags {
  unsigned A : 7, B : 9;
};
static int around(std::vector<int> &All, int At, int Depth) {
  return Depth == 0 ? All[At] : around(All, (At + 1) % N, Depth - 1) + 1;
}
struct Tree {
  std::vector<int> All;
  int around(int At, int Depth) {
    return Depth == 0 ? All[At] : around((At + 1) % N, Depth - 1) + 1;
  }
};

template <typename F> static void run(const char *What, F Loop) {
  std::vector<int> All(N + 1);
  for (int I = 0; I <= N; ++I)
    All[I] = I * 7919 % 100;
  Loop(All);
  unsigned Hash = 0;
  for (int Each : All)
    Hash = Hash * 31 + unsigned(Each);
  std::printf("%s %u\n", What, Hash);
}

int main() {
  run("deleted", [](std::vector<int> &All) {
    int *P = All.data();
#pragma twofold parallel for
    for (int I = 0; I < N; ++I) {
      Next *Made = new Next(P, I);
      delete Made;
    }
  });
  run("placed", [](std::vector<int> &All) {
    int *P = All.data();
#pragma twofold parallel for
    for (int I = 0; I < N; ++I) {
      alignas(Next) char Room[sizeof(Next)];
      Next *Made = new (Room) Next(P, I);
      Made->~Next();
    }
  });
  run("virtual", [](std::vector<int> &All) {
    int *P = All.data();
#pragma twofold parallel for
    for (int I = 0; I < N; ++I) {
      Base *Made = new Derived(P, I);
      delete Made;
    }
  });
  run("pair", [](std::vector<int> &All) {
    int *P = All.data();
#pragma twofold parallel for
    for (int I = 0; I < N; ++I)
      std::pair<Next, int> Made(std::piecewise_construct,
                                std::forward_as_tuple(P, I),
                                std::forward_as_tuple(3));
  });
  run("reference", [](std::vector<int> &All) {
    int *P = All.data();
#pragma twofold parallel for
    for (int I = 0; I < N; ++I) {
      std::optional<std::reference_wrapper<int>> Other = P[I + 1];
      P[I] = Other->get() + 1;
    }
  });
  run("exit", [](std::vector<int> &All) {
    int *P = All.data();
#pragma twofold parallel for
    for (int I = 0; I < N; ++I) {
      Exit End{[&] { P[I] = P[I + 1] + 1; }};
    }
  });
  run("recursion", [](std::vector<int> &All) {
#pragma twofold parallel for
    for (int I = 0; I < N; ++I)
      All[I] = around(All, I, 3);
  });
  run("method", [](std::vector<int> &All) {
    Tree Of{All};
#pragma twofold parallel for
    for (int I = 0; I < N; ++I)
      Of.All[I] = Of.around(I, 3);
    All = Of.All;
  });
  run("bits", [](std::vector<int> &All) {
    std::vector<Flags> Bits(N + 1);
    Flags *P = Bits.data();
    for (int I = 0; I <= N; ++I)
      P[I] = {unsigned(I), unsigned(All[I])};
#pragma twofold parallel for
    for (int I = 0; I < N; ++I)
      P[I].A = P[I + 1].A + P[I + 1].B;
#pragma twofold parallel for
    for (int I = 0; I < N; ++I)
      if (I & 1)
        P[I / 2].A = unsigned(I);
      else
        P[I / 2].B = unsigned(I);
    for (int I = 0; I < N; ++I)
      All[I] = int(P[I].A + P[I].B);
  });
}
