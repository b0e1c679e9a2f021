// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SplitGuard.h - guards pages, and keeps the bytes beside them ------===//
//
// Whole pages of an array are guarded. What it has on its first and last page,
// beside other data, cannot be, and no more can stacks or small blocks. For the
// time of a FunctionScope it need not: nobody looks at it. So such bytes are
// kept as SnapshotGuard keeps them, and all others are the pages' guard's.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_GUARD_SPLITGUARD_H
#define TWOFOLD_RUNTIME_GUARD_SPLITGUARD_H

#include "guard/SnapshotGuard.h"

#include <atomic>

namespace twofold {

class SplitGuard final : public PageGuard {
  const std::unique_ptr<PageGuard> Pages;
  SnapshotGuard Bytes;
  mutable std::mutex Lock;
  RangeSet Loose; // by Lock
  std::atomic<bool> Any{false};

  RangeSet looseIn(ByteRange Range) const;

public:
  explicit SplitGuard(std::unique_ptr<PageGuard> Pages)
      : Pages(std::move(Pages)) {}

  /// From now on these bytes are loose: none of them is on a page that is, or
  /// will be, guarded.
  void keep(const RangeSet &Fresh);
  /// These bytes are loose no longer; nothing that was sent is remembered.
  void release(const RangeSet &Ended);
  /// Nothing is loose; who sees that sees all bytes that were.
  bool idle() const { return !Any.load(std::memory_order_acquire); }
  SnapshotGuard &bytes() { return Bytes; }

  bool working() const override { return Pages->working(); }
  std::string whyNot() const override { return Pages->whyNot(); }
  /// Loose bytes are never among them.
  using PageGuard::guardable;
  RangeSet guardable(ByteRange Range, const Origin &Of) const override {
    return Pages->guardable(Range, Of);
  }
  /// Range may hold pages and loose bytes. When it fails, some pages may have
  /// changed; no loose byte has.
  Status set(ByteRange Range, Access How) override;
  /// Range is whole pages, or loose bytes.
  Status replace(ByteRange Range, const Filler &Fill, Access How,
                 const Saver &Save = nullptr) override;
  void reveal(ByteRange Range) override { Pages->reveal(Range); }
  Status send(ByteRange Range, const Sender &To) const override;
};

} // namespace twofold

#endif
