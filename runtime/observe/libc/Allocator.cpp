// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Allocator.cpp - the allocator's functions, observed ----------------===//
//
// What is returned is always what the next allocator returned. The fast ways,
// for small blocks, are a comparison, for free() also a load, and a jump.
//
// Parts of pages that an array shares with other data stay on no device. So,
// where there may be a device with memory of its own, the next allocator is
// asked for blocks that begin with a page and end a page later than they must.
// Elsewhere blocks lie as they would without us: rows of a matrix that all
// begin with a page compete for the same lines of a cache.
//
//===----------------------------------------------------------------------===//
#undef _FORTIFY_SOURCE
#include "observe/Observation.h"
#include "observe/libc/NextFunction.h"
#include "system/SystemCalls.h"
#include "twofold/abi.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <unistd.h>

using namespace twofold;
using namespace twofold::observation;

#define OURS __attribute__((visibility("default")))

namespace {

void *startMalloc(size_t Size);
void *startCalloc(size_t Count, size_t Size);
void *startRealloc(void *Block, size_t Size);
void startFree(void *Block);
void *startMemalign(size_t Alignment, size_t Size);
void *startAligned(size_t Alignment, size_t Size);
int startPosix(void **To, size_t Alignment, size_t Size);
void *startValloc(size_t Size);
void *startPvalloc(size_t Size);
size_t startUsable(void *Block);

/// The next allocator. Until it is known: functions that find it.
template <typename Function> using Next = std::atomic<Function *>;
constinit Next<void *(size_t)> Malloc{startMalloc};
constinit Next<void *(size_t, size_t)> Calloc{startCalloc};
constinit Next<void *(void *, size_t)> Realloc{startRealloc};
constinit Next<void(void *)> Free{startFree};
constinit Next<void *(size_t, size_t)> Memalign{startMemalign};
constinit Next<void *(size_t, size_t)> Aligned{startAligned};
constinit Next<int(void **, size_t, size_t)> Posix{startPosix};
constinit Next<void *(size_t)> Valloc{startValloc};
constinit Next<void *(size_t)> Pvalloc{startPvalloc};
constinit Next<size_t(void *)> Usable{startUsable};

bool passesBy(size_t Size) {
  return Size < SmallestSeen.load(std::memory_order_relaxed);
}

template <typename Function> Function *next(const Next<Function> &From) {
  return From.load(std::memory_order_relaxed);
}

/// For what dlsym allocates while we look for the allocator.
alignas(16) char Early[8192];
constinit std::atomic<size_t> EarlyUsed{0};

bool isEarly(const void *Block) {
  return Block >= Early && Block < Early + sizeof Early;
}

void *allocateEarly(size_t Size) {
  size_t Whole = (std::max<size_t>(Size, 1) + 31) & ~size_t(15);
  size_t At = EarlyUsed.fetch_add(Whole);
  if (Size > sizeof Early || At + Whole > sizeof Early) {
    errno = ENOMEM;
    return nullptr;
  }
  // The size before it, for realloc. free() has to find it among the others.
  std::memcpy(Early + At, &Size, sizeof Size);
  Blocks.markBegin(addressOf(Early + At + 16));
  return Early + At + 16;
}

__attribute__((tls_model("initial-exec"))) thread_local bool Finding = false;

template <typename Function>
void find(Next<Function> &To, const char *Name, Function *Else = nullptr) {
  auto *Found = reinterpret_cast<Function *>(dlsym(RTLD_NEXT, Name));
  To.store(Found ? Found : Else, std::memory_order_relaxed);
}

/// False while this thread is finding it.
bool findNext() {
  if (Finding)
    return false;
  Finding = true;
  find(Malloc, "malloc");
  find(Calloc, "calloc");
  find(Realloc, "realloc");
  find(Free, "free");
  find(Memalign, "memalign");
  find(Aligned, "aligned_alloc");
  find(Posix, "posix_memalign");
  find(Valloc, "valloc");
  find(Pvalloc, "pvalloc");
  find(Usable, "malloc_usable_size", +[](void *) -> size_t { return 0; });
  Finding = false;
  return true;
}

void *startMalloc(size_t Size) {
  return findNext() ? next(Malloc)(Size) : allocateEarly(Size);
}
void *startCalloc(size_t Count, size_t Size) {
  // Early memory is used once only: it is zero.
  return findNext() ? next(Calloc)(Count, Size) : allocateEarly(Count * Size);
}
void *startRealloc(void *Block, size_t Size) {
  if (findNext())
    return next(Realloc)(Block, Size);
  return Block ? nullptr : allocateEarly(Size);
}
void startFree(void *Block) {
  if (findNext())
    next(Free)(Block);
}
void *startMemalign(size_t Alignment, size_t Size) {
  return findNext() ? next(Memalign)(Alignment, Size) : nullptr;
}
void *startAligned(size_t Alignment, size_t Size) {
  return findNext() ? next(Aligned)(Alignment, Size) : nullptr;
}
int startPosix(void **To, size_t Alignment, size_t Size) {
  return findNext() ? next(Posix)(To, Alignment, Size) : ENOMEM;
}
void *startValloc(size_t Size) {
  return findNext() ? next(Valloc)(Size) : nullptr;
}
void *startPvalloc(size_t Size) {
  return findNext() ? next(Pvalloc)(Size) : nullptr;
}
size_t startUsable(void *Block) { return findNext() ? next(Usable)(Block) : 0; }

__attribute__((noinline)) void enter(void *Block, size_t Size) {
  if (lists(Size))
    Blocks.insert(rangeOf(Block, Size));
  else if (notesSmallBlocks())
    noteSmallBlock(rangeOf(Block, Size));
}

/// A block was handed out.
void *record(void *Block, size_t Size) {
  if (Block && !passesBy(Size)) [[unlikely]]
    enter(Block, Size);
  return Block;
}

/// The size of a block that may be one of ours.
uint64_t sizeOf(void *Block) {
  return Blocks.closed() ? next(Usable)(Block)
                         : Blocks.sizeAt(addressOf(Block));
}

/// Blocks from this size on get pages of their own.
constinit std::atomic<uint64_t> SmallestInPages{UINT64_MAX};
/// libc's allocator maps larger blocks one by one, unless a program that frees
/// some teaches it better.
constexpr size_t MostlyMapped = size_t(128) << 10;

bool getsPages(size_t Size) {
  return Size >= SmallestInPages.load(std::memory_order_relaxed) &&
         Size < size_t(PTRDIFF_MAX) / 2;
}

/// A block of Size bytes that shares no page with another one, if it can be
/// had; aligned to a page, or to Alignment if that is less and libc has mapped
/// the block for itself.
void *allocateInPages(size_t Alignment, size_t Size) {
  const size_t Page = syscalls::pageBytes();
  // What libc keeps before the next block is in a page of its own, so that the
  // next block begins with a page, too.
  const size_t Whole = (Size + Page - 1) / Page * Page + Page - 16;
  // Where such a block was, one fits; libc finds no such place for memalign.
  void *Block = next(Malloc)(Whole);
  if (Block && addressOf(Block) % Page != 0 &&
      (addressOf(Block) % Alignment != 0 ||
       ownPages(rangeOf(Block, next(Usable)(Block))).empty())) {
    next(Free)(Block);
    Block = next(Memalign)(Page, Whole);
  }
  return Block ? Block : next(Memalign)(Alignment, Size);
}

__attribute__((noinline)) void *mallocLarge(size_t Size) {
  return record(getsPages(Size) ? allocateInPages(alignof(max_align_t), Size)
                                : next(Malloc)(Size),
                Size);
}

__attribute__((noinline)) void *callocInPages(size_t Size) {
  void *Block = allocateInPages(alignof(max_align_t), Size);
  return Block ? std::memset(Block, 0, Size) : nullptr;
}

/// Whether the alignment is less than a page's and one that all functions take.
bool getsPages(size_t Alignment, size_t Size) {
  return getsPages(Size) && std::has_single_bit(Alignment) &&
         Alignment >= sizeof(void *) && Alignment <= syscalls::pageBytes();
}

/// A device with memory of its own, or one that is to be treated as if it were.
bool mayHaveDeviceMemory() {
  const auto Is = [](const char *Variable, const char *Value) {
    const char *Set = std::getenv(Variable);
    return Set && !std::strcmp(Set, Value);
  };
  if (Is("TWOFOLD_DEVICE", "native") || Is("TWOFOLD_OFFLOAD", "disabled"))
    return false;
  const auto Exists = [](const char *Path) {
    return syscalls::call(SYS_faccessat, AT_FDCWD, Path, F_OK) == 0;
  };
  return Is("TWOFOLD_ZERO_COPY", "0") || Exists("/dev/nvidiactl") ||
         Exists("/dev/dri") || Exists("/dev/kfd") || Exists("/dev/dxg");
}

__attribute__((noinline)) void freeListed(void *Block) {
  if (isEarly(Block))
    return;
  if (activeGuard()) {
    uint64_t Size = sizeOf(Block);
    if (Size >= SmallestBlock)
      aboutToFree(rangeOf(Block, Size));
  }
  // Before the next thread can get the same block.
  removeBlock(addressOf(Block));
  next(Free)(Block);
}

__attribute__((noinline)) void *reallocListed(void *Block, size_t Size) {
  if (isEarly(Block)) {
    size_t Old;
    std::memcpy(&Old, static_cast<char *>(Block) - 16, sizeof Old);
    void *Fresh = malloc(Size);
    if (Fresh)
      std::memcpy(Fresh, Block, std::min(Old, Size));
    return Fresh;
  }
  if (activeGuard()) {
    uint64_t Old = sizeOf(Block);
    if (Old >= SmallestBlock)
      aboutToMove(rangeOf(Block, Old));
  }
  uint64_t Listed = removeBlock(addressOf(Block));
  void *Moved = next(Realloc)(Block, Size);
  // It failed, and the block is still there.
  if (!Moved && Size && Listed)
    record(Block, Listed);
  return record(Moved, Size);
}

/// As early as can be: so it comes last before a fork and first after it, and
/// arrays are made later.
__attribute__((constructor)) void begin() {
  pthread_atfork(
      [] {
        findNextFunctions();
        beforeFork();
      },
      afterFork, afterFork);
  if (&twofold_needs_extents)
    noteSmallBlocks();
  const int Before = errno;
  if (mayHaveDeviceMemory())
    SmallestInPages.store(SmallestArray);
  errno = Before;
}

} // namespace

extern "C" {

OURS void *malloc(size_t Size) noexcept {
  if (passesBy(Size)) [[likely]]
    return next(Malloc)(Size);
  return mallocLarge(Size);
}

OURS void free(void *Block) noexcept {
  if (!Blocks.mayBegin(Block)) [[likely]]
    return next(Free)(Block);
  freeListed(Block);
}

OURS void *calloc(size_t Count, size_t Size) noexcept {
  // An overflow is the next allocator's to refuse.
  size_t Bytes;
  if (!__builtin_mul_overflow(Count, Size, &Bytes) && Bytes < MostlyMapped &&
      getsPages(Bytes)) [[unlikely]]
    return record(callocInPages(Bytes), Bytes);
  return record(next(Calloc)(Count, Size), Count * Size);
}

OURS void *realloc(void *Block, size_t Size) noexcept {
  if (Blocks.mayBegin(Block)) [[unlikely]]
    return reallocListed(Block, Size);
  return record(next(Realloc)(Block, Size), Size);
}

OURS void *reallocarray(void *Block, size_t Count, size_t Size) noexcept {
  size_t Bytes;
  if (__builtin_mul_overflow(Count, Size, &Bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return realloc(Block, Bytes);
}

OURS void *memalign(size_t Alignment, size_t Size) noexcept {
  if (getsPages(Alignment, Size)) [[unlikely]]
    return record(allocateInPages(Alignment, Size), Size);
  return record(next(Memalign)(Alignment, Size), Size);
}

OURS void *aligned_alloc(size_t Alignment, size_t Size) noexcept {
  if (getsPages(Alignment, Size)) [[unlikely]]
    return record(allocateInPages(Alignment, Size), Size);
  return record(next(Aligned)(Alignment, Size), Size);
}

OURS int posix_memalign(void **To, size_t Alignment, size_t Size) noexcept {
  if (getsPages(Alignment, Size)) [[unlikely]] {
    const int Before = errno;
    void *Block = record(allocateInPages(Alignment, Size), Size);
    errno = Before;
    if (Block)
      *To = Block;
    return Block ? 0 : ENOMEM;
  }
  int Why = next(Posix)(To, Alignment, Size);
  if (Why == 0)
    record(*To, Size);
  return Why;
}

OURS void *valloc(size_t Size) noexcept {
  return record(next(Valloc)(Size), Size);
}

OURS void *pvalloc(size_t Size) noexcept {
  return record(next(Pvalloc)(Size), Size);
}

} // extern "C"
