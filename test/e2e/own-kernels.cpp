// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that the program brings along, beside loops on the same data.
// RUN: %e2e %s %t --also TWOFOLD_COHERENCE=lazy,TWOFOLD_ZERO_COPY=0 \
// RUN:   --also TWOFOLD_TUNE=force,TWOFOLD_ZERO_COPY=0 -std=c++17
#include "Inputs/show.h"
#include <cstdint>
#include <vector>
#ifdef WITH_PLUGIN
#include <twofold/devicecalls.hpp>
#include <twofold/twofold.hpp>
using namespace twofold;
#else
// What the runtime does without a device.
struct items {
  uint64_t Global, Local = 1;
  items(uint64_t A, uint64_t B = 1, uint64_t C = 1) : Global(A * B * C) {}
  items in_groups(uint64_t A, uint64_t B = 1, uint64_t C = 1) const {
    items Out = *this;
    Out.Local = A * B * C;
    return Out;
  }
};
template <class T> const void *in(const T *X, size_t) { return X; }
template <class T> const void *out(T *X, size_t) { return X; }
template <class T> const void *inout(T *X, size_t) { return X; }
template <class T> const void *local(size_t) { return nullptr; }
struct kernel {
  void (*Native)(void *const *, uint64_t, uint64_t);
  kernel(const char *, const char *,
         void (*F)(void *const *, uint64_t, uint64_t))
      : Native(F) {}
  static void *at(const void *X) { return const_cast<void *>(X); }
  template <class T> static void *at(const T &X) { return const_cast<T *>(&X); }
  template <class... A> void operator()(items I, const A &...Each) const {
    void *All[] = {at(Each)...};
    if (I.Global)
      Native(All, 0, I.Global / I.Local);
  }
};
#endif

// Names in comments, literals and macros are none: kernel void scale(int) {}
static const char Text[] = R"(
#define KERNEL_OF(name) kernel void name(global int *unused) {}
/* kernel void scale(global int *nothing) { } */
inline float scaled(float x, float a) { return x * a; } // kernel
__kernel __attribute__((vec_type_hint(float)))
void scale(__global float *const restrict x, /* , */ const float a,
           uint count) {
  uint i = get_global_id(0);
  if (i < count)
    x[i] = scaled(x[i], a);
}

kernel void reverse(global const int *from, global int to[], local int *room) {
  size_t i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
  room[l] = from[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  to[i] = room[n - 1 - l];
}

kernel void transpose(global const short *from, global short *to, int2 size) {
  size_t x = get_global_id(0), y = get_global_id(1);
  to[x * size.y + y] = from[y * size.x + x];
})";

static const kernel Scale("scale", Text,
                          [](void *const *args, uint64_t first, uint64_t end) {
                            auto *x = static_cast<float *>(args[0]);
                            for (uint64_t i = first; i < end; ++i)
                              if (i < *static_cast<uint32_t *>(args[2]))
                                x[i] *= *static_cast<float *>(args[1]);
                          });
static const kernel Reverse("reverse", Text,
                            [](void *const *args, uint64_t first,
                               uint64_t end) {
                              auto *from = static_cast<int *>(args[0]),
                                   *to = static_cast<int *>(args[1]);
                              for (uint64_t g = first; g < end; ++g)
                                for (int l = 0; l < 16; ++l)
                                  to[g * 16 + l] = from[g * 16 + 15 - l];
                            });
struct Size {
  alignas(8) int x;
  int y;
};
static const kernel
    Transpose("transpose", Text,
              [](void *const *args, uint64_t first, uint64_t end) {
                auto *from = static_cast<short *>(args[0]),
                     *to = static_cast<short *>(args[1]);
                auto *size = static_cast<Size *>(args[2]);
                for (uint64_t i = first; i < end; ++i)
                  to[i % size->x * size->y + i / size->x] = from[i];
              });

static void scales() {
  std::vector<float> x(3000);
  float *p = x.data();
  for (int round = 0; round < 24; ++round) { // more than a tuner needs
#pragma twofold parallel for
    for (int i = 0; i < 3000; ++i)
      p[i] = p[i] + i;
    Scale(items(2048), inout(p + 3, 2000), 0.75f, 2000u);
  }
  SHOW_FLOATS("scaled", x, 3000);
  Scale(items(0), inout(p, 0), 2.0f, 0u);
  SHOW_FLOATS("the same", x, 3000);
}

static void reverses() {
  std::vector<int> from(1600), to(1600, -1);
  for (int i = 0; i < 1600; ++i)
    from[i] = 7 * i;
  Reverse(items(1584).in_groups(16), in(from.data() + 5, 1584),
          out(to.data() + 1, 1584), local<int>(16));
  SHOW_INTEGERS("reversed", to, 1600);
  int *p = to.data();
  long sum = 0;
#pragma twofold parallel for reduction(+ : sum)
  for (int i = 0; i < 1600; ++i)
    sum += (long)p[i] * i;
  SHOW_INTEGER(sum);
}

static void transposes() {
  std::vector<short> from(60 * 35), to(60 * 35);
  for (int i = 0; i < 60 * 35; ++i)
    from[i] = short(i * 13);
  Transpose(items(60, 35), in(from.data(), from.size()),
            out(to.data(), to.size()), Size{60, 35});
  SHOW_INTEGERS("transposed", to, 60 * 35);
}

/// What memory was too short to make, or a driver refused, is no kernel.
static void refuses() {
#ifdef WITH_PLUGIN
  const twofold_kernel_call none = {nullptr, 1, 1, nullptr, 0};
  if (twofold_device_calls()->run_all(&none, 1) != TWOFOLD_KERNEL_BAD_ARGUMENT)
    std::puts("a call of no kernel is right");
#endif
}

int main() {
  scales();
  reverses();
  transposes();
  refuses();
}
