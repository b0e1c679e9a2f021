// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FootprintMemo.cpp - the footprints of a site's last calls ----------===//
#include "site/FootprintMemo.h"

using namespace twofold;

std::shared_ptr<const Footprint> FootprintMemo::find(const Key &Of) const {
  if (!Of.fits())
    return nullptr;
  std::lock_guard Guard(Lock);
  for (const Entry &E : Entries)
    if (E.What && E.Of == Of)
      return E.What;
  return nullptr;
}

void FootprintMemo::add(const Key &Of,
                        const std::shared_ptr<const Footprint> &What) {
  if (!Of.fits() || !What->Lasting)
    return;
  std::lock_guard Guard(Lock);
  Entries[Next] = {Of, What};
  Next = (Next + 1) % Kept;
}
