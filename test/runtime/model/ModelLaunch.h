// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ModelLaunch.h - random loops, and what each will find and do -------===//
#ifndef TWOFOLD_TEST_RUNTIME_MODELLAUNCH_H
#define TWOFOLD_TEST_RUNTIME_MODELLAUNCH_H

#include "fake/FakeDevice.h"
#include "launch/DeviceLaunch.h"
#include "region/Regions.h"

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

/// A loop that may be called again, as long as there are arrays where it wants
/// them; what the runtime remembers of its calls.
struct ModelLoop {
  std::vector<LaunchBase> Bases;
  std::shared_ptr<KnownCall> Known[2]; ///< by device

  /// Address: of byte 0.
  ModelLoop(std::vector<LaunchBase> Bases, uint64_t Address);
  /// Whether each base is in one of the arrays.
  bool fits(const std::vector<ByteRange> &Arrays) const;
};

/// The last few.
class ModelLoops {
  std::vector<std::shared_ptr<ModelLoop>> Past;

public:
  /// One of those that fit; null: there is none.
  std::shared_ptr<ModelLoop> draw(std::mt19937 &Random,
                                  const std::vector<ByteRange> &Arrays) const;
  void add(std::shared_ptr<ModelLoop> Loop);
};

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
    uint64_t Address; ///< of byte 0
    ModelLoop &Loop;
  };
  enum class Outcome { Failed, Done, UnderWay };
  /// Runs a kernel of the world on the device. It must call runKernel().
  Outcome execute(const Place &At, const std::string &Kernel, Regions::Keep How,
                  bool MayLeave) const;
};

} // namespace twofold::test

#endif
