// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/KernelPreparation.h"
#include "choice/Calibration.h"

#include <cstdio>
#include <cstring>
#include <unistd.h>

using namespace twofold;

bool twofold::parsePreparation(const char *Text, PreparationTask &Task) {
  if (!Text)
    return false;
  Task = std::strcmp(Text, "explain") ? PreparationTask::Build
                                      : PreparationTask::Explain;
  return !std::strcmp(Text, "build") || Task == PreparationTask::Explain;
}

static std::vector<DeviceSlot *> chosen(DeviceTable &Devices,
                                        const DeviceRequest &Request) {
  std::vector<DeviceSlot *> Out;
  if (Request.What == DeviceRequest::Kind::Any)
    for (const auto &Slot : Devices.all())
      Out.push_back(Slot.get());
  else if (DeviceSlot *Slot = Devices.find(Request))
    Out.push_back(Slot);
  return Out;
}

/// On a terminal: what takes its time now. Empty: nothing does.
static void showProgress(const std::string &What) {
  static const bool Watched = isatty(STDERR_FILENO);
  if (Watched)
    std::fprintf(stderr, "\r\033[K%.*s", 78, What.c_str());
}

int twofold::prepareKernels(
    PreparationTask Task, std::span<const twofold_site *const> Sites,
    DeviceTable &Devices, const DeviceRequest &Request, SiteTable &Records,
    SiteKernels &Kernels,
    const std::function<void(const std::string &)> &Tell) {
  if (Sites.empty()) {
    Tell("there are no loops in this program");
    return 3;
  }
  std::vector<DeviceSlot *> Slots = chosen(Devices, Request);
  if (Slots.empty()) {
    Tell(Devices.all().empty() ? Devices.whyNone()
                               : "no such OpenCL device was found");
    return 3;
  }
  unsigned There = 0, Missing = 0, Number = 0;
  for (const twofold_site *Site : Sites) {
    ++Number;
    SiteRecord &Record = Records.record(*Site);
    std::string Place = Record.Place + ": " + Record.Function + ": ";
    if (!Site->kernel) {
      Tell(Place + "no kernel: " +
           (Site->reason ? Site->reason : "it was compiled without"));
      continue;
    }
    for (DeviceSlot *Slot : Slots) {
      std::string Line = Place + Slot->facts().Name + ": ";
      std::string Why = incapable(*Site->kernel, Slot->facts());
      if (!Why.empty()) {
        Tell(Line + "not for it: " + Why);
        continue;
      }
      if (Task == PreparationTask::Explain) {
        Why = Kernels.whyMissed(*Site, *Slot);
        ++(Why.empty() ? There : Missing);
        Tell(Line +
             (Why.empty() ? "in the cache" : "not in the cache: " + Why));
        continue;
      }
      showProgress(formatCount(Sites.size(), "loop") + ", at " +
                   std::to_string(Number) + ": " + Line);
      const double Start = steadyNanoseconds();
      uint64_t CachedBefore = Record.KernelsCached;
      if (!Kernels.get({*Site, Record, *Slot}, SiteKernels::UntilTimeout,
                       Why)) {
        ++Missing;
        showProgress("");
        Tell(Line + "failed: " + Why);
        continue;
      }
      ++There;
      showProgress("");
      const double Time = steadyNanoseconds() - Start;
      Tell(Line + (Record.KernelsCached != CachedBefore
                       ? "in the cache"
                       : "built in " + formatTime(Time)));
    }
  }
  if (There + Missing == 0)
    Tell("no loop of this program has a kernel for these devices");
  return Missing ? 1 : There ? 0 : 3;
}
