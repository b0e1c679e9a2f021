// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FactsRecordTest.cpp - what drivers say, and what is believed of it -===//
//
// Made-up platforms and devices, each of whose answers is another one in turn,
// at both sides of what is believed, or is none: what is asked, with how much
// room, and the facts or the reason that come of it.
#include "Record.h"
#include "opencl/ClFacts.h"

#include <cstring>
#include <map>

using namespace twofold;
using namespace twofold::test;

namespace {

/// The device and its platform; functions of a driver are plain C.
struct Described {
  std::map<cl_uint, uint64_t> Numbers;
  std::map<cl_uint, std::string> Texts;
  std::map<cl_uint, size_t> Sizes; ///< of texts that say another one
  cl_uint Count = 2;               ///< of platforms or devices
  cl_uint Given = 2;               ///< the second time
  bool Null = false;               ///< one of them is none
  unsigned Calls = 0, FailAt = 0;
  cl_int Failure = CL_OUT_OF_RESOURCES;
  std::string Log;

  cl_int answer(const char *Call, uint64_t What, size_t Room) {
    Log += Call + std::to_string(What) + ' ' + std::to_string(Room) + '\n';
    return ++Calls == FailAt ? Failure : CL_SUCCESS;
  }
} Now;

Described usual() {
  Described Out;
  Out.Numbers = {{CL_DEVICE_TYPE, CL_DEVICE_TYPE_GPU},
                 {CL_DEVICE_AVAILABLE, 1},
                 {CL_DEVICE_COMPILER_AVAILABLE, 1},
                 {CL_DEVICE_ENDIAN_LITTLE, 1},
                 {CL_DEVICE_GLOBAL_MEM_SIZE, uint64_t(1) << 34},
                 {CL_DEVICE_MAX_MEM_ALLOC_SIZE, uint64_t(1) << 32},
                 {CL_DEVICE_LOCAL_MEM_SIZE, 49152},
                 {CL_DEVICE_MAX_COMPUTE_UNITS, 132},
                 {CL_DEVICE_MAX_WORK_GROUP_SIZE, 1024},
                 {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, 3},
                 {CL_DEVICE_MAX_WORK_ITEM_SIZES, 64},
                 {CL_DEVICE_DOUBLE_FP_CONFIG, 0},
                 {CL_DEVICE_SINGLE_FP_CONFIG, 0},
                 {CL_DEVICE_HOST_UNIFIED_MEMORY, 0},
                 {0x1053, 0}};
  Out.Texts = {{CL_DEVICE_NAME, "One"},
               {CL_DEVICE_VENDOR, "Vendor"},
               {CL_DRIVER_VERSION, "1.2.3"},
               {CL_DEVICE_VERSION, "OpenCL 1.2 Made-up"},
               {CL_DEVICE_PROFILE, "FULL_PROFILE"},
               {CL_DEVICE_EXTENSIONS, "cl_a cl_b"},
               {CL_PLATFORM_NAME, "Platform"},
               {CL_PLATFORM_EXTENSIONS, "cl_c"}};
  return Out;
}

cl_int textOr(cl_uint What, size_t Room, void *To, size_t *Size,
              const char *Call) {
  if (const cl_int Code = Now.answer(Call, What, Room))
    return Code;
  if (auto Found = Now.Texts.find(What); Found != Now.Texts.end()) {
    const std::string &Text = Found->second;
    if (Size)
      *Size = Now.Sizes.contains(What) ? Now.Sizes[What] : Text.size() + 1;
    if (To)
      std::memcpy(To, Text.c_str(), std::min(Room, Text.size() + 1));
    return CL_SUCCESS;
  }
  auto Found = Now.Numbers.find(What);
  if (Found == Now.Numbers.end())
    return CL_INVALID_VALUE;
  if (What == CL_DEVICE_MAX_WORK_ITEM_SIZES)
    for (size_t I = 0; I < Room / sizeof(size_t); ++I)
      static_cast<size_t *>(To)[I] = size_t(Found->second) >> I;
  else
    std::memcpy(To, &Found->second, std::min(Room, sizeof Found->second));
  return CL_SUCCESS;
}

template <typename Handle>
cl_int handles(cl_uint Room, Handle *To, cl_uint *Count, const char *Call,
               uint64_t What) {
  if (const cl_int Code = Now.answer(Call, What, Room))
    return Code;
  if (!To) {
    *Count = Now.Count;
    return CL_SUCCESS;
  }
  for (cl_uint I = 0; I < std::min(Room, Now.Given); ++I)
    To[I] = Now.Null && I == 0 ? nullptr : reinterpret_cast<Handle>(&Now);
  if (Count)
    *Count = Now.Given;
  return CL_SUCCESS;
}

ClApi api() {
  ClApi Api = {};
  Api.clGetDeviceInfo = [](cl_device_id, cl_device_info What, size_t Room,
                           void *To, size_t *Size) {
    return textOr(What, Room, To, Size, "device ");
  };
  Api.clGetPlatformInfo = [](cl_platform_id, cl_platform_info What, size_t Room,
                             void *To, size_t *Size) {
    return textOr(What, Room, To, Size, "platform ");
  };
  Api.clGetDeviceIDs = [](cl_platform_id, cl_device_type Types, cl_uint Room,
                          cl_device_id *To, cl_uint *Count) {
    return handles(Room, To, Count, "devices ", Types);
  };
  Api.clGetPlatformIDs = [](cl_uint Room, cl_platform_id *To, cl_uint *Count) {
    return handles(Room, To, Count, "platforms ", 0);
  };
  return Api;
}

void tell(Record &To, const Error &Why) {
  To << "failed " << int(Why.Code) << ' ' << Why.Message << ' ' << Why.Detail
     << '\n';
}

void tell(Record &To, const std::string &Platform = "Platform") {
  const ClApi Api = api();
  auto Device = reinterpret_cast<cl_device_id>(&Now);
  auto Found = readFacts(Api, nullptr, Platform, Device);
  To << Now.Log;
  Now.Log.clear();
  if (!Found)
    return tell(To, Found.error());
  const DeviceFacts &Of = *Found;
  for (const std::string *Each :
       {&Of.Platform, &Of.Name, &Of.Vendor, &Of.DriverVersion,
        &Of.DeviceVersion, &Of.DriverBuild})
    To << *Each << '|';
  To << int(Of.Kind) << ' ' << Of.GlobalMemory << ' ' << Of.MaxAllocation << ' '
     << Of.LocalMemory << ' ' << Of.ComputeUnits << ' ' << Of.MaxGroupSize;
  for (size_t Each : Of.MaxItemSizes)
    To << ' ' << Each;
  for (bool Each :
       {Of.Fp64, Of.Fp16, Of.Int64Atomics, Of.CorrectlyRoundedDivideSqrt,
        Of.UnifiedMemory, Of.ErrorsLast, Of.CoherentMemory})
    To << ' ' << Each;
  To << '\n';
}

void tellHandles(Record &To) {
  const ClApi Api = api();
  if (auto Found = platformsOf(Api.clGetPlatformIDs))
    To << Found->size() << '\n';
  else
    tell(To, Found.error());
  if (auto Found = devicesOf(Api, nullptr))
    To << Found->size() << '\n';
  else
    tell(To, Found.error());
  if (auto Name = platformName(Api, nullptr))
    To << *Name << '\n';
  else
    tell(To, Name.error());
  To << Now.Log;
}

} // namespace

TEST(FactsRecord, NumbersAtTheEndsOfWhatIsBelieved) {
  Record All;
  for (const auto &[What, Is] : usual().Numbers)
    for (uint64_t Other : {uint64_t(0),
                           uint64_t(1),
                           uint64_t(2),
                           uint64_t(3),
                           uint64_t(4),
                           uint64_t(8),
                           uint64_t(64),
                           uint64_t(65),
                           uint64_t(128),
                           Is - 1,
                           Is + 1,
                           uint64_t(1) << 20,
                           (uint64_t(1) << 20) + 1,
                           uint64_t(1) << 24,
                           (uint64_t(1) << 24) + 1,
                           uint64_t(1) << 32,
                           uint64_t(1) << 34,
                           (uint64_t(1) << 34) + 1,
                           uint64_t(1) << 50,
                           (uint64_t(1) << 50) + 1,
                           UINT64_MAX}) {
      Now = usual();
      Now.Numbers[What] = Other;
      tell(All);
      // Of a CPU, and with memory that is shared.
      Now.Numbers[CL_DEVICE_TYPE] |= CL_DEVICE_TYPE_CPU;
      Now.Numbers[CL_DEVICE_HOST_UNIFIED_MEMORY] |= 1;
      tell(All, "NVIDIA CUDA");
      Now.Numbers.erase(What);
      tell(All);
    }
  All.expect(0x323c9462a7c90bc0);
}

TEST(FactsRecord, TextsOfAnyKind) {
  Record All;
  for (const auto &[What, Is] : usual().Texts)
    for (const char *Other :
         {"", "a\nb\x7f\x1f", "OpenCL 1.1", "OpenCL 1.2", "OpenCL 0.9",
          "OpenCL 2.0 x", "OpenCL 3", "OpenCL", "cl_khr_fp64",
          "cl_khr_fp16 cl_khr_fp64x", "x cl_khr_int64_base_atomics",
          "EMBEDDED_PROFILE", "\xc3\xa4 ~"}) {
      Now = usual();
      Now.Texts[What] = Other;
      tell(All);
      tellHandles(All);
    }
  for (const auto &[What, Is] : usual().Texts)
    for (size_t Size : {size_t(0), size_t(1), size_t(2), size_t(1) << 20,
                        (size_t(1) << 20) + 1}) {
      Now = usual();
      Now.Sizes[What] = Size;
      tell(All);
      tellHandles(All);
    }
  All.expect(0x6ccd2ae704b76dbd);
}

TEST(FactsRecord, CallsThatFail) {
  Record All;
  for (cl_int Failure : {CL_OUT_OF_RESOURCES, CL_INVALID_VALUE, -1, -1001})
    for (unsigned At = 0; At < 40; ++At)
      for (bool Handles : {false, true}) {
        Now = usual();
        Now.FailAt = At;
        Now.Failure = Failure;
        if (Handles)
          tellHandles(All);
        else
          tell(All);
      }
  for (cl_uint Count : {0u, 1u, 4096u, 4097u})
    for (cl_uint Given : {0u, 1u, 3u, 5000u})
      for (bool Null : {false, true}) {
        Now = usual();
        Now.Count = Count;
        Now.Given = Given;
        Now.Null = Null;
        tellHandles(All);
      }
  All.expect(0x99d1e8a8c3933f1d);
}
