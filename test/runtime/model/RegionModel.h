// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionModel.h - a program's memory, compared with a plain array ----===//
//
// A program that allocates, frees and grows arrays in one stretch of memory,
// uses them in launches on two devices and on the host, and asks for all that
// twofold.h offers. A plain array does the same without a device; every byte
// that anybody reads is compared with it.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_TEST_RUNTIME_REGIONMODEL_H
#define TWOFOLD_TEST_RUNTIME_REGIONMODEL_H

#include "fake/FakeGuard.h"
#include "model/ModelLaunch.h"

#include <memory>
#include <string>
#include <vector>

namespace twofold::test {

/// Single-threaded, but for a guard's threads. All ranges are offsets in the
/// stretch of memory.
class RegionModel {
public:
  enum class Watch {
    Fake, ///< small pages, protected by hand
    Real  ///< the machine's pages and its faults
  };
  struct Plan {
    unsigned Seed = 0;
    Watch By = Watch::Fake;
    Coherence Copies = Coherence::Lazy;
    uint64_t Pages = 128;
    bool LittleRoom = false;    ///< now and then, devices have room for little
    bool Failures = false;      ///< now and then, a call to a device fails
    std::string *Log = nullptr; ///< gets what devices and a fake guard do
  };
  /// What has happened, so that a test can tell that it tests something.
  struct Tally {
    uint64_t Launches = 0, OnDevices = 0, LeftUnderWay = 0, Lost = 0;
    uint64_t Merges = 0, Evictions = 0, Faults = 0, Resumed = 0;
    uint64_t Scopes = 0;
    uint64_t BytesRead = 0; ///< and compared
    void add(const Tally &Other);
  };

  explicit RegionModel(const Plan &Of);
  /// Frees everything, and expects nothing to be left.
  ~RegionModel();

  /// A real guard may be impossible here.
  bool works() const {
    return Set.Copies == Coherence::Eager || (All->lazy() && !All->scoped());
  }
  void step();
  Tally tally() const;
  const Statistics &counts() const { return Counts; }
  const std::string &told() const { return Told; }

private:
  const Plan Set;
  const uint64_t PageBytes, Size;
  std::mt19937 Random;
  std::string Told;
  Trace Log;
  Statistics Counts;
  FakeWorld World;
  std::vector<std::unique_ptr<DeviceSlot>> Slots;
  char *const Host;
  FakeGuard *Guard = nullptr; ///< null: a real one, or none
  std::unique_ptr<Regions> All;

  std::vector<uint8_t> Truth;
  std::vector<ByteRange> Arrays; ///< do not overlap
  std::vector<ByteRange> Pins;   ///< do not overlap
  ModelLoops Loops;
  Tally Seen;

  uint64_t below(uint64_t N) { return test::below(Random, N); }
  uint64_t address(uint64_t Offset) const;
  ByteRange at(ByteRange Offsets) const;
  ByteRange within(ByteRange Bounds, uint64_t Longest) {
    return drawView(Random, Bounds, Longest);
  }
  ByteRange anywhere(uint64_t Longest);
  ByteRange array();
  ByteRange reserved(ByteRange Array) const;
  ByteRange pagesOf(uint64_t Address) const;

  /// What the program's own loads and stores do. Body gets parts of Offsets.
  template <typename Function>
  void access(ByteRange Offsets, bool Write, Function Body) {
    if (!Guard)
      return Body(Offsets);
    Guard->access(at(Offsets), Write, [&](ByteRange Part) {
      Body({Part.Begin - address(0), Part.End - address(0)});
    });
  }
  void compare(ByteRange Offsets, const char *Who) const;
  void store(ByteRange Offsets);
  void expectOpen(ByteRange Offsets);
  void adopt(ByteRange Offsets);
  void hostRead(ByteRange Offsets);
  void hostWrite(ByteRange Offsets);

  void allocate();
  void release(size_t Which, bool PartsToo = false);
  void grow(size_t Which);
  void systemCall();
  void discard();
  void pin();
  void look();
  void fork();
  void changeWeather();
  std::shared_ptr<ModelLoop> drawLoop();
  void launch();
  void scope();
  void whileScopeLasts(const RangeSet &Touched);
  void launchOnce(ModelLoop &Loop, DeviceSlot &Slot,
                  const RangeSet *Scope = nullptr);
  void onHost(const ModelLaunch &What);
};

} // namespace twofold::test

#endif
