// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClFactsTest.cpp - drivers that say what cannot be true ------------===//
#include "opencl/ClFacts.h"
#include "Record.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <map>

using namespace twofold;

namespace {

std::string bytesOf(auto Value) {
  return std::string(reinterpret_cast<const char *>(&Value), sizeof(Value));
}

/// What the device below answers. Plain C functions, so that it cannot be
/// anywhere else.
struct Liar {
  std::map<cl_uint, std::string> Answers;
  cl_uint Platforms = 1, Devices = 1;
  bool Writes = true;
  char Filling = 0;
  size_t Length = 0;   ///< of texts; 0: the true one
  cl_uint Refuses = 0; ///< the question that fails
} Now;

cl_device_id paperDevice() {
  static void *Functions[200] = {};
  static void **Object = Functions;
  return reinterpret_cast<cl_device_id>(&Object);
}

cl_int answer(cl_uint What, size_t Room, void *To, size_t *Size) {
  if (What == Now.Refuses)
    return CL_OUT_OF_RESOURCES;
  std::string Text = Now.Answers.count(What) ? Now.Answers[What] : "";
  if (Size && Now.Writes)
    *Size = !To && Now.Length ? Now.Length : Text.size();
  if (To && Now.Writes) {
    if (!Now.Answers.count(What))
      std::memset(To, Now.Filling, Room);
    std::memcpy(To, Text.data(), std::min(Room, Text.size()));
  }
  return CL_SUCCESS;
}

ClApi api() {
  ClApi Out;
  Out.clGetPlatformIDs = [](cl_uint Room, cl_platform_id *To, cl_uint *Count) {
    for (cl_uint I = 0; I < Room && To; ++I)
      To[I] = reinterpret_cast<cl_platform_id>(&Now);
    if (Count)
      *Count = Now.Platforms;
    return CL_SUCCESS;
  };
  Out.clGetDeviceIDs = [](cl_platform_id, cl_device_type, cl_uint Room,
                          cl_device_id *To, cl_uint *Count) {
    for (cl_uint I = 0; I < Room && To; ++I)
      To[I] = I % 2 ? nullptr : paperDevice();
    if (Count)
      *Count = Now.Devices;
    return CL_SUCCESS;
  };
  Out.clGetPlatformInfo = [](cl_platform_id, cl_platform_info What, size_t Room,
                             void *To, size_t *Size) {
    return answer(What, Room, To, Size);
  };
  Out.clGetDeviceInfo = [](cl_device_id, cl_device_info What, size_t Room,
                           void *To, size_t *Size) {
    return answer(What, Room, To, Size);
  };
  return Out;
}

/// A device that nothing is wrong with.
Liar honest() {
  Liar Out;
  auto Text = [&](cl_uint What, const char *Value) {
    Out.Answers[What] = std::string(Value, std::strlen(Value) + 1);
  };
  Text(CL_PLATFORM_NAME, "Paper Platform");
  Text(CL_PLATFORM_EXTENSIONS, "");
  Text(CL_DEVICE_NAME, "Paper");
  Text(CL_DEVICE_VENDOR, "Paper Inc.");
  Text(CL_DRIVER_VERSION, "1");
  Text(CL_DEVICE_VERSION, "OpenCL 1.2 paper");
  Text(CL_DEVICE_PROFILE, "FULL_PROFILE");
  Text(CL_DEVICE_EXTENSIONS, "cl_khr_fp64");
  for (cl_uint What : {CL_DEVICE_AVAILABLE, CL_DEVICE_COMPILER_AVAILABLE,
                       CL_DEVICE_ENDIAN_LITTLE})
    Out.Answers[What] = bytesOf(cl_bool(1));
  Out.Answers[CL_DEVICE_TYPE] = bytesOf(cl_device_type(CL_DEVICE_TYPE_GPU));
  Out.Answers[CL_DEVICE_GLOBAL_MEM_SIZE] = bytesOf(cl_ulong(1) << 30);
  Out.Answers[CL_DEVICE_MAX_MEM_ALLOC_SIZE] = bytesOf(cl_ulong(1) << 28);
  Out.Answers[CL_DEVICE_LOCAL_MEM_SIZE] = bytesOf(cl_ulong(1) << 15);
  Out.Answers[CL_DEVICE_MAX_COMPUTE_UNITS] = bytesOf(cl_uint(4));
  Out.Answers[CL_DEVICE_MAX_WORK_GROUP_SIZE] = bytesOf(size_t(256));
  Out.Answers[CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS] = bytesOf(cl_uint(3));
  Out.Answers[CL_DEVICE_MAX_WORK_ITEM_SIZES] =
      bytesOf(std::array<size_t, 3>{256, 256, 64});
  return Out;
}

Result<DeviceFacts> facts() {
  return readFacts(api(), reinterpret_cast<cl_platform_id>(&Now),
                   "Paper Platform", paperDevice());
}

} // namespace

TEST(ClFacts, OfAnHonestDevice) {
  Now = honest();
  Result<DeviceFacts> Facts = facts();
  ASSERT_TRUE(bool(Facts)) << Facts.error().Message;
  EXPECT_EQ(Facts->Name, "Paper");
  EXPECT_EQ(Facts->GlobalMemory, uint64_t(1) << 30);
  EXPECT_EQ(Facts->MaxItemSizes[2], 64u);
  EXPECT_TRUE(Facts->Fp64);
}

TEST(ClFacts, WhatNoDeviceHasIsRefusedInOneLine) {
  const std::pair<cl_uint, std::string> Lies[] = {
      {CL_DEVICE_GLOBAL_MEM_SIZE, bytesOf(cl_ulong(0))},
      {CL_DEVICE_GLOBAL_MEM_SIZE, bytesOf(~cl_ulong(0))},
      {CL_DEVICE_MAX_MEM_ALLOC_SIZE, bytesOf(cl_ulong(0))},
      {CL_DEVICE_MAX_MEM_ALLOC_SIZE, bytesOf(cl_ulong(2) << 30)},
      {CL_DEVICE_LOCAL_MEM_SIZE, bytesOf(~cl_ulong(0))},
      {CL_DEVICE_MAX_COMPUTE_UNITS, bytesOf(cl_uint(0))},
      {CL_DEVICE_MAX_COMPUTE_UNITS, bytesOf(~cl_uint(0))},
      {CL_DEVICE_MAX_WORK_GROUP_SIZE, bytesOf(size_t(0))},
      {CL_DEVICE_MAX_WORK_GROUP_SIZE, bytesOf(~size_t(0))},
      {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, bytesOf(cl_uint(0))},
      {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, bytesOf(~cl_uint(0))},
      {CL_DEVICE_MAX_WORK_ITEM_SIZES,
       bytesOf(std::array<size_t, 3>{256, 0, 64})},
      {CL_DEVICE_NAME, std::string(1, '\0')},
  };
  for (const auto &[What, Answer] : Lies) {
    Now = honest();
    Now.Answers[What] = Answer;
    Result<DeviceFacts> Facts = facts();
    ASSERT_FALSE(bool(Facts)) << What;
    EXPECT_EQ(Facts.error().Code, ErrorCode::Unsupported);
    EXPECT_NE(Facts.error().Message.find(": claims "), std::string::npos)
        << Facts.error().Message;
  }
}

TEST(ClFacts, AnswersWithoutContent) {
  for (char Filling : {char(0), char(0xff)}) {
    Now = Liar();
    Now.Filling = Filling;
    EXPECT_FALSE(bool(facts()));
  }
  Now = honest();
  Now.Writes = false;
  EXPECT_FALSE(bool(facts()));
}

TEST(ClFacts, TextsOfAnyLengthAndContent) {
  Now = honest();
  Now.Answers[CL_DEVICE_NAME] = "no end"; // without a terminator
  ASSERT_TRUE(bool(facts()));
  EXPECT_EQ(facts()->Name, "no end");
  Now.Answers[CL_DEVICE_NAME] = std::string("\x1b[2Ja\nb\x7f", 8);
  EXPECT_EQ(facts()->Name, "?[2Ja?b?");
  Now.Length = size_t(1) << 45;
  Result<DeviceFacts> Facts = facts();
  ASSERT_FALSE(bool(Facts));
  EXPECT_NE(Facts.error().Message.find("a text of 35184372088832 bytes"),
            std::string::npos)
      << Facts.error().Message;
  EXPECT_FALSE(
      bool(platformName(api(), reinterpret_cast<cl_platform_id>(&Now))));
}

TEST(ClFacts, NumbersOfPlatformsAndDevices) {
  Now = honest();
  ClApi Api = api();
  EXPECT_EQ(platformsOf(Api.clGetPlatformIDs)->size(), 1u);
  Now.Platforms = 0;
  EXPECT_EQ(platformsOf(Api.clGetPlatformIDs)->size(), 0u);
  Now.Platforms = ~0u;
  auto Platforms = platformsOf(Api.clGetPlatformIDs);
  ASSERT_FALSE(bool(Platforms));
  EXPECT_EQ(Platforms.error().Message, "claims 4294967295 platforms");
  Now.Devices = 5; // every other one is null
  EXPECT_EQ(devicesOf(Api, nullptr)->size(), 3u);
  Now.Devices = 1000000000;
  EXPECT_FALSE(bool(devicesOf(Api, nullptr)));
}

/// Only where the device can be asked, and has come with them.
TEST(ClFacts, InstructionsForMatrices) {
  const auto Multiplies = [](const char *Extensions, cl_uint Capability) {
    Now = honest();
    Now.Answers[CL_DEVICE_EXTENSIONS] =
        std::string(Extensions, std::strlen(Extensions) + 1);
    Now.Answers[0x4000] = bytesOf(Capability);
    Result<DeviceFacts> F =
        readFacts(api(), reinterpret_cast<cl_platform_id>(&Now),
                  "Paper Platform", paperDevice());
    EXPECT_TRUE(bool(F));
    return F && F->MultipliesMatrices;
  };
  const char *const Asked = "cl_khr_fp16 cl_nv_device_attribute_query";
  EXPECT_FALSE(Multiplies(Asked, 0));
  EXPECT_FALSE(Multiplies(Asked, 8));
  EXPECT_TRUE(Multiplies(Asked, 9));
  EXPECT_TRUE(Multiplies(Asked, 12));
  EXPECT_FALSE(Multiplies("cl_khr_fp16", 9));
  Now = Liar();
}

/// What becomes of a device when one of its answers is another one.
TEST(ClFacts, EachAnswerHasItsEffect) {
  twofold::test::Record All;
  const auto Tell = [&](const char *Platform = "Paper Platform") {
    Result<DeviceFacts> F = readFacts(
        api(), reinterpret_cast<cl_platform_id>(&Now), Platform, paperDevice());
    if (!F) {
      All << int(F.error().Code) << F.error().Message << '\n';
      return;
    }
    All << int(F->Kind) << F->Platform << F->Name << F->Vendor
        << F->DriverVersion << F->DeviceVersion << ' ' << F->GlobalMemory << ' '
        << F->MaxAllocation << ' ' << F->LocalMemory << ' ' << F->ComputeUnits
        << ' ' << F->MaxGroupSize;
    for (size_t Size : F->MaxItemSizes)
      All << ' ' << Size;
    All << F->Fp64 << F->Fp16 << F->Int64Atomics
        << F->CorrectlyRoundedDivideSqrt << F->UnifiedMemory << F->ErrorsLast
        << F->CoherentMemory << '\n';
  };
  const auto With = [&](cl_uint What, const std::string &Answer) {
    Now = honest();
    Now.Answers[What] = Answer;
    Tell();
  };
  const auto Text = [&](cl_uint What, const char *Answer) {
    With(What, std::string(Answer, std::strlen(Answer) + 1));
  };
  const Liar Usual = honest();
  for (const auto &[What, Answer] : Usual.Answers) {
    Now = Usual;
    Now.Refuses = What;
    Tell();
    With(What, std::string(Answer.size(), '\0'));
  }
  for (cl_ulong Size : {(cl_ulong(1) << 28) - 1, cl_ulong(1) << 28,
                        cl_ulong(1) << 50, (cl_ulong(1) << 50) + 1})
    With(CL_DEVICE_GLOBAL_MEM_SIZE, bytesOf(Size));
  for (cl_uint What : {CL_DEVICE_MAX_MEM_ALLOC_SIZE, CL_DEVICE_LOCAL_MEM_SIZE})
    for (cl_ulong Size : {cl_ulong(1) << 30, (cl_ulong(1) << 30) + 1})
      With(What, bytesOf(Size));
  for (cl_uint Units : {1u, 1u << 20, (1u << 20) + 1})
    With(CL_DEVICE_MAX_COMPUTE_UNITS, bytesOf(Units));
  for (size_t Items : {1u, 1u << 24, (1u << 24) + 1})
    With(CL_DEVICE_MAX_WORK_GROUP_SIZE, bytesOf(Items));
  for (cl_uint Dimensions : {2u, 4u, 64u, 65u})
    With(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, bytesOf(Dimensions));
  for (const char *Version : {"OpenCL 1.1 x", "OpenCL 1.2", "OpenCL 2.0",
                              "OpenCL 0.9", "OpenCL 3", "CL 1.2"})
    Text(CL_DEVICE_VERSION, Version);
  Text(CL_DEVICE_PROFILE, "EMBEDDED_PROFILE");
  for (const char *Words :
       {"", "cl_khr_fp16", "xcl_khr_fp64", "cl_khr_fp64x cl_khr_fp16",
        "a cl_khr_int64_base_atomics b"})
    Text(CL_DEVICE_EXTENSIONS, Words);
  for (cl_device_type Type :
       {CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_ACCELERATOR,
        CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_CUSTOM})
    With(CL_DEVICE_TYPE, bytesOf(Type));
  With(CL_DEVICE_DOUBLE_FP_CONFIG, bytesOf(cl_device_fp_config(1)));
  With(CL_DEVICE_SINGLE_FP_CONFIG,
       bytesOf(cl_device_fp_config(CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT)));
  for (cl_bitfield Shares : {0, 1, 2, 3}) {
    Now = honest();
    Now.Answers[CL_DEVICE_HOST_UNIFIED_MEMORY] = bytesOf(cl_bool(1));
    Now.Answers[0x1053] = bytesOf(Shares);
    Tell("NVIDIA CUDA");
    Now.Refuses = 0x1053;
    Tell();
    Now.Answers[CL_DEVICE_TYPE] = bytesOf(cl_device_type(CL_DEVICE_TYPE_CPU));
    Tell();
    Now.Refuses = CL_DEVICE_HOST_UNIFIED_MEMORY;
    Tell();
  }
  Now = honest();
  for (size_t Length : {size_t(1) << 20, (size_t(1) << 20) + 1}) {
    Now.Length = Length;
    auto Name = platformName(api(), reinterpret_cast<cl_platform_id>(&Now));
    All << (Name ? *Name : Name.error().Message) << '\n';
  }
  for (cl_uint Count : {4096u, 4097u}) {
    Now.Platforms = Now.Devices = Count;
    auto Platforms = platformsOf(api().clGetPlatformIDs);
    auto Devices = devicesOf(api(), nullptr);
    All << (Platforms ? Platforms->size() : 0) << ' '
        << (Devices ? Devices->size() : 0) << '\n';
  }
  Now = Liar();
  All.expect(0xd280f12a80776581);
}
