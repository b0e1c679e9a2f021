// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SnapshotGuard.h - bytes that are kept without any protection -------===//
//
// For memory that the host does not touch, as the compiler has found out:
// within a FunctionScope. No access is stopped, so any byte can be kept. Other
// threads may write the bytes beside those that kernels write while a newer
// copy is on a device. So the guard remembers what a device was sent, and
// stores a byte only where a kernel has changed it.
#ifndef TWOFOLD_RUNTIME_GUARD_SNAPSHOTGUARD_H
#define TWOFOLD_RUNTIME_GUARD_SNAPSHOTGUARD_H

#include "guard/PageGuard.h"

#include <map>
#include <memory>
#include <mutex>

namespace twofold {

class SnapshotGuard final : public PageGuard {
  struct Snapshot {
    uint64_t End;
    std::shared_ptr<char[]> Bytes;
    uint64_t Skipped; ///< of Bytes, before the first that counts
    const char *at(uint64_t Offset) const { return &Bytes[Skipped + Offset]; }
  };
  mutable std::mutex Lock;
  std::map<uint64_t, Snapshot> Sent; ///< by first address; disjoint
  /// A command that has failed may still be reading these bytes.
  std::vector<std::shared_ptr<char[]>> Stranded;

  template <typename Function> void each(ByteRange In, Function Visit) const;
  Status remember(ByteRange Range, const char *Contents);
  void drop(ByteRange Range);

public:
  bool working() const override { return true; }
  std::string whyNot() const override { return ""; }
  RangeSet guardable(ByteRange Range, const Origin &) const override {
    return Range;
  }
  Status set(ByteRange Pages, Access How) override;
  Status replace(ByteRange Pages, const Filler &Fill, Access How,
                 const Saver &Save = nullptr) override;
  Status send(ByteRange Pages, const Sender &To) const override;
  /// From now on the copies of Pages that send() has handed out are never
  /// freed.
  void strand(ByteRange Pages);
};

} // namespace twofold

#endif
