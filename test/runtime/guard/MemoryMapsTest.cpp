// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/MemoryMaps.h"
#include "WithoutInput.h"

#include <cstdio>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace twofold;

namespace {
bool nobody(uint64_t) { return false; }

RangeSet ordinary(std::string_view Maps, uint64_t StackPointer = 0) {
  return ordinaryMemory(Maps, {0, UINT64_MAX}, StackPointer, nobody);
}
} // namespace

TEST(MemoryMaps, ReadsALine) {
  auto Map = parseMapping("55d0c8a2b000-55d0c8a2d000 r--p 00000000 fe:00 1234  "
                          "                     /usr/bin/a b");
  ASSERT_TRUE(Map);
  EXPECT_EQ(Map->Range, (ByteRange{0x55d0c8a2b000, 0x55d0c8a2d000}));
  EXPECT_TRUE(Map->Read && !Map->Write && !Map->Execute && !Map->Shared);
  EXPECT_TRUE(Map->File);
  EXPECT_EQ(Map->Name, "/usr/bin/a b");
  EXPECT_FALSE(parseMapping(""));
  EXPECT_FALSE(parseMapping("rubbish"));
  EXPECT_FALSE(parseMapping("1000-2000 rw"));
}

TEST(MemoryMaps, LibrariesAreKnownFromTheirFirstByteOn) {
  const RangeSet Libraries = libraryMemory();
  Dl_info Info;
  ASSERT_NE(dladdr(reinterpret_cast<void *>(&getpid), &Info), 0);
  auto Holds = [&](const void *At) {
    const uint64_t Byte = reinterpret_cast<uintptr_t>(At);
    return Libraries.contains({Byte, Byte + 1});
  };
  EXPECT_TRUE(Holds(Info.dli_fbase));
  EXPECT_TRUE(Holds(Info.dli_saddr));
  EXPECT_TRUE(Holds(stdout)); // what it may write
  EXPECT_FALSE(Holds(&Info));
}

TEST(MemoryMaps, TakesPrivateAnonymousMemoryOnly) {
  EXPECT_EQ(ordinary("1000-2000 rw-p 00000000 00:00 0 \n"),
            RangeSet({0x1000, 0x2000}));
  EXPECT_EQ(ordinary("1000-2000 rw-p 00000000 00:00 0          [heap]\n"),
            RangeSet({0x1000, 0x2000}));
  for (const char *Line : {
           "1000-2000 r--p 00000000 00:00 0 \n",
           "1000-2000 rwxp 00000000 00:00 0 \n",
           "1000-2000 rw-s 00000000 00:01 99        /dev/zero (deleted)\n",
           "1000-2000 rw-p 00000000 fe:00 99        /lib/libc.so\n",
           "1000-2000 rw-p 00000000 00:00 0         [stack]\n",
           "1000-2000 rw-p 00000000 00:0f 7         /anon_hugepage (deleted)\n",
       })
    EXPECT_TRUE(ordinary(Line).empty()) << Line;
}

TEST(MemoryMaps, LeavesStacksAlone) {
  const char *Thread = "1000-2000 ---p 00000000 00:00 0 \n"
                       "2000-9000 rw-p 00000000 00:00 0 \n"
                       "a000-b000 rw-p 00000000 00:00 0 \n";
  EXPECT_EQ(ordinary(Thread), RangeSet({0xa000, 0xb000}));
  EXPECT_TRUE(ordinary(Thread, 0xa800).empty());
  // The unused part of an allocator's arena is no stack's fence.
  const char *Arena = "10000000-14000000 ---p 00000000 00:00 0 \n"
                      "14000000-15000000 rw-p 00000000 00:00 0 \n";
  EXPECT_EQ(ordinary(Arena), RangeSet({0x14000000, 0x15000000}));
}

TEST(MemoryMaps, KnowsWhatIsGuardedAlready) {
  const char *Cut = "2000-3000 rw-p 00000000 00:00 0 \n"
                    "3000-4000 ---p 00000000 00:00 0 \n"
                    "4000-5000 r--p 00000000 00:00 0 \n"
                    "5000-6000 rw-p 00000000 00:00 0 \n";
  auto Ours = [](uint64_t Address) {
    return Address >= 0x3000 && Address < 0x5000;
  };
  EXPECT_EQ(ordinaryMemory(Cut, {0x2000, 0x6000}, 0, Ours),
            RangeSet({0x2000, 0x6000}));
  // A stack stays one.
  std::string Stack = std::string("1000-2000 ---p 00000000 00:00 0 \n") + Cut;
  EXPECT_TRUE(ordinaryMemory(Stack, {0x2000, 0x6000}, 0, Ours).empty());
}

/// The kernel joins a thread's stack and a block that happens to lie above it.
TEST(MemoryMaps, AStackEndsWhereABlockBegins) {
  const char *Maps = "1000-2000 ---p 00000000 00:00 0 \n"
                     "2000-9000 rw-p 00000000 00:00 0 \n";
  const ByteRange Array = {0x5000, 0x8000};
  EXPECT_TRUE(ordinaryMemory(Maps, Array, 0, nobody).empty());
  EXPECT_EQ(ordinaryMemory(Maps, Array, 0, nobody, 0x5000), RangeSet(Array));
  EXPECT_EQ(ordinaryMemory(Maps, Array, 0, nobody, 0x4010), RangeSet(Array));
  // A block with the fence below it is a stack of the program's own making.
  EXPECT_TRUE(ordinaryMemory(Maps, Array, 0, nobody, 0x2000).empty());
}

TEST(MemoryMaps, ReadsTheProcessAsFarAsAsked) {
  int Local = 0;
  auto Here = uint64_t(reinterpret_cast<uintptr_t>(&Local));
  std::string All = readMaps({0, UINT64_MAX});
  EXPECT_NE(All.find("[stack]"), All.npos);
  EXPECT_EQ(All.back(), '\n');
  EXPECT_TRUE(
      ordinaryMemory(All, {Here & -4096, (Here & -4096) + 4096}, Here, nobody)
          .empty());
  // More lines than the kernel hands out at once.
  const size_t Pages = 4000, Page = size_t(sysconf(_SC_PAGESIZE));
  char *Memory = static_cast<char *>(mmap(nullptr, Pages * Page, PROT_NONE,
                                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(static_cast<void *>(Memory), MAP_FAILED);
  for (size_t I = 0; I < Pages; I += 2)
    ASSERT_EQ(mprotect(Memory + I * Page, Page, PROT_READ), 0);
  EXPECT_LT(readMaps({0, 1}).size() * 2, readMaps({0, UINT64_MAX}).size());
  munmap(Memory, Pages * Page);
  // An object in the C library.
  auto Far = uint64_t(reinterpret_cast<uintptr_t>(stdout));
  EXPECT_TRUE(libraryMemory().overlaps({Far, Far + 1}));
}

TEST(MemoryMaps, AreReadWhereTheFirstFileGetsTheNumberZero) {
  const WithoutInput None;
  EXPECT_NE(readMaps({0, UINT64_MAX}), "");
}
