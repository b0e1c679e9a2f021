// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionModelLaunches.cpp - the model's loops on devices -------------===//
#include "RegionModel.h"

using namespace twofold;
using namespace twofold::test;

void RegionModel::launch() {
  std::shared_ptr<ModelLoop> Loop;
  if (below(3) == 0)
    Loop = Loops.draw(Random, Arrays);
  if (!Loop) {
    RangeSet Written;
    std::vector<LaunchBase> Bases;
    for (uint64_t Left = 1 + below(3); Left; --Left)
      Bases.push_back(drawBase(Random, array(), PageBytes, Written));
    Loop = std::make_shared<ModelLoop>(std::move(Bases), address(0));
    Loops.add(Loop);
  }
  // The steps of a longer computation find their data in place.
  DeviceSlot &Slot = *Slots[below(Slots.size())];
  for (uint64_t Calls = below(3) ? 1 : 1 + below(5); Calls; --Calls)
    launchOnce(*Loop, Slot);
}

void RegionModel::launchOnce(ModelLoop &Loop, DeviceSlot &Slot) {
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
  auto How = below(16) ? Regions::Hold::Keep : Regions::Hold::Drop;
  auto Ran = What->execute({World, *All, Slot, address(0), Loop}, Kernel, How,
                           MayLeave);
  Seen.LeftUnderWay += Ran == ModelLaunch::Outcome::UnderWay;
  if (Ran == ModelLaunch::Outcome::Failed) {
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
