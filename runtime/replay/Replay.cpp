// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "replay/Replay.h"
#include "replay/ReplayProcess.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>

using namespace twofold;

/// Of the log's scratch memory.
static constexpr size_t ReplayStack = size_t(8) << 20;
static constexpr size_t ThreadBytes = size_t(1) << 20;
/// In front of the bytes that are handed over.
static constexpr size_t HeaderBytes = 4096;
/// The other process is looked at this often, and is given up when it has slept
/// at so many looks in a row. A lock that was another thread's when it was made
/// may be free the next time.
static constexpr long LookNanoseconds = 25'000'000;
static constexpr unsigned MostIdleLooks = 40, MostAttempts = 4;

ReplayedBytes::~ReplayedBytes() {
  if (Memory)
    syscalls::unmap(Memory, Size);
}

const char *ReplayedBytes::data() const { return Memory + HeaderBytes; }

static char *mapSharedAt(uint64_t Begin, size_t Size) {
  constexpr int NoReplace = 0x100000; // MAP_FIXED_NOREPLACE of Linux 4.17
  long Memory = syscalls::call(SYS_mmap, Begin, Size, PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE |
                                   (Begin ? NoReplace : 0),
                               -1, 0);
  return Memory == -1 ? nullptr : reinterpret_cast<char *>(Memory);
}

/// Memory for both processes, where no page is in Not: what was an array may
/// not be mapped any more.
static char *mapShared(size_t Size, const RangeSet &Not) {
  auto Try = [&](uint64_t Begin) -> char * {
    if (Begin && Not.overlaps({Begin, Begin + Size}))
      return nullptr;
    char *Memory = mapSharedAt(Begin, Size);
    uint64_t Got = uint64_t(reinterpret_cast<uintptr_t>(Memory));
    if (Memory &&
        ((Begin && Got != Begin) || Not.overlaps({Got, Got + Size}))) {
      syscalls::unmap(Memory, Size);
      return nullptr;
    }
    return Memory;
  };
  if (char *Memory = Try(0))
    return Memory;
  const uint64_t Pages =
      (Size + SmallestPage - 1) / SmallestPage * SmallestPage;
  for (const ByteRange &Each : Not.outer(SmallestPage)) {
    if (char *Memory = Try(Each.End))
      return Memory;
    if (Each.Begin > Pages)
      if (char *Memory = Try(Each.Begin - Pages))
        return Memory;
  }
  return nullptr;
}

static Error cannot(const std::string &Why) {
  return {ErrorCode::DeviceLost, Why, ""};
}

/// Whether the process sleeps: it has nothing to wait for but locks that nobody
/// will open.
static bool sleeps(pid_t Process) {
  char Text[512];
  int File = open(("/proc/" + std::to_string(Process) + "/stat").c_str(),
                  O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return false;
  ssize_t Got = read(File, Text, sizeof Text);
  close(File);
  // "pid (name) state": the name may hold anything.
  std::string_view Line(Text, Got > 0 ? size_t(Got) : 0);
  size_t Name = Line.rfind(')');
  return Name != Line.npos && Line.substr(Name).starts_with(") S");
}

namespace {
/// One process that repeats the launches.
struct Attempt {
  ReplayWork &W;
  char *const Stack; ///< its end; the thread's memory begins there
  bool Waits = false;
  Status Outcome = Unit();

  /// The process inherits its maker's thread-local memory. Where that is an
  /// array may have been before; so a thread of its own makes it, whose memory
  /// is the log's.
  Status make();
  void run();
  int await(pid_t Child);
};
} // namespace

Status Attempt::make() {
  Waits = false;
  pthread_attr_t Attributes;
  pthread_attr_init(&Attributes);
  int Code = pthread_attr_setstack(&Attributes, Stack, ThreadBytes);
  pthread_t Maker;
  auto Begin = [](void *Self) -> void * {
    static_cast<Attempt *>(Self)->run();
    return nullptr;
  };
  // The program's handlers are for neither.
  sigset_t Every, Before;
  sigfillset(&Every);
  pthread_sigmask(SIG_SETMASK, &Every, &Before);
  if (!Code)
    Code = pthread_create(&Maker, &Attributes, Begin, this);
  if (!Code)
    pthread_join(Maker, nullptr);
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  pthread_attr_destroy(&Attributes);
  if (Code)
    return cannot("a process to repeat its launches in could not be started: " +
                  std::string(std::strerror(Code)));
  return std::move(Outcome);
}

/// Until the process is over; its status.
int Attempt::await(pid_t Child) {
  int How = 0;
  for (unsigned Idle = 0; waitpid(Child, &How, __WCLONE | WNOHANG) == 0;) {
    const timespec Look = {0, LookNanoseconds};
    if (W.Finished->load(std::memory_order_acquire) == 0)
      syscalls::call(SYS_futex, W.Finished, FUTEX_WAIT, 0, &Look, nullptr, 0);
    else
      sched_yield();
    Idle = sleeps(Child) ? Idle + 1 : 0;
    if (Idle > MostIdleLooks) {
      Waits = true;
      syscalls::call(SYS_kill, Child, SIGKILL);
      while (waitpid(Child, &How, __WCLONE) < 0 && errno == EINTR)
        ;
      break;
    }
  }
  return How;
}

void Attempt::run() {
  W.MappingCount = 0;
  W.Finished->store(0);
  // No signal at its end: the program's own children are not to be mixed up
  // with it.
  pid_t Child = syscalls::startProcess(repeatLaunches, Stack, 0, &W);
  if (Child < 0) {
    Outcome = cannot("a process to repeat its launches in could not be "
                     "started: " +
                     std::string(std::strerror(errno)));
    return;
  }
  const int How = await(Child);
  if (W.Finished->load(std::memory_order_acquire) == 1)
    Outcome = Unit();
  else
    Outcome =
        cannot(WIFSIGNALED(How) ? "repeating its launches ended with signal " +
                                      std::to_string(WTERMSIG(How))
                                : "its launches could not be repeated, " +
                                      std::to_string(WEXITSTATUS(How)));
}

Status twofold::replay(LaunchLog &Log, const std::vector<ByteRange> &Wanted,
                       PageGuard &Guard, ReplayedBytes &Out) {
  RangeSet Touched = Log.touched();
  size_t Size = HeaderBytes;
  for (const ByteRange &Range : Wanted) {
    Touched.insert(RangeSet(Range).outer(SmallestPage));
    Size += size_t(Range.size());
  }
  Out.Size = Size;
  Out.Memory = mapShared(Size, Touched);
  if (!Out.Memory)
    return cannot("there is no memory to repeat its launches in");

  char *Free = Log.scratch();
  auto Take = [&](size_t Bytes) {
    char *Taken = Free;
    Free += (Bytes + 63) / 64 * 64;
    return Taken;
  };
  ReplayWork &W = *reinterpret_cast<ReplayWork *>(Take(sizeof(ReplayWork)));
  W = {};
  W.Log = &Log;
  W.Guard = &Guard;
  char *End =
      Log.scratch() + LaunchLog::ScratchBytes - ReplayStack - ThreadBytes;
  auto Store = [&](const auto &Ranges, size_t Count) -> const ByteRange * {
    if (Count * sizeof(ByteRange) > size_t(End - Free) / 4)
      return nullptr;
    auto *Copies =
        reinterpret_cast<ByteRange *>(Take(Count * sizeof(ByteRange)));
    std::copy(Ranges.begin(), Ranges.end(), Copies);
    return Copies;
  };
  W.TouchedCount = Touched.rangeCount();
  W.WantedCount = Wanted.size();
  W.Touched = Store(Touched, W.TouchedCount);
  W.Wanted = Store(Wanted, W.WantedCount);
  if (!W.Touched || !W.Wanted)
    return cannot("its data is in too many pieces");
  W.Text = Take(ReplayWork::TextBytes);
  W.Mappings = reinterpret_cast<ReplayMapping *>(Free);
  W.MostMappings = size_t(End - Free) / sizeof(ReplayMapping);
  W.Finished = reinterpret_cast<std::atomic<uint32_t> *>(Out.Memory);
  W.Out = Out.Memory + HeaderBytes;

  Attempt Try{W, End + ReplayStack};
  for (unsigned I = 0; I < MostAttempts; ++I) {
    Status Made = Try.make();
    if (!Try.Waits)
      return Made;
  }
  return cannot("repeating its launches waits for ever");
}
