// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// return of a class with a constructor and a destructor.
// RUN: %conform %s %t
#include "show.h"
#include <string>

static int alive;

struct Name {
  std::string text;
  explicit Name(std::string t) : text(std::move(t)) { ++alive; }
  Name(const Name &other) : text(other.text) { ++alive; }
  ~Name() { --alive; }
};

static Name find(const int *a, int n, int x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (a[i] == x) {
      std::string where = "at " + std::to_string(i);
      return Name(where + ", which is quite far");
    }
  return Name("nowhere");
}

int main() {
  static int a[500];
  for (int i = 0; i < 500; ++i)
    a[i] = i * 9 % 501;
  for (int x = 0; x < 600; x += 120)
    printf("%d: %s\n", x, find(a, 500, x).text.c_str());
  SHOW_INTEGER(alive);
}
