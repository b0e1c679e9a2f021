// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CacheStore.h - cache entries as files of a private directory ------===//
//
// One file for each entry, under the entry's name. A writer fills a temporary
// file in the same directory and renames it, so that a reader sees a whole
// entry or none; readers take no lock. The size of a file beside the entry says
// how often the entry was read. A cached binary is code: the
// directory must belong to the user and be writable by nobody else, or it is
// not used.
//
// Nothing here is an error for the caller. A full or read-only disk, a missing
// permission or a damaged entry mean "not cached".
#ifndef TWOFOLD_RUNTIME_CACHE_CACHESTORE_H
#define TWOFOLD_RUNTIME_CACHE_CACHESTORE_H

#include "report/Settings.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace twofold {

/// `Chosen` (TWOFOLD_CACHE_DIR), else `XdgCacheHome`/twofold, else
/// `Home`/.cache/twofold. Null and relative paths do not count; empty when
/// there is none, never a directory that others share.
std::string cacheDirectory(const char *Chosen, const char *XdgCacheHome,
                           const char *Home);

struct CacheConfig {
  std::string Directory; ///< absolute; empty: nothing is stored
  CacheMode Mode = CacheMode::On;
  uint64_t MaxBytes = uint64_t(256) << 20; ///< of all entries together

  bool onlyReads() const {
    return Mode == CacheMode::ReadOnly || Mode == CacheMode::MustHit;
  }
};
/// As the environment of this process says.
CacheConfig cacheConfig(const Settings &Set);

/// Thread-safe, and safe against other processes on the same directory.
class CacheStore {
  CacheConfig Config;
  int Folder = -1; ///< -1: nothing is read or stored
  std::string Trouble;

  const pid_t Owner; ///< the process that Markers are of; no forked child
  std::mutex MarkersLock;
  std::vector<std::string> Markers; ///< those that this object has created
  std::vector<std::string> Again;   ///< those whose next build is a second try
  bool Leaving = false;             ///< no marker is created any more

  void openFolder();
  bool writeFile(const std::string &Name, std::span<const uint8_t> Bytes) const;
  void removeStale() const;
  bool beginBuild(const std::string &Marker);
  void endBuild(const std::string &Marker);

public:
  /// Opens the directory (mode On: creates it, with mode 0700) and removes
  /// temporaries that a killed process left more than an hour ago.
  explicit CacheStore(CacheConfig Config);
  ~CacheStore();

  /// Why the directory is not used, on one line; empty if it is, or if none
  /// was asked for.
  const std::string &trouble() const { return Trouble; }

  bool writable() const { return Folder >= 0 && !Config.onlyReads(); }
  /// What is not there is not to be made either.
  bool mustHit() const { return Config.Mode == CacheMode::MustHit; }

  /// The open directory, which belongs to this object; -1 when none is used.
  int folder() const { return Folder; }

  /// The payload stored under `Key`. A damaged entry is removed and counts as a
  /// miss.
  std::optional<std::vector<uint8_t>> get(const std::string &Key) const;

  /// Stores an entry or replaces it. Note is for people. False: not cached.
  bool put(const std::string &Key, std::span<const uint8_t> Payload,
           std::string_view Note = "") const;

  /// The same for payloads that are text; empty where there is none.
  std::string text(const std::string &Key) const;
  bool putText(const std::string &Key, std::string_view Text,
               std::string_view Note) const {
    return put(Key,
               {reinterpret_cast<const uint8_t *>(Text.data()), Text.size()},
               Note);
  }

  /// The keys of all entries that are not damaged: reads the whole directory.
  std::vector<std::string> keys() const;

  /// A note on disk that this process is handing `Key` to a driver, which may
  /// take the process with it. The note goes when the guard does.
  class BuildGuard {
    CacheStore *Store;
    std::string Marker;

  public:
    BuildGuard(CacheStore &Store, const std::string &Key);
    BuildGuard(const BuildGuard &) = delete;
    BuildGuard &operator=(const BuildGuard &) = delete;
    ~BuildGuard();
  };

  /// Processes in a row that died between making and removing such a note.
  enum class Deaths { None, One, Several, LongAgo };
  Deaths deathsIn(const std::string &Key);
  /// True if several processes in a row have died lately. A single one may have
  /// been killed by anybody, or have left by _exit, which is not held against
  /// the driver. Each day there is one more try.
  bool crashedBefore(const std::string &Key);

  /// The file that crashedBefore looks at; without it nothing is held against
  /// the driver.
  std::string markerPath(const std::string &Key) const;

  /// Removes the notes of builds still under way and makes no further ones. To
  /// be called when the program exits by itself: that is no crash. Does nothing
  /// in a forked child.
  void forgetBuilds();
};

} // namespace twofold

#endif
