// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SiteScanTest.cpp - the sites that a program is made of -------------===//
#include "kernel/SiteScan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

using namespace twofold;

namespace {

void native(void **, uint64_t, uint64_t) {}

/// A program file: its data, in one piece, and its code.
struct Image {
  struct Data {
    char Before[24];
    twofold_site First;
    twofold_kernel Kernel;
    twofold_kernel_arg Arguments[2];
    twofold_site Second;
    char Texts[64];
  };
  alignas(16) Data D{};
  std::vector<LoadedPart> Parts;

  Image() {
    std::memcpy(D.Texts, "a.c\0f\0k\0source", 15);
    D.First.abi_version = TWOFOLD_ABI_VERSION;
    D.First.struct_size = sizeof(twofold_site);
    D.First.rank = 1;
    D.First.file = D.Texts;
    D.First.function = D.Texts + 4;
    D.First.native = native;
    D.Second = D.First;
    D.Kernel.name = D.Texts + 6;
    D.Kernel.source = D.Texts + 8;
    D.Kernel.args = D.Arguments;
    D.Kernel.arg_count = 2;
    D.Kernel.rank = 1;
    D.First.kernel = &D.Kernel;
    Parts = {part(&D, sizeof(D), false),
             part(reinterpret_cast<const void *>(native), 16, true)};
  }
  static LoadedPart part(const void *At, uint64_t Size, bool Code) {
    uint64_t Begin = reinterpret_cast<uintptr_t>(At);
    return {Begin, Begin + Size, Code};
  }
  size_t found() const { return findSites(Parts).size(); }
};

} // namespace

TEST(SiteScan, FindsSitesInTheirOrder) {
  Image I;
  EXPECT_EQ(findSites(I.Parts),
            (std::vector<const twofold_site *>{&I.D.First, &I.D.Second}));
}

TEST(SiteScan, WhatIsNoSiteIsNotOne) {
  auto With = [](void (*Change)(Image &)) {
    Image I;
    Change(I);
    return I.found();
  };
  EXPECT_EQ(With([](Image &I) { I.D.First.abi_version = 1; }), 1u);
  EXPECT_EQ(With([](Image &I) { I.D.First.struct_size -= 8; }), 1u);
  EXPECT_EQ(With([](Image &I) { I.D.First.rank = 0; }), 1u);
  EXPECT_EQ(With([](Image &I) { I.D.First.file = nullptr; }), 1u);
  EXPECT_EQ(With([](Image &I) { I.D.First.function = "elsewhere"; }), 1u);
  EXPECT_EQ(With([](Image &I) {
              I.D.First.native = reinterpret_cast<twofold_native>(&I.D.Second);
            }),
            1u);
  EXPECT_EQ(With([](Image &I) { I.D.First.native = nullptr; }), 2u);
  EXPECT_EQ(With([](Image &I) { I.D.Kernel.source = nullptr; }), 1u);
  EXPECT_EQ(With([](Image &I) { I.D.Kernel.arg_count = 60000; }), 1u);
  EXPECT_EQ(With([](Image &I) {
              I.D.First.kernel = reinterpret_cast<const twofold_kernel *>(1);
            }),
            1u);
  EXPECT_EQ(With([](Image &I) { // texts without an end
              std::memset(I.D.Texts, 'x', sizeof(I.D.Texts));
            }),
            0u);
}

TEST(SiteScan, StaysInsideTheParts) {
  for (uint64_t Cut = 0; Cut <= offsetof(Image::Data, Texts); Cut += 8) {
    Image I;
    I.Parts[0].End = I.Parts[0].Begin + Cut;
    EXPECT_EQ(I.found(), 0u) << Cut; // the texts come last
  }
  EXPECT_TRUE(findSites({}).empty());
}

namespace {
constexpr twofold_site siteHere() {
  twofold_site Site{};
  Site.abi_version = TWOFOLD_ABI_VERSION;
  Site.struct_size = sizeof(twofold_site);
  Site.rank = 1;
  Site.file = "here.c";
  Site.function = "f";
  Site.native = native;
  return Site;
}
constexpr twofold_site Here = siteHere();
} // namespace

TEST(SiteScan, FindsWhatStays) {
  const std::string Mark =
      std::string(TWOFOLD_STAY_MARK_BEGIN) + TWOFOLD_STAY_MARK_END;
  // The last text has no end.
  const std::string Data = "x" + Mark + "a.c:1: f" + '\0' + Mark + "a.c:1: f" +
                           '\0' + Mark + "b.c:2: g" + '\0' + Mark + "endless";
  const auto Begin = reinterpret_cast<uint64_t>(Data.data());
  std::set<std::string> Found;
  LoadedPart Part = {Begin, Begin + Data.size(), true};
  findStays({&Part, 1}, Found);
  EXPECT_TRUE(Found.empty()) << "in code";
  Part.Code = false;
  findStays({&Part, 1}, Found);
  EXPECT_EQ(Found, (std::set<std::string>{"a.c:1: f", "b.c:2: g"}));
}

TEST(SiteScan, FindsThoseOfThisProgram) {
  auto Found = loadedSites();
  EXPECT_NE(std::find(Found.begin(), Found.end(), &Here), Found.end());
}
