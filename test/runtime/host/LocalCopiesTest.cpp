// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SiteBuilder.h"
#include "host/ElementCopies.h"
#include "launch/KernelArguments.h"

#include <gtest/gtest.h>

using namespace twofold;
using namespace twofold::test;

namespace {

constexpr uint32_t Update = TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_WRITE;

/// Arrays of so many floats or chars, any element of which is updated.
struct Updates {
  char Memory[8] = {};
  SiteBuilder B;
  std::vector<BaseFootprint> Bases;
  uint64_t Trips;

  explicit Updates(uint64_t Trips) : Trips(Trips) {
    B.dim(0, 1, Trips);
    B.kernel("k", 1, TWOFOLD_KERNEL_LINEAR);
  }
  void array(uint32_t Size, uint64_t Count, bool Copied = true) {
    uint64_t Begin = 4096;
    uint32_t Base = B.base(Memory, "h", int64_t(Count * Size));
    B.access(Base, Size, Update | TWOFOLD_ACCESS_UNKNOWN, {});
    B.element(Base, Size, Size == 4 ? TWOFOLD_TYPE_FLOAT : TWOFOLD_TYPE_SIGNED,
              TWOFOLD_OP_ADD);
    if (Copied) {
      B.kernelArg(TWOFOLD_ARG_COPY, Base);
      B.kernelArg(TWOFOLD_ARG_COPIED, Base);
      B.kernelArg(TWOFOLD_ARG_COPIES, Base);
    }
    BaseFootprint Touched;
    Touched.Address = Begin;
    Touched.Hull = {Begin, Begin + Count * Size};
    Bases.push_back(Touched);
  }
  std::vector<uint64_t> copies(uint64_t LocalMemory = 48 << 10,
                               unsigned Units = 4) {
    return localCopies(B.site(), B.launch(),
                       IterationSpace(B.site(), B.launch()), Trips, Bases,
                       LocalMemory, Units);
  }
  LaunchShape shape(DeviceKind Kind) {
    DeviceFacts Facts;
    Facts.Kind = Kind;
    Facts.ComputeUnits = 4;
    Facts.MaxGroupSize = 1024;
    Facts.LocalMemory = 48 << 10;
    return LaunchShape::make(B.site(), B.launch(), Trips, Facts, 1024, false,
                             LaunchShape::MaxItems, copies());
  }
};

using Counts = std::vector<uint64_t>;

} // namespace

TEST(LocalCopies, TakeWhatFits) {
  Updates U(1 << 20);
  U.array(4, 1000);
  U.array(4, 11000); // 44,000 bytes of the 44,128 that are left
  U.array(1, 500);
  U.array(1, 100);
  EXPECT_EQ(U.copies(), (Counts{1000, 11000, 0, 100}));
  EXPECT_EQ(U.copies(1024), (Counts{0, 0, 0, 0}));
  EXPECT_EQ(U.copies(5024), (Counts{1000, 0, 0, 0}));
}

TEST(LocalCopies, LeaveLargeTargetsAndOtherKernelsAlone) {
  Updates U(1 << 20);
  U.array(4, 40000);
  U.array(4, 100, /*Copied=*/false);
  EXPECT_EQ(U.copies(), (Counts{0, 0}));
}

TEST(LocalCopies, NeedEnoughIterations) {
  Updates Few(99), Enough(100);
  Few.array(4, 100);
  Enough.array(4, 100);
  EXPECT_EQ(Few.copies(), Counts{0});
  EXPECT_EQ(Enough.copies(), Counts{100});
}

TEST(LocalCopies, LeaveElementsThatNoTwoIterationsUpdate) {
  auto Asked = [](int64_t Stride) {
    static float Memory[200];
    SiteBuilder B;
    B.dim(0, 1, 200);
    B.kernel("k", 1, TWOFOLD_KERNEL_LINEAR);
    uint32_t Base = B.base(Memory, "h", sizeof Memory);
    B.access(Base, 4, Update, {{Stride, 0}});
    B.element(Base, 4, TWOFOLD_TYPE_FLOAT, TWOFOLD_OP_ADD);
    B.kernelArg(TWOFOLD_ARG_COPIED, 0);
    BaseFootprint Touched;
    Touched.Address = 4096;
    Touched.Hull = {4096, 4096 + sizeof Memory};
    twofold_site &Site = B.site();
    return localCopies(Site, B.launch(), IterationSpace(Site, B.launch()), 200,
                       {Touched}, 48 << 10, 1);
  };
  EXPECT_EQ(Asked(4), Counts{0});
  EXPECT_EQ(Asked(0), Counts{200});
}

TEST(LocalCopies, ReachToTheLastByteTouched) {
  Updates U(1 << 20);
  U.array(4, 100);
  U.Bases[0].Address -= 40;
  EXPECT_EQ(U.copies(), Counts{110});
  U.Bases[0].Address += 80;
  EXPECT_EQ(U.copies(), Counts{90});
  U.Bases[0].Address += 4000;
  EXPECT_EQ(U.copies(), Counts{0});
}

TEST(LocalCopies, BecomeArguments) {
  Updates U(1 << 20);
  U.array(1, 13);
  U.array(4, 40000);
  LaunchShape Shape = U.shape(DeviceKind::Gpu);
  KernelArguments Arguments(U.B.site(), U.B.launch(), Shape);
  std::vector<KernelArgument> Made = Arguments.make(LaunchShape::Piece{});
  ASSERT_EQ(Made.size(), 6u);
  EXPECT_EQ(Made[0].What, KernelArgument::Kind::Local);
  EXPECT_EQ(Made[0].Size, 16u); // whole words
  EXPECT_EQ(*static_cast<const uint64_t *>(Made[1].Bytes), 13u);
  EXPECT_EQ(*static_cast<const uint64_t *>(Made[2].Bytes), 1u);
  EXPECT_EQ(Made[3].What, KernelArgument::Kind::Local);
  EXPECT_EQ(Made[3].Size, 8u); // none is not allowed
  EXPECT_EQ(*static_cast<const uint64_t *>(Made[4].Bytes), 0u);
}

/// Until they take 16 KiB, or much of the time; 32 KiB where large groups then
/// have one for each bank.
TEST(LocalCopies, AreSeveralForNeighbours) {
  auto Each = [](uint64_t Trips, uint32_t Size, uint64_t Count,
                 DeviceKind Kind = DeviceKind::Gpu) {
    Updates U(Trips);
    U.array(Size, Count);
    return U.shape(Kind).CopiesEach;
  };
  EXPECT_EQ(Each(1 << 20, 4, 10), 32u);
  EXPECT_EQ(Each(1 << 20, 4, 256), 32u);
  EXPECT_EQ(Each(1 << 20, 4, 257), 8u);
  EXPECT_EQ(Each(130000, 4, 256), 4u);
  EXPECT_EQ(Each(100000, 4, 256), 4u);
  EXPECT_EQ(Each(10000, 4, 256), 1u);
  EXPECT_EQ(Each(1 << 20, 4, 4000), 1u);
  EXPECT_EQ(Each(1 << 20, 1, 256), 1u); // neighbours would share a word
  EXPECT_EQ(Each(1 << 20, 4, 40000), 1u);
  EXPECT_EQ(Each(1 << 20, 4, 256, DeviceKind::Cpu), 1u);

  Updates U(1 << 20);
  U.array(4, 256);
  LaunchShape Shape = U.shape(DeviceKind::Gpu);
  KernelArguments Arguments(U.B.site(), U.B.launch(), Shape);
  std::vector<KernelArgument> Made = Arguments.make(LaunchShape::Piece{});
  EXPECT_EQ(Made[0].Size, 32u * 1024);
  EXPECT_EQ(*static_cast<const uint64_t *>(Made[2].Bytes), 32u);
  EXPECT_EQ(Shape.GroupSize, 1024u);
  EXPECT_EQ(Shape.Groups, 8u);
  EXPECT_EQ(Shape.ItemTrips, (1u << 20) / (8 * 1024));
  EXPECT_EQ(Shape.Stride, 8u * 1024);

  // Smaller groups have as many of fewer elements.
  Updates Few(1 << 20);
  Few.array(4, 100);
  EXPECT_EQ(Few.shape(DeviceKind::Gpu).CopiesEach, 32u);
  EXPECT_EQ(Few.shape(DeviceKind::Gpu).GroupSize, 256u);
}

TEST(LocalCopies, GroupsDoMoreThanCombineThem) {
  Updates Small(30000), Large(100000);
  Small.array(4, 100);
  Large.array(4, 10000);
  EXPECT_EQ(Small.shape(DeviceKind::Gpu).Groups, 32u);
  EXPECT_EQ(Large.shape(DeviceKind::Gpu).Groups, 10u);
  EXPECT_EQ(Large.shape(DeviceKind::Cpu).Groups, 10u);
}

TEST(LocalCopies, KeepItemsFromWaiting) {
  auto Contend = [](uint64_t Count, bool Copied) {
    Updates U(1 << 20);
    U.array(4, Count, Copied);
    twofold_site &Site = U.B.site();
    return contend(Site, U.B.launch(), IterationSpace(Site, U.B.launch()),
                   U.Trips, 64);
  };
  EXPECT_FALSE(Contend(256, true));
  EXPECT_TRUE(Contend(256, false));
  EXPECT_TRUE(Contend(40000, true));
}
