// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MatrixCheckTest.cpp - devices that add up in an order of their own -===//
#include "kernel/MatrixCheck.h"
#include "RuntimeBench.h"
#include "fake/FakeSupply.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace twofold;
using namespace twofold::test;

namespace {

/// How a device adds up 64 products of a sum.
using Adder = double (*)(double Sum, const double *Row, const double *Column);
constexpr unsigned Rounds = 64, Columns = 8, Rows = 16;

double inOrder(double Sum, const double *Row, const double *Column) {
  for (unsigned R = 0; R != Rounds; ++R)
    Sum = std::fma(Row[R], Column[R * Columns], Sum);
  return Sum;
}
double backwards(double Sum, const double *Row, const double *Column) {
  for (unsigned R = Rounds; R-- != 0;)
    Sum = std::fma(Row[R], Column[R * Columns], Sum);
  return Sum;
}
/// The last two of four products the other way round.
double swapped(double Sum, const double *Row, const double *Column) {
  for (unsigned R = 0; R != Rounds; ++R) {
    const unsigned At = R % 4 < 2 ? R : R ^ 1;
    Sum = std::fma(Row[At], Column[At * Columns], Sum);
  }
  return Sum;
}
double inPairs(double Sum, const double *Row, const double *Column) {
  for (unsigned R = 0; R != Rounds; R += 2)
    Sum += std::fma(Row[R + 1], Column[(R + 1) * Columns],
                    Row[R] * Column[R * Columns]);
  return Sum;
}
double unfused(double Sum, const double *Row, const double *Column) {
  for (unsigned R = 0; R != Rounds; ++R) {
    const volatile double Product = Row[R] * Column[R * Columns];
    Sum += Product;
  }
  return Sum;
}
double flushed(double Sum, const double *Row, const double *Column) {
  const double Out = inOrder(Sum, Row, Column);
  return std::fpclassify(Out) == FP_SUBNORMAL ? std::copysign(0.0, Out) : Out;
}
double withoutSigns(double Sum, const double *Row, const double *Column) {
  const double Out = inOrder(Sum, Row, Column);
  return Out == 0 ? 0.0 : Out;
}

void addKernel(FakeWorld &World, Adder Add) {
  World.Kernels["twofold_matrices"] = [Add](const NdRange &Range,
                                            const std::vector<char *> &Of) {
    const auto *Left = reinterpret_cast<const double *>(Of[0]),
               *Right = reinterpret_cast<const double *>(Of[1]);
    auto *Sums = reinterpret_cast<double *>(Of[2]);
    const size_t Groups = Range.Global[0] / Range.Local[0];
    for (size_t I = 0; I != Groups * Rows * Columns; ++I)
      Sums[I] =
          Add(Sums[I], Left + I / Columns * Rounds,
              Right + I / (Rows * Columns) * Rounds * Columns + I % Columns);
  };
}

bool passes(Adder Add) {
  FakeWorld World;
  addKernel(World, Add);
  FakeDevice Device(World, DeviceKind::Gpu);
  BuildingSupply Supply;
  return multipliesInOrder(Device, Supply);
}

} // namespace

TEST(MatrixCheck, OnlyTheOrderOfRoundsPasses) {
  EXPECT_TRUE(passes(inOrder));
  EXPECT_FALSE(passes(backwards));
  EXPECT_FALSE(passes(swapped));
  EXPECT_FALSE(passes(inPairs));
  EXPECT_FALSE(passes(unfused));
  EXPECT_FALSE(passes(flushed));
  EXPECT_FALSE(passes(withoutSigns));
}

TEST(MatrixCheck, WhatFailsDoesNotPass) {
  unsigned Failures = 0;
  for (unsigned Call = 1;; ++Call, ++Failures) {
    FakeWorld World;
    addKernel(World, inOrder);
    World.FailAt = Call;
    FakeDevice Device(World, DeviceKind::Gpu);
    BuildingSupply Supply;
    const bool Passes = multipliesInOrder(Device, Supply);
    EXPECT_EQ(Passes, !World.Failed) << "call " << Call;
    if (!World.Failed)
      break;
  }
  // A build, a queue, three buffers, four transfers, a launch, and their end.
  EXPECT_GE(Failures, 11u);
}

/// What a device without the order is asked to build.
TEST(MatrixCheck, KernelsMultiplyMatricesWhereThatIsInOrder) {
  for (Adder Add : {inOrder, backwards}) {
    for (bool Able : {true, false}) {
      Bench On(gpu());
      addKernel(On.World, Add);
      On.World.MultipliesMatrices = Able;
      ExampleLoop Loop(1000);
      twofold_kernel Kernel = *Loop.B.site().kernel;
      Kernel.flags |= TWOFOLD_KERNEL_MATRICES;
      Loop.B.site().kernel = &Kernel;
      On.run(Loop);
      Loop.expectResults(1);
      const std::string &Options = On.World.Options.back();
      EXPECT_EQ(Options.find("-DTWOFOLD_MATRICES") != std::string::npos,
                Able && Add == inOrder);
      // It is tried once, and only where a kernel asks for it.
      EXPECT_EQ(On.World.Builds, Able ? 2u : 1u);
    }
  }
}
