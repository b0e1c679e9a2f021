// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wchar_t, char8_t, char16_t and char32_t; character literals.
// RUN: %conform %s %t -std=c++20
#include "show.h"

int main() {
  enum { N = 40 };
  static wchar_t w[N];
  static char8_t e[N];
  static char16_t s[N];
  static char32_t t[N];
  static char c[N];
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    w[i] = L'a' + i - 200;
    e[i] = u8'z' + i * 3;
    s[i] = u'\xFFF0' + i;
    t[i] = U'\x10FFFF' + static_cast<char32_t>(s[i]);
    c[i] = '0' + i % 10;
    if (c[i] == '7' || w[i] < L'\0')
      c[i] = '\xE9';
  }
  SHOW_INTEGERS("w", w, N);
  SHOW_INTEGERS("e", e, N);
  SHOW_INTEGERS("s", s, N);
  SHOW_INTEGERS("t", t, N);
  SHOW_INTEGERS("c", c, N);
}
