// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bytes/AffineForm.h"
#include "SiteBuilder.h"

#include <gtest/gtest.h>
#include <random>

using namespace twofold;
using namespace twofold::test;

namespace {

void expectInterval(SiteBuilder &B, const twofold_form &F, int64_t Min,
                    int64_t Max) {
  IterationSpace Space(B.site(), B.launch());
  Interval I = Space.evaluate(F);
  ASSERT_EQ(I.Is, Knowledge::Known);
  EXPECT_EQ(int64_t(I.Min), Min);
  EXPECT_EQ(int64_t(I.Max), Max);
}

Knowledge knowledge(SiteBuilder &B, const twofold_form &F) {
  return IterationSpace(B.site(), B.launch()).evaluate(F).Is;
}

} // namespace

TEST(IterationSpace, TheMostRoundsOfALoopAreThoseOfItsLongestRow) {
  SiteBuilder B;
  int I = B.dim(3, 2, 5);                                 // 3 to 11
  int Below = B.axis({{0}}, {{1, I}});                    // j <= i
  int From = B.axis({{1, I}}, {{20}});                    // j = i to 20
  int Row = B.axis({{100, I}, {1}}, {{100, I}, {98}}, 2); // of one length
  int None = B.axis({{1, I}}, {{2}});
  IterationSpace Space(B.site(), B.launch());
  EXPECT_EQ(Space.mostTrips(Below), 12u);
  EXPECT_EQ(Space.mostTrips(From), 18u);
  EXPECT_EQ(Space.mostTrips(Row), 49u);
  EXPECT_EQ(Space.mostTrips(None), 0u);
}

TEST(Form, NoTermsAreZero) {
  SiteBuilder B;
  B.dim(0, 1, 5);
  expectInterval(B, B.form({}), 0, 0);
}

TEST(Form, DimensionsRunUpAndDown) {
  SiteBuilder B;
  int I = B.dim(3, 2, 5);   // 3 5 7 9 11
  int J = B.dim(10, -3, 4); // 10 7 4 1
  expectInterval(B, B.form({{1, I}}), 3, 11);
  expectInterval(B, B.form({{1, J}}), 1, 10);
  expectInterval(B, B.form({{-2, I}, {100}}), 78, 94);
  expectInterval(B, B.form({{1, I}, {1, J}}), 4, 21);
}

TEST(Form, ValuesMultiply) {
  SiteBuilder B;
  int I = B.dim(0, 1, 4);
  int N = B.value(10), M = B.value(-7), K = B.value(2);
  expectInterval(B, B.form({{3, I, {N, M, K}}}), -3 * 3 * 140, 0);
}

TEST(Form, TermsOfOneAxisAreGathered) {
  SiteBuilder B;
  int I = B.dim(0, 1, 100);
  expectInterval(B, B.form({{4, I}, {7}, {-4, I}}), 7, 7);
}

TEST(Form, InnerLoopsDependOnOuterOnes) {
  SiteBuilder B;
  int I = B.dim(0, 1, 10);
  int J = B.axis({{0}}, {{1, I}});         // j <= i
  int K = B.axis({{1, J}}, {{1, I}, {5}}); // j <= k <= i + 5
  expectInterval(B, B.form({{1, J}}), 0, 9);
  expectInterval(B, B.form({{1, K}}), 0, 14);
}

TEST(Form, EmptyLoopsHaveNoValues) {
  SiteBuilder B;
  B.dim(0, 1, 10);
  int J = B.axis({{5}}, {{4}});
  int K = B.axis({{1, J}}, {{1, J}});
  EXPECT_EQ(knowledge(B, B.form({{1, J}})), Knowledge::Empty);
  EXPECT_EQ(knowledge(B, B.form({{1, K}, {3}})), Knowledge::Empty);
}

TEST(Form, DimensionsWithoutTripsHaveNoValues) {
  SiteBuilder B;
  int I = B.dim(7, 1, 0);
  EXPECT_EQ(knowledge(B, B.form({{1, I}})), Knowledge::Empty);
}

TEST(Form, LoopsThatRunOnceHaveOneValue) {
  SiteBuilder B;
  B.dim(0, 1, 10);
  int J = B.axis({{5}}, {{5}}), K = B.axis({{5}}, {{5}}, 0);
  expectInterval(B, B.form({{1, J}, {1, K}}), 10, 10);
}

TEST(Form, UnknownLoopsMakeFormsUnknown) {
  SiteBuilder B;
  B.dim(0, 1, 10);
  int J = B.axis({}, {}, 1, -1, 1, TWOFOLD_AXIS_UNKNOWN);
  EXPECT_EQ(knowledge(B, B.form({{1, J}})), Knowledge::Unknown);
  EXPECT_EQ(knowledge(B, B.form({{0, J}, {3}})), Knowledge::Known);
}

TEST(Form, OverflowIsUnknown) {
  SiteBuilder B;
  int I = B.dim(INT64_MAX - 4, 1, 5);
  int N = B.value(INT64_MIN);
  expectInterval(B, B.form({{1, I}}), INT64_MAX - 4, INT64_MAX);
  EXPECT_EQ(knowledge(B, B.form({{INT64_MAX, I, {N, N, N}}})),
            Knowledge::Unknown);
  EXPECT_EQ(knowledge(B, B.form({{INT64_MAX, -1, {N, N, N}}})),
            Knowledge::Unknown);
}

TEST(Form, DimensionsBeyondTheirTypeAreUnknown) {
  SiteBuilder B;
  int I = B.dim(INT64_MAX, 1, 2);
  int J = B.dim(0, INT64_MIN, UINT64_MAX);
  EXPECT_EQ(knowledge(B, B.form({{1, I}})), Knowledge::Unknown);
  EXPECT_EQ(knowledge(B, B.form({{1, J}})), Knowledge::Unknown);
}

TEST(Form, MalformedTermsAreUnknown) {
  SiteBuilder B;
  B.dim(0, 1, 2);
  B.value(1);
  EXPECT_EQ(knowledge(B, B.form({{1, 7}})), Knowledge::Unknown);
  EXPECT_EQ(knowledge(B, B.form({{1, -2}})), Knowledge::Unknown);
  EXPECT_EQ(knowledge(B, B.form({{1, -1, {1}}})), Knowledge::Unknown);
}

TEST(Form, ManyAxes) {
  SiteBuilder B;
  std::vector<SiteBuilder::Monomial> Sum = {{1, B.dim(0, 1, 2)}};
  for (int A = 0; A < 40; ++A)
    Sum.push_back({1, B.axis({{0}}, {{1}})});
  expectInterval(B, B.form(Sum), 0, 41);
}

TEST(Form, AgreesWithEnumeration) {
  std::mt19937 Random(1);
  auto Draw = [&](int Low, int High) {
    return std::uniform_int_distribution<int>(Low, High)(Random);
  };
  for (int Round = 0; Round < 500; ++Round) {
    SiteBuilder B;
    int Lower[2], Step[2], Trips[2];
    for (int D = 0; D < 2; ++D) {
      Lower[D] = Draw(-20, 20);
      Step[D] = Draw(0, 1) ? Draw(1, 4) : Draw(-4, -1);
      Trips[D] = Draw(1, 6);
      B.dim(Lower[D], Step[D], uint64_t(Trips[D]));
    }
    int A = Draw(-9, 9), C = Draw(-9, 9), K = Draw(-50, 50);
    int64_t Min = INT64_MAX, Max = INT64_MIN;
    for (int I = 0; I < Trips[0]; ++I)
      for (int J = 0; J < Trips[1]; ++J) {
        int64_t Value =
            A * (Lower[0] + I * Step[0]) + C * (Lower[1] + J * Step[1]) + K;
        Min = std::min(Min, Value);
        Max = std::max(Max, Value);
      }
    expectInterval(B, B.form({{A, 0}, {K}, {C, 1}}), Min, Max);
  }
}

TEST(Work, CountsInnerLoops) {
  SiteBuilder B;
  int I = B.dim(0, 1, 10);
  int N = B.value(99);
  int J = B.axis({{0}}, {{1, -1, {N}}}, 1, -1, 3); // 100 trips
  B.axis({{0}}, {{9}}, 5, J, 7);                   // 2 trips each
  B.axis({{0}}, {{1, I}}, 1, -1, 2);               // 5.5 on average
  B.axis({{0}}, {{1000}}, 1, -1, 0, TWOFOLD_AXIS_VIRTUAL);
  twofold_site &Site = B.site();
  Site.ops = 4;
  IterationSpace Space(Site, B.launch());
  EXPECT_EQ(Space.workOfIteration(), 4 + 100 * 3 + 200 * 7 + 5.5 * 2);
  EXPECT_EQ(estimateWork(Space, 10), 17150u);
}

TEST(Work, UnknownLoopsCountThirtyTwo) {
  SiteBuilder B;
  B.dim(0, 1, 10);
  B.axis({}, {}, 1, -1, 2, TWOFOLD_AXIS_UNKNOWN);
  IterationSpace Space(B.site(), B.launch());
  EXPECT_EQ(Space.workOfIteration(), 1 + 64);
}

TEST(Work, Saturates) {
  SiteBuilder B;
  B.dim(0, 1, UINT64_MAX);
  IterationSpace Space(B.site(), B.launch());
  EXPECT_EQ(estimateWork(Space, UINT64_MAX), UINT64_MAX);
}

TEST(Work, IsBelowItsEstimatePlusOne) {
  SiteBuilder B;
  B.dim(0, 1, 10);
  int N = B.value(99), M = B.value(-2);
  int J = B.axis({{0}}, {{1, -1, {N}}}, 1, -1, 3); // 100 trips
  B.axis({{0}}, {{9}}, -5, J, 7);                  // 2 trips each
  B.axis({{-7}}, {{5, -1, {M}}, {2}}, 3, -1, 2);   // none
  B.axis({{0}}, {{1000}}, 1, -1, 9, TWOFOLD_AXIS_VIRTUAL);
  twofold_site &Site = B.site();
  Site.ops = 4;
  twofold_launch &Launch = B.launch();
  uint64_t Work = estimateWork(IterationSpace(Site, Launch), 10);
  EXPECT_EQ(Work, 10 * (4 + 100 * 3 + 200 * 7));
  EXPECT_TRUE(workIsBelow(Site, Launch, 10, Work + 1));
  EXPECT_FALSE(workIsBelow(Site, Launch, 10, Work));
  EXPECT_EQ(simpleWork(Site, Launch, 10), Work);
}

TEST(Work, OfALoopWithoutInnerOnesIsItsTrips) {
  SiteBuilder B;
  B.dim(0, 1, 10);
  twofold_site &Site = B.site();
  Site.ops = 4;
  EXPECT_TRUE(workIsBelow(Site, B.launch(), 10, 41));
  EXPECT_FALSE(workIsBelow(Site, B.launch(), 10, 40));
  EXPECT_FALSE(workIsBelow(Site, B.launch(), UINT64_MAX / 2, UINT64_MAX));
}

TEST(Work, CountsLoopsInLoopsThatAreNone) {
  SiteBuilder B;
  B.dim(0, 1, 10);
  int J = B.axis({{0}}, {{99}}, 1, -1, 0, TWOFOLD_AXIS_VIRTUAL);
  B.axis({{0}}, {{9}}, 1, J, 3); // ten trips, whatever the other one has
  IterationSpace Space(B.site(), B.launch());
  EXPECT_EQ(Space.workOfIteration(), 1 + 10 * 3);
  EXPECT_TRUE(workIsBelow(B.site(), B.launch(), 10, 311));
  EXPECT_FALSE(workIsBelow(B.site(), B.launch(), 10, 310));
}

TEST(Work, CountsLoopsThatBeginAnywhere) {
  SiteBuilder B;
  int I = B.dim(0, 1, 10);
  B.axis({{5}}, {{9}}, 2);          // 3 trips
  B.axis({{-9}}, {{-5}});           // 5 trips
  B.axis({{1, I}, {20}}, {{1000}}); // from 24.5 on average
  IterationSpace Space(B.site(), B.launch());
  EXPECT_EQ(Space.workOfIteration(), 1 + 3 + 5 + (1000 - 24.5 + 1));
}

TEST(Work, OfALoopAtTheEndOfItsTypeIsSeen) {
  SiteBuilder B;
  B.dim(0, 1, 10);
  B.axis({{INT64_MAX}}, {{INT64_MAX}});
  EXPECT_TRUE(workIsBelow(B.site(), B.launch(), 10, 21));
  EXPECT_FALSE(workIsBelow(B.site(), B.launch(), 10, 20));
}

TEST(Work, IsNotBelowWhatIsNotSeenAtOnce) {
  const uint64_t Never = UINT64_MAX;
  SiteBuilder Known;
  int I = Known.dim(0, 1, 10);
  Known.axis({{0}}, {{9}});
  EXPECT_TRUE(workIsBelow(Known.site(), Known.launch(), 10, Never));
  EXPECT_FALSE(workIsBelow(Known.site(), Known.launch(), Never / 2, Never));
  EXPECT_EQ(simpleWork(Known.site(), Known.launch(), Never / 2), std::nullopt);
  Known.axis({{0}}, {{1, I}}); // depends on an axis
  EXPECT_FALSE(workIsBelow(Known.site(), Known.launch(), 10, Never));
  SiteBuilder Unknown;
  Unknown.dim(0, 1, 10);
  Unknown.axis({}, {}, 1, -1, 2, TWOFOLD_AXIS_UNKNOWN);
  EXPECT_FALSE(workIsBelow(Unknown.site(), Unknown.launch(), 10, Never));
  SiteBuilder Long;
  Long.dim(0, 1, 10);
  Long.axis({{INT64_MIN}}, {{INT64_MAX}});
  EXPECT_FALSE(workIsBelow(Long.site(), Long.launch(), 10, Never));
  SiteBuilder Malformed;
  Malformed.dim(0, 1, 10);
  Malformed.value(1);
  Malformed.axis({{0}}, {{1, -1, {1}}}); // a value that there is not
  EXPECT_FALSE(workIsBelow(Malformed.site(), Malformed.launch(), 10, Never));
  SiteBuilder Many;
  Many.dim(0, 1, 10);
  for (int A = 0; A < 5; ++A)
    Many.axis({{0}}, {{1}});
  EXPECT_FALSE(workIsBelow(Many.site(), Many.launch(), 10, Never));
}
