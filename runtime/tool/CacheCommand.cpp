// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CacheCommand.cpp - twofold cache -----------------------------------===//
#include "tool/Commands.h"

#include "cache/CacheEntry.h"
#include "cache/CacheFiles.h"
#include "cache/CacheInventory.h"
#include "cache/CacheStore.h"
#include "launch/GroupTuner.h"
#include "opencl/VettedDrivers.h"
#include "report/NumberText.h"
#include "report/Settings.h"
#include "report/Trace.h"
#include "tool/JsonLines.h"

#include <algorithm>
#include <cstdio>

using namespace twofold;
using namespace twofold::tool;

/// It is not created by looking at it.
static CacheConfig configuration(const Settings &Set = Settings::ofProcess()) {
  CacheConfig Config = cacheConfig(Set);
  Config.Mode = CacheMode::ReadOnly;
  return Config;
}

std::vector<std::unique_ptr<Device>>
twofold::tool::openDevicesAsPrograms(bool Again, std::string &WhyNone) {
  VettingOptions Options;
  Options.Cache = configuration();
  if (Again)
    Options.Cache.Mode = CacheMode::On;
  Options.Tell = [](const std::string &) {}; // WhyNone has it
  Options.Again = Again;
  return openVettedDevices(Options, WhyNone);
}

static std::string ago(time_t Time) {
  long Seconds = std::max(0L, long(time(nullptr) - Time));
  auto Say = [](long Count, const char *Unit) {
    return std::to_string(Count) + " " + Unit;
  };
  if (Seconds < 120)
    return Say(Seconds, "s");
  if (Seconds < 2 * 3600)
    return Say(Seconds / 60, "min");
  return Seconds < 48 * 3600 ? Say(Seconds / 3600, "h")
                             : Say(Seconds / 86400, "days");
}

static void print(const std::vector<std::vector<std::string>> &Table) {
  std::vector<size_t> Widths;
  for (const auto &Row : Table) {
    Widths.resize(std::max(Widths.size(), Row.size()));
    for (size_t I = 0; I < Row.size(); ++I)
      Widths[I] = std::max(Widths[I], Row[I].size());
  }
  for (const auto &Row : Table) {
    std::string Line;
    for (size_t I = 0; I < Row.size(); ++I) {
      Line += Row[I];
      if (I + 1 < Row.size())
        Line.append(Widths[I] - Row[I].size() + 2, ' ');
    }
    std::puts(Line.c_str());
  }
}

static std::string entries(size_t Count) {
  return std::to_string(Count) + (Count == 1 ? " entry" : " entries");
}

static int listAsJson(const std::vector<CacheItem> &Items) {
  JsonLines Lines;
  for (const CacheItem &Item : Items)
    Lines.add({{"file", Item.File},
               {"loop", Item.Entry ? Item.Entry->Note : ""},
               {"damaged", !Item.Entry},
               {"kind", cacheField(Item, "kind")},
               {"device", cacheField(Item, "device")},
               {"driver", cacheField(Item, "driver version")},
               {"bytes", Item.Bytes},
               {"used", uint64_t(Item.Used)},
               {"hits", Item.Hits}});
  Lines.print();
  return 0;
}

static int list(int Folder, const std::string &Directory, bool Json) {
  std::vector<CacheItem> Items = listCache(Folder);
  if (Json)
    return listAsJson(Items);
  uint64_t Bytes = 0;
  std::vector<std::vector<std::string>> Table = {
      {"LOOP", "KIND", "DEVICE", "DRIVER", "SIZE", "USED", "HITS"}};
  for (const CacheItem &Item : Items) {
    Bytes += Item.Bytes;
    const std::string Note = Item.Entry ? Item.Entry->Note : Item.File;
    Table.push_back({Note.empty() ? cacheField(Item, "kernel") : Note,
                     Item.Entry ? cacheField(Item, "kind") : "damaged",
                     cacheField(Item, "device"),
                     cacheField(Item, "driver version"),
                     formatBytes(double(Item.Bytes)), ago(Item.Used) + " ago",
                     std::to_string(Item.Hits)});
  }
  if (!Items.empty())
    print(Table);
  std::printf("%s, %s in %s\n", entries(Items.size()).c_str(),
              formatBytes(double(Bytes)).c_str(), Directory.c_str());
  std::vector<std::string> Crashes = listCrashes(Folder);
  for (const std::string &Name : Crashes)
    std::printf("processes died while they built: %s/%s (remove it to try "
                "again)\n",
                Directory.c_str(), Name.c_str());
  return 0;
}

static int tell(const std::vector<JsonLines::Member> &Members,
                const std::string &Line, bool Json) {
  JsonLines Lines;
  Lines.add(Members);
  if (Json)
    Lines.print();
  else
    std::puts(Line.c_str());
  return 0;
}

/// Of each entry: whether the devices of this machine would still ask for it.
static int explain(int Folder, bool Json) {
  std::string WhyNone;
  auto Devices = openDevicesAsPrograms(false, WhyNone);
  if (Devices.empty()) {
    std::fprintf(stderr, "twofold: %s\n", WhyNone.c_str());
    return 3;
  }
  bool Stale = false;
  JsonLines Lines;
  for (const CacheItem &Item : listCache(Folder)) {
    // Figures and verdicts are not asked for by kernel.
    if (Item.Entry && cacheField(Item, "kernel") == "?")
      continue;
    std::string What =
        Item.Entry && !Item.Entry->Note.empty() ? Item.Entry->Note : Item.File;
    std::string Why = Item.Entry ? "" : "it is damaged";
    for (size_t I = 0; Item.Entry && I < Devices.size(); ++I) {
      ProgramSource Source = {cacheField(Item, "kernel"),
                              cacheField(Item, "source"),
                              cacheField(Item, "options")};
      std::string Change = describeKeyChange(
          Item.Entry->Key,
          cacheKey(Devices[I]->facts(), Source, cacheField(Item, "kind")));
      bool Mine = cacheField(Item, "device") == Devices[I]->facts().Name;
      if (Change.empty() || Mine || Why.empty())
        Why = Change;
      if (Change.empty() || Mine)
        break;
    }
    Stale = Stale || !Why.empty();
    if (Json)
      Lines.add({{"loop", What}, {"current", Why.empty()}, {"why", Why}});
    else
      std::printf("%s: %s\n", What.c_str(),
                  Why.empty() ? "current"
                              : ("never used again: " + Why).c_str());
  }
  if (Json)
    Lines.print();
  return Stale ? 1 : 0;
}

void twofold::tool::tellTuning(time_t Since) {
  CacheStore Store(configuration());
  unsigned Kept = 0;
  if (Store.folder() >= 0)
    for (const CacheItem &Item : listCache(Store.folder())) {
      if (!Item.Entry || cacheField(Item, "kind") != "tuning" ||
          Item.Used < Since)
        continue;
      ++Kept;
      const std::string Shape(Item.Entry->Payload.begin(),
                              Item.Entry->Payload.end());
      const bool Usual = parseGroupShape(Shape) == GroupShape();
      std::fprintf(stderr, "twofold: %s: %s: %s\n", Item.Entry->Note.c_str(),
                   cacheField(Item, "device").c_str(),
                   Usual ? "the usual group sizes are the fastest"
                         : Shape.c_str());
    }
  if (!Kept)
    std::fprintf(stderr,
                 "twofold: no group sizes were kept: that needs loops that run "
                 "on a device (--device) some thirty times with as much work, "
                 "for 20 us and more, and whose results do not depend on the "
                 "sizes\n");
}

int twofold::tool::cacheCommand(Words Arguments) {
  const bool Json = takeJson(Arguments);
  std::string What = Arguments.empty() ? "list" : Arguments[0];
  // As ccache has it.
  if (What == "-s" || What == "-c" || What == "-C")
    What = What == "-s" ? "list" : What == "-c" ? "trim" : "clear";
  bool Known = What == "list" || What == "--explain" || What == "verify" ||
               What == "trim" || What == "clear";
  if (!Known)
    return misused("cache does not know '" + What +
                   "', but list, verify, trim, clear and --explain");
  if (What == "--explain" && Arguments.size() > 1)
    return runPreparation("explain", "",
                          Words(Arguments.begin() + 1, Arguments.end()), Json);
  if (Arguments.size() > (What == "trim" ? 2u : 1u))
    return misused("too many arguments");

  Settings Set = Settings::ofProcess();
  uint64_t Megabytes = Set.CacheMegabytes;
  if (Arguments.size() > 1 &&
      (!parseNumber(Arguments[1], Megabytes) || Megabytes > UINT32_MAX))
    return misused("'" + Arguments[1] + "' is no number of MiB");
  CacheConfig Config = configuration(Set);
  if (Config.Directory.empty()) {
    std::fprintf(stderr, "twofold: there is no cache: neither "
                         "TWOFOLD_CACHE_DIR, XDG_CACHE_HOME nor HOME is set\n");
    return 3;
  }
  CacheStore Store(Config);
  if (!Store.trouble().empty()) {
    std::fprintf(stderr, "twofold: %s\n", Store.trouble().c_str());
    return 1;
  }
  int Folder = Store.folder();
  if (Folder < 0) {
    if (Json)
      JsonLines().print();
    else
      std::printf("no entries: there is no %s yet\n", Config.Directory.c_str());
    return 0;
  }
  if (What == "list")
    return list(Folder, Config.Directory, Json);
  if (What == "--explain")
    return explain(Folder, Json);
  if (What == "trim" || What == "clear") {
    const unsigned Removed = What == "clear"
                                 ? clearCache(Folder)
                                 : trimCacheFiles(Folder, Megabytes << 20);
    return tell({{"removed", uint64_t(Removed)}}, entries(Removed) + " removed",
                Json);
  }
  size_t All = listCacheFiles(Folder, CacheFiles::Entry).size();
  unsigned Damaged = removeDamaged(Folder);
  tell({{"read", uint64_t(All)}, {"damaged", uint64_t(Damaged)}},
       entries(All) + " read, " + std::to_string(Damaged) +
           " damaged and removed",
       Json);
  return Damaged ? 1 : 0;
}
