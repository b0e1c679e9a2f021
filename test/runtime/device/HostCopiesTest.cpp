// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostCopiesTest.cpp - copies, by one thread and by several ----------===//
#include "device/HostCopies.h"
#include "Cases.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

using namespace twofold;

namespace {

std::vector<char> pattern(size_t Bytes, int Salt) {
  std::vector<char> Out(Bytes);
  for (size_t I = 0; I < Bytes; ++I)
    Out[I] = char(I * 7 + I / 251 + size_t(Salt));
  return Out;
}

const RowLayout Layouts[] = {
    {1, 0, 1, 0, 1},
    {5, 9, 100, 0, 1},
    {64, 64, 50, 0, 1},
    {12, 20, 7, 200, 9},
    {3, 8, test::cases(600000), 0, 1},
    {70000, 100000, 40, 0, 1},
    {8, 24, 300, 9600, 1000},
};

} // namespace

TEST(HostCopies, CopiesEverything) {
  CopyThreads Crew;
  for (CopyThreads *Some : {(CopyThreads *)nullptr, &Crew})
    for (size_t Bytes : {0, 1, 4095, 1 << 20, (5 << 20) + 3}) {
      std::vector<char> From = pattern(Bytes, 1), To(Bytes);
      HostCopies(Some).copy(To.data(), From.data(), Bytes);
      EXPECT_EQ(To, From);
    }
}

/// What is the same before and after is left to whoever changed it meanwhile.
TEST(HostCopies, StoresOnlyWhatChanged) {
  CopyThreads Crew;
  for (CopyThreads *Some : {(CopyThreads *)nullptr, &Crew})
    for (size_t Bytes : {1, 63, 64, 65, 4 << 20}) {
      std::vector<char> Before = pattern(Bytes, 1), After = Before,
                        To = pattern(Bytes, 2), Wanted = To;
      for (size_t I = 0; I < Bytes; I += 37)
        Wanted[I] = After[I] = char(Before[I] + 1);
      HostCopies(Some).storeChanged(To.data(), Before.data(), After.data(),
                                    Bytes);
      EXPECT_EQ(To, Wanted);
    }
}

TEST(HostCopies, RowsArePackedAndUnpacked) {
  CopyThreads Crew;
  for (CopyThreads *Some : {(CopyThreads *)nullptr, &Crew})
    for (const RowLayout &L : Layouts) {
      HostCopies Host(Some);
      std::vector<char> Memory = pattern(L.span(), 3), Packed(L.bytes());
      Host.pack(Packed.data(), Memory.data(), L);
      std::vector<char> Wanted;
      for (uint64_t R = 0; R < L.rows(); ++R)
        Wanted.insert(Wanted.end(), Memory.begin() + long(L.row(R)),
                      Memory.begin() + long(L.row(R) + L.Width));
      ASSERT_EQ(Packed, Wanted);

      std::vector<char> Back(L.span(), 'x'), Expected = Back;
      for (uint64_t R = 0; R < L.rows(); ++R)
        std::copy_n(Memory.begin() + long(L.row(R)), L.Width,
                    Expected.begin() + long(L.row(R)));
      Host.unpack(Back.data(), Packed.data(), L);
      ASSERT_EQ(Back, Expected);
      std::fill(Back.begin(), Back.end(), 'x');
      Host.copyRows(Back.data(), Memory.data(), L);
      ASSERT_EQ(Back, Expected);

      std::vector<char> After = Packed;
      for (size_t I = 0; I < After.size(); I += 11) {
        ++After[I];
        Expected[L.row(I / L.Width) + I % L.Width] = After[I];
      }
      Host.unpackChanged(Back.data(), Packed.data(), After.data(), L);
      ASSERT_EQ(Back, Expected);
    }
}
