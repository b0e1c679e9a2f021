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

/// F of such values neither fails nor takes long.
template <class F, class... V> inline constexpr bool IsCheap = false;
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

/// A node inside of a loop.
template <class F, class... Operands> struct bound;
template <class F, class A> struct bound<F, A> {
  F Function;
  A First;
  template <class... Index> auto at(Index... I) const {
    return Function(First.at(I...));
  }
};
template <class F, class A, class B> struct bound<F, A, B> {
  F Function;
  A First;
  B Second;
  template <class... Index> auto at(Index... I) const {
    return Function(First.at(I...), Second.at(I...));
  }
};
template <class F, class A, class B, class C> struct bound<F, A, B, C> {
  F Function;
  A First;
  B Second;
  C Third;
  template <class... Index> auto at(Index... I) const {
    return Function(First.at(I...), Second.at(I...), Third.at(I...));
  }
};
template <class F, class A, class B, class C, class D>
struct bound<F, A, B, C, D> {
  F Function;
  A First;
  B Second;
  C Third;
  D Fourth;
  template <class... Index> auto at(Index... I) const {
    return Function(First.at(I...), Second.at(I...), Third.at(I...),
                    Fourth.at(I...));
  }
};
template <class A, class B> struct bound<both, A, B> {
  both Function;
  A First;
  B Second;
  template <class... Index> bool at(Index... I) const {
    return First.at(I...) && Second.at(I...);
  }
};
template <class A, class B> struct bound<either, A, B> {
  either Function;
  A First;
  B Second;
  template <class... Index> bool at(Index... I) const {
    return First.at(I...) || Second.at(I...);
  }
};
template <class M, class A, class B> struct bound<choice, M, A, B> {
  choice Function;
  M Mask;
  A Then;
  B Else;
  template <class... Index> auto at(Index... I) const {
    return Mask.at(I...) ? Then.at(I...) : Else.at(I...);
  }
};

constexpr std::size_t largest(std::size_t A) { return A; }
template <class... More>
constexpr std::size_t largest(std::size_t A, std::size_t B, More... Rest) {
  return largest(A > B ? A : B, Rest...);
}

/// The ranks of operands agree where each is the largest one or 0.
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

template <class Derived> struct expression;

template <class F, class... Operands>
struct node : expression<node<F, Operands...>> {
  static_assert(RanksAgree<Operands::rank...>,
                "twofold: the operands are slices of different ranks");
  static_assert(sizeof...(Operands) <= 4,
                "twofold: functions of four elements at most");
  using value_type = std::decay_t<
      std::invoke_result_t<const F &, typename Operands::value_type...>>;
  static constexpr std::size_t rank = largest(Operands::rank...);
  static constexpr bool Counts = (Operands::Counts || ...);
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
  void requireShape(const numbers<Rank> &Shape, place Outer) const {
    const place Here = Where.Line ? Where : Outer;
    All.apply([&](const auto &...X) { (X.requireShape(Shape, Here), ...); });
  }
  template <std::size_t Rank> bool fits(walk Walk) const {
    return All.apply(
        [&](const auto &...X) { return (X.template fits<Rank>(Walk) && ...); });
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
            G(), X.template bind<Walk>(Turned)...};
      else
        return bound<F, decltype(X.template bind<Walk>(Turned))...>{
            Function, X.template bind<Walk>(Turned)...};
    });
  }
};

/// Expressions as they are, anything else once for all elements.
template <class X> auto operand(const X &Value) {
  if constexpr (IsExpression<X>)
    return Value;
  else
    return scalar<X>{Value};
}

template <class F, class... X>
auto makeNode(F Function, place Where, const X &...Operands) {
  return node<F, decltype(operand(Operands))...>(Function, Where,
                                                 operand(Operands)...);
}

/// An expression and the place of the operator that it stands before.
template <class E> struct placed {
  const E &Value;
  place Where;
  placed(const E &Value, place Where = place()) : Value(Value), Where(Where) {}
};

/// Where an expression's last operator stands; line 0: not known.
template <class X, class = void> inline constexpr bool HasPlace = false;
template <class X>
inline constexpr bool HasPlace<
    X, std::enable_if_t<
           std::is_same_v<decltype(std::declval<const X &>().Where), place>>> =
    true;
template <class X> place placeOf([[maybe_unused]] const X &Value) {
  if constexpr (HasPlace<X>)
    return Value.Where;
  else
    return place("", 0, 0);
}

template <class X>
inline constexpr bool IsOperand = IsExpression<X> || IsScalar<X>;

// Operators are friends, found through their operands. The first parameter
// takes a conversion, whose default argument is the operator's place.
#define TWOFOLD_OPERATION(Name, Operator, CheapIf)                             \
  struct Name {                                                                \
    template <class A, class B> auto operator()(A L, B R) const {              \
      return L Operator R;                                                     \
    }                                                                          \
  };                                                                           \
  template <class A, class B>                                                  \
  inline constexpr bool IsCheap<Name, A, B> =                                  \
      AreNumbers<A, B> && CheapIf<A, B>;
TWOFOLD_OPERATION(plus, +, CannotOverflow)
TWOFOLD_OPERATION(minus, -, CannotOverflow)
TWOFOLD_OPERATION(times, *, CannotOverflow)
TWOFOLD_OPERATION(bit_and, &, AreNumbers)
TWOFOLD_OPERATION(bit_or, |, AreNumbers)
TWOFOLD_OPERATION(bit_xor, ^, AreNumbers)
TWOFOLD_OPERATION(shift_left, <<, Never)
TWOFOLD_OPERATION(shift_right, >>, Never)
TWOFOLD_OPERATION(equal, ==, AreNumbers)
TWOFOLD_OPERATION(unequal, !=, AreNumbers)
TWOFOLD_OPERATION(less, <, AreNumbers)
TWOFOLD_OPERATION(greater, >, AreNumbers)
TWOFOLD_OPERATION(less_equal, <=, AreNumbers)
TWOFOLD_OPERATION(greater_equal, >=, AreNumbers)
#undef TWOFOLD_OPERATION

struct divides {
  template <class A, class B> auto operator()(A L, B R) const { return L / R; }
};
template <class A, class B>
inline constexpr bool IsCheap<divides, A, B> =
    AreNumbers<A, B> &&
    (std::is_floating_point_v<A> || std::is_floating_point_v<B>);
struct modulus {
  template <class A, class B> auto operator()(A L, B R) const { return L % R; }
};

#define TWOFOLD_OPERATION(Name, Operator, CheapIf)                             \
  struct Name {                                                                \
    template <class A> auto operator()(A X) const { return Operator X; }       \
  };                                                                           \
  template <class A>                                                           \
  inline constexpr bool IsCheap<Name, A> = AreNumbers<A> && CheapIf<A, A>;
TWOFOLD_OPERATION(same, +, AreNumbers)
TWOFOLD_OPERATION(negative, -, CannotOverflow)
TWOFOLD_OPERATION(inverse, ~, AreNumbers)
TWOFOLD_OPERATION(opposite, !, AreNumbers)
#undef TWOFOLD_OPERATION

#define TWOFOLD_BINARY(Operator, Name)                                         \
  template <class R, std::enable_if_t<IsOperand<R>, int> = 0>                  \
  friend auto operator Operator(placed<Derived> Left, const R &Right) {        \
    return makeNode(Name(), Left.Where, Left.Value, Right);                    \
  }                                                                            \
  template <class L, std::enable_if_t<IsScalar<L>, int> = 0>                   \
  friend auto operator Operator(const L &Left, placed<Derived> Right) {        \
    return makeNode(Name(), Right.Where, Left, Right.Value);                   \
  }
#define TWOFOLD_UNARY(Operator, Name)                                          \
  friend auto operator Operator(placed<Derived> X) {                           \
    return makeNode(Name(), X.Where, X.Value);                                 \
  }

template <class Derived> struct expression : any_expression {
  TWOFOLD_BINARY(+, plus)
  TWOFOLD_BINARY(-, minus)
  TWOFOLD_BINARY(*, times)
  TWOFOLD_BINARY(/, divides)
  TWOFOLD_BINARY(%, modulus)
  TWOFOLD_BINARY(&, bit_and)
  TWOFOLD_BINARY(|, bit_or)
  TWOFOLD_BINARY(^, bit_xor)
  TWOFOLD_BINARY(<<, shift_left)
  TWOFOLD_BINARY(>>, shift_right)
  TWOFOLD_BINARY(<, less)
  TWOFOLD_BINARY(>, greater)
  TWOFOLD_BINARY(<=, less_equal)
  TWOFOLD_BINARY(>=, greater_equal)
  TWOFOLD_BINARY(&&, both)
  TWOFOLD_BINARY(||, either)
  TWOFOLD_UNARY(+, same)
  TWOFOLD_UNARY(-, negative)
  TWOFOLD_UNARY(~, inverse)
  TWOFOLD_UNARY(!, opposite)
};

#undef TWOFOLD_BINARY
#undef TWOFOLD_UNARY

/// Element I of dimension D is I.
template <std::size_t D>
struct index_expression : expression<index_expression<D>> {
  using value_type = std::ptrdiff_t;
  static constexpr std::size_t rank = 0; ///< of whatever stands beside it
  static constexpr bool Counts = true;
  static constexpr bool Cheap = true;

  template <std::size_t Rank>
  void requireShape(const numbers<Rank> &, place) const {
    static_assert(D < Rank, "twofold: index<D>() beside slices that have no "
                            "dimension D");
  }
  template <std::size_t Rank> bool fits(walk Walk) const {
    return Rank == 1 || Walk != walk::Flat;
  }
  template <std::size_t Rank> unsigned hazards(const target<Rank> &) const {
    return NoHazard;
  }
  template <walk Walk, std::size_t Rank>
  auto bind(const numbers<Rank> *Turned) const {
    if constexpr (D < Rank)
      return Turned ? counted<D>{(*Turned)[D] - 1, -1} : counted<D>{0, 1};
    else
      return scalar<std::ptrdiff_t>{0};
  }
};

// C++20 also tries these with exchanged operands: a conversion for one of them
// would be ambiguous. Their place is that of the statement.
template <class L, class R>
inline constexpr bool IsPair =
    (IsExpression<L> && IsOperand<R>) || (IsScalar<L> && IsExpression<R>);
template <class L, class R, std::enable_if_t<IsPair<L, R>, int> = 0>
auto operator==(const L &Left, const R &Right) {
  return makeNode(equal(), place("", 0, 0), Left, Right);
}
template <class L, class R, std::enable_if_t<IsPair<L, R>, int> = 0>
auto operator!=(const L &Left, const R &Right) {
  return makeNode(unequal(), place("", 0, 0), Left, Right);
}

} // namespace detail
} // namespace twofold

#endif
