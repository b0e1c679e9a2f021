// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ModelLaunch.h - random loops, and what each will find and do -------===//
#ifndef TWOFOLD_TEST_RUNTIME_MODELLAUNCH_H
#define TWOFOLD_TEST_RUNTIME_MODELLAUNCH_H

#include "FakeDevice.h"
#include "Regions.h"

#include <functional>
#include <random>
#include <string>
#include <vector>

namespace twofold::test {

inline uint64_t below(std::mt19937 &Random, uint64_t N) { return Random() % N; }

/// A view: never empty, often aligned as arrays of elements are.
ByteRange drawView(std::mt19937 &Random, ByteRange Bounds, uint64_t Longest);

/// What a loop does through one pointer.
struct LaunchBase {
  RegionUse Use;
  RangeSet Own; ///< what of it is certainly an array's

  ByteRange hull() const { return Use.Reads.hull().hull(Use.Writes.hull()); }
};

/// Of the array Of. Bytes in Written are another base's to write; to it is
/// added what this one writes.
LaunchBase drawBase(std::mt19937 &Random, ByteRange Of, uint64_t PageBytes,
                    RangeSet &Written);

/// One call of a loop, with everything that it will find and do: it may run
/// when the program is long elsewhere.
struct ModelLaunch {
  struct Bytes {
    unsigned Base;
    ByteRange Range;
    std::vector<uint8_t> Values;
  };
  uint64_t Number = 0;
  std::vector<LaunchBase> Bases;
  std::vector<Bytes> Reads, Stores;

  /// What it reads, from Truth, and what it stores, which is drawn.
  void draw(std::mt19937 &Random, uint64_t PageBytes,
            const std::function<const uint8_t *(uint64_t)> &Truth);

  /// Memory: where byte 0 would be, for each base.
  void run(const std::vector<char *> &Memory) const;
  /// As the kernel of execute() does.
  void runKernel(const std::vector<char *> &Arguments) const;

  struct Place {
    FakeWorld &World;
    Regions &All;
    DeviceSlot &Slot;
    uint64_t Address = 0; ///< of byte 0
  };
  enum class Outcome { Failed, Done, UnderWay };
  /// Runs a kernel of the world on the device. It must call runKernel().
  Outcome execute(const Place &At, const std::string &Kernel, Regions::Hold How,
                  bool MayLeave) const;
};

} // namespace twofold::test

#endif
