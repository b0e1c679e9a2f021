// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cache/KernelCache.h"

#include "cache/CacheEntry.h"
#include "system/Timeline.h"

namespace twofold {

Result<std::shared_ptr<Program>>
KernelCache::get(Device &Target, const ProgramSource &Source, bool *FromCache) {
  std::string Key = cacheKey(Target.facts(), Source);
  std::shared_ptr<Slot> Mine;
  {
    std::lock_guard<std::mutex> Lock(SlotsLock);
    std::shared_ptr<Slot> &Found = Slots[{&Target, Key}];
    if (!Found)
      Found = std::make_shared<Slot>();
    Mine = Found;
  }
  std::lock_guard<std::mutex> Lock(Mine->Building);
  if (FromCache)
    *FromCache = true;
  if (Mine->Built)
    return Mine->Built;
  if (Mine->Failure)
    return *Mine->Failure;

  bool Loaded = false;
  TimelineSpan Told("build", "kernel of " + Source.Origin);
  Told.More.add("device", Target.facts().Name);
  auto Made = make(Target, Source, Key, Loaded);
  Told.More.add("from", Loaded ? "the cache" : "its source");
  if (FromCache)
    *FromCache = Loaded;
  if (Made)
    Mine->Built = *Made;
  else if (Made.error().Code == ErrorCode::BuildFailed ||
           Made.error().Code == ErrorCode::Unsupported)
    Mine->Failure = Made.error();
  return Made;
}

Result<std::shared_ptr<Program>> KernelCache::make(Device &Target,
                                                   const ProgramSource &Source,
                                                   const std::string &Key,
                                                   bool &Loaded) {
  if (Store.crashedBefore(Key))
    return Error{ErrorCode::BuildFailed,
                 "processes have died while they built this kernel",
                 "remove " + Store.markerPath(Key) + " to try again"};
  CacheStore::BuildGuard Guard(Store, Key);

  if (auto Binary = Store.get(Key)) {
    auto Found = Target.load(Source, *Binary);
    if (Found) {
      Loaded = true;
      return std::shared_ptr<Program>(std::move(*Found));
    }
    // Rejected: what is built below takes the entry's place.
  }

  if (Store.mustHit())
    return Error{
        ErrorCode::Unsupported,
        "TWOFOLD_CACHE=must-hit, and the kernel is not in the cache: " +
            whyMissed(Target, Source),
        ""};
  auto Built = Target.build(Source);
  if (!Built && Built.error().Code == ErrorCode::BuildFailed)
    Built = Target.build(Source);
  if (!Built)
    return Built.takeError();
  std::vector<uint8_t> Binary = (*Built)->binary();
  if (!Binary.empty())
    Store.put(Key, Binary, Source.Origin);
  return std::shared_ptr<Program>(std::move(*Built));
}

std::string KernelCache::recall(Device &Target, const ProgramSource &Source) {
  return Store.text(cacheKey(Target.facts(), Source, "tuning"));
}

void KernelCache::remember(Device &Target, const ProgramSource &Source,
                           const std::string &Line) {
  Store.putText(cacheKey(Target.facts(), Source, "tuning"), Line,
                Source.Origin);
}

std::string KernelCache::whyMissed(Device &Target,
                                   const ProgramSource &Source) {
  return explainMiss(cacheKey(Target.facts(), Source), Store.keys());
}

} // namespace twofold
