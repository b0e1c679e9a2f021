// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++23: what is said for compile time alone is left out; std::string asks so.
// RUN: %conform %s %t -std=c++23
// RUN: %conform %s %t.native --native -std=c++23 -DSTRINGS
#include "show.h"
#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>

static constexpr int where(int i) {
  if consteval {
    return -1;
  } else {
    return i + 1;
  }
}

static constexpr int asked(int i) {
  return std::is_constant_evaluated() ? -1 : i + 1;
}

// A condition has no place for what comes before a call that changes something.
struct Looked {
  const int *at;
  int last = 0;
  int find(int i) {
    last = asked(i);
    return last;
  }
};

#ifdef STRINGS
/// What an `if` with a variable of its own does happens, too.
struct Walk {
  const std::vector<int> &over;
  int at;
  Walk(const std::vector<int> &over, int at) : over(over), at(at) {}
  int next() {
    if (int here = over[at]; here < 50) {
      at = at + 1;
      return over[at];
    }
    at = at + 2;
    return at;
  }
  void skip() {
    if (int here = at; here < 20)
      at = at + 1;
  }
  int look() const { return over[at]; }
};
static void walked(std::vector<int> &from, std::vector<int> &to) {
#pragma twofold parallel for
  for (int i = 0; i < 30; ++i) {
    Walk w(from, i);
    to[i] = i & 1 ? (w.skip(), w.look()) : w.next() * 100 + w.at;
  }
}
#endif

int main() {
  const int n = 40;
  std::vector<int> a(n), b(n);
  constexpr int known = where(3);
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int here = asked(i % 1 + 3), there = asked(3);
    constexpr long far = asked(5);
    a[i] = where(i) + known + here * there + far;
    if consteval {
      a[i] = 0;
    }
    if !consteval {
      b[i] = 2 * i;
    } else {
      b[i] = 0;
    }
    if (i % 3 == 0)
      b[i] += 1;
    else if consteval {
      b[i] = 7;
    }
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Looked in{a.data() + i / 2};
    bool fixed = __builtin_is_constant_evaluated();
    b[i] += i > 9 && i < 30 ? in.at[in.find(i % 4)] : in.last + fixed;
  }
  SHOW_INTEGERS("a", a.data(), n);
  SHOW_INTEGERS("b", b.data(), n);
#ifdef STRINGS
  std::vector<std::string> words(n, "a rather long word, ");
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    words[i] = words[i] + std::to_string(a[i]);
  for (const std::string &word : words)
    std::printf("%s\n", word.c_str());
#endif
#ifdef WITH_PLUGIN
#pragma twofold slice
  a[:] = b[:];
#else
  a = b;
#endif
  SHOW_INTEGERS("a", a.data(), n);
#ifdef STRINGS
  std::vector<int> from(40), to(30);
  for (int i = 0; i < 40; ++i)
    from[i] = i * 37 % 101;
  walked(from, to);
  SHOW_INTEGERS("walked", to, 30);
#endif
}
