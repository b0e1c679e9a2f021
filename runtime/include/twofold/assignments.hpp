// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/assignments.hpp - the assignments that slices have ---------===//
//
// They serve slices with lengths in their type and without. C++17 and later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_ASSIGNMENTS_HPP
#define TWOFOLD_ASSIGNMENTS_HPP

#include "statements.hpp"

#pragma GCC system_header

namespace twofold {
namespace detail {

/// What a plain slice with such lengths is assigned from, and where.
template <class T, std::size_t Rank, class Lengths = lengths<>> struct source {
  const slice<const T, Rank> Value;
  place Where;
  template <class U, class L,
            std::enable_if_t<std::is_same_v<const U, const T>, int> = 0>
  source(const slice<U, Rank, L> &Value, place Where = place())
      : Value(Value), Where(Where) {
    static_assert(
        LengthsAgree<Lengths, L>,
        "twofold: a slice is assigned an expression of other lengths");
  }
};

/// A slice of other elements that Left is assigned, and where. Its type is that
/// of the function.
template <class Left> struct converted {
  const void *From;
  place Where;
  void (*Assign)(const Left &, const void *, place);
  template <class U, std::size_t Rank, class L,
            std::enable_if_t<!IsSliceOf<slice<U, Rank, L>,
                                        typename Left::value_type, Left::rank>,
                             int> = 0>
  converted(const slice<U, Rank, L> &From, place Where = place())
      : From(&From), Where(Where),
        Assign([](const Left &To, const void *Value, place At) {
          assign<store>(To, everywhere(),
                        *static_cast<const slice<U, Rank, L> *>(Value), At);
        }) {}
  __attribute__((always_inline)) void to(const Left &Target) const {
    Assign(Target, From, Where);
  }
};

#if defined(__cpp_concepts)
inline constexpr bool SlicesHavePlaces = true;
#else
inline constexpr bool SlicesHavePlaces = false;
#endif

} // namespace detail
} // namespace twofold

/// The public assignments of a slice with lengths_type, and what they call.
/// Where the compiler can tell, errors name the statement.
#if defined(__cpp_concepts)
#define TWOFOLD_COPIES                                                         \
  slice &operator=(const slice &)                                              \
    requires(Rank == 0);                                                       \
  __attribute__((always_inline)) slice &operator=(                             \
      detail::source<element, Rank, lengths_type> From) {                      \
    return assign<detail::store>(From.Value, From.Where);                      \
  }                                                                            \
  __attribute__((always_inline)) slice &operator=(                             \
      detail::converted<slice> From) {                                         \
    From.to(*this);                                                            \
    return *this;                                                              \
  }
#else
#define TWOFOLD_COPIES                                                         \
  __attribute__((always_inline)) slice &operator=(const slice &From) {         \
    return assign<detail::store>(From, place("", 0, 0));                       \
  }                                                                            \
  template <class U, class L,                                                  \
            std::enable_if_t<std::is_same_v<const U, const element>, int> = 0> \
  __attribute__((always_inline)) slice &operator=(                             \
      const slice<U, Rank, L> &From) {                                         \
    return assign<detail::store>(From, place("", 0, 0));                       \
  }
#endif
#define TWOFOLD_UPDATE(Operator, Name)                                         \
  template <class X, std::enable_if_t<detail::IsOperand<X>, int> = 0>          \
  __attribute__((always_inline)) friend slice operator Operator(               \
      detail::placed<slice> To, const X &From) {                               \
    slice Left = To.Value;                                                     \
    return Left.template assign<detail::Name>(From, To.Where);                 \
  }
#define TWOFOLD_ASSIGNMENTS                                                    \
  TWOFOLD_COPIES                                                               \
  template <class E, std::enable_if_t<IsOther<E>, int> = 0>                    \
  __attribute__((always_inline)) slice &operator=(const E &From) {             \
    return assign<detail::store>(From, detail::placeOf(From));                 \
  }                                                                            \
  template <class S, std::enable_if_t<detail::IsScalar<S>, int> = 0>           \
  __attribute__((always_inline)) slice &operator=(const S &Value) {            \
    return assign<detail::store>(Value, place("", 0, 0));                      \
  }                                                                            \
  TWOFOLD_UPDATES                                                              \
private:                                                                       \
  template <class Update, class X>                                             \
  __attribute__((always_inline)) slice &assign(const X &From, place Where) {   \
    detail::assign<Update>(*this, detail::everywhere(), From, Where);          \
    return *this;                                                              \
  }

#endif
