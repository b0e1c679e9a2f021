// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What people write first, and what it is told to be.
// RUN: %clangxx -std=c++17 %plugin -fsyntax-only -Xclang -verify %s
#include <functional>
#include <iostream>
#include <map>
#include <mutex>
#include <random>
#include <vector>

// No declaration is offered: each iteration would begin with no elements.
int compact(int n, const int *x, int *y) {
  int count = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      y[count++] = x[i]; // expected-warning {{'count' says how many elements iterations have stored so far, so they run in order; to have them run at once, find each one's place first (twofold::exclusive_scan, or a loop that counts), and store in a second loop}}
  return count;
}

int compactVector(int n, const int *x, std::vector<int> &y) {
  int count = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (x[i] > 0) {
      y[count] = x[i]; // expected-warning {{'count' says how many elements}}
      ++count;
    }
  return count;
}

// Not a place.
void number(int n, const int *x, int *y) {
  int count = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      y[i] = count++; // expected-warning {{'count' is used outside its reduction '+', so iterations run in order; keep such uses out of the loop, or make running totals with twofold::inclusive_scan}} expected-note {{'count' is updated here}}
}

void walk(std::map<int, int> &m) {
#pragma twofold parallel for
  for (auto &entry : m) // expected-error {{'m' of type 'std::map<int, int>' gives its elements one after the other only; copy them into an array or a std::vector, and loop over that}}
    entry.second += 1;
}

void arguments(int n, float *y) {
  [[twofold::parallel_for(3)]] // expected-error {{clause 'parallel_for' takes no arguments}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
  [[twofold::parallel_for, twofold::deterministic(n + 4)]] // expected-error {{clause 'deterministic' takes no arguments}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
  [[twofold::parallel_for, twofold::bounds (1)]] // expected-error {{clause 'bounds' takes no arguments}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
}

#define WITH_ARGUMENT [[twofold::parallel_for(3)]]
#define WITHOUT [[twofold::parallel_for]]
void macros(int n, float *y) {
  WITH_ARGUMENT // expected-error {{clause 'parallel_for' takes no arguments}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
  WITHOUT
  for (int i = 0; i < n; ++i)
    y[i] = 1;
}

void names(int n, float *y) {
  [[twofold::parallel]] // expected-error {{unknown annotation 'twofold::parallel'; did you mean 'twofold::parallel_for'?}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
  [[twofold::for]] // expected-error {{unknown annotation 'twofold::for'; did you mean 'twofold::parallel_for'?}}
  for (int i = 0; i < n; ++i)
    y[i] = 1;
  [[twofold::parallel_for, twofold::colapse(2)]] // expected-error {{unknown annotation 'twofold::colapse'; did you mean 'twofold::collapse'?}}
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      y[i * n + j] = 1;
}
[[twofold::parallelfor]] int declared; // expected-error {{unknown annotation 'twofold::parallelfor'; did you mean 'twofold::parallel_for'?}}

void places(int n, float *y) {
  int i = 0;
#pragma twofold parallel for // expected-error {{'twofold::parallel_for' must be followed by a for loop; write this loop as 'for (int i = 0; i < n; ++i)'}}
  while (i < n)
    y[i++] = 1;
#pragma twofold parallel for // expected-error {{'twofold::parallel_for' must be followed by a for loop; put it directly before the loop}}
  {
    for (int k = 0; k < n; ++k)
      y[k] = 1;
  }
}

void down(unsigned n, unsigned char m, float *y) {
#pragma twofold parallel for
  for (unsigned i = n - 1; i >= 0; --i) // expected-error {{'i' is unsigned and never below 0, so the loop would not end; count up, and use a subscript such as n - 1 - i}}
    y[i] = 1;
#pragma twofold parallel for
  for (unsigned char i = m; 0 <= i; i -= 1) // expected-error {{'i' is unsigned and never below 0}}
    y[i] = 1;
#pragma twofold parallel for
  for (unsigned i = n; i > 0; --i)
    y[i] = 1;
#pragma twofold parallel for
  for (int i = m; i >= 0; --i)
    y[i] = 1;
}

void grow(int n, const float *x, std::vector<float> &y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    y.push_back(x[i]); // expected-warning {{not offloaded: 'y' gets or loses elements here, so iterations run in order on one thread; give it its length before the loop, and assign its elements}}
}

void tally(int n, const int *x, std::map<int, int> &count,
           std::vector<std::map<int, int>> &counts) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    count[x[i]]++; // expected-warning {{not offloaded: 'count' gets or loses elements here, so iterations run in order on one thread; keep its values in an array, and find their places there before the loop}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    count[x[i]] = i; // expected-warning {{not offloaded: 'count' gets or loses elements here, so iterations run in order on one thread; keep its values in an array, and find their places there before the loop}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    counts[i][x[i]] = i; // expected-warning {{not offloaded: an element of 'counts' is an object with memory of its own; use one block and compute the subscripts}}
}

std::mutex door;
void lock(int n, const float *x, float *sum) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    std::lock_guard<std::mutex> guard(door); // expected-warning {{not offloaded: 'guard' locks, which kernels cannot; leave the lock out where all it guards are sums, least or greatest values of variables and elements, which need none}}
    *sum += x[i];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    door.lock(); // expected-warning {{not offloaded: 'lock' locks, which kernels cannot}}
    *sum += x[i];
    door.unlock();
  }
}

void call(int n, float *x, const std::function<float(float)> &g) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = g(x[i]); // expected-warning {{not offloaded: 'g' is a pointer to a function, or holds one; call the function by its name}}
}

// What is called behind `<<` of a number is nobody's name.
void print(std::vector<float> &v, const std::vector<long> &w) {
#pragma twofold parallel for
  for (float &each : v)
    std::cout << each; // expected-warning {{not offloaded: 'operator<<' reads or writes a stream; move it out of the loop}}
#pragma twofold parallel for
  for (long each : w)
    std::cout << each << "\n"; // expected-warning {{not offloaded: 'operator<<' reads or writes a stream; move it out of the loop}}
}

// Nor do functions that can be looked into say that an array shrinks.
void shrink(int n, const int *x, std::vector<float> &v, std::vector<int> &w) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    v.erase(v.begin() + i); // expected-warning {{not offloaded: 'v' gets or loses elements here, so iterations run in order on one thread; give it its length before the loop, and assign its elements}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (x[i])
      w.pop_back(); // expected-warning {{not offloaded: 'w' gets or loses elements here}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-note@+1 {{declare 'w' inside the loop}}
    w = {1, 2}; // expected-warning-re {{'w' is assigned in every iteration and shared between them, so they run in order; declare it inside the loop{{$}}}}
}

void draw(int n, float *x) {
  std::mt19937 engine;
  std::uniform_real_distribution<float> between;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = between(engine); // expected-warning {{not offloaded: 'engine' is one for all iterations and is changed here, so they run in order on one thread; draw numbers by their place, with twofold/random.h, or give each iteration its own}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = engine(); // expected-warning {{draw numbers by their place, with twofold/random.h, or give each iteration its own}}
}

struct Point {
  virtual ~Point() {}
  float x;
};
void points(std::vector<Point> &p) {
#pragma twofold parallel for
  for (Point &each : p) // expected-warning {{not offloaded: elements of 'p' are of class 'Point', which has a destructor, virtual functions or virtual bases; use a class without}}
    each.x = 0;
}

struct Shape {
  virtual float area(float) const = 0;
};
void shapes(int n, float *x, Shape **s) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = s[i]->area(x[i]); // expected-warning {{not offloaded: elements of 's' are of class 'Shape', which has a destructor, virtual functions or virtual bases; use a class without}}
}
