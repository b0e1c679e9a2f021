// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/SiteModel.h"
#include "report/NumberText.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

using namespace twofold;

/// A sample this many times shorter or longer than its class is no member.
static constexpr double OutlierFactor = 3;
/// The first samples of a class that are this many times longer than the next
/// one are no measure.
static constexpr double SlowBeginning = 1.25;
/// Times of less than this many fixed parts do not show what work costs: the
/// rest may be noise, and would be multiplied.
static constexpr double Overshadowed = 20;
/// What was learned by another run counts for as many samples at most.
static constexpr unsigned RememberedSamples = 2;
/// What makes first calls slow takes some milliseconds: a sample that is this
/// long is one.
static constexpr double LongSample = 5e7;
/// Rejected samples in a row that agree replace the class.
static constexpr unsigned ChangeOfMind = 3;

unsigned SiteModel::classOf(uint64_t Ops) {
  return unsigned(std::bit_width(std::max<uint64_t>(Ops, 1))) - 1;
}

SiteModel::SizeClass *SiteModel::find(uint64_t Ops) {
  unsigned Wanted = classOf(Ops);
  for (SizeClass &C : Classes)
    if (C.Log2 == Wanted)
      return &C;
  return nullptr;
}

bool SiteModel::SizeClass::judges() const {
  return Samples >= JudgingSamples || Judged || Time >= LongSample;
}

void SiteModel::add(uint64_t Ops, double Nanoseconds) {
  if (!(Nanoseconds > 0) || !std::isfinite(Nanoseconds))
    return;
  double Work = double(std::max<uint64_t>(Ops, 1));
  if (!std::exchange(Warm, true) && Nanoseconds < LongSample) {
    First = {classOf(Ops), 1, 0, Work, Nanoseconds, 0, false};
    return;
  }
  SizeClass *C = find(Ops);
  if (!C) {
    auto At = std::find_if(
        Classes.begin(), Classes.end(),
        [&](const SizeClass &Each) { return Each.Log2 > classOf(Ops); });
    Classes.insert(At, {classOf(Ops), 1, 0, Work, Nanoseconds, 0, false});
    ++Kept;
    return;
  }
  // Within a class, work and time differ by a factor of two at most.
  double Expected = C->Time * std::max(Work / C->Ops, 0.5);
  bool Far = Nanoseconds > OutlierFactor * Expected ||
             Nanoseconds * OutlierFactor < Expected;
  // The first samples of a class are often slow, too: threads wake one after
  // the other.
  bool Better =
      (C->Samples < EagerSamples && Nanoseconds < Expected / 1.5) ||
      (C->Samples <= JudgingSamples && Nanoseconds * SlowBeginning < Expected);
  if (Better) {
    *C = {C->Log2, 1, 0, Work, Nanoseconds, 0, false};
    ++Kept;
    return;
  }
  if (Far) {
    C->Other = (C->Other * C->InARow + Nanoseconds) / (C->InARow + 1);
    if (++C->InARow < ChangeOfMind)
      return;
    *C = {C->Log2, 1, 0, Work, C->Other, 0, false};
    return;
  }
  C->InARow = 0;
  C->Samples = std::min(C->Samples + 1, MostSamples);
  C->Ops += (Work - C->Ops) / C->Samples;
  C->Time += (Nanoseconds - C->Time) / C->Samples;
  ++Kept;
}

/// Beyond the classes: the part that depends on the work grows with it.
static double scaled(double Time, double Fixed, double Factor) {
  return Fixed + std::max(Time - Fixed, 0.0) * Factor;
}

/// The nearest classes; Not is passed over.
SiteModel::Neighbours SiteModel::around(double Work,
                                        const SizeClass *Not) const {
  Neighbours Out;
  for (const SizeClass &C : Classes) {
    if (&C == Not)
      continue;
    if (C.Ops <= Work)
      Out.Below = &C;
    else if (!Out.Above)
      Out.Above = &C;
  }
  return Out;
}

double SiteModel::Neighbours::between(double Work) const {
  double Share =
      std::log(Work / Below->Ops) / std::log(Above->Ops / Below->Ops);
  return std::exp(std::log(Below->Time) +
                  Share * std::log(Above->Time / Below->Time));
}

SiteModel::Prediction SiteModel::predict(uint64_t Ops, double Fixed,
                                         double Guess) const {
  if (Classes.empty())
    return {};
  double Work = double(std::max<uint64_t>(Ops, 1));
  const SizeClass *Own = find(Ops);
  Basis From = Own ? Basis::Measured : Basis::Interpolated;
  const auto Near = around(Work);
  double Time;
  if (Near.Below && Near.Above) {
    Time = Near.between(Work);
  } else {
    const SizeClass &Only = Near.Below ? *Near.Below : *Near.Above;
    if (!Own)
      From = Basis::Extrapolated;
    Time = scaled(Only.Time, std::min(Fixed, Only.Time), Work / Only.Ops);
    if (!Own && Near.Below && Guess > 0 && Only.Time < Overshadowed * Fixed)
      Time = std::max(std::min(Time, Guess), Only.Time);
  }
  // One slow call is not yet what calls of this size take.
  if (Own && !Own->judges()) {
    const auto Others = around(Work, Own);
    const bool Below = Others.Below && Others.Below->judges(),
               Above = Others.Above && Others.Above->judges();
    if (Below && Above)
      Time = std::min(Time, Others.between(Work));
    else if (Below || Above) {
      const SizeClass &Only = Below ? *Others.Below : *Others.Above;
      Time = std::min(
          Time, scaled(Only.Time, std::min(Fixed, Only.Time), Work / Only.Ops));
    } else if (Guess > 0)
      Time = std::min(Time, Guess);
  }
  return {Time, From};
}

void SiteModel::doubt(uint64_t Ops) {
  if (SizeClass *C = find(Ops))
    C->Samples = std::min(C->Samples, JudgingSamples);
}

unsigned SiteModel::samples(uint64_t Ops) const {
  const SizeClass *C = find(Ops);
  return C ? C->Samples : 0;
}

std::string SiteModel::encode() const {
  NumberWriter Out("model-1");
  auto Add = [&](const SizeClass &C) {
    Out.add(C.Judged ? std::max(C.Samples, JudgingSamples) : C.Samples);
    Out.add(C.Ops);
    Out.add(C.Time);
  };
  for (const SizeClass &C : Classes)
    Add(C);
  if (Classes.empty() && First.Samples)
    Add(First);
  return Out.take();
}

SiteModel SiteModel::decode(std::string_view Line) {
  SiteModel Out;
  NumberReader In(Line, "model-1");
  while (In.more()) {
    unsigned Samples = unsigned(In.next(1, MostSamples));
    double Ops = In.next(1, 1e19), Time = In.next(1e-3, 1e15);
    unsigned Log2 = classOf(uint64_t(Ops));
    if (!Out.Classes.empty() && Out.Classes.back().Log2 >= Log2)
      return SiteModel();
    Out.Classes.push_back({Log2, std::min(Samples, RememberedSamples), 0, Ops,
                           Time, 0, Samples >= JudgingSamples});
  }
  return In.done() ? Out : SiteModel();
}
