// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/operators.hpp - operators of slices ------------------------===//
//
// C++17 and later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_OPERATORS_HPP
#define TWOFOLD_OPERATORS_HPP

#include "nodes.hpp"

#pragma GCC system_header

namespace twofold {
namespace detail {

/// An expression and the place of the operator that it stands before.
template <class E> struct placed {
  const E &Value;
  place Where;
  /// Expressions with lengths in their types have operators of their own.
  template <class X,
            std::enable_if_t<std::is_base_of_v<E, X> &&
                                 std::is_same_v<lengths_of<X>, lengths_of<E>>,
                             int> = 0>
  placed(const X &Value, place Where = place()) : Value(Value), Where(Where) {}
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

template <class A, class B>
inline constexpr bool HasFraction =
    std::is_floating_point_v<A> || std::is_floating_point_v<B>;

// Operators are friends, found through their operands. The first parameter
// takes a conversion, whose default argument is the operator's place.
#define TWOFOLD_OPERATION(Name, Operator, CheapIf)                             \
  struct Name {                                                                \
    template <class A, class B>                                                \
    auto operator()(A L, B R) const -> std::decay_t<decltype(L Operator R)> {  \
      return L Operator R;                                                     \
    }                                                                          \
  };                                                                           \
  template <> inline constexpr bool IsOperator<Name> = true;                   \
  template <class A, class B>                                                  \
  inline constexpr bool IsCheap<Name, A, B> =                                  \
      AreNumbers<A, B> && CheapIf<A, B>;
TWOFOLD_OPERATION(plus, +, CannotOverflow)
TWOFOLD_OPERATION(minus, -, CannotOverflow)
TWOFOLD_OPERATION(times, *, CannotOverflow)
TWOFOLD_OPERATION(divides, /, HasFraction)
TWOFOLD_OPERATION(modulus, %, Never)
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

#define TWOFOLD_OPERATION(Name, Operator, CheapIf)                             \
  struct Name {                                                                \
    template <class A>                                                         \
    auto operator()(A X) const -> std::decay_t<decltype(Operator X)> {         \
      return Operator X;                                                       \
    }                                                                          \
  };                                                                           \
  template <> inline constexpr bool IsOperator<Name> = true;                   \
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

template <class Derived, class Base> struct expression : Base {
  expression() = default;
  explicit expression(const Base &X) : Base(X) {}
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

template <class E, class Lengths>
struct sized : expression<sized<E, Lengths>, E> {
  using known_lengths = Lengths;
  explicit sized(const E &X) : expression<sized, E>(X) {}
};

/// Element I of dimension D is I.
template <std::size_t D>
struct index_expression : expression<index_expression<D>> {
  using value_type = std::ptrdiff_t;
  static constexpr std::size_t rank = 0; ///< fits any rank beside it
  static constexpr bool Counts = true;
  static constexpr bool Cheap = true;
  static constexpr bool Brief = true;

  template <std::size_t Rank>
  void requireShape(const numbers<Rank> &, place) const {
    static_assert(D < Rank, "twofold: index<D>() beside slices that have no "
                            "dimension D");
  }
  template <std::size_t Rank>
  bool fits(walk Walk, const std::ptrdiff_t * = nullptr) const {
    return Rank == 1 || (Walk != walk::Flat && Walk != walk::Alike);
  }
  template <std::size_t Rank> unsigned hazards(const target<Rank> &) const {
    return NoHazard;
  }
  template <walk Walk, std::size_t Rank>
  auto bind(const numbers<Rank> *Turned) const {
    if constexpr (D < Rank)
      return Turned ? counted<D>{(*Turned)[D] - 1, -1} : counted<D>{0, 1};
    else
      return constant<std::ptrdiff_t>{0};
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
