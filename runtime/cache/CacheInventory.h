// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CacheInventory.h - what the kernel cache holds, for people ---------===//
#ifndef TWOFOLD_RUNTIME_CACHE_CACHEINVENTORY_H
#define TWOFOLD_RUNTIME_CACHE_CACHEINVENTORY_H

#include "cache/CacheEntry.h"

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

namespace twofold {

struct CacheItem {
  std::string File;
  std::optional<CacheEntry> Entry; ///< nothing: it is damaged
  uint64_t Bytes = 0;
  uint64_t Hits = 0;
  time_t Used = 0; ///< when it was last written or read
};

/// The value of a key's field; "?" if it has none.
std::string cacheField(const CacheItem &Item, std::string_view Name);

/// All entries of an open cache directory, the most recently used ones first.
/// Changes nothing.
std::vector<CacheItem> listCache(int Folder);

/// The kernels that several processes in a row have died of.
std::vector<std::string> listCrashes(int Folder);

/// Removes entries that are damaged or not under their own name. Returns how
/// many it has removed.
unsigned removeDamaged(int Folder);

/// Removes all that the cache has made in the directory. Returns how many
/// entries that were.
unsigned clearCache(int Folder);

} // namespace twofold

#endif
