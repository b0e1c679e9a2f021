// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Device.h - what the runtime needs from an OpenCL device ------------===//
//
// Small interfaces, implemented by opencl/ and by the tests' FakeDevice. The
// dispatcher knows only these. All sizes and offsets are in bytes.
#ifndef TWOFOLD_RUNTIME_DEVICE_DEVICE_H
#define TWOFOLD_RUNTIME_DEVICE_DEVICE_H

#include "report/Result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace twofold {

class CopyThreads;
struct RowLayout;

enum class DeviceKind { Cpu, Gpu };

/// What is read once from a device and never changes.
struct DeviceFacts {
  DeviceKind Kind = DeviceKind::Gpu;
  std::string Platform; ///< platform name
  std::string Name;     ///< device name
  std::string Vendor;
  std::string DriverVersion; ///< CL_DRIVER_VERSION
  std::string DeviceVersion; ///< CL_DEVICE_VERSION
  std::string DriverBuild; ///< tells builds of one version apart; may be empty
  uint64_t GlobalMemory = 0;
  uint64_t MaxAllocation = 0;
  uint64_t LocalMemory = 0;
  uint32_t ComputeUnits = 0;
  uint32_t MaxGroupSize = 0;
  std::array<size_t, 3> MaxItemSizes = {0, 0, 0};
  bool Fp64 = false;
  bool Fp16 = false;
  bool Int64Atomics = false;
  bool CorrectlyRoundedDivideSqrt = false;
  bool UnifiedMemory = false; ///< shares memory with the host
  /// Builds take `-cl-nv-maxrregcount`, the most registers of an item.
  bool BoundsRegisters = false;
  /// Has instructions for matrices of doubles that TWOFOLD_MATRICES is about.
  bool MultipliesMatrices = false;
  /// After a kernel has failed, every command of the context fails, so that no
  /// failure can be missed.
  bool ErrorsLast = false;
  /// Shares it byte by byte: a kernel may work on the program's own arrays
  /// while threads use what is beside them (Device::wrap).
  bool CoherentMemory = false;
};

/// Memory on a device. Destroying it releases the memory.
class Buffer {
public:
  virtual ~Buffer() = default;
  virtual size_t size() const = 0;
  /// Its bytes are the program's own.
  virtual bool wrapsHost() const { return false; }
};

/// An argument for one kernel parameter, in order of the parameters.
struct KernelArgument {
  enum class Kind { Memory, Bytes, Local } What;
  Buffer *Memory = nullptr;    ///< Memory
  const void *Bytes = nullptr; ///< Bytes: read during the call of launch
  size_t Size = 0;             ///< Bytes and Local
};

/// The index space of one launch. Local of {0,0,0} leaves it to the driver.
struct NdRange {
  uint32_t Rank = 1;
  std::array<size_t, 3> Global = {1, 1, 1};
  std::array<size_t, 3> Local = {0, 0, 0};
};

/// A built kernel. launch() on the queue may be called from several threads;
/// the implementation keeps the underlying kernel object per thread or locked.
class Program {
public:
  virtual ~Program() = default;
  /// The driver's binary, for the cache. Empty when the driver gives none.
  virtual std::vector<uint8_t> binary() const = 0;
  /// CL_KERNEL_WORK_GROUP_SIZE: the largest group this kernel can run with.
  virtual size_t maxGroupSize() const = 0;
  /// Another kernel of the same text; it lives as long as this one. Made when
  /// it is first asked for. Thread-safe.
  virtual Result<Program *> other(const char *Name) {
    return Error{ErrorCode::Unsupported, "a program has one kernel", Name};
  }
};

/// Completion of an enqueued command.
class Event {
public:
  virtual ~Event() = default;
  /// Blocks until done; an error is the command's.
  virtual Status wait() = 0;
};

/// The end of a queue, for any thread; it may outlive the queue.
class QueueEnd {
public:
  virtual ~QueueEnd() = default;
  /// Done when all commands so far are. Where errors last, an error is that of
  /// one of them.
  virtual Result<std::unique_ptr<Event>> mark() = 0;
};

/// An in-order queue: commands run in the order of the calls. Not thread-safe;
/// one launch holds it at a time.
class Queue {
public:
  virtual ~Queue() = default;
  /// Host memory must stay valid and unchanged until finish().
  virtual Status write(Buffer &To, size_t Offset, const void *From,
                       size_t Bytes) = 0;
  virtual Status read(void *To, Buffer &From, size_t Offset, size_t Bytes) = 0;
  virtual Status copy(Buffer &To, size_t ToOffset, Buffer &From,
                      size_t FromOffset, size_t Bytes) = 0;
  /// Copies rows, laid out as Rows says from Offset on, to PackedOffset, one
  /// after the other; and back.
  virtual Status pack(Buffer &Packed, size_t PackedOffset, Buffer &From,
                      size_t Offset, const RowLayout &Rows) {
    return Error{ErrorCode::Unsupported, "rows are not copied", ""};
  }
  virtual Status unpack(Buffer &To, size_t Offset, Buffer &Packed,
                        size_t PackedOffset, const RowLayout &Rows) {
    return Error{ErrorCode::Unsupported, "rows are not copied", ""};
  }
  virtual Result<std::unique_ptr<Event>>
  launch(Program &Kernel, const NdRange &Range,
         const std::vector<KernelArgument> &Arguments) = 0;
  /// Launches without an event, which is cheaper: what became of the launch is
  /// told by finish() and end() alone, and only where errors last.
  virtual Status launchUnseen(Program &Kernel, const NdRange &Range,
                              const std::vector<KernelArgument> &Arguments) {
    Result<std::unique_ptr<Event>> Done = launch(Kernel, Range, Arguments);
    return Done ? Status(Unit()) : Status(Done.takeError());
  }
  /// Null where there is none: then every launch needs its event.
  virtual std::shared_ptr<QueueEnd> end() { return nullptr; }
  /// Once this is done, the host sees what kernels have stored into the part of
  /// a buffer that wraps its memory. No kernel uses the buffer afterwards.
  virtual Status showHost(Buffer &Wrapped, size_t Offset, size_t Bytes) {
    return Error{ErrorCode::Unsupported, "no memory is shared", ""};
  }
  /// Blocks until every command so far is done; reports the first failure.
  virtual Status finish() = 0;
};

/// What a build is made from.
struct ProgramSource {
  std::string Name;        ///< the kernel function
  std::string Text;        ///< OpenCL C
  std::string Options;     ///< build options, in full
  std::string Origin = {}; ///< "file:line: function", for people
};

class Device {
public:
  virtual ~Device() = default;
  virtual const DeviceFacts &facts() const = 0;
  /// Threads for large copies on the host; null: the caller makes them.
  virtual CopyThreads *crew() { return nullptr; }
  virtual Result<std::unique_ptr<Buffer>> allocate(size_t Bytes) = 0;
  /// A buffer whose bytes are [Begin, Begin + Bytes) of the host, which kernels
  /// find as they are now. The host leaves them alone, or only reads what
  /// kernels only read, until the buffer is gone or shown (Queue::showHost).
  /// Only for devices with CoherentMemory; no two such buffers overlap.
  virtual Result<std::unique_ptr<Buffer>> wrap(void *Begin, size_t Bytes) {
    return Error{ErrorCode::Unsupported, "no memory is shared", ""};
  }
  virtual Result<std::unique_ptr<Queue>> createQueue() = 0;
  virtual Result<std::unique_ptr<Program>>
  build(const ProgramSource &Source) = 0;
  /// Rejected binaries are an error; the caller builds from source then.
  virtual Result<std::unique_ptr<Program>>
  load(const ProgramSource &Source, const std::vector<uint8_t> &Binary) = 0;
};

} // namespace twofold

#endif
