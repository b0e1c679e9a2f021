// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CacheFiles.h - the files of a cache's directory --------------------===//
//
// An entry NAME.entry may have NAME.hits beside it, whose size is how often it
// was read, and NAME.pending while a driver works on it. *.tmp is what a writer
// has not finished.
#ifndef TWOFOLD_RUNTIME_CACHE_CACHEFILES_H
#define TWOFOLD_RUNTIME_CACHE_CACHEFILES_H

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <vector>

namespace twofold {

namespace CacheFiles {
inline constexpr std::string_view Entry = ".entry";
inline constexpr std::string_view Hits = ".hits";
inline constexpr std::string_view Marker = ".pending";
inline constexpr std::string_view Temporary = ".tmp";
} // namespace CacheFiles

struct CacheFile {
  std::string Name;
  struct timespec Used; ///< when it was last written or, an entry, read
  uint64_t Bytes;
};

/// Whether nobody else has made the file or may write to it: the directory may
/// have been open to others once.
bool isOurFile(const struct stat &Info);

/// The regular files of the open directory whose names end so. Files that
/// vanish meanwhile are left out: another process may clean up too.
std::vector<CacheFile> listCacheFiles(int Folder, std::string_view Suffix);

/// The whole of a regular file, or nothing. Touch: the file counts as used now.
std::optional<std::vector<uint8_t>>
readCacheFile(int Folder, const std::string &Name, bool Touch);

/// Removes an entry with what belongs to it. False if it was gone.
bool removeCacheEntry(int Folder, const std::string &EntryName);

/// Removes entries, the least recently used ones first, until they take at most
/// Bytes. Returns how many it has removed.
unsigned trimCacheFiles(int Folder, uint64_t Bytes);

} // namespace twofold

#endif
