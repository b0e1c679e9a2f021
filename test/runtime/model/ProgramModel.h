// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProgramModel.h - a program that uses memory as programs do ---------===//
//
// It allocates, grows and frees by the C library's functions, maps and unmaps,
// gives memory to system calls and forks; the runtime learns of that only by
// observing these functions and by real faults. Each array has a plain copy
// that no device sees; every byte that anybody reads is compared with it. The
// allocator gives the same addresses again and again.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_TEST_RUNTIME_PROGRAMMODEL_H
#define TWOFOLD_TEST_RUNTIME_PROGRAMMODEL_H

#include "model/ModelLaunch.h"

#include <array>
#include <memory>

namespace twofold::test {

/// What the programs of one process share: two devices, and the regions, with
/// the machine's page guard.
class ProgramMachine {
public:
  FakeWorld World;
  std::string Told;
  Trace Log;
  Statistics Counts;
  std::vector<std::unique_ptr<DeviceSlot>> Slots;
  std::unique_ptr<Regions> All;

  ProgramMachine();
  /// Expects that nothing is left.
  ~ProgramMachine();
  bool works() const { return All->lazy() && !All->scoped(); }
};

/// By one thread; several may share a machine.
class ProgramModel {
public:
  struct Tally {
    uint64_t Launches = 0, OnDevices = 0, LeftUnderWay = 0;
    uint64_t Frees = 0, Moves = 0, SameAddress = 0, Forks = 0;
    void add(const Tally &Other);
  };

  /// Name: another one for each that shares the machine. LittleRoom: now and
  /// then the devices have room for little.
  ProgramModel(ProgramMachine &On, std::string Name, unsigned Seed,
               bool LittleRoom);
  /// Frees everything.
  ~ProgramModel();
  void step();
  const Tally &tally() const { return Seen; }

private:
  struct Array {
    enum class From { Heap, Mapping } Of;
    char *Begin;
    std::vector<uint8_t> Truth;

    size_t size() const { return Truth.size(); }
    ByteRange range() const {
      uint64_t Address = uint64_t(uintptr_t(Begin));
      return {Address, Address + size()};
    }
  };
  static constexpr size_t MostArrays = 20, Kernels = 4096;

  ProgramMachine &On;
  const std::string Name;
  const bool LittleRoom;
  const size_t Page;
  std::mt19937 Random;
  std::vector<Array> Arrays;
  ModelLoops Loops;
  /// By kernel; they may run late.
  std::array<std::shared_ptr<const ModelLaunch>, Kernels> Running;
  int File;                    ///< for system calls
  std::vector<uint64_t> Freed; ///< addresses, of late
  Tally Seen;

  uint64_t below(uint64_t N) { return test::below(Random, N); }
  size_t drawSize();
  Array &any();
  ByteRange part(const Array &Of);
  void own(Array Fresh, bool Zero);
  void compare(const Array &In, ByteRange Range, const char *Who);
  void fill(Array &In, ByteRange Range);
  void allocate();
  void release();
  void reallocate();
  void changeMapping();
  void systemCall();
  void discard();
  void look();
  void fork();
  void launch();
  void launchOnce(ModelLoop &Loop, DeviceSlot &Slot);
  void onHost(const ModelLaunch &What);
  Array &holder(uint64_t Address);
};

} // namespace twofold::test

#endif
