// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Observation.h - what the program does with memory, as it is seen ---===//
//
// The functions in observe/libc/ stand before libc's. They change nothing that
// the program sees; they tell here what is about to happen, or has happened, to
// memory. A process has one allocator, so all of this is one for the process.
// It works before the runtime exists and in programs that never run a loop.
#ifndef TWOFOLD_RUNTIME_OBSERVE_OBSERVATION_H
#define TWOFOLD_RUNTIME_OBSERVE_OBSERVATION_H

#include "bytes/RangeSet.h"
#include "guard/HostGuard.h"
#include "observe/AllocationTable.h"

#include <atomic>
#include <string>

namespace twofold::observation {

/// Blocks below this size are not listed: programs allocate many of them, and
/// they are not worth a launch. Nothing that is not listed stays on devices.
constexpr uint64_t SmallestArray = uint64_t(64) << 10;

/// Blocks from this size on are looked at. Such a block holds a whole page.
constexpr uint64_t SmallestBlock = 4096;

/// Tables that a loop reads by computed indices are often smaller. Where there
/// may be such loops, blocks from this size on are noted, for their extents
/// only.
constexpr uint64_t SmallestNoted = 1024;

/// Blocks below this size are neither listed nor noted.
extern __attribute__((visibility("hidden"))) std::atomic<uint64_t> SmallestSeen;

/// From now on small blocks are noted. To be called before the program
/// allocates its arrays, if it has such loops.
inline void noteSmallBlocks() {
  SmallestSeen.store(SmallestNoted, std::memory_order_relaxed);
}
inline bool notesSmallBlocks() {
  return SmallestSeen.load(std::memory_order_relaxed) == SmallestNoted;
}

/// Blocks of the allocator that are listed.
extern __attribute__((visibility("hidden"))) AllocationTable Blocks;

/// The size from which blocks are listed: SmallestArray, but for tests.
extern __attribute__((visibility("hidden"))) std::atomic<uint64_t>
    SmallestListed;
inline bool lists(uint64_t Size) {
  return Size >= SmallestListed.load(std::memory_order_relaxed);
}

inline uint64_t addressOf(const void *Pointer) {
  return reinterpret_cast<uintptr_t>(Pointer);
}
inline ByteRange rangeOf(const void *Begin, uint64_t Size) {
  uint64_t Address = addressOf(Begin);
  return {Address, Size > UINT64_MAX - Address ? UINT64_MAX : Address + Size};
}

/// Is told before memory goes away, while a guard works: what is at these
/// addresses afterwards is other memory, guarded or not.
using Forgetter = void (*)(ByteRange Gone);
void setForgetter(Forgetter To);

// For aboutToFree and aboutToTouch, which need them only with a guard.
void lose(HostGuard &Guard, ByteRange Range);
void touchGuarded(HostGuard &Guard, ByteRange Range, bool Write);

/// Range is about to be given back, and what it holds is lost.
inline void aboutToFree(ByteRange Range) {
  if (HostGuard *Guard = activeGuard()) [[unlikely]]
    lose(*Guard, Range);
}
/// The kernel is about to read or write Range.
inline void aboutToTouch(const void *Begin, uint64_t Size, bool Write) {
  if (HostGuard *Guard = activeGuard()) [[unlikely]]
    touchGuarded(*Guard, rangeOf(Begin, Size), Write);
}
/// Range is about to be moved, or to get another protection: what it holds is
/// kept, and it is no longer guarded.
void aboutToMove(ByteRange Range);
/// Memory is lent to To (Loans.h), and comes home.
void lend(const void *To, ByteRange Memory);

/// Notes a block that is too small to be listed, unless there are too many.
void noteSmallBlock(ByteRange Block);
/// Forgets a block that was listed or noted, and returns its size; 0 when it
/// was neither.
uint64_t removeBlock(uint64_t Begin);

/// Usable: the program may read and write all of it, and its end is there.
/// Private: it is memory of no file, and no other process has it.
void mapped(ByteRange Range, bool Usable, bool Private);
void unmapped(ByteRange Range);
/// Range was given another protection; Open: the program may read and write it.
void protectionChanged(ByteRange Range, bool Open);

/// Whether the program may access all of it.
bool isOpen(ByteRange Range);

/// The block that Address lies in: all that a pointer to it can reach in a
/// correct program, and perhaps more. All of it is open for the program. Empty
/// when that is not known.
ByteRange extentOf(uint64_t Address);
/// As extentOf, but only of blocks whose end is told here, as that of noted
/// blocks is not.
ByteRange watchedExtentOf(uint64_t Address);

/// The pages around Address that are certainly private memory of no file, and
/// no stack of a thread's: the calls that have given them say so. Empty when
/// none do.
ByteRange privatePagesOf(uint64_t Address);

/// The pages that hold nothing but the block that Address lies in, and what the
/// allocator wrote before it. Empty when that is not known. Touches the block's
/// first page.
ByteRange pagesOf(uint64_t Address);
/// The pages that hold nothing but bytes of Block, a block of the allocator,
/// that the program may use.
ByteRange ownPages(ByteRange Block);

/// Why the program's calls are not seen here; empty when they are.
std::string whyNot();
/// Whether that is because the runtime was loaded when libc's functions were in
/// use already: they are found first then.
bool isLate();
/// Functions that stand before libc's are in this library. Set as it is loaded.
extern __attribute__((visibility("hidden"))) constinit std::atomic<bool>
    HasFunctions;
/// Why results may not stay on devices, even if all pages can be guarded; empty
/// when they may: the program's calls are seen, and its operator delete gives
/// memory back. One that keeps it would give some to the runtime, guarded,
/// while that holds locks.
std::string whyNoGuard();

/// Around a fork, in the parent and in the child.
void beforeFork();
void afterFork();

} // namespace twofold::observation

#endif
