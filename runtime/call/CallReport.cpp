// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "call/CallReport.h"
#include "call/DispatchedCall.h"
#include "conflict/Conflicts.h"
#include "report/Statistics.h"
#include "system/Timeline.h"

#include <unordered_map>

using namespace twofold;

Flip CallReport::flipOf(const Receipt &Of) const {
  SiteChoice &Site = const_cast<SiteRecord *>(Of.Site)->Choice;
  return findFlip(Of, [&](uint64_t Ops) {
    const double Size = double(Ops) / double(std::max<uint64_t>(Of.Ops, 1));
    return Choices.predict(Site, {Ops, Of.Threads, Of.TeamHot, Of.Leaves,
                                  uint64_t(double(Of.Items) * Size), Of.Steps,
                                  Of.Tiled});
  });
}

void CallReport::file(Decision &D, const Outcome &Out, double Nanoseconds) {
  Receipt &R = D.Grounds;
  R.Took = Nanoseconds;
  R.Ran = (R.To == Side::Device) == Out.OnDevice;
  R.Sent = Out.Sent;
  R.Fetched = Out.Fetched;
  Receipts.add(R);
}

/// Who asks for a device that is not there hears of it once, at any level.
void CallReport::tellAbsence(const DispatchedCall &C, const std::string &Why,
                             bool Switched) {
  if (AbsenceTold.exchange(true))
    return;
  std::string By = "TWOFOLD_DEVICE";
  if (Switched)
    By = "twofold_set_offload";
  else if (Set.Device.What == DeviceRequest::Kind::Any)
    By = C.Site.flags & TWOFOLD_SITE_GPU ? "device(gpu)" : "device(cpu)";
  Log.line(C.Record.Place, By + " asks for a device that is not there: " + Why +
                               "; such loops run on the CPU's threads");
}

/// Once for each site.
void CallReport::tellConflict(const DispatchedCall &C, uint32_t Number) {
  if (Log.on(Topic::Summary, Topic::Choice) &&
      !C.Record.ToldConflict.exchange(true))
    Log.line(C.Record.Place, "runs in order in calls like this one, because " +
                                 describeConflict(C.Site, Number));
}

void CallReport::decided(const DispatchedCall &C, const Decision &D) {
  if (D.Absent)
    tellAbsence(C, D.Why, D.Switched);
  if (D.Conflict)
    tellConflict(C, *D.Conflict);
}

/// With the record's lock held. A call that was settled by an earlier one has
/// the reason of that one.
static void setReason(SiteRecord &Of, const Decision &D,
                      const std::string &Why) {
  if (D.Grounds.Why == Cause::Quiet && !Of.Reason.empty())
    return;
  Of.Reason = Why;
  Of.Weighed = D.Thought || D.Grounds.Why == Cause::Quiet;
}

void CallReport::keepReason(DispatchedCall &C, const Decision &D,
                            const Outcome &Out) {
  const std::string Why = D.whyNative(Out);
  if (Why.empty())
    return;
  std::lock_guard<std::mutex> Guard(C.Record.Lock);
  setReason(C.Record, D, Why);
}

/// A slice of the timeline, and a mark where calls begin to run elsewhere.
static void show(const DispatchedCall &C, const Decision &D,
                 const std::string &Where, const std::string &Why, double Begin,
                 double End, bool Changed) {
  TimelineMembers More;
  More.add("site", C.Record.Place).add("where", Where);
  if (!Why.empty())
    More.add("why", Why);
  More.add("iterations", double(C.Trips)).add("operations", double(C.Ops));
  if (D.Thought)
    More.add("predicted_native_ns", D.Grounds.Native)
        .add("predicted_device_ns", D.Grounds.Device)
        .add("predicted_copies_ns", D.Grounds.Moving);
  const std::string Name = nameOf(C.Record);
  if (Changed)
    Timeline::instant("decision", Name + ": now on " + Where, More);
  Timeline::slice({}, "call", Name, Begin, End, More);
}

void CallReport::ended(DispatchedCall &C, const Decision &D, const Outcome &Out,
                       double Begin, double End) {
  const double Nanoseconds = End - Begin;
  const std::string Where = Out.OnDevice ? "on " + D.On->facts().Name
                            : Out.Mode == HostDevice::Mode::Threads
                                ? "on threads"
                                : "on the calling thread";
  const std::string Why = Out.OnDevice ? "" : D.whyNative(Out);
  add(C.Record.Nanoseconds, uint64_t(Nanoseconds));
  std::string Because = Why.empty() ? "" : ", because " + Why;
  bool Changed;
  {
    std::lock_guard<std::mutex> Guard(C.Record.Lock);
    Changed = C.Record.LastChoice != Where;
    C.Record.LastChoice = Where;
    setReason(C.Record, D, Why);
  }
  if (Timeline::on())
    show(C, D, Where.substr(3), Why, Begin, End, Changed);
  if (Log.on(Topic::Choice) && Changed)
    Log.line(C.Record.Place, "now " + Where + Because);
  if (!Log.on(Topic::Calls))
    return;
  std::string Line = formatCount(C.Trips, "iteration") + ", " +
                     formatCount(C.Ops, "operation") + ": " + Where + " in " +
                     formatTime(Nanoseconds) + Because;
  if (D.Thought)
    Line += "; " + describeGrounds(D.Grounds, flipOf(D.Grounds));
  else if (C.Known && C.Known->Touched.known())
    Line += "; touches " + formatBytes(double(C.bytesToMove()));
  Log.line(C.Record.Place, Line);
}

/// Once for each site.
void CallReport::updates(const DispatchedCall &C,
                         const HostDevice::SharedUpdates &Of) {
  if (!Of.Element || !Log.on(Topic::Summary, Topic::Choice) ||
      C.Record.ToldUpdates.exchange(true))
    return;
  using Way = HostDevice::SharedUpdates::Way;
  const Way How = Of.How;
  const twofold_element &Element = C.Site.elements[*Of.Element];
  const twofold_base *Base =
      Element.base < C.Site.base_count ? &C.Site.bases[Element.base] : nullptr;
  const std::string Name = Base && Base->name ? Base->name : "";
  const std::string Array = Name.empty() ? "an array" : "'" + Name + "'";
  std::string Line = How == Way::Alone ? "one thread alone" : "threads";
  Line += " update" + std::string(How == Way::Alone ? "s" : "") +
          " elements of " + Array +
          (How == Way::Atomic   ? " atomically"
           : How == Way::Copies ? " in copies of it"
                                : "");
  // Other names than a variable's are not to be had in a clause.
  const bool Named = !Name.empty() && (Element.flags & TWOFOLD_ELEMENT_COPY);
  Line += ", because iterations may share them";
  if (How == Way::Alone)
    Line += " and atomic updates take longer";
  Line += "; if they never do, say so with " +
          (Named ? "independent(" + Name + ")" : "the clause independent");
  if (How != Way::Copies && Base && !Name.empty() &&
      (Element.flags & TWOFOLD_ELEMENT_COPY) &&
      !(Base->flags & TWOFOLD_BASE_EXTENT))
    Line += "; if they do, tell its length in a reduction clause, as in " +
            Name + "[0:count], so that threads can have copies";
  Log.line(C.Record.Place, Line);
}

std::string CallReport::explain(const std::string &Site) const {
  // Lines of summarize() have the place of the loop as their beginning.
  std::unordered_map<const SiteRecord *, std::string> Choices;
  for (const Receipt &R : Receipts.all())
    Choices[R.Site] += "  " + describe(R, flipOf(R)) + "\n";
  std::string Out;
  Sites.forEach([&](const SiteRecord &R) {
    if (!R.Place.ends_with(Site))
      return;
    Out += R.Place + ": " + describe(R, Devices.whyNoGpu()) + "\n";
    if (auto It = Choices.find(&R); It != Choices.end())
      Out += It->second;
  });
  return Out;
}

std::string CallReport::receiptsAsJson() const {
  std::string Out = "[";
  for (const Receipt &R : Receipts.all()) {
    Out += Out.size() > 1 ? ",\n " : "\n ";
    Out += describeAsJson(R, R.Site->Place, flipOf(R));
  }
  return Out + "\n]\n";
}
