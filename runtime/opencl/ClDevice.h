// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClDevice.h - a device of an OpenCL platform -----------------------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_CLDEVICE_H
#define TWOFOLD_RUNTIME_OPENCL_CLDEVICE_H

#include "device/Device.h"
#include "device/TransferPlan.h"
#include "opencl/ClContext.h"
#include "thread/CopyThreads.h"

#include <mutex>

namespace twofold {

/// Thread-safe. The context is created by the first call that needs it: that
/// takes a driver's time and device memory, and most devices of a machine are
/// never used. A context that cannot be created stays an error.
class ClDevice final : public Device {
  std::shared_ptr<const ClApi> Api;
  cl_device_id Handle;
  DeviceFacts Facts;
  TransferOptions Transfers;
  std::shared_ptr<CopyThreads> Crew; ///< shared by all devices

  std::mutex Opening;
  std::shared_ptr<const ClContext> Context;
  cl_int OpenFailure = CL_SUCCESS;

  ClDevice(std::shared_ptr<const ClApi> Api, cl_device_id Handle,
           DeviceFacts Facts, const TransferOptions &Transfers,
           std::shared_ptr<CopyThreads> Crew);
  Result<std::shared_ptr<const ClContext>> open();

public:
  /// Reads the device's facts. Unsupported says, in one line, what Twofold
  /// needs and the device lacks.
  static Result<std::unique_ptr<Device>>
  create(std::shared_ptr<const ClApi> Api, cl_platform_id Platform,
         const std::string &Name, cl_device_id Handle,
         const TransferOptions &Transfers, std::shared_ptr<CopyThreads> Crew);

  const DeviceFacts &facts() const override { return Facts; }
  Result<std::unique_ptr<Buffer>> allocate(size_t Bytes) override;
  CopyThreads *crew() override { return Crew.get(); }
  Result<std::unique_ptr<Buffer>> wrap(void *Begin, size_t Bytes) override;
  Result<std::unique_ptr<Queue>> createQueue() override;
  Result<std::unique_ptr<Program>> build(const ProgramSource &Source) override;
  Result<std::unique_ptr<Program>>
  load(const ProgramSource &Source,
       const std::vector<uint8_t> &Binary) override;
};

} // namespace twofold

#endif
