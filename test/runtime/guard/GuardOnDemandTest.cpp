// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- GuardOnDemandTest.cpp - guards that start when they are needed ----===//
#include "guard/GuardOnDemand.h"
#include "region/RegionBench.h"

#include <csignal>
#include <sys/mman.h>
#include <unistd.h>

using namespace twofold;
using namespace twofold::test;

namespace {

struct Opener : GuardResolver {
  PageGuard *Guard = nullptr;
  void resolve(ByteRange Block, bool) override {
    EXPECT_TRUE(bool(Guard->set(Block, PageGuard::Access::All)));
  }
};

class GuardOnDemandTest : public ::testing::Test {
protected:
  Opener To;
  const size_t Page = size_t(sysconf(_SC_PAGESIZE));
  char *Host = nullptr;
  ByteRange Pages;

  void SetUp() override {
    if (activeSanitizer())
      GTEST_SKIP() << "pages cannot be guarded here";
    Host = static_cast<char *>(mmap(nullptr, 4 * Page, PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    ASSERT_NE(static_cast<void *>(Host), MAP_FAILED);
    uint64_t Begin = uint64_t(uintptr_t(Host));
    Pages = {Begin, Begin + 4 * Page};
  }
  void TearDown() override {
    if (Host)
      munmap(Host, 4 * Page);
  }
  static bool handled() {
    struct sigaction Now = {};
    sigaction(SIGSEGV, nullptr, &Now);
    return Now.sa_handler != SIG_DFL;
  }
};

} // namespace

TEST_F(GuardOnDemandTest, StartsWhenItIsAskedForPages) {
  const bool Before = handled();
  GuardOnDemand Guard(To, "");
  To.Guard = &Guard;
  EXPECT_TRUE(Guard.working());
  EXPECT_TRUE(bool(Guard.set(Pages, PageGuard::Access::All)));
  EXPECT_FALSE(bool(Guard.set(Pages, PageGuard::Access::ReadOnly)));
  EXPECT_EQ(activeGuard(), nullptr);
  EXPECT_EQ(handled(), Before);

  // They may lie right above a thread's stack.
  EXPECT_EQ(Guard.guardable(Pages, {Pages.Begin, {}}), RangeSet(Pages))
      << Guard.whyNot();
  EXPECT_NE(activeGuard(), nullptr);
  EXPECT_TRUE(handled());
  ASSERT_TRUE(bool(Guard.set(Pages, PageGuard::Access::None)));
  *static_cast<volatile char *>(Host) = 3;
  EXPECT_EQ(*static_cast<volatile char *>(Host), 3);
  activeGuard()->forget(Pages);
}

TEST_F(GuardOnDemandTest, DoesNotStartAgainstAReason) {
  GuardOnDemand Guard(To, "of the reason");
  EXPECT_FALSE(Guard.working());
  EXPECT_EQ(Guard.whyNot(), "of the reason");
  EXPECT_TRUE(Guard.guardable(Pages, {}).empty());
  EXPECT_EQ(activeGuard(), nullptr);
}

/// Its launches are then as those of any memory that cannot be guarded.
TEST_F(GuardOnDemandTest, TellsOnceThatItDoesNotWork) {
  HostGuard Other(To);
  ASSERT_TRUE(Other.working());
  std::string Told;
  Trace Log(0, [&](std::string_view Text) { Told += Text; });
  Statistics Counts;
  FakeWorld World;
  DeviceSlot Slot(std::make_unique<FakeDevice>(World, DeviceKind::Gpu), 0);
  Regions All(Coherence::Lazy, Log, Counts, [](GuardResolver &Resolver) {
    return std::make_unique<GuardOnDemand>(Resolver, "");
  });
  EXPECT_EQ(Told, "");
  for (int Call = 0; Call < 2; ++Call) {
    EXPECT_TRUE(bool(All.prefetch(Pages, Slot)));
    EXPECT_EQ(All.count(), 0u);
  }
  EXPECT_EQ(Told, "twofold: TWOFOLD_COHERENCE=lazy is not possible here, "
                  "results are copied back as with TWOFOLD_COHERENCE=eager: "
                  "another guard is at work\n");
}

/// It is the default: who did not ask for it need not hear of it.
TEST(CoherenceDefault, IsLazyWhereThatWorks) {
  std::string Told;
  Statistics Counts;
  for (unsigned Info : {0u, 1u})
    for (std::optional<Coherence> Copies :
         {std::optional<Coherence>(), std::optional(Coherence::Lazy)}) {
      Told.clear();
      Trace Log(Info, [&](std::string_view Text) { Told += Text; });
      Regions All(Copies, Log, Counts, [](GuardResolver &Resolver) {
        return std::make_unique<GuardOnDemand>(Resolver, "of the reason");
      });
      EXPECT_TRUE(All.scoped());
      EXPECT_EQ(Told.empty(), !Info && !Copies) << Told;
    }
}

/// All who can do something about it hear of it, where it costs something.
TEST(CoherenceDefault, TellsHowToMendItOnceDataHasMovedAgain) {
  std::string Told;
  Statistics Counts;
  Trace Log(0, [&](std::string_view Text) { Told += Text; });
  Regions All({}, Log, Counts, [](GuardResolver &Resolver) {
    return std::make_unique<GuardOnDemand>(Resolver, "of the reason", true);
  });
  const uint64_t Array = uint64_t(1) << 20, Small = 1000;
  All.noteMoved(Array);
  All.noteMoved(Small);
  All.noteMoved(Small);
  EXPECT_EQ(Told, "");
  All.noteMoved(Array);
  All.noteMoved(Array);
  EXPECT_EQ(Told, "twofold: TWOFOLD_COHERENCE=lazy is not possible here, "
                  "results are copied back as with TWOFOLD_COHERENCE=function: "
                  "of the reason\n");

  Told.clear();
  Regions Silent({}, Log, Counts, [](GuardResolver &Resolver) {
    return std::make_unique<GuardOnDemand>(Resolver, "of the reason");
  });
  for (int Call = 0; Call < 3; ++Call)
    Silent.noteMoved(Array);
  EXPECT_EQ(Told, "");
}
