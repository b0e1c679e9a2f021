// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with exits whose arrays are not all known: what a search would read ahead
// decides. Values that are there before the first read choose elements; others do not.
// RUN: %clangxx %plugin -std=c++20 -fsyntax-only -Rpass-missed=twofold -Xclang -verify %s

struct Node { int value; Node *next; };
int same(const int *) __attribute__((pure));

struct List {
  Node *first;
  ~List();
  bool has(int value) const {
    for (Node *at = first; at; at = at->next) // expected-remark {{not offloaded: member 'next' is a pointer}}
      if (at->value == value)
        return true;
    return false;
  }
  int operator[](int place) const {
    Node *at = first;
    for (; place > 0; --place)
      at = at->next;
    return at->value;
  }
};
enum { Asked = 7 };

int members(Node **heads, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (heads[i]->next->value == 3) // expected-remark {{'return' may leave the loop and 'value' is read before at places that are not known ahead, so iterations run in order}}
      return i;
  return -1;
}

int elements(const List &list, const int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (list.has(i) && a[i]) // expected-remark {{'a' is read before at places that are not known ahead, so iterations run in order}}
      return i;
  return -1;
}

int passed(const List &list, const int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (list.has(i) && same(a + i)) // expected-remark {{'a' is passed on before, to be read at places that are not known ahead, so iterations run in order}}
      return i;
  return -1;
}

int chosen(const List &list, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (list.has(list[i])) // expected-remark {{'list', which comes from memory, chooses before what is read, so iterations run in order}}
      return i;
  return -1;
}

int chosen_by_variable(const List &list, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int key = list[i];
    if (list.has(key)) // expected-remark {{'key', which comes from memory, chooses before what is read, so iterations run in order}}
      return i;
  }
  return -1;
}

int chosen_by_assignment(const List &list, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int key = i;
    key = list[key]; // expected-remark {{'key', which comes from memory, chooses before what is read, so iterations run in order}}
    if (list.has(key))
      return i;
  }
  return -1;
}

// On threads, ahead of the iteration that leaves.
int steady(const List &list, int n, int by) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int key = by * i + Asked, other = key;
    if (list.has(other) && list[key + 1] == sizeof(int))
      return i;
  }
  return -1;
}
