// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Member functions that return from inside their loops and switches are inlined.
// RUN: %conform %s %t
#include "show.h"
#include <vector>

struct Words {
  std::vector<int> letters;
  int length;
  int find(int word, int letter) const {
    const int *first = letters.data() + word * length;
    for (int i = 0; i < length; ++i)
      if (first[i] == letter)
        return i;
    return -1;
  }
  int pair(int word) const {
    int tried = 0;
    for (int i = 0; i < length; ++i) {
      for (int j = i + 1; j < length; ++j) {
        ++tried;
        if (letters[word * length + i] == letters[word * length + j])
          return tried * 100 + i * 10 + j;
        if (tried > 30)
          break;
      }
      tried += 1;
    }
    if (tried > 25)
      return -tried;
    for (int l : letters)
      if (l == tried % 7)
        return l;
    return 0;
  }
  int kind(int word) const {
    switch (letters[word * length] % 4) {
    case 0:
      return 7;
    case 1:
      if (letters[word * length + 1] > 10)
        return 8;
      break;
    default:
      break;
    }
    return letters[word * length] > 12 ? 9 : 10;
  }
};

int main() {
  enum { N = 90 };
  Words w{std::vector<int>(N * 6), 6};
  for (int i = 0; i < N * 6; ++i)
    w.letters[i] = i * i % 23;
  std::vector<int> a(N), b(N), c(N);
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    a[i] = w.find(i, 4);
    b[i] = w.pair(i);
    c[i] = w.kind(i);
  }
  SHOW_INTEGERS("a", a.data(), N);
  SHOW_INTEGERS("b", b.data(), N);
  SHOW_INTEGERS("c", c.data(), N);
}
