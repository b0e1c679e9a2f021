// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that short methods move on in inner loops: called where no two
// iterations meet, then where some do, which the call finds.
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

static void all(int length) {
  std::vector<Cursor> cursors(500);
  std::vector<int> out(6000);
  for (int i = 0; i < 500; ++i)
    cursors[i] = {10 * i, 10 * i + length};
  drawn(cursors, out);
  unsigned sum = 0;
  for (int x : out)
    sum = sum * 31 + x;
  std::printf("%u\n", sum);
}

int main(int argc, char **) {
  all(10);
  if (argc == 1)
    all(12);
}
