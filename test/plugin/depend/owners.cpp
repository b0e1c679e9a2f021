// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the library's objects do at their end with what the program has written,
// such as to unlock a lock of its own, is looked at: of loops in which that
// reads what another iteration writes nothing is told to be proven.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -fsyntax-only -Rpass-analysis=twofold %s 2>&1 | FileCheck %s --implicit-check-not=independent

#include <mutex>
#include <optional>

#define PARALLEL _Pragma("twofold parallel for")

struct Door {
  int *p;
  int i;
  void lock() {}
  void unlock() { p[i + 1] = p[i] + 1; }
};
void guarded(int n, int *p, int *o) {
  PARALLEL for (int i = 0; i < n; ++i) {
    Door door{p, i};
    std::lock_guard<Door> held(door);
    o[i] = 1;
  }
}
void unique(int n, int *p, int *o) {
  PARALLEL for (int i = 0; i < n; ++i) {
    Door door{p, i};
    std::unique_lock<Door> held(door);
    o[i] = 1;
  }
}
void scoped(int n, int *p, int *o) {
  PARALLEL for (int i = 0; i < n; ++i) {
    Door door{p, i};
    std::scoped_lock<Door> held(door);
    o[i] = 1;
  }
}

struct Next {
  int *p;
  int i;
  Next(int *p, int i) : p(p), i(i) {}
  ~Next() { p[i + 1] = p[i] + 1; }
};
void maybe(int n, int *p) {
  PARALLEL for (int i = 0; i < n; ++i) {
    std::optional<Next> next;
    next.emplace(p, i);
  }
}

// A lock of the program that does nothing is no obstacle.
struct Open {
  void lock() {}
  void unlock() {}
};
void open(int n, int *o) {
  // CHECK: owners.cpp:[[@LINE+1]]:12: remark: iterations are independent: proven
  PARALLEL for (int i = 0; i < n; ++i) {
    Open door;
    std::lock_guard<Open> held(door);
    o[i] = 1;
  }
}
