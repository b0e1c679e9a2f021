// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FakeDevice.h - a device made of host memory ------------------------===//
//
// Runs "kernels" that are C++ functions, and fails when told to. Commands are
// carried out as late as the interface allows, at finish(), so that memory that
// is used again too early shows.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_TEST_RUNTIME_FAKEDEVICE_H
#define TWOFOLD_TEST_RUNTIME_FAKEDEVICE_H

#include "Device.h"
#include "ProgramSupply.h"

#include <atomic>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>

namespace twofold::test {

/// What all objects of one fake device share.
struct FakeWorld {
  /// Memory arguments point at device memory, Bytes arguments at their value;
  /// Local arguments are null.
  using Kernel =
      std::function<void(const NdRange &, const std::vector<char *> &)>;
  std::map<std::string, Kernel> Kernels; ///< by name

  /// The call that fails, counted from 1 over all kinds; 0: none.
  std::atomic<unsigned> FailAt{0};
  /// The call from which on all fail; 0: none.
  std::atomic<unsigned> FailFrom{0};
  ErrorCode FailWith = ErrorCode::Unavailable;
  std::function<void()> OnBuild; ///< on the thread that builds
  std::atomic<unsigned> Calls{0};
  std::atomic<bool> Failed{false};

  /// Bytes of all buffers; allocations beyond Capacity fail.
  std::atomic<uint64_t> LiveBytes{0}, Capacity{UINT64_MAX};
  std::atomic<uint64_t> Copied{0};
  std::atomic<int> LiveObjects{0}; ///< buffers, queues, programs, events
  std::atomic<unsigned> Builds{0}, Launches{0}, Allocations{0};
  std::atomic<uint64_t> Written{0}, Read{0};
  std::mutex Lock;                  ///< guards what follows
  std::vector<std::string> Options; ///< of the builds
  std::vector<NdRange> Ranges;      ///< of the launches

  bool failsNow() {
    unsigned Call = ++Calls, From = FailFrom;
    if (Call != FailAt && (!From || Call < From))
      return false;
    Failed = true;
    return true;
  }
  Error error(const char *What) const {
    return {FailWith, std::string(What) + " failed on purpose", "the log"};
  }
};

class FakeObject {
protected:
  FakeWorld &World;
  explicit FakeObject(FakeWorld &World) : World(World) { ++World.LiveObjects; }
  ~FakeObject() { --World.LiveObjects; }
  FakeObject(const FakeObject &) = delete;
};

class FakeBuffer final : public Buffer, FakeObject {
public:
  std::vector<char> Bytes;
  /// Fresh device memory holds anything.
  FakeBuffer(FakeWorld &World, size_t Size)
      : FakeObject(World), Bytes(Size, char(0xCD)) {
    World.LiveBytes += Size;
  }
  ~FakeBuffer() override { World.LiveBytes -= Bytes.size(); }
  size_t size() const override { return Bytes.size(); }
};

class FakeProgram final : public Program, FakeObject {
public:
  const std::string Name;
  FakeProgram(FakeWorld &World, std::string Name)
      : FakeObject(World), Name(std::move(Name)) {}
  std::vector<uint8_t> binary() const override { return {}; }
  size_t maxGroupSize() const override { return 64; }
};

class FakeEvent final : public Event, FakeObject {
public:
  explicit FakeEvent(FakeWorld &World) : FakeObject(World) {}
  Status wait() override {
    if (World.failsNow())
      return World.error("wait");
    return Unit();
  }
};

class FakeQueue final : public Queue, FakeObject {
  std::deque<std::function<Status()>> Pending;

  static char *at(Buffer &B, size_t Offset, size_t Bytes) {
    std::vector<char> &Memory = static_cast<FakeBuffer &>(B).Bytes;
    if (Offset > Memory.size() || Bytes > Memory.size() - Offset)
      std::abort(); // a transfer beyond its buffer
    return Memory.data() + Offset;
  }

public:
  explicit FakeQueue(FakeWorld &World) : FakeObject(World) {}
  /// What was enqueued happens even if nobody waits for it.
  ~FakeQueue() {
    for (auto &Command : Pending)
      (void)Command();
  }

  Status write(Buffer &To, size_t Offset, const void *From,
               size_t Bytes) override {
    if (World.failsNow())
      return World.error("write");
    Pending.push_back([=, this, &To]() -> Status {
      std::memcpy(at(To, Offset, Bytes), From, Bytes);
      World.Written += Bytes;
      return Unit();
    });
    return Unit();
  }

  Status read(void *To, Buffer &From, size_t Offset, size_t Bytes) override {
    if (World.failsNow())
      return World.error("read");
    // A failing transfer leaves garbage in the first half of its destination.
    bool Fails = World.failsNow();
    Pending.push_back([=, this, &From]() -> Status {
      if (Fails) {
        std::memset(To, 0xEE, Bytes / 2);
        return World.error("transfer");
      }
      std::memcpy(To, at(From, Offset, Bytes), Bytes);
      World.Read += Bytes;
      return Unit();
    });
    return Unit();
  }

  Status copy(Buffer &To, size_t ToOffset, Buffer &From, size_t FromOffset,
              size_t Bytes) override {
    if (World.failsNow())
      return World.error("copy");
    Pending.push_back([=, this, &To, &From]() -> Status {
      World.Copied += Bytes;
      std::memmove(at(To, ToOffset, Bytes), at(From, FromOffset, Bytes), Bytes);
      return Unit();
    });
    return Unit();
  }

  Result<std::unique_ptr<Event>>
  launch(Program &Kernel, const NdRange &Range,
         const std::vector<KernelArgument> &Arguments) override {
    if (World.failsNow())
      return World.error("launch");
    std::vector<std::string> Values;
    for (const KernelArgument &A : Arguments)
      Values.emplace_back(static_cast<const char *>(A.Bytes),
                          A.What == KernelArgument::Kind::Bytes ? A.Size : 0);
    std::string Name = static_cast<FakeProgram &>(Kernel).Name;
    {
      std::lock_guard<std::mutex> Guard(World.Lock);
      World.Ranges.push_back(Range);
    }
    ++World.Launches;
    Pending.push_back([=, this]() mutable -> Status {
      std::vector<char *> Pointers;
      for (size_t I = 0; I < Arguments.size(); ++I)
        Pointers.push_back(
            Arguments[I].What == KernelArgument::Kind::Memory
                ? static_cast<FakeBuffer *>(Arguments[I].Memory)->Bytes.data()
            : Arguments[I].What == KernelArgument::Kind::Bytes
                ? Values[I].data()
                : nullptr);
      World.Kernels.at(Name)(Range, Pointers);
      return Unit();
    });
    return std::unique_ptr<Event>(std::make_unique<FakeEvent>(World));
  }

  Status finish() override {
    Status First = Unit();
    for (auto &Command : Pending)
      if (Status S = Command(); !S && First)
        First = std::move(S);
    Pending.clear();
    if (World.failsNow())
      return World.error("finish");
    return First;
  }
};

class FakeDevice final : public Device {
  FakeWorld &World;
  DeviceFacts Facts;

public:
  FakeDevice(FakeWorld &World, DeviceKind Kind, std::string Name = "Fake One")
      : World(World) {
    Facts.Kind = Kind;
    Facts.Platform = "Pretence";
    Facts.Name = std::move(Name);
    Facts.GlobalMemory = uint64_t(1) << 30;
    Facts.MaxAllocation = uint64_t(1) << 28;
    Facts.LocalMemory = 32 << 10;
    Facts.ComputeUnits = 2;
    Facts.MaxGroupSize = 64;
    Facts.MaxItemSizes = {64, 64, 64};
    Facts.Fp64 = true;
  }
  DeviceFacts &editFacts() { return Facts; }
  const DeviceFacts &facts() const override { return Facts; }

  Result<std::unique_ptr<Buffer>> allocate(size_t Bytes) override {
    if (World.failsNow())
      return World.error("allocate");
    if (World.LiveBytes + Bytes > World.Capacity)
      return Error{ErrorCode::OutOfMemory, "no room", ""};
    ++World.Allocations;
    return std::unique_ptr<Buffer>(std::make_unique<FakeBuffer>(World, Bytes));
  }
  Result<std::unique_ptr<Queue>> createQueue() override {
    if (World.failsNow())
      return World.error("createQueue");
    return std::unique_ptr<Queue>(std::make_unique<FakeQueue>(World));
  }
  Result<std::unique_ptr<Program>> build(const ProgramSource &Source) override {
    ++World.Builds;
    if (World.OnBuild)
      World.OnBuild();
    {
      std::lock_guard<std::mutex> Guard(World.Lock);
      World.Options.push_back(Source.Options);
    }
    if (World.failsNow())
      return World.error("build");
    return std::unique_ptr<Program>(
        std::make_unique<FakeProgram>(World, Source.Name));
  }
  Result<std::unique_ptr<Program>> load(const ProgramSource &,
                                        const std::vector<uint8_t> &) override {
    return World.error("load");
  }
};

/// Builds, each time it is asked.
class BuildingSupply final : public ProgramSupply {
public:
  Result<std::shared_ptr<Program>>
  get(Device &Target, const ProgramSource &Source, bool *FromCache) override {
    auto Built = Target.build(Source);
    if (FromCache)
      *FromCache = false;
    if (!Built)
      return Built.takeError();
    return std::shared_ptr<Program>(std::move(*Built));
  }
};

} // namespace twofold::test

#endif
