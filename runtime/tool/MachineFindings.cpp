// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MachineFindings.cpp - cache, page guard, environment ---------------===//
#include "cache/CacheInventory.h"
#include "cache/CacheStore.h"
#include "guard/HostGuard.h"
#include "report/Trace.h"
#include "tool/Commands.h"
#include "tool/Findings.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <thread>
#include <unistd.h>

using namespace twofold;
using namespace twofold::tool;

/// Why Path, which is not there, cannot be made by who asks; empty: it can.
static std::string whyNotMade(std::string Path) {
  struct stat Info;
  // The nearest folder that is there holds all that would be made.
  while (lstat(Path.c_str(), &Info) != 0 && Path.size() > 1) {
    const size_t Slash = Path.rfind('/');
    Path.resize(Slash ? Slash : 1);
  }
  // Through a link, as the call that would make it goes.
  if (stat(Path.c_str(), &Info) != 0 || !S_ISDIR(Info.st_mode))
    return Path + " is no folder";
  // Permissions do not say all: file systems refuse folders, too.
  std::string Tried = Path + "/twofold-XXXXXX";
  if (!mkdtemp(Tried.data()))
    return Path + ": " + strerror(errno);
  rmdir(Tried.c_str());
  return "";
}

static void lookAtMissingCache(Findings &Into, const Settings &Set,
                               const CacheConfig &Config) {
  const std::string &Directory = Config.Directory;
  if (Config.onlyReads()) {
    Into.wrong(
        "cache",
        Directory + " is not there, and nothing makes it: "
                    "TWOFOLD_CACHE has it only read",
        "fill it by `twofold warm PROGRAM` without TWOFOLD_CACHE, or set "
        "TWOFOLD_CACHE_DIR to a folder that is there");
    return;
  }
  const std::string Why = whyNotMade(Directory);
  if (!Why.empty())
    Into.wrong("cache",
               Directory + " is not there and cannot be made: " + Why +
                   "; each program builds its kernels anew",
               "have that folder writable, or set TWOFOLD_CACHE_DIR");
  else if (Set.CacheDirectory.empty())
    Into.fine("cache", Directory + " is not there yet: the first kernel that "
                                   "is built makes it");
  else
    Into.note("cache",
              Directory + " is not there yet: the first kernel that "
                          "is built makes it",
              "if another folder is meant, correct TWOFOLD_CACHE_DIR");
}

static void lookAtCache(Findings &Into, const Settings &Set) {
  CacheConfig Config = cacheConfig(Set);
  if (Set.Cache == CacheMode::Off) {
    Into.note("cache", "it is off: each program builds its kernels anew",
              "unset TWOFOLD_CACHE");
    return;
  }
  if (Config.Directory.empty()) {
    Into.wrong("cache", "it has no place: each program builds its kernels anew",
               "set HOME, XDG_CACHE_HOME or TWOFOLD_CACHE_DIR");
    return;
  }
  Config.Mode = CacheMode::ReadOnly; // nothing is made by looking
  const CacheStore Store(Config);
  if (!Store.trouble().empty()) {
    Into.wrong("cache", Store.trouble(),
               "make it a folder of yours that nobody else may write to, or "
               "set TWOFOLD_CACHE_DIR");
    return;
  }
  if (Store.folder() < 0) {
    lookAtMissingCache(Into, Set, cacheConfig(Set));
    return;
  }
  if (!cacheConfig(Set).onlyReads() &&
      access(Config.Directory.c_str(), W_OK) != 0)
    Into.wrong("cache", Config.Directory + ": " + strerror(errno),
               "have it writable, or set TWOFOLD_CACHE=ro");
  unsigned Damaged = 0;
  const auto Items = listCache(Store.folder());
  for (const CacheItem &Each : Items)
    Damaged += !Each.Entry;
  if (Damaged)
    Into.wrong("cache", std::to_string(Damaged) + " damaged in it",
               "`twofold cache verify` removes what is damaged");
  for (const std::string &Each : listCrashes(Store.folder()))
    Into.wrong("cache", "processes died while they built a kernel",
               "remove " + Config.Directory + "/" + Each + " to try it again");
  struct statvfs Disk;
  const uint64_t Needed = Config.MaxBytes / 16;
  if (statvfs(Config.Directory.c_str(), &Disk) == 0 &&
      uint64_t(Disk.f_bavail) * Disk.f_frsize < Needed)
    Into.wrong("cache", "the disk of " + Config.Directory + " is full",
               "make room, or set TWOFOLD_CACHE_DIR");
  Into.fine("cache", Config.Directory + ", with " +
                         std::to_string(Items.size()) +
                         (Items.size() == 1 ? " entry" : " entries"));
}

static void lookAtGuard(Findings &Into) {
  const std::string Why = checkPageProtection();
  if (Why.empty())
    Into.fine("page guard", "works");
  else
    Into.wrong("page guard", Why,
               "results come home from a GPU after each loop; allow handlers "
               "of SIGSEGV and mprotect where programs run");
}

/// Names that are none, and values that are not allowed.
static Settings lookAtVariables(Findings &Into) {
  const std::string Pages = "docs/use/environment.md has what is allowed";
  Settings Set = Settings::read(
      [](const char *Name) -> const char * { return std::getenv(Name); },
      [&](const std::string &Line) { Into.wrong("environment", Line, Pages); });
  for (const std::string &Name : unknownVariables())
    Into.wrong("environment", Name + " is no variable of Twofold's", Pages);
  return Set;
}

/// Whether OpenMP's library takes Text for numbers of threads. It ends programs
/// whose variable it cannot read.
static bool countsThreads(const char *Text) {
  for (;;) {
    char *End = nullptr;
    const long Number = std::strtol(Text, &End, 10);
    End += strspn(End, " ");
    if (End == Text || Number < 1 || Number > INT_MAX)
      return false;
    if (*End != ',')
      return !*End;
    Text = End + 1;
  }
}

static void lookAtThreads(Findings &Into) {
  const unsigned Cores = std::thread::hardware_concurrency();
  const char *Asked = std::getenv("OMP_NUM_THREADS");
  if (Asked && *Asked && !countsThreads(Asked))
    Into.wrong("threads",
               std::string("OMP_NUM_THREADS is ") + Asked +
                   ", at which OpenMP's library may end programs",
               "unset it, or make it the number of cores");
  else if (Asked && std::strtoul(Asked, nullptr, 10) > Cores)
    Into.wrong("threads",
               std::string("OMP_NUM_THREADS is ") + Asked + ", and there " +
                   (Cores == 1 ? "is " : "are ") + formatCount(Cores, "core"),
               "unset it, or make it the number of cores");
  else
    Into.fine("threads", Asked ? std::string("OMP_NUM_THREADS is ") + Asked
                               : "as many as cores, " + std::to_string(Cores));
}

void twofold::tool::lookAtMachine(Findings &Into) {
  const Settings Set = lookAtVariables(Into);
  lookAtThreads(Into);
  lookAtCache(Into, Set);
  lookAtGuard(Into);
}
