// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One place that all iterations change, on ways that data sharing does not see.
// RUN: %clang %plugin -std=c++20 -fsyntax-only -ferror-limit=0 -Xclang -verify %s
#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

int unseen(int *);
void hand(const std::function<void()> &);
void scan(const char *, ...);
int total, current;
static void bump(int x) { total += x; } // expected-warning {{'total' is updated here and updated 1 iteration of 'i' away}}
static int twice() { return 2 * current; }
static int counter() {
  static int calls;
  return ++calls;
}
struct adder {
  int sum = 0;
  int &outer;
  void once(int x) {
    if (x)
      outer += x;
  }
};

struct object {
  int last = 0, n = 0;
  void keep(int *a) {
#pragma twofold parallel for
    for (int i = 0; i < 9; ++i)
      if (a[i])
        last = a[i]; // expected-warning {{not offloaded: 'last' is one for all iterations and is changed here, so they run in order on one thread; update it by its name in the loop itself, or give each iteration its own}}
  }
  void once(int *a) {
#pragma twofold parallel for
    for (int i = 0; i < 9; ++i)
      if (i == 4)
        last = a[i]; // expected-warning {{not offloaded: 'last' belongs to an object around the loop and is changed in it; change elements of arrays only}}
  }
  void grow(int *a) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i) // expected-error {{bound of parallel loop over 'i' uses 'n', which the loop changes; compute it before}}
      if (a[i])
        n = a[i];
  }
};

void hidden(int *a, int n, int *found) {
  int s = 0, e = 0;
  auto add = [&](int x) { if (x) s += x; };
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    add(a[i]); // expected-warning {{'s' is one for all iterations}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = counter(); // expected-warning {{'calls' is one for all iterations}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    bump(i);
  adder outside{0, s};
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    outside.once(a[i]); // expected-warning {{is one for all iterations}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    adder inside{0, s};
    inside.once(a[i]); // expected-warning {{is one for all iterations}}
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    scan("%d", &s); // expected-warning {{'s' is one for all iterations}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    __asm__("addl %1, %0" : "+r"(s) : "r"(a[i])); // expected-warning {{'s' is one for all iterations}}
  // Which of them it is differs.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int at = 0;
    switch (a[i]) {
    case 1:
      at = 1;
    }
    found[at] = i;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    auto number = [of = counter()] { return of; }; // expected-warning {{'calls' is one for all iterations}}
    a[i] = number();
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (a[i] > 3)
      *found = i; // expected-warning {{'found' is one for all iterations}}
  // Only one iteration gets there.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (i == n - 1)
      *found = a[i];
  // The program looks after it.
  std::mutex m;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    std::lock_guard<std::mutex> one(m); // expected-warning {{not offloaded: 'one' locks}}
    bump(i);
  }
  (void)e;
}

void copies(int *a, int n) {
  int s = 0, *p = &s, &r = s;
  auto get = [&] { return s; };
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    s = a[i];
    a[i] = *p; // expected-warning {{'s' is private in the loop, of which iterations have copies of their own, and the variable itself is used here, so iterations run in order; use 's' by its name only, or pass it as an argument}}
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    s = a[i];
    a[i] = get(); // expected-warning {{'s' is private in the loop}}
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    r += a[i];
    if (s > 3) // expected-warning {{'r' is a reduction in the loop}}
      a[i] = 0;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    current = a[i];
    a[i] = twice(); // expected-warning {{'current' is private in the loop}}
  }
#pragma twofold parallel for
  for (current = 0; current < n; ++current)
    a[current] = twice(); // expected-warning {{'current' is private in the loop}}
#pragma twofold parallel for
  for (int i = 0; i < s; ++i) // expected-error {{bound of parallel loop over 'i' uses 's', which the loop changes; compute it before}}
    s += a[i];
}

static int remembered(int key) {
  static int known[64];
  if (!known[key & 63])
    known[key & 63] = key * 3;
  return known[key & 63];
}
void statics(int *a, const int *b, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = remembered(b[i]); // expected-warning {{not offloaded: 'known' is one for all iterations and is changed here}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    static int last[64];
    a[i] = last[b[i]];
    last[b[i]] = i; // expected-warning {{not offloaded: 'last' is one for all iterations and is changed here}}
  }
  // Each iteration has an element of its own, also by way of a function.
  static int kept[128];
  auto keep = [&](int k, int x) { kept[2 * k + 1] = x; };
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i)
    keep(i, b[i]);
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) {
    static int own[64]; // expected-warning {{not offloaded: 'own' is static and not constant; declare it outside the loop and pass it in}}
    own[i] = b[i];
    a[i] = own[i];
  }
}

// Pointers and references lead to them as well.
static void add(int *at, int x) { *at += x; }
static void raise(int &at, int x) { at += x; }
static int in_library(int key) {
  static std::array<int, 64> known;
  return known[key & 63]++;
}
static int by_pointer(int key) {
  static int known[64];
  int *row = known;
  return row[key & 63]++;
}
static int by_sum(int key) {
  static int known[64];
  return ++*(known + (key & 63));
}
static int by_reference(int key) {
  static int known[64];
  int &at = known[key & 63];
  return ++at;
}
static int by_array(int key) {
  static int known[64];
  auto &all = known;
  return ++all[key & 63];
}
static int by_member(int key) {
  static struct { int known[64]; } object;
  auto *at = &object;
  return ++at->known[key & 63];
}
static int by_parameter(int key) {
  static int known[64];
  add(known + (key & 63), 3);
  return known[key & 63];
}
static int by_bound(int key) {
  static int known[64];
  raise(known[key & 63], 3);
  return known[key & 63];
}
static int by_steps(int count) {
  static int known[64];
  int sum = 0;
  for (int *at = known; count; ++at, --count)
    sum += *at += count;
  return sum;
}
static int by_method(int key) {
  static std::array<int, 64> known;
  return known.data()[key & 63] += known.at(3);
}
static int by_copy(int key) {
  static int known[64];
  int before = known[key & 63];
  __builtin_memcpy(known + (key & 63), &key, sizeof key);
  return before;
}
static int elsewhere(int key) {
  static int *const tables[8] = {}; // expected-warning {{'tables' points at pointers}}
  int *own = tables[key & 7];
  return ++*own;
}
void led(int *a, const int *b, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = in_library(b[i]); // expected-warning {{'known' is one for all iterations}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = by_pointer(b[i]); // expected-warning {{'known' is one for all iterations}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = by_sum(b[i]); // expected-warning {{'known' is one for all iterations}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = by_reference(b[i]); // expected-warning {{'known' is one for all iterations}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = by_array(b[i]); // expected-warning {{'known' is one for all iterations}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = by_member(b[i]); // expected-warning {{'object' is one for all iterations}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = by_parameter(b[i]); // expected-warning {{'known' is one for all iterations}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = by_bound(b[i]); // expected-warning {{'known' is one for all iterations}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = by_steps(b[i]); // expected-warning {{iterations of the parallel loop write the same elements of 'known' here and run in order}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = by_method(b[i]); // expected-warning {{'known' is one for all iterations}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = by_copy(b[i]); // expected-warning {{'known' is one for all iterations}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = elsewhere(b[i]);
}

template <class T> const void *address_of(T &element) {
  return __builtin_addressof(element);
}
bool reads(const void *);

// An address alone changes nothing; who gets one to what is not const may.
void addressed(int *a, std::vector<int> &v, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = reads(address_of(v[0])); // expected-warning {{'reads' is called and its definition is not visible}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = unseen(std::addressof(v[0])) + v[i]; // expected-warning {{iterations of the parallel loop write the same elements of 'v' here}}
}

void handed(const int *a, int n) {
  int last = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    auto keep = [&] { last = a[i]; }; // expected-warning {{'last' is one for all iterations and is changed here}}
    hand(keep);
  }
}

void moved(int *a, int *p, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j)
      *p++ += a[i]; // expected-warning {{pointer 'p' is moved on by each iteration for the next, so iterations depend on one another and run in order; leave it where it is and use a subscript computed from the induction variable}}
}

void ends(int *a, int *end, const int *at, int n, int k) {
#pragma twofold parallel for
  for (int i = 0; i < end[k]; ++i) // expected-error {{bound of parallel loop over 'i' uses 'end', which the loop changes; compute it before}}
    if (a[i])
      end[k] = i;
#pragma twofold parallel for
  for (int i = 0; i < end[k]; ++i) // expected-error {{bound of parallel loop over 'i' uses 'end', which the loop changes; compute it before}}
    a[end[at[i]]++] = i;
#pragma twofold parallel for
  for (int i = 0; i < end[n]; ++i)
    end[i] = a[i];
}

// Variables of the inner calls have the names of the loop's.
int cells[100];
void again(int *a, int n, int depth, int value) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (depth)
      again(cells, 100, depth - 1, i); // expected-warning {{iterations call 'again' and come to this loop again, where what they read and write is not compared, so they run in order; say 'independent' if none reads or writes what another one writes}}
    else
      a[i] = a[i] * 3 + value;
}
void across(int from, int n);
static void through(int from, int n) { across(from, n); } // expected-warning {{not offloaded: 'across' is called and has a parallel loop}}
void across(int from, int n) {
#pragma twofold parallel for
  for (int half = 0; half < 2; ++half)
    through(from + half * n / 2, n / 2); // expected-warning {{iterations call 'through' and come to this loop again}}
#pragma twofold parallel for independent
  for (int half = 0; half < 2; ++half)
    through(from + half * n / 2, n / 2);
}

// A copy of a pointer leads to the same elements.
void scratch(int *row, int *out, int n, int k) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 8; ++j)
      row[j] = i * j; // expected-warning-re {{'row' is written here and written 1 iteration of 'i' away; give each iteration its own, inside the loop{{$}}}}
    out[i] = row[k];
  }
}

// Calls whose bodies are not looked into once more.
int marks[100];
static void halve(int at, int depth) {
  if (depth)
    halve(at / 2, depth - 1); // expected-warning {{iterations come to 'halve', which calls itself, so what it reads and writes is not compared, and they run in order; say 'independent' if none reads or writes what another one writes}} expected-warning 0-9 {{not offloaded}}
  else
    marks[at] += 3;
}
static void any(int at, ...) { marks[at / 2] += 3; }
static void into9(int at) { marks[at / 2] += 3; }
static void into8(int at) { into9(at); } // expected-warning {{iterations come to 'into9', which is called in too many calls in each other, so}}
static void into7(int at) { into8(at); }
static void into6(int at) { into7(at); }
static void into5(int at) { into6(at); }
static void into4(int at) { into5(at); }
static void into3(int at) { into4(at); }
static void into2(int at) { into3(at); }
static void into1(int at) { into2(at); }
static int found(int at, int depth) {
  return depth ? found(at / 2, depth - 1) : marks[at]; // expected-warning {{iterations come to 'found', which calls itself, so}} expected-warning 0-9 {{not offloaded}}
}
static bool chosen(int at, int &to) {
  to = at;
  return at & 1;
}
static int summed(int at, int *seed) {
  int to = 0;
  seed[0] += at;
  return chosen(at, to) || at <= 0 ? to : summed(at - 1, seed); // expected-warning 0-9 {{not offloaded}}
}
void unfollowed(int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    halve(i, 3);
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    any(i, 1); // expected-warning {{iterations come to 'any', which takes a variable number of arguments, so}} expected-warning 0-9 {{not offloaded}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    into1(i);
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    marks[i] = found(i, 3);
  // Nothing but what is the iteration's own.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int seed[2] = {i, i};
    a[i] = summed(i, seed);
  }
}
