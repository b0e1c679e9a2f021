// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments and subscripts with side effects are evaluated once, in order.
// RUN: %conform %s %t -std=c++17
#include "show.h"
#include <vector>

struct Cursor {
  int *p;
  int next() { return *p++; }
  Cursor &skip(int n) { p += n; return *this; }
};

struct Counted {
  int *p;
  int at = 0;
  static const int width = 3; // without a place of its own
  static int factor;
  Counted(int *p) : p(p) {}
  int &next() { at = at + 1; return p[at]; }
  int value() { at = at + 1; return at; }
  Counted &step() { at = at + 1; return *this; }
  int scaled(int i) { return this->factor * p[i]; }
};
int Counted::factor = 5;

struct Pair {
  int x, y;
};

/// What is assigned to is chosen, or has just been assigned to.
static void chosen(const int *v, int *out) {
#pragma twofold parallel for
  for (int i = 0; i < 12; ++i) {
    int p = 0, q = 1;
    (v[i] % 3 ? p : q) = 3;
    (p += i) += 2;
    ++(q -= 1);
    (v[i] % 5 ? q : p)++;
    (q, p) *= 3;
    bool some = false, all = true;
    (v[i] % 2 ? some : all) |= v[i] % 7 > 3;
    Pair s = {i, 2}, t = {3, v[i]};
    (v[i] % 3 ? s : t).y = 7;
    (s = t).x += 2;
    (v[i] % 2 ? out[4 * i + 2] : out[4 * i + 3]) -= s.x + 3 * s.y + t.x;
    out[4 * i] += p + 100 * q;
    out[4 * i + 1] += some + 2 * all;
  }
}

int main() {
  std::vector<int> v(100), out(50);
  for (int i = 0; i < 100; ++i)
    v[i] = i * i;
#pragma twofold parallel for
  for (int i = 0; i < 48; ++i) {
    int k = i;
    int a = v[k++];
    a += v[k += 1] * 3;
    Cursor c{v.data() + i};
    int first = c.next();
    int second = c.skip(1).next();
    auto it = v.begin() + k;
    int third = *it++;
    third -= *it;
    out[i] = a + first * 7 + second + third + k;
    out[i] += v[(k = 3, k + 1)];
    out[i] += k;
  }
  SHOW_INTEGERS("out", out.data(), 50);
  // The right side comes first; results stay what they were.
#pragma twofold parallel for
  for (int i = 0; i < 12; ++i) {
    Counted c(v.data() + 8 * i);
    c.next() = c.at;
    c.next() = c.at + 10;
    c.next() = c.value() * 10 + c.value();
    int wide = c.step().width;
    c.p[wide] += c.at;
    c.p[0] = c.scaled(1) + c.scaled(2);
  }
  SHOW_INTEGERS("v", v.data(), 100);
  chosen(v.data(), out.data());
  SHOW_INTEGERS("chosen", out.data(), 50);
}
