// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/HiddenProcess.h"
#include "system/Files.h"
#include "system/SignalHold.h"
#include "system/SystemCalls.h"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold;

// Both processes share our memory, and the caller's thread-local variables,
// while the caller stands still: they make system calls only.
#define TWOFOLD_IN_CHILD __attribute__((no_sanitize("address", "thread")))

static constexpr size_t HiddenStack = size_t(64) << 10;
static constexpr size_t MostOutput = size_t(1) << 20;
/// Time between two looks, and for a killed process to be gone, in
/// milliseconds.
static constexpr long LookEvery = 10, KilledWithin = 2000;
static constexpr int OutputFile = 3, ProgramFile = 4, FreeFile = 5;

namespace {
struct Run {
  int Program, Null, Pipe[2];
  char *const *Arguments, *const *Environment;
  long Limit;  ///< milliseconds
  char *Stack; ///< the end of the program's first stack
  char *Output;
  size_t Size = 0;
  bool Began = false, InTime = false;
  int Status = 0;
};

TWOFOLD_IN_CHILD long milliseconds() {
  timespec Now;
  syscalls::call(SYS_clock_gettime, CLOCK_MONOTONIC, &Now);
  return long(Now.tv_sec) * 1000 + Now.tv_nsec / 1000000;
}

/// The process that becomes the program.
TWOFOLD_IN_CHILD int become(void *Argument) {
  Run &R = *static_cast<Run *>(Argument);
  syscalls::call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  syscalls::call(SYS_setsid);
  for (int Signal = 1; Signal < 32; ++Signal)
    syscalls::setDefaultAction(Signal);
  const rlimit64 NoCore = {0, 0};
  syscalls::call(SYS_prlimit64, 0, RLIMIT_CORE, &NoCore, nullptr);
  // Out of the way of the numbers that they are to have.
  long Output = syscalls::call(SYS_fcntl, R.Pipe[1], F_DUPFD, FreeFile);
  long Program = syscalls::call(SYS_fcntl, R.Program, F_DUPFD, FreeFile);
  long Null = syscalls::call(SYS_fcntl, R.Null, F_DUPFD, FreeFile);
  for (int Stream : {0, 1, 2})
    syscalls::call(SYS_dup3, Null, Stream, 0);
  syscalls::call(SYS_dup3, Output, OutputFile, 0);
  syscalls::call(SYS_dup3, Program, ProgramFile, 0);
  // Nothing of the program's is to stay open for as long as this one hangs.
  if (syscalls::call(SYS_close_range, FreeFile, ~0u, 0) != 0)
    for (int File = FreeFile; File < 4096; ++File)
      syscalls::call(SYS_close, File);
  const uint64_t None = 0;
  syscalls::call(SYS_rt_sigprocmask, SIG_SETMASK, &None, nullptr, sizeof None);
  syscalls::call(SYS_execveat, ProgramFile, "", R.Arguments, R.Environment,
                 AT_EMPTY_PATH);
  syscalls::endProcess(127);
}

/// Takes what there is. False at its end.
TWOFOLD_IN_CHILD bool readOutput(Run &R) {
  char Rest[64];
  bool Full = R.Size == MostOutput;
  long Got =
      syscalls::call(SYS_read, R.Pipe[0], Full ? Rest : R.Output + R.Size,
                     Full ? sizeof Rest : MostOutput - R.Size);
  if (Got > 0 && !Full)
    R.Size += size_t(Got);
  return Got > 0 || (Got < 0 && (errno == EAGAIN || errno == EINTR));
}

/// Whether the process is gone.
TWOFOLD_IN_CHILD bool reap(Run &R, pid_t Child) {
  long Got = syscalls::call(SYS_wait4, Child, &R.Status, WNOHANG, nullptr);
  return Got == Child || (Got < 0 && errno != EINTR);
}

/// The process between: starts the program, and waits for it.
TWOFOLD_IN_CHILD int between(void *Argument) {
  Run &R = *static_cast<Run *>(Argument);
  syscalls::call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  syscalls::setDefaultAction(SIGCHLD);
  const pid_t Child = syscalls::startProcess(
      become, R.Stack, CLONE_VM | CLONE_VFORK | SIGCHLD, Argument);
  if (Child < 0)
    syscalls::endProcess(0);
  R.Began = true;
  syscalls::call(SYS_close, R.Pipe[1]);
  const long End = milliseconds() + R.Limit;
  bool Open = true;
  while (!reap(R, Child)) {
    if (milliseconds() >= End) {
      syscalls::call(SYS_kill, -Child, SIGKILL);
      syscalls::call(SYS_kill, Child, SIGKILL);
      for (long Last = End + KilledWithin;
           !reap(R, Child) && milliseconds() < Last;)
        syscalls::call(SYS_poll, nullptr, 0, LookEvery);
      syscalls::endProcess(0);
    }
    pollfd Ready = {R.Pipe[0], POLLIN, 0};
    syscalls::call(SYS_poll, &Ready, Open ? 1 : 0, LookEvery);
    if (Open && Ready.revents)
      Open = readOutput(R);
  }
  R.InTime = true;
  for (size_t Before = ~size_t(0); Open && R.Size != Before;) {
    Before = R.Size;
    Open = readOutput(R);
  }
  syscalls::endProcess(0);
}

struct File {
  int Number = -1;
  ~File() {
    if (Number >= 0)
      close(Number);
  }
};
} // namespace

/// A file that is nowhere, with these bytes; -1: the system allows none.
static int executable(std::span<const char> Bytes) {
  constexpr unsigned CloseOnExec = 1, Executable = 0x10; // MFD_EXEC, Linux 6.3
  long Made = syscalls::call(SYS_memfd_create, "twofold-probe",
                             CloseOnExec | Executable);
  if (Made < 0)
    Made = syscalls::call(SYS_memfd_create, "twofold-probe", CloseOnExec);
  if (Made >= 0 && !writeAll(int(Made), std::as_bytes(Bytes))) {
    close(int(Made));
    return -1;
  }
  return int(Made);
}

HiddenOutcome twofold::runHidden(std::span<const char> Program,
                                 const std::vector<std::string> &Arguments,
                                 std::chrono::milliseconds Limit) {
  HiddenOutcome Out;
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  // It takes a clone() that shares our memory for a fork, and dies of it.
  return Out;
#endif
#endif
  File Code{executable(Program)}, Null{open("/dev/null", O_RDWR | O_CLOEXEC)};
  int Ends[2] = {-1, -1};
  if (Code.Number < 0 || Null.Number < 0 ||
      pipe2(Ends, O_CLOEXEC | O_NONBLOCK) != 0)
    return Out;
  File Read{Ends[0]}, Write{Ends[1]};
  std::vector<char *> Words;
  for (const std::string &Each : Arguments)
    Words.push_back(const_cast<char *>(Each.c_str()));
  Words.push_back(nullptr);
  const size_t Bytes = 2 * HiddenStack + MostOutput;
  char *Memory = static_cast<char *>(syscalls::map(Bytes));
  if (!Memory)
    return Out;
  Run R = {Code.Number,
           Null.Number,
           {Ends[0], Ends[1]},
           Words.data(),
           environ,
           Limit.count(),
           Memory + HiddenStack,
           Memory + 2 * HiddenStack};
  {
    const QuietThreads Quiet; // no handler runs in any of the processes
    int Ignored;
    pid_t Process = syscalls::startProcess(between, Memory + 2 * HiddenStack,
                                           CLONE_VM | CLONE_VFORK, &R);
    if (Process > 0)
      while (waitpid(Process, &Ignored, __WCLONE) < 0 && errno == EINTR)
        ;
  }
  Out.Output.assign(R.Output, R.Size);
  Out.Began = R.Began;
  Out.InTime = R.InTime;
  Out.Status = R.Status;
  syscalls::unmap(Memory, Bytes);
  return Out;
}
