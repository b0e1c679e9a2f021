// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Residence.cpp - what it costs that data finds its place itself -----===//
//
// twofold_residence [--small] [--steps N]
//
// Against programs written by hand with OpenCL's own calls, on the same device
// and in the same run: stencils of many steps whose data stays there, the
// host's pass over data that is on the device, and launches whose data is in
// place. Run with TWOFOLD_COHERENCE=lazy unless the environment says otherwise.
//
//===----------------------------------------------------------------------===//
#include "Residence.h"

#include <cstring>
#include <unistd.h>

namespace {

/// The host's pass: as fast as memory gives its bytes. Not annotated.
uint64_t pass(const Doubles &Over) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < Over.Count; ++I) {
    uint64_t Bits;
    std::memcpy(&Bits, Over.data() + I, sizeof Bits);
    Sum += Bits;
  }
  return Sum;
}

/// A pass of the host over data that a kernel has just written.
void hostPass(HandResident &Hand, const ResidenceOptions &Given) {
  size_t Bytes = Given.Small ? size_t(16) << 20
                 : Hand.Gpu  ? size_t(1) << 30
                             : size_t(256) << 20;
  size_t Count = Bytes / sizeof(double);
  Doubles From(Count), To(Count), Out(Count);
  From.fill();
  std::memset(To.data(), 0, To.bytes());
  std::memset(Out.data(), 0, Out.bytes());
  cl_mem Source = Hand.buffer(Bytes), Target = Hand.buffer(Bytes);
  cl_kernel Kernel = Hand.kernel("scale");
  Hand.write(Source, From.data(), Bytes);
  Hand.set(Kernel, 0, Source);
  Hand.set(Kernel, 1, Target);
  Hand.set(Kernel, 2, 3.0);
  Hand.set(Kernel, 3, cl_long(Count));
  uint64_t Theirs = 0, Ours = 0, Alone = 0;
  Rounds R;
  R.add([&] {
    Hand.launch(Kernel, {Count});
    Hand.finish();
    return clocked([&] {
      Hand.read(Out.data(), Target, Bytes);
      Theirs = pass(Out);
    });
  });
  R.add([&] {
    residence_twofold.scale(long(Count), 3.0, From.data(), To.data());
    look(To.data());
    return clocked([&] { Ours = pass(To); });
  });
  R.add([&] { return clocked([&] { Alone = pass(Out); }); });
  R.run(Given.Small ? 3 : 7);
  Hand.release(Source);
  Hand.release(Target);
  if (Ours != Theirs || Alone != Theirs) {
    std::fprintf(stderr, "residence: the host's passes differ\n");
    std::exit(1);
  }
  Spread Ratio = R.ratio(1, 0);
  std::printf("\nhost pass over %.0f MiB that the device has: %.1f ms; copied "
              "by hand, then passed over: %.1f ms; x%.2f [%.2f-%.2f]; the pass "
              "alone %.1f ms\n",
              mib(Bytes), 1e3 * R.time(1).Median, 1e3 * R.time(0).Median,
              Ratio.Median, Ratio.Min, Ratio.Max, 1e3 * R.time(2).Median);
  std::fflush(stdout);
}

/// Launches of kernels that do next to nothing, all data in place.
void launches(HandResident &Hand, const ResidenceOptions &Given) {
  // As much as memory has to be for its end to be seen.
  const size_t Bytes = 32 * PageBytes;
  const size_t Count = Bytes / sizeof(double);
  const int Calls = Given.Small ? 50 : Hand.Gpu ? 5000 : 500;
  auto Pages = [&] {
    return static_cast<double *>(std::aligned_alloc(PageBytes, Bytes));
  };
  double *From = Pages(), *To = Pages();
  for (size_t I = 0; I < Count; ++I)
    From[I] = double(I), To[I] = 0;
  long *Numbers = reinterpret_cast<long *>(Pages());
  for (size_t I = 0; I < Count; ++I)
    Numbers[I] = long(I);
  cl_mem Source = Hand.buffer(Bytes), Target = Hand.buffer(Bytes),
         Summed = Hand.buffer(Bytes);
  Hand.write(Source, From, Bytes);
  Hand.write(Summed, Numbers, Bytes);
  cl_kernel Scale = Hand.kernel("scale"), Sum = Hand.kernel("sum");
  const size_t Items = Hand.groupItems(), Groups = Count / Items;
  cl_mem Partial = Hand.buffer(Groups * sizeof(cl_long));
  std::vector<cl_long> Partials(Groups);
  auto LaunchScale = [&] {
    Hand.set(Scale, 0, Source);
    Hand.set(Scale, 1, Target);
    Hand.set(Scale, 2, 3.0);
    Hand.set(Scale, 3, cl_long(Count));
    Hand.launch(Scale, {Count});
  };
  long Wanted = long(Count) * long(Count - 1) / 2;
  auto Demand = [&](long Got) {
    if (Got == Wanted)
      return;
    std::fprintf(stderr, "residence: a sum is wrong\n");
    std::exit(1);
  };
  Rounds R;
  auto Add = [&](auto Work) {
    R.add([&Calls, Work] { return clocked(Work) / Calls; });
  };
  Add([&] {
    for (int I = 0; I < Calls; ++I)
      LaunchScale();
    Hand.finish();
  });
  Add([&] {
    for (int I = 0; I < Calls; ++I)
      residence_twofold.scale(long(Count), 3.0, From, To);
    look(To);
  });
  Add([&] {
    for (int I = 0; I < Calls; ++I) {
      LaunchScale();
      Hand.finish();
    }
  });
  Add([&] {
    for (int I = 0; I < Calls; ++I) {
      residence_twofold.scale(long(Count), 3.0, From, To);
      look(To);
    }
  });
  Add([&] {
    for (int I = 0; I < Calls; ++I) {
      Hand.set(Sum, 0, Summed);
      Hand.set(Sum, 1, Partial);
      Hand.setArgument(Sum, 2, Items * sizeof(cl_long), nullptr);
      Hand.set(Sum, 3, cl_long(Count));
      Hand.launch(Sum, {Count});
      Hand.read(Partials.data(), Partial, Groups * sizeof(cl_long));
      long All = 0;
      for (cl_long P : Partials)
        All += P;
      Demand(All);
    }
  });
  Add([&] {
    for (int I = 0; I < Calls; ++I)
      Demand(residence_twofold.sum(long(Count), Numbers));
  });
  R.run(Given.Small ? 3 : 7);
  std::printf("\nlaunches with all data in place, us by hand, Twofold, "
              "difference, ratio [min-max]\n");
  static const char *const Names[] = {
      "one after the other, one wait at the end",
      "each waited for; Twofold: looked at",
      "a sum that the host needs each time"};
  for (size_t I = 0; I < 3; ++I) {
    double Theirs = 1e6 * R.time(2 * I).Median,
           Ours = 1e6 * R.time(2 * I + 1).Median;
    Spread Ratio = R.ratio(2 * I + 1, 2 * I);
    std::printf("%-45s %8.2f %8.2f  %+8.2f  x%.2f [%.2f-%.2f]\n", Names[I],
                Theirs, Ours, Ours - Theirs, Ratio.Median, Ratio.Min,
                Ratio.Max);
  }
  for (cl_mem M : {Source, Target, Summed, Partial})
    Hand.release(M);
  for (void *P : {static_cast<void *>(From), static_cast<void *>(To),
                  static_cast<void *>(Numbers)})
    std::free(P);
}

/// The runtime reads its environment before main is certain to run: again from
/// the start, with what is measured here.
void setUp(char **Argv, const HandResident &Hand) {
  if (std::getenv("TWOFOLD_RESIDENCE_READY"))
    return;
  setenv("TWOFOLD_RESIDENCE_READY", "1", 1);
  setenv("TWOFOLD_COHERENCE", "lazy", 0);
  setenv("TWOFOLD_OFFLOAD", "mandatory", 0);
  setenv("TWOFOLD_DEVICE", Hand.Gpu ? "gpu" : "cpu", 0);
  execv("/proc/self/exe", Argv);
  std::perror("residence: execv");
  std::exit(1);
}

} // namespace

int main(int Argc, char **Argv) {
  ResidenceOptions Given;
  for (int I = 1; I < Argc; ++I) {
    std::string Text = Argv[I];
    if (Text == "--small")
      Given.Small = true;
    else if (Text == "--steps" && I + 1 < Argc)
      Given.Steps = std::max(1, std::atoi(Argv[++I]));
    else {
      std::fprintf(stderr, "residence: unknown option %s\n", Argv[I]);
      return 2;
    }
  }
  HandResident Hand;
  setUp(Argv, Hand);
  std::printf("%s (%s), TWOFOLD_COHERENCE=%s\n", Hand.Name.c_str(),
              Hand.Unified ? "shares memory with the host" : "own memory",
              std::getenv("TWOFOLD_COHERENCE"));
  launches(Hand, Given);
  hostPass(Hand, Given);
  measureStencils(Hand, Given);
}
