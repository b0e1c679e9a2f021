// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/nodes.hpp - operations in expressions of slices ------------===//
//
// A node applies a function object to the elements of its operands. C++17 and
// later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_NODES_HPP
#define TWOFOLD_NODES_HPP

#include "expressions.hpp"

#pragma GCC system_header

namespace twofold {
namespace detail {

// What nodes compute lazily: an operand is not evaluated where C would not.
struct both {
  template <class A, class B>
  auto operator()(A L, B R) const -> decltype(bool(L) && bool(R));
};
struct either {
  template <class A, class B>
  auto operator()(A L, B R) const -> decltype(bool(L) || bool(R));
};
struct choice {
  template <class M, class A, class B>
  auto operator()(M Mask, A L, B R) const -> decltype(bool(Mask) ? L : R);
};

/// The same where evaluating an operand in vain does no harm: then nothing in a
/// loop depends on a branch.
struct both_known {
  bool operator()(bool L, bool R) const { return L & R; }
};
struct either_known {
  bool operator()(bool L, bool R) const { return L | R; }
};
struct choice_known {
  template <class M, class A, class B> auto operator()(M Mask, A L, B R) const {
    return bool(Mask) ? L : R;
  }
};
template <class F> struct known {
  using type = F;
};
template <> struct known<both> {
  using type = both_known;
};
template <> struct known<either> {
  using type = either_known;
};
template <> struct known<choice> {
  using type = choice_known;
};

/// Whether F of such values neither fails nor takes long.
template <class F, class... V> inline constexpr bool IsCheap = false;
/// Whether F is an operator, of a few instructions, and no function.
template <class F> inline constexpr bool IsOperator = false;
template <> inline constexpr bool IsOperator<both> = true;
template <> inline constexpr bool IsOperator<either> = true;
template <> inline constexpr bool IsOperator<choice> = true;
template <class... V>
inline constexpr bool AreNumbers = (std::is_arithmetic_v<V> && ...);
template <class A, class B> constexpr bool cannotOverflow() {
  if constexpr (AreNumbers<A, B>) {
    using R = std::common_type_t<A, B, int>;
    return std::is_floating_point_v<R> || std::is_unsigned_v<R>;
  }
  return false;
}
/// What the language leaves undefined may not happen in vain either.
template <class A, class B>
inline constexpr bool CannotOverflow = cannotOverflow<A, B>();
template <class, class> inline constexpr bool Never = false;
template <class... V>
inline constexpr bool IsCheap<both, V...> = AreNumbers<V...>;
template <class... V>
inline constexpr bool IsCheap<either, V...> = AreNumbers<V...>;
template <class... V>
inline constexpr bool IsCheap<choice, V...> = AreNumbers<V...>;

/// A node inside of a loop. Functions without state have no bytes: those would
/// be copied together with an operand behind them that is still on its way to
/// memory.
template <class F, class... Operands> struct bound;
template <class F, class A> struct TWOFOLD_VALUE bound<F, A> {
  A First;
  [[no_unique_address]] F Function;
  template <class... Index> auto at(Index... I) const {
    return Function(First.at(I...));
  }
};
template <class F, class A, class B> struct TWOFOLD_VALUE bound<F, A, B> {
  A First;
  B Second;
  [[no_unique_address]] F Function;
  template <class... Index> auto at(Index... I) const {
    return Function(First.at(I...), Second.at(I...));
  }
};
template <class F, class A, class B, class C>
struct TWOFOLD_VALUE bound<F, A, B, C> {
  A First;
  B Second;
  C Third;
  [[no_unique_address]] F Function;
  template <class... Index> auto at(Index... I) const {
    return Function(First.at(I...), Second.at(I...), Third.at(I...));
  }
};
template <class F, class A, class B, class C, class D>
struct TWOFOLD_VALUE bound<F, A, B, C, D> {
  A First;
  B Second;
  C Third;
  D Fourth;
  [[no_unique_address]] F Function;
  template <class... Index> auto at(Index... I) const {
    return Function(First.at(I...), Second.at(I...), Third.at(I...),
                    Fourth.at(I...));
  }
};
template <class A, class B> struct TWOFOLD_VALUE bound<both, A, B> {
  A First;
  B Second;
  [[no_unique_address]] both Function;
  template <class... Index> bool at(Index... I) const {
    return First.at(I...) && Second.at(I...);
  }
};
template <class A, class B> struct TWOFOLD_VALUE bound<either, A, B> {
  A First;
  B Second;
  [[no_unique_address]] either Function;
  template <class... Index> bool at(Index... I) const {
    return First.at(I...) || Second.at(I...);
  }
};
template <class M, class A, class B>
struct TWOFOLD_VALUE bound<choice, M, A, B> {
  M Mask;
  A Then;
  B Else;
  [[no_unique_address]] choice Function;
  template <class... Index> auto at(Index... I) const {
    return Mask.at(I...) ? Then.at(I...) : Else.at(I...);
  }
};

constexpr std::size_t largest(std::size_t A) { return A; }
template <class... More>
constexpr std::size_t largest(std::size_t A, std::size_t B, More... Rest) {
  return largest(A > B ? A : B, Rest...);
}

/// Whether ranks of operands agree: each is the largest one or 0.
template <std::size_t... Ranks>
inline constexpr bool RanksAgree =
    ((Ranks == 0 || Ranks == largest(Ranks...)) && ...);

/// A node's operands. Not std::tuple, whose instances take the compiler longer.
template <class... Operands> struct operands;
template <class A> struct operands<A> {
  A First;
  template <class Body>
  __attribute__((always_inline)) decltype(auto) apply(const Body &Each) const {
    return Each(First);
  }
};
template <class A, class B> struct operands<A, B> {
  A First;
  B Second;
  template <class Body>
  __attribute__((always_inline)) decltype(auto) apply(const Body &Each) const {
    return Each(First, Second);
  }
};
template <class A, class B, class C> struct operands<A, B, C> {
  A First;
  B Second;
  C Third;
  template <class Body>
  __attribute__((always_inline)) decltype(auto) apply(const Body &Each) const {
    return Each(First, Second, Third);
  }
};
template <class A, class B, class C, class D> struct operands<A, B, C, D> {
  A First;
  B Second;
  C Third;
  D Fourth;
  template <class Body>
  __attribute__((always_inline)) decltype(auto) apply(const Body &Each) const {
    return Each(First, Second, Third, Fourth);
  }
};

/// The shape of the first operand that has one.
template <class X, class... More>
const auto &firstShape(const X &First, const More &...Rest) {
  if constexpr (X::rank != 0)
    return First.shape();
  else
    return firstShape(Rest...);
}

template <class Derived, class Base = any_expression> struct expression;

/// The type of F's values, and an error where it has none.
template <bool Takes, class F, class... V> struct function_value {
  static_assert(Takes, "twofold: the function or the operator does not take "
                       "such elements");
  using type = bool;
};
template <class F, class... V> struct function_value<true, F, V...> {
  using type = std::decay_t<std::invoke_result_t<const F &, V...>>;
  static_assert(!std::is_void_v<type>, "twofold: the function has no value");
};

template <class F, class... Operands>
struct node : expression<node<F, Operands...>> {
  static_assert(RanksAgree<Operands::rank...>,
                "twofold: the operands are slices of different ranks");
  static_assert(sizeof...(Operands) <= 4,
                "twofold: functions of four elements at most");
  using value_type = typename function_value<
      std::is_invocable_v<const F &, typename Operands::value_type...>, F,
      typename Operands::value_type...>::type;
  static constexpr std::size_t rank = largest(Operands::rank...);
  static constexpr bool Counts = (Operands::Counts || ...);
  static constexpr bool Brief = IsOperator<F> && (Operands::Brief && ...);
  static constexpr bool Cheap =
      IsCheap<F, typename Operands::value_type...> && (Operands::Cheap && ...);

  F Function;
  operands<Operands...> All;
  place Where; ///< line 0: not known

  node(F Function, place Where, const Operands &...All)
      : Function(Function), All{All...}, Where(Where) {}

  const numbers<rank> &shape() const {
    return All.apply([](const auto &...X) -> const numbers<rank> & {
      return firstShape(X...);
    });
  }
  template <std::size_t Rank>
  __attribute__((always_inline)) void requireShape(const numbers<Rank> &Shape,
                                                   place Outer) const {
    const place Here = Where.Line ? Where : Outer;
    All.apply([&](const auto &...X) __attribute__((always_inline)) {
      (X.requireShape(Shape, Here), ...);
    });
  }
  template <std::size_t Rank>
  __attribute__((always_inline)) bool
  fits(walk Walk, const std::ptrdiff_t *Common = nullptr) const {
    return All.apply([&](const auto &...X) __attribute__((always_inline)) {
      return (X.template fits<Rank>(Walk, Common) && ...);
    });
  }
  template <std::size_t Rank>
  __attribute__((always_inline)) unsigned
  hazards(const target<Rank> &Target) const {
    return All.apply([&](const auto &...X) __attribute__((always_inline)) {
      return (X.hazards(Target) | ...);
    });
  }
  template <walk Walk, std::size_t Rank>
  auto bind(const numbers<Rank> *Turned) const {
    return All.apply([&](const auto &...X) {
      using G = typename known<F>::type;
      if constexpr (Cheap && !std::is_same_v<F, G>)
        return bound<G, decltype(X.template bind<Walk>(Turned))...>{
            X.template bind<Walk>(Turned)..., G()};
      else
        return bound<F, decltype(X.template bind<Walk>(Turned))...>{
            X.template bind<Walk>(Turned)..., Function};
    });
  }
};

/// Expressions as they are, all else as one value for all elements.
template <class X> auto operand(const X &Value) {
  if constexpr (IsExpression<X>)
    return plain(Value);
  else
    return scalar<X>{Value};
}

/// X, with these lengths in its type.
template <class Lengths, class X> auto withLengths(const X &Value) {
  if constexpr (std::is_same_v<Lengths, lengths<>>)
    return Value;
  else
    return sized<X, Lengths>(Value);
}

template <class F, class... X>
auto makeNode(F Function, place Where, const X &...Operands) {
  using Lengths = typename all_lengths<lengths_of<X>...>::type;
  static_assert((LengthsAgree<Lengths, lengths_of<X>> && ...),
                "twofold: the operands are slices of different lengths");
  return withLengths<Lengths>(node<F, decltype(operand(Operands))...>(
      Function, Where, operand(Operands)...));
}

} // namespace detail
} // namespace twofold

#endif
