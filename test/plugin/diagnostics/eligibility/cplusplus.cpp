// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++ that has no equal in OpenCL C.
// RUN: rm -rf %t
// RUN: %clangxx -std=c++20 %plugin -fplugin-arg-twofold-dump=%t -fsyntax-only -Xclang -verify %s
// RUN: cat %t/cplusplus.cpp.bits_*05-order.txt | %FileCheck %s --check-prefix=BITS --implicit-check-not=any
// BITS-COUNT-6: in order
#include <algorithm>
#include <atomic>
#include <bitset>
#include <chrono>
#include <complex>
#include <deque>
#include <iostream>
#include <set>
#include <typeinfo>
#include <vector>

struct shape {
  virtual float area() const { return 1; }
};
struct counted {
  int n;
  counted(int n) : n(n) {}
  ~counted() { n = 0; }
};
struct kernels {
  int n;
  float (kernels::*chosen)(int) const;
  void row(float *x, const kernels &other) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      x[i] = (this->*chosen)(i); // expected-warning {{not offloaded: 'chosen' is a pointer to a function, or holds one; call the function by its name}}
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      x[i] = (other.*chosen)(i); // expected-warning {{not offloaded: 'chosen' is a pointer to a function, or holds one; call the function by its name}}
  }
};
struct field {
  float scale;
  field *first;
  void apply(int n, float *x) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      x[i] *= this == first ? scale : 1; // expected-warning {{not offloaded: the loop uses members of the enclosing object; copy them to local variables first}}
  }
};

struct holder {
  int plain;
  struct {
    counted last{0};
  } in;
};
void held(int n, float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    holder own{i, {}}; // expected-warning {{not offloaded: 'own.in.last' has a class type with a destructor, virtual functions or virtual bases; use a class without}}
    x[i] = own.plain;
  }
}

void bodies(int n, float *x, const shape *s, std::atomic<int> &hits) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = s->area(); // expected-warning {{not offloaded: 'area' is called virtually; call a function that is known at compile time}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    counted c(i); // expected-warning {{not offloaded: 'c' has a class type with a destructor, virtual functions or virtual bases; use a class without}}
    x[i] = c.n;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = x[i] > 0 && [](int v) { while (v > 9) v /= 2; return v; }(i); // expected-warning {{not offloaded: a lambda is used in the loop; use a named function}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = x[i] > 0 && [](int v) { while (v > 9) v /= 2; return v; }.operator()(i); // expected-warning {{not offloaded: a lambda is used in the loop; use a named function}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    throw i; // expected-warning {{not offloaded: exceptions are thrown or caught; set a status variable instead}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    delete new float; // expected-warning {{not offloaded: 'delete' allocates or frees memory; do so outside the loop}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    std::cout << i; // expected-warning {{not offloaded: 'operator<<' reads or writes a stream; move it out of the loop}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    hits += i; // expected-warning {{not offloaded: 'hits' is atomic; use a reduction}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = typeid(*s) == typeid(shape); // expected-warning {{not offloaded: typeid or dynamic_cast needs types at run time; use a type known at compile time}}
}

void bits(int n, std::vector<float> &v, std::vector<bool> &b,
          std::bitset<64> &s) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    b[i] = v[i] > 0; // expected-warning {{not offloaded: a bit is written that shares its byte with other iterations' bits, so iterations run in order on one thread; use std::vector<char>}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    s.set(i); // expected-warning {{not offloaded: a bit is written that shares its byte}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    s.reset(); // expected-warning {{not offloaded: a bit is written that shares its byte}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    s[i].flip(); // expected-warning {{not offloaded: a bit is written that shares its byte}}
#pragma twofold parallel for
  for (auto bit : b)
    bit = true; // expected-warning {{not offloaded: a bit is written that shares its byte}}
  auto write = [&](int i) {
    b[i] = true; // expected-warning {{not offloaded: a bit is written that shares its byte}}
  };
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    write(i);
}

// Those of an iteration's own share no byte with others: nothing is told.
void own_bits(int n, unsigned *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    std::bitset<64> own;
    own[1] = true;
    x[i] = own.count();
  }
}

union counting {
  int bits;
  float value;
  counting(const counting &other) : bits(other.bits + 1) {}
};

void unions(int n, counting *c) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    c[i].value = 0; // expected-warning {{not offloaded: 'c' is a union; use a struct}}
}

void iterators(std::deque<float> &v) {
#pragma twofold parallel for
  for (auto it = v.begin(); it < v.end(); ++it) // expected-warning {{not offloaded: the loop runs over iterator 'it'; run over an integer or a pointer}}
    *it = 0;
}

// The library's own 'this' is named by its class.
void subscripts(std::deque<float> &v) {
#pragma twofold parallel for
  for (int i = 0; i < (int)v.size(); ++i)
    v[i] = 0; // expected-warning-re {{not offloaded: 'std::{{[A-Za-z_]+}}' points at pointers; use one block and compute the subscripts}}
}

struct counter {
  int hits;
  float *x;
};

void objects(int n, float *x, counter &c, std::vector<std::vector<float>> &rows,
             std::vector<float> &grows) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-note@+1 {{declare 'c' inside}}
    c.hits = i + c.x[i]; // expected-warning {{'c' is read before the iteration has assigned it}} expected-note {{'c' is assigned here}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = rows[i][0]; // expected-warning {{not offloaded: an element of 'rows' is an object with memory of its own; use one block and compute the subscripts}}
#pragma twofold parallel for
  for (auto &row : rows) // expected-warning {{not offloaded: an element of 'rows' is an object with memory of its own; use one block and compute the subscripts}}
    row[0] = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    grows.push_back(x[i]); // expected-warning {{not offloaded: 'grows' gets or loses elements here, so iterations run in order on one thread}}
}

int limit(const std::vector<int> &);
void inner_loops(int n, float *x, std::vector<int> &v) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < limit(v); ++k) // expected-warning {{not offloaded: 'limit' is called and its definition is not visible; define it in this file}}
      x[i] += v[k];
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int k = limit(v); k < n; ++k) // expected-warning {{not offloaded: 'limit' is called and its definition is not visible; define it in this file}}
      x[i] += v[k];
}
// What a library's function calls is not the program's to change.
void sorted_rows(int n, int *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    std::sort(x + i * n, x + i * n + n); // expected-warning {{not offloaded: 'std::sort' has no counterpart in OpenCL C; write it out in plain C}}
}
// It is named as the program calls it, not as the library does.
void library(int n, std::complex<double> *z, double *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    z[i] = std::exp(z[i]) * std::exp(x[i]); // expected-warning {{not offloaded: 'std::exp<double>' has no counterpart in OpenCL C; write it out in plain C, or call it outside the loop}}
}
// What else the iteration uses is no hindrance: vectors are not.
void beside_vectors(std::vector<int> &x, const std::set<int> &s, volatile int &flag) {
#pragma twofold parallel for
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = flag; // expected-warning {{not offloaded: 'flag' is volatile}}
#pragma twofold parallel for
  for (std::size_t i = 0; i < x.size(); ++i) {
  again:
    if (++x[i] < 3)
      goto again; // expected-warning {{not offloaded: goto does not exist in OpenCL C}}
  }
#pragma twofold parallel for
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = s.count(x[i]); // expected-warning {{not offloaded: 'std::set<int>::count' has no counterpart in OpenCL C}}
#pragma twofold parallel for
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = std::chrono::steady_clock::now() > std::chrono::steady_clock::time_point(); // expected-warning {{not offloaded: 'now' has no counterpart in OpenCL C}}
}
void counted_atomically(const std::vector<int> &x, std::vector<std::atomic<int>> &h) {
  std::atomic<int> hits{0};
#pragma twofold parallel for
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] > 0)
      ++hits; // expected-warning {{not offloaded: 'hits' is atomic; use a reduction}}
#pragma twofold parallel for
  for (std::size_t i = 0; i < x.size(); ++i)
    h[x[i]].fetch_add(1); // expected-warning {{not offloaded: 'h' is atomic; use a reduction}}
}

// What a call does not write is printed, too.
int which, *place;
int one(int x) { return x + 1; }
int two(int x) { return x + 2; }
int by_pointer(int x, int y = (which ? one : two)(1)) { return x + y; } // expected-warning {{not offloaded: 'one' is a pointer to a function, or holds one; call the function by its name}}
int by_place(int x, long y = (long)place) { return x + (int)y; } // expected-warning {{not offloaded: a pointer is converted from or to an integer; use subscripts}}
void defaults(int n, int *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = by_pointer(i);
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = by_place(i);
}

// Objects with pointers whose parts are no variables.
struct steps {
  int *to, at;
  int &next() { at = at + 1; return to[at]; }
};
struct unnamed {
  int *to;
  struct { int at; };
  unnamed(int *to, int at) : to(to), at(at) {}
  int &place() { return to[at]; }
};
void parts(int n, int *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    steps own{x + 4 * i, 0}; // expected-warning {{not offloaded: member 'to' is a pointer, and a kernel has no such records; keep the pointer outside of them, in a variable or an array of its own}}
    own.to[3] = i > 2 ? (own.next() = own.at) : 0;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    unnamed own(x + i, 0); // expected-warning {{not offloaded: member 'to' is a pointer, and a kernel has no such records; keep the pointer outside of them, in a variable or an array of its own}}
    own.place() = i;
  }
}

// A kernel's references know no packing.
#pragma pack(push, 1)
struct tight {
  char c;
  int n;
};
#pragma pack(pop)
void grow(int &n) { n += 3; }
int shrunk(const int &n, int by) { return n - by; }
void packing(int n, tight *p) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int &own = p[i].n; // expected-warning {{not offloaded: 'n' has a layout that a struct in OpenCL C cannot have; drop packed and aligned}}
    own += i;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    grow(p[i].n); // expected-warning {{not offloaded: 'n' has a layout that a struct in OpenCL C cannot have; drop packed and aligned}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    p[i].n = shrunk(p[i].n, 1); // expected-warning {{not offloaded: 'n' has a layout that a struct in OpenCL C cannot have; drop packed and aligned}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    p[i].n = p[i].c + i;
}

// What is said names a place as it is written, and no function where there is none.
struct two_parts {
  int first, second;
};
void members(int n, int *x, two_parts *p) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = (p + i)->*(&two_parts::second);
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int two_parts::*second = &two_parts::second; // expected-warning {{not offloaded: 'second' has type 'int two_parts::*', which OpenCL C lacks; use an ordinary integer, float, double or plain struct}}
    x[i] = p[i].*second;
  }
}
void chosen(int n, double *x, int way) {
  struct {
    double *to[2];
  } ends = {{x, x + n}};
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-warning {{not offloaded: where 'p[i]' points to is not known; index a captured array or pointer instead}}
    double *p = way ? ends.to[0] : ends.to[1];
    p[i] = i;
  }
}
