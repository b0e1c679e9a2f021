// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Bench.cpp - Twofold beside serial, OpenMP and hand-written OpenCL --===//
//
//   bench [--rounds N] [--no-cpu] [--no-opencl] [--forms] [NAME...]
//
// Two tables. The first has whole calls on the CPU, the second kernels on
// resident data on the first GPU (without one, on the first OpenCL CPU device).
// Results are compared too; status 1 when they differ. With --forms a third
// table has other ways to write kernels by hand.
//
//===----------------------------------------------------------------------===//
#include "Case.h"
#include "DeviceRun.h"
#include "Rounds.h"
#include "opencl/ClDevices.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace twofold;

namespace {

struct Options {
  int Rounds = 9;
  bool Cpu = true;
  bool OpenCl = true;
  bool Forms = false;
  std::vector<std::string> Names;

  bool wants(const std::string &Name) const {
    if (Names.empty())
      return true;
    for (const std::string &N : Names)
      if (Name.find(N) != std::string::npos)
        return true;
    return false;
  }
};

bool Failed = false;

void agree(const Case &C, const char *What, const void *A, const void *B,
           double Tolerance) {
  double D = difference(C.Type, A, B, C.Memory[0].Bytes);
  if (D <= Tolerance)
    return;
  std::printf("  %s: %s differs by %g\n", C.Name.c_str(), What, D);
  Failed = true;
}

/// Milliseconds with their range.
void printTime(const Spread &S) {
  std::printf(" %9.3f [%.3f-%.3f]", 1e3 * S.Median, 1e3 * S.Min, 1e3 * S.Max);
}

void printRatio(const Spread &S) {
  std::printf("   %.3f [%.3f-%.3f]", S.Median, S.Min, S.Max);
}

/// How often to repeat Work so that a sample lasts ten milliseconds or more.
int repetitions(double Seconds) {
  return Seconds > 0.01 ? 1 : int(0.01 / std::max(Seconds, 1e-7)) + 1;
}

void onCpu(const Case &C, int Count) {
  const std::pair<const char *, const loops *> Variants[] = {
      {"serial", &serial_loops},
      {"OpenMP", &openmp_loops},
      {"Twofold", &twofold_loops}};
  std::vector<char> Expected;
  Rounds R;
  for (auto [Name, Loops] : Variants) {
    auto Work = [&C, Loops = Loops] { C.Run(*Loops); };
    std::memset(C.Memory[0].Data.get(), 0, C.Memory[0].Bytes);
    Work();
    const char *Result = C.Memory[0].Data.get();
    if (Expected.empty())
      Expected.assign(Result, Result + C.Memory[0].Bytes);
    agree(C, Name, Expected.data(), Result, C.Tolerance);
    int Repeat = repetitions(clocked(Work));
    R.add([Work, Repeat] {
      return clocked([&] {
               for (int I = 0; I < Repeat; ++I)
                 Work();
             }) /
             Repeat;
    });
  }
  R.run(Count);
  std::printf("%-16s %-16s", C.Name.c_str(), C.Size.c_str());
  for (size_t V = 0; V < 3; ++V)
    printTime(R.time(V));
  printRatio(R.ratio(2, 1));
  std::printf("\n");
  std::fflush(stdout);
}

void onDevice(Device &On, const Case &C, int Count) {
  DeviceRun Run(On, C);
  std::optional<DeviceRun::Kernel> Generated = Run.generated();
  DeviceRun::Kernel Hand = Run.handWritten();
  std::printf("%-16s %-16s", C.Name.c_str(), C.Size.c_str());
  if (!Generated) {
    std::printf("  no kernel\n");
    Failed = true;
    return;
  }
  std::vector<char> HandResult = Run.result(Hand);
  std::vector<char> Result = Run.result(*Generated);
  // The compiler of the hand-written kernel fuses where it likes.
  double Tolerance = C.Type == Case::Element::Float ? 1e-2 : 1e-9;
  Rounds R;
  for (DeviceRun::Kernel *K : {&Hand, &*Generated}) {
    Run.time(*K, 1);
    int Repeat = repetitions(Run.time(*K, 1));
    R.add([&Run, K, Repeat] { return Run.time(*K, Repeat); });
  }
  R.run(Count);
  printTime(R.time(0));
  printTime(R.time(1));
  printRatio(R.ratio(1, 0));
  std::printf("\n");
  std::fflush(stdout);
  if (C.SameOnDevice)
    agree(C, "generated kernel", HandResult.data(), Result.data(), Tolerance);
}

/// Each form, and the first one's share of its time.
void formsOnDevice(Device &On, const Case &C, int Count) {
  DeviceRun Run(On, C);
  std::vector<std::vector<DeviceRun::Kernel>> Forms;
  std::vector<char> Expected;
  Rounds R;
  for (const HandForm &F : C.Forms) {
    std::vector<DeviceRun::Kernel> Launches;
    for (const HandLaunch &L : F.Launches)
      Launches.push_back(Run.handWritten(L, F.Text));
    std::vector<char> Result = Run.result(Launches);
    if (Expected.empty())
      Expected = Result;
    agree(C, F.Name.c_str(), Expected.data(), Result.data(), 1e-2);
    Forms.push_back(std::move(Launches));
  }
  for (auto &Launches : Forms) {
    Run.time(Launches, 1);
    int Repeat = repetitions(Run.time(Launches, 1));
    R.add([&, Repeat] { return Run.time(Launches, Repeat); });
  }
  R.run(Count);
  for (size_t F = 0; F < Forms.size(); ++F) {
    std::printf("%-16s %-16s %-20s", C.Name.c_str(), C.Size.c_str(),
                C.Forms[F].Name.c_str());
    printTime(R.time(F));
    printRatio(R.ratio(F, 0));
    std::printf("\n");
  }
  std::fflush(stdout);
}

Device *choose(std::vector<std::unique_ptr<Device>> &Devices) {
  for (auto &D : Devices)
    if (D->facts().Kind == DeviceKind::Gpu)
      return D.get();
  return Devices.empty() ? nullptr : Devices.front().get();
}

} // namespace

int main(int Argc, char **Argv) {
  Options Given;
  for (int I = 1; I < Argc; ++I) {
    std::string Text = Argv[I];
    if (Text == "--rounds" && I + 1 < Argc)
      Given.Rounds = std::atoi(Argv[++I]);
    else if (Text == "--no-cpu")
      Given.Cpu = false;
    else if (Text == "--no-opencl")
      Given.OpenCl = false;
    else if (Text == "--forms")
      Given.Forms = true;
    else
      Given.Names.push_back(Text);
  }
  setenv("TWOFOLD_DEVICE", "native", 1);

  if (Given.Cpu) {
    std::printf("%-16s %-16s %s\n", "loop", "size",
                "serial ms [min-max], OpenMP ms, Twofold native ms, native / "
                "OpenMP [min-max]");
    for (auto &Make : cases(false))
      if (Case C = Make(); Given.wants(C.Name))
        onCpu(C, Given.Rounds);
    std::printf("\n");
  }
  if (Given.OpenCl) {
    std::string WhyNone;
    auto Devices = openDevices(WhyNone);
    Device *On = choose(Devices);
    if (!On) {
      std::printf("No OpenCL device: %s\n", WhyNone.c_str());
      return Failed;
    }
    std::printf("%s\n%-16s %-16s %s\n", On->facts().Name.c_str(), "loop",
                "size",
                "hand-written kernel ms [min-max], generated kernel ms, "
                "generated / hand-written [min-max]");
    for (auto &Make : cases(On->facts().Kind == DeviceKind::Gpu))
      if (Case C = Make(); Given.wants(C.Name) && !C.HandKernel.empty())
        onDevice(*On, C, Given.Rounds);
    if (!Given.Forms)
      return Failed;
    bool Large = On->facts().Kind == DeviceKind::Gpu;
    std::printf("\n%-16s %-16s %-20s %s\n", "statement", "size", "form",
                "ms [min-max], form / first form [min-max]");
    for (auto Makers : {containerCases(Large), strideCases(Large)})
      for (auto &Make : Makers)
        if (Case C = Make(); Given.wants(C.Name) && !C.Forms.empty())
          formsOnDevice(*On, C, Given.Rounds);
  }
  return Failed;
}
