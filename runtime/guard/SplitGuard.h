// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SplitGuard.h - guards pages, and keeps the bytes beside them ------===//
//
// Whole pages of an array are guarded. What it has on its first and last page,
// beside other data, cannot be, and no more can stacks or small blocks. For the
// time of a FunctionScope it need not: nobody looks at it. So such bytes are
// kept as SnapshotGuard keeps them, and all others are the pages' guard's.
// Where pages cannot be guarded at all, every byte is kept so; and where
// results do not stay on devices, none is.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_GUARD_SPLITGUARD_H
#define TWOFOLD_RUNTIME_GUARD_SPLITGUARD_H

#include "guard/SnapshotGuard.h"

#include <atomic>

namespace twofold {

class SplitGuard final : public PageGuard {
  bool AnyByte = false;
  uint64_t PageSize;
  SnapshotGuard Bytes;
  mutable std::mutex Lock;
  RangeSet Loose; // by Lock
  std::atomic<bool> Any{false};
  std::unique_ptr<PageGuard> Pages; ///< goes first: its threads may still ask

  RangeSet looseIn(ByteRange Range) const;

public:
  /// PageBytes: of Pages, and of all who ask what lies in whole pages.
  explicit SplitGuard(uint64_t PageBytes) : PageSize(PageBytes) {}

  /// Once at most, and before anything is asked: one of the two.
  void keepPages(std::unique_ptr<PageGuard> By) { Pages = std::move(By); }
  void keepBytes() {
    AnyByte = true;
    PageSize = 1;
  }
  /// Something can be kept: results stay on devices.
  bool keeps() const { return AnyByte || Pages; }
  /// Accesses of the host are stopped.
  bool keepsPages() const { return Pages != nullptr; }
  /// Nothing is, so that results stay for the time of a FunctionScope only.
  bool keepsBytes() const { return AnyByte; }
  /// What is kept for longer than a scope is a multiple of it.
  uint64_t pageBytes() const { return PageSize; }

  /// From now on these bytes are loose: none of them is on a page that is, or
  /// will be, guarded.
  void keep(const RangeSet &Fresh);
  /// These bytes are loose no longer; nothing that was sent is remembered.
  void release(const RangeSet &Ended);
  /// Nothing is loose; who sees that sees all bytes that were.
  bool idle() const { return !Any.load(std::memory_order_acquire); }
  /// See SnapshotGuard.
  void strand(ByteRange Range) { Bytes.strand(Range); }
  uint64_t remembered() const { return Bytes.remembered(); }

  bool working() const override { return !Pages || Pages->working(); }
  std::string whyNot() const override { return Pages ? Pages->whyNot() : ""; }
  /// Loose bytes are never among them.
  RangeSet guardable(ByteRange Range, const Origin &Of) const override {
    return Pages ? Pages->guardable(Range, Of) : RangeSet(Range);
  }
  /// Range may hold pages and loose bytes. When it fails, some pages may have
  /// changed; no loose byte has.
  Status set(ByteRange Range, Access How) override;
  /// Range is whole pages, or loose bytes.
  Status replace(ByteRange Range, const Filler &Fill, Access How,
                 const Saver &Save = nullptr) override;
  void reveal(ByteRange Range) override {
    if (Pages)
      Pages->reveal(Range);
  }
  Status send(ByteRange Range, const Sender &To) const override;
};

} // namespace twofold

#endif
