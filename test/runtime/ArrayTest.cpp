// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ArrayTest.cpp - the C++ classes over the program's memory ----------===//
#include "twofold/array.hpp"
#include "twofold/pinned.hpp"

#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <type_traits>
#include <vector>

namespace {

struct WithDefault {
  int X = 3;
  int WithDefault::*Member = nullptr;
};

template <class T>
constexpr bool CopiesSilently =
    std::is_convertible_v<const T &, T> || std::is_copy_assignable_v<T>;
using Numbers = twofold::array<int>;
static_assert(!CopiesSilently<Numbers>);
static_assert(std::is_constructible_v<Numbers, const Numbers &>);
static_assert(std::is_nothrow_move_constructible_v<Numbers>);
static_assert(std::is_nothrow_move_assignable_v<Numbers>);
static_assert(std::is_nothrow_swappable_v<Numbers>);

uint64_t pinnedBytes() {
  twofold_region_statistics Now = {};
  Now.struct_size = sizeof Now;
  (void)twofold_get_region_statistics(&Now);
  return Now.pinned_bytes;
}

} // namespace

TEST(Array, IsMadeInManyWays) {
  Numbers None, Empty(0), Zeros(5000), Sevens(3, 7), Listed{4, 5, 6};
  EXPECT_EQ(None.data(), nullptr);
  EXPECT_TRUE(None.empty() && Empty.empty());
  EXPECT_EQ(Empty.begin(), Empty.end());
  EXPECT_EQ(Zeros.size(), 5000u);
  EXPECT_EQ(uintptr_t(Zeros.data()) % 4096, 0u);
  EXPECT_EQ(std::accumulate(Zeros.begin(), Zeros.end(), 0), 0);
  EXPECT_EQ(Sevens[0] + Sevens[1] + Sevens[2], 21);
  EXPECT_EQ(std::vector<int>(Listed.cbegin(), Listed.cend()),
            (std::vector<int>{4, 5, 6}));
}

TEST(Array, ElementsAreWhatTheirTypeSays) {
  twofold::array<WithDefault> Made(10);
  twofold::array<int WithDefault::*> Members(10);
  for (int I = 0; I < 10; ++I) {
    EXPECT_EQ(Made[I].X, 3);
    EXPECT_EQ(Made[I].Member, nullptr);
    EXPECT_EQ(Members[I], nullptr);
  }
}

TEST(Array, TooManyElements) {
  EXPECT_THROW(Numbers(SIZE_MAX), std::bad_array_new_length);
  EXPECT_THROW(Numbers(SIZE_MAX / 4 + 2), std::bad_array_new_length);
  EXPECT_THROW(Numbers(PTRDIFF_MAX / 4), std::bad_alloc);
}

TEST(Array, CopiesMovesAndSwaps) {
  Numbers A{1, 2, 3}, B(A);
  B[0] = 9;
  EXPECT_EQ(A[0], 1);
  const int *Memory = A.data();
  Numbers C(std::move(A));
  EXPECT_EQ(C.data(), Memory);
  EXPECT_EQ(A.size(), 0u);
  EXPECT_EQ(A.data(), nullptr);
  swap(B, C);
  EXPECT_EQ(B.data(), Memory);
  EXPECT_EQ(C[0], 9);
  C = std::move(B);
  EXPECT_EQ(C.data(), Memory);
  EXPECT_EQ(C.size(), 3u);
  Numbers &Same = C;
  C = std::move(Same);
  EXPECT_EQ(C.size(), 3u);
  EXPECT_EQ(C[2], 3);
}

TEST(Array, AtChecks) {
  Numbers A{1, 2, 3};
  const Numbers &Const = A;
  A.at(2) = 8;
  EXPECT_EQ(Const.at(2), 8);
  EXPECT_THROW(A.at(3), std::out_of_range);
  EXPECT_THROW((void)Const.at(SIZE_MAX), std::out_of_range);
  EXPECT_THROW(Numbers().at(0), std::out_of_range);
}

TEST(Pinned, ForAScope) {
  ASSERT_EQ(pinnedBytes(), 0u);
  std::vector<int> Values(10);
  {
    twofold::pinned Outer(Values);
    EXPECT_EQ(pinnedBytes(), 40u);
    {
      twofold::pinned Inner(Values.data() + 5, 40);
      EXPECT_EQ(pinnedBytes(), 60u);
    }
    EXPECT_EQ(pinnedBytes(), 40u);
    twofold::pinned Nothing(Numbers(0)), Same(Values);
  }
  EXPECT_EQ(pinnedBytes(), 0u);
  EXPECT_THROW(twofold::pinned(nullptr, 4), std::invalid_argument);
}
