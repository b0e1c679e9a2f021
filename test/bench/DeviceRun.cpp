// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DeviceRun.cpp - time kernels on resident data ----------------------===//
#include "DeviceRun.h"

#include "Capture.h"
#include "HandReductions.h"
#include "HandWritten.h"
#include "Rounds.h"
#include "bytes/Footprint.h"
#include "guard/PageProbe.h"
#include "host/ElementCopies.h"
#include "launch/KernelArguments.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace twofold;

template <typename T> static T need(Result<T> R) {
  if (R)
    return std::move(*R);
  std::fprintf(stderr, "bench: %s\n%s\n", R.error().Message.c_str(),
               R.error().Detail.c_str());
  std::exit(1);
}

DeviceRun::DeviceRun(Device &On, const Case &C) : On(On), C(C) {
  Queue = need(On.createQueue());
  for (const Array &A : C.Memory) {
    Buffers.push_back(need(On.allocate(A.Bytes)));
    need(Queue->write(*Buffers.back(), 0, A.Data.get(), A.Bytes));
  }
  need(Queue->finish());
}

/// As the runtime's own.
std::string DeviceRun::options() const {
  std::string Options = "-cl-std=CL1.2";
  if (On.facts().CorrectlyRoundedDivideSqrt)
    Options += " -cl-fp32-correctly-rounded-divide-sqrt";
  return Options;
}

std::unique_ptr<Program> DeviceRun::build(const std::string &Name,
                                          const char *Text) {
  return need(On.build({Name, Text, options()}));
}

static void addBytes(DeviceRun::Kernel &K, const void *Bytes, size_t Size) {
  const char *From = static_cast<const char *>(Bytes);
  K.Storage.emplace_back(From, From + Size);
  K.Arguments.push_back(
      {KernelArgument::Kind::Bytes, nullptr, K.Storage.back().data(), Size});
}

void DeviceRun::addPartial(Kernel &K, size_t Count) {
  K.Partial = need(On.allocate(Count * sizeof(double)));
  K.Partials = Count;
  K.Arguments.push_back(
      {KernelArgument::Kind::Memory, K.Partial.get(), nullptr, 0});
}

/// The numbers of groups and items of the runtime's own reductions.
void DeviceRun::handReduction(Kernel &K) {
  bool Cpu = On.facts().Kind == DeviceKind::Cpu;
  size_t Groups = (Cpu ? 4 : 8) * size_t(On.facts().ComputeUnits);
  size_t Group = Cpu ? 1 : 256;
  K.Program = build(C.HandKernel + (Cpu ? "_blocks" : ""), HandReductions);
  K.Range.Global[0] = Groups * Group;
  K.Range.Local = {Group, 1, 1};
  for (const HandArgument &A : C.HandArgs)
    if (auto *Memory = std::get_if<MemoryNumber>(&A))
      K.Arguments.push_back({KernelArgument::Kind::Memory,
                             Buffers[Memory->Number].get(), nullptr, 0});
  addPartial(K, Groups);
  if (!Cpu)
    K.Arguments.push_back({KernelArgument::Kind::Local, nullptr, nullptr,
                           Group * sizeof(double)});
  int64_t N = std::get<int64_t>(C.HandArgs.back());
  addBytes(K, &N, sizeof N);
}

DeviceRun::Kernel DeviceRun::handWritten() {
  if (C.Reduces != Case::Fold::None) {
    Kernel K;
    handReduction(K);
    return K;
  }
  return handWritten({C.HandKernel, C.HandArgs, C.HandItems}, HandWritten);
}

DeviceRun::Kernel DeviceRun::handWritten(const HandLaunch &Launch,
                                         const char *Text) {
  Kernel K;
  K.Program = build(Launch.Kernel, Text);
  for (const HandArgument &A : Launch.Arguments)
    std::visit(
        [&](auto Value) {
          if constexpr (std::is_same_v<decltype(Value), MemoryNumber>)
            K.Arguments.push_back({KernelArgument::Kind::Memory,
                                   Buffers[Value.Number].get(), nullptr, 0});
          else
            addBytes(K, &Value, sizeof Value);
        },
        A);
  K.Range.Rank = uint32_t(Launch.Items.size());
  bool Cpu = On.facts().Kind == DeviceKind::Cpu;
  K.Range.Local = Cpu                 ? std::array<size_t, 3>{64, 1, 1}
                  : K.Range.Rank == 1 ? std::array<size_t, 3>{256, 1, 1}
                                      : std::array<size_t, 3>{32, 8, 1};
  for (uint32_t R = 0; R < K.Range.Rank; ++R) {
    size_t Group = K.Range.Local[R];
    K.Range.Global[R] = (Launch.Items[R] + Group - 1) / Group * Group;
  }
  return K;
}

std::optional<DeviceRun::Kernel> DeviceRun::generated() {
  std::optional<Kernel> Out;
  auto Observe = [&](const twofold_site &Site, const twofold_launch &Launch) {
    if (!Site.kernel) {
      std::fprintf(stderr, "bench: %s: no kernel: %s\n", C.Name.c_str(),
                   Site.reason);
      return;
    }
    Kernel K;
    K.Program = build(Site.kernel->name, Site.kernel->source);
    uint64_t Trips = 1;
    for (uint32_t D = 0; D < Site.rank; ++D)
      Trips *= Launch.dims[D].trips;
    IterationSpace Space(Site, Launch);
    Footprint Touched = computeFootprint(Site, Launch, Space, probePages);
    const DeviceFacts &Facts = On.facts();
    LaunchShape Shape =
        LaunchShape::make(Site, Launch, Trips, Facts, K.Program->maxGroupSize(),
                          Touched.basesApart(), LaunchShape::MaxItems,
                          localCopies(Site, Launch, Space, Trips, Touched.Bases,
                                      Facts.LocalMemory, Facts.ComputeUnits));
    KernelArguments Arguments(Site, Launch, Shape);
    for (uint32_t B = 0; B < Site.base_count; ++B) {
      char *Address = static_cast<char *>(Launch.args[Site.bases[B].arg]);
      if (Site.bases[B].flags & TWOFOLD_BASE_POINTER)
        Address = *reinterpret_cast<char **>(Address);
      for (size_t M = 0; M < C.Memory.size(); ++M)
        if (Address >= C.Memory[M].Data.get() &&
            Address < C.Memory[M].Data.get() + C.Memory[M].Bytes)
          Arguments.setBase(B, *Buffers[M], Address - C.Memory[M].Data.get());
    }
    if (Site.result_count) {
      addPartial(K, Shape.Groups);
      K.Arguments.clear();
      Arguments.setResult(0, *K.Partial);
    }
    K.Range = Shape.Pieces.front().Range;
    for (const KernelArgument &A : Arguments.make(Shape.Pieces.front()))
      if (A.What == KernelArgument::Kind::Bytes)
        addBytes(K, A.Bytes, A.Size);
      else
        K.Arguments.push_back(A);
    Out = std::move(K);
  };
  capture([&] { C.Run(twofold_loops); }, Observe);
  return Out;
}

void DeviceRun::launch(Kernel &K) {
  need(Queue->launch(*K.Program, K.Range, K.Arguments));
}

double DeviceRun::time(Kernel &K, int Count) {
  return clocked([&] {
           for (int I = 0; I < Count; ++I)
             launch(K);
           need(Queue->finish());
         }) /
         Count;
}

double DeviceRun::time(std::vector<Kernel> &All, int Count) {
  return clocked([&] {
           for (int I = 0; I < Count; ++I)
             for (Kernel &K : All)
               launch(K);
           need(Queue->finish());
         }) /
         Count;
}

std::vector<char> DeviceRun::result(std::vector<Kernel> &All) {
  for (size_t I = 0; I + 1 < All.size(); ++I)
    launch(All[I]);
  return result(All.back());
}

std::vector<char> DeviceRun::result(Kernel &K) {
  // Kernels that add to their result start from the same one.
  need(Queue->write(*Buffers[0], 0, C.Memory[0].Data.get(), C.Memory[0].Bytes));
  launch(K);
  Buffer &From = K.Partial ? *K.Partial : *Buffers[0];
  std::vector<char> Out(K.Partial ? K.Partials * sizeof(double)
                                  : C.Memory[0].Bytes);
  need(Queue->read(Out.data(), From, 0, Out.size()));
  need(Queue->finish());
  if (!K.Partial)
    return Out;
  const double *Partial = reinterpret_cast<double *>(Out.data());
  double Whole = Partial[0];
  for (size_t I = 1; I < K.Partials; ++I)
    Whole = C.Reduces == Case::Fold::Sum ? Whole + Partial[I]
                                         : std::min(Whole, Partial[I]);
  const char *Bytes = reinterpret_cast<char *>(&Whole);
  return {Bytes, Bytes + sizeof Whole};
}
