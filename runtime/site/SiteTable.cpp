// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "site/SiteTable.h"
#include "device/Device.h"
#include "report/Trace.h"
#include "system/LoadedObjects.h"

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace twofold;

static std::string orUnknown(const char *Text) { return Text ? Text : "?"; }

/// FNV-1a, for telling versions of a loop apart.
static std::string digest(const twofold_site &Site) {
  uint64_t Hash = 0xcbf29ce484222325;
  auto Add = [&](unsigned char Byte) { Hash = (Hash ^ Byte) * 0x100000001b3; };
  if (Site.kernel && Site.kernel->source)
    for (const char *C = Site.kernel->source; *C; ++C)
      Add(static_cast<unsigned char>(*C));
  for (uint32_t Number : {Site.ops, Site.rank, Site.axis_count, Site.flags})
    for (unsigned Byte = 0; Byte < 4; ++Byte)
      Add(static_cast<unsigned char>(Number >> 8 * Byte));
  return std::to_string(Hash);
}

static std::string placeOf(const twofold_site &Site) {
  return orUnknown(Site.file) + ":" + std::to_string(Site.line);
}

static std::string identityOf(const twofold_site &Site) {
  return placeOf(Site) + ":" + std::to_string(Site.column) + " " +
         orUnknown(Site.function) + " " + digest(Site);
}

SiteRecord::SiteRecord(const twofold_site &Site)
    : Place(placeOf(Site)), Function(orUnknown(Site.function)),
      Identity(identityOf(Site)) {}

bool SiteRecord::isStillOf(const twofold_site &Site) const {
  return Site.kernel && Site.kernel->source && Identity == identityOf(Site);
}

std::atomic<uint64_t> SiteTable::Tables{0};

SiteRecord *SiteTable::find(const twofold_site &Site, bool Waits) {
  struct Answer {
    uint64_t Table;
    const twofold_site *Of;
    SiteRecord *Record;
    uint64_t Unloads;
  };
  static thread_local constinit Answer Answers[8] = {};
  Answer &Last = Answers[reinterpret_cast<uintptr_t>(&Site) /
                             alignof(twofold_site) * 0x9e3779b97f4a7c15 >>
                         61];
  const uint64_t Unloads = unloadsBefore(&Site);
  if (Last.Table == Number && Last.Of == &Site && Last.Unloads == Unloads)
    return Last.Record;
  std::unique_lock<std::mutex> Guard(Lock, std::defer_lock);
  if (Waits)
    Guard.lock();
  else if (!Guard.try_lock())
    return nullptr;
  Entry &Its = BySite[&Site];
  SiteRecord *&Record = Its.Record;
  if (Record && Its.Unloads != Unloads && !Record->isStillOf(Site))
    Record = nullptr;
  Its.Unloads = Unloads;
  if (!Record) {
    Record = &Records.emplace_back(Site);
    for (const auto &[Place, Label] : Labels)
      if (Record->Place.ends_with(Place))
        Record->Label = Label;
  }
  Last = {Number, &Site, Record, Unloads};
  return Record;
}

std::string twofold::describe(const SiteRecord &R,
                              const std::string &WhyNoGpu) {
  // At exit another thread may be in the middle of a call: do without texts
  // then, rather than wait.
  std::unique_lock<std::mutex> Texts(R.Lock, std::try_to_lock);
  uint64_t Native = R.Inline + R.Threaded;
  std::string Line = (Texts && !R.Label.empty() ? R.Label : R.Function) + ": " +
                     formatCount(Native + R.Device, "call");
  // Calls are timed where they are told of.
  if (R.Nanoseconds)
    Line += " in " + formatTime(double(R.Nanoseconds));
  if (R.Inline)
    Line += "; " + std::to_string(R.Inline) + " on the calling thread";
  if (R.Threaded)
    Line += "; " + std::to_string(R.Threaded) + " on threads";
  if (R.Device)
    Line += "; " + std::to_string(R.Device) + " on " +
            (Texts ? R.LastDevice : "a device") + ", " +
            formatBytes(double(R.BytesToDevice)) + " to it, " +
            formatBytes(double(R.BytesToHost)) + " back";
  if (R.Specialised)
    Line += "; " + std::to_string(R.Specialised) + " by kernels with constants";
  if (R.KernelsBuilt || R.KernelsCached)
    Line += R.KernelsBuilt ? "; kernel built" : "; kernel from the cache";
  if (R.Fallback)
    Line += "; " + std::to_string(R.Fallback) + " after a device failed";
  if (Native && Texts && !R.Reason.empty())
    Line += "; on the CPU because " +
            (R.Weighed && !WhyNoGpu.empty() ? WhyNoGpu : R.Reason);
  return Line;
}

void SiteTable::label(const std::string &Place, const std::string &Label) {
  std::lock_guard<std::mutex> Guard(Lock);
  Labels[Place] = Label;
  for (SiteRecord &R : Records)
    if (R.Place.ends_with(Place)) {
      std::lock_guard<std::mutex> Texts(R.Lock);
      R.Label = Label;
    }
}

std::string twofold::nameOf(const SiteRecord &R) {
  std::unique_lock<std::mutex> Texts(R.Lock, std::try_to_lock);
  return Texts && !R.Label.empty() ? R.Label : R.Function;
}

/// What calls of a site have done on which side.
static std::string sidesOf(const SiteRecord &R) {
  std::string Out;
  auto Add = [&](uint64_t Calls, const char *Where) {
    if (Calls)
      Out += (Out.empty() ? "" : ", ") + std::string(Where);
  };
  Add(R.Device, "device");
  Add(R.Threaded, "threads");
  Add(R.Inline, "one thread");
  return Out;
}

/// A row for each site that has taken time.
static std::string tableOf(const std::vector<const SiteRecord *> &ByTime) {
  uint64_t Whole = 0;
  size_t Rows = 0;
  for (const SiteRecord *R : ByTime) {
    Whole += R->Nanoseconds;
    Rows += R->Nanoseconds != 0;
  }
  if (Rows < 2)
    return "";
  std::string Out;
  auto Row = [&](const std::string &Time, const std::string &Share,
                 const std::string &Calls, const std::string &Each,
                 const std::string &Where, const std::string &Loop) {
    char Line[80];
    std::snprintf(Line, sizeof Line, "%8s %6s %9s %8s  %-16s  ", Time.c_str(),
                  Share.c_str(), Calls.c_str(), Each.c_str(), Where.c_str());
    Out += Line + Loop + "\n";
  };
  Row("time", "share", "calls", "each", "where", "loop");
  for (const SiteRecord *R : ByTime)
    if (const uint64_t Time = R->Nanoseconds) {
      const uint64_t Calls = R->Inline + R->Threaded + R->Device;
      Row(formatTime(double(Time)),
          std::to_string((Time * 100 + Whole / 2) / Whole) + " %",
          std::to_string(Calls),
          formatTime(double(Time) / double(std::max<uint64_t>(Calls, 1))),
          sidesOf(*R), R->Place + ": " + nameOf(*R));
    }
  return Out;
}

void SiteTable::summarize(const Trace &To, const std::string &WhyNoGpu) const {
  // Times of one moment: another thread may be in the middle of a call. Those
  // without times stay in the order of their first calls.
  struct Timed {
    uint64_t Time;
    size_t Number;
    const SiteRecord *Of;
  };
  std::vector<Timed> All;
  forEach([&](const SiteRecord &R) {
    if (!R.IsSequence.load(std::memory_order_relaxed))
      All.push_back({R.Nanoseconds, All.size(), &R});
  });
  std::sort(All.begin(), All.end(), [](const Timed &A, const Timed &B) {
    return A.Time != B.Time ? A.Time > B.Time : A.Number < B.Number;
  });
  std::vector<const SiteRecord *> ByTime;
  for (const Timed &Each : All)
    ByTime.push_back(Each.Of);
  if (To.on(Topic::Summary))
    To.block(tableOf(ByTime));
  for (const SiteRecord *R : ByTime) {
    if (To.on(Topic::Summary))
      To.line(R->Place, describe(*R, WhyNoGpu));
    if (std::string Moved = R->Moved.describe();
        To.on(Topic::Transfers) && !Moved.empty())
      To.line(R->Place, "moved " + Moved);
  }
}
