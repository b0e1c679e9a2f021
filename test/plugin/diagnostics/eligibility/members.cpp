// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A member's default that names other members means those of the object that
// is made, in a function without `this` and in one whose `this` is another.
// RUN: %clangxx -std=c++20 -O1 %plugin -S -o /dev/null -Xclang -verify %s
#include <vector>

struct Step {
  int from = 1, by = 2;
  int to{from + by};
};

void alone(std::vector<int> &w, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Step s{w[i]}; // expected-warning {{not offloaded: a default that names other members cannot be printed as OpenCL C; write it in simpler terms}}
    w[i] = s.to;
  }
}

struct Walk {
  int from = 50, by = 60;
  std::vector<int> w;
  void run(int n) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i) {
      Step s{w[i]}; // expected-warning {{not offloaded: a default that names other members cannot be printed as OpenCL C; write it in simpler terms}}
      w[i] = s.to + from;
    }
  }
};

void runs(Walk &x, int n) { x.run(n); }

// A class that takes a constructor of its base which copies an object by a
// function.
struct Copied {
  int value;
  Copied(int v) : value(v) {}
  Copied(const Copied &From) : value(From.value + 1) {}
};
struct Twice {
  int value;
  Twice(Copied v) : value(2 * v.value) {}
};
struct Takes : Twice {
  using Twice::Twice; // expected-warning {{not offloaded: a constructor that 'using' takes from a base cannot be printed as OpenCL C; write it in simpler terms}}
};

void takes(std::vector<int> &w, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Takes t{Copied(w[i])};
    w[i] = t.value;
  }
}
