// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MappingCallsTest.cpp - what programs do with pages, step by step ---===//
#include "observe/ObservationBench.h"
#include "system/SystemCalls.h"

#include <cerrno>
#include <cstdlib>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>

using namespace twofold;
using namespace twofold::test;

namespace {

char *pages(size_t Bytes, void *At = nullptr) {
  return static_cast<char *>(
      mmap(At, Bytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | (At ? MAP_FIXED : 0), -1, 0));
}

/// A mapping of 2 all over that the guard has left in several pieces, in the
/// middle of a room of three times its size.
struct Pieces {
  static constexpr size_t Size = size_t(8) << 20, Part = size_t(2) << 20;
  char *const Room = pages(3 * Size), *const Block = Room + Size;

  Pieces() {
    munmap(Room, Size);
    munmap(Block + Size, Size);
    std::memset(Block, 2, Size);
  }
};

} // namespace

TEST_F(Observation, PiecesGrowOnlyWhereTheyMay) {
  const auto Cut = [&](const Pieces &Of) {
    guard(Of.Block + Of.Part, Of.Part);
    EXPECT_EQ(opaque(Of.Block)[Of.Part], 2);
    ASSERT_EQ(syscalls::call(SYS_mremap, Of.Block, Of.Size, 2 * Of.Size, 0), -1)
        << "the mapping is in one piece: this tests nothing";
  };
  constexpr size_t Size = Pieces::Size;
  { // Something is behind it.
    Pieces Of;
    Cut(Of);
    pages(Page, Of.Block + Size);
    errno = 0;
    EXPECT_EQ(mremap(Of.Block, Size, Size + Page, 0), MAP_FAILED);
    EXPECT_EQ(errno, ENOMEM);
    EXPECT_EQ(wrong(Of.Block, Size, 2), 0u);
    EXPECT_TRUE(
        extentOf(addressOf(Of.Block)).contains(rangeOf(Of.Block, Size)));
    auto *Moved =
        static_cast<char *>(mremap(Of.Block, Size, 2 * Size, MREMAP_MAYMOVE));
    ASSERT_NE(static_cast<void *>(Moved), MAP_FAILED);
    EXPECT_NE(Moved, Of.Block);
    EXPECT_EQ(wrong(Moved, Size, 2), 0u);
    EXPECT_EQ(wrong(Moved + Size, Size, 0), 0u);
    EXPECT_TRUE(extentOf(addressOf(Of.Block)).empty());
    // Where it was nothing is left.
    unsigned char There[1];
    EXPECT_EQ(mincore(Of.Block, Page, There), -1);
    munmap(Moved, 2 * Size);
    munmap(Of.Block + Size, Page);
  }
  { // To a place of the program's choice, and no longer than it was.
    Pieces Of;
    Cut(Of);
    char *const To = pages(2 * Size);
    std::memset(To, 7, 2 * Size);
    EXPECT_EQ(mremap(Of.Block, Size, Size, MREMAP_MAYMOVE | MREMAP_FIXED, To),
              To);
    EXPECT_EQ(wrong(To, Size, 2), 0u);
    EXPECT_EQ(wrong(To + Size, Size, 7), 0u);
    EXPECT_TRUE(extentOf(addressOf(Of.Block)).empty());
    EXPECT_TRUE(extentOf(addressOf(To)).contains(rangeOf(To, 2 * Size)));
    munmap(To, 2 * Size);
  }
  { // The old pages stay, and are empty.
    Pieces Of;
    Cut(Of);
    constexpr int DontUnmap = 4;
    auto *Moved = static_cast<char *>(
        mremap(Of.Block, Size, Size, MREMAP_MAYMOVE | DontUnmap));
    ASSERT_NE(static_cast<void *>(Moved), MAP_FAILED);
    EXPECT_EQ(wrong(Moved, Size, 2), 0u);
    EXPECT_EQ(wrong(Of.Block, Size, 0), 0u);
    munmap(Moved, Size);
    munmap(Of.Block, Size);
  }
}

TEST_F(Observation, PagesWithKeys) {
  auto *Block = static_cast<char *>(std::aligned_alloc(Page, 8 * Page));
  const auto Known = [&] {
    return extentOf(addressOf(Block)) == rangeOf(Block, 8 * Page);
  };
  std::memset(Block, 1, 8 * Page);
  guard(Block, 8 * Page);
  EXPECT_EQ(pkey_mprotect(Block, 8 * Page, PROT_READ, -1), 0);
  EXPECT_EQ(Guard.states().guardedPages(), 0u);
  EXPECT_EQ(wrong(Block, 8 * Page, 2), 0u);
  EXPECT_FALSE(Known());
  EXPECT_EQ(pkey_mprotect(Block, 8 * Page, PROT_READ | PROT_WRITE, -1), 0);
  EXPECT_TRUE(Known());
  if (pkey_mprotect(Block, Page, PROT_READ | PROT_WRITE, 0) == 0) {
    EXPECT_TRUE(Known());
    std::memset(Block, 1, 8 * Page);
    guard(Block, 8 * Page);
    EXPECT_EQ(pkey_mprotect(Block, 8 * Page, PROT_READ, 0), 0);
    EXPECT_EQ(Guard.states().guardedPages(), 0u);
    EXPECT_EQ(wrong(Block, 8 * Page, 2), 0u);
    EXPECT_FALSE(Known());
    EXPECT_EQ(pkey_mprotect(Block, 8 * Page, PROT_READ | PROT_WRITE, 0), 0);
    EXPECT_TRUE(Known());
    // Written to by the program.
    Block[0] = 5;
  }
  // One that nobody has: nothing changes, but who could tell?
  EXPECT_EQ(pkey_mprotect(Block, 8 * Page, PROT_READ | PROT_WRITE, 15), -1);
  EXPECT_FALSE(Known());
  mprotect(Block, 8 * Page, PROT_READ | PROT_WRITE);
  EXPECT_TRUE(Known());
  std::free(Block);
}

TEST_F(Observation, AdviceThatLosesPages) {
  char *Block = pages(8 * Page);
  std::memset(Block, 1, 8 * Page);
  // Memory of no file has no holes to be punched, and is fetched all the same.
  guard(Block, 8 * Page);
  EXPECT_EQ(madvise(Block, 8 * Page, MADV_REMOVE), -1);
  EXPECT_EQ(Guard.states().guardedPages(), 0u);
  EXPECT_NE(Writes, 0u);
  EXPECT_EQ(wrong(Block, 8 * Page, 2), 0u);
  guard(Block, 8 * Page);
  Reads = Writes = 0;
  EXPECT_EQ(madvise(Block, 8 * Page, 999), -1);
  EXPECT_EQ(Guard.states().guardedPages(), 0u);
  EXPECT_NE(Writes, 0u);
  EXPECT_EQ(Reads, 0u);
  guard(Block, 8 * Page);
  EXPECT_EQ(madvise(Block, 8 * Page, MADV_NORMAL), 0);
  EXPECT_EQ(Guard.states().guardedPages(), 8u);
  munmap(Block, 8 * Page);
}

TEST_F(Observation, SharedMemoryTakesThePlaceOfAMapping) {
  const int Id = shmget(IPC_PRIVATE, 4 * Page, IPC_CREAT | 0600);
  if (Id == -1)
    GTEST_SKIP() << "no shared memory can be had";
  char *Block = pages(8 * Page);
  std::memset(Block, 1, 8 * Page);
  guard(Block, 8 * Page);
  Forgotten = {};
  EXPECT_EQ(shmat(Id, Block + 2 * Page, SHM_REMAP), Block + 2 * Page);
  EXPECT_EQ(wrong(Block + 2 * Page, 4 * Page, 0), 0u);
  EXPECT_EQ(wrong(Block, 2 * Page, 2), 0u);
  EXPECT_TRUE(extentOf(addressOf(Block + 2 * Page)).empty());
  EXPECT_TRUE(observation::privatePagesOf(addressOf(Block + 3 * Page)).empty());
  EXPECT_EQ(extentOf(addressOf(Block)).End, addressOf(Block + 2 * Page));
  EXPECT_EQ(extentOf(addressOf(Block + 6 * Page)).Begin,
            addressOf(Block + 6 * Page));
  // Elsewhere nothing is replaced.
  void *Other = shmat(Id, nullptr, 0);
  ASSERT_NE(Other, MAP_FAILED);
  EXPECT_EQ(static_cast<char *>(Other)[5], 0);
  Block[2 * Page + 5] = 9;
  EXPECT_EQ(opaque(static_cast<char *>(Other))[5], 9);
  shmdt(Other);
  shmdt(Block + 2 * Page);
  shmctl(Id, IPC_RMID, nullptr);
  munmap(Block, 8 * Page);
}

TEST_F(Observation, WhatCannotBeAllocated) {
  errno = 0;
  EXPECT_EQ(opaque(reallocarray(nullptr, SIZE_MAX / 4, 8)), nullptr);
  EXPECT_EQ(errno, ENOMEM);
  errno = 0;
  void *To = this;
  EXPECT_EQ(posix_memalign(&To, 64, size_t(PTRDIFF_MAX) - 4096), ENOMEM);
  EXPECT_EQ(To, this);
  EXPECT_EQ(posix_memalign(&To, 3, 100), EINVAL);
  EXPECT_EQ(opaque(calloc(SIZE_MAX / 4, 8)), nullptr);
  char *Kept = static_cast<char *>(opaque(malloc(40000)));
  EXPECT_EQ(opaque(realloc(Kept, size_t(PTRDIFF_MAX) - 4096)), nullptr);
  EXPECT_EQ(extentOf(addressOf(Kept)), rangeOf(Kept, 40000));
  free(Kept);
}

/// Where a device has memory of its own, blocks have pages of their own: what
/// comes home does not meet what others write. Asked for when a process begins.
TEST_F(Observation, BlocksHavePagesOfTheirOwn) {
  const char *Copies = getenv("TWOFOLD_ZERO_COPY");
  if (!Copies || std::strcmp(Copies, "0") != 0) {
    const std::string Again =
        "TWOFOLD_ZERO_COPY=0 exec \"" + std::string(program_invocation_name) +
        "\" --gtest_filter=Observation.BlocksHavePagesOfTheirOwn >/dev/null";
    EXPECT_EQ(std::system(Again.c_str()), 0);
    return;
  }
  void *Early[13] = {};
  for (size_t Round = 0; Round < 13; ++Round) {
    const size_t Size = size_t(64 << 10) + Round * 5000;
    void *Aligned = nullptr;
    ASSERT_EQ(posix_memalign(&Aligned, 64, Size), 0);
    struct {
      const char *How;
      void *Block;
      size_t Alignment;
    } const All[] = {{"malloc", malloc(Size), 16},
                     {"calloc", calloc(Size / 8, 8), 16},
                     {"memalign", memalign(256, Size), 256},
                     {"aligned_alloc", aligned_alloc(4096, Size), 4096},
                     {"posix_memalign", Aligned, 64}};
    for (const auto &Each : All) {
      ASSERT_TRUE(opaque(Each.Block)) << Each.How;
      const uint64_t Begin = addressOf(Each.Block);
      EXPECT_EQ(Begin % Each.Alignment, 0u) << Each.How << ' ' << Size;
      EXPECT_LE(Begin % Page, 16u) << Each.How << ' ' << Size;
      EXPECT_EQ(extentOf(Begin), rangeOf(Each.Block, Size)) << Each.How;
      // To the end of its last page nothing else is there.
      const ByteRange Own = observation::pagesOf(Begin);
      EXPECT_TRUE(Own.contains(rangeOf(Each.Block, Size)))
          << Each.How << ' ' << Size;
      EXPECT_EQ(Own.Begin % Page + Own.End % Page, 0u) << Each.How;
      if (!std::strcmp(Each.How, "calloc"))
        EXPECT_EQ(wrong(static_cast<char *>(Each.Block), Size, 0), 0u);
      std::memset(Each.Block, 3, Size);
      Round % 3 ? free(Each.Block)
                : free(std::exchange(Early[Round], Each.Block));
    }
  }
  for (void *Each : Early)
    free(Each);
  // Small ones do as before.
  void *Small = opaque(malloc(3000));
  EXPECT_TRUE(observation::pagesOf(addressOf(Small)).empty());
  free(Small);
}

/// Nor are they once they are open again, as those of a stack are that a
/// program makes for itself.
TEST_F(Observation, WhatWasShutIsNotKnownToBePrivate) {
  char *const Block = pages(4 * Page);
  const auto Known = [&](unsigned Number) {
    return observation::privatePagesOf(addressOf(Block + Number * Page));
  };
  for (unsigned I = 0; I < 4; ++I)
    EXPECT_TRUE(Known(I).contains(rangeOf(Block, 4 * Page))) << I;
  ASSERT_EQ(mprotect(Block + Page, Page, PROT_NONE), 0);
  EXPECT_EQ(Known(0).End, addressOf(Block + Page));
  EXPECT_TRUE(Known(1).empty());
  EXPECT_TRUE(Known(2).empty()) << "it may be the end of a stack";
  ASSERT_EQ(mprotect(Block + Page, Page, PROT_READ | PROT_WRITE), 0);
  EXPECT_TRUE(Known(1).empty());
  EXPECT_EQ(Known(2).Begin, addressOf(Block + 2 * Page));
  munmap(Block, 4 * Page);
  for (unsigned I = 0; I < 4; ++I)
    EXPECT_TRUE(Known(I).empty()) << I;
}
