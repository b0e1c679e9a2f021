// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/KernelPreparation.h"
#include "choice/Calibration.h"
#include "report/Trace.h"

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

std::string PreparedKernel::line() const {
  std::string Out;
  for (const std::string *Part : {&Place, &Function, &Device})
    if (!Part->empty())
      Out += *Part + ": ";
  return Out + Text;
}

std::string PreparedKernel::json() const {
  std::string Out = "{\"state\": " + quoteJson(State);
  const std::pair<const char *, const std::string *> Members[] = {
      {"place", &Place},
      {"function", &Function},
      {"device", &Device},
      {"text", &Text}};
  for (const auto &[Name, Value] : Members)
    Out += std::string(", \"") + Name + "\": " + quoteJson(*Value);
  return Out + "}";
}

void PreparationPrinter::operator()(const PreparedKernel &Of) {
  if (Json)
    std::printf("%s%s", Began ? ",\n  " : "[\n  ", Of.json().c_str());
  else
    std::printf("%s\n", Of.line().c_str());
  Began = true;
}

void PreparationPrinter::finish() const {
  if (Json)
    std::puts(Began ? "\n]" : "[\n]");
}

static std::vector<DeviceSlot *> chosen(DeviceTable &Devices,
                                        const DeviceRequest &Request) {
  std::vector<DeviceSlot *> Out;
  if (Request.What == DeviceRequest::Kind::Any ||
      Request.What == DeviceRequest::Kind::Some)
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
    const std::function<void(const PreparedKernel &)> &Tell) {
  const auto Nothing = [&](const std::string &Why) {
    Tell({"", "", "", "nothing", Why});
    return 3;
  };
  if (Sites.empty())
    return Nothing("there are no loops in this program");
  std::vector<DeviceSlot *> Slots = chosen(Devices, Request);
  if (Slots.empty())
    return Nothing(Request.What == DeviceRequest::Kind::Native
                       ? "threads need no kernels"
                       : Devices.whyAbsent(Request));
  unsigned There = 0, Missing = 0, Number = 0;
  for (const twofold_site *Site : Sites) {
    ++Number;
    SiteRecord &Record = Records.record(*Site);
    PreparedKernel Of = {Record.Place, Record.Function, "", "none", ""};
    const auto Say = [&](const char *State, const std::string &Text) {
      Of.State = State;
      Of.Text = Text;
      Tell(Of);
    };
    if (!Site->kernel) {
      Say("none",
          std::string("no kernel: ") +
              (Site->reason ? Site->reason : "it was compiled without"));
      continue;
    }
    for (DeviceSlot *Slot : Slots) {
      Of.Device = Slot->facts().Name;
      Of.Text.clear();
      const std::string Line = Of.line();
      std::string Why = incapable(*Site->kernel, Slot->facts());
      if (!Why.empty()) {
        Say("unfit", "not for it: " + Why);
        continue;
      }
      if (Task == PreparationTask::Explain) {
        Why = Kernels.whyMissed(*Site, *Slot);
        ++(Why.empty() ? There : Missing);
        if (Why.empty())
          Say("cached", "in the cache");
        else
          Say("missing", "not in the cache: " + Why);
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
        Say("failed", "failed: " + Why);
        continue;
      }
      ++There;
      showProgress("");
      const double Time = steadyNanoseconds() - Start;
      if (Record.KernelsCached != CachedBefore)
        Say("cached", "in the cache");
      else
        Say("built", "built in " + formatTime(Time));
    }
  }
  if (There + Missing == 0)
    return Nothing("no loop of this program has a kernel for these devices");
  return Missing ? 1 : 0;
}
