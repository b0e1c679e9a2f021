// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CopyThreadsTest.cpp - threads that copy ---------------------------===//
#include "thread/CopyThreads.h"

#include "device/HostCopies.h"

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace twofold;

namespace {

/// Takes Count pieces, each once, with as many members as come.
void share(CopyThreads &Crew, unsigned Members, std::vector<int> &Taken) {
  std::atomic<size_t> Next{0};
  std::vector<std::atomic<int>> Present(Members);
  Crew.run(Members, [&](unsigned Member) {
    ASSERT_LT(Member, Members);
    EXPECT_EQ(Present[Member]++, 0) << "two members of one number";
    for (size_t I; (I = Next++) < Taken.size();)
      ++Taken[I];
  });
}

TEST(CopyThreadsTest, EveryPieceIsTakenOnce) {
  CopyThreads Crew;
  for (int Round = 0; Round < 200; ++Round) {
    std::vector<int> Taken(1 + Round % 37);
    share(Crew, 1 + Round % 5, Taken);
    for (int Times : Taken)
      ASSERT_EQ(Times, 1);
  }
}

TEST(CopyThreadsTest, MembersDoComeToLongWork) {
  CopyThreads Crew;
  std::atomic<bool> Came{false};
  Crew.run(2, [&](unsigned Member) {
    if (Member == 1)
      Came = true;
    // The caller stays until the other one is here.
    while (!Came)
      std::this_thread::yield();
  });
  EXPECT_TRUE(Came);
}

TEST(CopyThreadsTest, CallersAtTheSameTimeDoNotWaitForEachOther) {
  CopyThreads Crew;
  std::atomic<bool> Release{false};
  std::thread First([&] {
    Crew.run(2, [&](unsigned) {
      while (!Release)
        std::this_thread::yield();
    });
  });
  std::vector<int> Taken(50);
  share(Crew, 3, Taken);
  Release = true;
  First.join();
  EXPECT_EQ(Taken, std::vector<int>(50, 1));

  std::vector<std::thread> Callers;
  for (int Caller = 0; Caller < 4; ++Caller)
    Callers.emplace_back([&] {
      for (int Round = 0; Round < 50; ++Round) {
        std::vector<int> Mine(20);
        share(Crew, 3, Mine);
        EXPECT_EQ(Mine, std::vector<int>(20, 1));
      }
    });
  for (std::thread &T : Callers)
    T.join();
}

TEST(CopyThreadsTest, ThreadsReceiveNoneOfTheProgramsSignals) {
  CopyThreads Crew;
  std::atomic<int> Blocked{-1};
  Crew.run(2, [&](unsigned Member) {
    if (Member == 0) {
      while (Blocked < 0)
        std::this_thread::yield();
      return;
    }
    sigset_t Set;
    pthread_sigmask(SIG_SETMASK, nullptr, &Set);
    Blocked = sigismember(&Set, SIGALRM) && sigismember(&Set, SIGUSR1) &&
              !sigismember(&Set, SIGSEGV);
  });
  EXPECT_EQ(Blocked, 1);
  sigset_t Mine;
  pthread_sigmask(SIG_SETMASK, nullptr, &Mine);
  EXPECT_FALSE(sigismember(&Mine, SIGALRM));
}

TEST(CopyThreadsTest, ExitDoesNotWaitForParkedThreads) {
  EXPECT_EXIT(
      {
        alarm(60);
        auto *Crew = new CopyThreads; // never destroyed, as the runtime's
        std::vector<int> Taken(8);
        share(*Crew, 3, Taken);
        std::exit(Taken == std::vector<int>(8, 1) ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST(CopyThreadsTest, AForkedChildWorksAloneAndEnds) {
  auto Crew = std::make_unique<CopyThreads>();
  std::vector<int> Taken(8);
  share(*Crew, 3, Taken);
  pid_t Child = fork();
  ASSERT_GE(Child, 0);
  if (Child == 0) {
    alarm(60);
    std::vector<int> Mine(8);
    share(*Crew, 3, Mine);
    Crew.reset();
    _exit(Mine == std::vector<int>(8, 1) ? 0 : 1);
  }
  int Outcome = 0;
  ASSERT_EQ(waitpid(Child, &Outcome, 0), Child);
  EXPECT_TRUE(WIFEXITED(Outcome) && WEXITSTATUS(Outcome) == 0);
}

TEST(StreamingCopyTest, CopiesWhatItShouldAndNoMore) {
  std::vector<char> From(1000), To(1000);
  for (size_t I = 0; I < From.size(); ++I)
    From[I] = char(I * 7 + 1);
  for (size_t Target = 0; Target < 70; Target += 3)
    for (size_t Source : {0, 1, 16, 33})
      for (size_t Bytes : {0, 1, 63, 64, 65, 127, 128, 200, 256, 700}) {
        std::fill(To.begin(), To.end(), 'x');
        copyStreaming(To.data() + Target, From.data() + Source, Bytes);
        std::vector<char> Want(1000, 'x');
        std::memcpy(Want.data() + Target, From.data() + Source, Bytes);
        ASSERT_EQ(To, Want) << Target << " " << Source << " " << Bytes;
      }
}

} // namespace
