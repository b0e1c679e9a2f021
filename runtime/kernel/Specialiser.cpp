// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/Specialiser.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

using namespace twofold;

/// The values' entry; null while there is no room for it. Values that come more
/// often than once in MostWatched calls are found whatever comes between
/// (Misra, Gries: Finding repeated elements, Sci. Comput. Program. 2(2), 1982).
Specialiser::Watched *Specialiser::watch(const KernelValues &Values) {
  for (Watched &W : Sets)
    if (W.Values == Values)
      return &W;
  // No further kernel is built: there is nothing to count for.
  if (Builds >= MostBuilt)
    return nullptr;
  Watched *Free = nullptr;
  if (Sets.size() < MostWatched)
    Free = &Sets.emplace_back();
  // Only those that are counted may go: others are known by their number.
  auto Find = [&] {
    for (Watched &W : Sets)
      if (mayGo(W) && W.Calls == 0)
        Free = &W;
  };
  if (!Free)
    Find();
  if (!Free) {
    for (Watched &W : Sets)
      if (mayGo(W))
        --W.Calls;
    Find();
  }
  if (Free) {
    *Free = {};
    Free->Values = Values;
  }
  return Free;
}

SpecialTrial Specialiser::next(const KernelValues &Values) {
  std::lock_guard<std::mutex> Hold(Lock);
  SpecialTrial Out;
  Watched *W = watch(Values);
  if (!W)
    return Out;
  Out.Set = unsigned(W - Sets.data());
  Out.Values = Values;
  switch (W->Is) {
  case State::Counting:
    if (++W->Calls <= (Force ? 1 : Patience) || Builds >= MostBuilt)
      break;
    if (Force) {
      W->Is = State::Building;
      ++Builds;
      Out.Build = Out.Paid = true;
      break;
    }
    W->Is = State::Probing;
    [[fallthrough]];
  case State::Probing:
    Out.Measure = true;
    break;
  case State::Saving:
    if (++W->Calls < W->Due || Builds >= MostBuilt)
      break;
    W->Is = State::Building;
    ++Builds;
    Out.Build = Out.Paid = true;
    break;
  case State::Trying:
    Out.Measure = true;
    if (W->Asked++ % 2)
      Out.Use = W->Special;
    break;
  case State::Kept:
    Out.Use = W->Special;
    break;
  case State::Building:
  case State::Dropped:
    break;
  }
  return Out;
}

Specialiser::Outcome Specialiser::tell(const SpecialTrial &Trial,
                                       double Nanoseconds) {
  std::lock_guard<std::mutex> Hold(Lock);
  if (!Trial.Measure || Trial.Set >= Sets.size())
    return Outcome::Open;
  Watched &W = Sets[Trial.Set];
  if (W.Is == State::Probing) {
    // Another set may have had the last build meanwhile.
    bool Worth = Nanoseconds >= MinNanoseconds && Builds < MostBuilt;
    W.Is = Worth ? State::Building : State::Dropped;
    W.Probed = Nanoseconds;
    Builds += Worth;
    return Worth ? Outcome::Build : Outcome::Dropped;
  }
  if (W.Is != State::Trying)
    return Outcome::Open;
  // The first of each pays for what a driver does then.
  if (W.Told++ >= 2) {
    double &Least = Trial.Use ? W.Best : W.Usual;
    Least = std::min(Least, Nanoseconds);
  }
  if (W.Told < 2 * Rounds)
    return Outcome::Open;
  bool Faster = W.Best < W.Usual * Better;
  W.Is = Faster ? State::Kept : State::Dropped;
  if (!Faster)
    W.Special.reset();
  return Faster ? Outcome::Kept : Outcome::Dropped;
}

bool Specialiser::postpone(unsigned Set, double Price) {
  std::lock_guard<std::mutex> Hold(Lock);
  if (Set >= Sets.size() || Sets[Set].Is != State::Building)
    return true; // a launch has failed meanwhile
  Watched &W = Sets[Set];
  const double Calls = Price / std::max(W.Probed, MinNanoseconds);
  if (Calls <= double(W.Calls))
    return false;
  W.Due = Calls < 1e18 ? uint64_t(Calls) + 1 : UINT64_MAX;
  W.Is = State::Saving;
  --Builds;
  return true;
}

void Specialiser::built(unsigned Set, std::shared_ptr<Program> Special,
                        bool Kept) {
  std::lock_guard<std::mutex> Hold(Lock);
  if (Set >= Sets.size() || Sets[Set].Is != State::Building)
    return;
  Watched &W = Sets[Set];
  W.Is = !Special        ? State::Dropped
         : Kept || Force ? State::Kept
                         : State::Trying;
  W.Special = std::move(Special);
}

void Specialiser::drop(unsigned Set) {
  std::lock_guard<std::mutex> Hold(Lock);
  if (Set >= Sets.size())
    return;
  Sets[Set].Is = State::Dropped;
  Sets[Set].Special.reset();
}

std::pair<double, double> Specialiser::times(unsigned Set) const {
  std::lock_guard<std::mutex> Hold(Lock);
  if (Set >= Sets.size() || !std::isfinite(Sets[Set].Best))
    return {};
  return {Sets[Set].Usual, Sets[Set].Best};
}
