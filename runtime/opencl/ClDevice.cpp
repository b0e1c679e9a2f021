// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClDevice.cpp - a device of an OpenCL platform ---------------------===//
#include "ClDevice.h"

#include "../SignalHold.h"
#include "ClBuffer.h"
#include "ClProgram.h"
#include "ClQueue.h"
#include "DriverBuild.h"

#include <algorithm>
#include <cstdio>
#include <limits>

namespace twofold {

/// True if the blank-separated list has exactly this word.
static bool hasWord(const std::string &List, const std::string &Word) {
  return (" " + List + " ").find(" " + Word + " ") != std::string::npos;
}

namespace {
/// Reads facts of one device and remembers the first failure.
class FactReader {
  const ClApi &Api;
  cl_device_id Device;

public:
  cl_int Failure = CL_SUCCESS;

  FactReader(const ClApi &Api, cl_device_id Device)
      : Api(Api), Device(Device) {}

  template <typename T> T value(cl_device_info What) {
    T Value{};
    cl_int Code =
        Api.clGetDeviceInfo(Device, What, sizeof(Value), &Value, nullptr);
    if (Code == CL_SUCCESS)
      return Value;
    note(Code);
    return T{};
  }

  /// Like value, for a query that a driver may not know.
  template <typename T> T optionalValue(cl_device_info What) {
    T Value{};
    cl_int Code =
        Api.clGetDeviceInfo(Device, What, sizeof(Value), &Value, nullptr);
    return Code == CL_SUCCESS ? Value : T{};
  }

  std::string text(cl_device_info What) {
    size_t Size = 0;
    cl_int Code = Api.clGetDeviceInfo(Device, What, 0, nullptr, &Size);
    std::string Text(Size, '\0');
    if (Code == CL_SUCCESS && Size)
      Code = Api.clGetDeviceInfo(Device, What, Size, Text.data(), nullptr);
    if (Code != CL_SUCCESS) {
      note(Code);
      return "";
    }
    Text.resize(std::min(Text.find('\0'), Text.size()));
    return Text;
  }

  /// Which build of its driver the device has; empty if that cannot be told.
  std::string build() {
    auto Platform = optionalValue<cl_platform_id>(CL_DEVICE_PLATFORM);
    size_t Size = 0;
    if (!Platform || Api.clGetPlatformInfo(Platform, CL_PLATFORM_EXTENSIONS, 0,
                                           nullptr, &Size) != CL_SUCCESS)
      return "";
    std::string Text(Size, '\0');
    if (!Size || Api.clGetPlatformInfo(Platform, CL_PLATFORM_EXTENSIONS, Size,
                                       Text.data(), nullptr) != CL_SUCCESS)
      return "";
    Text.resize(std::min(Text.find('\0'), Text.size()));
    return hasWord(Text, "cl_khr_icd") ? driverBuild(Device) : "";
  }

  std::array<size_t, 3> itemSizes() {
    // Three dimensions are the least that any device but a custom one has.
    auto Dimensions = value<cl_uint>(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS);
    std::vector<size_t> Sizes(std::max<cl_uint>(Dimensions, 3), 0);
    cl_int Code = Api.clGetDeviceInfo(Device, CL_DEVICE_MAX_WORK_ITEM_SIZES,
                                      Sizes.size() * sizeof(size_t),
                                      Sizes.data(), nullptr);
    if (Code != CL_SUCCESS)
      note(Code);
    return {Sizes[0], Sizes[1], Sizes[2]};
  }

private:
  void note(cl_int Code) {
    if (Failure == CL_SUCCESS)
      Failure = Code;
  }
};
} // namespace

/// What a device must have before any kernel can run on it; null if it has all.
static const char *lacks(FactReader &Read, const DeviceFacts &Facts) {
  if (!Read.value<cl_bool>(CL_DEVICE_AVAILABLE))
    return "not available";
  if (!Read.value<cl_bool>(CL_DEVICE_COMPILER_AVAILABLE))
    return "no compiler for OpenCL C";
  if (!Read.value<cl_bool>(CL_DEVICE_ENDIAN_LITTLE))
    return "not little-endian as the host";
  if (Read.text(CL_DEVICE_PROFILE) != "FULL_PROFILE")
    return "not of the full profile";
  int Major = 0, Minor = 0;
  if (std::sscanf(Facts.DeviceVersion.c_str(), "OpenCL %d.%d", &Major,
                  &Minor) != 2 ||
      Major < 1 || (Major == 1 && Minor < 2))
    return "older than OpenCL 1.2";
  return nullptr;
}

/// CL_DEVICE_SVM_CAPABILITIES and CL_DEVICE_SVM_FINE_GRAIN_BUFFER of
/// OpenCL 2.0.
static constexpr cl_device_info SvmCapabilities = 0x1053;
static constexpr cl_bitfield SvmFineGrainBuffer = 1 << 1;

static DeviceFacts readFacts(FactReader &Read, const std::string &Platform) {
  DeviceFacts Facts;
  // Some devices (simulators) claim several types: what can be driven as a GPU
  // is.
  auto Type = Read.value<cl_device_type>(CL_DEVICE_TYPE);
  Facts.Kind = Type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR)
                   ? DeviceKind::Gpu
                   : DeviceKind::Cpu;
  Facts.Platform = Platform;
  Facts.Name = Read.text(CL_DEVICE_NAME);
  Facts.Vendor = Read.text(CL_DEVICE_VENDOR);
  Facts.DriverVersion = Read.text(CL_DRIVER_VERSION);
  Facts.DeviceVersion = Read.text(CL_DEVICE_VERSION);
  Facts.DriverBuild = Read.build();
  Facts.GlobalMemory = Read.value<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  Facts.MaxAllocation = Read.value<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  Facts.LocalMemory = Read.value<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE);
  Facts.ComputeUnits = Read.value<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS);
  Facts.MaxGroupSize = static_cast<uint32_t>(
      std::min<size_t>(Read.value<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE),
                       std::numeric_limits<uint32_t>::max()));
  Facts.MaxItemSizes = Read.itemSizes();
  std::string Extensions = Read.text(CL_DEVICE_EXTENSIONS);
  Facts.Fp64 =
      Read.optionalValue<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG) ||
      hasWord(Extensions, "cl_khr_fp64");
  Facts.Fp16 = hasWord(Extensions, "cl_khr_fp16");
  Facts.Int64Atomics = hasWord(Extensions, "cl_khr_int64_base_atomics");
  Facts.CorrectlyRoundedDivideSqrt =
      Read.value<cl_device_fp_config>(CL_DEVICE_SINGLE_FP_CONFIG) &
      CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
  Facts.UnifiedMemory =
      Read.optionalValue<cl_bool>(CL_DEVICE_HOST_UNIFIED_MEMORY);
  // Its contexts are those of CUDA, where errors of kernels are sticky.
  Facts.ErrorsLast = Platform == "NVIDIA CUDA";
  // What shares memory without sharing caches moves whole lines, and with them
  // neighbours that a thread has just written.
  Facts.CoherentMemory =
      Facts.UnifiedMemory &&
      (Facts.Kind == DeviceKind::Cpu ||
       Read.optionalValue<cl_bitfield>(SvmCapabilities) & SvmFineGrainBuffer);
  return Facts;
}

ClDevice::ClDevice(std::shared_ptr<const ClApi> Api, cl_device_id Handle,
                   DeviceFacts Facts, const TransferOptions &Transfers,
                   std::shared_ptr<CopyCrew> Crew)
    : Api(std::move(Api)), Handle(Handle), Facts(std::move(Facts)),
      Transfers(Transfers.fitted(CopyCrew::cores())), Crew(std::move(Crew)) {}

Result<std::unique_ptr<Device>>
ClDevice::create(std::shared_ptr<const ClApi> Api, const std::string &Platform,
                 cl_device_id Handle, const TransferOptions &Transfers,
                 std::shared_ptr<CopyCrew> Crew) {
  FactReader Read(*Api, Handle);
  DeviceFacts Facts = readFacts(Read, Platform);
  const char *Lack = lacks(Read, Facts);
  if (Read.Failure != CL_SUCCESS)
    return clError("clGetDeviceInfo", Read.Failure);
  if (Lack)
    return Error{ErrorCode::Unsupported, Facts.Name + ": " + Lack, ""};
  return std::unique_ptr<Device>(new ClDevice(
      std::move(Api), Handle, std::move(Facts), Transfers, std::move(Crew)));
}

Result<std::shared_ptr<const ClContext>> ClDevice::open() {
  std::lock_guard<std::mutex> Lock(Opening);
  const DriverHandlers Expected;
  if (!Context && OpenFailure == CL_SUCCESS) {
    cl_context Opened = Api->clCreateContext(nullptr, 1, &Handle, nullptr,
                                             nullptr, &OpenFailure);
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
  auto Relayed = Facts.ErrorsLast && CopyCrew::cores() >= 4
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
