// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::string and std::string_view as arrays of characters.
// RUN: %conform %s %t -std=c++17
// RUN: %if libcxx %{ %conform %s %t.libcxx -std=c++17 -stdlib=libc++ %}
#include "show.h"
#include <string>
#include <string_view>
#include <vector>

int main() {
  std::string text = "the quick brown fox jumps over the lazy dog, twice";
  std::string_view view = text;
  std::string upper(text.size(), ' ');
  std::vector<int> counts(26);
#pragma twofold parallel for
  for (std::size_t i = 0; i < text.size(); ++i)
    upper[i] = view[i] >= 'a' && view[i] <= 'z' ? view[i] - 32 : view[i];
#pragma twofold parallel for
  for (int c = 0; c < 26; ++c) {
    int n = 0;
    for (char x : upper)
      n += x == 'A' + c;
    counts[c] = n;
  }
#pragma twofold parallel for
  for (char &x : text)
    x = x == ' ' ? '_' : x;
  std::printf("%s\n%s\n", upper.c_str(), text.c_str());
  SHOW_INTEGERS("counts", counts, 26);
}
