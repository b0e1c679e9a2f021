// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conflict/LoadedConflicts.h"
#include "bytes/Footprint.h"
#include "conflict/PairPlaces.h"

#include <algorithm>
#include <vector>

using namespace twofold;

namespace {

/// Steps of a sample, for each reference: places, and rounds of inner loops.
/// Where pairs are many they share what MostPairs have.
constexpr uint64_t MostSteps = 2048, MostPairs = 4, LeastSteps = 128;
/// Fewer show nothing.
constexpr uint64_t UsefulSteps = 16;
/// Rounds of searches in a sample: where calls are long some more are few
/// beside what these take.
constexpr uint64_t LeastSearching = 4096, MostSearching = 32768,
                   RoundsOfShort = 65536;
/// Rows are looked at in place of so many steps.
constexpr uint64_t RowsOfStep = 2;
/// What it takes to begin with a pair, in rounds.
constexpr uint64_t RoundsOfPair = 8;

/// The blocks of memory that bases point into.
class BaseBlocks {
  const twofold_site &Site;
  const twofold_launch &Launch;
  const SampleLimits *Limits;
  std::vector<std::optional<ByteRange>> Blocks;

  uint64_t address(uint32_t Base) const {
    return addressOf(Site.bases[Base], Launch);
  }
  ByteRange block(uint32_t Base) {
    if (!Blocks[Base])
      Blocks[Base] = Limits->BlockOf(address(Base));
    return *Blocks[Base];
  }

public:
  BaseBlocks(const twofold_site &Site, const twofold_launch &Launch,
             const SampleLimits *Limits)
      : Site(Site), Launch(Launch), Limits(Limits), Blocks(Site.base_count) {}

  /// One is in a block that the other is not in.
  bool apart(const twofold_conflict &Pair) {
    const uint32_t First = Site.conflicts->references[Pair.first].base,
                   Second = Site.conflicts->references[Pair.second].base;
    if (!Limits || !Limits->BlockOf || First == Second ||
        First == TWOFOLD_NO_BASE || Second == TWOFOLD_NO_BASE)
      return false;
    const auto Without = [&](ByteRange Block, uint32_t Other) {
      return !Block.empty() &&
             !Block.contains({address(Other), address(Other) + 1});
    };
    return Without(block(First), Second) || Without(block(Second), First);
  }
};

} // namespace

uint64_t twofold::sampleRounds(uint64_t Ops, uint64_t Calls, uint64_t Taken) {
  // A round takes as long as so many operations of a loop.
  constexpr double OpsPerRound = 200, ShareOfOne = 0.5, ShareOfAll = 0.02;
  constexpr double AtLeast = 131072, AtMost = 0x1p62;
  const double All =
      std::min(AtMost, AtLeast + double(Ops) / OpsPerRound *
                                     (ShareOfOne + ShareOfAll * double(Calls)));
  // Indices may change: the next samples are to have some, too.
  constexpr double ShareOfLeft = 0.25;
  return uint64_t(std::max(0.0, All - double(Taken)) * ShareOfLeft);
}

static std::optional<uint32_t> compareAll(const twofold_site &Site,
                                          const twofold_launch &Launch,
                                          uint64_t Trips,
                                          const ReadPermission &MayRead) {
  const twofold_conflicts &All = *Site.conflicts;
  for (uint32_t P = All.pair_count - All.loaded_count; P < All.pair_count;
       ++P) {
    PairPlaces Places(Site, Launch, All.pairs[P], MayRead);
    constexpr uint64_t MostRows = uint64_t(1) << 22;
    const bool Rows = Trips <= MostRows && Places.areRows();
    if (Places.mustMeet(Trips) ||
        (!Places.liesApart() &&
         (Rows ? Places.rowsMeet(Trips, 0, Trips) : Places.meet(Trips))))
      return P;
  }
  return std::nullopt;
}

std::optional<uint32_t> twofold::findLoadedConflict(
    const twofold_site &Site, const twofold_launch &Launch, uint64_t Trips,
    std::optional<uint64_t> Sample, const ReadPermission &MayRead,
    SampleLimits *Limits) {
  if (!Sample)
    return compareAll(Site, Launch, Trips, MayRead);
  const twofold_conflicts &All = *Site.conflicts;
  SampleLimits Unlimited;
  SampleLimits &Within = Limits ? *Limits : Unlimited;
  BaseBlocks Blocks(Site, Launch, Limits);
  std::vector<uint32_t> Left;
  for (uint32_t P = All.pair_count - All.loaded_count; P < All.pair_count; ++P)
    if (!Blocks.apart(All.pairs[P]))
      Left.push_back(P);
  const uint64_t Pairs = Left.size();
  const uint64_t Wanted =
      std::max(LeastSteps, MostSteps * MostPairs / std::max(MostPairs, Pairs));
  // Where rounds do not suffice for all, each sample begins with another one.
  const uint64_t Enough = Within.Rounds / (4 * UsefulSteps);
  const uint64_t Begin =
      Enough < Pairs ? (*Sample * 0x9e3779b97f4a7c15 >> 32) % Pairs : 0;
  const uint64_t Searching =
      std::clamp(Within.Rounds - std::min(Within.Rounds, RoundsOfShort),
                 LeastSearching, MostSearching);
  for (uint64_t I = 0; I < Pairs && Within.Rounds > RoundsOfPair; ++I) {
    const uint32_t P = Left[(Begin + I) % Pairs];
    PairPlaces Places(Site, Launch, All.pairs[P], MayRead);
    const uint64_t Sharing = std::clamp<uint64_t>(Enough, 1, Pairs - I),
                   Steps = std::min(Wanted, Within.Rounds / Sharing /
                                                (2 * Places.count()));
    const bool Looks =
        !Places.liesApart() && (Steps >= UsefulSteps || Trips <= 2 * Steps);
    const bool Met =
        Places.mustMeet(Trips) ||
        (Looks &&
         (Places.areRows()
              ? Places.rowsMeet(Trips, *Sample, RowsOfStep * Steps)
              : Places.meet(Trips, *Sample, Steps, Searching / Sharing)));
    Within.Rounds -= std::min(Within.Rounds, RoundsOfPair + Places.rounds());
    if (Met)
      return P;
  }
  return std::nullopt;
}
