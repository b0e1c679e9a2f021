// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/array.hpp - an array in pages of its own -------------------===//
//
//   twofold::array<float> a(n), b(n);      // n elements, all zero
//   #pragma twofold parallel for
//   for (std::size_t i = 0; i < a.size(); ++i)
//     a[i] = 2 * b[i];
//
// The memory is that of twofold_alloc. Loops know an array's extent. C++17 and
// later; needs the runtime library.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_ARRAY_HPP
#define TWOFOLD_ARRAY_HPP

#include "twofold.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace twofold {

/// Owns a number of elements that is fixed when it is made. Not thread-safe, as
/// the standard's containers; elements may be used by several threads at once.
template <class T> class array {
  static_assert(std::is_trivially_copyable_v<T> &&
                    std::is_trivially_destructible_v<T>,
                "elements are copied byte by byte, to devices and back");
  static_assert(!std::is_const_v<T> && !std::is_volatile_v<T>,
                "the array may be const, not its elements");
  static_assert(alignof(T) <= 4096, "memory is aligned to a page");

  T *First = nullptr;
  std::size_t Count = 0;

  /// Zeroed memory for a constructor: throws before there is anything to
  /// free.
  void take(std::size_t Elements) {
    if (Elements > std::size_t(PTRDIFF_MAX) / sizeof(T))
      failure<std::bad_array_new_length>();
    if (Elements == 0)
      return;
    First = static_cast<T *>(twofold_alloc(Elements * sizeof(T)));
    if (!First)
      failure<std::bad_alloc>();
    Count = Elements;
  }

  /// Makes elements where zero bytes are not what T() is, or are no object.
  template <class Source> void construct(Source At) {
    for (std::size_t I = 0; I < Count; ++I)
      ::new (static_cast<void *>(First + I)) T(At(I));
  }

  template <class Exception, class... Arguments>
  [[noreturn]] static void failure(Arguments... What) {
#if defined(__cpp_exceptions)
    throw Exception(What...);
#else
    (static_cast<void>(What), ...);
    std::abort();
#endif
  }

  /// Instantiates data() and size() with each use of an element, so that the
  /// plugin can ask for the extent.
  void known() const noexcept {
    static_cast<void>(data());
    static_cast<void>(size());
  }

public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T &;
  using const_reference = const T &;
  using pointer = T *;
  using const_pointer = const T *;
  using iterator = T *;
  using const_iterator = const T *;

  array() noexcept = default;
  /// Elements are T(): zero for numbers, whose pages are not touched yet.
  /// Throws std::bad_alloc, as the other constructors do.
  explicit array(std::size_t Elements) {
    take(Elements);
    if constexpr (!std::is_scalar_v<T> || std::is_member_pointer_v<T>)
      construct([](std::size_t) { return T(); });
  }
  array(std::size_t Elements, const T &Value) {
    take(Elements);
    construct([&](std::size_t) -> const T & { return Value; });
  }
  array(std::initializer_list<T> Values) {
    take(Values.size());
    construct([&](std::size_t I) -> const T & { return Values.begin()[I]; });
  }
  /// Copying is explicit.
  explicit array(const array &Other) {
    take(Other.Count);
    construct([&](std::size_t I) -> const T & { return Other.First[I]; });
  }
  array(array &&Other) noexcept
      : First(std::exchange(Other.First, nullptr)),
        Count(std::exchange(Other.Count, 0)) {}
  array &operator=(const array &) = delete;
  array &operator=(array &&Other) noexcept {
    array(std::move(Other)).swap(*this);
    return *this;
  }
  ~array() { twofold_free(First); }

  T *data() noexcept { return First; }
  const T *data() const noexcept { return First; }
  std::size_t size() const noexcept { return Count; }
  bool empty() const noexcept { return Count == 0; }

  T &operator[](std::size_t I) noexcept {
    known();
    return First[I];
  }
  const T &operator[](std::size_t I) const noexcept {
    known();
    return First[I];
  }
  /// Throws std::out_of_range.
  T &at(std::size_t I) {
    if (I >= Count)
      failure<std::out_of_range>("twofold::array: the index is out of range");
    return First[I];
  }
  const T &at(std::size_t I) const {
    if (I >= Count)
      failure<std::out_of_range>("twofold::array: the index is out of range");
    return First[I];
  }

  T *begin() noexcept { return First; }
  T *end() noexcept { return First + Count; }
  const T *begin() const noexcept { return First; }
  const T *end() const noexcept { return First + Count; }
  const T *cbegin() const noexcept { return First; }
  const T *cend() const noexcept { return First + Count; }

  void swap(array &Other) noexcept {
    std::swap(First, Other.First);
    std::swap(Count, Other.Count);
  }
  friend void swap(array &Left, array &Right) noexcept { Left.swap(Right); }
};

} // namespace twofold

#endif
