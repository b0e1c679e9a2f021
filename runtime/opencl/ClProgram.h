// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClProgram.h - a built kernel of an OpenCL device ------------------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_CLPROGRAM_H
#define TWOFOLD_RUNTIME_OPENCL_CLPROGRAM_H

#include "device/Device.h"
#include "opencl/ClContext.h"

#include <map>
#include <mutex>
#include <string>

namespace twofold {

class ClProgram final : public Program {
  std::shared_ptr<const ClContext> Context;
  cl_program Handle;
  cl_kernel Kernel = nullptr;
  size_t GroupSize = 0;
  /// A kernel object holds the arguments of the next launch, so setting them
  /// and launching must not interleave with another thread's.
  std::mutex Arguments;
  /// What an argument was last set to; it is not set to the same value again.
  struct Setting {
    static constexpr size_t Most = 16;
    KernelArgument::Kind What = KernelArgument::Kind::Local;
    uint64_t Memory = 0; ///< identity of the buffer
    size_t Size = 0;     ///< 0: unknown
    std::array<char, Most> Bytes = {};

    bool is(const KernelArgument &Value) const;
    static Setting of(const KernelArgument &Value);
  };
  std::vector<Setting> Set;
  std::mutex OthersLock;
  std::map<std::string, std::unique_ptr<ClProgram>> Others; ///< by their names
  bool Owns = true;                                         ///< Handle

  ClProgram(std::shared_ptr<const ClContext> Context, cl_program Handle);

  /// Builds `Handle`, whatever it was made from, and creates the kernel.
  Status build(const ProgramSource &Source);
  Status make(const std::string &Name);
  static Result<std::unique_ptr<Program>>
  finishBuild(std::unique_ptr<ClProgram> Made, const ProgramSource &Source);
  std::string buildLog() const;

public:
  /// BuildFailed has the driver's log in Error::Detail. `Source.Options` are
  /// the build's options in full.
  static Result<std::unique_ptr<Program>>
  fromSource(std::shared_ptr<const ClContext> Context,
             const ProgramSource &Source);
  static Result<std::unique_ptr<Program>>
  fromBinary(std::shared_ptr<const ClContext> Context,
             const ProgramSource &Source, const std::vector<uint8_t> &Binary);
  ~ClProgram() override;

  std::vector<uint8_t> binary() const override;
  size_t maxGroupSize() const override { return GroupSize; }
  Result<Program *> other(const char *Name) override;

  /// Sets the arguments and enqueues the kernel. `Range` has no zero size. Done
  /// may be null; else *Done must be null, and gets an event that the caller
  /// owns. Thread-safe.
  Status enqueue(cl_command_queue Queue, const NdRange &Range,
                 const std::vector<KernelArgument> &Values, cl_event *Done);
};

} // namespace twofold

#endif
