// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "site/SiteTable.h"
#include "device/Device.h"
#include "report/Trace.h"

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

SiteRecord::SiteRecord(const twofold_site &Site)
    : Place(orUnknown(Site.file) + ":" + std::to_string(Site.line)),
      Function(orUnknown(Site.function)),
      Identity(Place + ":" + std::to_string(Site.column) + " " + Function +
               " " + digest(Site)) {}

std::atomic<uint64_t> SiteTable::Tables{0};

SiteRecord *SiteTable::find(const twofold_site &Site, bool Waits) {
  struct Answer {
    uint64_t Table;
    const twofold_site *Of;
    SiteRecord *Record;
  };
  static thread_local constinit Answer Answers[8] = {};
  Answer &Last = Answers[reinterpret_cast<uintptr_t>(&Site) /
                             alignof(twofold_site) * 0x9e3779b97f4a7c15 >>
                         61];
  if (Last.Table == Number && Last.Of == &Site)
    return Last.Record;
  std::unique_lock<std::mutex> Guard(Lock, std::defer_lock);
  if (Waits)
    Guard.lock();
  else if (!Guard.try_lock())
    return nullptr;
  SiteRecord *&Record = BySite[&Site];
  if (!Record)
    Record = &Records.emplace_back(Site);
  Last = {Number, &Site, Record};
  return Record;
}

std::string twofold::describe(const SiteRecord &R,
                              const std::string &WhyNoGpu) {
  // At exit another thread may be in the middle of a call: do without texts
  // then, rather than wait.
  std::unique_lock<std::mutex> Texts(R.Lock, std::try_to_lock);
  uint64_t Native = R.Inline + R.Threaded;
  std::string Line = R.Function + ": " + formatCount(Native + R.Device, "call");
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

void SiteTable::summarize(const Trace &To, const std::string &WhyNoGpu) const {
  forEach([&](const SiteRecord &R) {
    To.line(R.Place, describe(R, WhyNoGpu));
    if (std::string Moved = R.Moved.describe(); To.on(2) && !Moved.empty())
      To.line(R.Place, "moved " + Moved);
  });
}
