// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ImagePages.h - memory for large before images ----------------------===//
//
// The address space is reserved before it is needed (LaunchLog.h says why).
// Pages whose place others have taken are moved here, which copies nothing.
#ifndef TWOFOLD_RUNTIME_REPLAY_IMAGEPAGES_H
#define TWOFOLD_RUNTIME_REPLAY_IMAGEPAGES_H

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace twofold {

/// In bytes, from the texts of /proc/meminfo and of the control group's limit
/// and use (such as memory.max and memory.current), which may be empty. 0: not
/// known.
uint64_t availableMemory(std::string_view Meminfo, std::string_view Limit,
                         std::string_view Used);

/// The same of this process at present. Allocates nothing and calls nothing
/// that is observed.
uint64_t availableMemory();

/// Not thread-safe, except that threads may fill different places at once.
class ImagePages {
  char *Memory = nullptr;
  size_t Reserved = 0;
  size_t Used = 0;
  size_t Limit = 0;                                 ///< what Used may become
  std::chrono::steady_clock::time_point LimitKnown; ///< when Limit was found

public:
  /// Smaller images are not worth pages of their own.
  static constexpr size_t Least = size_t(1) << 20;
  /// Places begin at multiples of it: page tables of this size are moved as a
  /// whole.
  static constexpr size_t Alignment = size_t(2) << 20;
  /// Images take at most one Share-th of the memory that the process may use.
  static constexpr unsigned Share = 4;

  ImagePages() = default;
  ImagePages(const ImagePages &) = delete;
  ~ImagePages();

  /// Address space for at most this many bytes; there may be none.
  void reserve(size_t Most);
  /// A share of the machine's memory.
  static size_t mostBytes();
  /// Writable memory for Bytes; null when there is no room.
  char *take(size_t Bytes);
  /// Puts Old's bytes into a place. Aside: Old is whole pages that nobody needs
  /// afterwards.
  static void fill(char *Place, char *Old, size_t Bytes, bool Aside);
  /// Gives up all places.
  void clear();
  size_t used() const { return Used; }
};

} // namespace twofold

#endif
