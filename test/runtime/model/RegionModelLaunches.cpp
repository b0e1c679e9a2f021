// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionModelLaunches.cpp - the model's loops on devices -------------===//
#include "model/RegionModel.h"

using namespace twofold;
using namespace twofold::test;

std::shared_ptr<ModelLoop> RegionModel::drawLoop() {
  if (below(3) == 0)
    if (std::shared_ptr<ModelLoop> Past = Loops.draw(Random, Arrays))
      return Past;
  RangeSet Written;
  std::vector<LaunchBase> Bases;
  for (uint64_t Left = 1 + below(3); Left; --Left)
    Bases.push_back(drawBase(Random, array(), PageBytes, Written));
  auto Loop = std::make_shared<ModelLoop>(std::move(Bases), address(0));
  Loops.add(Loop);
  return Loop;
}

void RegionModel::launch() {
  std::shared_ptr<ModelLoop> Loop = drawLoop();
  // The steps of a longer computation find their data in place.
  DeviceSlot &Slot = *Slots[below(Slots.size())];
  for (uint64_t Calls = below(3) ? 1 : 1 + below(5); Calls; --Calls)
    launchOnce(*Loop, Slot);
}

/// Loops of one function, with nothing between them.
void RegionModel::scope() {
  RangeSet Touched;
  ++Seen.Scopes;
  DeviceSlot *Slot = Slots[below(Slots.size())].get();
  std::vector<std::shared_ptr<ModelLoop>> Own;
  for (uint64_t Count = 1 + below(3); Count; --Count)
    Own.push_back(drawLoop());
  for (uint64_t Calls = 1 + below(8); Calls; --Calls) {
    if (below(8) == 0)
      Slot = Slots[below(Slots.size())].get();
    ModelLoop &Loop = *Own[Calls % Own.size()];
    for (const LaunchBase &Each : Loop.Bases)
      Touched.insert(at(Each.hull()));
    launchOnce(Loop, *Slot, &Touched);
    whileScopeLasts(Touched);
  }
  All->endScope(Touched);
  if (below(2))
    for (const ByteRange &Each : Touched)
      hostRead({Each.Begin - address(0), Each.End - address(0)});
}

/// What other threads do: nothing that would need the loops to be over.
void RegionModel::whileScopeLasts(const RangeSet &Touched) {
  ByteRange Range = anywhere(4 * PageBytes);
  for (const ByteRange &Each : Touched)
    if (at(Range).overlaps(Each)) {
      ByteRange Before = {Range.Begin, Each.Begin - address(0)};
      Range = at(Range).Begin < Each.Begin
                  ? Before
                  : ByteRange{Each.End - address(0), Range.End};
    }
  switch (below(12)) {
  case 0:
    return All->sync(at(anywhere(20 * PageBytes)));
  case 1:
    return (void)All->prefetch(at(within(array(), 20 * PageBytes)),
                               *Slots[below(2)]);
  case 2:
    return below(4) ? void() : fork();
  case 3:
    return look();
  case 4:
  case 5:
    // It may be on the page of something that is on a device.
    return Range.empty() ? void() : hostWrite(Range);
  case 6:
    return Range.empty() ? void() : hostRead(Range);
  default:
    return;
  }
}

void RegionModel::launchOnce(ModelLoop &Loop, DeviceSlot &Slot,
                             const RangeSet *Scope) {
  auto What = std::make_shared<ModelLaunch>();
  What->Bases = Loop.Bases;
  What->draw(Random, PageBytes, [this](uint64_t B) { return &Truth[B]; });
  What->Number = ++Seen.Launches;
  bool Pinned = false;
  for (const LaunchBase &Each : What->Bases)
    for (const ByteRange &Pin : Pins)
      Pinned |= Each.hull().overlaps(Pin);
  const std::string Kernel = "model" + std::to_string(What->Number % 4096);
  World.Kernels[Kernel] = [What](const NdRange &,
                                 const std::vector<char *> &Arguments) {
    What->runKernel(Arguments);
  };
  bool MayLeave = below(3);
  auto How = !below(16) ? Regions::Keep::Nothing
             : Scope    ? Regions::Keep::All
                        : Regions::Keep::Pages;
  auto Ran = What->execute({World, *All, Slot, address(0), Loop}, Kernel, How,
                           MayLeave);
  Seen.LeftUnderWay += Ran == ModelLaunch::Outcome::UnderWay;
  if (Ran == ModelLaunch::Outcome::Failed) {
    if (Scope)
      All->endScope(*Scope);
    onHost(*What);
  } else {
    ++Seen.OnDevices;
    EXPECT_FALSE(Pinned) << "a launch used pinned memory";
  }
  for (const ModelLaunch::Bytes &Each : What->Stores)
    std::copy(Each.Values.begin(), Each.Values.end(),
              Truth.begin() + long(Each.Range.Begin));
}

/// The native variant. Truth is as it was before the launch.
void RegionModel::onHost(const ModelLaunch &What) {
  for (const ModelLaunch::Bytes &Each : What.Reads)
    access(Each.Range, false,
           [&](ByteRange Part) { compare(Part, "the native variant"); });
  for (const ModelLaunch::Bytes &Each : What.Stores)
    access(Each.Range, true, [&](ByteRange Part) {
      std::memcpy(Host + Part.Begin,
                  &Each.Values[Part.Begin - Each.Range.Begin], Part.size());
    });
}
