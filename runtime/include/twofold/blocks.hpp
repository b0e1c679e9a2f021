// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/blocks.hpp - a sequence cut into runs of elements ----------===//
//
// Operations that are known to be associative and no more keep their order:
// each block is folded by one iteration of a parallel loop, and the blocks'
// results are combined from the first to the last. The cut depends on the
// number of elements alone, so that every run on any number of threads gives
// the same.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_BLOCKS_HPP
#define TWOFOLD_BLOCKS_HPP

#include "elements.hpp"

#include <optional>

namespace twofold::detail {

/// At least two elements in each block, about as many blocks as elements in
/// one.
struct block_cut {
  std::ptrdiff_t Blocks = 1; ///< 1: too few elements to share out
  std::ptrdiff_t Length;     ///< of all blocks but the last, which is longer

  explicit block_cut(std::ptrdiff_t Count) {
    constexpr std::ptrdiff_t Most = 16384;
    while (Blocks < Most && 4 * Blocks * Blocks <= Count)
      Blocks *= 2;
    Length = Count / Blocks;
  }
};

/// One value of T for each block, made by whoever folds the block.
template <class T> class block_values {
  static constexpr bool Plain = std::is_trivially_default_constructible_v<T> &&
                                std::is_trivially_copyable_v<T> &&
                                std::is_copy_assignable_v<T>;

public:
  using slot = std::conditional_t<Plain, T, std::optional<T>>;

  explicit block_values(std::ptrdiff_t Blocks)
      : Slots(new slot[static_cast<std::size_t>(Blocks)]) {}

  slot *data() const { return Slots.get(); }
  static const T &get(const slot &From) {
    if constexpr (Plain)
      return From;
    else
      return *From;
  }
  static void set(slot &To, T &Value) {
    if constexpr (Plain)
      To = Value;
    else
      To.emplace(std::move(Value));
  }

private:
  std::unique_ptr<slot[]> Slots;
};

} // namespace twofold::detail

#endif
