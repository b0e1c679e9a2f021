// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TransferRig.h - a device, bytes on both sides, and the clock -------===//
#ifndef TEST_BENCH_TRANSFERRIG_H
#define TEST_BENCH_TRANSFERRIG_H

#include "Rounds.h"
#include "device/TransferPlan.h"
#include "opencl/ClBuffer.h"
#include "opencl/ClQueue.h"
#include "thread/CopyThreads.h"

#include <cstdlib>
#include <memory>
#include <string>

/// Host memory as malloc gives it. Fresh: no page of it was ever touched.
class HostBytes {
  std::unique_ptr<char, decltype(&std::free)> Memory{nullptr, &std::free};

public:
  const size_t Size;
  explicit HostBytes(size_t Size)
      : Memory(static_cast<char *>(std::malloc(Size)), &std::free), Size(Size) {
  }
  char *data() const { return Memory.get(); }
  void fill(uint64_t Seed);
};

/// Moves bytes between one device and the host. Ends the program on failure, as
/// all members do.
class TransferRig {
  std::shared_ptr<const twofold::ClApi> Api;
  cl_device_id Device = nullptr;
  std::shared_ptr<twofold::CopyThreads> Crew =
      std::make_shared<twofold::CopyThreads>();
  std::unique_ptr<twofold::Buffer> OnDevice;

public:
  std::string Name;
  bool Unified = false;
  std::shared_ptr<const twofold::ClContext> Context;

  /// The first GPU whose name contains Part, or else the first such device.
  explicit TransferRig(const std::string &Part);

  /// Makes the device's memory at least that large.
  void room(size_t Bytes);
  std::unique_ptr<twofold::Queue> plain();
  std::unique_ptr<twofold::Queue> ring(const twofold::TransferOptions &Options);

  void send(twofold::Queue &By, const char *From, size_t Bytes);
  void fetch(twofold::Queue &By, char *To, size_t Bytes);
  /// Whether what was sent comes back.
  void check(twofold::Queue &By, const HostBytes &From, HostBytes &Back,
             size_t Bytes);

  /// What pinned memory gives: the ceiling. Both in seconds.
  void pinned(size_t Bytes, double &ToDevice, double &ToHost);
  /// Buffers made of the program's own memory: prints what they cost and give.
  void hostPointer(const HostBytes &Source, HostBytes &Target);
};

#endif
