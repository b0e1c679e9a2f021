// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelRecordTest.cpp - texts of kernels, whole and damaged ---------===//
#include "Record.h"
#include "SiteBuilder.h"
#include "fake/FakeDevice.h"
#include "kernel/KernelConstants.h"
#include "kernel/SourceText.h"
#include "kernel/Specialiser.h"

#include <gtest/gtest.h>
#include <random>

using namespace twofold;
using namespace twofold::test;

namespace {

constexpr const char *Sources[] = {
    "kernel void k(global int *x, constant float y[],\n uint n) {\n}",
    "typedef struct { int a; } s;\n"
    "/* kernel void k(int b) { */ // k(\n"
    "#define K kernel void k(int c) \\\n { }\n"
    "constant char text[] = \"kernel void k(int d) {\\\"\";\n"
    "kernel void k(int e);\n"
    "kernel __attribute__((reqd_work_group_size(8, 1, 1))) void\n"
    "k(/*,*/ int f // )\n, float4 g, s h, local float *r, __local int q[]) "
    "{ if (f) { x[0] = '}'; } }\n"
    "kernel void other(global char *c) {}\n",
    "int helper(global int *x) { return get_group_id(0); }\n"
    "__kernel void k(const __global int *const restrict x, volatile global\n"
    "  double *y, unsigned long n, ushort m, uchar3 v, half w, size_t z,\n"
    "  __constant struct s *t, bool b, char, int)\n"
    "{ barrier(CLK_LOCAL_MEM_FENCE); int x2 = get_local_id(1); }",
};

void tell(Record &To, const std::string &Source) {
  auto Text = SourceText::parse("k", Source);
  if (!Text) {
    To << "no: " << Text.error().Message << '\n';
    return;
  }
  To << Text->Text << Text->UsesGroups;
  for (const SourceParameter &P : Text->Parameters)
    To << ' ' << int(P.What) << P.Name << ',' << P.Type << ',' << P.Bytes
       << P.Constant;
  To << '\n';
}

} // namespace

/// Whole texts, and each with a few bytes left out or doubled somewhere.
TEST(KernelRecord, textsAreRead) {
  std::mt19937 Random(3);
  Record All;
  for (const std::string Source : Sources) {
    tell(All, Source);
    for (unsigned Try = 0; Try < 250; ++Try) {
      std::string Damaged = Source;
      const size_t At = Random() % Damaged.size();
      const size_t Count = 1 + Random() % 6;
      if (Random() % 3)
        Damaged.erase(At, Count);
      else
        Damaged.insert(At, Damaged.substr(At, Count));
      tell(All, Damaged);
    }
  }
  All.expect(0x4db0da2c9a96041d);
}

TEST(KernelRecord, constantsStandWhereTheKernelBegins) {
  std::mt19937 Random(4);
  const std::string Text = "static int twice(int x) { return (2 * x); }\n"
                           "__kernel void loop(\n"
                           "    __global uchar *a_mem, long a_off,\n"
                           "    int n,\n    short s,\n    uchar u,\n"
                           "    long m,\n    float f,\n    ulong i_trips,\n"
                           "    ulong i_lower) {\n"
                           "  body;\n}\n";
  Record All;
  for (unsigned Try = 0; Try < 300; ++Try) {
    std::string Damaged = Text;
    if (Try > 20)
      Damaged.erase(Random() % Damaged.size(), 1 + Random() % 4);
    SiteBuilder B;
    double Data[4] = {};
    int32_t N = int32_t(Random()) >> Random() % 32;
    int16_t S = int16_t(Random());
    uint8_t U = uint8_t(Random());
    int64_t M = Random() % 5 ? int64_t(Random()) - (1 << 20) : INT64_MIN;
    float F = 2;
    B.dim(5 - int64_t(Random() % 20), 1, 1 + Random() % 100);
    const uint32_t Base = B.base(Data, "a");
    constexpr uint32_t Flags[] = {0, 0, TWOFOLD_KERNEL_LINEAR,
                                  TWOFOLD_KERNEL_GROUPED, TWOFOLD_KERNEL_GIVEN};
    B.kernel("loop", 1, Try > 20 ? 0 : Flags[Try % 5]);
    B.kernelArg(TWOFOLD_ARG_BUFFER, Base);
    const auto Scalar = [&](void *Value, uint32_t Size) {
      B.kernelArg(TWOFOLD_ARG_SCALAR, uint32_t(B.arg(Value)), Size);
    };
    Scalar(&N, 4);
    Scalar(&S, 2);
    Scalar(&U, 1);
    Scalar(&M, 8);
    Scalar(&F, 4);
    B.kernelArg(TWOFOLD_ARG_TRIPS, 0, 8);
    B.kernelArg(TWOFOLD_ARG_LOWER, 0, 8);
    B.site().flags = Try == 7   ? TWOFOLD_SITE_SEARCH
                     : Try == 8 ? TWOFOLD_SITE_ROUNDS
                                : 0;
    twofold_site Site = B.site();
    twofold_kernel Kernel = *Site.kernel;
    Kernel.source = Damaged.c_str();
    Site.kernel = &Kernel;
    const auto Of = KernelConstants::of(Site);
    if (!Of) {
      All << "none\n";
      continue;
    }
    const KernelValues Values = Of->read(B.launch());
    All << Values.Count << ' ' << Of->describe(Values) << '\n'
        << Of->source(Values) << '\n';
  }
  All.expect(0xcdc3d0536c34c1e5);
}

TEST(KernelRecord, kernelsWithConstantsAreTried) {
  Record All;
  for (unsigned Seed = 0; Seed < 40; ++Seed) {
    std::mt19937 Random(Seed);
    FakeWorld World;
    Specialiser Policy(Seed % 7 == 6);
    if (Seed % 3 == 0)
      Policy.BuildTime = 1e6;
    const double Usual = Seed % 5 ? 4e5 : 1.5e4;
    const double Special = Usual * (0.9 + double(Seed % 4) / 20);
    unsigned Pending = SpecialTrial::None;
    for (unsigned Call = 0; Call < 600; ++Call) {
      KernelValues Values;
      Values.Count = 1;
      Values.At[0] = Random() % 12 ? Seed % 2 : Random() % 40;
      const SpecialTrial T = Policy.next(Values);
      bool Builds = T.Build;
      All << (T.Use != nullptr) << T.Measure << T.Build << T.Paid << ' '
          << int64_t(int32_t(T.Set));
      if (T.Measure) {
        const double Took = (T.Use ? Special : Usual) *
                            (Random() % 6 ? 1 : 1 + double(Random() % 9));
        const auto Said = Policy.tell(T, Took);
        All << ' ' << int(Said);
        Builds |= Said == Specialiser::Outcome::Build;
      }
      if (Builds && (T.Paid || !Policy.postpone(T.Set, 3e7))) {
        All << " builds";
        Pending = T.Set;
      } else if (Pending != SpecialTrial::None && Random() % 4 == 0) {
        if (Random() % 6 == 0)
          Policy.drop(Pending);
        else
          Policy.built(Pending,
                       Random() % 6
                           ? std::make_shared<FakeProgram>(World, "special")
                           : nullptr,
                       Random() % 6 == 0);
        const auto [Plain, Best] = Policy.times(Pending);
        All << " built " << Plain << ' ' << Best;
        Pending = SpecialTrial::None;
      }
      All << ' ' << World.LiveObjects << '\n';
    }
  }
  All.expect(0x726a162e58fbefc4);
}
