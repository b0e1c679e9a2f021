// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SortScanTest.cpp - sorts and scans of the library, on threads ------===//
#include "Record.h"
#include "twofold/scan.h"
#include "twofold/sort.h"
#include "twofold/twofold.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

using namespace twofold::test;

namespace {

/// Nothing here is for a device, whatever the machine has.
class OnThreads : public ::testing::Test {
  int Before = 0;

protected:
  void SetUp() override { Before = twofold_set_offload(TWOFOLD_OFFLOAD_OFF); }
  void TearDown() override { twofold_set_offload(Before); }
};
using SortCalls = OnThreads;
using ScanCalls = OnThreads;

/// Counts at which one way to sort or to scan becomes another one.
constexpr size_t Counts[] = {0, 1, 2, 3, 23, 24, 25, 49, 8191, 8192, 16385};
constexpr size_t Many = 40000;

template <typename T> std::vector<T> drawn(size_t Count, unsigned Values) {
  std::mt19937_64 Random(Count + Values);
  std::vector<T> Out(Count);
  for (T &Each : Out) {
    const uint64_t Drawn = Random();
    if constexpr (std::is_floating_point_v<T>) {
      constexpr T Some[] = {T(0), -T(0), std::numeric_limits<T>::infinity(),
                            -std::numeric_limits<T>::infinity(),
                            std::numeric_limits<T>::quiet_NaN()};
      Each = Drawn % 16 < 5 ? Some[Drawn % 16]
                            : T(int64_t(Drawn >> 8) % int64_t(Values)) / T(8);
    } else {
      Each = Values < 1000 ? T(T(Drawn >> 8) % T(Values)) : T(Drawn);
    }
  }
  return Out;
}

template <typename T> bool before(T A, T B, bool Down) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(A) || std::isnan(B))
      return !std::isnan(A);
  return Down ? B < A : A < B;
}

template <typename T> void sortsAll(twofold_element_type Type) {
  for (bool Down : {false, true})
    for (unsigned Values : {5u, 1000000u}) {
      if (sanitized() && Down == (Values == 5))
        continue;
      const auto Direction = Down ? TWOFOLD_SORT_DOWN : TWOFOLD_SORT_UP;
      const auto Less = [Down](T A, T B) {
        if constexpr (std::is_floating_point_v<T>)
          if (std::isnan(A) && std::isnan(B))
            return false;
        return before(A, B, Down);
      };
      std::vector<size_t> Sizes(std::begin(Counts), std::end(Counts));
      if (Values != 5 && Down == std::is_signed_v<T>)
        Sizes.push_back(Many);
      for (size_t Count : Sizes) {
        const std::vector<T> Given = drawn<T>(Count, Values);
        std::vector<size_t> From(Count);
        std::iota(From.begin(), From.end(), 0);
        std::sort(From.begin(), From.end(), [&](size_t A, size_t B) {
          return Less(Given[A], Given[B]) ||
                 (!Less(Given[B], Given[A]) && A < B);
        });
        std::vector<T> Expected(Count);
        for (size_t I = 0; I < Count; ++I)
          Expected[I] = Given[From[I]];
        const auto Same = [&](const std::vector<T> &Keys) {
          return !Count || std::memcmp(Keys.data(), Expected.data(),
                                       Count * sizeof(T)) == 0;
        };
        std::vector<T> Keys = Given;
        EXPECT_EQ(twofold_sort(Type, Direction, Keys.data(), Count), 0);
        EXPECT_TRUE(Same(Keys)) << Type << Down << " " << Count;
        std::vector<uint32_t> Short(Count);
        std::iota(Short.begin(), Short.end(), 0);
        Keys = Given;
        EXPECT_EQ(twofold_sort_by_key(Type, Direction, Keys.data(),
                                      Short.data(), 4, Count),
                  0);
        EXPECT_TRUE(Same(Keys)) << Type << Down << " with 4, " << Count;
        EXPECT_TRUE(std::equal(From.begin(), From.end(), Short.begin()));
        std::vector<uint64_t> Long(Count);
        std::iota(Long.begin(), Long.end(), 0);
        Keys = Given;
        EXPECT_EQ(twofold_sort_by_key(Type, Direction, Keys.data(), Long.data(),
                                      8, Count),
                  0);
        EXPECT_TRUE(Same(Keys)) << Type << Down << " with 8, " << Count;
        EXPECT_TRUE(std::equal(From.begin(), From.end(), Long.begin()));
      }
    }
}

/// What a scan leaves, in its own bits; 0x55 is what it does not write.
template <typename T>
void tellScans(Record &To, twofold_element_type Type,
               twofold_combination LastOperation) {
  for (int By = TWOFOLD_BY_SUM; By <= LastOperation; ++By)
    for (size_t Count :
         {0, 1, 7, 8, 9, 16, 17, 129, 2048, 2049, 4096, 4097, 9000, 33000}) {
      std::vector<T> X(Count), Y(Count + 1);
      std::mt19937_64 Random(Count);
      for (T &Each : X)
        if (By != TWOFOLD_BY_PRODUCT)
          Each = T(Random() % 1000) / T(7);
        else if constexpr (std::is_floating_point_v<T>)
          Each = T(1) + T(Random() % 3) / T(1024);
        else
          Each = Random() % 3 ? T(1) : T(-1);
      const T Init = T(5);
      for (int How = 0; How < 3; ++How) {
        std::memset(Y.data(), 0x55, Y.size() * sizeof(T));
        const auto Operation = twofold_combination(By);
        const int Status =
            How == 2
                ? twofold_exclusive_scan(Type, Operation, X.data(), Y.data(),
                                         Count, &Init)
                : twofold_inclusive_scan(Type, Operation, X.data(), Y.data(),
                                         Count, How ? &Init : nullptr);
        uint64_t Sum = 0;
        for (size_t I = 0; I < Y.size() * sizeof(T); ++I)
          Sum = Sum * 31 + reinterpret_cast<const uint8_t *>(Y.data())[I];
        To << Type << ' ' << By << ' ' << Count << ' ' << How << ' ' << Status
           << ' ' << Sum << '\n';
      }
    }
}

} // namespace

TEST_F(SortCalls, putInt32NumbersInOrder) { sortsAll<int32_t>(TWOFOLD_INT32); }
TEST_F(SortCalls, putUint32NumbersInOrder) {
  sortsAll<uint32_t>(TWOFOLD_UINT32);
}
TEST_F(SortCalls, putInt64NumbersInOrder) { sortsAll<int64_t>(TWOFOLD_INT64); }
TEST_F(SortCalls, putUint64NumbersInOrder) {
  sortsAll<uint64_t>(TWOFOLD_UINT64);
}
TEST_F(SortCalls, putFloatsInOrder) { sortsAll<float>(TWOFOLD_FLOAT); }
TEST_F(SortCalls, putDoublesInOrder) { sortsAll<double>(TWOFOLD_DOUBLE); }

TEST_F(SortCalls, refuseWhatCannotBe) {
  constexpr auto Up = TWOFOLD_SORT_UP;
  int32_t Keys[3] = {3, 1, 2};
  uint64_t Values[3] = {};
  EXPECT_EQ(twofold_sort(TWOFOLD_INT32, Up, nullptr, 0), 0);
  EXPECT_EQ(twofold_sort(TWOFOLD_INT32, Up, nullptr, 1), 1);
  EXPECT_EQ(twofold_sort(twofold_element_type(7), Up, Keys, 3), 1);
  EXPECT_EQ(twofold_sort(TWOFOLD_INT32, twofold_sort_direction(0), Keys, 3), 1);
  EXPECT_EQ(twofold_sort(TWOFOLD_INT32, twofold_sort_direction(3), Keys, 3), 1);
  EXPECT_EQ(twofold_sort(TWOFOLD_INT64, Up, Keys, PTRDIFF_MAX / 8 + 1), 1);
  EXPECT_EQ(twofold_sort(TWOFOLD_INT32, Up, Keys, PTRDIFF_MAX / 4 + 1), 1);
  EXPECT_EQ(twofold_sort_by_key(TWOFOLD_INT32, Up, Keys, nullptr, 8, 3), 1);
  for (size_t Bytes : {0, 2, 5, 16})
    EXPECT_EQ(twofold_sort_by_key(TWOFOLD_INT32, Up, Keys, Values, Bytes, 3),
              1);
  EXPECT_EQ(twofold_sort_by_key(TWOFOLD_INT32, Up, Keys, Values, 8,
                                PTRDIFF_MAX / 8 + 1),
            1);
  EXPECT_EQ(Keys[0], 3);
}

TEST_F(ScanCalls, haveTheBitsOfOneOrder) {
  Record All;
  tellScans<int32_t>(All, TWOFOLD_INT32, TWOFOLD_BY_XOR);
  tellScans<uint32_t>(All, TWOFOLD_UINT32, TWOFOLD_BY_XOR);
  tellScans<int64_t>(All, TWOFOLD_INT64, TWOFOLD_BY_XOR);
  tellScans<uint64_t>(All, TWOFOLD_UINT64, TWOFOLD_BY_XOR);
  tellScans<float>(All, TWOFOLD_FLOAT, TWOFOLD_BY_MAXIMUM);
  tellScans<double>(All, TWOFOLD_DOUBLE, TWOFOLD_BY_MAXIMUM);
  float X[2] = {}, Y[2] = {};
  const auto Of = [&](int Type, int By, const float *From, const float *Init) {
    return twofold_exclusive_scan(twofold_element_type(Type),
                                  twofold_combination(By), From, Y, 2, Init);
  };
  All << Of(TWOFOLD_FLOAT, TWOFOLD_BY_AND, X, X) << Of(TWOFOLD_FLOAT, 0, X, X)
      << Of(7, TWOFOLD_BY_SUM, X, X)
      << Of(TWOFOLD_FLOAT, TWOFOLD_BY_SUM, X, nullptr)
      << Of(TWOFOLD_FLOAT, TWOFOLD_BY_SUM, nullptr, X)
      << Of(TWOFOLD_FLOAT, TWOFOLD_BY_SUM, X, X);
  All.expect(0x7c82e1fa35c60073);
}
