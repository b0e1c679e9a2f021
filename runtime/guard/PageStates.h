// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PageStates.h - how each page of the process is guarded -------------===//
//
// One byte for each page of the address space, in leaves that are made when
// they are needed and never go away. Reading takes no lock and is
// async-signal-safe: the signal handler asks here whose fault it got.
#ifndef TWOFOLD_RUNTIME_GUARD_PAGESTATES_H
#define TWOFOLD_RUNTIME_GUARD_PAGESTATES_H

#include "bytes/RangeSet.h"

#include <atomic>
#include <cstdint>

namespace twofold {

enum class PageState : uint8_t {
  Foreign,  ///< never guarded, or given back to the system
  Released, ///< was guarded and may be accessed now
  ReadOnly, ///< writes fault
  None      ///< every access faults
};

/// Whether a page in this state has protections of the guard.
constexpr bool guarded(PageState State) { return State >= PageState::ReadOnly; }

/// Any thread may read; one at a time may write.
class PageStates {
  struct Leaf;

  static constexpr unsigned AddressBits = 48, LeafBits = 14;

  const unsigned PageBits;
  std::atomic<Leaf *> *Root; ///< null: the address space is exhausted
  size_t RootSize;
  std::atomic<uint64_t> Guarded{0};
  std::atomic<uint64_t> Edges{0};

  Leaf *leaf(uint64_t Page) const;
  bool makeLeaves(ByteRange Range);
  PageState before(ByteRange Range) const;

public:
  PageStates();
  ~PageStates();
  PageStates(const PageStates &) = delete;

  uint64_t pageSize() const { return uint64_t(1) << PageBits; }
  /// The highest address, plus one, that can have a state.
  static constexpr uint64_t limit() { return uint64_t(1) << AddressBits; }

  PageState at(uint64_t Address) const;
  /// The largest range of whole pages around Address, inside Bounds, that have
  /// its state. Bounds must hold Address.
  ByteRange run(uint64_t Address, ByteRange Bounds) const;
  /// Whether a page that Range touches is guarded.
  bool anyGuarded(ByteRange Range) const;
  /// The first byte of Range on such a page, or its end.
  uint64_t firstGuarded(ByteRange Range) const;

  /// Range: whole pages. False, without a change, when there is no memory.
  bool set(ByteRange Range, PageState State);

  /// How many edges() there would be after set().
  uint64_t edgesWith(ByteRange Range, PageState State) const;

  /// Guarded pages in the whole address space.
  uint64_t guardedPages() const {
    return Guarded.load(std::memory_order_seq_cst);
  }
  /// How many times the protection changes from a page to the next one: each
  /// may cost the kernel a mapping.
  uint64_t edges() const { return Edges.load(std::memory_order_relaxed); }
  /// Calls Do with each run of guarded pages, ascending.
  template <typename Function> void forEachGuarded(Function Do) const {
    for (uint64_t At = 0; At < limit();) {
      ByteRange Run = nextGuarded({At, limit()});
      if (Run.empty())
        return;
      Do(Run, at(Run.Begin));
      At = Run.End;
    }
  }
  /// The first run of whole pages in one guarded state that Range touches; what
  /// lies beyond Range is not looked at.
  ByteRange nextGuarded(ByteRange Range) const;
};

} // namespace twofold

#endif
