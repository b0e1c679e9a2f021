// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BoundedCallTest.cpp - whole calls that leave their arrays ----------===//
#include "launch/BoundedCall.h"
#include "RuntimeBench.h"
#include "twofold/error.hpp"

#include <gtest/gtest.h>

using namespace twofold;
using namespace twofold::test;

namespace {

/// for (i = 0; i < N; ++i) { sum += 1; a[at[i]] = i; }, checked inside; in the
/// kernel item Bad finds an index out of bounds.
struct Scatter {
  enum { A = 1, Sum, Bounds };
  SiteBuilder B;
  std::vector<int64_t> a, at;
  int64_t sum = 7;
  const uint64_t NoLimit = UINT64_MAX;
  twofold_bounds Off = {nullptr, &NoLimit};

  explicit Scatter(uint64_t N, int64_t Elements) : a(N, -1), at(N) {
    for (uint64_t I = 0; I < N; ++I)
      at[I] = int64_t(I);
    B.dim(0, 1, N);
    uint32_t Base = B.base(a.data(), "a", Elements * 8);
    B.access(Base, 8, TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_UNKNOWN, {});
    B.lastAccess().group = 1;
    B.subscript(Base, 1, Elements * 8, 8, 33);
    uint32_t R = B.result(&sum, 8, TWOFOLD_RESULT_REDUCTION);
    B.site().bounds_arg = B.arg(&Off);
    B.arg(this);
    B.kernel("scatter", 1);
    B.kernelArg(TWOFOLD_ARG_BUFFER, Base);
    B.kernelArg(TWOFOLD_ARG_LIMIT, 0, 8);
    B.kernelArg(TWOFOLD_ARG_ERROR);
    B.kernelArg(TWOFOLD_ARG_PARTIAL, R, 8);
    twofold_site &Site = B.site();
    Site.flags = TWOFOLD_SITE_BOUNDS;
    Site.native = native;
    Site.identity = [](void **Args) { *static_cast<int64_t *>(Args[Sum]) = 0; };
    Site.combine = [](void **Into, void **From) {
      *static_cast<int64_t *>(Into[Sum]) += *static_cast<int64_t *>(From[Sum]);
    };
  }

  static void native(void **Args, uint64_t Lo, uint64_t Hi) {
    auto *Bound = static_cast<const twofold_bounds *>(Args[Bounds]);
    auto &Self = *static_cast<Scatter *>(Args[Bounds + 1]);
    int64_t Mine = *static_cast<int64_t *>(Args[Sum]);
    for (; Lo < Hi; ++Lo) {
      Mine += 1;
      int64_t At = Self.at[Lo];
      if (uint64_t(At) >= Bound->limits[0] &&
          twofold_out_of_bounds(Bound, 0, At))
        return;
      if (At >= 0 && uint64_t(At) < Self.a.size())
        Self.a[uint64_t(At)] = int64_t(Lo);
    }
    *static_cast<int64_t *>(Args[Sum]) = Mine;
  }

  void install(FakeWorld &World) {
    World.Kernels["scatter"] = [this](const NdRange &,
                                      const std::vector<char *> &Args) {
      uint64_t Limit, Record[3] = {};
      std::memcpy(&Limit, Args[2], 8);
      std::memcpy(Record, Args[3], sizeof Record);
      EXPECT_EQ(Record[0] | Record[1] | Record[2], 0u);
      for (int64_t At : at)
        if (uint64_t(At) >= Limit && !Record[0]) {
          Record[0] = 1;
          Record[2] = uint64_t(At);
        }
      uint64_t Offset;
      std::memcpy(&Offset, Args[1], 8);
      std::memset(Args[0] + Offset, 0x11, a.size() * 8);
      std::memcpy(Args[3], Record, sizeof Record);
      std::memset(Args[4], 0, 8);
    };
  }

  void expectUntouched() const {
    EXPECT_EQ(sum, 7);
    for (int64_t Element : a)
      EXPECT_EQ(Element, -1);
  }
};

std::string Caught;
void keep(const twofold_error *E, void *User) {
  Caught = E->text;
  *static_cast<uint32_t *>(User) = E->found;
}

} // namespace

TEST(BoundedCall, NativeErrorsComeOnceFromTheCaller) {
  for (bool Threads : {false, true}) {
    Settings Set = asked(DeviceRequest::Kind::Native);
    Bench On(Set);
    Scatter Loop(1000, 1000);
    Loop.at[400] = 1000;
    Loop.B.launch().num_threads = Threads ? 3 : 1;
    uint32_t Found = 0;
    On.R->errors().set(keep, &Found);
    On.R->run(Loop.B.site(), Loop.B.launch(), 1000);
    EXPECT_EQ(Found, TWOFOLD_FOUND_INSIDE);
    EXPECT_EQ(Caught,
              "loop.c:33: index 1000 is out of bounds of a, which holds "
              "1000 elements");
    EXPECT_EQ(Loop.sum, 7);
    EXPECT_EQ(Loop.a[400], -1);

    Caught.clear();
    Loop.at[400] = 400;
    On.R->run(Loop.B.site(), Loop.B.launch(), 1000);
    EXPECT_EQ(Caught, "");
    EXPECT_EQ(Loop.sum, 1007);
    EXPECT_EQ(Loop.a[400], 400);
  }
}

TEST(BoundedCall, DeviceErrorsLeaveTheHostAsItWas) {
  Bench On(gpu());
  Scatter Loop(100, 100);
  Loop.install(On.World);
  Loop.at[3] = -5;
  uint32_t Found = 0;
  On.R->errors().set(keep, &Found);
  On.R->run(Loop.B.site(), Loop.B.launch(), 100);
  EXPECT_EQ(On.counts().CallsDevice, 1u);
  EXPECT_EQ(Found, TWOFOLD_FOUND_ON_DEVICE);
  EXPECT_EQ(Caught,
            "loop.c:33: index -5 is out of bounds of a, which holds 100 "
            "elements");
  Loop.expectUntouched();

  Caught.clear();
  Loop.at[3] = 3;
  On.R->run(Loop.B.site(), Loop.B.launch(), 100);
  EXPECT_EQ(Caught, "");
  EXPECT_EQ(Loop.a[99], 0x1111111111111111);
  On.R.reset();
  EXPECT_EQ(On.World.LiveObjects, 0);
}

/// The native variant, which has nothing to compare with then, does not run.
TEST(BoundedCall, WhatHasLeftItsBoundsIsNotCompared) {
  Settings Set = gpu();
  Set.Check = 1;
  Bench On(Set);
  Scatter Loop(100, 100);
  Loop.install(On.World);
  Loop.at[3] = -5;
  uint32_t Found = 0;
  On.R->errors().set(keep, &Found);
  On.R->run(Loop.B.site(), Loop.B.launch(), 100);
  EXPECT_EQ(Found, TWOFOLD_FOUND_ON_DEVICE);
  Loop.expectUntouched();
  On.R->summarizeChecks();
  EXPECT_EQ(On.Told, "");
}

/// An index that the second part finds would come too late for the first.
TEST(BoundedCall, WhatIsTooLargeForTheDeviceIsNotCutIntoParts) {
  Bench On(gpu());
  Scatter Loop(100, 100);
  Loop.install(On.World);
  const std::vector<char> Read(8000);
  Loop.B.access(Loop.B.base(Read.data(), "b"), 80, TWOFOLD_ACCESS_READ,
                {{80, 0}});
  Loop.B.kernelArg(TWOFOLD_ARG_LOWER, 0);
  Loop.at[70] = 100;
  EXPECT_EQ(On.R->devices().size(), 1u);
  On.Opened->editFacts().MaxAllocation = 5000;
  uint32_t Found = 0;
  On.R->errors().set(keep, &Found);
  On.R->run(Loop.B.site(), Loop.B.launch(), 100);
  EXPECT_EQ(Found, TWOFOLD_FOUND_INSIDE);
  EXPECT_EQ(On.World.Launches, 0u);
  EXPECT_EQ(Loop.sum, 7);
}

TEST(BoundedCall, ExceptionsOfTheHandlerLeaveTheLoop) {
  for (auto Where : {DeviceRequest::Kind::Native, DeviceRequest::Kind::Gpu}) {
    Bench On(asked(Where));
    Scatter Loop(100, 100);
    Loop.install(On.World);
    Loop.at[3] = 100;
    On.R->errors().set(throw_error, nullptr);
    try {
      On.R->run(Loop.B.site(), Loop.B.launch(), 100);
      FAIL();
    } catch (const bounds_error &E) {
      EXPECT_EQ(E.array(), "a");
      EXPECT_EQ(E.index(), 100);
      EXPECT_EQ(E.count(), 100u);
      EXPECT_EQ(E.line(), 33u);
      EXPECT_STREQ(E.file(), "loop.c");
      EXPECT_FALSE(E.before());
    }
    EXPECT_EQ(Loop.sum, 7);
  }
}

TEST(BoundedCall, SettingsDecideWhatIsChecked) {
  uint32_t Found = 0;
  for (BoundsPolicy Policy :
       {BoundsPolicy::Never, BoundsPolicy::Asked, BoundsPolicy::Always})
    for (bool Asked : {false, true}) {
      Settings Set = asked(DeviceRequest::Kind::Native);
      Set.Bounds = Policy;
      Bench On(Set);
      ExampleLoop Loop(100);
      const_cast<twofold_base *>(Loop.B.site().bases)[2].flags |=
          TWOFOLD_BASE_EXTENT; // of 0 bytes
      Loop.B.site().flags = Asked ? TWOFOLD_SITE_BOUNDS : 0;
      bool Checks = Policy == BoundsPolicy::Always ||
                    (Policy == BoundsPolicy::Asked && Asked);
      Found = 0;
      On.R->errors().set(keep, &Found);
      On.run(Loop);
      EXPECT_EQ(Found, Checks ? TWOFOLD_FOUND_BEFORE : 0u);
      EXPECT_EQ(Loop.sum == 7, Checks);
      EXPECT_EQ(Loop.w[0] == -1, Checks);
    }
}

TEST(BoundedCall, WhatIsNotCheckedIsToldOnce) {
  Settings Set = asked(DeviceRequest::Kind::Native);
  Set.Bounds = BoundsPolicy::Always;
  Bench On(Set);
  ExampleLoop Loop(100);
  On.run(Loop);
  On.run(Loop);
  EXPECT_EQ(On.Told, "twofold: loop.c:12: not checked: x, y, w (of unknown "
                     "extent; extent(pointer, count) tells it)\n");
}

TEST(BoundedCallDeathTest, WithoutAHandlerTheProgramAborts) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        Bench On(asked(DeviceRequest::Kind::Native));
        Scatter Loop(10, 10);
        Loop.at[3] = 10;
        On.R->run(Loop.B.site(), Loop.B.launch(), 10);
      },
      ::testing::KilledBySignal(SIGABRT),
      // A sanitizer may have a word to say before.
      "(^|\n)twofold: loop.c:33: index 10 is out of bounds of a, which holds "
      "10 elements\n$");
}

TEST(BoundedCall, HandlersOfTheProcess) {
  void *User = &User;
  EXPECT_EQ(twofold_get_error_handler(&User), nullptr);
  EXPECT_EQ(User, nullptr);
  uint32_t Found;
  twofold_set_error_handler(keep, &Found);
  {
    error_scope Throwing;
    EXPECT_EQ(twofold_get_error_handler(nullptr), &throw_error);
  }
  EXPECT_EQ(twofold_get_error_handler(&User), &keep);
  EXPECT_EQ(User, &Found);
  twofold_set_error_handler(nullptr, nullptr);
}
