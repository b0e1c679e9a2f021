// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Destructors of an iteration's objects, of their parts and of temporary ones
// that read what another one's writes.
// RUN: %e2e %s %t --native -std=c++20
#include <cstdio>
#include <vector>

static constexpr int N = 3000;

struct Next {
  std::vector<int> &All;
  int I;
  ~Next() { All[I] = All[I + 1] + 1; }
};
struct Virtual {
  std::vector<int> &All;
  int I;
  Virtual(std::vector<int> &All, int I) : All(All), I(I) {}
  virtual ~Virtual() { All[I] = All[I + 1] + 1; }
};
struct Holder {
  int Before;
  Next End;
};
struct Derived : Holder {
  int After;
};
struct Undo {
  std::vector<int> &All;
  int I;
  bool Armed = true;
  ~Undo() {
    if (Armed)
      All[I] = All[I + 1] + 1;
  }
};
struct Truth : Next {
  explicit operator bool() const { return I % 2 == 0; }
};
struct Set {
  int &To, I;
  ~Set() { To = I; }
  bool ok() const { return true; }
};
union Ended {
  int *At;
  Next Other;
  Ended(int *At) : At(At) {}
  ~Ended() { At[0] = At[1] + 1; }
};
static void take(Next) {}
static int early(std::vector<int> &All, int I) {
  Undo End{All, I};
  if (I % 3 != 0)
    return 1;
  End.Armed = false;
  return 2;
}
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
  run("own", [](std::vector<int> &All) {
#pragma twofold parallel for
    for (int I = 0; I < N; ++I) {
      Next End{All, I};
      if (I % 3 == 0)
        continue;
      All[I] += 1;
    }
  });
  run("temporary", [](std::vector<int> &All) {
#pragma twofold parallel for
    for (int I = 0; I < N; ++I)
      Next{All, I};
  });
  run("virtual", [](std::vector<int> &All) {
#pragma twofold parallel for
    for (int I = 0; I < N; ++I) {
      Virtual End(All, I);
    }
  });
  run("member", [](std::vector<int> &All) {
#pragma twofold parallel for
    for (int I = 0; I < N; ++I) {
      Holder End{I, {All, I}};
    }
  });
  run("base", [](std::vector<int> &All) {
#pragma twofold parallel for
    for (int I = 0; I < N; ++I) {
      Derived End{{I, {All, I}}, I};
    }
  });
  run("dismissed", [](std::vector<int> &All) {
#pragma twofold parallel for
    for (int I = 0; I < N; ++I) {
      Undo End{All, I};
      if (I % 3 != 0)
        continue;
      End.Armed = false;
    }
  });
  run("returned", [](std::vector<int> &All) {
#pragma twofold parallel for
    for (int I = 0; I < N; ++I)
      early(All, I);
  });
  run("condition", [](std::vector<int> &All) {
#pragma twofold parallel for
    for (int I = 0; I < N; ++I)
      if (Truth End{{All, I}})
        continue;
  });
  run("given", [](std::vector<int> &All) {
#pragma twofold parallel for
    for (int I = 0; I < N; ++I)
      take(Next{All, I});
  });
  run("extended", [](std::vector<int> &All) {
#pragma twofold parallel for
    for (int I = 0; I < N; ++I) {
      const Next &End = Next{All, I};
      All[I] += End.I % 2;
    }
  });
  run("behind condition", [](std::vector<int> &All) {
#pragma twofold parallel for
    for (int I = 0; I < N; ++I) {
      int At = I + 1;
      if (Set{At, I}.ok())
        All[I + 1] = All[At] + 1;
    }
  });
  run("behind case", [](std::vector<int> &All) {
#pragma twofold parallel for
    for (int I = 0; I < N; ++I) {
      int At = I + 1;
      switch (Set{At, I}.ok()) {
      default:
        All[I + 1] = All[At] + 1;
      }
    }
  });
  run("behind round", [](std::vector<int> &All) {
#pragma twofold parallel for
    for (int I = 0; I < N; ++I) {
      int At = I + 1;
      while (Set{At, I}.ok()) {
        All[I + 1] = All[At] + 1;
        break;
      }
    }
  });
  run("behind variable", [](std::vector<int> &All) {
#pragma twofold parallel for
    for (int I = 0; I < N; ++I) {
      int At = I + 1;
      int One = Set{At, I}.ok(), Other = All[At];
      All[I + 1] = One + Other;
    }
  });
  run("union", [](std::vector<int> &All) {
#pragma twofold parallel for
    for (int I = 0; I < N; ++I)
      Ended End(&All[I]);
  });
}
