// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CacheStoreTest.cpp - the kernel cache's directory -----------------===//
#include "cache/CacheStoreBench.h"

#include "WithoutInput.h"
#include "cache/CacheEntry.h"

#include <gtest/gtest.h>

#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace twofold;

namespace {

using CacheStoreTest = CacheStoreBench;
using Bytes = CacheStoreBench::Bytes;

TEST(CacheDirectoryTest, FollowsTheOrderOfTheVariables) {
  EXPECT_EQ(cacheDirectory("/chosen", "/xdg", "/home/me"), "/chosen");
  EXPECT_EQ(cacheDirectory(nullptr, "/xdg", "/home/me"), "/xdg/twofold");
  EXPECT_EQ(cacheDirectory("", "relative", "/home/me"),
            "/home/me/.cache/twofold");
  EXPECT_EQ(cacheDirectory(nullptr, nullptr, nullptr), "");
  EXPECT_EQ(cacheDirectory(nullptr, "", "home"), "");
}

TEST_F(CacheStoreTest, GivesBackWhatWasPut) {
  CacheStore Store(Config);
  EXPECT_EQ(Store.get("key"), std::nullopt);
  EXPECT_TRUE(Store.put("key", Bytes{1, 2, 3}));
  EXPECT_EQ(Store.get("key"), (Bytes{1, 2, 3}));
  EXPECT_EQ(CacheStore(Config).get("key"), (Bytes{1, 2, 3}));
  EXPECT_TRUE(Store.put("key", Bytes{4}));
  EXPECT_EQ(Store.get("key"), Bytes{4});
  EXPECT_EQ(Store.get("other"), std::nullopt);
  EXPECT_EQ(Store.trouble(), "");
}

TEST_F(CacheStoreTest, ItsFolderMayHaveTheNumberZero) {
  const WithoutInput None;
  {
    CacheStore Store(Config);
    EXPECT_TRUE(Store.put("key", Bytes{1, 2, 3}));
    EXPECT_EQ(Store.get("key"), (Bytes{1, 2, 3}));
    writeWhole(Store.markerPath("key"), "nobody");
    age(Store.markerPath("key"), 1000000);
    EXPECT_FALSE(Store.crashedBefore("key"));
    EXPECT_FALSE(exists(Store.markerPath("key"))) << "it has been looked at";
  }
  EXPECT_EQ(fcntl(0, F_GETFD), -1) << "it is closed with the store";
}

TEST_F(CacheStoreTest, IsPrivate) {
  mode_t Before = umask(0);
  Config.Directory = Folder / "a/b/cache";
  CacheStore Store(Config);
  ASSERT_TRUE(Store.put("key", Bytes{1}));
  umask(Before);
  EXPECT_EQ(mode(Config.Directory), 0700u);
  EXPECT_EQ(mode(Folder / "a"), 0700u);
  EXPECT_EQ(mode(file("key")), 0600u);
}

TEST_F(CacheStoreTest, DamagedEntryIsRemovedAndAMiss) {
  CacheStore Store(Config);
  ASSERT_TRUE(Store.put("key", Bytes(100, 7)));
  std::string Whole = readWhole(file("key"));
  for (std::string Damaged : {std::string(), Whole.substr(0, Whole.size() / 2),
                              Whole + "x", std::string(Whole.size(), '\0')}) {
    writeWhole(file("key"), Damaged);
    EXPECT_EQ(Store.get("key"), std::nullopt);
    EXPECT_FALSE(exists(file("key")));
  }
  writeWhole(file("key"), Whole);
  EXPECT_EQ(Store.get("key"), Bytes(100, 7));
}

TEST_F(CacheStoreTest, EntryOfAnotherKeyUnderTheSameNameIsAMiss) {
  CacheStore Store(Config);
  ASSERT_TRUE(Store.put("one", Bytes{1}));
  std::filesystem::copy_file(file("one"), file("two"));
  EXPECT_EQ(Store.get("two"), std::nullopt);
  EXPECT_EQ(Store.get("one"), Bytes{1});
}

TEST_F(CacheStoreTest, OffTouchesNothing) {
  Config.Mode = CacheMode::Off;
  CacheStore Store(Config);
  EXPECT_FALSE(Store.put("key", Bytes{1}));
  EXPECT_EQ(Store.get("key"), std::nullopt);
  EXPECT_FALSE(exists(Config.Directory));
  EXPECT_EQ(Store.trouble(), "");
}

TEST_F(CacheStoreTest, ReadOnlyReadsAndNeverWrites) {
  CacheConfig ReadOnly = Config;
  ReadOnly.Mode = CacheMode::ReadOnly;
  {
    CacheStore Store(ReadOnly);
    EXPECT_EQ(Store.get("key"), std::nullopt);
    EXPECT_FALSE(exists(Config.Directory));
    EXPECT_EQ(Store.trouble(), "");
  }
  ASSERT_TRUE(CacheStore(Config).put("key", Bytes{1}));
  writeWhole(file("bad"), "damaged");
  writeWhole(Config.Directory + "/old.tmp", "");
  age(Config.Directory + "/old.tmp", 4000);
  age(file("key"), 500);
  auto Before = std::filesystem::last_write_time(file("key"));
  CacheStore Store(ReadOnly);
  EXPECT_EQ(Store.get("key"), Bytes{1});
  EXPECT_EQ(Store.get("bad"), std::nullopt);
  EXPECT_EQ(Store.keys(), std::vector<std::string>{"key"});
  EXPECT_FALSE(Store.put("new", Bytes{2}));
  {
    CacheStore::BuildGuard Guard(Store, "key");
  }
  EXPECT_TRUE(exists(file("bad")));
  EXPECT_TRUE(exists(Config.Directory + "/old.tmp"));
  EXPECT_FALSE(exists(file("new")));
  EXPECT_EQ(std::filesystem::last_write_time(file("key")), Before);
}

TEST_F(CacheStoreTest, DirectoriesOfOthersAreNotUsed) {
  auto Unused = [](const CacheConfig &Config, const char *Why) {
    CacheStore Store(Config);
    EXPECT_NE(Store.trouble().find(Why), std::string::npos) << Store.trouble();
    EXPECT_NE(Store.trouble().find(Config.Directory), std::string::npos);
    EXPECT_FALSE(Store.put("key", Bytes{1}));
    EXPECT_EQ(Store.get("key"), std::nullopt);
    EXPECT_FALSE(Store.crashedBefore("key"));
  };
  ASSERT_TRUE(CacheStore(Config).put("key", Bytes{1}));
  for (mode_t Bad : {0770, 0707, 0722, 01777}) {
    ASSERT_EQ(chmod(Config.Directory.c_str(), Bad), 0);
    Unused(Config, "other users may write");
  }
  ASSERT_EQ(chmod(Config.Directory.c_str(), 0755), 0);
  EXPECT_EQ(CacheStore(Config).get("key"), Bytes{1});

  ASSERT_EQ(symlink(Config.Directory.c_str(), (Folder / "link").c_str()), 0);
  Unused({Folder / "link"}, "symbolic link");
  Unused({Folder / "link", CacheMode::ReadOnly}, "symbolic link");
  {
    CacheStore Store({Folder / "link/"});
    EXPECT_NE(Store.trouble(), "");
  }
  writeWhole(Folder / "plain", "");
  Unused({Folder / "plain"}, "no directory");
  Unused({Folder / "plain/below"}, "no directory");

  if (geteuid() == 0) {
    ASSERT_EQ(chown(Config.Directory.c_str(), 12345, 12345), 0);
    Unused(Config, "another user");
  }
}

TEST_F(CacheStoreTest, PlantedFilesAreNotFollowed) {
  CacheStore Store(Config);
  ASSERT_TRUE(Store.put("key", Bytes{1}));
  std::filesystem::rename(file("key"), Folder / "elsewhere");
  ASSERT_EQ(symlink((Folder / "elsewhere").c_str(), file("key").c_str()), 0);
  EXPECT_EQ(Store.get("key"), std::nullopt);
  EXPECT_TRUE(Store.put("key", Bytes{2}));
  EXPECT_EQ(Store.get("key"), Bytes{2});
  EXPECT_TRUE(exists(Folder / "elsewhere"));

  ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
  EXPECT_EQ(Store.get("pipe"), std::nullopt);
  ASSERT_EQ(mkdir(file("folder").c_str(), 0700), 0);
  EXPECT_EQ(Store.get("folder"), std::nullopt);
  EXPECT_FALSE(Store.put("folder", Bytes{3}));
  for (const auto &Each : std::filesystem::directory_iterator(Config.Directory))
    EXPECT_NE(Each.path().extension(), ".tmp");
}

TEST_F(CacheStoreTest, FilesThatOthersMadeOrMayWriteAreNotRead) {
  CacheStore Store(Config);
  const std::string Known = file("key");
  for (mode_t Bad : {0620, 0602, 0666}) {
    ASSERT_TRUE(Store.put("key", Bytes{1}));
    ASSERT_EQ(chmod(Known.c_str(), Bad), 0);
    EXPECT_EQ(Store.get("key"), std::nullopt);
    EXPECT_EQ(Store.keys(), std::vector<std::string>());
  }
  ASSERT_TRUE(Store.put("key", Bytes{2}));
  EXPECT_EQ(mode(Known), 0600u);
  EXPECT_EQ(Store.get("key"), Bytes{2});
  ASSERT_EQ(chmod(Known.c_str(), 0644), 0);
  EXPECT_EQ(Store.get("key"), Bytes{2});
  if (geteuid() == 0) {
    ASSERT_EQ(chown(Known.c_str(), 12345, 12345), 0);
    EXPECT_EQ(Store.get("key"), std::nullopt);
    EXPECT_TRUE(Store.put("key", Bytes{3}));
    EXPECT_EQ(Store.get("key"), Bytes{3});
  }
}

TEST_F(CacheStoreTest, AProcessThatBecomesAnotherUserReadsAndWritesNothing) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root becomes another user";
  CacheStore Store(Config);
  ASSERT_TRUE(Store.put("key", Bytes{1}));
  ASSERT_EQ(seteuid(12345), 0);
  EXPECT_EQ(Store.get("key"), std::nullopt);
  EXPECT_FALSE(Store.put("key", Bytes{2}));
  ASSERT_EQ(seteuid(0), 0);
  EXPECT_EQ(Store.get("key"), Bytes{1});
}

TEST_F(CacheStoreTest, LinksOnTheWayToTheDirectoryAreFollowed) {
  ASSERT_TRUE(CacheStore(Config).put("key", Bytes{1}));
  ASSERT_EQ(symlink(std::string(Folder / ".").c_str(),
                    std::string(Folder / "way").c_str()),
            0);
  Config.Directory = Folder / "way/cache";
  EXPECT_EQ(CacheStore(Config).get("key"), Bytes{1});
}

TEST_F(CacheStoreTest, StaleTemporariesAreRemovedOnOpen) {
  ASSERT_TRUE(CacheStore(Config).put("key", Bytes{1}));
  std::string Old = Config.Directory + "/x.entry.1.0.9.tmp";
  std::string New = Config.Directory + "/y.entry.1.0.9.tmp";
  std::string Foreign = Config.Directory + "/notes.txt";
  for (const std::string &Each : {Old, New, Foreign})
    writeWhole(Each, "x");
  age(Old, 3700);
  age(Foreign, 100000);
  age(file("key"), 100000);
  CacheStore Store(Config);
  EXPECT_FALSE(exists(Old));
  EXPECT_TRUE(exists(New));
  EXPECT_TRUE(exists(Foreign));
  EXPECT_EQ(Store.get("key"), Bytes{1});
}

TEST_F(CacheStoreTest, LeastRecentlyUsedEntriesMakeRoom) {
  Config.MaxBytes = 5000;
  CacheStore Store(Config);
  const char *Keys[] = {"a", "b", "c", "d"};
  for (int I = 0; I != 4; ++I) {
    ASSERT_TRUE(Store.put(Keys[I], Bytes(1000, 1)));
    age(file(Keys[I]), 1000 - I);
  }
  ASSERT_TRUE(Store.get("a")); // now the most recently used
  ASSERT_TRUE(Store.put("e", Bytes(2000, 1)));
  EXPECT_TRUE(exists(file("a")));
  EXPECT_FALSE(exists(file("b")));
  EXPECT_FALSE(exists(file("c")));
  EXPECT_TRUE(exists(file("d")));
  EXPECT_TRUE(exists(file("e")));
  EXPECT_FALSE(Store.put("huge", Bytes(5000, 1)));
  EXPECT_TRUE(exists(file("e")));
}

TEST_F(CacheStoreTest, AnEntryMayTakeAllOfTheRoom) {
  Config.MaxBytes = encodeCacheEntry("key", "", Bytes(1000, 1)).size();
  CacheStore Store(Config);
  EXPECT_TRUE(Store.put("key", Bytes(1000, 1)));
  EXPECT_FALSE(Store.put("key", Bytes(1001, 1)));
}

TEST_F(CacheStoreTest, FailedWritesLeaveNothing) {
  CacheStore Store(Config);
  ASSERT_TRUE(Store.put("key", Bytes(10, 1)));
  // Writing beyond 4096 bytes fails as on a full disk, after a short write.
  struct rlimit Before, Limit;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &Before), 0);
  // Nor does that end the program.
  Limit = {4096, Before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &Limit), 0);
  bool Stored = Store.put("key", Bytes(100000, 2));
  setrlimit(RLIMIT_FSIZE, &Before);
  EXPECT_FALSE(Stored);
  EXPECT_EQ(
      std::distance(std::filesystem::directory_iterator(Config.Directory), {}),
      1);
  EXPECT_EQ(Store.get("key"), Bytes(10, 1));
}

TEST_F(CacheStoreTest, AVanishedDirectoryIsNoError) {
  CacheStore Store(Config);
  ASSERT_TRUE(Store.put("key", Bytes{1}));
  std::filesystem::remove_all(Config.Directory);
  EXPECT_EQ(Store.get("key"), std::nullopt);
  EXPECT_FALSE(Store.put("key", Bytes{1}));
  CacheStore::BuildGuard Guard(Store, "key");
  EXPECT_FALSE(Store.crashedBefore("key"));
}

TEST_F(CacheStoreTest, NoDirectoryMeansNothingIsStored) {
  CacheStore Store({""});
  EXPECT_FALSE(Store.put("key", Bytes{1}));
  EXPECT_EQ(Store.get("key"), std::nullopt);
  CacheStore::BuildGuard Guard(Store, "key");
  EXPECT_FALSE(Store.crashedBefore("key"));
}

TEST_F(CacheStoreTest, RecacheReplacesAndNeverReads) {
  ASSERT_TRUE(CacheStore(Config).put("key", Bytes{1}));
  CacheConfig Again = Config;
  Again.Mode = CacheMode::Recache;
  CacheStore Store(Again);
  EXPECT_EQ(Store.get("key"), std::nullopt);
  EXPECT_TRUE(Store.put("key", Bytes{2}));
  EXPECT_EQ(Store.get("key"), std::nullopt);
  EXPECT_EQ(CacheStore(Config).get("key"), Bytes{2});
}

TEST_F(CacheStoreTest, HitsAreCounted) {
  CacheStore Store(Config);
  ASSERT_TRUE(Store.put("key", Bytes{1}, "a.c:3: f"));
  EXPECT_FALSE(exists(file("key", ".hits")));
  for (int Time = 0; Time != 3; ++Time)
    ASSERT_TRUE(Store.get("key"));
  EXPECT_EQ(std::filesystem::file_size(file("key", ".hits")), 3u);
  CacheConfig Reading = Config;
  Reading.Mode = CacheMode::ReadOnly;
  ASSERT_TRUE(CacheStore(Reading).get("key"));
  EXPECT_EQ(std::filesystem::file_size(file("key", ".hits")), 3u);
  // A planted link is not followed.
  ASSERT_EQ(unlink(file("key", ".hits").c_str()), 0);
  writeWhole(Folder / "elsewhere", "");
  ASSERT_EQ(
      symlink((Folder / "elsewhere").c_str(), file("key", ".hits").c_str()), 0);
  ASSERT_TRUE(Store.get("key"));
  EXPECT_EQ(std::filesystem::file_size(Folder / "elsewhere"), 0u);
  // Nor is another name of a file that is not the cache's written to.
  ASSERT_EQ(unlink(file("key", ".hits").c_str()), 0);
  ASSERT_EQ(link((Folder / "elsewhere").c_str(), file("key", ".hits").c_str()),
            0);
  ASSERT_TRUE(Store.get("key"));
  EXPECT_EQ(std::filesystem::file_size(Folder / "elsewhere"), 0u);
}

TEST_F(CacheStoreTest, FilesBeyondAllReasonAreNotRead) {
  CacheStore Store(Config);
  ASSERT_TRUE(Store.put("key", Bytes{1}));
  ASSERT_EQ(truncate(file("key").c_str(), off_t(1) << 32), 0);
  EXPECT_EQ(Store.get("key"), std::nullopt);
  EXPECT_TRUE(Store.put("key", Bytes{2}));
  EXPECT_EQ(Store.get("key"), Bytes{2});
}

/// Puts and gets at random; false once a wrong payload was seen.
bool useStore(const CacheConfig &Config, unsigned Seed, int Rounds) {
  CacheStore Store(Config);
  for (int Round = 0; Round != Rounds; ++Round) {
    Seed = Seed * 1664525 + 1013904223;
    unsigned Number = (Seed >> 16) % 16;
    std::string Key = "key " + std::to_string(Number);
    Bytes Payload(500 + 300 * Number, static_cast<uint8_t>(Number));
    if (Seed >> 31)
      Store.put(Key, Payload);
    else if (auto Found = Store.get(Key); Found && *Found != Payload)
      return false;
  }
  return true;
}

TEST_F(CacheStoreTest, ProcessesAndThreadsShareAColdDirectory) {
  for (uint64_t MaxBytes : {uint64_t(1) << 20, uint64_t(12000)}) {
    Config.Directory = Folder / std::to_string(MaxBytes);
    Config.MaxBytes = MaxBytes;
    std::vector<pid_t> Children;
    for (unsigned Process = 0; Process != 4; ++Process) {
      pid_t Child = fork();
      if (Child == 0) {
        std::atomic<bool> Right{true};
        std::vector<std::thread> Threads;
        for (unsigned Thread = 0; Thread != 4; ++Thread)
          Threads.emplace_back([&, Thread] {
            if (!useStore(Config, Process * 4 + Thread, 200))
              Right = false;
          });
        for (std::thread &Each : Threads)
          Each.join();
        _exit(Right ? 0 : 1);
      }
      Children.push_back(Child);
    }
    for (pid_t Child : Children) {
      int Outcome = -1;
      ASSERT_EQ(waitpid(Child, &Outcome, 0), Child);
      EXPECT_EQ(Outcome, 0);
    }
    size_t Entries = 0;
    for (const auto &Each :
         std::filesystem::directory_iterator(Config.Directory)) {
      if (Each.path().extension() == ".hits")
        continue;
      EXPECT_EQ(Each.path().extension(), ".entry");
      EXPECT_TRUE(bool(decodeCacheEntry([Text = readWhole(Each.path())] {
        return Bytes(Text.begin(), Text.end());
      }())));
      ++Entries;
    }
    EXPECT_GT(Entries, 0u);
  }
}

} // namespace
