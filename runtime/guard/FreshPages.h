// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FreshPages.h - other contents for pages, all at once ---------------===//
//
// The contents are made ready in a mapping of their own, which the kernel then
// moves over the pages: other threads find the old protection or the new bytes,
// never a part of them.
//
// Pages that are moved in do not join the mappings beside them, and a process
// may have about 65,000 mappings. So for small blocks their own pages are
// moved aside, written, and moved back, which leaves no trace. Large ones are
// exchanged, and the pages that come out are the next call's fresh ones:
// nothing has to be cleared or mapped anew.
#ifndef TWOFOLD_RUNTIME_GUARD_FRESHPAGES_H
#define TWOFOLD_RUNTIME_GUARD_FRESHPAGES_H

#include "guard/PageGuard.h"

#include <cstddef>
#include <mutex>
#include <vector>

namespace twofold {

class FreshPages {
public:
  /// Memory to make contents ready in.
  struct Area {
    char *Fresh = nullptr; ///< filled by the caller
    char *Spare = nullptr; ///< as large, mapped
    size_t Size = 0;
  };

private:
  std::mutex Lock;
  std::vector<Area> Kept;

public:
  /// Larger areas are not kept.
  static constexpr size_t KeptSize = size_t(4) << 20;
  static constexpr size_t KeptAreas = 4;
  /// Blocks from this size on are exchanged.
  static constexpr size_t ExchangedSize = size_t(1) << 20;

  ~FreshPages();

  Result<Area> take(size_t Size);
  void giveBack(Area A);

  /// Moves what A.Fresh holds over Pages, which get this protection (PROT_...).
  /// Nobody may be able to access Pages meanwhile. Save gets what they held;
  /// the call fails where that cannot be read.
  static Status moveIn(Area &A, ByteRange Pages, int Protection,
                       const PageGuard::Saver &Save = {});
};

} // namespace twofold

#endif
