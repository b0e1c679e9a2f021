// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FreshPagesTest.cpp - contents exchanged with any protection --------===//
#include "guard/FreshPages.h"
#include "system/SystemCalls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

using namespace twofold;

namespace {

constexpr size_t Kibi = 1024, Mebi = 1024 * Kibi;

/// One block of memory whose contents are exchanged, and stay hidden until
/// then.
void exchange(FreshPages &Pages, size_t Size, int Protection, char Mark) {
  char *Place = static_cast<char *>(syscalls::map(Size));
  ASSERT_NE(Place, nullptr);
  std::memset(Place, Mark + 1, Size);
  ASSERT_TRUE(syscalls::protect(Place, Size, PROT_NONE));
  auto Area = Pages.take(Size);
  ASSERT_TRUE(bool(Area));
  // All of it may be written, whatever blocks have gone before.
  std::memset(Area->Fresh, Mark, Area->Size);
  char Before = 0;
  const uint64_t At = uint64_t(uintptr_t(Place));
  ASSERT_TRUE(bool(
      FreshPages::moveIn(*Area, {At, At + Size}, Protection,
                         [&](char *Old, bool) { Before = Old[Size - 1]; })));
  Pages.giveBack(*Area);
  EXPECT_EQ(Before, char(Mark + 1));
  ASSERT_TRUE(syscalls::protect(Place, Size, PROT_READ));
  EXPECT_EQ(Place[0], Mark);
  EXPECT_EQ(Place[Size - 1], Mark);
  syscalls::unmap(Place, Size);
}

/// Small blocks leave their protection behind in the area; large ones make what
/// was left there the next block's fresh pages.
TEST(FreshPages, AreWritableAfterBlocksOfAnySizeAndProtection) {
  FreshPages Pages;
  char Mark = 0;
  for (size_t Size : {4 * Kibi, 512 * Kibi, 64 * Kibi, Mebi, 8 * Kibi,
                      Mebi - 4 * Kibi, 4 * Kibi, 4 * Mebi, 256 * Kibi,
                      Mebi + 512 * Kibi, Mebi, 4 * Kibi, 3 * Mebi, 5 * Mebi})
    for (int To : {PROT_READ, PROT_READ | PROT_WRITE, PROT_NONE, PROT_READ})
      exchange(Pages, Size, To, ++Mark);
}

/// What the kernel maps for other sizes begins anywhere.
TEST(FreshPages, BeginWhereTheirPageTablesDo) {
  FreshPages Pages;
  for (size_t Size : {4 * Mebi + 4 * Kibi, 5 * Mebi + 8 * Kibi}) {
    auto Area = Pages.take(Size);
    ASSERT_TRUE(bool(Area));
    for (char *Begin : {Area->Fresh, Area->Spare}) {
      EXPECT_EQ(uintptr_t(Begin) % (2 * Mebi), 0u);
      std::memset(Begin, 1, Size);
    }
    Pages.giveBack(*Area);
  }
}

/// The flags of the mapping that Address is in, as the kernel lists them.
std::string flagsOf(const void *Address) {
  std::ifstream Maps("/proc/self/smaps");
  bool Here = false;
  for (std::string Line; std::getline(Maps, Line);) {
    uintptr_t Begin = 0, End = 0;
    if (std::sscanf(Line.c_str(), "%zx-%zx ", &Begin, &End) == 2)
      Here = Begin <= uintptr_t(Address) && uintptr_t(Address) < End;
    else if (Here && Line.starts_with("VmFlags:"))
      return Line;
  }
  return "";
}

/// Also those that come back empty, as what they held was given away.
TEST(FreshPages, AreLargeForLargeBlocks) {
  char *Probe = static_cast<char *>(syscalls::map(4 * Mebi));
  ASSERT_NE(Probe, nullptr);
  const bool Known = syscalls::advise(Probe, 4 * Mebi, MADV_HUGEPAGE) &&
                     flagsOf(Probe).find(" hg") != std::string::npos;
  syscalls::unmap(Probe, 4 * Mebi);
  if (!Known)
    GTEST_SKIP() << "the kernel has no large pages";
  FreshPages Pages;
  for (int Round = 0; Round < 3; ++Round) {
    exchange(Pages, 4 * Mebi, PROT_READ, 1);
    auto Area = Pages.take(2 * Mebi);
    ASSERT_TRUE(bool(Area));
    EXPECT_NE(flagsOf(Area->Fresh).find(" hg"), std::string::npos);
    Pages.giveBack(*Area);
  }
  auto Small = FreshPages().take(64 * Kibi);
  ASSERT_TRUE(bool(Small));
  EXPECT_EQ(flagsOf(Small->Fresh).find(" hg"), std::string::npos);
  syscalls::unmap(Small->Fresh, Small->Size);
  syscalls::unmap(Small->Spare, Small->Size);
}

/// Neither what lies around them for that, nor they themselves.
TEST(FreshPages, LeaveNothingMapped) {
  auto Mapped = [] {
    size_t Pages = 0;
    std::ifstream("/proc/self/statm") >> Pages;
    return Pages * size_t(sysconf(_SC_PAGESIZE));
  };
  const size_t Before = Mapped();
  for (int Round = 0; Round < 20; ++Round) {
    FreshPages Pages;
    for (size_t Size : {4 * Kibi, 5 * Mebi + 4 * Kibi}) {
      auto Area = Pages.take(Size);
      ASSERT_TRUE(bool(Area));
      Pages.giveBack(*Area);
    }
  }
  EXPECT_LT(Mapped(), Before + 8 * Mebi);
}

TEST(FreshPages, MoreThanThereIsIsAnError) {
  FreshPages Pages;
  const auto Area = Pages.take(size_t(1) << 60);
  ASSERT_FALSE(bool(Area));
  EXPECT_EQ(Area.error().Code, ErrorCode::OutOfMemory);
  EXPECT_NE(Area.error().Message.find("no memory for fresh pages"),
            std::string::npos);
}

/// Old contents are there again, or new ones are there and nothing is said.
TEST(FreshPages, AProtectionThatTheKernelRefusesLosesNoContents) {
  FreshPages Pages;
  for (size_t Size : {4 * Kibi, 4 * Mebi}) {
    char *Place = static_cast<char *>(syscalls::map(Size));
    ASSERT_NE(Place, nullptr);
    std::memset(Place, 1, Size);
    auto Area = Pages.take(Size);
    ASSERT_TRUE(bool(Area));
    std::memset(Area->Fresh, 2, Size);
    const uint64_t At = uint64_t(uintptr_t(Place));
    const bool Moved =
        bool(FreshPages::moveIn(*Area, {At, At + Size}, 1 << 30, nullptr));
    ASSERT_TRUE(syscalls::protect(Place, Size, PROT_READ | PROT_WRITE));
    const char Expected = Moved ? 2 : 1;
    EXPECT_EQ(std::count(Place, Place + Size, Expected), ptrdiff_t(Size));
    Pages.giveBack(*Area);
    syscalls::unmap(Place, Size);
  }
}

/// Not all kernels move several mappings at once.
TEST(FreshPages, OfSeveralMappingsOldContentsAreHandedOnOrStay) {
  FreshPages Pages;
  const size_t Size = 64 * Kibi;
  for (bool Saves : {true, false}) {
    char *Place = static_cast<char *>(syscalls::map(Size));
    ASSERT_NE(Place, nullptr);
    std::memset(Place, 1, Size);
    ASSERT_TRUE(syscalls::protect(Place, Size / 2, PROT_READ));
    auto Area = Pages.take(Size);
    ASSERT_TRUE(bool(Area));
    std::memset(Area->Fresh, 2, Size);
    unsigned Saved = 0;
    PageGuard::Saver Save;
    if (Saves)
      Save = [&](char *Old, bool) {
        ++Saved;
        EXPECT_EQ(std::count(Old, Old + Size, 1), ptrdiff_t(Size));
      };
    const uint64_t At = uint64_t(uintptr_t(Place));
    const auto Moved =
        FreshPages::moveIn(*Area, {At, At + Size}, PROT_READ, Save);
    EXPECT_TRUE(bool(Moved) || Saves);
    EXPECT_EQ(Saved, unsigned(Saves && bool(Moved)));
    EXPECT_EQ(std::count(Place, Place + Size, bool(Moved) ? 2 : 1),
              ptrdiff_t(Size));
    Pages.giveBack(*Area);
    syscalls::unmap(Place, Size);
  }
}

TEST(FreshPages, AreWritableAfterAMoveThatFailed) {
  FreshPages Pages;
  auto Area = Pages.take(4 * Kibi);
  ASSERT_TRUE(bool(Area));
  const uint64_t Nowhere = uint64_t(1) << 62;
  const auto Moved =
      FreshPages::moveIn(*Area, {Nowhere, Nowhere + 4 * Kibi}, PROT_READ);
  ASSERT_FALSE(bool(Moved));
  EXPECT_EQ(Moved.error().Code, ErrorCode::OutOfMemory);
  EXPECT_NE(Moved.error().Message.find("pages cannot be moved: "),
            std::string::npos);
  std::memset(Area->Fresh, 1, Area->Size);
  Pages.giveBack(*Area);
}

} // namespace
