// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "opencl/ClFacts.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <optional>

using namespace twofold;

/// No more is believed: of platforms and devices, bytes of a text, dimensions,
/// bytes of memory, compute units, and items of a group.
static constexpr cl_uint MostHandles = 4096;
static constexpr size_t MostText = size_t(1) << 20;
static constexpr cl_uint MostDimensions = 64;
static constexpr cl_ulong CredibleMemory = cl_ulong(1) << 50;
static constexpr cl_uint MostUnits = 1 << 20;
static constexpr size_t MostItems = 1 << 24;

static Error lie(const std::string &What) {
  return {ErrorCode::Unsupported, "claims " + What, ""};
}

/// True if the blank-separated list has exactly this word.
static bool hasWord(const std::string &List, const std::string &Word) {
  return (" " + List + " ").find(" " + Word + " ") != std::string::npos;
}

/// Asks how long a text is, and then for it. In one line: nothing that it holds
/// is to move a terminal's cursor.
template <typename Query>
static Result<std::string> readText(const char *Call, Query Ask) {
  size_t Size = 0;
  cl_int Code = Ask(0, nullptr, &Size);
  if (Code == CL_SUCCESS && Size > MostText)
    return lie("a text of " + std::to_string(Size) + " bytes");
  std::string Text(Code == CL_SUCCESS ? Size : 0, '\0');
  if (Code == CL_SUCCESS && Size)
    Code = Ask(Size, Text.data(), nullptr);
  if (Code != CL_SUCCESS)
    return clError(Call, Code);
  Text.resize(std::min(Text.find('\0'), Text.size()));
  std::replace_if(
      Text.begin(), Text.end(),
      [](char C) { return (C >= 0 && C < ' ') || C == 127; }, '?');
  return Text;
}

static Result<std::string>
platformText(const ClApi &Api, cl_platform_id Platform, cl_platform_info What) {
  return readText(
      "clGetPlatformInfo", [&](size_t Room, char *To, size_t *Size) {
        return Api.clGetPlatformInfo(Platform, What, Room, To, Size);
      });
}

Result<std::string> twofold::platformName(const ClApi &Api,
                                          cl_platform_id Platform) {
  return platformText(Api, Platform, CL_PLATFORM_NAME);
}

/// Asks how many there are, and then for them.
template <typename Handle, typename Query>
static Result<std::vector<Handle>> readHandles(const char *Call,
                                               const char *Things, Query Ask) {
  cl_uint Count = 0;
  cl_int Code = Ask(0, nullptr, &Count);
  if (Code == CL_SUCCESS && Count > MostHandles)
    return lie(std::to_string(Count) + " " + Things);
  std::vector<Handle> Handles(Code == CL_SUCCESS ? Count : 0);
  if (!Handles.empty())
    Code = Ask(Count, Handles.data(), &Count);
  if (Code != CL_SUCCESS && clErrorCode(Code) != ErrorCode::Unavailable)
    return clError(Call, Code);
  Handles.resize(Code == CL_SUCCESS ? std::min<size_t>(Handles.size(), Count)
                                    : 0);
  std::erase(Handles, nullptr);
  return Handles;
}

Result<std::vector<cl_platform_id>>
twofold::platformsOf(decltype(ClApi::clGetPlatformIDs) GetPlatforms) {
  return readHandles<cl_platform_id>("clGetPlatformIDs", "platforms",
                                     GetPlatforms);
}

Result<std::vector<cl_device_id>> twofold::devicesOf(const ClApi &Api,
                                                     cl_platform_id Platform) {
  const cl_device_type Types =
      CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR;
  return readHandles<cl_device_id>(
      "clGetDeviceIDs", "devices",
      [&](cl_uint Room, cl_device_id *To, cl_uint *Count) {
        return Api.clGetDeviceIDs(Platform, Types, Room, To, Count);
      });
}

namespace {
/// Reads facts of one device and remembers the first failure.
class FactReader {
  const ClApi &Api;
  cl_platform_id Platform;
  cl_device_id Device;

public:
  std::optional<Error> Failure;

  FactReader(const ClApi &Api, cl_platform_id Platform, cl_device_id Device)
      : Api(Api), Platform(Platform), Device(Device) {}

  /// Needed: that a driver does not know the query is a failure.
  template <typename T> T value(cl_device_info What, bool Needed = true) {
    T Value{};
    cl_int Code =
        Api.clGetDeviceInfo(Device, What, sizeof(Value), &Value, nullptr);
    if (Code != CL_SUCCESS && Needed)
      note(clError("clGetDeviceInfo", Code));
    return Code == CL_SUCCESS ? Value : T{};
  }

  std::string text(cl_device_info What) {
    Result<std::string> Text =
        readText("clGetDeviceInfo", [&](size_t Room, char *To, size_t *Size) {
          return Api.clGetDeviceInfo(Device, What, Room, To, Size);
        });
    if (Text)
      return std::move(*Text);
    note(Text.takeError());
    return "";
  }

  /// Which build of its driver the device has; empty if that cannot be told.
  std::string build() {
    auto Text = platformText(Api, Platform, CL_PLATFORM_EXTENSIONS);
    return Text && hasWord(*Text, "cl_khr_icd") ? driverBuild(Device) : "";
  }

  std::array<size_t, 3> itemSizes() {
    // Three dimensions are the least that any device but a custom one has.
    auto Dimensions = value<cl_uint>(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS);
    if (Dimensions < 3 || Dimensions > MostDimensions) {
      note(lie(std::to_string(Dimensions) + " dimensions"));
      return {};
    }
    std::vector<size_t> Sizes(Dimensions, 0);
    cl_int Code = Api.clGetDeviceInfo(Device, CL_DEVICE_MAX_WORK_ITEM_SIZES,
                                      Sizes.size() * sizeof(size_t),
                                      Sizes.data(), nullptr);
    if (Code != CL_SUCCESS)
      note(clError("clGetDeviceInfo", Code));
    return {Sizes[0], Sizes[1], Sizes[2]};
  }

private:
  void note(Error Why) {
    if (!Failure)
      Failure = std::move(Why);
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

/// CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV of cl_nv_device_attribute_query.
static constexpr cl_device_info ComputeCapabilityMajor = 0x4000;

static DeviceFacts factsOf(FactReader &Read, const std::string &Platform) {
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
  Facts.Fp64 = Read.value<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG,
                                               /*Needed=*/false) ||
               hasWord(Extensions, "cl_khr_fp64");
  Facts.Fp16 = hasWord(Extensions, "cl_khr_fp16");
  Facts.Int64Atomics = hasWord(Extensions, "cl_khr_int64_base_atomics");
  Facts.BoundsRegisters = hasWord(Extensions, "cl_nv_compiler_options");
  // They came with compute capability 9.0.
  Facts.MultipliesMatrices =
      hasWord(Extensions, "cl_nv_device_attribute_query") &&
      Read.value<cl_uint>(ComputeCapabilityMajor, /*Needed=*/false) >= 9;
  Facts.CorrectlyRoundedDivideSqrt =
      Read.value<cl_device_fp_config>(CL_DEVICE_SINGLE_FP_CONFIG) &
      CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
  Facts.UnifiedMemory =
      Read.value<cl_bool>(CL_DEVICE_HOST_UNIFIED_MEMORY, /*Needed=*/false);
  // Its contexts are those of CUDA, where errors of kernels are sticky.
  Facts.ErrorsLast = Platform == "NVIDIA CUDA";
  // What shares memory without sharing caches moves whole lines, and with them
  // neighbours that a thread has just written.
  Facts.CoherentMemory =
      Facts.UnifiedMemory &&
      (Facts.Kind == DeviceKind::Cpu ||
       Read.value<cl_bitfield>(SvmCapabilities, /*Needed=*/false) &
           SvmFineGrainBuffer);
  return Facts;
}

/// What a device says that no device can have; empty: nothing.
static std::string untrue(const DeviceFacts &Facts) {
  auto Of = [](auto Number, const char *What) {
    return std::to_string(Number) + " " + What;
  };
  if (Facts.Name.empty())
    return "no name";
  if (!Facts.GlobalMemory || Facts.GlobalMemory > CredibleMemory)
    return Of(Facts.GlobalMemory, "bytes of memory");
  if (!Facts.MaxAllocation || Facts.MaxAllocation > Facts.GlobalMemory)
    return Of(Facts.MaxAllocation, "bytes in one buffer, of ") +
           std::to_string(Facts.GlobalMemory);
  if (Facts.LocalMemory > Facts.GlobalMemory)
    return Of(Facts.LocalMemory, "bytes of local memory");
  if (!Facts.ComputeUnits || Facts.ComputeUnits > MostUnits)
    return Of(Facts.ComputeUnits, "compute units");
  if (!Facts.MaxGroupSize || Facts.MaxGroupSize > MostItems)
    return Of(Facts.MaxGroupSize, "work-items in a group");
  for (size_t Size : Facts.MaxItemSizes)
    if (!Size)
      return "no work-items in a dimension";
  return "";
}

Result<DeviceFacts> twofold::readFacts(const ClApi &Api,
                                       cl_platform_id Platform,
                                       const std::string &Name,
                                       cl_device_id Device) {
  FactReader Read(Api, Platform, Device);
  DeviceFacts Facts = factsOf(Read, Name);
  const char *Lack = lacks(Read, Facts);
  auto Refuse = [&](const std::string &Why) {
    return Error{ErrorCode::Unsupported,
                 (Facts.Name.empty() ? "a device" : Facts.Name) + ": " + Why,
                 ""};
  };
  if (Read.Failure)
    return Refuse(Read.Failure->Message);
  if (std::string What = untrue(Facts); !What.empty())
    return Refuse(lie(What).Message);
  if (Lack)
    return Refuse(Lack);
  return Facts;
}
