// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/expressions.hpp - what is computed for each element --------===//
//
// An expression of slices is a tree of small values. It is used twice: outside
// a loop, to agree on a shape and to look for overlap; and, bound to the way in
// which memory is walked, inside, as plain numbers and pointers whose at(I, J)
// is element I, J. C++17 and later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_EXPRESSIONS_HPP
#define TWOFOLD_EXPRESSIONS_HPP

#include "lengths.hpp"
#include "overlap.hpp"

#include <type_traits>
#include <utility>

#pragma GCC system_header

namespace twofold {
namespace detail {

/// See statements.hpp.
template <class Update> struct kept;
template <class Update, class Left, class Mask, class X, std::size_t Rank>
void runThroughMemory(const Left &To, const Mask &If, const X &From,
                      const numbers<Rank> &Shape, unsigned Hazard);

template <class Update, class Left, class Mask, class X, std::size_t Rank>
void runLoop(const Left &To, const Mask &If, const X &From,
             const numbers<Rank> &Shape);

/// The base of all expressions, by which operators and functions find them.
struct any_expression {};

template <class E>
inline constexpr bool IsExpression =
    std::is_base_of_v<any_expression, std::decay_t<E>>;

/// A value that may stand beside a slice and is the same for all elements.
template <class S>
inline constexpr bool IsScalar =
    !IsExpression<S> && std::is_trivially_copyable_v<std::decay_t<S>> &&
    !std::is_array_v<std::remove_reference_t<S>> &&
    !std::is_pointer_v<std::decay_t<S>>;

/// An expression whose lengths are part of its type; see operators.hpp.
template <class E, class Lengths> struct sized;

/// Expressions without the lengths in their types.
template <class E> const E &plain(const E &X) { return X; }
template <class E, class Lengths> const E &plain(const sized<E, Lengths> &X) {
  return X;
}
template <class T, std::size_t Rank, std::ptrdiff_t... N>
const slice<T, Rank> &plain(const slice<T, Rank, lengths<N...>> &X) {
  return X;
}

/// A class of what loops are given: its objects are constant there, and nobody
/// looks at their addresses, so that the native variant has copies of them.
#if defined(__clang__)
#define TWOFOLD_VALUE [[clang::annotate("twofold.value")]]
#else
#define TWOFOLD_VALUE
#endif

/// How a loop walks through memory.
enum class walk {
  Flat,    ///< one index; all elements lie side by side
  Alike,   ///< likewise; neighbours in the last dimension, and all operands'
           ///< rows have the same strides
  Rows,    ///< the last index counts neighbours
  Upright, ///< to ask for: no operand's neighbours stand in its columns
  Strided  ///< any strides
};

/// What is known of the memory that an expression reads, without the elements'
/// types.
struct memory {
  std::uintptr_t First, Begin, End; ///< of element 0, ...; of all bytes
  std::ptrdiff_t Size;
};

template <std::size_t Rank>
memory memoryOf(const void *First, std::ptrdiff_t Size,
                const numbers<Rank> &Shape, const numbers<Rank> &Strides) {
  const auto At = reinterpret_cast<std::uintptr_t>(First);
  memory M{At, At, At + std::uintptr_t(Size), Size};
  for (std::size_t K = 0; K < Rank; ++K) {
    const std::ptrdiff_t Span = (Shape[K] - 1) * Strides[K] * Size;
    if (Span < 0)
      M.Begin += std::uintptr_t(Span);
    else
      M.End += std::uintptr_t(Span);
  }
  return M;
}

/// Where a statement writes. Its shape is the statement's, and not empty.
template <std::size_t Rank> struct target {
  memory Bytes;
  const numbers<Rank> &Shape, &Strides;
  bool Indirect; ///< the strides do not say which elements are written

  /// The hazards of reading bytes of any elements, in any order.
  unsigned hazardOfBytes(const memory &M) const {
    return M.Begin < Bytes.End && Bytes.Begin < M.End ? AnyOrder : NoHazard;
  }
  /// Whether elements that are read lie among each other as those written do.
  bool isLike(const numbers<Rank> &Read, std::ptrdiff_t Size) const {
    bool Like = !Indirect && Bytes.Size == Size;
    for (std::size_t K = 0; K < Rank; ++K)
      Like &= Strides[K] == Read[K];
    return Like;
  }
  /// The hazards of such elements: they are the same or share no byte.
  bool isApartOrSame(std::uintptr_t First) const {
    const std::uintptr_t Bound = Bytes.End - Bytes.Begin;
    return First == Bytes.First ||
           (First - Bytes.First >= Bound && Bytes.First - First >= Bound);
  }
  /// The hazards of reading element I where element I is written.
  template <std::size_t R>
  unsigned hazardOfElements(const memory &M, const numbers<R> &Read) const {
    if (M.End <= Bytes.Begin || Bytes.End <= M.Begin)
      return NoHazard;
    if constexpr (R == Rank) {
      if (Indirect)
        return AnyOrder;
      if (M.First == Bytes.First && M.Size == Bytes.Size && Read == Strides)
        return NoHazard;
      // Of copies: what is looked at out of line does not stay in registers.
      const memory To = Bytes, From = M;
      const numbers<Rank> All[] = {Strides, Read, Shape};
      return search(To, From, All);
    } else {
      return AnyOrder;
    }
  }

private:
  __attribute__((noinline, cold)) static unsigned
  search(const memory &To, const memory &From, const numbers<Rank> *All) {
    return hazardOf({To.First, To.Size, All[0].data()},
                    {From.First, From.Size, All[1].data()}, All[2].data(),
                    Rank);
  }
};

/// Sum of index times stride; the last stride is 1 where Rows.
template <std::size_t Rank, walk Walk> struct offsets {
  std::ptrdiff_t Stride;
  offsets<Rank - 1, Walk> Rest;
  template <class... Index>
  std::ptrdiff_t at(std::ptrdiff_t I, Index... J) const {
    return I * Stride + Rest.at(J...);
  }
};
template <> struct offsets<1, walk::Strided> {
  std::ptrdiff_t Stride;
  std::ptrdiff_t at(std::ptrdiff_t I) const { return I * Stride; }
};
template <> struct offsets<1, walk::Rows> {
  std::ptrdiff_t at(std::ptrdiff_t I) const { return I; }
};

template <walk Walk, std::size_t Rank, std::size_t From = 0>
auto offsetsOf(const numbers<Rank> &Strides) {
  constexpr std::size_t Left = Rank - From;
  if constexpr (Left == 1 && Walk == walk::Rows)
    return offsets<1, Walk>{};
  else if constexpr (Left == 1)
    return offsets<1, Walk>{Strides[From]};
  else
    return offsets<Left, Walk>{Strides[From],
                               offsetsOf<Walk, Rank, From + 1>(Strides)};
}

template <class T> struct TWOFOLD_VALUE flat_elements {
  T *Data;
  T &at(std::ptrdiff_t I) const { return Data[I]; }
  /// In rows, which have the same strides in all operands of a loop. Each
  /// writes the sum anew, so that nothing but the loop's variables is in a
  /// subscript.
  T &at(std::ptrdiff_t I, std::ptrdiff_t J, std::ptrdiff_t Step) const {
    return Data[I * Step + J];
  }
  T &at(std::ptrdiff_t I, std::ptrdiff_t J, std::ptrdiff_t K,
        std::ptrdiff_t Step, std::ptrdiff_t Small) const {
    return Data[I * Step + J * Small + K];
  }
};
template <class T, std::size_t Rank, walk Walk> struct TWOFOLD_VALUE elements {
  T *Data;
  offsets<Rank, Walk> Where;
  template <class... Index> T &at(Index... I) const {
    return Data[Where.at(I...)];
  }
};

template <walk Walk, class T, std::size_t Rank>
auto bindElements(T *Data, const numbers<Rank> &Strides) {
  if constexpr (Walk == walk::Flat)
    return flat_elements<T>{Data};
  else
    return elements<T, Rank, Walk>{Data, offsetsOf<Walk>(Strides)};
}

template <std::size_t Rank>
numbers<Rank> rowsFirst(const numbers<Rank> &Shape) {
  numbers<Rank> Strides{};
  std::ptrdiff_t Next = 1;
  for (std::size_t K = Rank; K-- > 0; Next *= Shape[K])
    Strides[K] = Next;
  return Strides;
}

/// Pointer, shape and strides: what slices look like in expressions.
template <class T, std::size_t Rank> struct view {
  using value_type = std::remove_cv_t<T>;
  static constexpr std::size_t rank = Rank;
  static constexpr bool Counts = false;
  static constexpr bool Cheap = true;
  static constexpr bool Brief = true; ///< a few instructions
  static constexpr bool Writable = !std::is_const_v<T>;
  T *Data;
  numbers<Rank> Shape, Strides;

  const numbers<Rank> &shape() const { return Shape; }

  template <std::size_t R>
  void requireShape(const numbers<R> &Wanted, place Where) const {
    static_assert(R == Rank,
                  "twofold: a slice of another rank than what it stands with");
    if constexpr (R == Rank)
      detail::requireShape(Wanted, Shape, Where);
  }
  /// Of a slice that is not empty. A dimension of one element has any stride.
  /// For Alike, with the strides that all operands have to have.
  template <std::size_t>
  bool fits(walk Walk, const std::ptrdiff_t *Common = nullptr) const {
    if (Walk == walk::Strided)
      return true;
    if (Walk == walk::Upright)
      return !standsInColumns();
    bool Fits = Strides[Rank - 1] == 1 || Shape[Rank - 1] == 1;
    if (Walk == walk::Flat) {
      std::ptrdiff_t Next = 1;
      for (std::size_t K = Rank - 1; K > 0; --K) {
        Next *= Shape[K];
        Fits &= Strides[K - 1] == Next || Shape[K - 1] == 1;
      }
    }
    if (Walk == walk::Alike)
      for (std::size_t K = 0; K + 1 < Rank; ++K)
        Fits &= Strides[K] == Common[K] || Shape[K] == 1;
    return Fits;
  }
  template <std::size_t R>
  __attribute__((always_inline)) unsigned
  hazards(const target<R> &Target) const {
    if constexpr (R == Rank) { // first what is quickly seen
      if (Target.isLike(Strides, sizeof(T)) &&
          Target.isApartOrSame(reinterpret_cast<std::uintptr_t>(Data)))
        return NoHazard;
    }
    return Target.hazardOfElements(bytes(), Strides);
  }
  template <walk Walk> auto bind(const numbers<Rank> *Turned) const {
    return bindAs<const T, Walk>(Turned);
  }

  memory bytes() const { return memoryOf(Data, sizeof(T), Shape, Strides); }
  /// As the left side of a statement.
  target<Rank> asTarget() const { return {bytes(), Shape, Strides, false}; }
  unsigned ownHazards(const target<Rank> &) const { return NoHazard; }
  template <walk Walk> auto bindTarget(const numbers<Rank> *Turned) const {
    return bindAs<T, Walk>(Turned);
  }
  template <class Update, class Mask, class X>
  __attribute__((always_inline)) void run(const Mask &If, const X &From,
                                          const numbers<Rank> &S) const {
    using V = typename X::value_type;
    // What the language leaves undefined may not happen in vain.
    constexpr bool Cheap = Mask::Cheap && X::Cheap && std::is_arithmetic_v<T> &&
                           (std::is_floating_point_v<T> ||
                            (!Update::Reads && !std::is_floating_point_v<V>));
    if constexpr (Cheap)
      runLoop<kept<Update>>(*this, If, From, S);
    else
      runLoop<Update>(*this, If, From, S);
  }
  template <class Update, class Mask, class X>
  void runSafely(const Mask &If, const X &From, const numbers<Rank> &S,
                 unsigned Hazard) const {
    runThroughMemory<Update>(*this, If, From, S, Hazard);
  }

private:
  bool standsInColumns() const {
    if constexpr (Rank == 2) {
      const auto far = [](std::ptrdiff_t Stride) {
        return Stride < 0 ? -Stride : Stride;
      };
      return Strides[0] != 0 && far(Strides[0]) < far(Strides[1]) &&
             Shape[0] > 1 && Shape[1] > 1;
    }
    return false;
  }
  template <class U, walk Walk> auto bindAs(const numbers<Rank> *Turned) const {
    U *First = Data;
    numbers<Rank> Steps = Strides;
    if (Turned)
      for (std::size_t K = 0; K < Rank; ++K) {
        First += (Shape[K] - 1) * Strides[K];
        Steps[K] = -Strides[K];
      }
    return bindElements<Walk>(First, Steps);
  }
};

/// What stands beside slices of any shape and reads no memory.
struct shapeless {
  static constexpr std::size_t rank = 0;
  static constexpr bool Counts = false; ///< uses the index itself

  template <std::size_t Rank>
  void requireShape(const numbers<Rank> &, place) const {}
  template <std::size_t>
  bool fits(walk, const std::ptrdiff_t * = nullptr) const {
    return true;
  }
  template <std::size_t Rank> unsigned hazards(const target<Rank> &) const {
    return NoHazard;
  }
};

/// The same value for each element, where a loop runs.
template <class T> struct TWOFOLD_VALUE constant {
  T Value;
  template <class... Index> T at(Index...) const { return Value; }
};

/// The same value for each element.
template <class T> struct scalar : shapeless {
  using value_type = T;
  static constexpr bool Cheap = true; ///< may be evaluated in vain
  static constexpr bool Brief = true;
  T Value;

  explicit scalar(const T &Value) : Value(Value) {}
  template <walk, std::size_t Rank> auto bind(const numbers<Rank> *) const {
    return constant<T>{Value};
  }
};

/// Element I of dimension D is I.
template <std::size_t D> struct TWOFOLD_VALUE counted {
  std::ptrdiff_t Start, Step;
  template <class... Index> std::ptrdiff_t at(Index... I) const {
    return Start + Step * nth<D>(I...);
  }
  template <std::size_t K, class... Rest>
  static std::ptrdiff_t nth(std::ptrdiff_t I, Rest... J) {
    if constexpr (K == 0)
      return I;
    else
      return nth<K - 1>(J...);
  }
};

} // namespace detail
} // namespace twofold

#endif
