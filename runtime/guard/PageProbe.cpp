// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/PageProbe.h"
#include "guard/HostGuard.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <cerrno>
#include <sys/uio.h>
#include <unistd.h>

using namespace twofold;

// Present only in programs built with the address sanitizer.
extern "C" __attribute__((weak)) int
__asan_address_is_poisoned(void const volatile *Address);
extern "C" __attribute__((weak)) void *__asan_region_is_poisoned(void *Begin,
                                                                 size_t Size);

/// More pages than this are not asked about: 1 GiB of them.
static constexpr uint64_t MaxPages = 1 << 18;
/// A range with more unreadable pages than this is no range of an object.
static constexpr unsigned MaxUnreadable = 1024;
/// One byte of each page is read; this many in one system call.
static constexpr unsigned Batch = 256;

/// Tests the pages from Begin to End, both on page boundaries.
static bool probeRun(uint64_t Begin, uint64_t End, uint64_t Page,
                     unsigned &Unreadable, RangeSet &Readable) {
  char Bytes[Batch];
  iovec Remote[Batch];
  while (Begin < End) {
    unsigned Count = unsigned(std::min<uint64_t>((End - Begin) / Page, Batch));
    for (unsigned I = 0; I < Count; ++I)
      Remote[I] = {reinterpret_cast<void *>(Begin + I * Page), 1};
    iovec Local = {Bytes, Count};
    // Not by the function of libc, which brings home what it is given.
    ssize_t Got = syscalls::call(SYS_process_vm_readv, getpid(), &Local, 1,
                                 Remote, Count, 0);
    if (Got < 0 && errno != EFAULT)
      return false;
    uint64_t Done = Got < 0 ? 0 : uint64_t(Got);
    Readable.insert({Begin, Begin + Done * Page});
    Begin += Done * Page;
    if (Done == Count)
      continue;
    // To the program a guarded page is readable.
    HostGuard *Guard = activeGuard();
    if (Guard && Guard->guards({Begin, Begin + Page})) {
      Readable.insert({Begin, Begin + Page});
      Begin += Page;
      continue;
    }
    if (++Unreadable > MaxUnreadable)
      return false;
    Begin += Page;
  }
  return true;
}

/// Leaves out what the address sanitizer has poisoned: it would report the copy
/// to the device as an access by the program.
static RangeSet withoutPoison(const RangeSet &Bytes) {
  if (!__asan_region_is_poisoned || !__asan_address_is_poisoned)
    return Bytes;
  RangeSet Out;
  for (ByteRange Range : Bytes)
    while (!Range.empty()) {
      auto *Begin = reinterpret_cast<char *>(Range.Begin);
      auto *Bad = static_cast<char *>(
          __asan_region_is_poisoned(Begin, size_t(Range.size())));
      uint64_t Good = Bad ? uint64_t(Bad - Begin) : Range.size();
      Out.insert({Range.Begin, Range.Begin + Good});
      Range.Begin += Good;
      while (!Range.empty() &&
             __asan_address_is_poisoned(reinterpret_cast<void *>(Range.Begin)))
        ++Range.Begin;
    }
  return Out;
}

bool twofold::probePages(ByteRange Wanted, ByteRange Known,
                         RangeSet &Readable) {
  const uint64_t Page = syscalls::pageBytes();
  if (Wanted.End > UINT64_MAX - Page)
    return false;
  auto Down = [&](uint64_t Address) { return Address / Page * Page; };
  auto Up = [&](uint64_t Address) { return Down(Address + Page - 1); };

  RangeSet Pages, Found;
  Pages.insert({Down(Wanted.Begin), Up(Wanted.End)});
  if (!Known.empty()) {
    // Pages in the middle of a known range may still be holes between strided
    // accesses, but no object has holes.
    ByteRange Mates = {Down(Known.Begin), Up(Known.End)};
    Pages.erase(Mates);
    Found.insert(Mates);
  }
  if (Pages.bytes() / Page > MaxPages)
    return false;
  unsigned Unreadable = 0;
  for (const ByteRange &Run : Pages)
    if (!probeRun(Run.Begin, Run.End, Page, Unreadable, Found))
      return false;
  Readable.insert(withoutPoison(Found.intersection(Wanted)));
  return true;
}

/// What the kernel makes of a set of signals at Address when it is told to do
/// with it what does not exist: it reads the set first, and then changes
/// nothing.
static int errorOfNoAction(uint64_t Address) {
  constexpr int NoAction = ~0;
  const int Before = errno;
  const long Done =
      syscalls::call(SYS_rt_sigprocmask, NoAction,
                     reinterpret_cast<const void *>(Address), nullptr, 8);
  const int Error = Done == -1 ? errno : 0;
  errno = Before;
  return Error;
}

bool twofold::readsAtOnce(uint64_t Address, uint64_t Bytes) {
  const uint64_t Page = syscalls::pageBytes(), In = Address % Page;
  // The last page of all belongs to nobody. A kernel that does not look at the
  // set first would say so of it, too.
  static const bool Tells = errorOfNoAction(-syscalls::pageBytes()) == EFAULT;
  return Tells && Bytes <= Page - In &&
         errorOfNoAction(Address - Address % 8) == EINVAL;
}
