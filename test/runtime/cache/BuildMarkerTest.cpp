// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BuildMarkerTest.cpp - builds that ended with their process ---------===//
#include "cache/BuildMarker.h"
#include "cache/CacheStoreBench.h"

#include <gtest/gtest.h>

#include <csignal>
#include <numeric>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold;

namespace {

using BuildMarkerTest = CacheStoreBench;

TEST_F(BuildMarkerTest, ABuildUnderWayIsNoCrash) {
  CacheStore Store(Config), Other(Config);
  {
    CacheStore::BuildGuard Guard(Store, "key");
    EXPECT_TRUE(exists(Store.markerPath("key")));
    EXPECT_FALSE(Other.crashedBefore("key"));
    // Somebody else's note is not ours to remove.
    for (CacheStore *Each : {&Other, &Store})
      CacheStore::BuildGuard Second(*Each, "key");
    EXPECT_TRUE(exists(Store.markerPath("key")));
  }
  EXPECT_FALSE(exists(Store.markerPath("key")));

  CacheStore::BuildGuard Guard(Store, "key");
  pid_t Child = fork();
  if (Child == 0) {
    Store.forgetBuilds();
    _exit(0);
  }
  ASSERT_EQ(waitpid(Child, nullptr, 0), Child);
  EXPECT_TRUE(exists(Store.markerPath("key")));
  Store.forgetBuilds();
  EXPECT_FALSE(exists(Store.markerPath("key")));
  CacheStore::BuildGuard Late(Store, "late");
  EXPECT_FALSE(exists(Store.markerPath("late"))) << "who would remove it?";
}

/// Dies in a build, by the signal or else by _exit. False: the process was told
/// not to build.
static bool dieBuilding(const CacheConfig &Config, int Signal = 0) {
  constexpr int Refused = 7;
  pid_t Child = fork();
  if (Child == 0) {
    CacheStore Store(Config);
    if (Store.crashedBefore("key"))
      _exit(Refused);
    CacheStore::BuildGuard Guard(Store, "key");
    if (Signal) {
      signal(Signal, SIG_DFL);
      raise(Signal);
    }
    _exit(0);
  }
  int How = -1;
  EXPECT_EQ(waitpid(Child, &How, 0), Child);
  return !(WIFEXITED(How) && WEXITSTATUS(How) == Refused);
}

TEST_F(BuildMarkerTest, OneDeathIsNotHeldAgainstTheDriver) {
  for (int Signal : {0, SIGKILL, SIGTERM, SIGINT}) {
    ASSERT_TRUE(dieBuilding(Config, Signal));
    CacheStore Store(Config);
    EXPECT_TRUE(exists(Store.markerPath("key")));
    EXPECT_FALSE(Store.crashedBefore("other"));
    EXPECT_FALSE(Store.crashedBefore("key"));
    {
      // Well this time: nothing is left of it.
      CacheStore::BuildGuard Guard(Store, "key");
    }
    EXPECT_FALSE(exists(Store.markerPath("key")));
    EXPECT_EQ(Store.deathsIn("key"), CacheStore::Deaths::None);
  }
}

TEST_F(BuildMarkerTest, TwoDeathsInARowAre) {
  ASSERT_TRUE(dieBuilding(Config, SIGKILL));
  ASSERT_TRUE(dieBuilding(Config));
  EXPECT_FALSE(dieBuilding(Config));
  CacheStore Store(Config);
  EXPECT_TRUE(Store.crashedBefore("key"));
  EXPECT_FALSE(Store.crashedBefore("other"));
  ASSERT_EQ(unlink(Store.markerPath("key").c_str()), 0);
  EXPECT_FALSE(Store.crashedBefore("key"));
}

TEST_F(BuildMarkerTest, ABuildOfAForkedChildIsItsOwn) {
  CacheStore Store(Config);
  {
    CacheStore::BuildGuard Guard(Store, "key");
  }
  pid_t Child = fork();
  if (Child == 0) {
    CacheStore::BuildGuard Guard(Store, "key");
    _exit(0);
  }
  ASSERT_EQ(waitpid(Child, nullptr, 0), Child);
  EXPECT_EQ(Store.deathsIn("key"), CacheStore::Deaths::One);
}

TEST_F(BuildMarkerTest, OwnersAreToldApart) {
  std::string Mine = describeThisProcess();
  EXPECT_EQ(buildOwner(Mine), BuildOwner::Alive);
  std::vector<std::string> Words;
  std::istringstream Split(Mine);
  for (std::string Word; Split >> Word;)
    Words.push_back(Word);
  ASSERT_EQ(Words.size(), 5u);
  // It has started since the boot, and runs here.
  struct timespec Boot;
  ASSERT_EQ(clock_gettime(CLOCK_BOOTTIME, &Boot), 0);
  EXPECT_GT(std::stoll(Words[1]), 0);
  EXPECT_LE(std::stoll(Words[1]), (Boot.tv_sec + 1) * sysconf(_SC_CLK_TCK));
  char Host[256] = "";
  ASSERT_EQ(gethostname(Host, sizeof(Host) - 1), 0);
  EXPECT_EQ(Words[4], Host);
  auto With = [&Words](size_t Index, const std::string &Word) {
    std::vector<std::string> Changed = Words;
    Changed[Index] = Word;
    return std::accumulate(Changed.begin() + 1, Changed.end(), Changed[0],
                           [](std::string A, const std::string &B) {
                             return A + " " + B;
                           }) +
           "\n";
  };
  EXPECT_EQ(buildOwner(With(1, "1")), BuildOwner::Dead); // id used again
  EXPECT_EQ(buildOwner(With(2, "earlier-boot")), BuildOwner::Dead);
  EXPECT_EQ(buildOwner(With(3, "pid:[1]")), BuildOwner::Unknown);
  EXPECT_EQ(buildOwner(With(4, "elsewhere")), BuildOwner::Unknown);
  EXPECT_EQ(buildOwner(With(0, "-5")), BuildOwner::Unknown);
  EXPECT_EQ(buildOwner("0 1 earlier-boot pid:[1] " + Words[4] + "\n"),
            BuildOwner::Unknown);
  for (size_t Size = 0; Size != Mine.size(); ++Size)
    EXPECT_EQ(buildOwner(Mine.substr(0, Size)), BuildOwner::Unknown);

  CacheStore Store(Config);
  writeWhole(Store.markerPath("key"), With(4, "elsewhere") + "again\n");
  EXPECT_FALSE(Store.crashedBefore("key"));
  age(Store.markerPath("key"), 4000);
  for (int Asked = 0; Asked < 2; ++Asked) // which makes it no newer
    EXPECT_TRUE(Store.crashedBefore("key"));
}

TEST_F(BuildMarkerTest, EachDayThereIsOneMoreTry) {
  const time_t Day = 24 * 3600;
  ASSERT_TRUE(dieBuilding(Config));
  ASSERT_TRUE(dieBuilding(Config));
  for (int Days = 0; Days < 3; ++Days) {
    EXPECT_FALSE(dieBuilding(Config));
    age(CacheStore(Config).markerPath("key"), Day - 100);
    EXPECT_FALSE(dieBuilding(Config));
    age(CacheStore(Config).markerPath("key"), Day + 100);
    EXPECT_TRUE(dieBuilding(Config));
  }
}

} // namespace
