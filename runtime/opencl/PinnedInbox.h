// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PinnedInbox.h - small reads on their way to the program -----------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_PINNEDINBOX_H
#define TWOFOLD_RUNTIME_OPENCL_PINNEDINBOX_H

#include "opencl/PinnedMemory.h"

#include <vector>

namespace twofold {

/// Drivers read into pinned memory in half the time that they take for ordinary
/// memory, whatever the size. What was read is handed over once the queue has
/// finished.
class PinnedInbox {
  struct Letter {
    char *To;
    const char *From;
    size_t Bytes;
  };
  std::unique_ptr<PinnedMemory> Memory;
  std::vector<Letter> Letters;
  size_t Used = 0;

  explicit PinnedInbox(std::unique_ptr<PinnedMemory> Memory)
      : Memory(std::move(Memory)) {}

public:
  static constexpr size_t Bytes = size_t(256) << 10;
  static constexpr size_t MaxLetters = 64;

  static Result<std::unique_ptr<PinnedInbox>>
  create(std::shared_ptr<const ClContext> Context, cl_command_queue Queue);

  /// Where to read Count bytes to; null when there is no room. Once the command
  /// is enqueued, add() is to be called.
  char *place(size_t Count) const;
  void add(void *To, size_t Count);

  bool empty() const { return Letters.empty(); }
  /// Whether some letter is for these bytes.
  bool concerns(const void *Begin, size_t Count) const;
  /// Hands over all letters, or throws them away. Their commands must be over.
  void deliver();
  void drop();
};

} // namespace twofold

#endif
