// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "replay/LaunchGroups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace twofold;

namespace {

RangeSet bytes(std::initializer_list<ByteRange> Ranges) {
  RangeSet Out;
  for (const ByteRange &Range : Ranges)
    Out.insert(Range);
  return Out;
}

} // namespace

TEST(LaunchGroups, NeighboursAreApart) {
  LaunchGroups Groups;
  const auto A = Groups.join(bytes({{100, 200}}));
  const auto B = Groups.join(bytes({{200, 300}}));
  EXPECT_NE(Groups.whole(A), Groups.whole(B));
  EXPECT_EQ(Groups.join(bytes({{120, 130}})), Groups.whole(A));
  EXPECT_EQ(Groups.join(bytes({{299, 300}})), Groups.whole(B));
}

TEST(LaunchGroups, WhatIsTouchedTogetherIsOne) {
  LaunchGroups Groups;
  const auto A = Groups.join(bytes({{100, 200}}));
  const auto B = Groups.join(bytes({{500, 600}}));
  const auto C = Groups.join(bytes({{800, 900}}));
  const auto All = Groups.join(bytes({{190, 195}, {300, 400}, {590, 700}}));
  EXPECT_EQ(Groups.whole(A), Groups.whole(All));
  EXPECT_EQ(Groups.whole(B), Groups.whole(All));
  EXPECT_NE(Groups.whole(C), Groups.whole(All));
  EXPECT_EQ(Groups.bytes(C, 1), bytes({{800, 900}}));
  EXPECT_TRUE(Groups.bytes(All, 2).empty());
  EXPECT_EQ(Groups.finish(A), bytes({{100, 200}, {300, 400}, {500, 700}}));
  EXPECT_TRUE(Groups.finished(All));
  EXPECT_FALSE(Groups.finished(C));
}

TEST(LaunchGroups, AFinishedGroupIsNeverJoined) {
  LaunchGroups Groups;
  const auto A = Groups.join(bytes({{100, 200}}));
  Groups.finish(A);
  const auto Again = Groups.join(bytes({{150, 160}}));
  EXPECT_FALSE(Groups.finished(Again));
  EXPECT_TRUE(Groups.finished(A));
  EXPECT_EQ(Groups.finish(Again), bytes({{150, 160}}));
}

/// Against a table with an entry for each byte.
TEST(LaunchGroups, AgreesWithATable) {
  constexpr uint64_t Size = 96;
  std::mt19937 Random(7);
  auto Below = [&](uint64_t Limit) { return Random() % Limit; };
  for (unsigned Round = 0; Round < 200; ++Round) {
    LaunchGroups Groups;
    std::vector<int> Of(Size, -1); // by byte
    std::vector<LaunchGroups::Number> Numbers;
    std::vector<int> Labels; // by launch
    std::vector<bool> Done;
    for (int Launch = 0; Launch < 30; ++Launch) {
      RangeSet Touched;
      for (uint64_t I = 0; I <= Below(3); ++I) {
        const uint64_t Begin = Below(Size - 1);
        Touched.insert({Begin, std::min(Size, Begin + 1 + Below(8))});
      }
      Numbers.push_back(Groups.join(Touched));
      Labels.push_back(Launch);
      Done.push_back(false);
      for (const ByteRange &Range : Touched)
        for (uint64_t Byte = Range.Begin; Byte < Range.End; ++Byte) {
          const int Old = Of[Byte];
          Of[Byte] = Launch;
          if (Old < 0 || Old == Launch)
            continue;
          std::replace(Of.begin(), Of.end(), Old, Launch);
          std::replace(Labels.begin(), Labels.end(), Old, Launch);
        }
      if (Below(6) == 0) {
        const size_t One = Below(Numbers.size());
        if (Done[One])
          continue;
        const int Label = Labels[One];
        RangeSet Expected;
        for (uint64_t Byte = 0; Byte < Size; ++Byte)
          if (Of[Byte] == Label) {
            Expected.insert({Byte, Byte + 1});
            Of[Byte] = -1;
          }
        EXPECT_EQ(Groups.finish(Numbers[One]), Expected);
        for (size_t I = 0; I < Labels.size(); ++I)
          if (Labels[I] == Label)
            Done[I] = true;
      }
      for (size_t I = 0; I < Labels.size(); ++I) {
        EXPECT_EQ(Groups.finished(Numbers[I]), Done[I]);
        for (size_t J = 0; J < I; ++J)
          EXPECT_EQ(Groups.whole(Numbers[I]) == Groups.whole(Numbers[J]),
                    Labels[I] == Labels[J]);
      }
    }
  }
}
