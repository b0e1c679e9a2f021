// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "opencl/ClDevice.h"

#include "opencl/ClBuffer.h"
#include "opencl/ClFacts.h"
#include "opencl/ClProgram.h"
#include "opencl/ClQueue.h"
#include "system/SignalHold.h"

namespace twofold {

ClDevice::ClDevice(std::shared_ptr<const ClApi> Api, cl_device_id Handle,
                   DeviceFacts Facts, const TransferOptions &Transfers,
                   std::shared_ptr<CopyThreads> Crew)
    : Api(std::move(Api)), Handle(Handle), Facts(std::move(Facts)),
      Transfers(Transfers.fitted(CopyThreads::cores())), Crew(std::move(Crew)) {
}

Result<std::unique_ptr<Device>>
ClDevice::create(std::shared_ptr<const ClApi> Api, cl_platform_id Platform,
                 const std::string &Name, cl_device_id Handle,
                 const TransferOptions &Transfers,
                 std::shared_ptr<CopyThreads> Crew) {
  Result<DeviceFacts> Facts = readFacts(*Api, Platform, Name, Handle);
  if (!Facts)
    return Facts.takeError();
  return std::unique_ptr<Device>(new ClDevice(
      std::move(Api), Handle, std::move(*Facts), Transfers, std::move(Crew)));
}

Result<std::shared_ptr<const ClContext>> ClDevice::open() {
  std::lock_guard<std::mutex> Lock(Opening);
  const DriverHandlers Expected;
  if (!Context && OpenFailure == CL_SUCCESS) {
    cl_context Opened = Api->clCreateContext(nullptr, 1, &Handle, nullptr,
                                             nullptr, &OpenFailure);
    if (OpenFailure == CL_SUCCESS && !Opened)
      OpenFailure = CL_INVALID_CONTEXT;
    if (OpenFailure == CL_SUCCESS)
      Context = std::make_shared<const ClContext>(Api, Handle, Opened);
  }
  if (!Context) {
    Error Failure = clError("clCreateContext", OpenFailure);
    Failure.Code = ErrorCode::Unavailable;
    return Failure;
  }
  return Context;
}

Result<std::unique_ptr<Buffer>> ClDevice::allocate(size_t Bytes) {
  if (Bytes > Facts.MaxAllocation)
    return Error{ErrorCode::OutOfMemory,
                 std::to_string(Bytes) +
                     " bytes exceed the device's largest buffer of " +
                     std::to_string(Facts.MaxAllocation),
                 ""};
  auto Opened = open();
  if (!Opened)
    return Opened.takeError();
  return ClBuffer::create(std::move(*Opened), Bytes);
}

Result<std::unique_ptr<Buffer>> ClDevice::wrap(void *Begin, size_t Bytes) {
  if (!Facts.CoherentMemory)
    return Error{ErrorCode::Unsupported,
                 "the device does not share memory with the host", ""};
  auto Opened = open();
  if (!Opened)
    return Opened.takeError();
  return ClBuffer::wrap(std::move(*Opened), Begin, Bytes);
}

Result<std::unique_ptr<Queue>> ClDevice::createQueue() {
  const DriverHandlers Expected;
  auto Opened = open();
  if (!Opened)
    return Opened.takeError();
  // What shares memory with the host has no bus to cross.
  bool Slots = Transfers.Through == TransferOptions::Way::Slots ||
               (Transfers.Through == TransferOptions::Way::Measure &&
                Facts.Kind == DeviceKind::Gpu && !Facts.UnifiedMemory);
  // Elsewhere a launch is followed by its event, and few cores have better to
  // do.
  auto Relayed = Facts.ErrorsLast && CopyThreads::cores() >= 4
                     ? LaunchRelay::Use::FastLaunches
                     : LaunchRelay::Use::Never;
  return ClQueue::create(std::move(*Opened), Transfers, Slots ? Crew : nullptr,
                         Relayed);
}

Result<std::unique_ptr<Program>> ClDevice::build(const ProgramSource &Source) {
  const DriverHandlers Expected;
  auto Opened = open();
  if (!Opened)
    return Opened.takeError();
  return ClProgram::fromSource(std::move(*Opened), Source);
}

Result<std::unique_ptr<Program>>
ClDevice::load(const ProgramSource &Source,
               const std::vector<uint8_t> &Binary) {
  const DriverHandlers Expected;
  auto Opened = open();
  if (!Opened)
    return Opened.takeError();
  return ClProgram::fromBinary(std::move(*Opened), Source, Binary);
}

} // namespace twofold
