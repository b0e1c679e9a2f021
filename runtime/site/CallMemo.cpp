// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "site/CallMemo.h"

#include <utility>

using namespace twofold;

using TryLock = std::unique_lock<std::mutex>;

std::shared_ptr<const CallArrays> KnownCall::arrays(bool Lazy) {
  const TryLock Mine(Lock, std::try_to_lock);
  return Mine && Arrays && Arrays->Lazy == Lazy ? Arrays : nullptr;
}

void KnownCall::keep(std::shared_ptr<const CallArrays> New) {
  if (New->OnDevice || New->Hidden)
    return;
  if (const TryLock Mine(Lock, std::try_to_lock); Mine)
    std::swap(Arrays, New);
}

std::shared_ptr<LaunchMemo> KnownCall::takeLaunch() {
  const TryLock Mine(Lock, std::try_to_lock);
  return Mine ? std::exchange(Launch, nullptr) : nullptr;
}

void KnownCall::keep(std::shared_ptr<LaunchMemo> New) {
  if (const TryLock Mine(Lock, std::try_to_lock); Mine)
    std::swap(Launch, New);
}

CallMemo::Place *CallMemo::Set::find(uint64_t Hash) {
  for (Place &P : Places)
    if (P.Settled.areOf(Hash))
      return &P;
  return nullptr;
}

/// Its own, or the one with the fewest settled calls left.
CallMemo::Place &CallMemo::Set::make(uint64_t Hash) {
  if (Place *Own = find(Hash))
    return *Own;
  const unsigned First = Next.fetch_add(1, std::memory_order_relaxed);
  Place *Into = &Places[First % Ways];
  for (unsigned I = 1; I < Ways; ++I)
    if (Place &P = Places[(First + I) % Ways];
        P.Settled.left() < Into->Settled.left())
      Into = &P;
  Into->Settled.put(Hash, 0, 0);
  return *Into;
}

std::shared_ptr<KnownCall> CallMemo::find(uint64_t Hash, const CallKey &Key) {
  Set &In = setOf(Hash);
  const TryLock Mine(In.Lock, std::try_to_lock);
  Place *Its = Mine ? In.find(Hash) : nullptr;
  return Its && Its->Known && Its->Known->Key == Key ? Its->Known : nullptr;
}

void CallMemo::add(uint64_t Hash, const std::shared_ptr<KnownCall> &New) {
  if (!New->Key.fits() || !New->Touched.Lasting)
    return;
  std::shared_ptr<KnownCall> Old = New; // which goes after the lock
  Set &In = setOf(Hash);
  if (const TryLock Mine(In.Lock, std::try_to_lock); Mine)
    std::swap(In.make(Hash).Known, Old);
}
