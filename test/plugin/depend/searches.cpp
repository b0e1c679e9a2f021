// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places that a function looks for by way of references and pointers, in the
// array that the loop stores to.
// RUN: %clangxx %plugin -fsyntax-only -Xclang -verify %s
#include <algorithm>
#include <vector>

#define PARALLEL _Pragma("twofold parallel for")

template <typename T>
T *slot(T *table, unsigned size, const T &key, const T &empty) {
  for (unsigned h = unsigned(key) % size, probe = 0;; h = (h + ++probe) % size) {
    T &item = table[h];
    if (item == empty || item == key)
      return &item;
  }
}
void by_reference(int *table, unsigned size, const int *key, int *first, int n) {
  PARALLEL for (int i = 0; i < n; ++i) {
    int *at = slot(table, size, key[i], -1);
    if (*at == -1)
      *at = key[i]; // expected-warning {{finds the element of 'table'}}
    first[i] = *at;
  }
}
static int &place(int *table, unsigned size, int key) {
  unsigned h = unsigned(key) % size;
  int *at;
  while (at = table + h, *at != 0 && *at != key)
    h = (h + 1) % size;
  return *at;
}
void by_pointer(int *table, unsigned size, const int *key, int n) {
  PARALLEL for (int i = 0; i < n; ++i)
    place(table, size, key[i]) = key[i]; // expected-warning {{finds the element of 'table'}}
}
/// What is found there is another number.
void by_value(const int *table, unsigned size, const int *key, int *first, int n) {
  PARALLEL for (int i = 0; i < n; ++i) {
    const int &found = *slot<const int>(table, size, key[i], -1);
    first[i] = found;
  }
}
/// Of the library's heaps, too, but not of heaps of the iterations' own.
void heaps(std::vector<int> &v, int n, int m) {
  PARALLEL for (int i = 1; i <= n; ++i) // expected-warning {{finds the element of 'v'}}
    std::push_heap(v.begin(), v.begin() + i);
  PARALLEL for (int i = 0; i < n; ++i)
    for (int k = 1; k <= m; ++k)
      std::push_heap(v.begin() + i * m, v.begin() + i * m + k);
}
