// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/SourceKernel.h"
#include "Record.h"
#include "bytes/Footprint.h"
#include "launch/LaunchShape.h"

#include <gtest/gtest.h>
#include <map>

using namespace twofold;

namespace {

constexpr const char *Source =
    "kernel void k(global int *x, global const int *y, int n, local int *l) {}"
    "kernel void free_(global int *x) {}";

void addOne(void *const *Args, uint64_t First, uint64_t End) {
  for (uint64_t I = First; I < End; ++I)
    static_cast<int *>(Args[0])[I] += *static_cast<int *>(Args[2]);
}

struct Launched {
  NdRange Range;
  uint64_t Trips = 0;
  std::vector<RegionUse> Uses;
};

SourceKernel::Runner runner(Launched &Out, const GroupShape &Wish = {}) {
  return [&Out, Wish](const twofold_site &Site, const twofold_launch &Launch,
                      uint64_t Trips) -> std::string {
    DeviceFacts Facts;
    Facts.MaxGroupSize = 1024;
    const LaunchShape Shape =
        LaunchShape::make(Site, Launch, Trips, Facts, 1024, false,
                          LaunchShape::MaxItems, {}, Wish);
    EXPECT_EQ(Shape.Pieces.size(), 1u);
    Out.Range = Shape.Pieces[0].Range;
    Out.Trips = Trips;
    const Footprint Touched =
        computeFootprint(Site, Launch, IterationSpace(Site, Launch), {}, {});
    EXPECT_EQ(Touched.WhyUnknown, "");
    for (const BaseFootprint &Base : Touched.Bases)
      Out.Uses.push_back(Base.Use);
    Site.native(Launch.args, 0, Trips);
    return Site.kernel->flags & TWOFOLD_KERNEL_ALONE ? "none" : "";
  };
}

using Sizes = std::array<size_t, 3>;

} // namespace

TEST(SourceKernel, ACallIsOneOfASite) {
  auto Made = SourceKernel::from("k", Source, addOne, "a.c", 7);
  ASSERT_TRUE(Made);
  int X[32] = {}, Y[8] = {}, N = 5;
  const twofold_kernel_argument Args[] = {
      {TWOFOLD_KERNEL_OUT, 0, X, sizeof X},
      {TWOFOLD_KERNEL_IN, 0, Y, sizeof Y},
      {TWOFOLD_KERNEL_VALUE, 0, &N, sizeof N},
      {TWOFOLD_KERNEL_LOCAL, 0, nullptr, 64}};
  const uint64_t Global[] = {64, 3}, Local[] = {16, 1};
  Launched Seen;
  std::string Why;
  EXPECT_EQ((*Made)->run(2, Global, Local, Args, runner(Seen), Why),
            TWOFOLD_KERNEL_OK);
  EXPECT_EQ(Seen.Range.Rank, 2u);
  EXPECT_EQ(Seen.Range.Global, (Sizes{64, 3, 1}));
  EXPECT_EQ(Seen.Range.Local, (Sizes{16, 1, 1}));
  EXPECT_EQ(Seen.Trips, 12u); // groups
  EXPECT_EQ(X[11], 5);
  EXPECT_EQ(X[12], 0);
  ASSERT_EQ(Seen.Uses.size(), 2u);
  EXPECT_TRUE(Seen.Uses[0].Reads.empty());
  EXPECT_EQ(Seen.Uses[0].Covered.bytes(), sizeof X);
  EXPECT_EQ(Seen.Uses[1].Reads.bytes(), sizeof Y);
  EXPECT_TRUE(Seen.Uses[1].Writes.empty());
  // The same texts are the same kernel.
  auto Again =
      SourceKernel::from("k", std::string(Source).c_str(), addOne, "b.c", 9);
  ASSERT_TRUE(Again);
  EXPECT_EQ(*Made, *Again);
}

TEST(SourceKernel, GroupsThatAreNotGivenFollowTheWishWhereItDivides) {
  auto Made = SourceKernel::from("free_", Source, nullptr, nullptr, 0);
  ASSERT_TRUE(Made);
  int X[96];
  const twofold_kernel_argument Args[] = {
      {TWOFOLD_KERNEL_INOUT, 0, X, sizeof X}};
  for (uint64_t Items : {96, 100}) {
    Launched Seen;
    std::string Why;
    EXPECT_EQ((*Made)->run(1, &Items, nullptr, Args,
                           runner(Seen, {{32, 1, 1}, 0}), Why),
              TWOFOLD_KERNEL_NOT_RUN);
    EXPECT_EQ(Why, "kernel 'free_': no device has run it, and it has no native "
                   "function: none");
    EXPECT_EQ(Seen.Range.Local, Items == 96 ? (Sizes{32, 1, 1}) : Sizes{});
    EXPECT_EQ(Seen.Uses[0].Reads.bytes(), sizeof X);
    EXPECT_EQ(Seen.Uses[0].Covered.bytes(), sizeof X);
  }
}

/// Every kind of argument for every kind of parameter, and sizes at the ends of
/// what there can be.
TEST(SourceKernel, CallsThatFitAndThatDoNot) {
  test::Record All;
  auto Made = SourceKernel::from(
      "all",
      "kernel void all(global int *x, global const int *y, constant int *c,"
      " float f, local int *l) {}",
      addOne, "a.c", 7);
  ASSERT_TRUE(Made);
  int X[8] = {}, Y[8] = {};
  float F = 2;
  const twofold_kernel_argument Right[] = {
      {TWOFOLD_KERNEL_INOUT, 0, X, sizeof X},
      {TWOFOLD_KERNEL_IN, 0, Y, sizeof Y},
      {TWOFOLD_KERNEL_IN, 0, Y, sizeof Y},
      {TWOFOLD_KERNEL_VALUE, 0, &F, sizeof F},
      {TWOFOLD_KERNEL_LOCAL, 0, nullptr, 64}};
  const auto Run = [&](std::span<const twofold_kernel_argument> Args,
                       uint32_t Rank, const uint64_t *Global,
                       const uint64_t *Local) {
    std::string Why;
    uint64_t Trips = 0;
    All << (*Made)->run(
               Rank, Global, Local, Args,
               [&](const twofold_site &, const twofold_launch &, uint64_t Of) {
                 Trips = Of;
                 return std::string();
               },
               Why)
        << ' ' << Trips << ' ' << Why << '\n';
  };
  constexpr uint64_t Two[] = {2, 2, 2};
  for (size_t At = 0; At < 5; ++At)
    for (uint32_t Kind = 0; Kind <= TWOFOLD_KERNEL_LOCAL + 1; ++Kind)
      for (uint64_t Bytes : {uint64_t(0), uint64_t(3), uint64_t(4),
                             uint64_t(INT32_MAX), uint64_t(INT32_MAX) + 1,
                             uint64_t(INT64_MAX), uint64_t(INT64_MAX) + 1})
        for (bool Null : {false, true}) {
          std::vector<twofold_kernel_argument> Args(std::begin(Right),
                                                    std::end(Right));
          // What is never touched may be anywhere.
          Args[At] = {Kind, 0, Null ? nullptr : reinterpret_cast<void *>(4096),
                      Bytes};
          if (Kind == TWOFOLD_KERNEL_VALUE && !Null)
            Args[At].pointer = &F;
          Run(Args, 1, Two, Two);
        }
  Run({Right, 4}, 1, Two, nullptr);
  for (uint32_t Rank : {0, 1, 2, 3, 4})
    for (const uint64_t *Local : {static_cast<const uint64_t *>(nullptr), Two})
      for (bool Null : {false, true})
        Run(Right, Rank, Null ? nullptr : Two, Local);
  constexpr uint64_t Most = INT64_MAX;
  for (const std::array<uint64_t, 3> &Global :
       {std::array<uint64_t, 3>{Most, 1, 1},
        {Most + 1, 1, 1},
        {Most, 2, 1},
        {1ull << 32, 1ull << 32, 1},
        {1ull << 32, 1ull << 32, 2},
        {1ull << 40, 2, 1ull << 40},
        {0, 5, 5},
        {6, 9, 4}})
    for (const std::array<uint64_t, 3> &Local :
         {std::array<uint64_t, 3>{1, 1, 1}, {2, 3, 4}, {2, 0, 1}, {7, 1, 1}}) {
      Run(Right, 3, Global.data(), nullptr);
      Run(Right, 3, Global.data(), Local.data());
      Run(Right, 1, Global.data(), Local.data());
    }
  All.expect(0xbf7088f2c1f693a6);
}

namespace {

/// All numbers of a site's tables, and of the call.
void tellTables(test::Record &To, const twofold_site &Site,
                const twofold_launch &Launch, uint64_t Trips) {
  To << Site.file << ' ' << Site.function << ' ' << Site.line << ' '
     << Site.flags << ' ' << Site.rank << ' ' << Site.ops << ' '
     << Site.arg_count << ' ' << Site.value_count << ' ' << Trips;
  const auto Form = [&](const twofold_form &Of) {
    for (uint32_t T = Of.first; T < Of.first + Of.count; ++T)
      To << " +" << Site.terms[T].constant << '*' << Site.terms[T].value[0]
         << ',' << Site.terms[T].value[1] << ',' << Site.terms[T].axis;
  };
  for (uint32_t A = 0; A < Site.axis_count; ++A) {
    To << "\n axis";
    Form(Site.axes[A].lower);
    To << " to";
    Form(Site.axes[A].upper);
    To << ' ' << Site.axes[A].step << ' ' << Site.axes[A].parent << ' '
       << Site.axes[A].ops << ' ' << Site.axes[A].flags;
  }
  for (uint32_t B = 0; B < Site.base_count; ++B) {
    To << "\n base " << Site.bases[B].arg << ' ' << Site.bases[B].flags << ' '
       << Site.bases[B].name;
    Form(Site.bases[B].extent);
  }
  for (uint32_t A = 0; A < Site.access_count; ++A) {
    To << "\n access " << Site.accesses[A].base << ' ' << Site.accesses[A].size
       << ' ' << Site.accesses[A].flags;
    Form(Site.accesses[A].offset);
  }
  for (uint32_t I = 0; I < Site.input_count; ++I)
    To << "\n input " << Site.inputs[I].arg << ' ' << Site.inputs[I].bytes
       << ' ' << Site.inputs[I].kind;
  const twofold_kernel &K = *Site.kernel;
  To << "\n kernel " << K.name << ' ' << K.flags << ' ' << K.rank << '\n'
     << K.source;
  for (uint32_t A = 0; A < K.arg_count; ++A)
    To << "\n parameter " << K.args[A].kind << ' ' << K.args[A].index << ' '
       << K.args[A].size;
  To << "\n values";
  for (uint32_t V = 0; V < Site.value_count; ++V)
    To << ' ' << Launch.values[V];
  To << '\n'
     << Launch.dims[0].lower << ' ' << Launch.dims[0].step << ' '
     << Launch.dims[0].trips << ' ' << Launch.num_threads << ' ' << Launch.chunk
     << ' ' << Launch.condition << Launch.apart << '\n';
}

} // namespace

/// A site for each kind of call, whose tables are all that loops have.
TEST(SourceKernel, TablesOfCalls) {
  test::Record All;
  int X[8] = {};
  double D = 3;
  char C = 1;
  for (const char *Text : {"kernel void k(global int *x, T v, local int *l) {}",
                           "kernel void k(global int *x, T v, local int *l) {"
                           " x[get_group_id(0)] = get_local_size(0); }"})
    for (bool Native : {false, true}) {
      auto Made = SourceKernel::from("k", Text, Native ? addOne : nullptr,
                                     Native ? "a.c" : nullptr, 7);
      ASSERT_TRUE(Made);
      std::map<const twofold_site *, unsigned> Sites;
      for (uint32_t Rank : {1, 2, 3})
        for (bool Grouped : {false, true})
          for (uint32_t Kind : {TWOFOLD_KERNEL_OUT, TWOFOLD_KERNEL_INOUT})
            for (bool Wide : {false, true})
              for (uint64_t Local : {8, 24}) {
                const twofold_kernel_argument Args[] = {
                    {Kind, 0, X, sizeof X},
                    {TWOFOLD_KERNEL_VALUE, 0,
                     Wide ? static_cast<void *>(&D) : &C,
                     Wide ? sizeof D : sizeof C},
                    {TWOFOLD_KERNEL_LOCAL, 0, nullptr, Local}};
                const uint64_t Global[] = {12, 6, 2}, Groups[] = {4, 3, 1};
                const twofold_site *Of = nullptr;
                std::string Why;
                (void)(*Made)->run(
                    Rank, Global, Grouped ? Groups : nullptr, Args,
                    [&](const twofold_site &Site, const twofold_launch &Launch,
                        uint64_t Trips) {
                      Of = &Site;
                      const size_t Known = Sites.size();
                      const auto Number =
                          unsigned(Sites.emplace(&Site, Known).first->second);
                      All << "site " << Number << '\n';
                      if (Number == Known)
                        tellTables(All, Site, Launch, Trips);
                      return std::string();
                    },
                    Why);
                All << Why << '\n';
                const twofold_site *const Asked =
                    (*Made)->siteOf(Rank, Grouped ? Groups : nullptr, Args);
                All << (Asked ? Asked == Of : 2) << '\n';
              }
    }
  All.expect(0x42395d4f89caae99);
}
