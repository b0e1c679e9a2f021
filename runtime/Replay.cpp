// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Replay.cpp - repeats the launches of a log, in another process -----===//
#include "Replay.h"
#include "KernelMemory.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>

using namespace twofold;

namespace {

constexpr uint64_t PageBytes = 4096;
/// Of the log's scratch memory.
constexpr size_t StackBytes = size_t(8) << 20;
constexpr size_t TextBytes = size_t(64) << 10;
/// In front of the bytes that are handed over.
constexpr size_t HeaderBytes = 4096;

char *at(uint64_t Address) {
  return reinterpret_cast<char *>(uintptr_t(Address));
}

struct Mapping {
  ByteRange Range;
  bool Private, Accessible;
};

/// What the other process works on; in the log's scratch memory.
struct Work {
  LaunchLog *Log;
  PageGuard *Guard;
  const ByteRange *Touched, *Wanted;
  size_t TouchedCount, WantedCount;
  std::atomic<uint32_t> *Finished;
  char *Out;
  char *Text;        ///< TextBytes
  Mapping *Mappings; ///< what is left of the scratch memory
  size_t MostMappings, MappingCount;
};

// In the other process: no lock, no allocation, nothing of the C library but
// what needs neither.

[[noreturn]] void leave(int How) {
  while (true)
    syscall(SYS_exit_group, How);
}

int hexDigit(char C) {
  if (C >= '0' && C <= '9')
    return C - '0';
  return C >= 'a' && C <= 'f' ? C - 'a' + 10 : -1;
}

/// Reads one line of /proc/self/maps: "begin-end rwxp ...".
Mapping readLine(const char *Line) {
  Mapping Out = {};
  uint64_t *Numbers[] = {&Out.Range.Begin, &Out.Range.End};
  for (uint64_t *Number : Numbers) {
    for (int Digit; (Digit = hexDigit(*Line)) >= 0; ++Line)
      *Number = *Number * 16 + uint64_t(Digit);
    ++Line;
  }
  Out.Accessible = Line[0] == 'r' && Line[1] == 'w';
  Out.Private = Line[3] == 'p';
  return Out;
}

bool readMappings(Work &W) {
  int File = int(syscall(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY, 0));
  if (File < 0)
    return false;
  // Only a line's beginning counts; it may come in two pieces.
  char Line[64];
  size_t Have = 0;
  bool Ended = false, Fits = true;
  while (!Ended) {
    long Got = syscall(SYS_read, File, W.Text, TextBytes);
    if (Got < 0)
      return false;
    Ended = Got == 0;
    for (long I = 0; I < Got; ++I) {
      if (W.Text[I] != '\n') {
        if (Have < sizeof Line)
          Line[Have++] = W.Text[I];
        continue;
      }
      if (W.MappingCount < W.MostMappings)
        W.Mappings[W.MappingCount++] = readLine(Line);
      else
        Fits = false;
      Have = 0;
    }
  }
  syscall(SYS_close, File);
  return Fits;
}

bool mapOwn(ByteRange Range) {
  return syscall(SYS_mmap, Range.Begin, Range.size(), PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1,
                 0) != -1;
}

/// Makes Range accessible, private memory of this process.
bool own(const Work &W, ByteRange Range) {
  for (size_t I = 0; I < W.MappingCount && !Range.empty(); ++I) {
    const Mapping &M = W.Mappings[I];
    if (M.Range.End <= Range.Begin)
      continue;
    ByteRange Gap = {Range.Begin, std::min(Range.End, M.Range.Begin)};
    if (!Gap.empty() && !mapOwn(Gap))
      return false;
    ByteRange Here = M.Range.intersection(Range);
    if (!Here.empty() && !M.Private && !mapOwn(Here))
      return false;
    if (!Here.empty() && M.Private && !M.Accessible &&
        !kernel::protect(at(Here.Begin), Here.size(), PROT_READ | PROT_WRITE))
      return false;
    Range.Begin = std::min(Range.End, std::max(Range.Begin, M.Range.End));
  }
  return Range.empty() || mapOwn(Range);
}

void exchange(LaunchLog::Entry &Image) {
  char *Memory = at(Image.Range.Begin), *Bytes = Image.Bytes;
  std::swap_ranges(Memory, Memory + Image.Range.size(), Bytes);
}

/// Keeps what the host had there when the next launch was made.
bool keep(LaunchLog::Entry &Return) {
  long Memory =
      syscall(SYS_mmap, nullptr, Return.Range.size(), PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == -1)
    return false;
  Return.Kept = reinterpret_cast<void *>(Memory);
  std::memcpy(Return.Kept, at(Return.Range.Begin), Return.Range.size());
  return true;
}

void run(LaunchLog::Entry &Launch) {
  for (uint64_t I = 0; I < Launch.PlaceCount; ++I) {
    const LaunchLog::Place &P = Launch.Places[I];
    std::memcpy(at(P.Range.Begin), P.Bytes, P.Range.size());
  }
  if (Launch.Site->identity)
    Launch.Site->identity(Launch.Args);
  Launch.Site->native(Launch.Args, 0, Launch.Trips);
}

int repeat(void *Argument) {
  Work &W = *static_cast<Work *>(Argument);
  // Neither the guard nor the program may answer for what goes wrong here.
  for (int Signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
    struct {
      void *Handler = nullptr;
      unsigned long Flags = 0;
      void *Restorer = nullptr;
      uint64_t Mask = 0;
    } Default;
    syscall(SYS_rt_sigaction, Signal, &Default, nullptr, sizeof Default.Mask);
  }
  syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (!readMappings(W))
    leave(1);
  for (size_t I = 0; I < W.TouchedCount; ++I) {
    if (!own(W, W.Touched[I]))
      leave(2);
    W.Guard->reveal(W.Touched[I]);
  }
  for (auto *E = W.Log->last(); E; E = W.Log->previous(E))
    if (E->What == LaunchLog::Kind::Image)
      exchange(*E);
    else if (E->What == LaunchLog::Kind::Return && !keep(*E))
      leave(3);
  for (auto *E = W.Log->first(); E; E = W.Log->next(E))
    switch (E->What) {
    case LaunchLog::Kind::Image:
      exchange(*E);
      break;
    case LaunchLog::Kind::Return:
      std::memcpy(at(E->Range.Begin), E->Kept, E->Range.size());
      syscall(SYS_munmap, E->Kept, E->Range.size());
      break;
    case LaunchLog::Kind::Launch:
      run(*E);
      break;
    case LaunchLog::Kind::Unfinished:
      break;
    }
  char *To = W.Out;
  for (size_t I = 0; I < W.WantedCount; ++I) {
    std::memcpy(To, at(W.Wanted[I].Begin), W.Wanted[I].size());
    To += W.Wanted[I].size();
  }
  W.Finished->store(1, std::memory_order_release);
  leave(0);
}

} // namespace

ReplayedBytes::~ReplayedBytes() {
  if (Memory)
    kernel::unmap(Memory, Size);
}

const char *ReplayedBytes::data() const { return Memory + HeaderBytes; }

/// Memory for both processes, where no page is in Not. What would be in the way
/// is kept until a place is found, so that the kernel looks elsewhere.
static char *mapShared(size_t Size, const RangeSet &Not) {
  std::vector<void *> InTheWay;
  char *Out = nullptr;
  while (!Out && InTheWay.size() < 64) {
    long Memory = syscall(SYS_mmap, nullptr, Size, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (Memory == -1)
      break;
    uint64_t Begin = uint64_t(Memory);
    if (Not.overlaps({Begin, Begin + Size}))
      InTheWay.push_back(reinterpret_cast<void *>(Memory));
    else
      Out = reinterpret_cast<char *>(Memory);
  }
  for (void *Memory : InTheWay)
    kernel::unmap(Memory, Size);
  return Out;
}

static Error cannot(const std::string &Why) {
  return {ErrorCode::DeviceLost, Why, ""};
}

Status twofold::replay(LaunchLog &Log, const std::vector<ByteRange> &Wanted,
                       PageGuard &Guard, ReplayedBytes &Out) {
  RangeSet Touched = Log.touched();
  size_t Size = HeaderBytes;
  for (const ByteRange &Range : Wanted) {
    Touched.insert(RangeSet(Range).outer(PageBytes));
    Size += size_t(Range.size());
  }
  // Memory of this thread that was an array's before would be overwritten.
  uint64_t Thread =
      uint64_t(reinterpret_cast<uintptr_t>(__builtin_thread_pointer()));
  if (Touched.overlaps({Thread - 16 * PageBytes, Thread + PageBytes}))
    return cannot("a thread lives where an array was");
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
  Work &W = *reinterpret_cast<Work *>(Take(sizeof(Work)));
  W = {};
  W.Log = &Log;
  W.Guard = &Guard;
  char *End = Log.scratch() + LaunchLog::ScratchBytes - StackBytes;
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
  W.Text = Take(TextBytes);
  W.Mappings = reinterpret_cast<Mapping *>(Free);
  W.MostMappings = size_t(End - Free) / sizeof(Mapping);
  W.Finished = reinterpret_cast<std::atomic<uint32_t> *>(Out.Memory);
  W.Out = Out.Memory + HeaderBytes;

  // The program's handlers are not for it. No signal at its end: the program's
  // own children are not to be mixed up with it.
  uint64_t Every = ~uint64_t(0), Before;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &Every, &Before, sizeof Every);
  pid_t Child = clone(repeat, End + StackBytes, 0, &W);
  int CloneError = errno;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &Before, nullptr, sizeof Before);
  if (Child < 0)
    return cannot("a process to repeat its launches in could not be started: " +
                  std::string(std::strerror(CloneError)));
  int How = 0;
  while (waitpid(Child, &How, __WCLONE) < 0 && errno == EINTR)
    ;
  if (W.Finished->load(std::memory_order_acquire) != 1)
    return cannot(WIFSIGNALED(How)
                      ? "repeating its launches ended with signal " +
                            std::to_string(WTERMSIG(How))
                      : "its launches could not be repeated, " +
                            std::to_string(WEXITSTATUS(How)));
  return Unit();
}
