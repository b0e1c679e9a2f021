// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ImagePages.h - memory for large before images ----------------------===//
//
// In address space that is reserved before it is needed: see LaunchLog.h. Pages
// that stand aside after others have taken their place are moved here, which
// copies nothing.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_REPLAY_IMAGEPAGES_H
#define TWOFOLD_RUNTIME_REPLAY_IMAGEPAGES_H

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace twofold {

/// Not thread-safe, but for the bytes of places.
class ImagePages {
  char *Memory = nullptr;
  size_t Reserved = 0;
  size_t Used = 0;
  size_t Limit = 0;                                 ///< of Used
  std::chrono::steady_clock::time_point LimitKnown; ///< when

public:
  /// Smaller images are not worth pages of their own.
  static constexpr size_t Least = size_t(1) << 20;
  /// Places begin at multiples of it: page tables of this size are moved as a
  /// whole.
  static constexpr size_t Alignment = size_t(2) << 20;
  /// Of the memory that the process may still use.
  static constexpr unsigned Share = 4;

  ImagePages() = default;
  ImagePages(const ImagePages &) = delete;
  ~ImagePages();

  /// Address space for at most this many bytes; there may be none.
  void reserve(size_t Most);
  /// As much as a share of the machine's memory.
  static size_t mostBytes();
  /// Writable memory for Bytes; null when there is no room.
  char *take(size_t Bytes);
  /// Puts Old's bytes into a place. Aside: Old is whole pages that nobody needs
  /// afterwards.
  static void fill(char *Place, char *Old, size_t Bytes, bool Aside);
  /// No place is used any more.
  void clear();
  size_t used() const { return Used; }
};

} // namespace twofold

#endif
