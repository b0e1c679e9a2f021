// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packed structs lie in kernels as they do in the program.
// RUN: %openmp %s %t --kernels 7
#include <cstdint>
#include <cstdio>
enum { N = 1000 };
struct __attribute__((__packed__)) Atom {
  float x, y, z;
  int32_t type;
};
struct __attribute__((packed)) Odd {
  char c;
  float x;
  double d;
  short s;
  long n;
};
struct __attribute__((packed, aligned(2))) Two {
  char a;
  int b;
};
#pragma pack(push, 1)
struct Mixed {
  unsigned char kind[3];
  Atom at;
  double last;
};
#pragma pack(pop)
struct Around {
  char first;
  Odd odd;
  int last;
};
static Atom atoms[N];
static Odd odd[N];
static Two two[N];
static Mixed mixed[N];
static Around around[N];
static double out[N];
static_assert(sizeof(Odd) == 23 && sizeof(Two) == 6 && sizeof(Mixed) == 27);

static double energy(const Atom &a, Odd o) { return a.x * a.y + o.x - o.n; }

int main() {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    atoms[i] = {float(i), 2, 3, i % 3};
    odd[i].c = char(i % 100);
    odd[i].x = i * 0.5f;
    odd[i].d = i * 0.25;
    odd[i].s = short(i);
    odd[i].n = i * 3L;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    const Atom a = atoms[(i + 1) % N];
    out[i] = a.x + a.y * a.z + a.type;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    odd[i].x *= 2;
    odd[i].n++;
    out[i] += energy(atoms[i], odd[i]) + odd[i].c + odd[i].d + odd[i].s;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    two[i].a = char(i % 50);
    two[i].b = i - two[i].a;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    mixed[i].kind[1] = 5;
    mixed[i].kind[i % 2 * 2] = (unsigned char)i;
    mixed[i].at.z = i;
    mixed[i].last = two[i].b;
  }
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    around[i].odd = odd[N - 1 - i];
    around[i].last = int(around[i].odd.n);
  }
  const Odd one = odd[5];
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[i] += one.d * one.c + one.s;
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 0.75 + out[i] + two[i].b + mixed[i].kind[0] + mixed[i].kind[1] +
          mixed[i].at.z + mixed[i].last + around[i].odd.d + around[i].last +
          around[i].first;
  std::printf("%.15g\n", sum);
}
