// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ObservedProgramsTest.cpp - what programs do beside their arrays ----===//
#include "observe/ObservationBench.h"
#include "system/SignalHold.h"
#include "system/SystemCalls.h"

#include <aio.h>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <thread>

using namespace twofold;
using namespace twofold::test;

/// The guard cuts a mapping into several, which the kernel does not move.
TEST_F(Observation, MappingsMoveThoughTheyAreInPieces) {
  const size_t Size = size_t(8) << 20, Part = size_t(2) << 20;
  for (int Flags : {0, MREMAP_MAYMOVE}) {
    char *Block =
        static_cast<char *>(mmap(nullptr, 2 * Size, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    ASSERT_NE(static_cast<void *>(Block), MAP_FAILED);
    munmap(Block + Size, Size);
    std::memset(Block, 2, Size);
    // Brought home in other pages than those that are there.
    guard(Block + Part, Part);
    EXPECT_EQ(opaque(Block)[Part], 2);
    ASSERT_EQ(syscalls::call(SYS_mremap, Block, Size, 2 * Size, Flags), -1)
        << "the mapping is in one piece: this tests nothing";
    char *Moved = static_cast<char *>(mremap(Block, Size, 2 * Size, Flags));
    ASSERT_NE(static_cast<void *>(Moved), MAP_FAILED);
    EXPECT_EQ(wrong(Moved, Size, 2), 0u);
    EXPECT_EQ(wrong(Moved + Size, Size, 0), 0u);
    EXPECT_EQ(extentOf(addressOf(Moved)).size(), 2 * Size);
    Moved[2 * Size - 1] = 1;
    munmap(Moved, 2 * Size);
  }
}

TEST_F(Observation, OperatorDeleteGivesMemoryBack) {
  EXPECT_EQ(observation::whyNoGuard(), "");
}

/// A handler that blocks everything may touch guarded memory, too.
TEST_F(Observation, HandlersBlockNoFaults) {
  static char *Block;
  static volatile char Found;
  const size_t Size = 8 * Page;
  Block = static_cast<char *>(std::aligned_alloc(Page, Size));
  std::memset(Block, 1, Size);
  struct sigaction Old = {}, Action = {};
  Action.sa_handler = [](int) { Found = *opaque(Block); };
  sigfillset(&Action.sa_mask);
  ASSERT_EQ(sigaction(SIGUSR1, &Action, &Old), 0);
  guard(Block, Size);
  raise(SIGUSR1);
  EXPECT_EQ(Found, 2);

  guard(Block, Size);
  sigset_t Usual, Waiting;
  sigemptyset(&Usual);
  sigaddset(&Usual, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &Usual, &Usual);
  Found = 0;
  raise(SIGUSR1);
  sigfillset(&Waiting);
  sigdelset(&Waiting, SIGUSR1);
  EXPECT_EQ(sigsuspend(&Waiting), -1);
  EXPECT_EQ(Found, 2);
  pthread_sigmask(SIG_SETMASK, &Usual, nullptr);
  sigaction(SIGUSR1, &Old, nullptr);
  std::free(Block);
}

TEST_F(Observation, FunctionsOfTimersMayTouchGuardedMemory) {
  static char *Block;
  static std::atomic<int> Found;
  const size_t Size = 8 * Page;
  Block = static_cast<char *>(std::aligned_alloc(Page, Size));
  pthread_attr_t Some;
  pthread_attr_init(&Some);
  for (pthread_attr_t *Attributes : {(pthread_attr_t *)nullptr, &Some}) {
    Found = 0;
    guard(Block, Size);
    sigevent How = {};
    How.sigev_notify = SIGEV_THREAD;
    How.sigev_notify_attributes = Attributes;
    How.sigev_notify_function = [](sigval) {
      Found = *opaque(Block);
      Found.notify_all();
    };
    timer_t Made;
    ASSERT_EQ(timer_create(CLOCK_MONOTONIC, &How, &Made), 0);
    const itimerspec Soon = {{0, 0}, {0, 1000}};
    ASSERT_EQ(timer_settime(Made, 0, &Soon, nullptr), 0);
    Found.wait(0);
    EXPECT_EQ(Found, 2);
    timer_delete(Made);
  }
  pthread_attr_destroy(&Some);
  std::free(Block);
}

TEST_F(Observation, ThreadsThatBeginWithAMaskMayTouchGuardedMemory) {
  const size_t Size = 8 * Page;
  char *Block = static_cast<char *>(std::aligned_alloc(Page, Size));
  guard(Block, Size);
  sigset_t Every;
  sigfillset(&Every);
  pthread_attr_t Some;
  pthread_attr_init(&Some);
  ASSERT_EQ(pthread_attr_setsigmask_np(&Some, &Every), 0);
  pthread_t Made;
  ASSERT_EQ(pthread_create(
                &Made, &Some,
                [](void *Of) -> void * {
                  sigset_t Mine;
                  pthread_sigmask(SIG_BLOCK, nullptr, &Mine);
                  EXPECT_EQ(sigismember(&Mine, SIGUSR1), 1);
                  EXPECT_EQ(*opaque(static_cast<char *>(Of)), 2);
                  return nullptr;
                },
                Block),
            0);
  pthread_join(Made, nullptr);
  pthread_attr_destroy(&Some);
  std::free(Block);
}

TEST_F(Observation, RequestsMayUseGuardedMemory) {
  const size_t Size = 8 * Page;
  char *Block = static_cast<char *>(std::aligned_alloc(Page, Size));
  int File = open("/dev/zero", O_RDONLY);
  ASSERT_GE(File, 0);
  auto Done = [](aiocb &Request) {
    const aiocb *Each[] = {&Request};
    while (aio_error(&Request) == EINPROGRESS)
      aio_suspend(Each, 1, nullptr);
    EXPECT_EQ(aio_error(&Request), 0);
    return size_t(aio_return(&Request));
  };
  auto Make = [&](int How, size_t At) {
    aiocb Out = {};
    Out.aio_fildes = File;
    Out.aio_buf = Block + At;
    Out.aio_nbytes = 2 * Page;
    Out.aio_lio_opcode = How;
    Out.aio_sigevent.sigev_notify = SIGEV_NONE;
    return Out;
  };
  guard(Block, Size);
  aiocb One = Make(LIO_READ, Page / 2);
  ASSERT_EQ(aio_read(&One), 0);
  EXPECT_EQ(Done(One), 2 * Page);
  EXPECT_EQ(*opaque(Block), 2);
  EXPECT_EQ(*opaque(Block + Page), 0);
  guard(Block, Size);
  aiocb Two = Make(LIO_READ, 2 * Page), None = Make(LIO_NOP, 6 * Page);
  aiocb *List[] = {&Two, nullptr, &None};
  ASSERT_EQ(lio_listio(LIO_WAIT, List, 3, nullptr), 0);
  EXPECT_EQ(Done(Two), 2 * Page);
  EXPECT_EQ(*opaque(Block + 3 * Page), 0);
  close(File);
  File = open("/dev/null", O_WRONLY);
  guard(Block, Size);
  aiocb Sent = Make(LIO_WRITE, 6 * Page);
  ASSERT_EQ(aio_write(&Sent), 0);
  EXPECT_EQ(Done(Sent), 2 * Page);
  close(File);
  std::free(Block);
}

/// As a driver's threads do.
TEST_F(Observation, ThreadsThatAreMadeQuietlyGetNoSignals) {
  sigset_t Theirs;
  std::thread Made;
  {
    QuietThreads Quiet;
    Made = std::thread([&] { pthread_sigmask(SIG_BLOCK, nullptr, &Theirs); });
  }
  Made.join();
  EXPECT_EQ(sigismember(&Theirs, SIGALRM), 1);
  EXPECT_EQ(sigismember(&Theirs, SIGSEGV), 0);
  sigset_t Mine;
  pthread_sigmask(SIG_BLOCK, nullptr, &Mine);
  EXPECT_EQ(sigismember(&Mine, SIGALRM), 0);
}

TEST_F(Observation, SignalsWaitWhileLocksAreHeld) {
  static volatile int Seen;
  Seen = 0;
  struct sigaction Old = {}, Action = {};
  Action.sa_handler = [](int) { Seen = Seen + 1; };
  ASSERT_EQ(sigaction(SIGUSR1, &Action, &Old), 0);
  {
    SignalHold Outer;
    {
      SignalHold Inner;
      raise(SIGUSR1);
    }
    EXPECT_EQ(Seen, 0);
  }
  EXPECT_EQ(Seen, 1);
  sigaction(SIGUSR1, &Old, nullptr);
}

/// Compilers in drivers set handlers, and never call those that were there.
TEST(ObservationTest, DriversDoNotReplaceHandlers) {
  static volatile int Programs, Others;
  struct sigaction Mine = {}, Drivers = {}, Before = {}, Seen = {};
  Mine.sa_handler = [](int) { Programs = Programs + 1; };
  Drivers.sa_handler = [](int) { Others = Others + 1; };
  for (int Number : {SIGUSR1, SIGSEGV}) {
    Programs = 0;
    Others = 0;
    ASSERT_EQ(sigaction(Number, &Mine, &Before), 0);
    {
      DriverHandlers Expected;
      EXPECT_EQ(sigaction(Number, &Drivers, &Seen), 0);
      EXPECT_EQ(Seen.sa_handler, Mine.sa_handler);
      EXPECT_EQ(signal(Number, Drivers.sa_handler), Mine.sa_handler);
    }
    raise(Number);
    EXPECT_EQ(Programs, 1);
    EXPECT_EQ(Others, 0);
    sigaction(Number, &Before, nullptr);
  }
  // What the program ignores stays ignored, too.
  Seen.sa_handler = SIG_IGN;
  ASSERT_EQ(sigaction(SIGUSR2, &Seen, &Before), 0);
  {
    DriverHandlers Expected;
    sigaction(SIGUSR2, &Drivers, nullptr);
  }
  raise(SIGUSR2);
  EXPECT_EQ(Others, 0);
  // Where there is none a driver may set one and take it back.
  Seen.sa_handler = SIG_DFL;
  ASSERT_EQ(sigaction(SIGUSR2, &Seen, nullptr), 0);
  {
    DriverHandlers Expected;
    sigaction(SIGUSR2, &Drivers, &Mine);
    EXPECT_EQ(Mine.sa_handler, SIG_DFL);
    raise(SIGUSR2);
    EXPECT_EQ(Others, 1) << "it touches no memory of the program";
  }
  {
    DriverHandlers Expected;
    sigaction(SIGUSR2, &Seen, nullptr);
  }
  sigaction(SIGUSR2, &Before, &Seen);
  EXPECT_EQ(Seen.sa_handler, SIG_DFL);
}

/// A driver's compiler sets some of its own; launches pay nothing for them.
TEST(ObservationDeathTest, HandlersOfDriversAreNotHeldBack) {
  GTEST_FLAG_SET(death_test_style, "threadsafe"); // nobody has set one there
  static volatile int Seen;
  auto SeenInside = [] {
    Seen = 0;
    SignalHold Held;
    raise(SIGUSR1);
    return int(Seen);
  };
  auto Set = [] {
    struct sigaction Action = {};
    Action.sa_handler = [](int) { Seen = Seen + 1; };
    sigaction(SIGUSR1, &Action, nullptr);
  };
  EXPECT_EXIT(
      {
        {
          DriverHandlers Expected;
          Set();
        }
        int Drivers = SeenInside();
        Set();
        int Ours = SeenInside();
        std::_Exit(10 * Drivers + Ours);
      },
      testing::ExitedWithCode(10), "");
}
