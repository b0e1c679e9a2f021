// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cache/CacheStore.h"

#include "cache/BuildMarker.h"
#include "cache/CacheEntry.h"
#include "cache/CacheFiles.h"
#include "system/Files.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace twofold {

static constexpr time_t StaleSeconds = 3600, RetrySeconds = 24 * 3600;

static bool absolute(const char *Path) { return Path && Path[0] == '/'; }

std::string cacheDirectory(const char *Chosen, const char *XdgCacheHome,
                           const char *Home) {
  if (absolute(Chosen))
    return Chosen;
  if (absolute(XdgCacheHome))
    return std::string(XdgCacheHome) + "/twofold";
  if (absolute(Home))
    return std::string(Home) + "/.cache/twofold";
  return "";
}

CacheConfig cacheConfig(const Settings &Set) {
  return {cacheDirectory(
              Set.CacheDirectory.empty() ? nullptr : Set.CacheDirectory.c_str(),
              secure_getenv("XDG_CACHE_HOME"), secure_getenv("HOME")),
          Set.Cache, Set.CacheMegabytes << 20};
}

/// mkdir -p, every new directory for the user alone.
static void createDirectories(const std::string &Path) {
  for (size_t Slash = Path.find('/', 1); Slash != std::string::npos;
       Slash = Path.find('/', Slash + 1))
    mkdir(Path.substr(0, Slash).c_str(), 0700);
  mkdir(Path.c_str(), 0700);
}

CacheStore::CacheStore(CacheConfig Settled)
    : Config(std::move(Settled)), Owner(getpid()) {
  // A slash at the end would make the open below follow a symbolic link.
  while (Config.Directory.size() > 1 && Config.Directory.back() == '/')
    Config.Directory.pop_back();
  if (Config.Mode == CacheMode::Off || Config.Directory.empty())
    return;
  openFolder();
  if (writable())
    removeStale();
}

CacheStore::~CacheStore() {
  if (Folder >= 0)
    close(Folder);
}

void CacheStore::openFolder() {
  if (!Config.onlyReads())
    createDirectories(Config.Directory);
  auto Refuse = [this](const char *Why) {
    Trouble = "the kernel cache " + Config.Directory + " is not used: " + Why;
    if (Folder >= 0)
      close(Folder);
    Folder = -1;
  };
  Folder = open(Config.Directory.c_str(),
                O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat Info;
  if (Folder < 0 || fstat(Folder, &Info) != 0) {
    if (errno == ENOENT && Config.onlyReads())
      return;
    return Refuse(errno == ELOOP || errno == ENOTDIR
                      ? "it is a symbolic link or no directory"
                      : strerror(errno));
  }
  if (Info.st_uid != geteuid())
    return Refuse("it belongs to another user");
  if (Info.st_mode & (S_IWGRP | S_IWOTH))
    return Refuse("other users may write to it");
}

/// Creates a file that does not exist yet; on failure there is none.
static bool createFile(int Folder, const std::string &Name,
                       std::span<const uint8_t> Bytes) {
  int File = openat(Folder, Name.c_str(),
                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (File < 0)
    return false;
  bool Written = writeAll(File, std::as_bytes(Bytes));
  // Some file systems report a full disk only here.
  Written &= close(File) == 0;
  if (!Written)
    unlinkat(Folder, Name.c_str(), 0);
  return Written;
}

bool CacheStore::writeFile(const std::string &Name,
                           std::span<const uint8_t> Bytes) const {
  static std::atomic<unsigned> Counter{0};
  unsigned Random = 0;
  // Without random bytes the process and the counter still make it unique on
  // this machine, and O_EXCL notices the rest.
  (void)!getrandom(&Random, sizeof(Random), GRND_NONBLOCK);
  std::string Temporary =
      Name + "." + std::to_string(getpid()) + "." + std::to_string(Counter++) +
      "." + std::to_string(Random) + std::string(CacheFiles::Temporary);
  if (!createFile(Folder, Temporary, Bytes))
    return false;
  if (renameat(Folder, Temporary.c_str(), Folder, Name.c_str()) == 0)
    return true;
  unlinkat(Folder, Temporary.c_str(), 0);
  return false;
}

/// One byte more: an append is whole however many processes make one.
static void countHit(int Folder, const std::string &Name) {
  int File = openat(Folder, Name.c_str(),
                    O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC |
                        O_NONBLOCK,
                    0600);
  if (File < 0)
    return;
  struct stat Info;
  // With another name it may be any file of the user's.
  if (fstat(File, &Info) == 0 && isOurFile(Info) && Info.st_nlink == 1)
    (void)writeAll(File, std::as_bytes(std::span("+", 1)));
  close(File);
}

std::optional<std::vector<uint8_t>>
CacheStore::get(const std::string &Key) const {
  if (Folder < 0 || Config.Mode == CacheMode::Recache)
    return std::nullopt;
  std::string Base = cacheEntryName(Key);
  std::string Name = Base + std::string(CacheFiles::Entry);
  // The time of the last use is what eviction goes by.
  auto Bytes = readCacheFile(Folder, Name, writable());
  if (!Bytes)
    return std::nullopt;
  auto Entry = decodeCacheEntry(*Bytes);
  if (!Entry) {
    if (writable())
      removeCacheEntry(Folder, Name);
    return std::nullopt;
  }
  if (Entry->Key != Key)
    return std::nullopt;
  if (writable())
    countHit(Folder, Base + std::string(CacheFiles::Hits));
  return std::move(Entry->Payload);
}

std::string CacheStore::text(const std::string &Key) const {
  const auto Bytes = get(Key);
  return Bytes ? std::string(Bytes->begin(), Bytes->end()) : "";
}

std::vector<std::string> CacheStore::keys() const {
  std::vector<std::string> Keys;
  if (Folder >= 0)
    for (const CacheFile &Each : listCacheFiles(Folder, CacheFiles::Entry))
      if (auto Bytes = readCacheFile(Folder, Each.Name, false))
        if (auto Entry = decodeCacheEntry(*Bytes))
          Keys.push_back(std::move(Entry->Key));
  return Keys;
}

bool CacheStore::put(const std::string &Key, std::span<const uint8_t> Payload,
                     std::string_view Note) const {
  if (!writable())
    return false;
  std::vector<uint8_t> Bytes = encodeCacheEntry(Key, Note, Payload);
  if (Bytes.size() > Config.MaxBytes)
    return false;
  if (!writeFile(cacheEntryName(Key) + std::string(CacheFiles::Entry), Bytes))
    return false;
  trimCacheFiles(Folder, Config.MaxBytes);
  return true;
}

void CacheStore::removeStale() const {
  time_t Now = syscalls::seconds();
  for (const CacheFile &Each : listCacheFiles(Folder, CacheFiles::Temporary))
    if (Now - Each.Used.tv_sec > StaleSeconds)
      unlinkat(Folder, Each.Name.c_str(), 0);
}

std::string CacheStore::markerPath(const std::string &Key) const {
  return Config.Directory + "/" + cacheEntryName(Key) +
         std::string(CacheFiles::Marker);
}

CacheStore::Deaths CacheStore::deathsIn(const std::string &Key) {
  if (Folder < 0)
    return Deaths::None;
  std::string Name = cacheEntryName(Key) + std::string(CacheFiles::Marker);
  struct stat Info;
  if (fstatat(Folder, Name.c_str(), &Info, AT_SYMLINK_NOFOLLOW) != 0)
    return Deaths::None;
  auto Bytes = readCacheFile(Folder, Name, false);
  if (!Bytes)
    return Deaths::None;
  std::string Text(Bytes->begin(), Bytes->end());
  BuildOwner Owner = buildOwner(Text);
  time_t Age = syscalls::seconds() - Info.st_mtim.tv_sec;
  // Of another machine or container: no build takes that long.
  if (Owner == BuildOwner::Unknown && Age > StaleSeconds)
    Owner = BuildOwner::Dead;
  // An owner that was done removed its note before it ended, maybe just now.
  if (Owner != BuildOwner::Dead ||
      fstatat(Folder, Name.c_str(), &Info, AT_SYMLINK_NOFOLLOW) != 0)
    return Deaths::None;
  if (!Text.ends_with(AgainLine))
    return Deaths::One;
  return Age > RetrySeconds ? Deaths::LongAgo : Deaths::Several;
}

bool CacheStore::crashedBefore(const std::string &Key) {
  const Deaths Known = deathsIn(Key);
  if (Known == Deaths::None || Known == Deaths::Several)
    return Known == Deaths::Several;
  // The build to come has a note of its own, which says that it is not the
  // first one.
  std::string Name = cacheEntryName(Key) + std::string(CacheFiles::Marker);
  std::lock_guard<std::mutex> Lock(MarkersLock);
  Again.push_back(Name);
  if (writable())
    unlinkat(Folder, Name.c_str(), 0);
  return false;
}

bool CacheStore::beginBuild(const std::string &Marker) {
  if (!writable())
    return false;
  std::lock_guard<std::mutex> Lock(MarkersLock);
  std::string Text = describeThisProcess();
  if (std::find(Again.begin(), Again.end(), Marker) != Again.end())
    Text += AgainLine;
  // One that exists is another process's, building the same: it will do.
  if (Leaving || !createFile(Folder, Marker,
                             {reinterpret_cast<const uint8_t *>(Text.data()),
                              Text.size()}))
    return false;
  Markers.push_back(Marker);
  return true;
}

void CacheStore::endBuild(const std::string &Marker) {
  std::lock_guard<std::mutex> Lock(MarkersLock);
  if (std::erase(Markers, Marker))
    unlinkat(Folder, Marker.c_str(), 0);
  std::erase(Again, Marker);
}

void CacheStore::forgetBuilds() {
  // The builds are the parent's, and so may be the one who holds the lock.
  if (getpid() != Owner)
    return;
  std::lock_guard<std::mutex> Lock(MarkersLock);
  Leaving = true;
  for (const std::string &Marker : Markers)
    unlinkat(Folder, Marker.c_str(), 0);
  Markers.clear();
}

CacheStore::BuildGuard::BuildGuard(CacheStore &Store, const std::string &Key)
    : Store(&Store),
      Marker(cacheEntryName(Key) + std::string(CacheFiles::Marker)) {
  if (!Store.beginBuild(Marker))
    this->Store = nullptr;
}

CacheStore::BuildGuard::~BuildGuard() {
  if (Store)
    Store->endBuild(Marker);
}

} // namespace twofold
