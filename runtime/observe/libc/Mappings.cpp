// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Mappings.cpp - the functions that change mappings, observed --------===//
#undef _FORTIFY_SOURCE
#include "observe/Observation.h"
#include "observe/libc/NextFunction.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstring>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

using namespace twofold;
using namespace twofold::observation;

static constexpr int Ordinary = PROT_READ | PROT_WRITE;

/// MREMAP_DONTUNMAP of Linux 5.7, which is not in every header: the old pages
/// are empty afterwards.
static constexpr int DontUnmap = 4;

/// MADV_PAGEOUT. Later ones are MADV_POPULATE_READ, MADV_POPULATE_WRITE,
/// MADV_DONTNEED_LOCKED, MADV_COLLAPSE and MADV_GUARD_INSTALL.
static constexpr int LastHarmlessAdvice = 21;

static size_t wholePages(size_t Size) {
  const size_t Page = syscalls::pageBytes();
  return (Size + Page - 1) / Page * Page;
}

/// What there may be lost: other memory is to be mapped there, which may fail.
static void aboutToReplace(ByteRange Range) { aboutToMove(Range); }

/// The kernel refuses an address within a page, and nothing happens.
static bool beginsWithPage(const void *Begin) {
  return addressOf(Begin) % syscalls::pageBytes() == 0;
}

/// Private memory of no file, with a guard that may have cut it. Keeps errno.
static bool isOrdinary(void *Begin, size_t Size) {
  const int Before = errno;
  HostGuard *Guard = activeGuard();
  ByteRange Pages = rangeOf(Begin, wholePages(Size));
  bool Is = Guard && Guard->guardable(Pages, {}).contains(Pages);
  errno = Before;
  return Is;
}

/// Of a mapping that the guard has cut into several, which the kernel neither
/// moves nor lets grow: what mremap would have done.
static void *remapPieces(char *Begin, size_t Size, size_t NewSize, int Flags,
                         void *To) {
  if (Flags & ~(MREMAP_MAYMOVE | MREMAP_FIXED | DontUnmap))
    return MAP_FAILED;
  auto Map = [](void *At, size_t Bytes, int Where) {
    return reinterpret_cast<void *>(
        syscalls::call(SYS_mmap, At, Bytes, Ordinary,
                       MAP_PRIVATE | MAP_ANONYMOUS | Where, -1, 0));
  };
  Size = wholePages(Size);
  NewSize = wholePages(NewSize);
  if (!(Flags & MREMAP_FIXED) && NewSize > Size) {
    void *More = Map(Begin + Size, NewSize - Size, MAP_FIXED_NOREPLACE);
    if (More == Begin + Size)
      return Begin;
    if (More != MAP_FAILED)
      syscalls::call(SYS_munmap, More, NewSize - Size);
  }
  if (!(Flags & MREMAP_MAYMOVE)) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  void *Moved = Map(To, NewSize, Flags & MREMAP_FIXED ? MAP_FIXED : 0);
  if (Moved == MAP_FAILED)
    return MAP_FAILED;
  std::memcpy(Moved, Begin, std::min(Size, NewSize));
  if (Flags & DontUnmap)
    syscalls::call(SYS_madvise, Begin, Size, MADV_DONTNEED);
  else
    syscalls::call(SYS_munmap, Begin, Size);
  return Moved;
}

extern "C" {

/// Of files, the end may not be there to be read. What is not reserved may be
/// far too much. By system calls throughout: allocators call these while they
/// start.
OURS void *mmap(void *Hint, size_t Size, int Protection, int Flags, int File,
                off_t Offset) noexcept {
  if (Flags & MAP_FIXED)
    aboutToReplace(rangeOf(Hint, Size));
  long Memory =
      syscalls::call(SYS_mmap, Hint, Size, Protection, Flags, File, Offset);
  void *Begin = reinterpret_cast<void *>(Memory);
  if (Memory != -1)
    mapped(rangeOf(Begin, wholePages(Size)),
           (Protection & Ordinary) == Ordinary &&
               (Flags & (MAP_ANONYMOUS | MAP_STACK | MAP_GROWSDOWN |
                         MAP_NORESERVE)) == MAP_ANONYMOUS,
           (Flags & (MAP_TYPE | MAP_HUGETLB)) == MAP_PRIVATE &&
               !(Protection & PROT_EXEC));
  return Begin;
}

OURS void *mmap64(void *Hint, size_t Size, int Protection, int Flags, int File,
                  off64_t Offset) noexcept __attribute__((alias("mmap")));

OURS int munmap(void *Begin, size_t Size) noexcept {
  // Before another thread can get the same addresses.
  if (beginsWithPage(Begin)) {
    aboutToFree(rangeOf(Begin, Size));
    unmapped(rangeOf(Begin, wholePages(Size)));
  }
  return int(syscalls::call(SYS_munmap, Begin, Size));
}

OURS void *mremap(void *Begin, size_t Size, size_t NewSize, int Flags,
                  ...) noexcept {
  void *To = nullptr;
  if (Flags & MREMAP_FIXED) {
    va_list More;
    va_start(More, Flags);
    To = va_arg(More, void *);
    va_end(More);
    aboutToReplace(rangeOf(To, NewSize));
  }
  aboutToMove(rangeOf(Begin, Size));
  const bool Known = !watchedExtentOf(addressOf(Begin)).empty();
  const bool Private = !privatePagesOf(addressOf(Begin)).empty();
  auto *Moved = reinterpret_cast<void *>(
      syscalls::call(SYS_mremap, Begin, Size, NewSize, Flags, To));
  if (Moved == MAP_FAILED && errno == EFAULT && isOrdinary(Begin, Size))
    Moved = remapPieces(static_cast<char *>(Begin), Size, NewSize, Flags, To);
  if (Moved != MAP_FAILED) {
    unmapped(rangeOf(Begin, wholePages(Size)));
    mapped(rangeOf(Moved, wholePages(NewSize)), Known, Private);
  }
  return Moved;
}

OURS int madvise(void *Begin, size_t Size, int Advice) noexcept {
  // What loses the pages' contents; and what does so or fills the pages, but
  // not in every kernel and not in all memory, and is rare.
  if (Advice == MADV_DONTNEED || Advice == MADV_FREE) {
    if (beginsWithPage(Begin))
      aboutToFree(rangeOf(Begin, Size));
  } else if (Advice == MADV_REMOVE || Advice > LastHarmlessAdvice) {
    aboutToTouch(Begin, Size, true);
  }
  return int(syscalls::call(SYS_madvise, Begin, Size, Advice));
}

OURS int mprotect(void *Begin, size_t Size, int Protection) noexcept {
  aboutToMove(rangeOf(Begin, Size));
  protectionChanged(rangeOf(Begin, Size), (Protection & Ordinary) == Ordinary);
  return int(syscalls::call(SYS_mprotect, Begin, Size, Protection));
}

/// A key other than the first shuts memory for some threads at some times.
OURS int pkey_mprotect(void *Begin, size_t Size, int Protection,
                       int Key) noexcept {
  if (Key == -1)
    return mprotect(Begin, Size, Protection);
  aboutToMove(rangeOf(Begin, Size));
  protectionChanged(rangeOf(Begin, Size),
                    (Protection & Ordinary) == Ordinary && Key == 0);
  return int(syscalls::call(SYS_pkey_mprotect, Begin, Size, Protection, Key));
}

OURS void *shmat(int Of, const void *Hint, int Flags) noexcept {
  shmid_ds About;
  ByteRange Replaced;
  if (Flags & SHM_REMAP && shmctl(Of, IPC_STAT, &About) == 0)
    Replaced = rangeOf(Hint, wholePages(About.shm_segsz));
  aboutToReplace(Replaced);
  auto *Begin =
      reinterpret_cast<void *>(syscalls::call(SYS_shmat, Of, Hint, Flags));
  if (Begin == Hint && !Replaced.empty())
    mapped(Replaced, false, false);
  return Begin;
}

} // extern "C"
