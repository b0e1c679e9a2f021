// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytes/Residence.h"
#include "Cases.h"
#include "bytes/RegionMap.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace twofold;

TEST(Residence, WrittenBytesComeBackOnce) {
  Residence R({0, 100});
  R.markWritten(ByteRange{20, 40});
  R.markFetched({10, 30});
  EXPECT_EQ(RangeSet(R.bounds()).without(R.onHost()), RangeSet({30, 40}));
  EXPECT_EQ(R.onDevice(), RangeSet({20, 40}));
}

TEST(Residence, HostWritesMakeTheDeviceStale) {
  Residence R({0, 100});
  R.markSent({0, 200});
  R.markHostWritten({5, 6});
  EXPECT_EQ(RangeSet(R.bounds()).without(R.onDevice()), RangeSet({5, 6}));
  EXPECT_EQ(R.onHost(), RangeSet({0, 100}));
}

namespace {

/// Memory as the program sees it, on the host, and on the device, with regions
/// in between that merge as they do in the runtime.
class ShadowModel {
  static constexpr uint64_t Size = 512;
  std::vector<uint8_t> Truth, Host, Device;
  RegionMap Map;
  std::map<RegionMap::Id, Residence> States;
  std::mt19937 Random;

  uint8_t byte() { return uint8_t(Random()); }

  ByteRange range(ByteRange Within, uint64_t Longest) {
    uint64_t Length = 1 + Random() % std::min(Longest, Within.size());
    uint64_t Begin = Within.Begin + Random() % (Within.size() - Length + 1);
    return {Begin, Begin + Length};
  }

  void send(Residence &State, const RangeSet &Bytes) {
    for (const ByteRange &R :
         Bytes.intersection(State.bounds()).without(State.onDevice())) {
      std::copy_n(&Host[R.Begin], R.size(), &Device[R.Begin]);
      State.markSent(R);
    }
  }
  void fetch(Residence &State, const RangeSet &Bytes) {
    for (const ByteRange &R :
         Bytes.intersection(State.bounds()).without(State.onHost())) {
      std::copy_n(&Device[R.Begin], R.size(), &Host[R.Begin]);
      State.markFetched(R);
    }
  }

  Residence &region(ByteRange R) {
    RegionMap::Insertion In = Map.insert(R);
    if (In.Fresh) {
      Residence State(In.Holder.Range);
      for (RegionMap::Id Old : In.Absorbed) {
        // The buffers are joined on the device.
        State.absorb(States.at(Old));
        States.erase(Old);
      }
      States.emplace(In.Holder.Number, State);
    }
    return States.at(In.Holder.Number);
  }

public:
  explicit ShadowModel(unsigned Seed)
      : Truth(Size), Host(Size), Device(Size), Random(Seed) {
    for (uint64_t B = 0; B < Size; ++B) {
      Truth[B] = Host[B] = byte();
      Device[B] = byte(); // what fresh device memory holds
    }
  }

  void launch() {
    Residence &State = region(range({0, Size}, 60));
    RegionUse Use;
    for (int I = 0; I < 2; ++I) {
      if (Random() % 2)
        Use.Reads.insert(range(State.bounds(), 40));
      if (Random() % 2)
        Use.Writes.insert(range(State.bounds(), 40));
    }
    for (const ByteRange &R : Use.Writes)
      if (Random() % 2)
        Use.Covered.insert(range(R, 40));
    send(State, Use.Writes.without(Use.Covered));
    send(State, Use.Reads);
    for (const ByteRange &R : Use.Reads)
      for (uint64_t B = R.Begin; B < R.End; ++B)
        ASSERT_EQ(Device[B], Truth[B]) << "a kernel reads an old byte";
    for (const ByteRange &R : Use.Writes)
      for (uint64_t B = R.Begin; B < R.End; ++B)
        if (Use.Covered.contains({B, B + 1}) || Random() % 2)
          Truth[B] = Device[B] = byte();
    State.markWritten(Use.Writes);
  }

  void hostRead() {
    ByteRange R = range({0, Size}, 80);
    for (const RegionMap::Region &In : Map.overlapping(R))
      fetch(States.at(In.Number), R);
    for (uint64_t B = R.Begin; B < R.End; ++B)
      ASSERT_EQ(Host[B], Truth[B]) << "the host reads an old byte";
  }

  void hostWrite() {
    ByteRange R = range({0, Size}, 30);
    for (const RegionMap::Region &In : Map.overlapping(R)) {
      Residence &State = States.at(In.Number);
      fetch(State, R);
      State.markHostWritten(R);
    }
    for (uint64_t B = R.Begin; B < R.End; ++B)
      if (Random() % 2)
        Truth[B] = Host[B] = byte();
  }

  void forget() {
    std::vector<RegionMap::Region> All = Map.overlapping({0, Size});
    if (All.empty())
      return;
    RegionMap::Region R = All[Random() % All.size()];
    fetch(States.at(R.Number), R.Range);
    for (uint64_t B = R.Range.Begin; B < R.Range.End; ++B)
      Device[B] = byte();
    States.erase(R.Number);
    Map.erase(R.Number);
  }

  /// Every byte is current somewhere.
  void check() {
    for (const auto &[Number, State] : States) {
      RangeSet Current = State.onHost();
      Current.insert(State.onDevice());
      ASSERT_EQ(Current, RangeSet(State.bounds()));
    }
  }

  void step() {
    switch (Random() % 16) {
    case 0:
      return forget();
    case 1:
    case 2:
    case 3:
      return hostWrite();
    case 4:
    case 5:
    case 6:
      return hostRead();
    default:
      return launch();
    }
  }
};

} // namespace

TEST(Residence, AgreesWithAShadowOfEveryByte) {
  for (unsigned Seed = 0; Seed < test::cases(100); ++Seed) {
    ShadowModel Model(Seed);
    for (int Step = 0; Step < 1000; ++Step) {
      Model.step();
      Model.check();
      if (::testing::Test::HasFatalFailure())
        FAIL() << "seed " << Seed << ", step " << Step;
    }
  }
}
