// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "replay/ImagePages.h"
#include "system/SystemCalls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

using namespace twofold;

static constexpr size_t MiB = size_t(1) << 20;

TEST(ImagePages, MovesPagesThatStandAside) {
  ImagePages Pages;
  Pages.reserve(8 * MiB);
  char *Old = static_cast<char *>(syscalls::map(2 * MiB));
  ASSERT_NE(Old, nullptr);
  std::memset(Old, 7, 2 * MiB);
  char *First = Pages.take(2 * MiB), *Second = Pages.take(2 * MiB - 4096);
  ASSERT_TRUE(First && Second);
  ImagePages::fill(First, Old, 2 * MiB, false);
  EXPECT_EQ(Old[MiB], 7);
  ImagePages::fill(Second, Old + 4096, 2 * MiB - 4096, true);
  EXPECT_EQ(std::count(First, First + 2 * MiB, 7), 2 * MiB);
  EXPECT_EQ(std::count(Second, Second + 2 * MiB - 4096, 7), 2 * MiB - 4096);
  // The mapping stays, and may be used again.
  Old[MiB] = 3;
  EXPECT_EQ(Second[MiB - 4096], 7);
  Pages.clear();
  EXPECT_EQ(Pages.used(), 0u);
  First = Pages.take(MiB);
  ASSERT_NE(First, nullptr);
  EXPECT_EQ(std::count(First, First + MiB, 0), MiB);
  syscalls::unmap(Old, 2 * MiB);
}

TEST(ImagePages, AreBounded) {
  ImagePages None;
  EXPECT_EQ(None.take(MiB), nullptr);
  ImagePages Pages;
  Pages.reserve(4 * MiB);
  EXPECT_EQ(Pages.take(5 * MiB), nullptr);
  EXPECT_NE(Pages.take(3 * MiB), nullptr);
  EXPECT_EQ(Pages.take(MiB), nullptr);
  ImagePages Huge;
  Huge.reserve(SIZE_MAX / 2); // more than there is address space
  EXPECT_EQ(Huge.take(MiB), nullptr);
}

/// One image at a time, as of an array that the host looks at after each loop.
TEST(ImagePages, AreTakenAgainAndAgain) {
  ImagePages Pages;
  Pages.reserve(4 * MiB);
  for (int Turn = 0; Turn < 100; ++Turn) {
    char *Place = Pages.take(MiB);
    ASSERT_NE(Place, nullptr);
    EXPECT_EQ(Place[MiB - 1], 0);
    Place[MiB - 1] = 5;
    EXPECT_EQ(Pages.take(3 * MiB), nullptr);
    Pages.clear();
  }
}

TEST(HostMemory, IsTheLeastOfWhatTheMachineAndTheGroupHave) {
  constexpr std::string_view Info = "MemTotal:  100 kB\nMemFree: 1 kB\n"
                                    "MemAvailable:       60 kB\nBuffers: 2 kB";
  EXPECT_EQ(availableMemory(Info, "", ""), 60u * 1024);
  EXPECT_EQ(availableMemory(Info, "max\n", "4096\n"), 60u * 1024);
  EXPECT_EQ(availableMemory(Info, "50000\n", "20000\n"), 30000u);
  EXPECT_EQ(availableMemory(Info, "50000\n", "60000\n"), 0u);
  EXPECT_EQ(availableMemory("MemTotal: 5 kB", "", ""), 0u);
  EXPECT_EQ(availableMemory("MemAvailable: ?", "", ""), 0u);
  EXPECT_GT(availableMemory(), MiB);
}
