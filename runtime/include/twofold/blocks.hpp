// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/blocks.hpp - a sequence cut into runs of elements ----------===//
//
// Operations that are known to be associative and no more keep their order:
// each block is folded by one iteration of a parallel loop, and the blocks'
// results are combined from the first to the last. The cut depends on the
// number of elements alone, so that the result is the same in every run and on
// any number of threads.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_BLOCKS_HPP
#define TWOFOLD_BLOCKS_HPP

#include "elements.hpp"

#include <optional>

// What concerns a function object is reported where the algorithm is called.
#pragma GCC system_header

namespace twofold::detail {

/// Blocks of the same length, at least two elements each, about as many blocks
/// as elements in one.
struct block_cut {
  std::ptrdiff_t Blocks = 1; ///< 1: too few elements to share out
  std::ptrdiff_t Length;
  std::ptrdiff_t Rest; ///< the first element after all blocks

  explicit block_cut(std::ptrdiff_t Count) {
    constexpr std::ptrdiff_t Most = 16384;
    while (Blocks < Most && 4 * Blocks * Blocks <= Count)
      Blocks *= 2;
    Length = Count / Blocks;
    Rest = Blocks == 1 ? 0 : Blocks * Length;
  }
};

/// The result of one block. One that is no plain value is constructed by the
/// fold of the block.
template <class T>
inline constexpr bool IsPlain =
    std::is_trivially_default_constructible_v<T> &&
    std::is_trivially_copyable_v<T> && std::is_copy_assignable_v<T>;
template <class T>
using block_value = std::conditional_t<IsPlain<T>, T, std::optional<T>>;

template <class T>
std::unique_ptr<block_value<T>[]> blockValues(std::ptrdiff_t Blocks) {
  return std::unique_ptr<block_value<T>[]>(
      new block_value<T>[static_cast<std::size_t>(Blocks)]);
}

template <class T> const T &valueOf(const block_value<T> &From) {
  if constexpr (IsPlain<T>)
    return From;
  else
    return *From;
}

} // namespace twofold::detail

#endif
