// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SpecialKernels.cpp - of SiteKernels: kernels with constants --------===//
#include "choice/Calibration.h"
#include "kernel/SiteKernels.h"

#include <exception>

using namespace twofold;

/// What is remembered of a kernel with constants.
static constexpr const char *KeptLine = "constants kept";
static constexpr const char *DroppedLine = "constants dropped";

std::shared_ptr<Specialiser>
SiteKernels::makeSpecials(const twofold_site &Site) const {
  const bool Force = Set.Specialise == SpecialisePolicy::Force;
  auto Constants = KernelConstants::of(Site);
  if (!Constants || Set.Specialise == SpecialisePolicy::Off)
    return nullptr;
  return std::make_shared<Specialiser>(Force, std::move(*Constants));
}

ProgramSource SiteKernels::specialSource(const KernelFor &Of,
                                         const LaunchPlan &Plan) const {
  ProgramSource Out = sourceOf(Of);
  Out.Text = Plan.Specials->Constants.source(Plan.Special.Values);
  Out.Origin += " with constants";
  return Out;
}

/// On a thread of the crew, or on the one that waits for its kernels.
void SiteKernels::beginSpecial(const KernelFor &For, const LaunchPlan &Plan) {
  const unsigned Number = Plan.Special.Set;
  const bool Paid = Plan.Special.Paid;
  if (Paid &&
      SpecialsBegun.fetch_add(1, std::memory_order_relaxed) >= MostSpecials) {
    Plan.Specials->drop(Number);
    return;
  }
  // Copies: the library that has the site may be gone when its turn comes.
  auto Job = [this, Number, Paid, Of = Plan.Specials, &Record = For.Record,
              &Slot = For.Slot, Source = specialSource(For, Plan),
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
          Of->postpone(Number, Specialiser::Share * Of->BuildTime))
        return;
      const BuildLedger::Job Building(Slot.Beside);
      if (!Dropped)
        if (auto Built = Supply->get(Slot.device(), Source, nullptr))
          Made = std::move(*Built);
    } catch (const std::exception &) {
      // There is another kernel.
    }
    if (Log.on(Topic::Kernels))
      Log.line(Record.Place,
               (Made ? "kernel with constants: "
                : Dropped
                    ? "no kernel with constants, as an earlier run found it no "
                      "faster: "
                    : "no kernel with constants: ") +
                   Of->Constants.describe(Values));
    Of->built(Number, std::move(Made), Kept);
  };
  if (Set.Build == BuildPolicy::Wait)
    Job();
  else if (!Crew.add(Job))
    Plan.Specials->drop(Number);
}

void SiteKernels::tell(const KernelFor &Of, const LaunchPlan &Plan) {
  if (!Plan.Special.Measure)
    return tellGroups(Of, Plan);
  switch (Plan.Specials->tell(Plan.Special, Plan.Group.Nanoseconds)) {
  case Specialiser::Outcome::Open:
    return;
  case Specialiser::Outcome::Build:
    return beginSpecial(Of, Plan);
  case Specialiser::Outcome::Kept:
    return keepSpecial(Of, Plan, KeptLine);
  case Specialiser::Outcome::Dropped:
    // A kernel that is too short for the trouble has no times.
    if (Plan.Specials->times(Plan.Special.Set).first > 0)
      keepSpecial(Of, Plan, DroppedLine);
  }
}

/// Remembers what was found.
void SiteKernels::keepSpecial(const KernelFor &Of, const LaunchPlan &Plan,
                              const char *Line) {
  auto [Usual, Best] = Plan.Specials->times(Plan.Special.Set);
  if (Log.on(Topic::Kernels))
    Log.line(Of.Record.Place,
             "kernel with " + std::string(Line) + " for " +
                 Of.Slot.facts().Name + ": " +
                 Plan.Specials->Constants.describe(Plan.Special.Values) + ": " +
                 formatTime(Best) + " instead of " + formatTime(Usual));
  remember(Of.Slot, specialSource(Of, Plan), Line,
           Set.Build == BuildPolicy::Wait);
}

void SiteKernels::failed(const LaunchPlan &Plan) {
  if (Plan.Special.Use)
    Plan.Specials->drop(Plan.Special.Set);
}
