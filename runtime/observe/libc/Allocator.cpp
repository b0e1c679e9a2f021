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
#undef _FORTIFY_SOURCE
#include "observe/Observation.h"
#include "observe/libc/NextFunction.h"
#include "system/ForkGate.h"
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

namespace {

bool passesBy(size_t Size) {
  return Size < SmallestSeen.load(std::memory_order_relaxed);
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

bool findNext();

/// A function of the next allocator. Until that is known, the first call finds
/// it, and while it is being found, Early does.
template <typename Function, auto Early> class Next;
template <typename R, typename... A, auto Early> class Next<R(A...), Early> {
  static R start(A... Given) {
    return findNext() ? To.load(std::memory_order_relaxed)(Given...)
                      : Early(Given...);
  }
  static constinit inline std::atomic<R (*)(A...)> To{start};

public:
  R operator()(A... Given) const {
    return To.load(std::memory_order_relaxed)(Given...);
  }
  void find(const char *Name, R (*Else)(A...) = nullptr) const {
    auto *Found = reinterpret_cast<R (*)(A...)>(dlsym(RTLD_NEXT, Name));
    To.store(Found ? Found : Else, std::memory_order_relaxed);
  }
};

constexpr Next<void *(size_t), allocateEarly> Malloc;
// Early memory is used once only: it is zero.
constexpr Next<void *(size_t, size_t),
               [](size_t Count, size_t Size) {
                 return allocateEarly(Count * Size);
               }>
    Calloc;
constexpr Next<void *(void *, size_t),
               [](void *Block, size_t Size) {
                 return Block ? nullptr : allocateEarly(Size);
               }>
    Realloc;
constexpr Next<void(void *), [](void *) {}> Free;
constexpr Next<void *(size_t, size_t), [](auto...) { return nullptr; }>
    Memalign;
constexpr Next<void *(size_t, size_t), [](auto...) { return nullptr; }> Aligned;
constexpr Next<int(void **, size_t, size_t), [](auto...) { return ENOMEM; }>
    Posix;
constexpr Next<void *(size_t), [](auto...) { return nullptr; }> Valloc;
constexpr Next<void *(size_t), [](auto...) { return nullptr; }> Pvalloc;
constexpr Next<size_t(void *), [](void *) -> size_t { return 0; }> Usable;

/// False while this thread is finding it.
bool findNext() {
  if (Finding)
    return false;
  Finding = true;
  Malloc.find("malloc");
  Calloc.find("calloc");
  Realloc.find("realloc");
  Free.find("free");
  Memalign.find("memalign");
  Aligned.find("aligned_alloc");
  Posix.find("posix_memalign");
  Valloc.find("valloc");
  Pvalloc.find("pvalloc");
  Usable.find("malloc_usable_size", [](void *) -> size_t { return 0; });
  Finding = false;
  return true;
}

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
  return Blocks.closed() ? Usable(Block) : Blocks.sizeAt(addressOf(Block));
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
  void *Block = Malloc(Whole);
  if (Block && addressOf(Block) % Page != 0 &&
      (addressOf(Block) % Alignment != 0 ||
       ownPages(rangeOf(Block, Usable(Block))).empty())) {
    Free(Block);
    Block = Memalign(Page, Whole);
  }
  return Block ? Block : Memalign(Alignment, Size);
}

__attribute__((noinline)) void *mallocLarge(size_t Size) {
  return record(getsPages(Size) ? allocateInPages(alignof(max_align_t), Size)
                                : Malloc(Size),
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
    const char *Set = secure_getenv(Variable);
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
  Free(Block);
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
  void *Moved = Realloc(Block, Size);
  // It failed, and the block is still there.
  if (!Moved && Size && Listed)
    record(Block, Listed);
  return record(Moved, Size);
}

/// As early as can be: so it comes last before a fork and first after it, and
/// arrays are made later.
__attribute__((constructor)) void begin() {
  HasFunctions.store(true, std::memory_order_relaxed);
  pthread_atfork(
      [] {
        findNextFunctions();
        beforeFork();
      },
      afterFork, afterFork);
  ForkGate::watch();
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
    return Malloc(Size);
  return mallocLarge(Size);
}

OURS void free(void *Block) noexcept {
  if (!Blocks.mayBegin(Block)) [[likely]]
    return Free(Block);
  freeListed(Block);
}

OURS void *calloc(size_t Count, size_t Size) noexcept {
  // An overflow is the next allocator's to refuse.
  size_t Bytes;
  if (!__builtin_mul_overflow(Count, Size, &Bytes) && Bytes < MostlyMapped &&
      getsPages(Bytes)) [[unlikely]]
    return record(callocInPages(Bytes), Bytes);
  return record(Calloc(Count, Size), Count * Size);
}

OURS void *realloc(void *Block, size_t Size) noexcept {
  if (Blocks.mayBegin(Block)) [[unlikely]]
    return reallocListed(Block, Size);
  return record(Realloc(Block, Size), Size);
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
  return record(Memalign(Alignment, Size), Size);
}

OURS void *aligned_alloc(size_t Alignment, size_t Size) noexcept {
  if (getsPages(Alignment, Size)) [[unlikely]]
    return record(allocateInPages(Alignment, Size), Size);
  return record(Aligned(Alignment, Size), Size);
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
  int Why = Posix(To, Alignment, Size);
  if (Why == 0)
    record(*To, Size);
  return Why;
}

OURS void *valloc(size_t Size) noexcept { return record(Valloc(Size), Size); }

OURS void *pvalloc(size_t Size) noexcept { return record(Pvalloc(Size), Size); }

} // extern "C"
