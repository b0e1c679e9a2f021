// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "replay/ReplayProcess.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/prctl.h>

using namespace twofold;

static int hexDigit(char C) {
  if (C >= '0' && C <= '9')
    return C - '0';
  return C >= 'a' && C <= 'f' ? C - 'a' + 10 : -1;
}

/// Reads one line of /proc/self/maps: "begin-end rwxp ...".
static ReplayMapping readLine(const char *Line) {
  ReplayMapping Out = {};
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

static bool readMappings(ReplayWork &W) {
  int File =
      int(syscalls::call(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY, 0));
  if (File < 0)
    return false;
  // Only a line's beginning counts; it may come in two pieces.
  char Line[64];
  size_t Have = 0;
  bool Ended = false, Fits = true;
  while (!Ended) {
    long Got = syscalls::call(SYS_read, File, W.Text, ReplayWork::TextBytes);
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
  syscalls::call(SYS_close, File);
  return Fits;
}

static bool mapOwn(ByteRange Range) {
  return syscalls::call(SYS_mmap, Range.Begin, Range.size(),
                        PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE,
                        -1, 0) != -1;
}

/// Makes Range accessible, private memory of this process.
static bool own(const ReplayWork &W, ByteRange Range) {
  for (size_t I = 0; I < W.MappingCount && !Range.empty(); ++I) {
    const ReplayMapping &M = W.Mappings[I];
    if (M.Range.End <= Range.Begin)
      continue;
    ByteRange Gap = {Range.Begin, std::min(Range.End, M.Range.Begin)};
    if (!Gap.empty() && !mapOwn(Gap))
      return false;
    ByteRange Here = M.Range.intersection(Range);
    if (!Here.empty() && !M.Private && !mapOwn(Here))
      return false;
    if (!Here.empty() && M.Private && !M.Accessible &&
        !syscalls::protect(host(Here.Begin), Here.size(),
                           PROT_READ | PROT_WRITE))
      return false;
    Range.Begin = std::min(Range.End, std::max(Range.Begin, M.Range.End));
  }
  return Range.empty() || mapOwn(Range);
}

static void exchange(LaunchLog::Entry &Image) {
  char *Memory = host(Image.Range.Begin), *Bytes = Image.Bytes;
  std::swap_ranges(Memory, Memory + Image.Range.size(), Bytes);
}

/// Keeps what the host had there when the next launch was made.
static bool keep(LaunchLog::Entry &Return) {
  long Memory = syscalls::call(
      SYS_mmap, nullptr, Return.Range.size(), PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == -1)
    return false;
  Return.Kept = reinterpret_cast<void *>(Memory);
  std::memcpy(Return.Kept, host(Return.Range.Begin), Return.Range.size());
  return true;
}

static void run(LaunchLog::Entry &Launch) {
  for (uint64_t I = 0; I < Launch.PlaceCount; ++I) {
    const LaunchLog::Place &P = Launch.Places[I];
    std::memcpy(host(P.Range.Begin), P.Bytes, P.Range.size());
  }
  if (Launch.Site->identity)
    Launch.Site->identity(Launch.Args);
  Launch.Site->native(Launch.Args, 0, Launch.Trips);
}

int twofold::repeatLaunches(void *Argument) {
  ReplayWork &W = *static_cast<ReplayWork *>(Argument);
  // Neither the guard nor the program may answer for what goes wrong here.
  for (int Signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    syscalls::setDefaultAction(Signal);
  syscalls::call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (!readMappings(W))
    syscalls::endProcess(1);
  for (size_t I = 0; I < W.TouchedCount; ++I) {
    if (!own(W, W.Touched[I]))
      syscalls::endProcess(2);
    W.Guard->reveal(W.Touched[I]);
  }
  for (auto *E = W.Log->last(); E; E = W.Log->previous(E))
    if (E->What == LaunchLog::Kind::Image)
      exchange(*E);
    else if (E->What == LaunchLog::Kind::Return && !keep(*E))
      syscalls::endProcess(3);
  for (auto *E = W.Log->first(); E; E = W.Log->next(E))
    switch (E->What) {
    case LaunchLog::Kind::Image:
      exchange(*E);
      break;
    case LaunchLog::Kind::Return:
      std::memcpy(host(E->Range.Begin), E->Kept, E->Range.size());
      syscalls::call(SYS_munmap, E->Kept, E->Range.size());
      break;
    case LaunchLog::Kind::Launch:
      run(*E);
      break;
    case LaunchLog::Kind::Unfinished:
      break;
    }
  char *To = W.Out;
  for (size_t I = 0; I < W.WantedCount; ++I) {
    std::memcpy(To, host(W.Wanted[I].Begin), W.Wanted[I].size());
    To += W.Wanted[I].size();
  }
  W.Finished->store(1, std::memory_order_release);
  syscalls::call(SYS_futex, W.Finished, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  syscalls::endProcess(0);
}
