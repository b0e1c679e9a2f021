// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/selections.hpp - elements chosen by indices and by masks ---===//
//
//   y = x[index];          // gather
//   x[index] = y;          // scatter
//   x[index] += y;         // each occurrence of an index counts
//   where(mask, x) = y;
//
// C++17 and later.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_SELECTIONS_HPP
#define TWOFOLD_SELECTIONS_HPP

#include "sized.hpp"

#pragma GCC system_header

namespace twofold {
namespace detail {

/// The elements at Start + Step * index, from the lowest address on: data() and
/// size() let a loop know how many there are.
template <class T, class I> struct TWOFOLD_VALUE picked {
  T *Lowest;
  std::size_t Count;
  std::ptrdiff_t Start, Step;
  I Index;

  T *data() const { return Lowest; }
  std::size_t size() const { return Count; }
  T &operator[](std::ptrdiff_t K) const {
    static_cast<void>(data());
    static_cast<void>(size());
    return Lowest[K];
  }
  template <class... At> T &at(At... K) const {
    return (*this)[Start + Step * static_cast<std::ptrdiff_t>(Index.at(K...))];
  }
};

/// The updates whose operands can be combined in any order.
template <class Update> inline constexpr bool Combines = false;
#define TWOFOLD_COMBINE(Update, Operator)                                      \
  template <> inline constexpr bool Combines<Update> = true;                   \
  template <class T, class I, class Mask, class X>                             \
  void combine(Update, T *const Data, const std::ptrdiff_t Count,              \
               const I *const Index, const Mask If, const X From,              \
               std::ptrdiff_t N) {                                             \
    static_cast<void>(Count); /* for those who ignore the clause */            \
    _Pragma(                                                                   \
        "twofold parallel for extent(Data, Count)") for (std::ptrdiff_t K = 0; \
                                                         K < N; ++K) {         \
      if (If.at(K))                                                            \
        Data[Index[K]] Operator static_cast<T>(From.at(K));                    \
    }                                                                          \
  }
TWOFOLD_COMBINE(update_plus, +=)
TWOFOLD_COMBINE(update_minus, -=)
TWOFOLD_COMBINE(update_times, *=)
TWOFOLD_COMBINE(update_and, &=)
TWOFOLD_COMBINE(update_or, |=)
TWOFOLD_COMBINE(update_xor, ^=)
#undef TWOFOLD_COMBINE

/// A slice's elements that an integer expression names.
template <class T, class I> class gathered : public expression<gathered<T, I>> {
  slice<T, 1> From;
  I Index;

  template <class U, walk Walk, std::size_t Rank>
  auto bindAs(const numbers<Rank> *Turned) const {
    auto Places = Index.template bind<Walk>(Turned);
    const std::ptrdiff_t Step = From.stride(0),
                         Reach = From.empty() ? 0 : (From.size() - 1) * Step;
    const std::ptrdiff_t Start = Reach < 0 ? -Reach : 0;
    return picked<U, decltype(Places)>{
        From.data() - Start,
        From.empty() ? 0 : std::size_t(Start ? Start : Reach) + 1, Start, Step,
        Places};
  }

public:
  using value_type = std::remove_cv_t<T>;
  static constexpr std::size_t rank = I::rank;
  static constexpr bool Counts = I::Counts;
  static constexpr bool Cheap = false; ///< what is not chosen may not exist
  static constexpr bool Brief = false;
  static constexpr bool Writable = !std::is_const_v<T>;
  using known_lengths = lengths_of<I>;

  gathered(const slice<T, 1> &From, const I &Index)
      : From(From), Index(Index) {}
  gathered(const gathered &) = default;

  decltype(auto) shape() const { return Index.shape(); }
  template <std::size_t Rank>
  void requireShape(const numbers<Rank> &Shape, place Where) const {
    Index.requireShape(Shape, Where);
  }
  template <std::size_t Rank>
  bool fits(walk Walk, const std::ptrdiff_t *Common = nullptr) const {
    return Index.template fits<Rank>(Walk, Common);
  }
  template <std::size_t Rank>
  unsigned hazards(const target<Rank> &Target) const {
    return (From.empty() ? NoHazard : Target.hazardOfBytes(From.bytes())) |
           Index.hazards(Target);
  }
  template <walk Walk, std::size_t Rank>
  auto bind(const numbers<Rank> *Turned) const {
    return bindAs<const T, Walk>(Turned);
  }

  target<rank> asTarget() const {
    return {From.empty() ? memory{} : From.bytes(), shape(), shape(), true};
  }
  unsigned ownHazards(const target<rank> &Target) const {
    return Index.hazards(Target);
  }
  template <walk Walk> auto bindTarget(const numbers<rank> *Turned) const {
    return bindAs<T, Walk>(Turned);
  }
  /// Whether nothing that is read is written.
  template <class Update, class Mask, class X>
  void run(const Mask &If, const X &Value, const numbers<rank> &Shape) const {
    if constexpr (Update::Reads)
      update<Update>(If, Value, Shape);
    else
      runLoop<Update>(*this, If, Value, Shape);
  }
  template <class Update, class Mask, class X>
  void runSafely(const Mask &If, const X &Value, const numbers<rank> &Shape,
                 unsigned) const {
    using V =
        std::conditional_t<Update::Reads, typename X::value_type, value_type>;
    passage<std::ptrdiff_t, rank> Places(Shape);
    passage<V, rank> Values(Shape);
    const gathered<T, view<std::ptrdiff_t, rank>> To(From, Places.Elements);
    runLoop<store>(Places.Elements, everywhere(), Index, Shape);
    withMask(If, Shape, [&](const auto &Chosen) {
      runLoop<store>(Values.Elements, Chosen, Value, Shape);
      To.template run<Update>(Chosen, Values.Elements, Shape);
    });
  }

  template <class X, std::enable_if_t<IsOperand<X> && !IsSlice<X>, int> = 0>
  void operator=(const X &Value) {
    detail::assign<store>(*this, everywhere(), Value, placeOf(Value));
  }
  /// Slices do not know their place in the program.
  void operator=(source<value_type, rank, known_lengths> From) {
    detail::assign<store>(*this, everywhere(), From.Value, From.Where);
  }
  void operator=(converted<gathered> From) { From.to(*this); }
  void operator=(const gathered &Value) {
    detail::assign<store>(*this, everywhere(), Value, placeOf(Value));
  }
#define TWOFOLD_UPDATE(Operator, Name)                                         \
  template <class X, std::enable_if_t<IsOperand<X>, int> = 0>                  \
  friend void operator Operator(placed<gathered> To, const X &Value) {         \
    detail::assign<Name>(To.Value, everywhere(), Value, To.Where);             \
  }
  TWOFOLD_UPDATES
#undef TWOFOLD_UPDATE

private:
  /// The mask, in memory of its own.
  template <class Mask, class Body>
  static void withMask(const Mask &If, const numbers<rank> &Shape,
                       const Body &Each) {
    if constexpr (std::is_same_v<Mask, everywhere>) {
      Each(If);
    } else {
      passage<bool, rank> Chosen(Shape);
      runLoop<store>(Chosen.Elements, everywhere(), If, Shape);
      Each(Chosen.Elements);
    }
  }

  /// Where indices are equal, each occurrence counts.
  template <class Update, class Mask, class X>
  void update(const Mask &If, const X &Value,
              const numbers<rank> &Shape) const {
    constexpr const numbers<rank> *Straight = nullptr;
    using V = typename X::value_type;
    if constexpr (Combines<Update> && std::is_arithmetic_v<value_type> &&
                  std::is_arithmetic_v<V> &&
                  !std::is_same_v<value_type, bool> &&
                  std::is_same_v<std::common_type_t<value_type, V>,
                                 value_type>) {
      // One dimension, side by side: the loop that is known to be a reduction.
      const auto Places = bindAs<T, walk::Strided>(Straight);
      passage<std::ptrdiff_t, rank> Numbers(Shape);
      runLoop<store>(Numbers.Elements, everywhere(), Index, Shape);
      if (Places.Step != 1) {
        runLoop<update_times>(Numbers.Elements, everywhere(),
                              scalar<std::ptrdiff_t>{Places.Step}, Shape);
        runLoop<update_plus>(Numbers.Elements, everywhere(),
                             scalar<std::ptrdiff_t>{Places.Start}, Shape);
      }
      const auto Count = static_cast<std::ptrdiff_t>(Places.Count);
      const std::ptrdiff_t N = countOf(Shape);
      const std::ptrdiff_t *const At = Numbers.Elements.Data;
      if constexpr (rank == 1 && !X::Counts && !Mask::Counts) {
        if (If.template fits<rank>(walk::Flat) &&
            Value.template fits<rank>(walk::Flat))
          return combine(Update(), Places.Lowest, Count, At,
                         If.template bind<walk::Flat>(Straight),
                         Value.template bind<walk::Flat>(Straight), N);
      }
      passage<V, rank> Values(Shape);
      withMask(If, Shape, [&](const auto &Chosen) {
        runLoop<store>(Values.Elements, Chosen, Value, Shape);
        combine(Update(), Places.Lowest, Count, At,
                Chosen.template bind<walk::Flat>(Straight),
                Values.Elements.template bind<walk::Flat>(Straight), N);
      });
    } else {
      inOrder<Update>(bindAs<T, walk::Strided>(Straight),
                      If.template bind<walk::Strided>(Straight),
                      Value.template bind<walk::Strided>(Straight), Shape);
    }
  }
};

/// What where(mask, slice) can be assigned.
template <class Mask, class Left> class masked {
  Mask If;
  Left To;
  place Where;

  template <class Update, class X>
  __attribute__((always_inline)) void assign(const X &Value) const {
    detail::assign<Update>(To, If, Value, Where);
  }

public:
  masked(const Mask &If, const Left &To, place Where)
      : If(If), To(To), Where(Where) {}
  masked(const masked &) = default;
  void operator=(const masked &) = delete;
  template <class X, std::enable_if_t<IsOperand<X>, int> = 0>
  __attribute__((always_inline)) void operator=(const X &Value) const {
    assign<store>(Value);
  }
#define TWOFOLD_UPDATE(Operator, Name)                                         \
  template <class X, std::enable_if_t<IsOperand<X>, int> = 0>                  \
  __attribute__((always_inline)) void operator Operator(const X &Value)        \
      const {                                                                  \
    assign<Name>(Value);                                                       \
  }
  TWOFOLD_UPDATES
#undef TWOFOLD_UPDATE
};

template <class X> inline constexpr bool IsTarget = false;
template <class T, std::size_t Rank, class Lengths>
inline constexpr bool IsTarget<slice<T, Rank, Lengths>> = !std::is_const_v<T>;
template <class T, class I>
inline constexpr bool IsTarget<gathered<T, I>> = !std::is_const_v<T>;

} // namespace detail

/// To be assigned where the mask is true. Elsewhere elements keep their values,
/// and nothing of the right side is evaluated that could fail.
template <class Mask, class Left,
          std::enable_if_t<detail::IsExpression<Mask> && detail::IsTarget<Left>,
                           int> = 0>
auto where(const Mask &If, const Left &To,
           detail::place Where = detail::place()) {
  return detail::masked<Mask, Left>(If, To, Where);
}

} // namespace twofold

#endif
