// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SiteSpecials.cpp - builds and tries kernels with constants ---------===//
#include "kernel/SiteKernels.h"

#include <exception>

using namespace twofold;

/// What is remembered beside a kernel with constants, as others' group sizes.
static constexpr const char *KeptLine = "constants kept";
static constexpr const char *DroppedLine = "constants dropped";

std::shared_ptr<SiteSpecials>
SiteKernels::makeSpecials(const twofold_site &Site) const {
  if (Set.Specialise == SpecialisePolicy::Off)
    return nullptr;
  auto Constants = KernelConstants::of(Site);
  if (!Constants)
    return nullptr;
  return std::make_shared<SiteSpecials>(
      std::move(*Constants), Set.Specialise == SpecialisePolicy::Force);
}

ProgramSource SiteKernels::specialSource(const twofold_site &Site,
                                         const SiteRecord &Record,
                                         const DeviceSlot &Slot,
                                         const SiteSpecials &Of,
                                         const KernelValues &Values) const {
  ProgramSource Out = sourceOf(Site, Record, Slot);
  Out.Text = Of.Constants.source(Values);
  Out.Origin += " with constants";
  return Out;
}

LaunchPlan SiteKernels::plan(const twofold_site &Site,
                             const twofold_launch &Launch, SiteRecord &Record,
                             DeviceSlot &Slot, uint64_t Work) {
  LaunchPlan Out;
  {
    std::lock_guard<std::mutex> Hold(Record.Lock);
    const SiteKernel &Kernel = Record.Kernels[Slot.Number];
    Out.Tuner = Kernel.Tuner;
    Out.Specials = Kernel.Specials;
  }
  if (Out.Tuner)
    Out.Group = Out.Tuner->next(Work);
  // One thing is tried at a time.
  bool Force = Set.Specialise == SpecialisePolicy::Force;
  if (!Out.Specials || (Out.Tuner && !Out.Group.Settled && !Force))
    return Out;
  Out.Special = Out.Specials->Choice.next(Out.Specials->Constants.read(Launch));
  if (Out.Special.Build)
    beginSpecial(Site, Record, Slot, Out);
  Out.Group.Measure |= Out.Special.Measure;
  return Out;
}

/// On a thread of the crew, or on the one that waits for its kernels.
void SiteKernels::beginSpecial(const twofold_site &Site, SiteRecord &Record,
                               DeviceSlot &Slot, const LaunchPlan &Plan) {
  const unsigned Number = Plan.Special.Set;
  const bool Paid = Plan.Special.Paid;
  if (Paid &&
      SpecialsBegun.fetch_add(1, std::memory_order_relaxed) >= MostSpecials) {
    Plan.Specials->Choice.drop(Number);
    return;
  }
  // Copies: the library that has the site may be gone when its turn comes.
  auto Job = [this, Number, Paid, Of = Plan.Specials, &Record, &Slot,
              Source = specialSource(Site, Record, Slot, *Plan.Specials,
                                     Plan.Special.Values),
              Values = Plan.Special.Values] {
    std::shared_ptr<Program> Made;
    bool Kept = false, Dropped = false;
    try {
      supply();
      std::string Known =
          Supply ? Supply->recall(Slot.device(), Source) : DroppedLine;
      Kept = Known == KeptLine;
      Dropped =
          Known == DroppedLine && Set.Specialise != SpecialisePolicy::Force;
      if (!Paid && !Kept && !Dropped &&
          Of->Choice.postpone(Number, SiteSpecials::Share * Of->BuildTime))
        return;
      const BuildLedger::Job Building(Slot.Beside);
      if (!Dropped)
        if (auto Built = Supply->get(Slot.device(), Source, nullptr))
          Made = std::move(*Built);
    } catch (const std::exception &) {
      // There is another kernel.
    }
    if (Log.on(2))
      Log.line(Record.Place,
               (Made ? "kernel with constants: "
                : Dropped
                    ? "no kernel with constants, as an earlier run found it no "
                      "faster: "
                    : "no kernel with constants: ") +
                   Of->Constants.describe(Values));
    Of->Choice.built(Number, std::move(Made), Kept);
  };
  if (Set.Build == BuildPolicy::Wait)
    Job();
  else if (!Crew.add(Job))
    Plan.Specials->Choice.drop(Number);
}

void SiteKernels::tell(const twofold_site &Site, SiteRecord &Record,
                       DeviceSlot &Slot, const LaunchPlan &Plan) {
  if (!Plan.Special.Measure) {
    tellGroups(Site, Record, Slot, Plan);
    return;
  }
  Specialiser &Choice = Plan.Specials->Choice;
  switch (Choice.tell(Plan.Special, Plan.Group.Nanoseconds)) {
  case Specialiser::Outcome::Open:
    return;
  case Specialiser::Outcome::Build:
    beginSpecial(Site, Record, Slot, Plan);
    return;
  case Specialiser::Outcome::Kept:
    keepSpecial(Site, Record, Slot, Plan, KeptLine);
    return;
  case Specialiser::Outcome::Dropped:
    // A kernel that is too short for the trouble has no times.
    if (Choice.times(Plan.Special.Set).first > 0)
      keepSpecial(Site, Record, Slot, Plan, DroppedLine);
    return;
  }
}

/// Remembers what was found.
void SiteKernels::keepSpecial(const twofold_site &Site, SiteRecord &Record,
                              DeviceSlot &Slot, const LaunchPlan &Plan,
                              const char *Line) {
  auto [Usual, Best] = Plan.Specials->Choice.times(Plan.Special.Set);
  if (Log.on(2))
    Log.line(Record.Place,
             "kernel with " + std::string(Line) + " for " + Slot.facts().Name +
                 ": " + Plan.Specials->Constants.describe(Plan.Special.Values) +
                 ": " + formatTime(Best) + " instead of " + formatTime(Usual));
  auto Keep = [this, &Slot, Line = std::string(Line),
               Source = specialSource(Site, Record, Slot, *Plan.Specials,
                                      Plan.Special.Values)] {
    Supply->remember(Slot.device(), Source, Line);
  };
  if (Set.Build == BuildPolicy::Wait || !Crew.add(Keep))
    Keep();
}

void SiteKernels::failed(const LaunchPlan &Plan) {
  if (Plan.Special.Use)
    Plan.Specials->Choice.drop(Plan.Special.Set);
}
