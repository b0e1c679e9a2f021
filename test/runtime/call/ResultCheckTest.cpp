// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ResultCheckTest.cpp - what a device computes is compared -----------===//
#include "region/LazyBench.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace twofold;
using namespace twofold::test;

namespace {

Settings checking(Settings Set, uint64_t Each = 1) {
  Set.Check = Each;
  return Set;
}

using Spoiler = std::function<void(const std::vector<char *> &Args)>;

/// The example's kernel, and what Spoil makes of what it has done.
void spoil(FakeWorld &World, Spoiler Spoil) {
  World.Kernels["example"] = [Spoil](const NdRange &Range,
                                     const std::vector<char *> &Args) {
    ExampleLoop::kernel(Range, Args);
    Spoil(Args);
  };
}

int64_t *arrayOf(const std::vector<char *> &Args, int Arg) {
  int64_t Offset;
  std::memcpy(&Offset, Args[Arg + 1], 8);
  return reinterpret_cast<int64_t *>(Args[Arg] + Offset);
}

TEST(ResultCheck, ARightKernelIsNotTold) {
  Bench On(checking(gpu()));
  ExampleLoop Loop(500);
  for (unsigned Calls = 1; Calls <= 3; ++Calls) {
    On.run(Loop);
    Loop.expectResults(Calls);
  }
  EXPECT_EQ(On.counts().CallsDevice, 3u);
  EXPECT_EQ(On.Told, "");
  On.R->summarizeChecks();
  EXPECT_EQ(On.Told, "twofold: 3 calls on a device compared with the native "
                     "variant, 0 of them differing\n");
}

TEST(ResultCheck, NothingIsToldOfNoCalls) {
  Bench On(checking(asked(DeviceRequest::Kind::Native)));
  ExampleLoop Loop(500);
  On.run(Loop);
  On.R->summarizeChecks();
  EXPECT_EQ(On.Told, "");
}

TEST(ResultCheck, TheFirstAndTheLastIterationAreNamed) {
  for (uint64_t At : {0, 499}) {
    Bench On(checking(gpu()));
    ExampleLoop Loop(500);
    spoil(On.World,
          [At](const std::vector<char *> &Args) { arrayOf(Args, 4)[At] += 1; });
    On.run(Loop);
    EXPECT_NE(On.Told.find(", in iteration " + std::to_string(At) + ";"),
              std::string::npos)
        << On.Told;
  }
}

/// Also where the device's results stay there, and while earlier ones have.
TEST(ResultCheck, ResultsThatStayAreCompared) {
  LazyBench On(checking(lazy(), 3));
  SKIP_WITHOUT_GUARD(On);
  ExampleLoop Loop(5000);
  for (unsigned Calls = 0; Calls < 7; ++Calls)
    On.run(Loop);
  Loop.expectResults(7);
  On.R->summarizeChecks();
  EXPECT_EQ(On.Told, "twofold: 3 calls on a device compared with the native "
                     "variant, 0 of them differing\n");
  spoil(On.World,
        [](const std::vector<char *> &Args) { arrayOf(Args, 2)[4321] -= 1; });
  On.run(Loop);
  On.run(Loop);
  On.Told.clear();
  On.run(Loop);
  EXPECT_EQ(On.Told.find("twofold: loop.c:12: results differ: on Fake One "
                         "y (byte 34568) is "),
            0u)
      << On.Told;
  On.forget(Loop);
}

TEST(ResultCheck, AWrongKernelIsNamed) {
  Bench On(checking(gpu()));
  ExampleLoop Loop(500);
  spoil(On.World, [](const std::vector<char *> &Args) {
    arrayOf(Args, 2)[7] += 5;
    arrayOf(Args, 2)[499] += 5;
    arrayOf(Args, 6)[30] = 123456;
  });
  On.run(Loop);
  Loop.expectResults(1);
  EXPECT_EQ(
      On.Told,
      "twofold: loop.c:12: results differ: on Fake One y (byte 56) is "
      "159, natively 154, with a tolerance of 0, in iteration 7; 2 "
      "differences in it\n"
      "twofold: loop.c:12: results differ: on Fake One z (byte 240) is 123456, "
      "natively 289, with a tolerance of 0, in iteration 30; 1 "
      "difference in it\n");
  On.Told.clear();
  On.run(Loop);
  Loop.expectResults(2);
  EXPECT_EQ(On.Told, ""); // once for each loop
  On.R->summarizeChecks();
  EXPECT_EQ(On.Told, "twofold: 2 calls on a device compared with the native "
                     "variant, 2 of them differing\n");
}

TEST(ResultCheck, WrongVariablesAreNamed) {
  Bench On(checking(gpu()));
  ExampleLoop Loop(64);
  spoil(On.World, [](const std::vector<char *> &Args) {
    *reinterpret_cast<int64_t *>(Args[13]) += 1;
    *reinterpret_cast<uint64_t *>(Args[15]) = 12;
  });
  On.run(Loop);
  Loop.expectResults(1);
  const std::string Sum = std::to_string(Loop.sum),
                    Wrong = std::to_string(Loop.sum + 1);
  EXPECT_EQ(On.Told,
            "twofold: loop.c:12: results differ: on Fake One result is " +
                Wrong + ", natively " + Sum + ", with a tolerance of 0\n" +
                "twofold: loop.c:12: results differ: on Fake One result is "
                "12, natively 63, with a tolerance of 0\n");
}

/// A device without room runs nothing, and nothing is compared.
TEST(ResultCheck, CallsThatFailAreNotCompared) {
  Bench On(checking(gpu()));
  On.World.FailFrom = 3;
  ExampleLoop Loop(100);
  On.run(Loop);
  Loop.expectResults(1);
  On.Told.clear();
  On.R->summarizeChecks();
  EXPECT_EQ(On.Told, "");
}

/// Of a size that is no power of two.
struct Cell {
  int32_t Count;
  float Level;
  int32_t Unused;
};

/// cells[i].Count = i; cells[i].Level = i / 8; b[i] = i, of 32 each.
class Cells {
  static constexpr uint64_t N = 32;

public:
  Bench On{checking(gpu())};
  SiteBuilder B;
  Cell All[N] = {};
  double Others[N] = {};

  explicit Cells(uint32_t More = TWOFOLD_ACCESS_ALWAYS) {
    constexpr uint32_t W = TWOFOLD_ACCESS_WRITE;
    const int I = B.dim(0, 1, N);
    const uint32_t A = B.base(All, "cells", sizeof All),
                   C = B.base(Others, "b", sizeof Others);
    B.access(A, sizeof(Cell), W | More, {{sizeof(Cell), I}});
    B.lastAccess().size = 4;
    B.access(A, 4, W | More | 4 << TWOFOLD_ACCESS_NUMBERS,
             {{sizeof(Cell), I}, {4}});
    B.access(C, 8, W | More | 8 << TWOFOLD_ACCESS_NUMBERS, {{8, I}});
    B.lastAccess();
    B.kernel("cells", 1);
    B.kernelArg(TWOFOLD_ARG_BUFFER, A);
    B.kernelArg(TWOFOLD_ARG_BUFFER, C);
    B.site().native = [](void **Args, uint64_t Lo, uint64_t Hi) {
      for (uint64_t K = Lo; K < Hi; ++K) {
        (*static_cast<Cell **>(Args[1]))[K] = {int32_t(K), float(K) / 8, 0};
        (*static_cast<double **>(Args[2]))[K] = double(K);
      }
    };
  }
  /// What is told of a device that gets Change more.
  std::string told(std::function<void(Cell *, double *)> Change) {
    On.World.Kernels["cells"] = [Change](const NdRange &,
                                         const std::vector<char *> &Args) {
      auto *A = reinterpret_cast<Cell *>(arrayOf(Args, 0));
      auto *C = reinterpret_cast<double *>(arrayOf(Args, 2));
      for (uint64_t K = 0; K < N; ++K) {
        A[K] = {int32_t(K), float(K) / 8, 0};
        C[K] = double(K);
      }
      Change(A, C);
    };
    On.R->run(B.site(), B.launch(), N);
    EXPECT_EQ(On.counts().CallsDevice, 1u);
    return On.Told;
  }
};

TEST(ResultCheck, NumbersMayBeRounded) {
  EXPECT_EQ(Cells().told([](Cell *A, double *C) {
    A[9].Level = std::nextafter(A[9].Level, 10.0f);
    A[0].Level = 1e-7f; // as differences of larger numbers may be
    C[31] *= 1 + 1e-15;
  }),
            "");
  const std::string Told = Cells().told([](Cell *A, double *C) {
    A[9].Level *= 1.0001f;
    C[31] *= 1 + 1e-12;
  });
  EXPECT_NE(Told.find("cells[9] (byte 4) is 1.12511253, natively 1.125, with a "
                      "tolerance of 1.5e-05, in iteration 9; 1 difference"),
            std::string::npos)
      << Told;
  EXPECT_NE(Told.find("b[31] is 31.00000000003"), std::string::npos) << Told;
}

/// The other member is no number, however little it differs.
TEST(ResultCheck, IntegersBesideNumbersAreExact) {
  const std::string Told =
      Cells().told([](Cell *A, double *) { A[20].Count += 1; });
  EXPECT_NE(Told.find("cells[20] is 21, natively 20, with a tolerance of 0"),
            std::string::npos)
      << Told;
}

TEST(ResultCheck, AnyNanIsANan) {
  Cells Loop;
  EXPECT_NE(Loop.told([](Cell *A, double *) {
                  A[3].Level = std::numeric_limits<float>::quiet_NaN();
                })
                .find("cells[3] (byte 4) is nan"),
            std::string::npos);
  EXPECT_NE(Cells()
                .told([](Cell *A, double *) {
                  A[3].Level = std::numeric_limits<float>::infinity();
                })
                .find("cells[3] (byte 4) is inf"),
            std::string::npos);
}

/// Which member an access at an unknown place has is not known.
TEST(ResultCheck, UnknownPlacesAreCompared) {
  const std::string Told =
      Cells(TWOFOLD_ACCESS_UNKNOWN).told([](Cell *A, double *C) {
        A[20].Count += 1;
        C[5] *= 1 + 1e-15;
      });
  EXPECT_NE(Told.find("cells[20] is 21, natively 20, with a tolerance of 0; 1 "
                      "difference in it"),
            std::string::npos)
      << Told;
  EXPECT_EQ(Told.find(" b["), std::string::npos) << Told;
}

/// Sums are made in another order, of up to as many steps as the call has.
TEST(ResultCheck, SumsMayBeRounded) {
  for (const auto &[Wrong, IsTold] :
       {std::pair(1e-5f, false), std::pair(1e-2f, true)}) {
    float Sum = 0;
    SiteBuilder B;
    B.dim(0, 1, 1000);
    B.result(&Sum, 4, TWOFOLD_RESULT_REDUCTION);
    B.lastResult().numbers = 4;
    B.kernel("sum", 1, TWOFOLD_KERNEL_LINEAR);
    B.kernelArg(TWOFOLD_ARG_PARTIAL, 0, 4);
    B.site().native = [](void **Args, uint64_t Lo, uint64_t Hi) {
      *static_cast<float *>(Args[1]) += float(Hi - Lo);
    };
    B.site().identity = [](void **Args) { *static_cast<float *>(Args[1]) = 0; };
    B.site().combine = [](void **Into, void **From) {
      *static_cast<float *>(Into[1]) += *static_cast<float *>(From[1]);
    };
    Bench On(checking(gpu()));
    On.World.Kernels["sum"] = [Wrong](const NdRange &Range,
                                      const std::vector<char *> &Args) {
      const uint64_t Groups = Range.Global[0] / Range.Local[0];
      for (uint64_t G = 0; G < Groups; ++G)
        reinterpret_cast<float *>(Args[0])[G] =
            1000 * (1 + Wrong) / float(Groups);
    };
    On.R->run(B.site(), B.launch(), 1000);
    EXPECT_EQ(Sum, 1000);
    EXPECT_EQ(On.Told.empty(), !IsTold) << On.Told;
  }
}

} // namespace
