// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionBench.h - launches and host accesses over one array ----------===//
//
// The array's pages are small, its device memory is on fake devices, and every
// host access goes through a fake guard. Each launch and each read is compared
// with what the program would see if there were no device.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_TEST_RUNTIME_REGIONBENCH_H
#define TWOFOLD_TEST_RUNTIME_REGIONBENCH_H

#include "SiteBuilder.h"
#include "fake/FakeDevice.h"
#include "fake/FakeGuard.h"
#include "launch/DeviceLaunch.h"
#include "region/Regions.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace twofold::test {

/// The bytes that one of several threads uses: cells of 8, in turn.
struct Lane {
  unsigned Number = 0, Count = 1;
  bool has(uint64_t Offset) const { return Offset / 8 % Count == Number; }
};

/// One base of a launch; offsets in the array.
struct BenchUse {
  RegionUse Use;
  RangeSet Own; ///< what of it is certainly an array's
};

class RegionBench {
public:
  const uint64_t Size;
  FakeWorld World;
  std::string Told;
  Trace Log;
  Statistics Counts;
  std::vector<std::unique_ptr<DeviceSlot>> Slots;
  char *const Host;
  std::vector<uint8_t> Truth;
  FakeGuard *Guard = nullptr;
  std::unique_ptr<Regions> All;
  std::vector<ByteRange> Lost;

  explicit RegionBench(Coherence Copies = Coherence::Lazy, uint64_t Size = 4096,
                       unsigned Devices = 2)
      : Size(Size), Log(0, [this](std::string_view Text) { Told += Text; }),
        Host(static_cast<char *>(std::aligned_alloc(128, Size))), Truth(Size) {
    for (uint64_t B = 0; B < Size; ++B)
      Truth[B] = uint8_t(Host[B] = char(B * 7 + B / 256));
    for (unsigned L = 0; L < 16; ++L)
      World.Kernels["bench" + std::to_string(L)];
    for (unsigned D = 0; D < Devices; ++D)
      Slots.push_back(std::make_unique<DeviceSlot>(
          std::make_unique<FakeDevice>(World, DeviceKind::Gpu), D));
    All = std::make_unique<Regions>(
        Copies, Log, Counts,
        [&](GuardResolver &Resolver) {
          auto Made = std::make_unique<FakeGuard>(
              Resolver, ByteRange{address(0), address(Size)});
          Guard = Made.get();
          return Made;
        },
        FakeGuard::PageBytes);
    // As a log of the launches could do it.
    All->setMaker([this](const std::vector<ByteRange> &What) {
      std::vector<char> Out;
      for (const ByteRange &Range : What) {
        Lost.push_back(Range);
        const auto *From = &Truth[Range.Begin - address(0)];
        Out.insert(Out.end(), From, From + Range.size());
      }
      for (const auto &Slot : Slots)
        Slot->Lost = false; // it may have other bytes to lose
      return Out;
    });
  }
  ~RegionBench() {
    All.reset();
    for (uint64_t B = 0; B < Size; ++B)
      EXPECT_EQ(uint8_t(Host[B]), Truth[B]) << "at the end, byte " << B;
    Slots.clear();
    EXPECT_EQ(World.LiveObjects, 0);
    std::free(Host);
  }

  /// The device shares memory with the host from now on.
  void share(unsigned Device) {
    auto &Fake = static_cast<FakeDevice &>(Slots[Device]->device());
    Fake.editFacts().CoherentMemory = true;
  }

  uint64_t address(uint64_t Offset) const {
    return uint64_t(uintptr_t(Host)) + Offset;
  }
  ByteRange at(ByteRange Offsets) const {
    return {address(Offsets.Begin), address(Offsets.End)};
  }
  RangeSet at(const RangeSet &Offsets) const {
    RangeSet Out;
    for (const ByteRange &Range : Offsets)
      Out.insert(at(Range));
    return Out;
  }

  void expectRead(ByteRange Offsets, Lane Mine = {}) {
    access(Offsets, false, Mine, [&](uint64_t B) {
      ASSERT_EQ(uint8_t(Host[B]), Truth[B]) << "the host reads an old byte";
    });
  }
  void write(ByteRange Offsets, const std::function<int(uint64_t)> &Value,
             Lane Mine = {}) {
    access(Offsets, true, Mine, [&](uint64_t B) {
      Host[B] = char(Value(B));
      Truth[B] = uint8_t(Value(B));
    });
  }

  /// Runs a kernel that checks everything that it may read and stores Value(B)
  /// into the bytes B for which Writes(base, B). When a device fails, the host
  /// does the same. False then.
  bool launch(unsigned Device, const std::vector<BenchUse> &Uses,
              const std::function<bool(unsigned, uint64_t)> &Writes,
              const std::function<int(uint64_t)> &Value,
              Regions::Keep How = Regions::Keep::Pages, Lane Mine = {}) {
    SiteBuilder B;
    B.dim(0, 1, 1);
    Footprint Touched;
    const std::string Name = "bench" + std::to_string(Mine.Number);
    B.kernel(Name.c_str(), 1);
    auto Stores = [&](unsigned U, uint64_t I) {
      return Mine.has(I) &&
             (Uses[U].Use.Covered.contains({I, I + 1}) || Writes(U, I));
    };
    for (const BenchUse &Each : Uses) {
      BaseFootprint Base;
      Base.Use = {at(Each.Use.Reads), at(Each.Use.Writes),
                  at(Each.Use.Covered)};
      Base.Hull = Base.Use.Reads.hull().hull(Base.Use.Writes.hull());
      Base.Own = at(Each.Own);
      Base.Address = address(0);
      Touched.Bases.push_back(Base);
      B.kernelArg(TWOFOLD_ARG_BUFFER, B.base(Host, "a"));
    }
    auto Body = [&](const std::function<char *(unsigned, uint64_t)> &Byte) {
      for (unsigned U = 0; U < Uses.size(); ++U)
        for (const ByteRange &Range : Uses[U].Use.Reads)
          for (uint64_t I = Range.Begin; I < Range.End; ++I)
            if (Mine.has(I)) {
              EXPECT_EQ(uint8_t(*Byte(U, I)), Truth[I])
                  << "a kernel reads an old byte, " << I;
            }
      for (unsigned U = 0; U < Uses.size(); ++U)
        for (const ByteRange &Range : Uses[U].Use.Writes)
          for (uint64_t I = Range.Begin; I < Range.End; ++I)
            if (Stores(U, I))
              *Byte(U, I) = char(Value(I));
    };
    auto Adopt = [&] {
      for (unsigned U = 0; U < Uses.size(); ++U)
        for (const ByteRange &Range : Uses[U].Use.Writes)
          for (uint64_t I = Range.Begin; I < Range.End; ++I)
            if (Stores(U, I))
              Truth[I] = uint8_t(Value(I));
    };
    World.Kernels.at(Name) = [&](const NdRange &,
                                 const std::vector<char *> &Args) {
      Body([&](unsigned U, uint64_t I) {
        int64_t Offset;
        std::memcpy(&Offset, Args[2 * U + 1], 8);
        return Args[2 * U] + Offset + I;
      });
    };
    DeviceSlot &Slot = *Slots[Device];
    FakeProgram Kernel(World, Name);
    std::optional<LaunchResults> Results;
    bool Ran;
    {
      std::lock_guard<OwnedMutex> Lock(Slot.Lock);
      DeviceLaunch Launch(B.site(), B.launch(), 1, Touched, Slot, *All, nullptr,
                          Results);
      Status S = Launch.execute(Kernel, How);
      if ((Ran = bool(S)))
        Launch.publish();
    }
    if (!Ran) {
      // The native variant needs what a scope has left on a device.
      if (How == Regions::Keep::All)
        for (const BenchUse &Each : Uses)
          All->endScope(at(Each.Use.Reads.hull().hull(Each.Use.Writes.hull())));
      for (const BenchUse &Each : Uses)
        for (const ByteRange &Range : Each.Use.Reads)
          expectRead(Range, Mine);
      for (unsigned U = 0; U < Uses.size(); ++U)
        for (const ByteRange &Range : Uses[U].Use.Writes)
          access(Range, true, Mine, [&](uint64_t I) {
            if (Stores(U, I))
              Host[I] = char(Value(I));
          });
    }
    Adopt();
    return Ran;
  }

  /// The usual kinds of launches: each its own array, all bytes written.
  bool reads(unsigned Device, ByteRange Range) {
    return launch(
        Device, {{{Range, {}, {}}, Range}},
        [](unsigned, uint64_t) { return false; }, [](uint64_t) { return 0; });
  }
  bool writes(unsigned Device, ByteRange Range, int Value) {
    return launch(
        Device, {{{{}, Range, Range}, Range}},
        [](unsigned, uint64_t) { return true; },
        [Value](uint64_t B) { return int(B) * 3 + Value; });
  }
  bool updates(unsigned Device, ByteRange Range, int Value) {
    return launch(
        Device, {{{Range, Range, {}}, Range}},
        [](unsigned, uint64_t B) { return B % 2 == 0; },
        [Value](uint64_t B) { return int(B) * 5 + Value; });
  }

private:
  template <typename Function>
  void access(ByteRange Offsets, bool Write, Lane Mine, Function Body) {
    auto Each = [&](ByteRange Range) {
      for (uint64_t A = Range.Begin; A < Range.End; ++A)
        if (Mine.has(A - address(0)))
          Body(A - address(0));
    };
    if (Guard)
      Guard->access(at(Offsets), Write, Each);
    else
      Each(at(Offsets));
  }
};

} // namespace twofold::test

#endif
