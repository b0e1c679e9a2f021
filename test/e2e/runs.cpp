// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of one function with all that may stand between them. Results may stay
// on a device meanwhile, and nobody must be able to tell.
// RUN: %e2e %s %t --also TWOFOLD_ZERO_COPY=0,TWOFOLD_COHERENCE=function \
// RUN:   --also TWOFOLD_ZERO_COPY=0,TWOFOLD_COHERENCE=lazy
#include "Inputs/show.h"
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

enum { Rows = 40, Columns = 50, Count = Rows * Columns };

static float global_array[Count];
static int global_limit = Count;

__attribute__((noinline)) static double total(const float *a) {
  double sum = 0;
  for (int i = 0; i < Count; ++i)
    sum = sum * 0.75 + a[i];
  return sum;
}

__attribute__((noinline)) static void spoil(float *a) {
  for (int i = 0; i < Count; i += 3)
    a[i] += 0.5f;
}

// A run: pointers are exchanged, boundaries are never written.
static void jacobi(float *a, float *b, int steps) {
  for (int t = 0; t < steps; ++t) {
#pragma twofold parallel for
    for (int i = 1; i < Rows - 1; ++i)
      for (int j = 1; j < Columns - 1; ++j)
        b[i * Columns + j] =
            0.25f * (a[(i - 1) * Columns + j] + a[(i + 1) * Columns + j] +
                     a[i * Columns + j - 1] + a[i * Columns + j + 1]);
    float *other = a;
    a = b;
    b = other;
  }
}

static void two_arrays(float *a, float *b, int steps) {
  for (int t = 0; t < steps; ++t) {
#pragma twofold parallel for
    for (int i = 1; i < Count - 1; ++i)
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
#pragma twofold parallel for
    for (int i = 1; i < Count - 1; ++i)
      a[i] = b[i];
    std::swap(a, b);
  }
}

// The host looks between, and changes.
static double looking(float *a, float *b) {
  double seen = 0;
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    b[i] = a[i] * 2;
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    a[i] = b[i] + 1;
  seen += a[5] + b[7];
  b[3] = 100;
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    a[i] += b[i];
  spoil(b);
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    a[i] += b[i];
  return seen + a[3];
}

static int early(float *a, float *b, float limit) {
  for (int t = 0; t < 20; ++t) {
    float largest = 0;
#pragma twofold parallel for
    for (int i = 0; i < Count; ++i)
      b[i] = a[i] * 1.125f;
#pragma twofold parallel for
    for (int i = 0; i < Count; ++i) {
      a[i] = b[i];
      if (b[i] > largest)
        largest = b[i];
    }
    if (largest > limit)
      return t;
    if (t == 15)
      break;
  }
  return -1;
}

__attribute__((noinline)) static void maybe_throw(int t) {
  if (t == 3)
    throw std::runtime_error("three");
}

static void throwing(float *a, float *b) {
  for (int t = 0; t < 9; ++t) {
#pragma twofold parallel for
    for (int i = 0; i < Count; ++i)
      b[i] = a[i] + 1;
#pragma twofold parallel for
    for (int i = 0; i < Count; ++i)
      a[i] = b[i] * 1.5f;
    maybe_throw(t);
  }
}

struct Grid {
  int n;
  float *cells, *next;
  float inside[Count];
  std::vector<float> held;

  void steps(int count) {
    for (int t = 0; t < count; ++t) {
#pragma twofold parallel for
      for (int i = 1; i < n - 1; ++i)
        next[i] = cells[i - 1] + 0.5f * cells[i + 1];
#pragma twofold parallel for
      for (int i = 0; i < n; ++i)
        cells[i] = next[i] * 0.5f + inside[i];
#pragma twofold parallel for
      for (int i = 0; i < n; ++i)
        inside[i] += 0.25f * next[i];
    }
  }
  void vectors(int count) {
    for (int t = 0; t < count; ++t) {
#pragma twofold parallel for
      for (size_t i = 0; i < held.size(); ++i)
        held[i] = held[i] * 0.5f + 1;
#pragma twofold parallel for
      for (size_t i = 0; i < held.size(); ++i)
        held[i] += 0.125f;
    }
  }
};

// Loops change what bounds and subscripts are read from.
static void bounds(int *sizes, float *a) {
  for (int t = 0; t < 4; ++t) {
#pragma twofold parallel for
    for (int i = 0; i < 8; ++i)
      sizes[i] += 10;
#pragma twofold parallel for
    for (int i = 0; i < sizes[2]; ++i)
      a[i] += 1;
  }
}

struct Sized {
  int n, pad[7];
};
static void own_bound(Sized *s, float *a) {
  for (int t = 0; t < 4; ++t) {
#pragma twofold parallel for
    for (int i = 0; i < 5; ++i)
      s[i].n += 10 + i;
#pragma twofold parallel for
    for (int i = 0; i < s->n; ++i)
      a[i] += 1;
  }
}

static void globals(int count) {
  for (int t = 0; t < count; ++t) {
#pragma twofold parallel for
    for (int i = 0; i < global_limit; ++i)
      global_array[i] += i;
#pragma twofold parallel for
    for (int i = 0; i < Count; ++i)
      global_array[i] *= 0.5f;
  }
}

// Arrays that live for a round of the outer loop.
static void short_lived(float *a) {
  for (int t = 0; t < 5; ++t) {
    float here[Count];
#pragma twofold parallel for
    for (int i = 0; i < Count; ++i)
      here[i] = a[i] + t;
#pragma twofold parallel for
    for (int i = 0; i < Count; ++i)
      a[i] = here[Count - 1 - i];
  }
  for (int t = 0; t < 5; ++t) {
    std::vector<float> made(Count);
#pragma twofold parallel for
    for (int i = 0; i < Count; ++i)
      made[i] = a[i] + t;
#pragma twofold parallel for
    for (int i = 0; i < Count; ++i)
      a[i] = made[Count - 1 - i];
  }
  for (int t = 0; t < 5; ++t) {
    float *block = static_cast<float *>(std::malloc(Count * sizeof(float)));
#pragma twofold parallel for
    for (int i = 0; i < Count; ++i)
      block[i] = a[i] * 2;
#pragma twofold parallel for
    for (int i = 0; i < Count; ++i)
      a[i] = block[i] - 1;
    std::free(block);
  }
}

static float deeper(float *a, float *b, int depth) {
  for (int t = 0; t < 2; ++t) {
#pragma twofold parallel for
    for (int i = 0; i < Count; ++i)
      b[i] = a[i] + depth;
#pragma twofold parallel for
    for (int i = 0; i < Count; ++i)
      a[i] = b[i] * 0.5f;
    if (depth > 0)
      deeper(b, a, depth - 1);
#pragma twofold parallel for
    for (int i = 0; i < Count; ++i)
      b[i] += a[i];
  }
  return b[9];
}

// Code that looks by other names than the loops'.
static void lambdas(float *a) {
  float *b = a + Count;
  int rounds = 0;
  auto look = [&] { rounds += a[1] > 0; };
  auto run = [&](int steps) {
    for (int t = 0; t < steps; ++t) {
#pragma twofold parallel for
      for (int i = 0; i < Count; ++i)
        b[i] = a[i] + 1;
#pragma twofold parallel for
      for (int i = 0; i < Count; ++i)
        a[i] = b[i] + rounds;
      look();
    }
  };
  run(3);
  SHOW_INTEGER(rounds);
}

// A scalar that a loop reaches by its address.
static void reached(float *a) {
  float cell = 1;
  float *p = &cell;
  for (int t = 0; t < 3; ++t) {
#pragma twofold parallel for
    for (int i = 0; i < 1; ++i)
      p[i] += 2;
#pragma twofold parallel for
    for (int i = 0; i < Count; ++i)
      a[i] += cell;
    if (cell > 4)
      a[0] = 7;
  }
  SHOW_FLOAT(cell);
}

static void jumps(float *a, float *b) {
  int t = 0;
again:;
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    b[i] = a[i] + 1;
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    a[i] = b[i] + 2;
  if (++t < 3)
    goto again;
}

// Two threads work on interleaved parts of one array; each element has one
// owner.
static void strided(float *a, int first, int steps) {
  for (int t = 0; t < steps; ++t) {
#pragma twofold parallel for
    for (int i = 0; i < Count / 2; ++i)
      a[2 * i + first] += 1 + first;
#pragma twofold parallel for
    for (int i = 0; i < Count / 2; ++i)
      a[2 * i + first] *= 0.5f;
  }
}

// The host's neighbours of what loops write.
static std::atomic<int> turn;
static void beside(float *a, std::atomic<int> &go) {
  for (int t = 0; t < 4; ++t) {
#pragma twofold parallel for
    for (int i = 0; i < Count / 2; ++i)
      a[2 * i] += 1;
#pragma twofold parallel for
    for (int i = 0; i < Count / 2; ++i)
      a[2 * i] += 2;
    go.store(t + 1);
    while (turn.load() != t + 1)
      ;
#pragma twofold parallel for
    for (int i = 0; i < Count / 2; ++i)
      a[2 * i] += a[2 * i + 1];
  }
}

static void fill(float *a, int count) {
  for (int i = 0; i < count; ++i)
    a[i] = float(i % 37) * 0.25f;
}

int main() {
  std::vector<float> left(2 * Count), right(2 * Count);
  float *a = left.data(), *b = right.data();
  auto show = [&](const char *name) {
    printf("%s: %a %a\n", name, total(a), total(b));
    fill(a, 2 * Count);
    fill(b, 2 * Count);
  };
  show("start");
  jacobi(a, b, 11);
  show("jacobi");
  two_arrays(a, b, 5);
  show("two arrays");
  SHOW_FLOAT(looking(a, b));
  show("looking");
  SHOW_INTEGER(early(a, b, 1e9f));
  show("early");
  SHOW_INTEGER(early(a, b, 30));
  show("earlier");
  try {
    throwing(a, b);
  } catch (const std::exception &e) {
    printf("%s\n", e.what());
  }
  show("throwing");

  auto *grid = new Grid{Count, a, b, {}, std::vector<float>(Count, 3)};
  fill(grid->inside, Count);
  grid->steps(6);
  printf("%a\n", total(grid->inside));
  grid->vectors(4);
  printf("%a\n", total(grid->held.data()));
  delete grid;
  show("grid");

  int sizes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  bounds(sizes, a);
  SHOW_INTEGERS("sizes", sizes, 8);
  show("bounds");
  Sized sized[5] = {};
  own_bound(sized, a);
  show("own bound");
  fill(global_array, Count);
  globals(3);
  printf("%a\n", total(global_array));
  short_lived(a);
  show("short lives");
  SHOW_FLOAT(deeper(a, b, 3));
  show("deeper");
  lambdas(a);
  show("lambdas");
  reached(a);
  show("reached");
  jumps(a, b);
  show("jumps");

  std::thread even(strided, a, 0, 6), odd(strided, a, 1, 6);
  even.join();
  odd.join();
  show("threads");
  std::atomic<int> go{0};
  std::thread writer([&] {
    for (int t = 0; t < 4; ++t) {
      while (go.load() != t + 1)
        ;
      for (int i = 0; i < Count / 2; ++i)
        a[2 * i + 1] += a[2 * i];
      turn.store(t + 1);
    }
  });
  beside(a, go);
  writer.join();
  show("beside");
  return 0;
}
