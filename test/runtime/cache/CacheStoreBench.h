// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CacheStoreBench.h - a kernel cache in a folder of its own ----------===//
#ifndef TWOFOLD_TEST_RUNTIME_CACHESTOREBENCH_H
#define TWOFOLD_TEST_RUNTIME_CACHESTOREBENCH_H

#include "TemporaryFolder.h"
#include "cache/CacheEntry.h"
#include "cache/CacheStore.h"

#include <gtest/gtest.h>

#include <ctime>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace twofold {

/// A directory of its own for a cache.
struct CacheStoreBench : testing::Test {
  using Bytes = std::vector<uint8_t>;

  TemporaryFolder Folder;
  CacheConfig Config{Folder / "cache"};

  std::string file(const std::string &Key, const char *Suffix = ".entry") {
    return Config.Directory + "/" + cacheEntryName(Key) + Suffix;
  }
  static mode_t mode(const std::string &Path) {
    struct stat Info;
    return stat(Path.c_str(), &Info) == 0 ? Info.st_mode & 07777 : 0;
  }
  static bool exists(const std::string &Path) {
    struct stat Info;
    return lstat(Path.c_str(), &Info) == 0;
  }
  static void age(const std::string &Path, time_t Seconds) {
    struct timespec Times[2] = {{time(nullptr) - Seconds, 0},
                                {time(nullptr) - Seconds, 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, Path.c_str(), Times, 0), 0);
  }
};

} // namespace twofold

#endif
