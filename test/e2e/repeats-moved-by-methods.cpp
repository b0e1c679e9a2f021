// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that short methods, functions that take references and lambdas move
// on in inner loops: called where no two iterations meet, then where some do,
// which the call finds.
// RUN: %e2e %s %t --native
// RUN: %clangxx %plugin -w -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t 2>&1 >%t.out | %FileCheck %s --implicit-check-not="runs in order"
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INFO=2 %t apart 2>&1 >%t.out | not grep "in order"
#include <cstdio>
#include <vector>

struct Cursor {
  int at, end;
  bool more() const { return at < end; }
  int next() { return at++; }
};

// CHECK: repeats-moved-by-methods.cpp:[[# @LINE + 3]]: runs in order
static void drawn(std::vector<Cursor> &cursors, std::vector<int> &out) {
#pragma twofold parallel for
  for (int i = 0; i < (int)cursors.size(); ++i)
    while (cursors[i].more()) {
      int place = cursors[i].next();
      out[place] = out[place] * 3 + i;
    }
}

static int next(int &place) { return place++; }

// CHECK: repeats-moved-by-methods.cpp:[[# @LINE + 3]]: runs in order
static void referred(std::vector<Cursor> &cursors, std::vector<int> &out) {
#pragma twofold parallel for
  for (int i = 0; i < (int)cursors.size(); ++i)
    while (cursors[i].more()) {
      int place = next(cursors[i].at);
      out[place] = out[place] * 3 + i;
    }
}

// CHECK: repeats-moved-by-methods.cpp:[[# @LINE + 4]]: runs in order
static void by_lambda(std::vector<Cursor> &cursors, std::vector<int> &out) {
  auto step = [](int &place) { return place++; };
#pragma twofold parallel for
  for (int i = 0; i < (int)cursors.size(); ++i)
    while (cursors[i].more()) {
      int place = step(cursors[i].at);
      out[place] = out[place] * 3 + i;
    }
}

// CHECK: repeats-moved-by-methods.cpp:[[# @LINE + 3]]: runs in order
static void by_own_lambda(int n, Cursor *cursors, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    auto step = [&] { return cursors[i].at++; };
    while (cursors[i].more()) {
      int place = step();
      out[place] = out[place] * 3 + i;
    }
  }
}

template <typename Loop> static void run(int length, Loop loop) {
  std::vector<Cursor> cursors(500);
  std::vector<int> out(6000);
  for (int i = 0; i < 500; ++i)
    cursors[i] = {10 * i, 10 * i + length};
  loop(cursors, out);
  unsigned sum = 0;
  for (int x : out)
    sum = sum * 31 + x;
  std::printf("%u\n", sum);
}

static void all(int length) {
  run(length, drawn);
  run(length, referred);
  run(length, by_lambda);
  run(length, [](std::vector<Cursor> &cursors, std::vector<int> &out) {
    by_own_lambda(500, cursors.data(), out.data());
  });
}

int main(int argc, char **) {
  all(10);
  if (argc == 1)
    all(12);
}
