// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cache/CacheInventory.h"

#include "cache/BuildMarker.h"
#include "cache/CacheFiles.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace twofold {

static std::string baseOf(const std::string &File, std::string_view Suffix) {
  return File.substr(0, File.size() - Suffix.size());
}

std::string cacheField(const CacheItem &Item, std::string_view Name) {
  if (Item.Entry)
    for (const CacheField &Each : cacheFields(Item.Entry->Key))
      if (Each.Name == Name)
        return Each.Value;
  return "?";
}

std::vector<CacheItem> listCache(int Folder) {
  std::vector<CacheItem> Items;
  for (const CacheFile &File : listCacheFiles(Folder, CacheFiles::Entry)) {
    CacheItem Item;
    Item.File = File.Name;
    Item.Bytes = File.Bytes;
    Item.Used = File.Used.tv_sec;
    std::string Base = baseOf(File.Name, CacheFiles::Entry);
    struct stat Info;
    if (fstatat(Folder, (Base + std::string(CacheFiles::Hits)).c_str(), &Info,
                AT_SYMLINK_NOFOLLOW) == 0)
      Item.Hits = uint64_t(Info.st_size);
    if (auto Bytes = readCacheFile(Folder, File.Name, false))
      if (auto Entry = decodeCacheEntry(*Bytes);
          Entry && cacheEntryName(Entry->Key) == Base)
        Item.Entry = std::move(*Entry);
    Items.push_back(std::move(Item));
  }
  std::sort(Items.begin(), Items.end(),
            [](const CacheItem &A, const CacheItem &B) {
              return A.Used != B.Used ? A.Used > B.Used : A.File < B.File;
            });
  return Items;
}

std::vector<std::string> listCrashes(int Folder) {
  std::vector<std::string> Names;
  for (const CacheFile &File : listCacheFiles(Folder, CacheFiles::Marker))
    if (auto Bytes = readCacheFile(Folder, File.Name, false)) {
      const std::string Text(Bytes->begin(), Bytes->end());
      if (Text.ends_with(AgainLine) && buildOwner(Text) == BuildOwner::Dead)
        Names.push_back(File.Name);
    }
  return Names;
}

unsigned removeDamaged(int Folder) {
  unsigned Removed = 0;
  for (const CacheItem &Item : listCache(Folder))
    if (!Item.Entry)
      Removed += removeCacheEntry(Folder, Item.File);
  return Removed;
}

unsigned clearCache(int Folder) {
  unsigned Removed = trimCacheFiles(Folder, 0);
  for (std::string_view Suffix :
       {CacheFiles::Hits, CacheFiles::Marker, CacheFiles::Temporary})
    for (const CacheFile &File : listCacheFiles(Folder, Suffix))
      unlinkat(Folder, File.Name.c_str(), 0);
  return Removed;
}

} // namespace twofold
