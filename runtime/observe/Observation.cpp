// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/Observation.h"
#include "guard/Loans.h"
#include "guard/MappingTable.h"
#include "system/SignalHold.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <malloc.h>
#include <sys/mman.h>

using namespace twofold;

constinit AllocationTable observation::Blocks;
constinit std::atomic<uint64_t> observation::SmallestListed{
    observation::SmallestArray};
constinit std::atomic<uint64_t> observation::SmallestSeen{
    observation::SmallestBlock};
constinit std::atomic<bool> observation::HasFunctions{false};
static constinit BlockSlots SmallBlocks;
static constinit MappingTable Mappings;
static constinit MappingTable Private; ///< those of Mappings that are private
static constinit MappingTable Shut;    ///< what the program cannot access
static constinit std::atomic<bool> AnyShut{false};
static constinit std::atomic<observation::Forgetter> Forget{nullptr};

namespace {
/// Keeps errno: the caller goes on to a call that reports by it.
class KeptError {
  const int Before = errno;

public:
  ~KeptError() { errno = Before; }
};
} // namespace

void observation::setForgetter(Forgetter To) { Forget.store(To); }

void observation::lose(HostGuard &Guard, ByteRange Range) {
  KeptError Keep;
  if (Forgetter To = Forget.load())
    To(Range);
  if (Guard.guards(Range))
    Guard.forget(Range);
}

void observation::touchGuarded(HostGuard &Guard, ByteRange Range, bool Write) {
  // What a driver gives to the kernel while our locks are held is its own, and
  // may lie beside an array: who brings that home would wait for those locks.
  if (!Guard.guards(Range) || SignalHold::held())
    return;
  KeptError Keep;
  Guard.touch(Range, Write);
}

void observation::aboutToMove(ByteRange Range) {
  HostGuard *Guard = activeGuard();
  if (!Guard)
    return;
  touchGuarded(*Guard, Range, true);
  lose(*Guard, Range);
}

void observation::lend(const void *To, ByteRange Memory) {
  noteLoan(To, Memory);
  if (!Memory.empty())
    aboutToMove(Memory);
}

void observation::noteSmallBlock(ByteRange Block) {
  // This comes first, so that no free() of the block passes by.
  Blocks.markBegin(Block.Begin);
  SmallBlocks.insert(Block);
}

uint64_t observation::removeBlock(uint64_t Begin) {
  uint64_t Size = Blocks.remove(Begin);
  if (!Size && notesSmallBlocks())
    Size = SmallBlocks.remove(Begin);
  forgetLoans({Begin, Begin + Size});
  return Size;
}

void observation::mapped(ByteRange Range, bool Usable, bool IsPrivate) {
  forgetLoans(Range);
  if (Usable)
    Mappings.insert(Range);
  else
    Mappings.remove(Range);
  if (Usable && IsPrivate)
    Private.insert(Range);
  else
    Private.remove(Range);
  if (AnyShut.load(std::memory_order_relaxed))
    Shut.remove(Range);
}

void observation::unmapped(ByteRange Range) {
  forgetLoans(Range);
  Mappings.remove(Range);
  Private.remove(Range);
  if (AnyShut.load(std::memory_order_relaxed))
    Shut.remove(Range);
}

void observation::protectionChanged(ByteRange Range, bool Open) {
  if (!Open) {
    Mappings.remove(Range);
    Private.remove(Range);
    AnyShut.store(true, std::memory_order_relaxed);
    Shut.insert(Range);
  } else if (AnyShut.load(std::memory_order_relaxed)) {
    Shut.remove(Range);
  }
}

bool observation::isOpen(ByteRange Range) {
  return !AnyShut.load(std::memory_order_relaxed) || !Shut.overlaps(Range);
}

/// Whether libc, and no other library, has the function.
static bool isOfLibc(const void *Function) {
  Dl_info Of, Library;
  return dladdr(Function, &Of) &&
         dladdr(reinterpret_cast<void *>(&gnu_get_libc_version), &Library) &&
         Of.dli_fbase == Library.dli_fbase;
}

/// Whether blocks are libc's allocator's, in its usual pages. One that another
/// library has brought may use files, or share its memory.
static bool hasPlainBlocks() {
  static const bool Plain = [] {
    const char *Tuned = std::getenv("GLIBC_TUNABLES");
    return !(Tuned && std::strstr(Tuned, "hugetlb")) &&
           isOfLibc(dlsym(RTLD_NEXT, "malloc"));
  }();
  return Plain;
}

/// The allocator's block that holds Address. To find that there is none takes
/// longer the more blocks there are; libc maps its own memory unseen, so that
/// none of its blocks is in what the program has mapped.
static ByteRange blockAt(uint64_t Address) {
  return hasPlainBlocks() && !Mappings.find(Address).empty()
             ? ByteRange()
             : observation::Blocks.find(Address);
}

ByteRange observation::watchedExtentOf(uint64_t Address) {
  ByteRange Block = blockAt(Address);
  if (Block.empty())
    return Mappings.findJoined(Address);
  return isOpen(Block) ? Block : ByteRange();
}

ByteRange observation::extentOf(uint64_t Address) {
  ByteRange Noted;
  if (notesSmallBlocks())
    Noted = SmallBlocks.findWithin(Address, SmallestArray);
  return !Noted.empty() && isOpen(Noted) ? Noted : watchedExtentOf(Address);
}

ByteRange observation::privatePagesOf(uint64_t Address) {
  const uint64_t Page = syscalls::pageBytes();
  ByteRange Block = blockAt(Address);
  if (Block.empty()) {
    Block = Private.findJoined(Address);
    // Above memory that the program has shut there may be a stack of its own.
    if (Block.empty() || !isOpen({Block.Begin - 1, Block.Begin}))
      return {};
  } else if (!hasPlainBlocks()) {
    return {};
  }
  return {Block.Begin / Page * Page, (Block.End + Page - 1) / Page * Page};
}

ByteRange observation::ownPages(ByteRange Block) {
  const uint64_t Page = syscalls::pageBytes();
  // What an allocator keeps before a block that it has mapped for itself.
  constexpr uint64_t LargestHeader = 16;
  const uint64_t Before = Block.Begin % Page;
  if (Before == 0)
    return {Block.Begin, std::max(Block.Begin, Block.End / Page * Page)};
  // A block between others ends somewhere in a page.
  if (Before > LargestHeader || Block.End % Page != 0)
    return {};
  return {Block.Begin - Before, Block.End};
}

ByteRange observation::pagesOf(uint64_t Address) {
  ByteRange Block = blockAt(Address);
  if (Block.empty())
    return Mappings.find(Address);
  auto *Begin = reinterpret_cast<void *>(uintptr_t(Block.Begin));
  return ownPages(rangeOf(Begin, malloc_usable_size(Begin)));
}

void observation::beforeFork() {
  Blocks.beforeFork();
  Mappings.beforeFork();
  Private.beforeFork();
  Shut.beforeFork();
  beforeForkOfLoans();
}

void observation::afterFork() {
  afterForkOfLoans();
  Shut.afterFork();
  Private.afterFork();
  Mappings.afterFork();
  Blocks.afterFork();
}

/// Calls a function as the program's own code would find it.
template <typename Function> static Function *programs(const char *Name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, Name));
}

bool observation::isLate() {
  if (!HasFunctions)
    return false;
  // By default this library's own functions would be found, too, and in place
  // of libc's what a program that is not relocated calls it by.
  void *Program = dlopen(nullptr, RTLD_LAZY);
  const bool Has = Program && dlsym(Program, "twofold_run");
  if (Program)
    dlclose(Program);
  return !Has || isOfLibc(dlsym(RTLD_DEFAULT, "malloc"));
}

std::string observation::whyNot() {
  if (Blocks.closed())
    return "the table of allocations is closed";
  auto *Malloc = programs<void *(size_t)>("malloc");
  auto *Free = programs<void(void *)>("free");
  auto *Map = programs<void *(void *, size_t, int, int, int, off_t)>("mmap");
  auto *Unmap = programs<int(void *, size_t)>("munmap");
  if (!Malloc || !Free || !Map || !Unmap)
    return "the program has no malloc";
  const size_t Size = 3 * SmallestArray;
  void *Block = Malloc(Size);
  bool Seen = Block && Blocks.sizeAt(addressOf(Block)) == Size;
  Free(Block);
  Seen = Seen && Blocks.sizeAt(addressOf(Block)) == 0;
  if (!Seen && isLate())
    return std::string(
               "the runtime was loaded when the program had begun, and "
               "does not see what becomes of its memory; `twofold run ") +
           program_invocation_short_name + " ...` loads it first";
  if (!Seen)
    return "the program's allocator comes before the runtime's library";
  Block = Map(nullptr, Size, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  Seen = Mappings.find(addressOf(Block)).size() == Size;
  Unmap(Block, Size);
  if (!Seen || !Mappings.find(addressOf(Block)).empty())
    return "the program's mmap comes before the runtime's library";
  return "";
}

std::string observation::whyNoGuard() {
  if (std::string WhyNot = whyNot(); !WhyNot.empty())
    return WhyNot;
  auto *New = programs<void *(size_t)>("_Znwm");
  auto *Delete = programs<void(void *)>("_ZdlPv");
  if (!New || !Delete)
    return "";
  for (size_t Size = SmallestListed; Size <= 4 * SmallestArray; Size *= 2) {
    void *Block = New(Size);
    // Some allocators keep a note before each block.
    ByteRange Seen = Blocks.find(addressOf(Block));
    bool Alone = !Seen.empty() && Seen.size() < Size + SmallestBlock / 2;
    Delete(Block);
    if (!Alone || Blocks.sizeAt(Seen.Begin) != 0)
      return "the program's operator delete keeps memory to itself";
  }
  return "";
}
