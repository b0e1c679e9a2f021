// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/sections.hpp - shapes and strides of array sections --------===//
//
// What of a slice does not depend on its elements' type: its shape and strides,
// how mistakes in them are reported, and whether two sections share memory.
// C++17 and later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_SECTIONS_HPP
#define TWOFOLD_SECTIONS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <type_traits>

#pragma GCC system_header

namespace twofold {

/// Shapes that do not agree, parts that a slice does not have, lengths that
/// overflow. Thrown before anything was written; without exceptions what() is
/// printed on stderr and the program ends by abort().
class slice_error : public std::invalid_argument {
  const char *File;
  unsigned Line, Column;

public:
  slice_error(const std::string &What, const char *File, unsigned Line,
              unsigned Column)
      : std::invalid_argument(What), File(File), Line(Line), Column(Column) {}

  /// The place of the expression; the column is 0 where it is not known.
  const char *file() const noexcept { return File; }
  unsigned line() const noexcept { return Line; }
  unsigned column() const noexcept { return Column; }
};

/// Elements Start, Start + Stride, ... of a dimension, Length of them.
struct section {
  std::ptrdiff_t Start, Length, Stride = 1;
};

namespace detail {

/// A place of the program, as a default argument: that of the call. Line 0: not
/// known.
struct place {
  const char *File;
  unsigned Line, Column;

  // Numbers in braces make no place: they stand for lengths or strides.
#if defined(__clang__)
  template <
      class Text = const char *,
      std::enable_if_t<std::is_convertible_v<Text, const char *>, int> = 0>
  explicit constexpr place(Text File = __builtin_FILE(),
                           unsigned Line = __builtin_LINE(),
                           unsigned Column = __builtin_COLUMN())
      : File(File), Line(Line), Column(Column) {}
#else
  template <
      class Text = const char *,
      std::enable_if_t<std::is_convertible_v<Text, const char *>, int> = 0>
  explicit constexpr place(Text File = __builtin_FILE(),
                           unsigned Line = __builtin_LINE(),
                           unsigned Column = 0)
      : File(File), Line(Line), Column(Column) {}
#endif
};

[[noreturn]] __attribute__((noinline, cold)) inline void
fail(place Where, const std::string &What) {
  std::string Text = What;
  if (Where.Line)
    Text = Where.File + (":" + std::to_string(Where.Line)) + ": " + What;
#if defined(__cpp_exceptions)
  throw slice_error(Text, Where.File, Where.Line, Where.Column);
#else
  std::fprintf(stderr, "%s\n", Text.c_str());
  std::abort();
#endif
}

inline std::string text(const std::ptrdiff_t *Numbers, std::size_t Rank) {
  std::string Text = "[";
  for (std::size_t K = 0; K < Rank; ++K)
    Text += (K ? ", " : "") + std::to_string(Numbers[K]);
  return Text + "]";
}

template <std::size_t Rank> using numbers = std::array<std::ptrdiff_t, Rank>;

// What is out of line gets copies: slices whose address nobody has stay in
// registers.
template <std::size_t Rank>
[[noreturn]] __attribute__((noinline, cold)) void
failShapes(place Where, numbers<Rank> Left, numbers<Rank> Right) {
  fail(Where, "slices of shapes " + text(Left.data(), Rank) + " and " +
                  text(Right.data(), Rank) + " do not agree");
}

template <std::size_t Rank>
void requireShape(const numbers<Rank> &Left, const numbers<Rank> &Right,
                  place Where) {
  bool Same = true;
  for (std::size_t K = 0; K < Rank; ++K)
    Same &= Left[K] == Right[K];
  if (!Same)
    failShapes(Where, Left, Right);
}

/// Reports a length or an index that std::ptrdiff_t does not hold.
template <class N>
inline constexpr bool IsCut = std::is_floating_point_v<N> ||
                              (!std::is_class_v<N> && !std::is_array_v<N> &&
                               sizeof(N) > sizeof(std::ptrdiff_t));

/// A length or an index, of any type that does not have to be cut.
struct integer {
  std::ptrdiff_t Value;
  template <class N>
  constexpr integer(const N &Value)
      : Value(static_cast<std::ptrdiff_t>(Value)) {
    static_assert(
        !IsCut<N>,
        "twofold: lengths and indices are integers of 64 bits at most");
  }
  constexpr operator std::ptrdiff_t() const { return Value; }
};

/// Lengths are not negative, and the bytes from the first element to the last
/// can be counted in std::ptrdiff_t, as can the elements.
inline bool isCountable(const std::ptrdiff_t *Shape,
                        const std::ptrdiff_t *Strides, std::size_t Rank,
                        std::size_t Size) {
  std::ptrdiff_t Most = PTRDIFF_MAX / std::ptrdiff_t(Size), Span = 1, All = 1;
  for (std::size_t K = 0; K < Rank; ++K)
    if (Shape[K] < 0)
      return false;
  for (std::size_t K = 0; K < Rank; ++K)
    if (Shape[K] == 0)
      return true;
  for (std::size_t K = 0; K < Rank; ++K) {
    std::ptrdiff_t Part;
    if (Strides[K] == PTRDIFF_MIN ||
        __builtin_mul_overflow(
            Shape[K] - 1, Strides[K] < 0 ? -Strides[K] : Strides[K], &Part) ||
        __builtin_add_overflow(Span, Part, &Span) || Span > Most ||
        __builtin_mul_overflow(All, Shape[K], &All) || All > Most)
      return false;
  }
  return true;
}

/// The strides of a slice without gaps. False: its bytes cannot be counted, or
/// it has no elements and strides that do not matter.
template <std::size_t Rank>
bool setRowsFirst(const numbers<Rank> &Shape, numbers<Rank> &Strides,
                  std::size_t Size) {
  std::ptrdiff_t Next = 1, Most = PTRDIFF_MAX / std::ptrdiff_t(Size);
  bool Fits = true;
  for (std::size_t K = Rank; K-- > 0;) {
    Strides[K] = Next;
    Fits &= Shape[K] >= 0;
    if (__builtin_mul_overflow(Next, Shape[K], &Next) || Next > Most) {
      Fits = false;
      Next = PTRDIFF_MAX; // with which no slice can exist
    }
  }
  return Fits;
}

template <std::size_t Rank>
__attribute__((noinline, cold)) void
requireCountable(numbers<Rank> Shape, numbers<Rank> Strides, std::size_t Size,
                 place Where) {
  if (!isCountable(Shape.data(), Strides.data(), Rank, Size))
    fail(Where, "a slice of shape " + text(Shape.data(), Rank) +
                    " and strides " + text(Strides.data(), Rank) +
                    " cannot exist");
}

/// Whether the section lies in a dimension of All elements.
constexpr bool isPart(std::ptrdiff_t Start, std::ptrdiff_t Length,
                      std::ptrdiff_t Stride, std::ptrdiff_t All) {
  if (Length == 0)
    return Start >= 0 && Start <= All;
  std::ptrdiff_t Last = 0;
  return Length > 0 && Start >= 0 && Start < All &&
         (Stride != 0 || Length == 1) &&
         !__builtin_mul_overflow(Length - 1, Stride, &Last) &&
         !__builtin_add_overflow(Start, Last, &Last) && Last >= 0 && Last < All;
}

__attribute__((noinline)) inline void
requireStrided(std::ptrdiff_t Start, std::ptrdiff_t Length,
               std::ptrdiff_t Stride, std::ptrdiff_t All, place Where) {
  if (!isPart(Start, Length, Stride, All))
    fail(Where, "elements " + std::to_string(Start) + " : " +
                    std::to_string(Length) + " : " + std::to_string(Stride) +
                    " of " + std::to_string(All) + " do not exist");
}
__attribute__((always_inline)) inline void
requirePart(const section &Part, std::ptrdiff_t All, place Where) {
  const bool Found = Part.Stride == 1 && Part.Start >= 0 && Part.Length >= 0 &&
                     Part.Start <= All && Part.Length <= All - Part.Start;
  if (!Found)
    requireStrided(Part.Start, Part.Length, Part.Stride, All, Where);
}

inline void requireIndex(std::ptrdiff_t I, std::ptrdiff_t Length, place Where) {
  if (I < 0 || I >= Length)
    fail(Where, "element " + std::to_string(I) + " of " +
                    std::to_string(Length) + " does not exist");
}

} // namespace detail
} // namespace twofold

#endif
