// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ModelLaunch.cpp - random loops, and what each will find and do -----===//
#include "model/ModelLaunch.h"
#include "SiteBuilder.h"
#include "launch/DeviceLaunch.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>

using namespace twofold;
using namespace twofold::test;

ByteRange test::drawView(std::mt19937 &Random, ByteRange Bounds,
                         uint64_t Longest) {
  uint64_t Begin = Bounds.Begin + below(Random, Bounds.size());
  if (below(Random, 3) == 0)
    Begin = Bounds.Begin;
  else if (below(Random, 2))
    Begin = std::max(Bounds.Begin, Begin / 8 * 8);
  uint64_t End = Begin + 1 + below(Random, Longest);
  return {Begin, below(Random, 5) ? std::min(End, Bounds.End) : Bounds.End};
}

LaunchBase test::drawBase(std::mt19937 &Random, ByteRange Of,
                          uint64_t PageBytes, RangeSet &Written) {
  LaunchBase Out;
  RegionUse &Use = Out.Use;
  for (uint64_t K = below(Random, 3); K; --K)
    Use.Writes.insert(
        drawView(Random, Of, (below(Random, 2) ? 12 : 1) * PageBytes));
  Use.Writes.erase(Written);
  Written.insert(Use.Writes);
  for (const ByteRange &W : Use.Writes)
    switch (below(Random, 4)) {
    case 0:
      break; // anywhere in it, or nowhere
    case 1:
      Use.Covered.insert({W.Begin, W.Begin + below(Random, W.size() + 1)});
      break;
    default:
      Use.Covered.insert(W);
    }
  for (uint64_t K = below(Random, 3); K; --K)
    Use.Reads.insert(drawView(Random, Of, 14 * PageBytes));
  ByteRange Hull = Out.hull();
  switch (below(Random, 6)) {
  case 0:
    break; // only known to be readable
  case 1:
    if (!Hull.empty())
      Out.Own.insert(drawView(Random, Hull, Hull.size()));
    break;
  case 2:
    Out.Own.insert(Hull);
    break;
  default:
    Out.Own.insert(Of); // its extent
  }
  return Out;
}

void ModelLaunch::draw(std::mt19937 &Random, uint64_t PageBytes,
                       const std::function<const uint8_t *(uint64_t)> &Truth) {
  unsigned Salt = unsigned(Random());
  // Scattered stores, a few hundred to a page at most.
  const uint64_t Grain = std::max<uint64_t>(PageBytes / 256, 1);
  auto Store = [&](unsigned Base, ByteRange Range) {
    Stores.push_back({Base, Range, {}});
    for (uint64_t B = Range.Begin; B < Range.End; ++B)
      Stores.back().Values.push_back(uint8_t(B * 7 + Salt));
  };
  for (unsigned U = 0; U < Bases.size(); ++U) {
    const RegionUse &Use = Bases[U].Use;
    for (const ByteRange &R : Use.Reads)
      Reads.push_back({U, R, {Truth(R.Begin), Truth(R.Begin) + R.size()}});
    unsigned Share = unsigned(below(Random, 4));
    for (const ByteRange &W : Use.Writes) {
      RangeSet Stored = Use.Covered.intersection(W);
      for (uint64_t B = W.Begin; B < W.End;) {
        ByteRange Some = {B, std::min(W.End, B / Grain * Grain + Grain)};
        if ((B / Grain * 2654435761u + Salt) % 4 < Share)
          Stored.insert(Some);
        B = Some.End;
      }
      for (const ByteRange &Each : Stored)
        Store(U, Each);
    }
  }
}

void ModelLaunch::run(const std::vector<char *> &Memory) const {
  auto At = [&](const Bytes &Each) {
    return reinterpret_cast<char *>(uintptr_t(Memory[Each.Base]) +
                                    Each.Range.Begin);
  };
  for (const Bytes &Each : Reads)
    if (std::memcmp(At(Each), Each.Values.data(), Each.Values.size()) != 0)
      ADD_FAILURE() << "kernel " << Number << " reads an old byte of "
                    << Each.Range.Begin << " to " << Each.Range.End
                    << " through base " << Each.Base;
  for (const Bytes &Each : Stores)
    std::memcpy(At(Each), Each.Values.data(), Each.Values.size());
}

void ModelLaunch::runKernel(const std::vector<char *> &Arguments) const {
  std::vector<char *> Memory;
  for (size_t U = 0; U < Bases.size(); ++U) {
    int64_t Offset;
    std::memcpy(&Offset, Arguments[2 * U + 1], 8);
    Memory.push_back(reinterpret_cast<char *>(uintptr_t(Arguments[2 * U]) +
                                              uintptr_t(Offset)));
  }
  run(Memory);
}

static RangeSet moved(const RangeSet &Offsets, uint64_t Address) {
  RangeSet Out;
  for (const ByteRange &Each : Offsets)
    Out.insert({Address + Each.Begin, Address + Each.End});
  return Out;
}

ModelLoop::ModelLoop(std::vector<LaunchBase> Of, uint64_t Address)
    : Bases(std::move(Of)) {
  Footprint Touched;
  for (const LaunchBase &Each : Bases) {
    BaseFootprint Base;
    Base.Use = {moved(Each.Use.Reads, Address), moved(Each.Use.Writes, Address),
                moved(Each.Use.Covered, Address)};
    Base.Hull = Base.Use.Reads.hull().hull(Base.Use.Writes.hull());
    Base.Own = moved(Each.Own, Address);
    Base.Address = Address;
    Touched.Bases.push_back(Base);
  }
  for (std::shared_ptr<KnownCall> &Each : Known)
    Each = std::make_shared<KnownCall>(CallKey(), Touched);
}

bool ModelLoop::fits(const std::vector<ByteRange> &Arrays) const {
  return std::all_of(Bases.begin(), Bases.end(), [&](const LaunchBase &Base) {
    ByteRange Hull = Base.hull().hull(Base.Own.hull());
    return Hull.empty() ||
           std::any_of(Arrays.begin(), Arrays.end(),
                       [&](const ByteRange &A) { return A.contains(Hull); });
  });
}

std::shared_ptr<ModelLoop>
ModelLoops::draw(std::mt19937 &Random,
                 const std::vector<ByteRange> &Arrays) const {
  if (Past.empty())
    return nullptr;
  std::shared_ptr<ModelLoop> Out = Past[below(Random, Past.size())];
  return Out->fits(Arrays) ? Out : nullptr;
}

void ModelLoops::add(std::shared_ptr<ModelLoop> Loop) {
  constexpr size_t Most = 6;
  Past.push_back(std::move(Loop));
  if (Past.size() > Most)
    Past.erase(Past.begin());
}

ModelLaunch::Outcome ModelLaunch::execute(const Place &At,
                                          const std::string &Kernel,
                                          Regions::Keep How,
                                          bool MayLeave) const {
  SiteBuilder B;
  B.dim(0, 1, 1);
  B.kernel(Kernel.c_str(), 1);
  for (size_t I = 0; I < Bases.size(); ++I)
    B.kernelArg(TWOFOLD_ARG_BUFFER,
                B.base(reinterpret_cast<void *>(uintptr_t(At.Address)), "a"));
  FakeProgram Program(At.World, Kernel);
  std::optional<LaunchResults> Results;
  std::lock_guard<OwnedMutex> Lock(At.Slot.Lock);
  const auto &Known = At.Loop.Known[At.Slot.Number];
  DeviceLaunch Run(B.site(), B.launch(), 1, Known->Touched, At.Slot, At.All,
                   nullptr, Results);
  Run.remember(Known);
  if (!Run.execute(Program, How, MayLeave))
    return Outcome::Failed;
  bool Left = Run.left();
  Run.publish();
  return Left ? Outcome::UnderWay : Outcome::Done;
}
