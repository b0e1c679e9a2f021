// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/kernel.hpp - the program's own kernels, in C++ -------------===//
//
//   static const twofold::kernel Scale("scale", R"(
//     kernel void scale(global float *x, float a) {
//       x[get_global_id(0)] *= a;
//     })");
//   Scale(twofold::items(n), twofold::inout(x, n), 2.0f);
//
// See kernel.h. C++17 and later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_KERNEL_HPP
#define TWOFOLD_KERNEL_HPP

#include "kernel.h"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <type_traits>

namespace twofold {

/// A kernel that its text does not have, arguments that do not fit, or a call
/// that no device has run and no native function can.
class kernel_error : public std::runtime_error {
  int Result;

public:
  explicit kernel_error(int Result)
      : std::runtime_error(twofold_kernel_error()), Result(Result) {}
  /// A twofold_kernel_result.
  int result() const noexcept { return Result; }
};

/// How many work-items a call has, in up to three dimensions, and in groups of
/// which sizes; without in_groups these are chosen.
class items {
  uint64_t Global[3] = {1, 1, 1}, Local[3] = {0, 0, 0};
  uint32_t Rank;

public:
  template <class... Sizes>
  explicit items(uint64_t First, Sizes... More)
      : Global{First, static_cast<uint64_t>(More)...},
        Rank(1 + sizeof...(More)) {
    static_assert(sizeof...(More) < 3, "a kernel has up to three dimensions");
  }
  /// As many sizes as there are dimensions.
  template <class... Sizes>
  items in_groups(uint64_t First, Sizes... More) const {
    static_assert(sizeof...(More) < 3, "a kernel has up to three dimensions");
    items Out = *this;
    const uint64_t Sizes_[3] = {First, static_cast<uint64_t>(More)...};
    for (uint32_t I = 0; I < 3; ++I)
      Out.Local[I] = I <= sizeof...(More) ? Sizes_[I] : 1;
    return Out;
  }

  uint32_t rank() const { return Rank; }
  const uint64_t *global() const { return Global; }
  /// Null: they are chosen.
  const uint64_t *local() const { return Local[0] ? Local : nullptr; }
};

/// Elements that the kernel only reads.
template <class T>
twofold_kernel_argument in(const T *Data, std::size_t Count) {
  return {TWOFOLD_KERNEL_IN, 0, Data, Count * sizeof(T)};
}
/// Elements all of which it writes, and of which it reads none.
template <class T> twofold_kernel_argument out(T *Data, std::size_t Count) {
  static_assert(!std::is_const_v<T>, "a kernel cannot write constant elements");
  return {TWOFOLD_KERNEL_OUT, 0, Data, Count * sizeof(T)};
}
/// Elements that it reads, or of which it writes some.
template <class T> twofold_kernel_argument inout(T *Data, std::size_t Count) {
  static_assert(!std::is_const_v<T>, "a kernel cannot write constant elements");
  return {TWOFOLD_KERNEL_INOUT, 0, Data, Count * sizeof(T)};
}
/// Local memory of so many elements for each group.
template <class T> twofold_kernel_argument local(std::size_t Count) {
  return {TWOFOLD_KERNEL_LOCAL, 0, nullptr, Count * sizeof(T)};
}

/// A kernel of the program's. Copies are the same kernel; thread-safe.
class kernel {
  twofold_kernel_text *Text;

  static twofold_kernel_argument argument(const twofold_kernel_argument &A) {
    return A;
  }
  template <class T> static twofold_kernel_argument argument(const T &Value) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>,
                  "a kernel takes values, and ranges by twofold::in, out and "
                  "inout");
    return {TWOFOLD_KERNEL_VALUE, 0, &Value, sizeof(T)};
  }
  static void require(int Result) {
    if (Result == TWOFOLD_KERNEL_OK)
      return;
#if defined(__cpp_exceptions)
    throw kernel_error(Result);
#else
    std::fprintf(stderr, "twofold: %s\n", twofold_kernel_error());
    std::abort();
#endif
  }

public:
  /// Throws kernel_error; without exceptions, errors end the program.
  kernel(const char *Name, const char *Source,
         twofold_kernel_native Native = nullptr,
         const char *File = __builtin_FILE(), uint32_t Line = __builtin_LINE())
      : Text(twofold_kernel_from(Name, Source, Native, File, Line)) {
    require(Text ? TWOFOLD_KERNEL_OK : TWOFOLD_KERNEL_BAD_ARGUMENT);
  }

  /// One argument for each parameter; values are those of the parameter's type.
  /// Throws kernel_error.
  template <class... Args>
  void operator()(const items &Items, const Args &...Each) const {
    const twofold_kernel_argument All[sizeof...(Args) + 1] = {argument(Each)...,
                                                              {}};
    require(twofold_kernel_run(Text, Items.rank(), Items.global(),
                               Items.local(), All, sizeof...(Args)));
  }
};

} // namespace twofold

#endif
