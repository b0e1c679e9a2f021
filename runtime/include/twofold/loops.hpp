// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/loops.hpp - the loops of statements on slices --------------===//
//
// What happens to each element, and the annotated loops over all of them: one
// for each way to walk through memory and each number of indices. C++17 and
// later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_LOOPS_HPP
#define TWOFOLD_LOOPS_HPP

#include "operators.hpp"

#include <tuple>

#pragma GCC system_header

namespace twofold {
namespace detail {

struct store {
  static constexpr bool Reads = false;
  template <class T, class V> static void to(T &Element, V Value) {
    Element = static_cast<T>(Value);
  }
};
#define TWOFOLD_UPDATE(Name, Operator)                                         \
  struct Name {                                                                \
    static constexpr bool Reads = true;                                        \
    template <class T, class V> static void to(T &Element, V Value) {          \
      Element = static_cast<T>(Element Operator Value);                        \
    }                                                                          \
  };
TWOFOLD_UPDATE(update_plus, +)
TWOFOLD_UPDATE(update_minus, -)
TWOFOLD_UPDATE(update_times, *)
TWOFOLD_UPDATE(update_divides, /)
TWOFOLD_UPDATE(update_modulus, %)
TWOFOLD_UPDATE(update_and, &)
TWOFOLD_UPDATE(update_or, |)
TWOFOLD_UPDATE(update_xor, ^)
TWOFOLD_UPDATE(update_left, <<)
TWOFOLD_UPDATE(update_right, >>)
#undef TWOFOLD_UPDATE
/// Declares all updates, each by TWOFOLD_UPDATE(operator, name).
#define TWOFOLD_UPDATES                                                        \
  TWOFOLD_UPDATE(+=, update_plus)                                              \
  TWOFOLD_UPDATE(-=, update_minus)                                             \
  TWOFOLD_UPDATE(*=, update_times)                                             \
  TWOFOLD_UPDATE(/=, update_divides)                                           \
  TWOFOLD_UPDATE(%=, update_modulus)                                           \
  TWOFOLD_UPDATE(&=, update_and)                                               \
  TWOFOLD_UPDATE(|=, update_or)                                                \
  TWOFOLD_UPDATE(^=, update_xor)                                               \
  TWOFOLD_UPDATE(<<=, update_left)                                             \
  TWOFOLD_UPDATE(>>=, update_right)

/// An element whose mask is false keeps its value, by being assigned it.
/// Nothing in the loop depends on a branch then; the statement has the whole
/// section to itself.
template <class Update> struct kept {
  template <class T, class M, class V>
  static void to(T &Element, M Mask, V Value) {
    const T Old = Element;
    T New = Old;
    Update::to(New, Value);
    Element = bool(Mask) ? New : Old;
  }
};
template <class Update> inline constexpr bool Keeps = false;
template <class Update> inline constexpr bool Keeps<kept<Update>> = true;

/// The mask of statements that have none.
struct everywhere : shapeless {
  static constexpr bool Cheap = false;
  static constexpr bool Brief = true;
  everywhere() = default;
  /// As a passage of a mask.
  template <std::size_t Rank> explicit everywhere(const numbers<Rank> &) {}
  template <walk, std::size_t Rank> auto bind(const numbers<Rank> *) const {
    return *this;
  }
  template <class... Index> bool at(Index...) const { return true; }
};

/// Values before the place that they go to, as in an assignment: addresses that
/// are known too early would cost the compiler registers and interleaving.
template <class Update, class Out, class Mask, class X, class... Index>
void storeAt(const Out &To, const Mask &If, const X &From, Index... I) {
  if constexpr (std::is_same_v<Mask, everywhere>) {
    const auto Value = From.at(I...);
    Update::to(To.at(I...), Value);
  } else if constexpr (Keeps<Update>) {
    const bool Chosen = bool(If.at(I...));
    const auto Value = From.at(I...);
    Update::to(To.at(I...), Chosen, Value);
  } else {
    if (If.at(I...)) {
      const auto Value = From.at(I...);
      Update::to(To.at(I...), Value);
    }
  }
}

/// The indices of an element behind the first one, which is fixed.
template <class X> struct TWOFOLD_VALUE fixed {
  X All;
  std::ptrdiff_t First;
  template <class... Index> decltype(auto) at(Index... I) const {
    return All.at(First, I...);
  }
};
template <class X> auto fix(const X &All, std::ptrdiff_t First) {
  if constexpr (std::is_same_v<X, everywhere>)
    return All;
  else
    return fixed<X>{All, First};
}

// The annotated loops: one for each number of indices. Not inlined, so that
// what comes before them is. Independent, because statements say what an index
// means that comes twice.
template <class Update, class Out, class Mask, class X>
__attribute__((always_inline)) inline void
eachElement(const Out To, const Mask If, const X From, std::ptrdiff_t N0) {
#pragma twofold parallel for independent
  for (std::ptrdiff_t I = 0; I < N0; ++I)
    storeAt<Update>(To, If, From, I);
}
template <class Update, class Out, class Mask, class X>
__attribute__((noinline)) void eachElement(const Out To, const Mask If,
                                           const X From, std::ptrdiff_t N0,
                                           std::ptrdiff_t N1) {
#pragma twofold parallel for collapse(2) independent
  for (std::ptrdiff_t I = 0; I < N0; ++I)
    for (std::ptrdiff_t J = 0; J < N1; ++J)
      storeAt<Update>(To, If, From, I, J);
}
template <class Update, class Out, class Mask, class X>
__attribute__((noinline)) void
eachElement(const Out To, const Mask If, const X From, std::ptrdiff_t N0,
            std::ptrdiff_t N1, std::ptrdiff_t N2) {
#pragma twofold parallel for collapse(3) independent
  for (std::ptrdiff_t I = 0; I < N0; ++I)
    for (std::ptrdiff_t J = 0; J < N1; ++J)
      for (std::ptrdiff_t K = 0; K < N2; ++K)
        storeAt<Update>(To, If, From, I, J, K);
}
/// Of two dimensions where some operands' neighbours stand in rows and others'
/// in columns: a few rows at once, so that what was read for one element is
/// still near when its neighbour's turn comes. All whole blocks from row First
/// on: without a condition the loop is known to write all that it may write. A
/// block stays a loop: all rows of vectors of columns would be gathers.
template <std::ptrdiff_t Rows, class Update, class Out, class Mask, class X>
__attribute__((noinline)) void
eachInBlocks(const Out To, const Mask If, const X From, std::ptrdiff_t First,
             std::ptrdiff_t Blocks, std::ptrdiff_t N1) {
#pragma twofold parallel for collapse(2)
  for (std::ptrdiff_t B = 0; B < Blocks; ++B)
    for (std::ptrdiff_t J = 0; J < N1; ++J)
#if defined(__clang__)
#pragma clang loop vectorize(disable) unroll(disable)
#endif
      for (std::ptrdiff_t K = 0; K < Rows; ++K)
        storeAt<Update>(To, If, From, First + B * Rows + K, J);
}
/// The same where all operands have the same strides.
template <class Update, class Out, class Mask, class X>
__attribute__((noinline)) void
eachAlike(const Out To, const Mask If, const X From, const numbers<2> &Strides,
          std::ptrdiff_t N0, std::ptrdiff_t N1) {
  const std::ptrdiff_t Step = Strides[0];
#pragma twofold parallel for collapse(2)
  for (std::ptrdiff_t I = 0; I < N0; ++I)
    for (std::ptrdiff_t J = 0; J < N1; ++J)
      storeAt<Update>(To, If, From, I, J, Step);
}
template <class Update, class Out, class Mask, class X>
__attribute__((noinline)) void
eachAlike(const Out To, const Mask If, const X From, const numbers<3> &Strides,
          std::ptrdiff_t N0, std::ptrdiff_t N1, std::ptrdiff_t N2) {
  const std::ptrdiff_t Step = Strides[0], Small = Strides[1];
#pragma twofold parallel for collapse(3)
  for (std::ptrdiff_t I = 0; I < N0; ++I)
    for (std::ptrdiff_t J = 0; J < N1; ++J)
      for (std::ptrdiff_t K = 0; K < N2; ++K)
        storeAt<Update>(To, If, From, I, J, K, Step, Small);
}
/// Further dimensions are walked through outside of the loop.
template <class Update, class Out, class Mask, class X, class... More>
void eachElement(const Out To, const Mask If, const X From, std::ptrdiff_t N0,
                 std::ptrdiff_t N1, std::ptrdiff_t N2, std::ptrdiff_t N3,
                 More... Rest) {
  for (std::ptrdiff_t I = 0; I < N0; ++I)
    eachElement<Update>(fix(To, I), fix(If, I), fix(From, I), N1, N2, N3,
                        Rest...);
}

/// The same on the calling thread, by index.
template <class Update, class Out, class Mask, class X, std::size_t Rank,
          class... Index>
void inOrder(const Out &To, const Mask &If, const X &From,
             const numbers<Rank> &Shape, Index... I) {
  if constexpr (sizeof...(I) == Rank) {
    storeAt<Update>(To, If, From, I...);
  } else {
    for (std::ptrdiff_t J = 0; J < Shape[sizeof...(I)]; ++J)
      inOrder<Update>(To, If, From, Shape, I..., J);
  }
}

template <std::size_t Rank> std::ptrdiff_t countOf(const numbers<Rank> &Shape) {
  std::ptrdiff_t Count = 1;
  for (std::size_t K = 0; K < Rank; ++K)
    Count *= Shape[K];
  return Count;
}

/// Calls Each(bound operands..., lengths...) for the operands' best walk.
/// Before a walk that needs all indices, Other() may do it.
template <std::size_t Rank, class Body, class Instead, class... X>
__attribute__((always_inline)) inline void
walkOr(const numbers<Rank> &Shape, const Instead &Other, const Body &Each,
       const X &...All) {
  constexpr const numbers<Rank> *Straight = nullptr;
  if constexpr (Rank == 1 || !(X::Counts || ...)) {
    if ((All.template fits<Rank>(walk::Flat) && ...))
      return Each(All.template bind<walk::Flat>(Straight)..., countOf(Shape));
  }
  if (Other())
    return;
  auto withLengths = [&](const auto &...Bound) {
    std::apply([&](auto... N) { Each(Bound..., N...); }, Shape);
  };
  if constexpr (Rank > 1) {
    if ((All.template fits<Rank>(walk::Rows) && ...))
      return withLengths(All.template bind<walk::Rows>(Straight)...);
  }
  withLengths(All.template bind<walk::Strided>(Straight)...);
}
template <std::size_t Rank, class Body, class... X>
__attribute__((always_inline)) inline void
walkThrough(const numbers<Rank> &Shape, const Body &Each, const X &...All) {
  walkOr(Shape, [] { return false; }, Each, All...);
}

} // namespace detail
} // namespace twofold

#endif
