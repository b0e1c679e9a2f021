// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProgramRecordTest.cpp - what a driver is asked for about kernels ---===//
//
// Its answers are made up: builds and their logs, binaries, sizes of groups,
// arguments that are set again or not, calls that fail one after the other.
#include "Record.h"
#include "fake/PaperDriver.h"
#include "opencl/ClProgram.h"

#include <gtest/gtest.h>

using namespace twofold;
using namespace twofold::test;

namespace {

struct Answers {
  std::string *To = nullptr;
  unsigned Calls = 0, FailAt = 0; ///< 0: none fails
  size_t GroupSize = 64, LogSize = 10, BinarySize = 5;
  cl_uint Devices = 1;
  cl_int BuildCode = CL_SUCCESS, Accepted = CL_SUCCESS,
         Failure = CL_OUT_OF_HOST_MEMORY;
  bool NoObject = false, EventAnyway = false;
  std::string Log = "an error";
} Now;

cl_int answer(const std::string &Call) {
  *Now.To += Call + '\n';
  return ++Now.Calls == Now.FailAt ? Now.Failure : CL_SUCCESS;
}

template <typename Handle> Handle object(cl_int *Code, const char *Call) {
  *Code = answer(Call);
  return *Code || Now.NoObject ? nullptr : reinterpret_cast<Handle>(&Now);
}

void give(void *To, size_t Room, const void *From, size_t Size) {
  if (To)
    std::memcpy(To, From, std::min(Room, Size));
}

std::shared_ptr<const ClApi> api() {
  auto Api = std::make_shared<ClApi>(*paper::paperApi());
  Api->clCreateProgramWithSource = [](cl_context, cl_uint Count,
                                      const char **Texts, const size_t *Lengths,
                                      cl_int *Code) {
    return object<cl_program>(Code, ("source " + std::to_string(Count) + ' ' +
                                     std::string(Texts[0], Lengths[0]))
                                        .c_str());
  };
  Api->clCreateProgramWithBinary =
      [](cl_context, cl_uint Count, const cl_device_id *, const size_t *Lengths,
         const unsigned char **, cl_int *Accepted, cl_int *Code) {
        *Accepted = Now.Accepted;
        return object<cl_program>(Code, ("binary " + std::to_string(Count) +
                                         ' ' + std::to_string(Lengths[0]))
                                            .c_str());
      };
  Api->clBuildProgram = [](cl_program, cl_uint Count, const cl_device_id *,
                           const char *Options, auto, void *) {
    const cl_int Code =
        answer("build " + std::to_string(Count) + ' ' + Options);
    return Code ? Code : Now.BuildCode;
  };
  Api->clGetProgramBuildInfo = [](cl_program, cl_device_id,
                                  cl_program_build_info What, size_t Room,
                                  void *To, size_t *Size) {
    if (Size)
      *Size = Now.LogSize;
    std::string Text = Now.Log;
    Text.resize(Now.LogSize < 4096 ? Now.LogSize : 0);
    give(To, Room, Text.data(), Text.size());
    return answer("log " + std::to_string(What) + ' ' + std::to_string(Room));
  };
  Api->clCreateKernel = [](cl_program, const char *Name, cl_int *Code) {
    return object<cl_kernel>(Code, Name);
  };
  Api->clGetKernelWorkGroupInfo = [](cl_kernel, cl_device_id,
                                     cl_kernel_work_group_info What,
                                     size_t Room, void *To, size_t *) {
    give(To, Room, &Now.GroupSize, sizeof Now.GroupSize);
    return answer("group " + std::to_string(What) + ' ' + std::to_string(Room));
  };
  Api->clGetProgramInfo = [](cl_program, cl_program_info What, size_t Room,
                             void *To, size_t *) {
    if (What == CL_PROGRAM_NUM_DEVICES)
      give(To, Room, &Now.Devices, sizeof Now.Devices);
    if (What == CL_PROGRAM_BINARY_SIZES)
      give(To, Room, &Now.BinarySize, sizeof Now.BinarySize);
    if (What == CL_PROGRAM_BINARIES)
      std::memset(*static_cast<char **>(To), 'b', Now.BinarySize);
    return answer("about " + std::to_string(What) + ' ' + std::to_string(Room));
  };
  Api->clSetKernelArg = [](cl_kernel, cl_uint Index, size_t Size,
                           const void *Value) {
    std::string Text = "set " + std::to_string(Index) + ' ' +
                       std::to_string(Size) + (Value ? "" : " local");
    if (Value && Size != sizeof(cl_mem))
      for (size_t I = 0; I < Size; ++I)
        Text += ' ' + std::to_string(static_cast<const uint8_t *>(Value)[I]);
    return answer(Text);
  };
  Api->clEnqueueNDRangeKernel = [](cl_command_queue, cl_kernel, cl_uint Rank,
                                   const size_t *Offset, const size_t *Global,
                                   const size_t *Local, cl_uint Waits,
                                   const cl_event *, cl_event *Done) {
    std::string Text = "run " + std::to_string(Rank) + (Offset ? " off" : "") +
                       ' ' + std::to_string(Waits);
    for (cl_uint I = 0; I < Rank; ++I)
      Text += ' ' + std::to_string(Global[I]) + '/' +
              (Local ? std::to_string(Local[I]) : "any");
    const cl_int Code = answer(Text);
    if (Done && (!Code || Now.EventAnyway))
      *Done = Now.NoObject ? nullptr : reinterpret_cast<cl_event>(&Now);
    return Code;
  };
  Api->clReleaseKernel = [](cl_kernel) { return answer("kernel released"); };
  Api->clReleaseProgram = [](cl_program) { return answer("released"); };
  return Api;
}

void tell(Record &To, const Error &Of) {
  To << "failed " << int(Of.Code) << ' ' << Of.Message << ' ' << Of.Detail
     << '\n';
}

/// Builds a kernel twice, asks for its binary and launches it.
void play(Record &To) {
  std::string Log;
  Now.To = &Log;
  Now.Calls = 0;
  {
    auto Context = std::make_shared<const ClContext>(
        api(), reinterpret_cast<cl_device_id>(&Now),
        reinterpret_cast<cl_context>(&Now));
    const ProgramSource Source = {"k", "the text", "-DX"};
    std::unique_ptr<Program> Made;
    for (bool Binary : {false, true}) {
      auto Built = Binary ? ClProgram::fromBinary(Context, Source, {1, 2, 3})
                          : ClProgram::fromSource(Context, Source);
      if (!Built) {
        tell(To, Built.error());
        continue;
      }
      Made = std::move(*Built);
      To << "groups " << Made->maxGroupSize() << " binary "
         << Made->binary().size() << '\n';
    }
    if (Made) {
      auto First = ClBuffer::create(Context, 64),
           Second = ClBuffer::create(Context, 64);
      std::array<char, 24> Bytes{1, 2, 3, 4, 5, 6, 7, 8, 9};
      const auto Run = [&](std::vector<KernelArgument> Arguments, NdRange Range,
                           bool WithEvent) {
        cl_event Done = nullptr;
        const Status Ran = static_cast<ClProgram &>(*Made).enqueue(
            nullptr, Range, Arguments, WithEvent ? &Done : nullptr);
        if (Ran)
          To << "ran " << (Done != nullptr) << '\n';
        else
          tell(To, Ran.error());
      };
      using Kind = KernelArgument::Kind;
      std::vector<KernelArgument> All = {
          {Kind::Memory, First->get(), nullptr, 0},
          {Kind::Memory, nullptr, nullptr, 0},
          {Kind::Local, nullptr, nullptr, 128},
          {Kind::Local, nullptr, nullptr, 0}};
      for (size_t Size : {1, 4, 8, 15, 16, 17, 24})
        All.push_back({Kind::Bytes, nullptr, Bytes.data(), Size});
      NdRange Range = {2, {64, 6, 1}, {16, 2, 1}};
      Run(All, Range, true);
      Run(All, Range, false); // nothing is set again but what is too large
      Range.Local = {};
      Bytes[0] = 77;
      Run(All, Range, true);
      Bytes[7] = 78;
      Run(All, Range, true);
      Bytes[15] = 79;
      All[0].Memory = Second->get();
      All[2].Size = 129;
      Run(All, Range, false);
      std::swap(All[1], All[2]);
      std::swap(All[4], All[5]);
      Run(All, Range, true);
      // One that has the other's place in the driver is another one.
      First->reset();
      First = ClBuffer::create(Context, 64);
      All[0].Memory = First->get();
      Run(All, Range, true);
      All.resize(3);
      Run(All, Range, true);
      To << Log;
      Log.clear();
    }
  }
  To << Log << "---\n";
}

} // namespace

TEST(ProgramRecord, DriversThatAnswer) {
  Record All;
  const Answers Usual;
  const auto With = [&](auto Change) {
    Now = Usual;
    Change();
    play(All);
  };
  With([] {});
  for (size_t Size : {size_t(0), size_t(1), size_t(1) << 24, size_t(2) << 24})
    With([&] { Now.GroupSize = Size; });
  for (size_t Size : {size_t(0), size_t(3), size_t(8), size_t(9), size_t(40),
                      size_t(17) << 20})
    With([&] {
      Now.BuildCode = CL_BUILD_PROGRAM_FAILURE;
      Now.LogSize = Size;
    });
  for (size_t Size : {size_t(0), size_t(7), (size_t(1) << 30) + 1})
    With([&] { Now.BinarySize = Size; });
  for (cl_uint Count : {0u, 2u})
    With([&] { Now.Devices = Count; });
  With([] { Now.Accepted = CL_INVALID_BINARY; });
  With([] { Now.NoObject = true; });
  Now = Usual;
  std::string Log;
  Now.To = &Log;
  auto Context = std::make_shared<const ClContext>(
      api(), reinterpret_cast<cl_device_id>(&Now),
      reinterpret_cast<cl_context>(&Now));
  tell(All, ClProgram::fromSource(Context, {"k", "", ""}).error());
  tell(All, ClProgram::fromBinary(Context, {"k", "x", ""}, {}).error());
  All.expect(0xef0cea0e67c3dc8a);
}

TEST(ProgramRecord, CallsThatFail) {
  Record All;
  for (cl_int Failure :
       {CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES, CL_INVALID_KERNEL_ARGS})
    for (bool EventAnyway : {false, true})
      for (unsigned At = 1; At < 75; ++At) {
        Now = {};
        Now.FailAt = At;
        Now.Failure = Failure;
        Now.EventAnyway = EventAnyway;
        Now.BuildCode = At % 5 ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
        play(All);
      }
  All.expect(0x908a6c1796a2121c);
}
