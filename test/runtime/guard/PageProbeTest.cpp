// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/PageProbe.h"
#include "guard/HostGuard.h"

#include <cerrno>
#include <csignal>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace twofold;

namespace {

/// Eight pages of which some cannot be read.
class PageProbe : public ::testing::Test {
protected:
  const uint64_t Page = uint64_t(sysconf(_SC_PAGESIZE));
  void *Memory = nullptr;
  uint64_t Begin = 0;

  void SetUp() override {
    Memory = mmap(nullptr, 8 * Page, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(Memory, MAP_FAILED);
    Begin = uint64_t(reinterpret_cast<uintptr_t>(Memory));
  }
  void TearDown() override { munmap(Memory, 8 * Page); }

  void hide(unsigned Number) {
    ASSERT_EQ(
        mprotect(static_cast<char *>(Memory) + Number * Page, Page, PROT_NONE),
        0);
  }
};

} // namespace

TEST_F(PageProbe, FindsReadablePages) {
  hide(0);
  hide(4);
  hide(5);
  RangeSet Readable;
  ASSERT_TRUE(probePages({Begin + 10, Begin + 8 * Page - 10}, {}, Readable));
  RangeSet Wanted;
  Wanted.insert({Begin + Page, Begin + 4 * Page});
  Wanted.insert({Begin + 6 * Page, Begin + 8 * Page - 10});
  EXPECT_EQ(Readable, Wanted);
}

TEST_F(PageProbe, AllUnreadable) {
  for (unsigned Number = 0; Number < 8; ++Number)
    hide(Number);
  RangeSet Readable;
  ASSERT_TRUE(probePages({Begin, Begin + 8 * Page}, {}, Readable));
  EXPECT_TRUE(Readable.empty());
}

TEST_F(PageProbe, PagesOfKnownBytesNeedNoTest) {
  hide(1);
  RangeSet Readable;
  ASSERT_TRUE(probePages({Begin, Begin + 2 * Page},
                         {Begin + Page + 5, Begin + Page + 6}, Readable));
  EXPECT_EQ(Readable, RangeSet({Begin, Begin + 2 * Page}));
}

TEST_F(PageProbe, AFewBytesAreReadAtOnce) {
  hide(1);
  for (uint64_t In : {uint64_t(0), uint64_t(5), Page - 8}) {
    EXPECT_TRUE(readsAtOnce(Begin + In, 8));
    EXPECT_FALSE(readsAtOnce(Begin + Page + In, 8));
  }
  EXPECT_TRUE(readsAtOnce(Begin + 2 * Page, Page));
  EXPECT_FALSE(readsAtOnce(Begin, Page + 1));
  EXPECT_FALSE(readsAtOnce(Begin + Page - 8, 9));
  EXPECT_FALSE(readsAtOnce(0, 8));
  EXPECT_FALSE(readsAtOnce(UINT64_MAX - 8, 8));
}

TEST_F(PageProbe, AQuestionChangesNothing) {
  sigset_t Before, After;
  sigfillset(reinterpret_cast<sigset_t *>(Memory));
  ASSERT_EQ(sigprocmask(SIG_SETMASK, nullptr, &Before), 0);
  hide(1);
  errno = ERANGE;
  EXPECT_TRUE(readsAtOnce(Begin, 8));
  EXPECT_FALSE(readsAtOnce(Begin + Page, 8));
  EXPECT_EQ(errno, ERANGE);
  ASSERT_EQ(sigprocmask(SIG_SETMASK, nullptr, &After), 0);
  for (int Signal = 1; Signal < 32; ++Signal)
    EXPECT_EQ(sigismember(&Before, Signal), sigismember(&After, Signal));
}

TEST_F(PageProbe, HostileRangesAreRefused) {
  RangeSet Readable;
  EXPECT_FALSE(probePages({0, UINT64_MAX}, {}, Readable));
  EXPECT_FALSE(probePages({0, uint64_t(1) << 40}, {}, Readable));
  EXPECT_FALSE(probePages({0, 4096 * Page}, {}, Readable));
}

/// Whoever touches a guarded page gets what belongs there.
TEST_F(PageProbe, GuardedPagesAreReadable) {
  struct : GuardResolver {
    void resolve(ByteRange, bool) override {}
  } Nobody;
  HostGuard Guard(Nobody);
  if (!Guard.working())
    GTEST_SKIP() << Guard.whyNot();
  const ByteRange Hidden = {Begin + 2 * Page, Begin + 4 * Page};
  ASSERT_TRUE(bool(Guard.set(Hidden, PageGuard::Access::None)));
  hide(6);
  RangeSet Readable, Wanted({Begin, Begin + 6 * Page});
  Wanted.insert({Begin + 7 * Page, Begin + 8 * Page});
  ASSERT_TRUE(probePages({Begin, Begin + 8 * Page}, {}, Readable));
  EXPECT_EQ(Readable, Wanted);
  Guard.forget(Hidden);
}
