// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelConstantsTest.cpp - kernels whose numbers are known ----------===//
#include "kernel/KernelConstants.h"
#include "SiteBuilder.h"

#include <gtest/gtest.h>

using namespace twofold;
using namespace twofold::test;

namespace {

/// A kernel with a parameter of each kind.
struct Loop {
  SiteBuilder B;
  double Data[16] = {};
  int32_t n = -3;
  int16_t s = -2;
  uint8_t u = 200;
  int64_t m = INT64_MIN;
  float f = 2;
  void *Pointer = Data;
  std::string Text = "static int twice(int x) { return 2 * x; }\n"
                     "__kernel void loop(\n"
                     "    __global uchar *a_mem, long a_off,\n"
                     "    int n,\n"
                     "    short s,\n"
                     "    uchar u,\n"
                     "    long m,\n"
                     "    float f,\n"
                     "    ulong a_host,\n"
                     "    ulong i_trips,\n"
                     "    ulong i_lower,\n"
                     "    ulong i_first) {\n"
                     "  body;\n"
                     "}\n";

  Loop() {
    B.dim(5, 1, 100);
    uint32_t Base = B.base(Data, "a");
    B.kernel("loop", 1);
    B.kernelArg(TWOFOLD_ARG_BUFFER, Base);
    auto Scalar = [&](void *Value, uint32_t Size) {
      B.kernelArg(TWOFOLD_ARG_SCALAR, uint32_t(B.arg(Value)), Size);
    };
    Scalar(&n, 4);
    Scalar(&s, 2);
    Scalar(&u, 1);
    Scalar(&m, 8);
    Scalar(&f, 4);
    B.kernelArg(TWOFOLD_ARG_SCALAR, 1, 8); // the base's entry
    B.kernelArg(TWOFOLD_ARG_TRIPS, 0, 8);
    B.kernelArg(TWOFOLD_ARG_LOWER, 0, 8);
    B.kernelArg(TWOFOLD_ARG_FIRST, 0, 8);
  }
  twofold_kernel Kernel;
  twofold_site Site;
  const twofold_site &site() {
    Site = B.site();
    Kernel = *Site.kernel;
    Kernel.source = Text.c_str();
    Site.kernel = &Kernel;
    return Site;
  }
};

} // namespace

TEST(KernelConstants, IntegersAreAssignedWhereTheKernelBegins) {
  Loop L;
  auto C = KernelConstants::of(L.site());
  ASSERT_TRUE(C);
  KernelValues V = C->read(L.B.launch());
  EXPECT_EQ(V.Count, 6u);
  std::string Source = C->source(V);
  EXPECT_EQ(Source, L.Text.substr(0, L.Text.find("  body;")) +
                        "  n = as_int(0xfffffffdu);\n"
                        "  s = as_short((ushort)0xfffe);\n"
                        "  u = (uchar)0xc8;\n"
                        "  m = as_long(0x8000000000000000UL);\n"
                        "  i_trips = 0x64UL;\n"
                        "  i_lower = 0x5UL;\n"
                        "  body;\n}\n");
  EXPECT_EQ(C->describe(V),
            "n = -3, s = -2, u = 200, m = -9223372036854775808, "
            "i_trips = 100, i_lower = 5");
}

TEST(KernelConstants, OtherValuesAreOtherKernels) {
  Loop L;
  auto C = KernelConstants::of(L.site());
  ASSERT_TRUE(C);
  KernelValues Before = C->read(L.B.launch());
  EXPECT_EQ(Before, C->read(L.B.launch()));
  for (auto Change : {+[](Loop &Of) { Of.n = 4; }, +[](Loop &Of) { Of.s = 4; },
                      +[](Loop &Of) { Of.u = 4; },
                      +[](Loop &Of) { Of.m = INT64_MIN + (1LL << 40); }}) {
    Loop Other;
    Change(Other);
    (void)Other.site();
    EXPECT_NE(C->read(Other.B.launch()), Before);
  }
  L.f = 9;
  EXPECT_EQ(C->read(L.B.launch()), Before);
}

TEST(KernelConstants, NotWhereBitsOrTheSearchDependOnTheKernel) {
  for (uint32_t Flag : {TWOFOLD_SITE_ROUNDS, TWOFOLD_SITE_SEARCH,
                        TWOFOLD_SITE_DETERMINISTIC, TWOFOLD_SITE_ORDERED}) {
    Loop L;
    L.B.site().flags |= Flag;
    EXPECT_FALSE(KernelConstants::of(L.site()));
  }
}

TEST(KernelConstants, TextsThatAreNotAsExpectedAreLeftAlone) {
  auto Changed = [](const std::string &From, const std::string &To) {
    Loop L;
    L.Text.replace(L.Text.find(From), From.size(), To);
    return bool(KernelConstants::of(L.site()));
  };
  EXPECT_TRUE(Changed("body", "other"));
  EXPECT_FALSE(Changed("void loop", "void pool"));
  EXPECT_FALSE(Changed("    int n,\n", ""));
  EXPECT_FALSE(Changed("    int n,\n", "    int n,\n    int k,\n"));
  EXPECT_FALSE(Changed(") {\n  body", ") /**/ {\n  body"));
  EXPECT_FALSE(Changed("  body;\n}\n", "}\n__kernel void loop(int n) {\n}\n"));
  EXPECT_FALSE(Changed("i_first) {\n  body;\n}\n", "i_first"));
}

TEST(KernelConstants, ParametersOfOtherTypesStay) {
  Loop L;
  auto Replace = [&](const std::string &From, const std::string &To) {
    L.Text.replace(L.Text.find(From), From.size(), To);
  };
  Replace("int n", "float n");
  Replace("long m", "double m");
  Replace("short s", "half s");
  Replace("uchar u", "bool u");
  auto C = KernelConstants::of(L.site());
  ASSERT_TRUE(C);
  EXPECT_EQ(C->describe(C->read(L.B.launch())), "i_trips = 100, i_lower = 5");
}
