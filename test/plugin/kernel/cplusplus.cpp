// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References, templates, operators, <algorithm> and <cmath>.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clangxx -std=c++20 %plugin -fplugin-arg-twofold-dump=%t.dir -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <vector>

template <typename T> struct vec {
  T x, y;
  T dot(const vec &o) const { return x * o.x + y * o.y; }
  vec operator+(const vec &o) const { return {x + o.x, y + o.y}; }
};
template <typename T> vec<T> operator*(T s, const vec<T> &v) {
  return vec<T>{s * v.x, s * v.y};
}
template <typename T> T square(T v) { return v * v; }
constexpr int stride = 4;
constexpr double taps[3] = {0.25, 0.5, 0.25};
enum class mode : unsigned char { off, on };

void body(std::size_t n, const vec<float> *a, vec<float> *b, float *c, mode m) {
#pragma twofold parallel for
  for (std::size_t i = 0; i < n; ++i) {
    const vec<float> &u = a[i];
    auto v = u + 2.0f * b[i];
    b[i] = v;
    float &f = c[i * stride];
    f = std::max(u.dot(v), 0.0f);
    f += static_cast<float>(taps[1]) + std::sqrt(u.x) + std::abs(u.y);
    f = std::clamp(f, 0.0f, 1.0f) + std::min(f + 1, f * 2);
    if (bool on = m == mode::on; on && i)
      f = square(f) + square(float(i)) + std::pow(f, 2);
    int k = std::min(int(i), 3);
    const float table[2] = {1, 2};
    for (const float &w : table)
      f += w * k;
    vec<float> zero{};
    b[i].x = zero.y;
    f = i > 3 ? a[i].x : f;
  }
}

// CHECK: #pragma OPENCL EXTENSION cl_khr_fp64 : enable
// CHECK-LABEL: typedef struct {
// CHECK: float x;
// CHECK: float y;
// CHECK: } vec;
// CHECK: __constant double taps[3] = {0.25, 0.5, 0.25};
// CHECK-LABEL: static vec operator_call(__global const vec *self, const vec *o) {
// CHECK: return (vec){self->x + o->x, self->y + o->y};
// CHECK-LABEL: static vec operator_call_2(float s, __global const vec *v) {
// CHECK: return (vec){s * v->x, s * v->y};
// CHECK-LABEL: static float dot_(__global const vec *self, const vec *o) {
// CHECK: return self->x * o->x + self->y * o->y;
// CHECK-LABEL: static float square(float v) {
// CHECK: return v * v;
// CHECK-LABEL: __kernel void body_0(
// CHECK: uchar m,
// CHECK: ulong i = i_index;
// CHECK: vec value;
// CHECK: float value_2;
// CHECK: float value_3;
// CHECK: float value_4;
// CHECK: __global const vec *u = &a[i];
// CHECK: vec v = operator_call(u, (value = operator_call_2(2.0f, &b[i]), &value));
// CHECK: b[i] = v;
// CHECK: __global float *f = &c[i * 4UL];
// CHECK: *f = (value_2 = dot_(u, &v), value_2 < 0.0f ? 0.0f : value_2);
// CHECK: *f += (float)taps[1] + sqrt(u->x) + fabs(u->y);
// CHECK: *f = (*f < 0.0f ? 0.0f : 1.0f < *f ? 1.0f : *f) + (value_3 = *f + 1.0f, value_4 = *f * 2.0f, value_4 < value_3 ? value_4 : value_3);
// CHECK: {
// CHECK: bool on = m == (uchar)1;
// CHECK: if (on && i) {
// CHECK: *f = (float)((double)(square(*f) + square((float)i)) + pow((double)*f, (double)2));
// CHECK: int k = min((int)i, 3);
// CHECK: const float table[2] = {1.0f, 2.0f};
// CHECK: {
// CHECK: const float (*__range2_)[2] = &table;
// CHECK: const float *__begin2_ = *__range2_;
// CHECK: const float *__end2_ = *__range2_ + 2L;
// CHECK: for (; __begin2_ != __end2_; ++__begin2_) {
// CHECK: const float *w = __begin2_;
// CHECK: *f += *w * (float)k;
// CHECK: vec zero = {0.0f, 0.0f};
// CHECK: b[i].x = zero.y;
// CHECK: *f = i > 3UL ? a[i].x : *f;

// Of what calls have made on the way only what is used is left.
void found(std::vector<int> &v, int *x) {
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i) {
    auto at = v.begin();
    while (at != v.end() && *at != i)
      ++at;
    bool fixed = __builtin_is_constant_evaluated();
    x[i] = fixed ? 0 : int(at - v.begin());
  }
}
// CHECK-LABEL: {{.*}}kernel void {{.*}}found
// CHECK: while ([[END:[_A-Za-z0-9]+]] = v + v_size, !([[AT:[_A-Za-z0-9]+]] == [[END]]) && *[[AT]] != i) {

void ordered(int *x, const int *y) {
#pragma twofold parallel for
  for (int i = 0; i < 64; ++i)
    if ((x[i] <=> y[i]) < 0 || 0 < (y[i] <=> 7))
      x[i] = y[i];
}
// CHECK-LABEL: {{.*}}kernel void {{.*}}ordered
// CHECK: if (x[i] < y[i] || y[i] > 7)
