// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/statements.hpp - the loops behind assignments of slices ----===//
//
// An assignment agrees on a shape, looks for overlap, picks the way to walk
// through memory and runs one annotated loop. Where what is read shares memory
// with what is written in another order, short sections are assigned in an
// order that reads everything in time, if there is one; otherwise the right
// side goes through memory of its own. C++17 and later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_STATEMENTS_HPP
#define TWOFOLD_STATEMENTS_HPP

#include "operators.hpp"

#include <memory>
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
/// All of them, once TWOFOLD_UPDATE(operator, name) says what to declare.
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

/// The mask of statements without one.
struct everywhere : shapeless {
  static constexpr bool Cheap = false;
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

/// What is left of an element's indices when the first one is fixed.
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
// what comes before them is.
template <class Update, class Out, class Mask, class X>
__attribute__((always_inline)) inline void
eachElement(const Out To, const Mask If, const X From, std::ptrdiff_t N0) {
#pragma twofold parallel for
  for (std::ptrdiff_t I = 0; I < N0; ++I)
    storeAt<Update>(To, If, From, I);
}
template <class Update, class Out, class Mask, class X>
__attribute__((noinline)) void eachElement(const Out To, const Mask If,
                                           const X From, std::ptrdiff_t N0,
                                           std::ptrdiff_t N1) {
#pragma twofold parallel for collapse(2)
  for (std::ptrdiff_t I = 0; I < N0; ++I)
    for (std::ptrdiff_t J = 0; J < N1; ++J)
      storeAt<Update>(To, If, From, I, J);
}
template <class Update, class Out, class Mask, class X>
__attribute__((noinline)) void
eachElement(const Out To, const Mask If, const X From, std::ptrdiff_t N0,
            std::ptrdiff_t N1, std::ptrdiff_t N2) {
#pragma twofold parallel for collapse(3)
  for (std::ptrdiff_t I = 0; I < N0; ++I)
    for (std::ptrdiff_t J = 0; J < N1; ++J)
      for (std::ptrdiff_t K = 0; K < N2; ++K)
        storeAt<Update>(To, If, From, I, J, K);
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
      storeAt<Update>(To, If, From, I * Step + J);
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
        storeAt<Update>(To, If, From, I * Step + J * Small + K);
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

/// The same on this thread, by index.
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

/// The left side, as an operand that is written.
template <class Left> struct written {
  static constexpr bool Counts = Left::Counts;
  const Left &To;
  template <std::size_t Rank>
  bool fits(walk Walk, const std::ptrdiff_t *Common = nullptr) const {
    return To.template fits<Rank>(Walk, Common);
  }
  template <walk Walk, std::size_t Rank>
  auto bind(const numbers<Rank> *Turned) const {
    return To.template bindTarget<Walk>(Turned);
  }
};

template <class> inline constexpr bool IsView = false;
template <class T, std::size_t Rank>
inline constexpr bool IsView<view<T, Rank>> = true;

template <class Update, class Left, class Mask, class X, std::size_t Rank>
__attribute__((always_inline)) inline void
runLoop(const Left &To, const Mask &If, const X &From,
        const numbers<Rank> &Shape) {
  const auto Alike = [&] {
    constexpr bool Counts = Left::Counts || Mask::Counts || X::Counts;
    if constexpr (IsView<Left> && !Counts && (Rank == 2 || Rank == 3)) {
      const std::ptrdiff_t *Common = To.Strides.data();
      constexpr const numbers<Rank> *Straight = nullptr;
      if (To.template fits<Rank>(walk::Alike, Common) &&
          If.template fits<Rank>(walk::Alike, Common) &&
          From.template fits<Rank>(walk::Alike, Common)) {
        std::apply(
            [&](auto... N) {
              eachAlike<Update>(To.template bindTarget<walk::Flat>(Straight),
                                If.template bind<walk::Flat>(Straight),
                                From.template bind<walk::Flat>(Straight),
                                To.Strides, N...);
            },
            Shape);
        return true;
      }
    }
    return false;
  };
  walkOr(
      Shape, Alike,
      [](const auto &Out, const auto &Where, const auto &In, auto... N) {
        eachElement<Update>(Out, Where, In, N...);
      },
      written<Left>{To}, If, From);
}

/// An operand from one of its rows on, as part of a loop.
template <class X> struct TWOFOLD_VALUE shifted {
  X All;
  std::ptrdiff_t Start;
  template <class... Index>
  decltype(auto) at(std::ptrdiff_t I, Index... J) const {
    return All.at(Start + I, J...);
  }
};
/// An operand from one of its rows on: elements of dimension 0 or, walked
/// through by one index, all elements.
template <class X> struct part {
  static constexpr bool Counts = X::Counts;
  const X &All;
  std::ptrdiff_t Rows, Elements;
  template <std::size_t Rank>
  bool fits(walk Walk, const std::ptrdiff_t *Common = nullptr) const {
    return All.template fits<Rank>(Walk, Common);
  }
  template <walk Walk, std::size_t Rank>
  auto bind(const numbers<Rank> *Turned) const {
    auto Bound = All.template bind<Walk>(Turned);
    if constexpr (std::is_same_v<X, everywhere>)
      return Bound;
    else
      return shifted<decltype(Bound)>{Bound,
                                      Walk == walk::Flat ? Elements : Rows};
  }
};

/// Memory that a right side goes through.
template <class T, std::size_t Rank> class passage {
  std::unique_ptr<T[]> Memory;

public:
  view<T, Rank> Elements;
  explicit passage(const numbers<Rank> &Shape)
      : Memory(new T[std::size_t(countOf(Shape))]),
        Elements{Memory.get(), Shape, rowsFirst(Shape)} {}
};

template <class Update, class Out, class Mask, class X, std::size_t Rank>
void runPart(const Out &To, const Mask &If, const X &From,
             const numbers<Rank> &Shape) {
  walkThrough(
      Shape,
      [](const auto &Target, const auto &Where, const auto &In, auto... N) {
        eachElement<Update>(Target, Where, In, N...);
      },
      To, If, From);
}

/// The right side is read before anything is written that it shares. Where the
/// elements have an order that reads everything in time, blocks of rows follow
/// each other in it, and the memory is that of a block: as much as the caches
/// hold, and no pages that are new for each statement.
template <class Update, class Left, class Mask, class X, std::size_t Rank>
void runThroughMemory(const Left &To, const Mask &If, const X &From,
                      const numbers<Rank> &Shape, unsigned Hazard) {
  constexpr std::ptrdiff_t Short = 1 << 15, Block = 1 << 20;
  const std::ptrdiff_t Count = countOf(Shape), Row = Count / Shape[0];
  if (Hazard != AnyOrder && Count <= Short) {
    const numbers<Rank> *Turned = Hazard & FirstToLast ? &Shape : nullptr;
    inOrder<Update>(To.template bindTarget<walk::Strided>(Turned),
                    If.template bind<walk::Strided>(Turned),
                    From.template bind<walk::Strided>(Turned), Shape);
    return;
  }
  numbers<Rank> Rows = Shape;
  if (Hazard != AnyOrder && Count > Block)
    Rows[0] = Row < Block ? Block / Row : 1;
  using V = std::conditional_t<Update::Reads, typename X::value_type,
                               typename Left::value_type>;
  passage<V, Rank> Values(Rows);
  std::conditional_t<std::is_same_v<Mask, everywhere>, everywhere,
                     passage<bool, Rank>>
      Chosen(Rows);
  const written<Left> Whole{To};
  for (std::ptrdiff_t Done = 0; Done < Shape[0]; Done += Rows[0]) {
    numbers<Rank> Now = Rows;
    if (Shape[0] - Done < Rows[0])
      Now[0] = Shape[0] - Done;
    const std::ptrdiff_t Start =
        Hazard & FirstToLast ? Shape[0] - Done - Now[0] : Done;
    const part<written<Left>> Out{Whole, Start, Start * Row};
    const part<Mask> Where{If, Start, Start * Row};
    const part<X> In{From, Start, Start * Row};
    const written<view<V, Rank>> Kept{Values.Elements};
    if constexpr (std::is_same_v<Mask, everywhere>) {
      runPart<store>(Kept, Where, In, Now);
      runPart<Update>(Out, Where, Values.Elements, Now);
    } else {
      const written<view<bool, Rank>> Mark{Chosen.Elements};
      runPart<store>(Mark, everywhere(), Where, Now);
      runPart<store>(Kept, Chosen.Elements, In, Now);
      runPart<Update>(Out, Chosen.Elements, Values.Elements, Now);
    }
  }
}

template <class Update, class Left, class Mask, class X>
__attribute__((noinline, cold)) void
assignSafely(const Left &To, const Mask &If, const X &From, unsigned Hazard) {
  To.template runSafely<Update>(If, From, To.shape(), Hazard);
}

template <class Update, class Left, class Mask, class X>
__attribute__((always_inline)) inline void
assignPlain(const Left &To, const Mask &If, const X &From, place Where) {
  using T = typename Left::value_type;
  using V = typename X::value_type;
  constexpr bool Ranks = (X::rank == 0 || X::rank == Left::rank) &&
                         (Mask::rank == 0 || Mask::rank == Left::rank);
  constexpr bool Converts =
      std::is_convertible_v<V, T> || std::is_constructible_v<T, V>;
  static_assert(Ranks,
                "twofold: a slice is assigned an expression of another rank");
  static_assert(Converts,
                "twofold: elements cannot be converted to the slice's");
  static_assert(Left::Writable,
                "twofold: a slice of constant elements is assigned to");
  if constexpr (Ranks && Converts && Left::Writable) {
    const auto &Shape = To.shape();
    If.requireShape(Shape, Where);
    From.requireShape(Shape, Where);
    for (std::ptrdiff_t Length : Shape)
      if (Length == 0)
        return;
    const auto Written = To.asTarget();
    const unsigned Hazard =
        To.ownHazards(Written) | If.hazards(Written) | From.hazards(Written);
    if (Hazard == NoHazard) {
      To.template run<Update>(If, From, Shape);
    } else { // of copies, so that the others stay in registers
      const Left Target = To;
      const Mask Chosen = If;
      const X Source = From;
      assignSafely<Update>(Target, Chosen, Source, Hazard);
    }
  }
}

/// To = From, or another update, where If. Where names the statement; line 0:
/// not known. Throws slice_error, and std::bad_alloc for the memory that a
/// right side goes through, before anything is written.
template <class Update, class Left, class Mask, class X>
__attribute__((always_inline)) inline void
assign(const Left &To, const Mask &If, const X &From, place Where) {
  static_assert(LengthsAgree<lengths_of<Left>, lengths_of<Mask>>,
                "twofold: the mask is a slice of other lengths");
  static_assert(LengthsAgree<lengths_of<Left>, lengths_of<X>>,
                "twofold: a slice is assigned an expression of other lengths");
  assignPlain<Update>(plain(To), plain(If), operand(From), Where);
}

} // namespace detail
} // namespace twofold

#endif
