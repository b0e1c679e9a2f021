// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProgramCallsTest.cpp - what programs ask beside their loops --------===//
//
// Which form of OpenMP's region runs, limits of subscripts, texts of receipts,
// scopes, kernels in sequence: by the runtime's functions where the answer
// depends on settings, and else by the C entry points.
#include "Record.h"
#include "RuntimeBench.h"
#include "TemporaryFolder.h"
#include "region/FunctionScope.h"
#include "twofold/devicecalls.hpp"
#include "twofold/kernel.h"
#include "twofold/sections.h"
#include "twofold/twofold.h"

#include <cmath>
#include <gtest/gtest.h>
#include <omp.h>
#include <regex>
#include <sys/mman.h>

using namespace twofold;
using namespace twofold::test;

namespace {

Settings regions(RegionPolicy How) {
  Settings Set = asked(DeviceRequest::Kind::Native);
  Set.Regions = How;
  Set.Info = 1;
  if (How == RegionPolicy::Auto)
    Set.InlineOps.reset();
  return Set;
}

/// The forms that so many runs of a region have.
std::string formsOf(Runtime &On, unsigned Runs) {
  std::string Out;
  static twofold_parallel Unused = {"other.c", "g", 3, nullptr};
  twofold_parallel Region = {"region.c", "f", 7, nullptr};
  for (unsigned Run = 0; Run < Runs; ++Run) {
    twofold_passage Passage;
    std::memset(&Passage, 0x55, sizeof Passage);
    const bool Whole = On.begin(Region, Passage);
    EXPECT_EQ(Whole, Passage.whole != 0);
    EXPECT_EQ(Region.state, Passage.state);
    Out += Whole ? 'w' : Passage.state ? 'l' : '-';
    Out += Passage.begin > 0 ? 'm' : ' ';
    On.end(Passage);
  }
  EXPECT_EQ(Unused.state, nullptr);
  return Out;
}

/// Two threads at most, and as many as before afterwards.
class Threads {
  const int Before = omp_get_max_threads();

public:
  explicit Threads(int Now) { omp_set_num_threads(Now); }
  ~Threads() { omp_set_num_threads(Before); }
};

/// a[at] is an element; the loop looks itself.
struct Checked {
  SiteBuilder B;
  std::vector<int64_t> A;

  explicit Checked(uint64_t Trips) : A(9) {
    B.dim(0, 1, Trips);
    const uint32_t Base = B.base(A.data(), "a", 72);
    B.access(Base, 8, TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_UNKNOWN, {});
    B.lastAccess().group = 1;
    B.subscript(Base, 1, 72, 8, 33);
    B.site().flags = TWOFOLD_SITE_BOUNDS;
    B.site().native = [](void **, uint64_t, uint64_t) {};
  }
};

struct Seen {
  std::string Text;
  static void note(const twofold_error *E, void *User) {
    static_cast<Seen *>(User)->Text =
        std::string(E->text) + "|" + std::to_string(E->struct_size) + " " +
        std::to_string(E->kind) + " " + std::to_string(E->found) + " " +
        std::to_string(E->line) + " " + std::to_string(E->column) + " " +
        E->file + " " + E->function + " " + E->array + " " +
        std::to_string(E->index) + " " + std::to_string(E->count);
  }
};

} // namespace

TEST(ProgramCalls, RegionsOfOpenMPHaveTheFormThatIsAskedFor) {
  const Threads Two(2);
  for (const auto &[How, Forms] :
       {std::pair(RegionPolicy::Loops, "- - - - - - "),
        std::pair(RegionPolicy::Whole, "w w w w w w "),
        std::pair(RegionPolicy::Both, "l w l w l w ")}) {
    Bench On(regions(How));
    EXPECT_EQ(formsOf(*On.R, 6), Forms);
    On.R->summarize();
    const std::string Left =
        How == RegionPolicy::Loops
            ? ""
            : std::string("twofold: region.c:7: f: left to OpenMP's "
                          "'parallel' ") +
                  (How == RegionPolicy::Both ? "3" : "6") +
                  " times of 6, because TWOFOLD_REGIONS asks for it\n";
    EXPECT_EQ(On.Told, Left);
  }
}

TEST(ProgramCalls, RegionsOfOpenMPAreMeasuredOnlyWhereNothingIsAsked) {
  const Threads Two(2);
  Bench On(regions(RegionPolicy::Auto));
  EXPECT_EQ(formsOf(*On.R, 2), "l lm") << "the first run is no sample";
  Settings Set = regions(RegionPolicy::Auto);
  Set.InlineOps = 1;
  EXPECT_EQ(formsOf(*Bench(Set).R, 2), "- - ");
}

TEST(ProgramCalls, RegionsOfOpenMPRunLoopByLoopWhereTheyHaveTo) {
  const auto Forms = [](auto Change, DeviceRequest::Kind What =
                                         DeviceRequest::Kind::Native) {
    Settings Set = regions(RegionPolicy::Whole);
    Set.Device.What = What;
    Change(Set);
    return formsOf(*Bench(Set).R, 1);
  };
  const Threads Two(2);
  const auto As = [](Settings &) {};
  EXPECT_EQ(Forms(As), "w ");
  EXPECT_EQ(Forms(As, DeviceRequest::Kind::Any), "w ");
  EXPECT_EQ(Forms(As, DeviceRequest::Kind::Gpu), "- ");
  EXPECT_EQ(Forms([](Settings &S) { S.Threshold = 5; }), "- ");
  EXPECT_EQ(Forms([](Settings &S) { S.Bounds = BoundsPolicy::Always; }), "- ");
  EXPECT_EQ(Forms([](Settings &S) { S.Deterministic = true; }), "- ");
  EXPECT_EQ(Forms([](Settings &S) { S.Check = 1; }), "- ");
  EXPECT_EQ(Forms([](Settings &S) { S.Offload = OffloadPolicy::Mandatory; }),
            "- ");
  Bench On(regions(RegionPolicy::Whole));
  std::string Inside;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0)
    Inside = formsOf(*On.R, 1);
  EXPECT_EQ(Inside, "- ");
  EXPECT_EQ(formsOf(*On.R, 1), "w ");
  omp_set_num_threads(1);
  EXPECT_EQ(formsOf(*On.R, 1), "- ");
  omp_set_num_threads(2);
  On.R->becomeForkedChild(false);
  EXPECT_EQ(formsOf(*On.R, 1), "- ");
}

TEST(ProgramCalls, LimitsOfSubscripts) {
  Checked Some(5), None(0);
  for (Checked *Each : {&Some, &None}) {
    uint64_t Limits[2] = {3, 3};
    twofold_limits(&Each->B.site(), &Each->B.launch(), Limits);
    EXPECT_EQ(Limits[0], Each == &Some ? 9 : UINT64_MAX);
    EXPECT_EQ(Limits[1], 3u);
  }
  for (const auto Policy :
       {BoundsPolicy::Never, BoundsPolicy::Asked, BoundsPolicy::Always}) {
    Settings Set = asked(DeviceRequest::Kind::Native);
    Set.Bounds = Policy;
    uint64_t Limit = 3;
    Bench(Set).R->limit(Some.B.site(), Some.B.launch(), &Limit);
    EXPECT_EQ(Limit, Policy == BoundsPolicy::Never ? 3u : 9u);
  }
}

TEST(ProgramCalls, HandlersOfErrors) {
  Checked Loop(5);
  Seen Here;
  void *User = &Loop;
  const twofold_error_handler Before = twofold_get_error_handler(&User);
  EXPECT_EQ(User, nullptr);
  twofold_set_error_handler(Seen::note, &Here);
  EXPECT_EQ(twofold_get_error_handler(nullptr), &Seen::note);
  EXPECT_EQ(twofold_get_error_handler(&User), &Seen::note);
  EXPECT_EQ(User, &Here);
  EXPECT_EQ(twofold_violated(&Loop.B.site(), 0, 44, UINT64_MAX), 0);
  EXPECT_EQ(Here.Text, "");
  EXPECT_EQ(twofold_violated(&Loop.B.site(), 0, 44, 9), 1);
  EXPECT_EQ(Here.Text, "loop.c:33: index 44 is out of bounds of a, which holds "
                       "9 elements|" +
                           std::to_string(sizeof(twofold_error)) +
                           " 1 2 33 0 loop.c f a 44 9");
  Here.Text.clear();
  const twofold_bounds Off = {};
  EXPECT_EQ(twofold_out_of_bounds(&Off, 0, 44), 0);
  EXPECT_EQ(Here.Text, "");
  twofold_set_error_handler(Before, nullptr);
}

TEST(ProgramCalls, SlicesWhoseShapesDiffer) {
  Seen Here;
  twofold_set_error_handler(Seen::note, &Here);
  const twofold_slice Slice = {"3:1:o[0:n]\n3:10:a[0:m]\n", "f.c", "f", 3, 1};
  twofold_extent Length = 10;
  const twofold_extent Same[] = {0, 0, 10, 0, 1, 8, 1, 0, 10, 0, 1, 8},
                       Other[] = {0, 0, 10, 0, 1, 8, 1, 0, 9, 0, 1, 8};
  EXPECT_EQ(twofold_section_error(&Slice, Same, 2, &Length, 1), 1);
  EXPECT_EQ(Here.Text, "");
  EXPECT_EQ(twofold_section_error(&Slice, Other, 2, &Length, 1), 0);
  EXPECT_EQ(Here.Text,
            "f.c:3:10: shapes differ: 'o[0:n]' is (10) and 'a[0:m]' is (9)|" +
                std::to_string(sizeof(twofold_error)) +
                " 2 1 3 10 f.c f a[0:m] 9 10");
  twofold_set_error_handler(nullptr, nullptr);
}

TEST(ProgramCalls, WhatCanBeRead) {
  const long Page = 4096;
  char *Two = static_cast<char *>(
      mmap(nullptr, 2 * Page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  munmap(Two + Page, Page);
  EXPECT_EQ(twofold_readable(Two, Page), 1);
  EXPECT_EQ(twofold_readable(Two + Page - 1, 1), 1);
  EXPECT_EQ(twofold_readable(Two + Page - 1, 2), 0);
  munmap(Two, Page);
}

TEST(ProgramCalls, TextsAreCutAtTheirSize) {
  SiteBuilder B;
  B.dim(0, 1, 1 << 20);
  B.site().native = [](void **, uint64_t, uint64_t) {};
  B.site().line = 4711;
  B.launch().num_threads = 1;
  twofold_run(&B.site(), &B.launch());
  for (bool Json : {false, true}) {
    const auto Ask = [&](char *To, size_t Size) {
      return Json ? twofold_receipts_json(To, Size)
                  : twofold_explain("loop.c:4711", To, Size);
    };
    const size_t Whole = Ask(nullptr, 0);
    ASSERT_GE(Whole, 4u);
    std::string Text(Whole + 2, 'x');
    EXPECT_EQ(Ask(Text.data(), Whole + 1), Whole);
    EXPECT_EQ(Text.substr(Whole), std::string("\0x", 2));
    EXPECT_TRUE(Json || Text.find("4711") != Text.npos) << Text;
    char Short[] = "yyyy";
    EXPECT_EQ(Ask(Short, 3), Whole);
    EXPECT_EQ(std::string(Short, 4), Text.substr(0, 2) + std::string("\0y", 2));
    EXPECT_EQ(Ask(Short, 0), Whole);
    EXPECT_EQ(Short[0], Text[0]);
    EXPECT_EQ(Ask(Short, 1), Whole);
    EXPECT_EQ(Short[0], '\0');
  }
  EXPECT_GE(twofold_explain(nullptr, nullptr, 0),
            twofold_explain("loop.c:4711", nullptr, 0));
  EXPECT_EQ(twofold_explain("none.c:1", nullptr, 0), 0u);
}

TEST(ProgramCalls, ScopesThatHaveLeftNothing) {
  twofold_scope Scope;
  Scope.state = &Scope;
  twofold_enter(&Scope);
  EXPECT_EQ(Scope.state, nullptr);
  twofold_keep(&Scope);
  twofold_home(&Scope);
  twofold_read(&Scope, &Scope, sizeof Scope);
  twofold_leave(&Scope);
  EXPECT_EQ(Scope.state, nullptr);
  twofold_passage Passage = {};
  twofold_end(&Passage);
  // The call that twofold_keep() has armed the scope for, which outlives no
  // test.
  const FunctionScope::Call Armed;
  EXPECT_EQ(FunctionScope::current(), &FunctionScope::of(Scope));
}

TEST(ProgramCalls, OffloadIsOneOfItsValues) {
  const int Before = twofold_set_offload(TWOFOLD_OFFLOAD_OFF);
  EXPECT_EQ(twofold_set_offload(-7), -1);
  EXPECT_EQ(twofold_set_offload(99), -1);
  EXPECT_EQ(twofold_set_offload(Before), TWOFOLD_OFFLOAD_OFF);
}

TEST(ProgramCalls, KernelsTellWhatIsWrong) {
  Record All;
  const char *const Source =
      "kernel void k(global int *x, global const int *y, int n) {}";
  const auto Native = [](void *const *Args, uint64_t First, uint64_t End) {
    for (uint64_t I = First; I < End; ++I)
      static_cast<int *>(Args[0])[I] +=
          static_cast<const int *>(Args[1])[I] + *static_cast<int *>(Args[2]);
  };
  const int Before = twofold_set_offload(TWOFOLD_OFFLOAD_OFF);
  EXPECT_EQ(twofold_kernel_from("none", Source, Native, "k.c", 4), nullptr);
  All << twofold_kernel_error() << '\n';
  auto *const Kernel = twofold_kernel_from("k", Source, Native, "k.c", 4);
  ASSERT_NE(Kernel, nullptr);
  EXPECT_STREQ(twofold_kernel_error(), "");
  int X[64] = {}, Y[64], N = 100;
  std::iota(Y, Y + 64, 0);
  const twofold_kernel_argument Args[] = {TWOFOLD_PASS_INOUT(X, sizeof X),
                                          TWOFOLD_PASS_IN(Y, sizeof Y),
                                          TWOFOLD_PASS_VALUE(N)};
  const uint64_t Items = 64;
  const auto Run = [&](twofold_kernel_text *Of, uint32_t Rank, uint32_t Count,
                       const twofold_kernel_argument *Given) {
    All << twofold_kernel_run(Of, Rank, &Items, nullptr, Given, Count) << ' '
        << twofold_kernel_error() << '\n';
  };
  Run(nullptr, 1, 3, Args);
  Run(Kernel, 1, 3, nullptr);
  Run(Kernel, 1, 0, nullptr);
  Run(Kernel, 1, 2, Args);
  Run(Kernel, 0, 3, Args);
  EXPECT_EQ(X[5], 0);
  Run(Kernel, 1, 3, Args);
  EXPECT_EQ(X[5], 105);
  auto *const Alone = twofold_kernel_from("k", Source, nullptr, "k.c", 5);
  Run(Alone, 1, 3, Args);
  twofold_set_offload(Before);
  All.expect(0xee1ae63716cbaffc);
}

/// Calls in a row end with the first that cannot be made.
TEST(ProgramCalls, KernelsInARow) {
  const int Before = twofold_set_offload(TWOFOLD_OFFLOAD_OFF);
  const auto *const Calls = twofold_device_calls();
  ASSERT_EQ(Calls->struct_size, sizeof *Calls);
  const auto Add = [](void *const *Args, uint64_t First, uint64_t End) {
    for (uint64_t I = First * 4; I < End * 4; ++I)
      static_cast<int *>(Args[0])[I] += static_cast<const int *>(Args[1])[I];
  };
  const auto Twice = [](void *const *Args, uint64_t First, uint64_t End) {
    for (uint64_t I = First * 4; I < End * 4; ++I)
      static_cast<int *>(Args[0])[I] *= 2;
  };
  auto *const A = Calls->from(
      "add", "kernel void add(global int *x, global const int *y) {}", Add,
      "row.c", 1);
  auto *const B = Calls->from("twice", "kernel void twice(global int *x) {}",
                              Twice, "row.c", 2);
  ASSERT_TRUE(A && B);
  for (unsigned Bad = 0; Bad < 5; ++Bad) {
    int X[64] = {}, Y[64];
    std::iota(Y, Y + 64, 1);
    const twofold_kernel_argument Both[] = {TWOFOLD_PASS_INOUT(X, sizeof X),
                                            TWOFOLD_PASS_IN(Y, sizeof Y)};
    const twofold_kernel_argument Turned[] = {TWOFOLD_PASS_INOUT(Y, sizeof Y),
                                              TWOFOLD_PASS_IN(X, sizeof X)};
    const twofold_kernel_call Row[] = {{A, 16, 4, Both, Bad == 1 ? 1u : 2u},
                                       {Bad == 2 ? nullptr : B, 16, 4, Both, 1},
                                       {A, 16, 4, Turned, 2},
                                       {Bad == 4 ? nullptr : B, 8, 4, Both, 1}};
    for (uint32_t Count : {0u, 1u, 4u}) {
      std::fill_n(X, 64, 0);
      std::iota(Y, Y + 64, 1);
      const int Said = Calls->run_all(Row, Count);
      const unsigned Ran = Bad && Bad != 3 && Bad <= Count ? Bad - 1 : Count;
      EXPECT_EQ(Said,
                Ran == Count ? TWOFOLD_KERNEL_OK : TWOFOLD_KERNEL_BAD_ARGUMENT)
          << Bad << ' ' << Count;
      for (int I : {0, 31, 63}) {
        int OfX = 0, OfY = I + 1;
        if (Ran > 0)
          OfX += OfY;
        if (Ran > 1)
          OfX *= 2;
        if (Ran > 2)
          OfY += OfX;
        if (Ran > 3 && I < 32)
          OfX *= 2;
        EXPECT_EQ(X[I], OfX) << Bad << ' ' << Count << ' ' << I;
        EXPECT_EQ(Y[I], OfY) << Bad << ' ' << Count << ' ' << I;
      }
    }
  }
  EXPECT_EQ(Calls->demanded(), 0);
  EXPECT_EQ(Calls->threads(), unsigned(omp_get_max_threads()));
  twofold_set_offload(Before);
}
