// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What people write first, and what it is told to be.
// RUN: %clangxx -std=c++17 %plugin -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s
#include <map>
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
    if (x[i] > 0) // expected-note {{declare 'count' inside the loop}}
      y[i] = count++; // expected-warning {{'count' is read before the iteration has assigned it}} expected-note {{'count' is assigned here}}
}

void walk(std::map<int, int> &m) {
#pragma twofold parallel for
  for (auto &entry : m) // expected-error {{'m' of type 'std::map<int, int>' gives its elements one after the other only; copy them into a std::vector, and loop over that}}
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
