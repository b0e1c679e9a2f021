// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/PageStates.h"

#include <gtest/gtest.h>

using namespace twofold;

namespace {
constexpr uint64_t Base = uint64_t(1) << 40;

class PageStatesTest : public ::testing::Test {
protected:
  PageStates States;
  const uint64_t Page = States.pageSize();
  ByteRange pages(uint64_t From, uint64_t To) {
    return {Base + From * Page, Base + To * Page};
  }
};
} // namespace

TEST_F(PageStatesTest, StartsForeign) {
  EXPECT_EQ(States.at(Base), PageState::Foreign);
  EXPECT_EQ(States.at(0), PageState::Foreign);
  EXPECT_EQ(States.at(UINT64_MAX), PageState::Foreign);
  EXPECT_EQ(States.at(PageStates::limit()), PageState::Foreign);
  EXPECT_FALSE(States.anyGuarded({0, UINT64_MAX}));
  EXPECT_TRUE(States.nextGuarded({0, UINT64_MAX}).empty());
}

TEST_F(PageStatesTest, CountsPagesAndEdges) {
  ASSERT_TRUE(States.set(pages(2, 10), PageState::None));
  EXPECT_EQ(States.guardedPages(), 8u);
  EXPECT_EQ(States.edges(), 2u);
  ASSERT_TRUE(States.set(pages(4, 6), PageState::ReadOnly));
  EXPECT_EQ(States.guardedPages(), 8u);
  EXPECT_EQ(States.edges(), 4u);
  ASSERT_TRUE(States.set(pages(10, 11), PageState::Released));
  EXPECT_EQ(States.edges(), 4u);
  ASSERT_TRUE(States.set(pages(0, 12), PageState::Released));
  EXPECT_EQ(States.guardedPages(), 0u);
  EXPECT_EQ(States.edges(), 0u);
}

TEST_F(PageStatesTest, TellsEdgesBeforehand) {
  const auto Check = [&](ByteRange Range, PageState To) {
    const uint64_t Foreseen = States.edgesWith(Range, To);
    ASSERT_TRUE(States.set(Range, To));
    EXPECT_EQ(States.edges(), Foreseen);
  };
  Check(pages(2, 10), PageState::ReadOnly);
  Check(pages(2, 10), PageState::None);
  EXPECT_EQ(States.edges(), 2u);
  // Neighbours that are treated alike are one piece.
  Check(pages(10, 20), PageState::ReadOnly);
  EXPECT_EQ(States.edges(), 3u);
  Check(pages(10, 20), PageState::None);
  EXPECT_EQ(States.edges(), 2u);
  Check(pages(5, 12), PageState::Released);
  EXPECT_EQ(States.edges(), 4u);
  Check(pages(4, 13), PageState::ReadOnly);
  Check(pages(0, 30), PageState::Foreign);
  EXPECT_EQ(States.edges(), 0u);
}

TEST_F(PageStatesTest, FindsRuns) {
  ASSERT_TRUE(States.set(pages(2, 10), PageState::None));
  ASSERT_TRUE(States.set(pages(6, 8), PageState::ReadOnly));
  EXPECT_EQ(States.run(Base + 3 * Page + 5, pages(0, 100)), pages(2, 6));
  EXPECT_EQ(States.run(Base + 3 * Page, pages(3, 5)), pages(3, 5));
  EXPECT_EQ(States.nextGuarded({0, UINT64_MAX}), pages(2, 6));
  EXPECT_EQ(States.nextGuarded({Base + 6 * Page, UINT64_MAX}), pages(6, 8));
  EXPECT_TRUE(States.anyGuarded({Base + 10 * Page - 1, Base + 20 * Page}));
  EXPECT_FALSE(States.anyGuarded(pages(10, 20)));
  EXPECT_FALSE(States.anyGuarded({Base, Base + 2 * Page}));
  EXPECT_EQ(States.nextGuarded(pages(3, 5)), pages(3, 5));
  EXPECT_TRUE(States.nextGuarded(pages(10, 20)).empty());
  EXPECT_EQ(States.firstGuarded({Base + 3, Base + 5 * Page}), Base + 2 * Page);
  EXPECT_EQ(States.firstGuarded({Base + 3 * Page + 7, Base + 5 * Page}),
            Base + 3 * Page + 7);
  EXPECT_EQ(States.firstGuarded({Base + 3, Base + 2 * Page}), Base + 2 * Page);
}

TEST_F(PageStatesTest, OnePageIsSomething) {
  ASSERT_TRUE(States.set(pages(3, 4), PageState::None));
  EXPECT_TRUE(States.anyGuarded(pages(0, 10)));
  EXPECT_FALSE(States.anyGuarded(pages(4, 10)));
}

TEST_F(PageStatesTest, RunsCrossLeaves) {
  // Two leaves meet every 64 MiB.
  ASSERT_TRUE(States.set(pages(16380, 16390), PageState::None));
  EXPECT_EQ(States.nextGuarded({0, UINT64_MAX}), pages(16380, 16390));
  EXPECT_EQ(States.guardedPages(), 10u);
  EXPECT_EQ(States.edges(), 2u);
}

TEST_F(PageStatesTest, RefusesAddressesThatNoPageHas) {
  EXPECT_FALSE(States.set({PageStates::limit(), PageStates::limit() + Page},
                          PageState::None));
  EXPECT_EQ(States.guardedPages(), 0u);
}
