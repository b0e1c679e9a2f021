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

static int modulo(int value, int by) { return value % by; }
static int odd(int value) {
  while (value % 2 == 0)
    value /= 2;
  return value;
}
static int digits(int value) {
  int sum = 0;
  for (; value; value /= 10)
    sum += value % 10;
  return sum;
}
static int divisors(int value) {
  int count = 0;
  for (int by = 2; by * by <= value; ++by)
    count += value % by == 0;
  return count;
}

// A division by zero, in an iteration that comes after the exit.
int divided(const int *a, int n, int from, int by) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (n % a[i] == 2) // expected-remark {{'a' is divided by before, which may be zero where serially nothing is tried, so iterations run in order}}
      return i;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int d = i - 5;
    if (a[i] / d == 2) // expected-remark {{'d' is divided by before, which may be zero where serially nothing is tried, so iterations run in order}}
      return i;
  }
#pragma twofold parallel for
  for (int i = from; i < n; ++i)
    if (n % i == 2) // expected-remark {{'i' is divided by before}}
      return i;
#pragma twofold parallel for
  for (int i = n; i >= 0; --i)
    if (n % i == 2) // expected-remark {{'i' is divided by before}}
      return i;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (modulo(n, a[i]) == 2) // expected-remark {{'by' is divided by before}}
      return i;
  return n;
}

int divided_safely(const int *a, int n, int by) {
#pragma twofold parallel for
  for (int i = 2; i < n; ++i)
    if (n % i == 0 || n / (2 * i + 1) == by)
      return i;
#pragma twofold parallel for
  for (int i = n; i > 0; --i)
    if (n % i == 0 && by % i == 0)
      return i;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int d = by + 1;
    if (a[i] % d == 2 && a[i] % by == 1 && modulo(a[i], by) == 1)
      return i;
  }
  return n;
}

// A loop without an end, likewise.
int endless(const int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const int step = a[i];
    int sum = 0;
    for (int j = 0; j < 100; j += step) // expected-remark {{a loop runs before, which may never end where serially nothing is tried, so iterations run in order}}
      sum += j;
    if (sum == 2)
      return i;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (odd(a[i]) == 3) // expected-remark {{a loop runs before, which may never end}}
      return i;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (digits(i) == 8 && digits(a[i]) == 8) // expected-remark {{a loop runs before, which may never end}}
      return i;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k = 0;
    while (k < 3) { // expected-remark {{a loop runs before, which may never end}}
      if (a[i] > 2)
        k++;
    }
    if (a[i] == k)
      return i;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k = 0;
    while (k < 3) { // expected-remark {{a loop runs before, which may never end}}
      if (a[i] > 2)
        continue;
      ++k;
    }
    if (a[i] == k)
      return i;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k = 0;
    for (;; ++k) // expected-remark {{a loop runs before, which may never end}}
      if (a[i] == k)
        break;
    if (k == 100)
      return i;
  }
  return n;
}

int ends(const int *a, int n, int by) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int sum = 0, k = 0, left = a[i];
    for (int j = 0; j < 100; j += by)
      sum += j;
    for (int j = 0; j < a[i] && sum < 100; ++j)
      sum += a[i];
    do
      ++sum;
    while (0);
    while (k < 3)
      if (a[i] + k++ == n)
        return i;
    while (left > 0)
      --left;
    if (sum == digits(i) && divisors(by + i) == 2)
      return i;
  }
  return n;
}
