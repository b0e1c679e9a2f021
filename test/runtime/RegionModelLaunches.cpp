// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionModelLaunches.cpp - the model's loops on devices -------------===//
#include "DeviceLaunch.h"
#include "RegionModel.h"
#include "SiteBuilder.h"

#include <optional>

using namespace twofold;
using namespace twofold::test;

/// One call of a loop, with everything that it will find and do: it may run
/// when the program is long elsewhere.
struct RegionModel::Launch {
  struct Bytes {
    unsigned Base;
    ByteRange Range;
    std::vector<uint8_t> Values;
  };
  uint64_t Number = 0;
  std::vector<LaunchBase> Bases;
  std::vector<Bytes> Reads, Stores;

  /// Memory: where the array's first byte would be, for each base.
  void run(const std::vector<char *> &Memory) const {
    for (const Bytes &Each : Reads)
      if (std::memcmp(Memory[Each.Base] + Each.Range.Begin, Each.Values.data(),
                      Each.Values.size()) != 0)
        ADD_FAILURE() << "kernel " << Number << " reads an old byte of "
                      << Each.Range.Begin << " to " << Each.Range.End
                      << " through base " << Each.Base;
    for (const Bytes &Each : Stores)
      std::memcpy(Memory[Each.Base] + Each.Range.Begin, Each.Values.data(),
                  Each.Values.size());
  }
};

/// What a loop does through one pointer. Each has bytes of its own that it
/// writes; all may read all else.
void RegionModel::choose(LaunchBase &Each, RangeSet &Written) {
  const ByteRange Of = array();
  for (uint64_t K = below(3); K; --K)
    Each.Use.Writes.insert(within(Of, (below(2) ? 12 : 1) * PageBytes));
  Each.Use.Writes.erase(Written);
  Written.insert(Each.Use.Writes);
  for (const ByteRange &W : Each.Use.Writes)
    switch (below(4)) {
    case 0:
      break; // anywhere in it, or nowhere
    case 1:
      Each.Use.Covered.insert({W.Begin, W.Begin + below(W.size() + 1)});
      break;
    default:
      Each.Use.Covered.insert(W);
    }
  for (uint64_t K = below(3); K; --K)
    Each.Use.Reads.insert(within(Of, 14 * PageBytes));
  ByteRange Hull = Each.Use.Reads.hull().hull(Each.Use.Writes.hull());
  switch (below(6)) {
  case 0:
    break; // only known to be readable
  case 1:
    if (!Hull.empty())
      Each.Own.insert(within(Hull, Hull.size()));
    break;
  case 2:
    Each.Own.insert(Hull);
    break;
  default:
    Each.Own.insert(Of); // its extent
  }
}

void RegionModel::launch() {
  auto What = std::make_shared<Launch>();
  // The steps of a longer computation find their data in place.
  bool Again = below(3) == 0 && !Step.empty();
  if (Again)
    What->Bases = Step;
  else
    What->Bases.resize(1 + below(3));
  RangeSet Written;
  unsigned Salt = unsigned(Random());
  // Scattered stores, a few hundred to a page at most.
  const uint64_t Grain = std::max<uint64_t>(PageBytes / 256, 1);
  for (unsigned U = 0; U < What->Bases.size(); ++U) {
    LaunchBase &Each = What->Bases[U];
    if (!Again)
      choose(Each, Written);
    for (const ByteRange &R : Each.Use.Reads)
      What->Reads.push_back(
          {U, R, {Truth.begin() + long(R.Begin), Truth.begin() + long(R.End)}});
    unsigned Share = unsigned(below(4));
    for (const ByteRange &W : Each.Use.Writes) {
      RangeSet Stored = Each.Use.Covered.intersection(W);
      for (uint64_t B = W.Begin; B < W.End;) {
        ByteRange Some = {B, std::min(W.End, B / Grain * Grain + Grain)};
        if ((B / Grain * 2654435761u + Salt) % 4 < Share)
          Stored.insert(Some);
        B = Some.End;
      }
      for (const ByteRange &Each : Stored) {
        What->Stores.push_back({U, Each, {}});
        for (uint64_t B = Each.Begin; B < Each.End; ++B)
          What->Stores.back().Values.push_back(uint8_t(B * 7 + Salt));
      }
    }
  }
  Step = What->Bases;
  What->Number = ++Seen.Launches;
  RangeSet Touched;
  for (const LaunchBase &Each : What->Bases)
    Touched.insert(Each.Use.Reads.hull().hull(Each.Use.Writes.hull()));
  bool Pinned = false;
  for (const ByteRange &Each : Pins)
    Pinned |= Touched.overlaps(Each);
  Kernels = (Kernels + 1) % 4096;
  World.Kernels["model" + std::to_string(Kernels)] =
      [What](const NdRange &, const std::vector<char *> &Args) {
        std::vector<char *> Memory;
        for (size_t U = 0; U < What->Bases.size(); ++U) {
          int64_t Offset;
          std::memcpy(&Offset, Args[2 * U + 1], 8);
          Memory.push_back(Args[2 * U] + Offset);
        }
        What->run(Memory);
      };
  bool Ran = onDevice(*What);
  EXPECT_FALSE(Ran && Pinned) << "a launch used pinned memory";
  if (Ran)
    ++Seen.OnDevices;
  else
    onHost(*What);
  for (const Launch::Bytes &Each : What->Stores)
    std::copy(Each.Values.begin(), Each.Values.end(),
              Truth.begin() + long(Each.Range.Begin));
}

bool RegionModel::onDevice(Launch &What) {
  SiteBuilder B;
  B.dim(0, 1, 1);
  const std::string Name = "model" + std::to_string(Kernels);
  B.kernel(Name.c_str(), 1);
  Footprint Touched;
  for (const LaunchBase &Each : What.Bases) {
    BaseFootprint Base;
    Base.Use = {at(Each.Use.Reads), at(Each.Use.Writes), at(Each.Use.Covered)};
    Base.Hull = Base.Use.Reads.hull().hull(Base.Use.Writes.hull());
    Base.Own = at(Each.Own);
    Base.Address = address(0);
    Touched.Bases.push_back(Base);
    B.kernelArg(TWOFOLD_ARG_BUFFER, B.base(Host, "a"));
  }
  DeviceSlot &Slot = *Slots[below(Slots.size())];
  FakeProgram Kernel(World, Name);
  std::optional<LaunchResults> Results;
  bool MayLeave = below(3);
  std::lock_guard<std::mutex> Lock(Slot.Lock);
  DeviceLaunch Run(B.site(), B.launch(), 1, Touched, Slot, *All, nullptr,
                   Results);
  Status Done = Run.execute(
      Kernel, below(16) ? Regions::Hold::Keep : Regions::Hold::Drop, MayLeave);
  if (!Done)
    return false;
  Seen.LeftUnderWay += Run.left();
  Run.publish();
  return true;
}

/// The native variant.
void RegionModel::onHost(const Launch &What) {
  // Truth is still as it was before the launch.
  for (const Launch::Bytes &Each : What.Reads)
    access(Each.Range, false,
           [&](ByteRange Part) { compare(Part, "the native variant"); });
  for (const Launch::Bytes &Each : What.Stores)
    access(Each.Range, true, [&](ByteRange Part) {
      std::memcpy(Host + Part.Begin,
                  &Each.Values[Part.Begin - Each.Range.Begin], Part.size());
    });
}
