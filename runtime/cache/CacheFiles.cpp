// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cache/CacheFiles.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace twofold {

bool isOurFile(const struct stat &Info) {
  return S_ISREG(Info.st_mode) && Info.st_uid == geteuid() &&
         !(Info.st_mode & (S_IWGRP | S_IWOTH));
}

/// No entry is that large: what is, is not worth its memory.
static constexpr off_t MaxFileBytes = off_t(1) << 30;

std::vector<CacheFile> listCacheFiles(int Folder, std::string_view Suffix) {
  std::vector<CacheFile> Files;
  int Again = openat(Folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (Again < 0)
    return Files;
  DIR *Listing = fdopendir(Again);
  if (!Listing) {
    close(Again);
    return Files;
  }
  while (dirent *Each = readdir(Listing)) {
    std::string_view Name = Each->d_name;
    struct stat Info;
    if (Name.ends_with(Suffix) &&
        fstatat(Folder, Each->d_name, &Info, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(Info.st_mode))
      Files.push_back({std::string(Name), Info.st_mtim,
                       static_cast<uint64_t>(Info.st_size)});
  }
  closedir(Listing);
  return Files;
}

std::optional<std::vector<uint8_t>>
readCacheFile(int Folder, const std::string &Name, bool Touch) {
  // O_NONBLOCK: a pipe in the file's place must not make us wait.
  int File = openat(Folder, Name.c_str(),
                    O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (File < 0)
    return std::nullopt;
  std::optional<std::vector<uint8_t>> Bytes;
  struct stat Info;
  if (fstat(File, &Info) == 0 && isOurFile(Info) &&
      Info.st_size <= MaxFileBytes) {
    Bytes.emplace(static_cast<size_t>(Info.st_size));
    size_t Filled = 0;
    while (Filled != Bytes->size()) {
      ssize_t Got = read(File, Bytes->data() + Filled, Bytes->size() - Filled);
      if (Got < 0 && errno == EINTR)
        continue;
      if (Got <= 0)
        break;
      Filled += static_cast<size_t>(Got);
    }
    Bytes->resize(Filled);
    if (Touch)
      futimens(File, nullptr);
  }
  close(File);
  return Bytes;
}

bool removeCacheEntry(int Folder, const std::string &EntryName) {
  bool Removed = unlinkat(Folder, EntryName.c_str(), 0) == 0;
  std::string Base =
      EntryName.substr(0, EntryName.size() - CacheFiles::Entry.size());
  unlinkat(Folder, (Base + std::string(CacheFiles::Hits)).c_str(), 0);
  return Removed;
}

unsigned trimCacheFiles(int Folder, uint64_t Bytes) {
  std::vector<CacheFile> Entries = listCacheFiles(Folder, CacheFiles::Entry);
  uint64_t Total = 0;
  for (const CacheFile &Each : Entries)
    Total += Each.Bytes;
  std::sort(Entries.begin(), Entries.end(),
            [](const CacheFile &A, const CacheFile &B) {
              return std::pair(A.Used.tv_sec, A.Used.tv_nsec) <
                     std::pair(B.Used.tv_sec, B.Used.tv_nsec);
            });
  unsigned Removed = 0;
  for (const CacheFile &Each : Entries) {
    if (Total <= Bytes)
      break;
    // Gone already is as good as removed here.
    Removed += removeCacheEntry(Folder, Each.Name);
    Total -= Each.Bytes;
  }
  return Removed;
}

} // namespace twofold
