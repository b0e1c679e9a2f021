// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a program of its own, whose calls are observed: the program's functions
// come before libc's as the shared library's do.
#include "observe/ObservationBench.h"

#include <cstring>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace twofold;
using namespace twofold::test;

TEST_F(Observation, IsSeenToWork) { EXPECT_EQ(observation::whyNot(), ""); }

TEST_F(Observation, KnowsExtents) {
  struct {
    const char *How;
    void *Block;
    size_t Size;
  } Blocks[] = {
      {"malloc", malloc(5000), 5000},
      {"calloc", calloc(1000, 9), 9000},
      {"aligned_alloc", aligned_alloc(64, 6400), 6400},
      {"memalign", memalign(4096, 5000), 5000},
      {"valloc", valloc(9000), 9000},
      {"realloc", realloc(nullptr, 7000), 7000},
      {"realloc of a small one", realloc(opaque(malloc(10)), 1 << 20), 1 << 20},
      {"reallocarray", reallocarray(nullptr, 10, 1000), 10000},
      {"large", malloc(50 << 20), 50 << 20},
  };
  for (auto &B : Blocks) {
    ASSERT_TRUE(opaque(B.Block)) << B.How;
    EXPECT_EQ(extentOf(addressOf(B.Block)), rangeOf(B.Block, B.Size)) << B.How;
    EXPECT_EQ(extentOf(addressOf(B.Block) + B.Size - 1),
              rangeOf(B.Block, B.Size))
        << B.How;
  }
  for (auto &B : Blocks) {
    free(B.Block);
    EXPECT_TRUE(extentOf(addressOf(opaque(B.Block))).empty()) << B.How;
  }
  void *Block = nullptr;
  ASSERT_EQ(posix_memalign(&Block, 4096, 12345), 0);
  EXPECT_EQ(extentOf(addressOf(Block)), rangeOf(Block, 12345));
  Block = realloc(Block, 20000);
  EXPECT_EQ(extentOf(addressOf(Block)), rangeOf(Block, 20000));
  EXPECT_EQ(opaque(realloc(Block, SIZE_MAX / 2)), nullptr);
  EXPECT_EQ(extentOf(addressOf(Block)), rangeOf(Block, 20000));
  free(Block);
  auto *Array = opaque(new double[1000]);
  EXPECT_EQ(extentOf(addressOf(Array)), rangeOf(Array, 8000));
  delete[] Array;
  EXPECT_TRUE(extentOf(addressOf(opaque(malloc(100)))).empty());
}

TEST_F(Observation, NotesSmallBlocksWhenAskedTo) {
  // Another test of this process may have asked for good.
  const bool Asked = observation::notesSmallBlocks();
  auto *Unseen = static_cast<char *>(opaque(malloc(2000)));
  EXPECT_EQ(extentOf(addressOf(Unseen)).empty(), !Asked);
  observation::noteSmallBlocks();
  std::vector<ByteRange> Blocks;
  for (size_t Size = observation::SmallestNoted;
       Size < observation::SmallestBlock; Size += 100) {
    Blocks.push_back(rangeOf(opaque(malloc(Size)), Size));
    Blocks.push_back(rangeOf(opaque(calloc(Size, 1)), Size));
    Blocks.push_back(rangeOf(opaque(realloc(nullptr, Size)), Size));
  }
  for (ByteRange Block : Blocks)
    for (uint64_t At : {Block.Begin, Block.Begin + 1000, Block.End - 1})
      EXPECT_EQ(extentOf(At), Block);
  // Nothing of them stays on a device: nobody is told when they end.
  for (ByteRange Block : Blocks)
    EXPECT_TRUE(observation::watchedExtentOf(Block.Begin).empty());
  EXPECT_TRUE(observation::pagesOf(Blocks[0].Begin).empty());
  auto PointerTo = [](ByteRange Block) {
    return reinterpret_cast<void *>(uintptr_t(Block.Begin));
  };
  EXPECT_EQ(opaque(realloc(PointerTo(Blocks[0]), SIZE_MAX / 2)), nullptr);
  EXPECT_EQ(extentOf(Blocks[0].Begin), Blocks[0]);
  void *Less = opaque(realloc(PointerTo(Blocks[0]), 500));
  EXPECT_TRUE(extentOf(addressOf(Less)).empty());
  free(Less);
  for (size_t I = 1; I < Blocks.size(); ++I) {
    free(PointerTo(Blocks[I]));
    EXPECT_TRUE(extentOf(Blocks[I].Begin).empty());
  }
  free(Unseen);
  observation::SmallestSeen = observation::SmallestBlock;
}

TEST_F(Observation, BlocksThatAreShutAreNotKnown) {
  auto *Block = static_cast<char *>(std::aligned_alloc(Page, 8 * Page));
  EXPECT_EQ(extentOf(addressOf(Block)), rangeOf(Block, 8 * Page));
  mprotect(Block + 2 * Page, Page, PROT_READ);
  EXPECT_TRUE(extentOf(addressOf(Block)).empty());
  EXPECT_TRUE(extentOf(addressOf(Block) + 5 * Page).empty());
  mprotect(Block + 2 * Page, Page, PROT_READ | PROT_WRITE);
  EXPECT_EQ(extentOf(addressOf(Block) + 1), rangeOf(Block, 8 * Page));
  std::free(Block);
}

TEST_F(Observation, KnowsMappings) {
  // Others may lie beside them, and then count as well.
  auto Holds = [](ByteRange Extent, const void *Begin, size_t Size) {
    return Extent.contains(rangeOf(Begin, Size));
  };
  char *Block =
      static_cast<char *>(mmap(nullptr, 8 * Page, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  EXPECT_TRUE(Holds(extentOf(addressOf(Block) + 5), Block, 8 * Page));
  munmap(Block + 3 * Page, Page);
  EXPECT_EQ(extentOf(addressOf(Block)).End, addressOf(Block + 3 * Page));
  EXPECT_EQ(extentOf(addressOf(Block + 4 * Page)).Begin,
            addressOf(Block + 4 * Page));
  munmap(Block + 4 * Page, 4 * Page);
  char *Moved =
      static_cast<char *>(mremap(Block, 3 * Page, 64 * Page, MREMAP_MAYMOVE));
  EXPECT_TRUE(Holds(extentOf(addressOf(Moved)), Moved, 64 * Page));
  mprotect(Moved, Page, PROT_READ);
  EXPECT_TRUE(extentOf(addressOf(Moved)).empty());
  EXPECT_EQ(extentOf(addressOf(Moved + Page)).Begin, addressOf(Moved + Page));
  munmap(Moved, 64 * Page);
  EXPECT_TRUE(extentOf(addressOf(Moved + Page)).empty());
  // A file may end before its mapping does.
  int File = memfd_create("test", 0);
  void *Mapped =
      mmap(nullptr, Page, PROT_READ | PROT_WRITE, MAP_PRIVATE, File, 0);
  EXPECT_TRUE(extentOf(addressOf(Mapped)).empty());
  munmap(Mapped, Page);
  close(File);
}

TEST_F(Observation, FreesAreToldAndLiftTheGuard) {
  // Small enough to stay in the heap, and large enough to be unmapped.
  for (size_t Size : {size_t(40000), size_t(40) << 20}) {
    for (int Way = 0; Way < 3; ++Way) {
      char *Block = static_cast<char *>(opaque(malloc(Size)));
      std::memset(Block, 1, Size);
      guard(Block, Size);
      Forgotten = {};
      Reads = Writes = 0;
      if (Way == 0)
        free(Block);
      if (Way == 1)
        operator delete(Block);
      if (Way == 2) {
        std::thread Other([&] { free(Block); });
        Other.join();
      }
      EXPECT_TRUE(Forgotten.contains(pagesOf(Block, Size)));
      EXPECT_EQ(Guard.states().guardedPages(), 0u);
      EXPECT_EQ(Reads + Writes, 0u);
      // The same memory again, as a rule: nothing of the old one is left.
      char *Again = static_cast<char *>(opaque(calloc(1, Size)));
      EXPECT_EQ(wrong(Again, Size, 0), 0u);
      free(Again);
    }
  }
  EXPECT_EQ(Reads, 0u);
}

TEST_F(Observation, ReallocKeepsTheNewerBytes) {
  for (size_t Size : {size_t(40000), size_t(40) << 20}) {
    char *Block = static_cast<char *>(malloc(Size));
    std::memset(Block, 2, Size);
    std::memset(reinterpret_cast<char *>(pagesOf(Block, Size).Begin), 1,
                pagesOf(Block, Size).size());
    guard(Block, Size);
    Block = static_cast<char *>(realloc(Block, 3 * Size));
    EXPECT_EQ(wrong(Block, Size, 2), 0u);
    EXPECT_EQ(Guard.states().guardedPages(), 0u);
    EXPECT_FALSE(Forgotten.empty());
    free(Block);
  }
}

TEST_F(Observation, MappingsAreTold) {
  auto Map = [&] {
    void *Block = mmap(nullptr, 8 * Page, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    std::memset(Block, 1, 8 * Page);
    guard(Block, 8 * Page);
    Forgotten = {};
    return static_cast<char *>(Block);
  };
  char *Block = Map();
  munmap(Block, 8 * Page);
  EXPECT_TRUE(Forgotten.contains(rangeOf(Block, 8 * Page)));

  Block = Map();
  madvise(Block, 8 * Page, MADV_DONTNEED);
  EXPECT_EQ(wrong(Block, 8 * Page, 0), 0u);
  guard(Block, 8 * Page);
  madvise(Block, 8 * Page, MADV_WILLNEED);
  EXPECT_EQ(wrong(Block, 8 * Page, 2), 0u);
  mmap(Block, 8 * Page, PROT_READ | PROT_WRITE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  EXPECT_EQ(wrong(Block, 8 * Page, 0), 0u);
  munmap(Block, 8 * Page);

  Block = Map();
  Block =
      static_cast<char *>(mremap(Block, 8 * Page, 100 * Page, MREMAP_MAYMOVE));
  EXPECT_EQ(wrong(Block, 8 * Page, 2), 0u);
  guard(Block, 8 * Page);
  mprotect(Block, 8 * Page, PROT_READ);
  EXPECT_EQ(wrong(Block, 8 * Page, 2), 0u);
  munmap(Block, 100 * Page);
  EXPECT_EQ(Guard.states().guardedPages(), 0u);
}

TEST_F(Observation, BuffersOfSystemCalls) {
  const size_t Size = 16 * Page;
  char *Block = static_cast<char *>(malloc(Size));
  ByteRange Pages = pagesOf(Block, Size);
  char *Inside = reinterpret_cast<char *>(Pages.Begin);
  const size_t Count = Pages.size();
  std::vector<char> Old(Count, 3);
  int File = open("/tmp", O_TMPFILE | O_RDWR, 0600);
  if (File < 0)
    File = memfd_create("test", 0);
  ASSERT_GE(File, 0);

  auto Check = [&](const char *How, ssize_t Done) {
    EXPECT_EQ(Done, ssize_t(Count)) << How;
    std::vector<char> Got(Count);
    EXPECT_EQ(syscall(SYS_pread64, File, Got.data(), Count, 0), ssize_t(Count));
    EXPECT_EQ(std::count(Got.begin(), Got.end(), 2), ssize_t(Count)) << How;
    EXPECT_EQ(syscall(SYS_pwrite64, File, Old.data(), Count, 0),
              ssize_t(Count));
    lseek(File, 0, SEEK_SET);
    Guard.forget(Pages);
    std::memset(Inside, 1, Count);
    guard(Block, Size);
  };
  iovec Piece = {Inside, Count};
  Guard.forget(Pages);
  guard(Block, Size);
  Check("write", write(File, Inside, Count));
  Check("pwrite", pwrite(File, Inside, Count, 0));
  Check("writev", writev(File, &Piece, 1));
  Check("pwritev", pwritev(File, &Piece, 1, 0));
  FILE *Stream = fdopen(dup(File), "r+");
  setvbuf(Stream, nullptr, _IONBF, 0);
  Check("fwrite", ssize_t(fwrite(Inside, 1, Count, Stream)));

  auto CheckRead = [&](const char *How, ssize_t Done) {
    EXPECT_EQ(Done, ssize_t(Count)) << How;
    EXPECT_EQ(std::count(Inside, Inside + Count, 3), ssize_t(Count)) << How;
    lseek(File, 0, SEEK_SET);
    guard(Block, Size, Access::ReadOnly);
  };
  CheckRead("read", read(File, Inside, Count));
  CheckRead("pread", pread(File, Inside, Count, 0));
  CheckRead("readv", readv(File, &Piece, 1));
  CheckRead("preadv", preadv(File, &Piece, 1, 0));
  CheckRead("fread", ssize_t(fread(Inside, 1, Count, Stream)));
  EXPECT_GE(Writes, 5u);

  int Pair[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, Pair), 0);
  guard(Block, Size);
  EXPECT_EQ(send(Pair[0], Inside, 100, 0), 100);
  guard(Block, Size);
  EXPECT_EQ(recv(Pair[1], Inside, 100, 0), 100);
  guard(Block, Size);
  msghdr Message = {};
  Piece.iov_len = 100;
  Message.msg_iov = &Piece;
  Message.msg_iovlen = 1;
  EXPECT_EQ(sendmsg(Pair[0], &Message, 0), 100);
  guard(Block, Size);
  EXPECT_EQ(recvmsg(Pair[1], &Message, 0), 100);
  EXPECT_EQ(std::count(Inside, Inside + 100, 2), 100);
  close(Pair[0]);
  close(Pair[1]);
  fclose(Stream);
  close(File);
  Guard.forget(Pages);
  free(Block);
}

TEST_F(Observation, FailingCallsKeepTheirError) {
  char *Block = static_cast<char *>(malloc(8 * Page));
  guard(Block, 8 * Page);
  errno = 0;
  EXPECT_EQ(write(-1, Block, 8 * Page), -1);
  EXPECT_EQ(errno, EBADF);
  free(Block);
}

TEST_F(Observation, TheProgramMaySetItsHandlerLater) {
  char *Block = static_cast<char *>(malloc(8 * Page));
  struct sigaction Action = {}, Old = {};
  Action.sa_handler = [](int) { _exit(23); };
  ASSERT_EQ(sigaction(SIGSEGV, &Action, &Old), 0);
  EXPECT_EQ(Old.sa_handler, SIG_DFL);
  guard(Block, 8 * Page);
  EXPECT_EQ(wrong(Block, 8 * Page, 2), 0u);
  pid_t Child = fork();
  if (Child == 0) {
    *static_cast<volatile char *>(nullptr) = 1;
    _exit(1);
  }
  int How = 0;
  ASSERT_EQ(waitpid(Child, &How, 0), Child);
  EXPECT_TRUE(WIFEXITED(How) && WEXITSTATUS(How) == 23) << How;
  EXPECT_EQ(signal(SIGSEGV, SIG_DFL), Action.sa_handler);
  free(Block);
}

TEST_F(Observation, ThreadsThatBlockEverySignal) {
  char *Block = static_cast<char *>(malloc(8 * Page));
  guard(Block, 8 * Page);
  unsigned Wrong = 1;
  std::thread Other([&] {
    sigset_t Every;
    sigfillset(&Every);
    pthread_sigmask(SIG_BLOCK, &Every, nullptr);
    Wrong = wrong(Block, 8 * Page, 2);
  });
  Other.join();
  EXPECT_EQ(Wrong, 0u);
  free(Block);
}

TEST_F(Observation, ForkedChildrenAllocate) {
  // Other threads are allocating meanwhile.
  std::atomic<bool> Stop{false};
  std::vector<std::thread> Threads;
  for (int T = 0; T < 2; ++T)
    Threads.emplace_back([&] {
      while (!Stop)
        free(opaque(malloc(10000)));
    });
  for (int Round = 0; Round < 20; ++Round) {
    pid_t Child = fork();
    if (Child == 0) {
      for (int I = 0; I < 100; ++I)
        free(opaque(malloc(10000)));
      _exit(0);
    }
    int How = 0;
    ASSERT_EQ(waitpid(Child, &How, 0), Child);
    EXPECT_TRUE(WIFEXITED(How) && WEXITSTATUS(How) == 0) << How;
  }
  Stop = true;
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(observation::whyNot(), "");
}

/// What is there next is other memory, even if all pages were open to the host.
TEST_F(Observation, WhateverIsFreedIsTold) {
  constexpr size_t Size = 5 * 4096;
  void *Block = opaque(std::malloc(Size));
  ByteRange Range = observation::rangeOf(Block, Size);
  std::free(Block);
  EXPECT_TRUE(Forgotten.contains(Range));

  Forgotten = {};
  Block = opaque(std::malloc(Size));
  Range = observation::rangeOf(Block, Size);
  void *Smaller = opaque(std::realloc(Block, Size / 2));
  EXPECT_TRUE(Forgotten.contains(Range));
  std::free(Smaller);

  Forgotten = {};
  void *Pages = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(Pages, Size);
  EXPECT_TRUE(Forgotten.contains(observation::rangeOf(Pages, Size)));
}
