// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FootprintMemo.cpp - the footprints of a site's last calls ----------===//
#include "FootprintMemo.h"

using namespace twofold;

FootprintMemo::Key::Key(const twofold_site &Site,
                        const twofold_launch &Launch) {
  for (uint32_t I = 0; I < Site.rank; ++I) {
    add(uint64_t(Launch.dims[I].lower));
    add(uint64_t(Launch.dims[I].step));
    add(Launch.dims[I].trips);
  }
  for (uint32_t I = 0; I < Site.value_count; ++I)
    add(uint64_t(Launch.values[I]));
  for (uint32_t I = 0; I < Site.base_count; ++I)
    add(addressOf(Site.bases[I], Launch));
}

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
