// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CacheInventoryTest.cpp - what the kernel cache holds ---------------===//
#include "cache/CacheInventory.h"

#include "TemporaryFolder.h"
#include "cache/BuildMarker.h"
#include "cache/CacheFiles.h"
#include "cache/CacheStore.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace twofold;

namespace {

struct CacheInventoryTest : testing::Test {
  TemporaryFolder Folder;
  CacheConfig Config{Folder / "cache"};
  CacheStore Store{Config};
  DeviceFacts Facts;

  CacheInventoryTest() { Facts.Name = "device"; }
  std::string key(const std::string &Text) {
    return cacheKey(Facts, {"k", Text, ""});
  }
  std::string file(const std::string &Key) {
    return Config.Directory + "/" + cacheEntryName(Key) + ".entry";
  }
  static void age(const std::string &Path, time_t Seconds) {
    struct timespec Times[2] = {{time(nullptr) - Seconds, 0},
                                {time(nullptr) - Seconds, 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, Path.c_str(), Times, 0), 0);
  }
};

TEST_F(CacheInventoryTest, ListsTheLatestFirst) {
  ASSERT_TRUE(Store.put(key("a"), std::vector<uint8_t>(10), "a.c:1: f"));
  ASSERT_TRUE(Store.put(key("b"), std::vector<uint8_t>(20)));
  ASSERT_TRUE(Store.get(key("a")));
  ASSERT_TRUE(Store.get(key("a")));
  age(file(key("b")), 100);
  EXPECT_EQ(cacheField(listCache(Store.folder())[0], "source"), "a");
  age(file(key("a")), 200);
  auto Items = listCache(Store.folder());
  ASSERT_EQ(Items.size(), 2u);
  EXPECT_EQ(cacheField(Items[0], "source"), "b");
  EXPECT_EQ(Items[0].Hits, 0u);
  EXPECT_EQ(Items[1].Entry->Note, "a.c:1: f");
  EXPECT_EQ(cacheField(Items[1], "device"), "device");
  EXPECT_EQ(cacheField(Items[1], "no such"), "?");
  EXPECT_EQ(Items[1].Hits, 2u);
  // To be listed is no use.
  EXPECT_EQ(listCache(Store.folder())[1].Used, Items[1].Used);
}

TEST_F(CacheInventoryTest, DamagedAndMisnamedEntriesAreFound) {
  for (const char *Text : {"a", "b", "c", "d"})
    ASSERT_TRUE(Store.put(key(Text), std::vector<uint8_t>(10)));
  writeWhole(file(key("a")), "nothing");
  std::filesystem::copy_file(file(key("b")), file("another key"));
  EXPECT_EQ(removeDamaged(Store.folder()), 2u);
  EXPECT_EQ(listCache(Store.folder()).size(), 3u);
  EXPECT_EQ(removeDamaged(Store.folder()), 0u);
}

TEST_F(CacheInventoryTest, OnlyDeathsInARowAreCrashes) {
  const std::string Alive = describeThisProcess();
  // Of another boot of this machine.
  const size_t Boot = Alive.find(' ', Alive.find(' ') + 1) + 1;
  std::string Dead = Alive;
  Dead.replace(Boot, Alive.find(' ', Boot) - Boot, "earlier");
  const std::string Again(AgainLine);
  for (const auto &[Name, Text] : {std::pair("building", Alive),
                                   {"builds-again", Alive + Again},
                                   {"died-once", Dead},
                                   {"died-again", Dead + Again},
                                   {"damaged", Again}})
    writeWhole(Config.Directory + "/" + Name + ".pending", Text);
  EXPECT_EQ(listCrashes(Store.folder()),
            std::vector<std::string>{"died-again.pending"});
  // To be listed makes it no newer.
  const std::string Path = Config.Directory + "/died-again.pending";
  age(Path, 100);
  const auto Before = std::filesystem::last_write_time(Path);
  EXPECT_EQ(listCrashes(Store.folder()).size(), 1u);
  EXPECT_EQ(std::filesystem::last_write_time(Path), Before);
}

TEST_F(CacheInventoryTest, ClearingLeavesWhatIsNotTheCaches) {
  ASSERT_TRUE(Store.put(key("a"), std::vector<uint8_t>(10)));
  ASSERT_TRUE(Store.get(key("a")));
  for (const char *Name : {"x.pending", "y.tmp", "notes.txt"})
    writeWhole(Config.Directory + "/" + Name, "x");
  EXPECT_EQ(clearCache(Store.folder()), 1u);
  for (const auto &Each : std::filesystem::directory_iterator(Config.Directory))
    EXPECT_EQ(Each.path().filename(), "notes.txt");
}

TEST_F(CacheInventoryTest, TrimmingRemovesTheOldest) {
  for (const char *Text : {"a", "b", "c"})
    ASSERT_TRUE(Store.put(key(Text), std::vector<uint8_t>(10000)));
  ASSERT_TRUE(Store.get(key("b")));
  age(file(key("b")), 50);
  age(file(key("c")), 500);
  EXPECT_EQ(trimCacheFiles(Store.folder(), 25000), 1u);
  EXPECT_FALSE(Store.get(key("c")));
  EXPECT_EQ(trimCacheFiles(Store.folder(), 25000), 0u);
  EXPECT_EQ(trimCacheFiles(Store.folder(), 0), 2u);
  EXPECT_TRUE(std::filesystem::is_empty(Config.Directory));
}

} // namespace
