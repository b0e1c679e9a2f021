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

#include "loops.hpp"

#include <memory>

#pragma GCC system_header

namespace twofold {
namespace detail {

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

/// For operands whose strides tell how they overlap; false: they do not tell.
template <class Update, class Left, class Mask, class X, std::size_t Rank>
__attribute__((always_inline)) inline bool
runTogether(const Left &To, const Mask &If, const X &From,
            const numbers<Rank> &Shape) {
  constexpr const numbers<Rank> *Straight = nullptr;
  if constexpr (IsView<Left> && (Rank == 2 || Rank == 3)) {
    const auto fits = [&](walk Walk) __attribute__((always_inline)) {
      const std::ptrdiff_t *Common = To.Strides.data();
      return To.template fits<Rank>(Walk, Common) &&
             If.template fits<Rank>(Walk, Common) &&
             From.template fits<Rank>(Walk, Common);
    };
    if constexpr (!Mask::Counts && !X::Counts)
      if (fits(walk::Alike)) {
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
    constexpr std::ptrdiff_t Large = 1 << 16; // more than the nearest caches
    if constexpr (Rank == 2 && X::Brief && Mask::Brief)
      if (countOf(Shape) >= Large && !fits(walk::Upright)) {
        constexpr std::ptrdiff_t Rows = 8;
        const auto Out = To.template bindTarget<walk::Strided>(Straight);
        const auto Where = If.template bind<walk::Strided>(Straight);
        const auto In = From.template bind<walk::Strided>(Straight);
        const std::ptrdiff_t Rest = Shape[0] % Rows;
        eachInBlocks<Rows, Update>(Out, Where, In, 0, Shape[0] / Rows,
                                   Shape[1]);
        if (Rest)
          eachInBlocks<1, Update>(Out, Where, In, Shape[0] - Rest, Rest,
                                  Shape[1]);
        return true;
      }
  }
  return false;
}

template <class Update, class Left, class Mask, class X, std::size_t Rank>
__attribute__((always_inline)) inline void
runLoop(const Left &To, const Mask &If, const X &From,
        const numbers<Rank> &Shape) {
  const auto Together = [&] {
    return runTogether<Update>(To, If, From, Shape);
  };
  walkOr(
      Shape, Together,
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

/// Temporary memory for a right side.
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
