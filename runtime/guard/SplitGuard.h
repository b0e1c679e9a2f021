// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SplitGuard.h - guards pages, and keeps the bytes beside them ------===//
//
// Whole pages of an array are guarded. Bytes on its first and last page, beside
// other data, cannot be guarded, nor can stacks or small blocks. Within a
// FunctionScope they need not be, since nobody looks at them. So such bytes,
// which are called loose, are kept as SnapshotGuard keeps them, and all others
// are left to the guard of pages. Where pages cannot be guarded at all, every
// byte is loose; where results do not stay on devices, none is.
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
  RangeSet Loose; // held under Lock
  std::atomic<bool> Any{false};
  std::unique_ptr<PageGuard> Pages; ///< goes first: its threads may still ask

  RangeSet looseIn(ByteRange Range) const;

public:
  /// PageBytes: the size of a page, for the guard of pages and its callers.
  explicit SplitGuard(uint64_t PageBytes) : PageSize(PageBytes) {}

  /// To be called at most once, before anything is asked: this or keepBytes().
  void keepPages(std::unique_ptr<PageGuard> By) { Pages = std::move(By); }
  void keepBytes() {
    AnyByte = true;
    PageSize = 1;
  }
  /// Whether results stay on devices at all.
  bool keeps() const { return AnyByte || Pages; }
  /// Whether accesses of the host are stopped.
  bool keepsPages() const { return Pages != nullptr; }
  /// Whether results stay within a FunctionScope only, since no access is
  /// stopped.
  bool keepsBytes() const { return AnyByte; }
  /// What is kept for longer than a scope is a multiple of this size.
  uint64_t pageBytes() const { return PageSize; }

  /// From now on these bytes are loose: none of them is on a page that is, or
  /// will be, guarded.
  void keep(const RangeSet &Fresh);
  /// Ends the looseness of these bytes, and forgets what was sent of them.
  void release(const RangeSet &Ended);
  /// Whether nothing is loose. A thread that sees true sees all bytes that
  /// other threads have released.
  bool idle() const { return !Any.load(std::memory_order_acquire); }
  /// See SnapshotGuard.
  void strand(ByteRange Range) { Bytes.strand(Range); }

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
