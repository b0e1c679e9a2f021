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

#include "bytes/Rectangle.h"
#include "fake/FakeWorld.h"

#include <atomic>
#include <cstring>
#include <deque>
#include <mutex>
#include <utility>

namespace twofold::test {

class FakeObject {
protected:
  FakeWorld &World;
  explicit FakeObject(FakeWorld &World) : World(World) { ++World.LiveObjects; }
  ~FakeObject() { --World.LiveObjects; }
  FakeObject(const FakeObject &) = delete;
};

/// Commands under way keep it, as drivers do.
class FakeMemory {
  std::vector<char> Own;
  char *const Host = nullptr;
  const size_t HostSize = 0;

public:
  /// Fresh device memory holds anything.
  explicit FakeMemory(size_t Size) : Own(Size, char(0xCD)) {}
  FakeMemory(void *Host, size_t Size)
      : Host(static_cast<char *>(Host)), HostSize(Size) {}
  char *data() { return Host ? Host : Own.data(); }
  size_t size() const { return Own.size() + HostSize; }
  bool wrapsHost() const { return Host; }
};

class FakeBuffer final : public Buffer, FakeObject {
public:
  const std::shared_ptr<FakeMemory> Bytes;
  const unsigned Number = ++World.Buffers;
  FakeBuffer(FakeWorld &World, size_t Size)
      : FakeObject(World), Bytes(std::make_shared<FakeMemory>(Size)) {
    World.LiveBytes += Size;
    World.note("allocate", {Number, Size});
  }
  FakeBuffer(FakeWorld &World, void *Host, size_t Size)
      : FakeObject(World), Bytes(std::make_shared<FakeMemory>(Host, Size)) {
    World.Wrapped += Size;
    World.note("wrap", {Number, World.placeOf(Host), Size});
  }
  ~FakeBuffer() override {
    World.note("free", {Number});
    if (!wrapsHost())
      World.LiveBytes -= size();
  }
  size_t size() const override { return Bytes->size(); }
  bool wrapsHost() const override { return Bytes->wrapsHost(); }
};

class FakeProgram final : public Program, FakeObject {
public:
  const std::string Name, Text;
  FakeProgram(FakeWorld &World, std::string Name, std::string Text = "")
      : FakeObject(World), Name(std::move(Name)), Text(std::move(Text)) {}
  std::vector<uint8_t> binary() const override { return {}; }
  size_t maxGroupSize() const override { return 64; }
};

/// The commands of one queue. Thread-safe: events outlive queues, and any
/// thread may wait for one.
class FakeCommands {
  std::recursive_mutex Lock;
  std::deque<std::function<Status()>> Pending;
  size_t Begun = 0;
  Status First = Unit();

public:
  /// The command's number, from 1.
  size_t add(std::function<Status()> Command) {
    std::lock_guard Guard(Lock);
    Pending.push_back(std::move(Command));
    return Begun + Pending.size();
  }
  size_t last() {
    std::lock_guard Guard(Lock);
    return Begun + Pending.size();
  }
  void runThrough(size_t Number) {
    std::lock_guard Guard(Lock);
    while (Begun < Number && !Pending.empty()) {
      std::function<Status()> Command = std::move(Pending.front());
      Pending.pop_front();
      ++Begun;
      if (Status S = Command(); !S && First)
        First = std::move(S);
    }
  }
  /// Everything; the first failure since the last time.
  Status finish() {
    std::lock_guard Guard(Lock);
    runThrough(SIZE_MAX);
    return std::exchange(First, Unit());
  }
};

class FakeEvent final : public Event, FakeObject {
  std::shared_ptr<FakeCommands> Commands;
  size_t Number;

public:
  FakeEvent(FakeWorld &World, std::shared_ptr<FakeCommands> Commands,
            size_t Number)
      : FakeObject(World), Commands(std::move(Commands)), Number(Number) {}
  Status wait() override {
    World.note("wait", {Number});
    Commands->runThrough(Number);
    if (World.failsNow())
      return World.error("wait");
    return Unit();
  }
};

class FakeQueueEnd final : public QueueEnd {
  FakeWorld &World;
  std::shared_ptr<FakeCommands> Commands;

public:
  FakeQueueEnd(FakeWorld &World, std::shared_ptr<FakeCommands> Commands)
      : World(World), Commands(std::move(Commands)) {}
  Result<std::unique_ptr<Event>> mark() override {
    if (World.failsNow())
      return World.error("mark");
    ++World.Marks;
    World.note("mark", {});
    return std::unique_ptr<Event>(
        std::make_unique<FakeEvent>(World, Commands, Commands->last()));
  }
};

class FakeQueue final : public Queue, FakeObject {
  std::shared_ptr<FakeCommands> Commands = std::make_shared<FakeCommands>();
  using Memory = std::shared_ptr<FakeMemory>;

  static Memory memory(Buffer &B) { return static_cast<FakeBuffer &>(B).Bytes; }
  static unsigned number(Buffer &B) {
    return static_cast<FakeBuffer &>(B).Number;
  }
  static char *at(const Memory &Bytes, size_t Offset, size_t Size) {
    if (Offset > Bytes->size() || Size > Bytes->size() - Offset)
      std::abort(); // a transfer beyond its buffer
    return Bytes->data() + Offset;
  }

  Status copyRows(const char *Call, Memory Packed, size_t PackedOffset,
                  Memory Spread, size_t Offset, RowLayout Rows, bool Pack) {
    if (World.failsNow())
      return World.error(Call);
    ++World.RowCopies;
    Commands->add([=]() -> Status {
      char *In = at(Packed, PackedOffset, Rows.bytes());
      char *Out = at(Spread, Offset, Rows.span());
      for (uint64_t Row = 0; Row < Rows.rows(); ++Row) {
        char *A = In + Row * Rows.Width, *B = Out + Rows.row(Row);
        std::memcpy(Pack ? A : B, Pack ? B : A, Rows.Width);
      }
      return Unit();
    });
    return Unit();
  }

public:
  explicit FakeQueue(FakeWorld &World) : FakeObject(World) {}
  /// What was enqueued happens even if nobody waits for it.
  ~FakeQueue() { (void)Commands->finish(); }

  Status write(Buffer &To, size_t Offset, const void *From,
               size_t Bytes) override {
    World.note("write", {number(To), Offset, World.placeOf(From), Bytes});
    if (World.failsNow())
      return World.error("write");
    Commands->add([=, this, Target = memory(To)]() -> Status {
      std::memcpy(at(Target, Offset, Bytes), From, Bytes);
      World.Written += Bytes;
      return Unit();
    });
    return Unit();
  }

  Status read(void *To, Buffer &From, size_t Offset, size_t Bytes) override {
    World.note("read", {number(From), Offset, World.placeOf(To), Bytes});
    if (World.failsNow())
      return World.error("read");
    // A failing transfer leaves garbage in the first half of its destination.
    bool Fails = World.failsNow();
    Commands->add([=, this, Origin = memory(From)]() -> Status {
      if (Fails) {
        std::memset(To, 0xEE, Bytes / 2);
        return World.error("transfer");
      }
      std::memcpy(To, at(Origin, Offset, Bytes), Bytes);
      World.Read += Bytes;
      return Unit();
    });
    return Unit();
  }

  Status copy(Buffer &To, size_t ToOffset, Buffer &From, size_t FromOffset,
              size_t Bytes) override {
    World.note("copy", {number(To), ToOffset, number(From), FromOffset, Bytes});
    if (World.failsNow())
      return World.error("copy");
    // As a transfer that fails.
    bool Fails = World.failsNow();
    Commands->add(
        [=, this, Target = memory(To), Origin = memory(From)]() -> Status {
          if (Fails) {
            std::memset(at(Target, ToOffset, Bytes), 0xEE, Bytes / 2);
            return World.error("transfer");
          }
          World.Copied += Bytes;
          std::memmove(at(Target, ToOffset, Bytes),
                       at(Origin, FromOffset, Bytes), Bytes);
          return Unit();
        });
    return Unit();
  }

  Status pack(Buffer &Packed, size_t PackedOffset, Buffer &From, size_t Offset,
              const RowLayout &Rows) override {
    World.note("pack", {number(Packed), PackedOffset, number(From), Offset,
                        Rows.rows(), Rows.bytes(), Rows.span()});
    return copyRows("pack", memory(Packed), PackedOffset, memory(From), Offset,
                    Rows, true);
  }
  Status unpack(Buffer &To, size_t Offset, Buffer &Packed, size_t PackedOffset,
                const RowLayout &Rows) override {
    World.note("unpack", {number(To), Offset, number(Packed), PackedOffset,
                          Rows.rows(), Rows.bytes(), Rows.span()});
    return copyRows("unpack", memory(Packed), PackedOffset, memory(To), Offset,
                    Rows, false);
  }

  Result<std::unique_ptr<Event>>
  launch(Program &Kernel, const NdRange &Range,
         const std::vector<KernelArgument> &Arguments) override {
    if (World.Log) {
      World.note("launch " + static_cast<FakeProgram &>(Kernel).Name,
                 {Range.Rank, Range.Global[0], Range.Global[1], Range.Global[2],
                  Range.Local[0], Range.Local[1], Range.Local[2]});
      for (const KernelArgument &A : Arguments)
        World.note(
            "  takes",
            {uint64_t(A.What), A.Size,
             A.What == KernelArgument::Kind::Memory ? number(*A.Memory) : 0});
    }
    if (World.failsNow())
      return World.error("launch");
    // What arguments point at is read now; memory is used when the kernel runs.
    std::vector<std::string> Values;
    std::vector<Memory> Memories;
    for (const KernelArgument &A : Arguments) {
      Values.emplace_back(static_cast<const char *>(A.Bytes),
                          A.What == KernelArgument::Kind::Bytes ? A.Size : 0);
      Memories.push_back(
          A.What == KernelArgument::Kind::Memory ? memory(*A.Memory) : nullptr);
    }
    std::string Name = static_cast<FakeProgram &>(Kernel).Name;
    {
      std::lock_guard<std::mutex> Guard(World.Lock);
      World.Ranges.push_back(Range);
      if (World.LaunchedTexts)
        World.LaunchedTexts->push_back(static_cast<FakeProgram &>(Kernel).Text);
    }
    ++World.Launches;
    size_t Number = Commands->add([=, this]() mutable -> Status {
      std::vector<char *> Pointers;
      for (size_t I = 0; I < Values.size(); ++I)
        Pointers.push_back(Memories[I]          ? Memories[I]->data()
                           : !Values[I].empty() ? Values[I].data()
                                                : nullptr);
      World.Kernels.at(Name)(Range, Pointers);
      return Unit();
    });
    return std::unique_ptr<Event>(
        std::make_unique<FakeEvent>(World, Commands, Number));
  }

  Status launchUnseen(Program &Kernel, const NdRange &Range,
                      const std::vector<KernelArgument> &Arguments) override {
    ++World.Unseen;
    return Queue::launchUnseen(Kernel, Range, Arguments);
  }

  Status showHost(Buffer &Wrapped, size_t Offset, size_t Bytes) override {
    if (!Bytes)
      return Unit();
    World.note("show", {number(Wrapped), Offset, Bytes});
    if (World.failsNow())
      return World.error("map");
    if (!Wrapped.wrapsHost())
      std::abort();
    (void)at(memory(Wrapped), Offset, Bytes);
    World.Shown += Bytes;
    return Unit();
  }

  std::shared_ptr<QueueEnd> end() override {
    return std::make_shared<FakeQueueEnd>(World, Commands);
  }

  Status finish() override {
    World.note("finish", {});
    Status First = Commands->finish();
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
    Facts.ErrorsLast = World.ErrorsLast;
    Facts.MultipliesMatrices = World.MultipliesMatrices;
    Facts.UnifiedMemory = Facts.CoherentMemory = World.Coherent;
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
  Result<std::unique_ptr<Buffer>> wrap(void *Begin, size_t Bytes) override {
    if (World.failsNow())
      return World.error("wrap");
    return std::unique_ptr<Buffer>(
        std::make_unique<FakeBuffer>(World, Begin, Bytes));
  }
  Result<std::unique_ptr<Queue>> createQueue() override {
    World.note("queue", {});
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
      World.Texts.push_back(Source.Text);
    }
    if (World.failsNow())
      return World.error("build");
    return std::unique_ptr<Program>(
        std::make_unique<FakeProgram>(World, Source.Name, Source.Text));
  }
  Result<std::unique_ptr<Program>> load(const ProgramSource &,
                                        const std::vector<uint8_t> &) override {
    return World.error("load");
  }
};

} // namespace twofold::test

#endif
