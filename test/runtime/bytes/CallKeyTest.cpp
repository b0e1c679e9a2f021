// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallKeyTest.cpp - calls that are told apart ------------------------===//
#include "bytes/CallKey.h"
#include "SiteBuilder.h"

#include <gtest/gtest.h>

#include <set>

using namespace twofold;
using namespace twofold::test;

namespace {

/// A nest of two loops, two values and two arrays; all are zero.
struct Call {
  SiteBuilder B;

  Call() {
    B.dim(0, 0, 0);
    B.dim(0, 0, 0);
    B.value(0);
    B.value(0);
    B.base(nullptr, "a");
    B.base(nullptr, "b");
    B.site();
    B.launch();
  }
  static constexpr unsigned Words = 2 * 3 + 2 + 2;

  void set(unsigned Word, uint64_t To) {
    const twofold_launch &L = B.launch();
    auto &Dim = const_cast<twofold_dim &>(L.dims[Word / 3 % 2]);
    if (Word < 6)
      (Word % 3 == 0   ? reinterpret_cast<uint64_t &>(Dim.lower)
       : Word % 3 == 1 ? reinterpret_cast<uint64_t &>(Dim.step)
                       : Dim.trips) = To;
    else if (Word < 8)
      const_cast<int64_t *>(L.values)[Word - 6] = int64_t(To);
    else
      *static_cast<uint64_t *>(L.args[B.site().bases[Word - 8].arg]) = To;
  }
};

} // namespace

TEST(CallKey, AnyWordTellsCallsApart) {
  Call C;
  const CallKey None(C.B.site(), C.B.launch());
  ASSERT_TRUE(None.fits());
  ASSERT_EQ(None.size(), Call::Words);
  EXPECT_TRUE(None.isOf(C.B.site(), C.B.launch()));
  for (unsigned Word = 0; Word < Call::Words; ++Word) {
    C.set(Word, 7);
    EXPECT_FALSE(None.isOf(C.B.site(), C.B.launch())) << Word;
    const CallKey Other(C.B.site(), C.B.launch());
    EXPECT_FALSE(Other == None) << Word;
    EXPECT_TRUE(Other.isOf(C.B.site(), C.B.launch()));
    EXPECT_EQ(Other[Word], 7u);
    C.set(Word, 0);
  }
  EXPECT_TRUE(None.isOf(C.B.site(), C.B.launch()));
  EXPECT_FALSE(CallKey().isOf(C.B.site(), C.B.launch()));
}

TEST(CallKey, WordsAreWhereTheyAreSaidToBe) {
  Call C;
  for (unsigned Word = 0; Word < Call::Words; ++Word)
    C.set(Word, 100 + Word);
  const CallKey Key(C.B.site(), C.B.launch());
  EXPECT_EQ(Key[CallKey::ofDimension(1)], 103u);
  EXPECT_EQ(Key[CallKey::ofValue(C.B.site(), 1)], 107u);
  EXPECT_EQ(Key[CallKey::ofBase(C.B.site(), 1)], 109u);
}

TEST(CallKey, HoldsSoManyWords) {
  for (unsigned More : {0, 1}) {
    SiteBuilder B;
    B.dim(0, 1, 5);
    for (unsigned I = 3; I < CallKey::Most + More; ++I)
      B.value(int64_t(I));
    EXPECT_EQ(CallKey(B.site(), B.launch()).fits(), More == 0);
  }
}

/// Calls that differ in one word, as those of a loop over arrays or sizes do,
/// mostly have slots of their own, whichever word it is.
TEST(CallKey, SlotsSpread) {
  constexpr unsigned Bits = 6;
  for (unsigned Word = 0; Word < Call::Words; ++Word)
    for (uint64_t Apart : {1, 4096}) {
      Call C;
      std::set<unsigned> Slots;
      for (uint64_t I = 0; I < 64; ++I) {
        C.set(Word, I * Apart);
        Slots.insert(CallKey::slot(C.B.site(), C.B.launch(), Bits));
      }
      EXPECT_GE(Slots.size(), 16u) << Word << " " << Apart;
      EXPECT_LT(*Slots.rbegin(), 1u << Bits);
    }
}

TEST(CallKey, SecondSlotsAreOthers) {
  for (unsigned Slot = 0; Slot < 8; ++Slot) {
    EXPECT_NE(CallKey::secondSlot(Slot), Slot);
    EXPECT_LT(CallKey::secondSlot(Slot), 8u);
    EXPECT_EQ(CallKey::secondSlot(CallKey::secondSlot(Slot)), Slot);
  }
}
