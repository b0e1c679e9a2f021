// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostGuardTest.cpp - host accesses to guarded pages -----------------===//
#include "guard/FetchPlaces.h"
#include "guard/HostGuardBench.h"
#include "observe/Observation.h"
#include "system/SignalHold.h"
#include "system/SystemCalls.h"
#include "thread/CopyThreads.h"

using namespace twofold;
using namespace twofold::test;

TEST_F(HostGuardTest, ReadsGetTheNewerBytes) {
  set(all(), Access::None);
  EXPECT_EQ(countWrong(Host, Size, 2), 0u);
  EXPECT_GE(Reads, Size >> 22);
  EXPECT_LT(Reads, 16u);
  EXPECT_EQ(Writes, 0u);
  unsigned Once = Reads;
  EXPECT_EQ(countWrong(Host, Size, 2), 0u);
  EXPECT_EQ(Reads, Once);
}

TEST_F(HostGuardTest, WritesAreTold) {
  set(all(), Access::ReadOnly);
  EXPECT_EQ(Host[100], 1);
  EXPECT_EQ(Writes, 0u);
  Host[100] = 7;
  EXPECT_EQ(Writes, 1u);
  EXPECT_EQ(Host[100], 7);
  Host[101] = 8;
  EXPECT_EQ(Writes, 1u);
}

TEST_F(HostGuardTest, AWriteKeepsTheNewerBytesBesideIt) {
  set(all(), Access::None);
  Host[100] = 7;
  EXPECT_EQ(Host[99], 2);
  EXPECT_EQ(Host[100], 7);
  EXPECT_EQ(Host[101], 2);
  EXPECT_EQ(Writes, 1u);
  EXPECT_EQ(Reads, 0u);
}

TEST_F(HostGuardTest, MemcpyAndSystemLibraries) {
  set(all(), Access::None);
  std::vector<char> To(Size);
  std::memcpy(To.data(), Host, Size);
  EXPECT_EQ(countWrong(To.data(), Size, 2), 0u);
  set(all(), Access::None);
  std::memset(Host, 9, Size);
  EXPECT_EQ(countWrong(Host, Size, 9), 0u);
}

TEST_F(HostGuardTest, ThreadsOnOneBlockFetchItOnce) {
  Before = [](ByteRange, bool) { usleep(20000); };
  set(bytes(0, 64 << 10), Access::None);
  std::vector<std::thread> Threads;
  std::atomic<unsigned> Wrong{0};
  for (unsigned I = 0; I < 8; ++I)
    Threads.emplace_back([&, I] { Wrong += Host[I * 4096] != 2; });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Wrong, 0u);
  EXPECT_EQ(Reads, 1u);
}

TEST_F(HostGuardTest, MoreThreadsThanTheQueueHolds) {
  Before = [](ByteRange, bool) { usleep(1000); };
  set(all(), Access::None);
  std::vector<std::thread> Threads;
  std::atomic<unsigned> Wrong{0};
  for (unsigned I = 0; I < 160; ++I)
    Threads.emplace_back([&, I] { Wrong += Host[I * 200000] != 2; });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Wrong, 0u);
}

TEST_F(HostGuardTest, NoThreadSeesAPartOfABlock) {
  // The device's contents go up; no reader may ever see them go down.
  std::atomic<bool> Stop{false};
  std::atomic<unsigned> Wrong{0};
  const size_t Bytes = size_t(2) << 20;
  std::vector<std::thread> Readers;
  for (unsigned R = 0; R < 2; ++R)
    Readers.emplace_back([&] {
      std::vector<char> Last(Bytes / 4096, 1);
      const volatile char *From = Host;
      while (!Stop)
        for (size_t I = 0; I < Bytes; I += 4096) {
          char Now = From[I + 17];
          Wrong += Now < Last[I / 4096];
          Last[I / 4096] = Now;
        }
    });
  for (char Value = 2; Value < 60; ++Value) {
    {
      std::lock_guard Hold(Lock);
      std::memset(Device.data(), Value, Bytes);
      set(bytes(0, Bytes), Access::None);
    }
    usleep(Value % 3 * 500);
  }
  Stop = true;
  for (std::thread &R : Readers)
    R.join();
  EXPECT_EQ(Wrong, 0u);
  EXPECT_EQ(countWrong(Host, Bytes, 59), 0u);
}

TEST_F(HostGuardTest, AFailedFillChangesNothing) {
  set(bytes(0, 8 * Page), Access::None);
  Status Done = Guard.replace(
      bytes(0, 8 * Page),
      [&](char *Fresh) {
        std::memset(Fresh, 99, 8 * Page);
        return Status(Error{ErrorCode::DeviceLost, "gone", {}});
      },
      Access::All);
  ASSERT_FALSE(Done);
  EXPECT_EQ(Done.error().Message, "gone");
  EXPECT_EQ(Guard.states().at(Begin), PageState::None);
  set(bytes(0, 8 * Page), Access::All);
  EXPECT_EQ(countWrong(Host, 8 * Page, 1), 0u);
}

TEST_F(HostGuardTest, ReplacesWhateverIsThere) {
  // Several mappings, several protections, a small and a large block.
  set(bytes(4 * Page, 6 * Page), Access::ReadOnly);
  set(bytes(8 * Page, 9 * Page), Access::None);
  for (uint64_t Bytes : {16 * Page, uint64_t(6) << 20}) {
    Status Done = Guard.replace(
        bytes(0, Bytes),
        [&](char *Fresh) {
          std::memset(Fresh, 77, Bytes);
          return Status(Unit());
        },
        Access::ReadOnly);
    ASSERT_TRUE(bool(Done));
    EXPECT_EQ(countWrong(Host, Bytes, 77), 0u);
    EXPECT_EQ(Host[Bytes], 1);
    Host[0] = 5;
    EXPECT_EQ(Host[0], 5);
  }
  EXPECT_EQ(Writes, 2u);
}

/// Pages that come out may be kept by whoever asked for them.
TEST_F(HostGuardTest, GivesAwayWhatWasThere) {
  unsigned Moved = 0;
  for (uint64_t Bytes : {16 * Page, uint64_t(4) << 20}) {
    char *Kept = static_cast<char *>(syscalls::map(Bytes));
    ASSERT_NE(Kept, nullptr);
    for (char Round = 0; Round < 3; ++Round) {
      set(bytes(0, Bytes), Access::None);
      Status Done = Guard.replace(
          bytes(0, Bytes),
          [&](char *Fresh) {
            std::memset(Fresh, 70 + Round, Bytes);
            return Status(Unit());
          },
          Access::All,
          [&](char *Old, bool Aside) {
            if (Aside && syscalls::move(Old, Kept, Bytes))
              ++Moved;
            else
              std::memcpy(Kept, Old, Bytes);
          });
      ASSERT_TRUE(bool(Done));
      EXPECT_EQ(countWrong(Host, Bytes, 70 + Round), 0u);
      char Before = Round ? char(69 + Round) : Bytes > 16 * Page ? 72 : 1;
      EXPECT_EQ(Kept[Bytes - 1], Round ? Before : 1);
      EXPECT_EQ(Kept[0], Before);
    }
    syscalls::unmap(Kept, Bytes);
  }
  EXPECT_EQ(Moved, 3u);
}

TEST_F(HostGuardTest, JumpingAboutLeavesFewMappings) {
  unsigned Start = mappings();
  set(all(), Access::None);
  for (unsigned Half = 0; Half < 2; ++Half)
    for (uint64_t At = Half * 65536; At < Size; At += 131072)
      EXPECT_EQ(Host[At], 2);
  EXPECT_LT(mappings(), Start + 100);
}

TEST_F(HostGuardTest, RefusesBeforeMappingsRunOut) {
  size_t Bytes = size_t(400) << 20;
  size_t Limit = 0;
  std::ifstream("/proc/sys/vm/max_map_count") >> Limit;
  if (Limit > Bytes / Page)
    GTEST_SKIP() << "this kernel allows " << Limit << " mappings";
  char *Much = static_cast<char *>(map(Bytes));
  auto From = uint64_t(reinterpret_cast<uintptr_t>(Much));
  bool Refused = false;
  uint64_t At = From;
  for (; At < From + Bytes && !Refused; At += 2 * Page)
    Refused = !Guard.set({At, At + Page}, Access::ReadOnly);
  EXPECT_TRUE(Refused);
  EXPECT_EQ(Guard.states().at(At - 2 * Page), PageState::Foreign);
  // Blocks that are brought home then are no larger than what is hidden.
  ByteRange Last;
  Before = [&](ByteRange Block, bool) { Last = Block; };
  set(bytes(0, Page), Access::None);
  set(bytes(2 * Page, 3 * Page), Access::None);
  EXPECT_EQ(Host[0], 2);
  EXPECT_EQ(Last, bytes(0, Page));
  Guard.forget(all());
  Before = [](ByteRange, bool) {};
  Much[0] = 3;
  EXPECT_TRUE(bool(Guard.set({From, From + Bytes}, Access::All)));
  EXPECT_EQ(Guard.states().edges(), 0u);
  munmap(Much, Bytes);
}

TEST_F(HostGuardTest, AResolverMayFaultElsewhere) {
  uint64_t Other = size_t(16) << 20;
  std::atomic<bool> Outer{false};
  Before = [&](ByteRange Block, bool) {
    if (Block.Begin == Begin && !Outer.exchange(true))
      EXPECT_EQ(static_cast<volatile char *>(Host)[Other], 2);
  };
  set(all(), Access::None);
  EXPECT_EQ(Host[0], 2);
  EXPECT_EQ(Reads, 2u);
}

/// Blocks of an allocator have other pages between them.
TEST_F(HostGuardTest, APassGoesOnBehindPagesOfOthers) {
  ByteRange Last;
  Before = [&](ByteRange Block, bool) {
    Last = Block;
    // What is not hidden is left alone.
    for (uint64_t At = Block.Begin; At < Block.End; At += Page)
      if (Guard.states().at(At) == PageState::Foreign)
        Device[At - Begin] = 1;
  };
  constexpr uint64_t Pages = 20, Each = 21;
  const uint64_t Count = Size / Page / Each;
  for (uint64_t I = 0; I < Count; ++I)
    set(bytes(I * Each * Page, (I * Each + Pages) * Page), Access::None);
  for (uint64_t I = 0; I < Count; ++I)
    ASSERT_EQ(static_cast<volatile char *>(Host)[I * Each * Page], 2);
  EXPECT_LT(Reads, Count / 8);
  EXPECT_GT(Last.size(), 2 * Each * Page);
  // Only for who reads.
  Guard.forget(bytes(0, 2 * Each * Page));
  set(bytes(0, Pages * Page), Access::None);
  set(bytes(Each * Page, (Each + Pages) * Page), Access::None);
  Host[(Pages - 1) * Page] = 3;
  EXPECT_LE(Last.End, Begin + Pages * Page);
}

TEST_F(HostGuardTest, TouchAndForget) {
  set(all(), Access::None);
  EXPECT_TRUE(Guard.guards(bytes(5, 6)));
  Guard.touch(bytes(0, Page), false);
  EXPECT_EQ(Reads, 1u);
  Guard.touch(bytes(0, Page), false);
  EXPECT_EQ(Reads, 1u);
  Guard.touch(bytes(0, Page), true);
  EXPECT_EQ(Writes, 1u);
  Guard.touch(all(), true);
  EXPECT_FALSE(Guard.guards(all()));
  EXPECT_EQ(countWrong(Host, Size, 2), 0u);
  set(all(), Access::None);
  Reads = 0;
  Guard.forget(all());
  EXPECT_FALSE(Guard.guards(all()));
  Host[0] = 1;
  EXPECT_EQ(Reads, 0u);
  EXPECT_EQ(Guard.states().guardedPages(), 0u);
}

TEST_F(HostGuardTest, WhoHoldsOurLocksWaitsForNobodyWhoNeedsThem) {
  set(all(), Access::None);
  {
    const SignalHold Locked;
    observation::touchGuarded(Guard, all(), false);
  }
  EXPECT_EQ(Reads, 0u);
  observation::touchGuarded(Guard, bytes(0, Page), false);
  EXPECT_EQ(Reads, 1u);
}

TEST_F(HostGuardTest, WhoCopiesForThemAsksNobodyEither) {
  set(all(), Access::None);
  CopyThreads Crew;
  std::atomic<bool> Asked{false};
  const SignalHold Locked;
  // As a driver does whose system call is given memory beside an array.
  Crew.run(2, [&](unsigned Member) {
    if (Member == 1) {
      observation::touchGuarded(Guard, all(), false);
      Asked = true;
    }
    while (!Asked)
      std::this_thread::yield();
  });
  EXPECT_EQ(Reads, 0u);
}

TEST_F(HostGuardTest, PagesAreGivenBackWhileThreadsFault) {
  // A thread may be on its way to the handler when its page is given back.
  std::atomic<int> Round{0}, Seen{0};
  constexpr int Rounds = 3000;
  std::thread Reader([&] {
    for (int I = 1; I <= Rounds; ++I) {
      while (Round.load() < I)
        std::this_thread::yield();
      for (uint64_t P = 0; P < 4; ++P)
        static_cast<volatile char *>(Host)[P * Page] = char(I);
      Seen.store(I);
    }
  });
  for (int I = 1; I <= Rounds; ++I) {
    set(bytes(0, 4 * Page), Access::ReadOnly);
    Round.store(I);
    for (uint64_t P = 0; P < 4; ++P)
      Guard.forget(bytes(P * Page, (P + 1) * Page));
    while (Seen.load() < I)
      std::this_thread::yield();
  }
  Reader.join();
  EXPECT_EQ(Host[3 * Page], char(Rounds));
}

TEST_F(HostGuardTest, PlacesOfAccessesAreNotedOnlyWhereAskedFor) {
  if (fetch_places::enabled())
    GTEST_SKIP() << "another test in this process has asked for them";
  set(bytes(0, Page), Access::None);
  EXPECT_EQ(Host[0], 2);
  EXPECT_TRUE(fetch_places::all().empty());
}

TEST_F(HostGuardTest, SystemCallsFailLoudly) {
  int Pipe[2];
  ASSERT_EQ(pipe(Pipe), 0);
  set(bytes(0, Page), Access::None);
  EXPECT_EQ(syscall(SYS_write, Pipe[1], Host, 10), -1);
  EXPECT_EQ(errno, EFAULT);
  Guard.touch(bytes(0, 10), false);
  EXPECT_EQ(syscall(SYS_write, Pipe[1], Host, 10), 10);
  close(Pipe[0]);
  close(Pipe[1]);
}

TEST_F(HostGuardTest, GuardsOrdinaryMemoryOnly) {
  // It may lie right above a thread's stack.
  const PageGuard::Origin Block{Begin, {}};
  EXPECT_EQ(Guard.guardable(bytes(1, Size - 1), Block),
            RangeSet(bytes(Page, Size - Page)));
  set(bytes(0, 4 * Page), Access::None);
  EXPECT_EQ(Guard.guardable(all(), Block), RangeSet(all()));
  EXPECT_TRUE(Guard.guardable(bytes(10, Page), Block).empty());

  auto Empty = [&](const volatile void *From, size_t Bytes) {
    auto Address = uint64_t(reinterpret_cast<uintptr_t>(From));
    return Guard.guardable({Address, Address + Bytes}, {}).empty();
  };
  volatile char Local[20000];
  Local[0] = 0;
  EXPECT_TRUE(Empty(Local, sizeof Local));
  // On another thread's stack, as the other thread sees it and as we do.
  std::atomic<const volatile char *> Theirs{nullptr};
  std::atomic<bool> Stop{false};
  bool Here = false;
  std::thread Other([&] {
    volatile char Far[20000];
    Far[0] = 0;
    Here = Empty(Far, sizeof Far);
    Theirs = Far;
    while (!Stop)
      usleep(1000);
  });
  while (!Theirs)
    usleep(100);
  EXPECT_TRUE(Empty(Theirs, 20000));
  Stop = true;
  Other.join();
  EXPECT_TRUE(Here);

  void *Shared = mmap(nullptr, 4 * Page, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  EXPECT_TRUE(Empty(Shared, 4 * Page));
  munmap(Shared, 4 * Page);
}

TEST_F(HostGuardTest, BadRangesAreRefused) {
  const Status Crooked = Guard.set(bytes(1, Page), Access::None);
  ASSERT_FALSE(Crooked);
  EXPECT_EQ(Crooked.error().Code, ErrorCode::Unsupported);
  EXPECT_FALSE(Guard.set(bytes(0, Page + 1), Access::None));
  EXPECT_TRUE(bool(Guard.set({}, Access::None)));
  // Not mapped: the kernel says no, and nothing has changed.
  void *Gone = map(4 * Page);
  auto From = uint64_t(reinterpret_cast<uintptr_t>(Gone));
  // What the guard notes of these pages is not to be mapped in their place.
  EXPECT_TRUE(bool(Guard.set({From, From + 4 * Page}, Access::None)));
  EXPECT_TRUE(bool(Guard.set({From, From + 4 * Page}, Access::All)));
  munmap(Gone, 4 * Page);
  const Status Done = Guard.set({From, From + 4 * Page}, Access::None);
  ASSERT_FALSE(Done);
  EXPECT_EQ(Done.error().Code, ErrorCode::OutOfMemory);
  EXPECT_EQ(Guard.states().guardedPages(), 0u);
}

TEST_F(HostGuardTest, WhatItHasGuardedIsOpenWhenItEnds) {
  set(bytes(0, 4 * Page), Access::None);
  set(bytes(8 * Page, 9 * Page), Access::ReadOnly);
  this->Guard.~HostGuard();
  Host[8 * Page] = 1;
  EXPECT_EQ(countWrong(Host, 9 * Page, 1), 0u);
  new (&Guard) HostGuard(*this);
  EXPECT_FALSE(Guard.guards(all()));
}

TEST_F(HostGuardTest, OnlyOneWorks) {
  HostGuard Second(*this);
  EXPECT_FALSE(Second.working());
  EXPECT_EQ(Second.whyNot(), "another guard is at work");
  set(all(), Access::None);
  EXPECT_EQ(Host[0], 2);
}
