// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostGuardSignalTest.cpp - others' faults, handlers and forks -------===//
#include "guard/HostGuardBench.h"

#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <ucontext.h>

using namespace twofold;
using namespace twofold::test;

namespace {
void *volatile Caught;
void catchFault(int, siginfo_t *Info, void *) {
  Caught = Info->si_addr;
  _exit(Info->si_code == SEGV_ACCERR || Info->si_code == SEGV_MAPERR ? 17 : 18);
}
} // namespace

TEST_F(HostGuardDeathTest, OtherFaultsBelongToTheProgram) {
  set(bytes(0, Page), Access::None);
  volatile char *Null = nullptr;
  EXPECT_EXIT(Null[16] = 1, ::testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(raise(SIGSEGV), ::testing::KilledBySignal(SIGSEGV), "");
  // A page that was ours, protected by the program since.
  set(bytes(0, Page), Access::All);
  mprotect(Host, Page, PROT_NONE);
  EXPECT_EXIT(Host[0] = 1, ::testing::KilledBySignal(SIGSEGV), "");
  mprotect(Host, Page, PROT_READ | PROT_WRITE);
}

TEST_F(HostGuardDeathTest, AnotherHandlerIsKept) {
  struct sigaction Action = {}, Old = {};
  Action.sa_sigaction = catchFault;
  Action.sa_flags = SA_SIGINFO;
  ASSERT_TRUE(fault_signal::exchange(&Action, &Old));
  volatile char *Null = nullptr;
  EXPECT_EXIT(Null[16] = 1, ::testing::ExitedWithCode(17), "");
  set(bytes(0, Page), Access::ReadOnly);
  Host[0] = 3;
  EXPECT_EQ(Writes, 1u);
  struct sigaction Now = {};
  ASSERT_TRUE(fault_signal::exchange(&Old, &Now));
  EXPECT_EQ(Now.sa_sigaction, catchFault);
  EXPECT_EXIT(Null[16] = 1, ::testing::KilledBySignal(SIGSEGV), "");
}

/// A program's handler is called as the kernel would call it: signals wait that
/// it has asked for, and its own unless it has asked for that.
TEST_F(HostGuardDeathTest, HandlersHaveTheMaskThatTheyAskFor) {
  volatile char *Null = nullptr;
  for (int Flags : {SA_SIGINFO, SA_SIGINFO | SA_NODEFER}) {
    struct sigaction Action = {}, Old = {};
    Action.sa_sigaction = [](int, siginfo_t *, void *) {
      sigset_t Mask;
      pthread_sigmask(SIG_SETMASK, nullptr, &Mask);
      _exit(16 + sigismember(&Mask, SIGUSR1) + 2 * sigismember(&Mask, SIGUSR2) +
            4 * sigismember(&Mask, SIGSEGV));
    };
    Action.sa_flags = Flags;
    sigaddset(&Action.sa_mask, SIGUSR1);
    ASSERT_TRUE(fault_signal::exchange(&Action, &Old));
    const int Own = Flags & SA_NODEFER ? 0 : 4;
    EXPECT_EXIT(Null[16] = 1, ::testing::ExitedWithCode(16 + 1 + Own), "");
    ASSERT_TRUE(fault_signal::exchange(&Old, nullptr));
  }
}

TEST_F(HostGuardDeathTest, HandlersPutOverOursAreMovedBelow) {
  struct sigaction Action = {}, Old = {};
  Action.sa_sigaction = catchFault;
  Action.sa_flags = SA_SIGINFO;
  ASSERT_TRUE(fault_signal::exchange(nullptr, &Old));
  ASSERT_TRUE(fault_signal::setHere(Action));
  set(bytes(0, Page), Access::None);
  EXPECT_EQ(Host[0], 2);
  volatile char *Null = nullptr;
  EXPECT_EXIT(Null[16] = 1, ::testing::ExitedWithCode(17), "");
  ASSERT_TRUE(fault_signal::exchange(&Old, nullptr));
}

/// A fault may reach the handler when another thread has opened the page: it is
/// let through once, whatever an earlier guard has let through at that address.
TEST_F(HostGuardTest, LateFaultsAreLetThroughOnceByEachGuard) {
  static unsigned Passed;
  struct sigaction Action = {}, Handler = {};
  Action.sa_sigaction = [](int, siginfo_t *, void *) { ++Passed; };
  Action.sa_flags = SA_SIGINFO;
  siginfo_t Info = {};
  Info.si_code = SEGV_ACCERR;
  Info.si_addr = Host;
  ucontext_t Context = {};
  ASSERT_EQ(pthread_sigmask(SIG_SETMASK, nullptr, &Context.uc_sigmask), 0);
  const sigset_t Before = Context.uc_sigmask;
  for (unsigned Guards = 1; Guards <= 3; ++Guards) {
    Passed = 0;
    struct sigaction Old = {};
    ASSERT_TRUE(fault_signal::exchange(&Action, &Old));
    ASSERT_EQ(sigaction(SIGSEGV, nullptr, &Handler), 0);
    set(bytes(8 * Page, 9 * Page), Access::ReadOnly);
    Handler.sa_sigaction(SIGSEGV, &Info, &Context);
    EXPECT_EQ(Passed, 0u) << "guard " << Guards;
    // Pages have been given back meanwhile.
    Guard.forget(bytes(8 * Page, 9 * Page));
    Handler.sa_sigaction(SIGSEGV, &Info, &Context);
    EXPECT_EQ(Passed, 0u) << "guard " << Guards;
    Handler.sa_sigaction(SIGSEGV, &Info, &Context);
    EXPECT_EQ(Passed, 1u) << "guard " << Guards;
    pthread_sigmask(SIG_SETMASK, &Before, nullptr);
    ASSERT_TRUE(fault_signal::exchange(&Old, nullptr));
    this->Guard.~HostGuard();
    new (&Guard) HostGuard(*this);
    ASSERT_TRUE(Guard.working());
  }
}

TEST_F(HostGuardDeathTest, AResolverThatWaitsForItselfDies) {
  // In a process of its own: threads do not survive the fork of EXPECT_EXIT.
  pid_t Child = fork();
  if (Child == 0) {
    this->Guard.~HostGuard();
    new (&Guard) HostGuard(*this);
    Before = [&](ByteRange Block, bool) {
      (void)*reinterpret_cast<volatile char *>(Block.Begin);
    };
    (void)Guard.set(bytes(0, Page), Access::None);
    (void)*static_cast<volatile char *>(Host);
    _exit(0);
  }
  int How = 0;
  ASSERT_EQ(waitpid(Child, &How, 0), Child);
  EXPECT_TRUE(WIFSIGNALED(How) && WTERMSIG(How) == SIGSEGV) << How;
}

/// Whoever asks a program to end need not wait until its data is there.
TEST_F(HostGuardDeathTest, AThreadThatWaitsForDataLetsTheProgramEnd) {
  for (int Signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT}) {
    int Waits[2];
    ASSERT_EQ(pipe(Waits), 0);
    pid_t Child = fork();
    if (Child == 0) {
      const rlimit NoCore = {0, 0};
      (void)setrlimit(RLIMIT_CORE, &NoCore);
      signal(Signal, SIG_DFL); // whatever shell has started the test
      this->Guard.~HostGuard();
      new (&Guard) HostGuard(*this);
      Before = [&](ByteRange, bool) {
        (void)!write(Waits[1], "", 1);
        while (true)
          sleep(1);
      };
      (void)Guard.set(bytes(0, Page), Access::None);
      (void)*static_cast<volatile char *>(Host);
      _exit(0);
    }
    char Byte;
    ASSERT_EQ(read(Waits[0], &Byte, 1), 1);
    kill(Child, Signal);
    int How = 0;
    pid_t Ended = 0;
    for (int Look = 0; Look < 1000 && !Ended; ++Look) {
      usleep(10000);
      Ended = waitpid(Child, &How, WNOHANG);
    }
    if (!Ended) {
      kill(Child, SIGKILL);
      waitpid(Child, &How, 0);
    }
    EXPECT_TRUE(WIFSIGNALED(How) && WTERMSIG(How) == Signal)
        << Signal << ": " << How;
    close(Waits[0]);
    close(Waits[1]);
  }
}

TEST(HostGuardStart, LeavesTheSignalsOfItsThreadAlone) {
  struct : GuardResolver {
    void resolve(ByteRange, bool) override { ADD_FAILURE(); }
  } Nobody;
  sigset_t Before, After;
  ASSERT_EQ(pthread_sigmask(SIG_SETMASK, nullptr, &Before), 0);
  HostGuard Guard(Nobody);
  ASSERT_EQ(pthread_sigmask(SIG_SETMASK, nullptr, &After), 0);
  for (int Signal = 1; Signal < NSIG; ++Signal)
    EXPECT_EQ(sigismember(&After, Signal), sigismember(&Before, Signal))
        << Signal;
}

TEST_F(HostGuardTest, ForkedChildrenSeeAndWrite) {
  set(bytes(0, 4 * Page), Access::ReadOnly);
  set(bytes(8 * Page, 9 * Page), Access::None);
  for (bool Raw : {false, true}) {
    pid_t Child = Raw ? pid_t(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)) : fork();
    if (Child == 0) {
      Host[5] = 9;
      Host[3 * Page] = 9;
      _exit(Host[5] == 9 && Host[6] == 1 && Writes == 0 ? 0 : 1);
    }
    int How = 0;
    ASSERT_EQ(waitpid(Child, &How, 0), Child);
    EXPECT_TRUE(WIFEXITED(How) && WEXITSTATUS(How) == 0) << How;
    // What nobody has written back is not shown in an old state.
    Child = Raw ? pid_t(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)) : fork();
    if (Child == 0)
      _exit(static_cast<volatile char *>(Host)[8 * Page]);
    ASSERT_EQ(waitpid(Child, &How, 0), Child);
    EXPECT_TRUE(WIFSIGNALED(How) && WTERMSIG(How) == SIGSEGV) << How;
  }
  EXPECT_EQ(Host[5], 1);
  EXPECT_EQ(Host[8 * Page], 2);
}

TEST_F(HostGuardTest, ThreadsWithSignalStacks) {
  set(all(), Access::None);
  std::thread Other([&] {
    std::vector<char> Stack(size_t(64) << 10);
    stack_t New = {}, Old;
    New.ss_sp = Stack.data();
    New.ss_size = Stack.size();
    sigaltstack(&New, &Old);
    EXPECT_EQ(countWrong(Host, Size, 2), 0u);
    sigaltstack(&Old, nullptr);
  });
  Other.join();
}
