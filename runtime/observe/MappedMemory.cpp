// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/MappedMemory.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>

using namespace twofold;

namespace {

constexpr unsigned AddressBits = 48, LeafBits = 14;
/// Larger blocks are mapped one by one.
constexpr uint64_t LargestShared = uint64_t(1) << 20;
/// No more is mapped at once for many blocks.
constexpr uint64_t LargestStock = uint64_t(32) << 20;

unsigned pageBits() {
  return unsigned(std::bit_width(syscalls::pageBytes()) - 1);
}

/// How many pages each block has, by the number of its first one.
class BlockLengths {
  using Length = std::atomic<uint64_t>;
  std::atomic<std::atomic<Length *> *> Root{nullptr};

  /// What Place refers to. If that is nothing, it refers to Count new ones from
  /// then on, which are all zero.
  template <typename T>
  static T *made(std::atomic<T *> &Place, uint64_t Count) {
    if (T *There = Place.load(std::memory_order_acquire))
      return There;
    auto *Fresh = static_cast<T *>(syscalls::map(Count * sizeof(T), false));
    T *There = nullptr;
    if (!Fresh || Place.compare_exchange_strong(There, Fresh))
      return Fresh;
    syscalls::unmap(Fresh, Count * sizeof(T));
    return There;
  }

  static uint64_t leaves() {
    return uint64_t(1) << (AddressBits - pageBits() - LeafBits);
  }

public:
  /// The length of the block at Address. It is null where there is none, and
  /// none was to be made or there is no memory for it.
  Length *of(uint64_t Address, bool Make) {
    const uint64_t Page = Address >> pageBits(), Leaf = Page >> LeafBits;
    if (Leaf >= leaves())
      return nullptr;
    auto *All = Make ? made(Root, leaves()) : Root.load();
    if (!All)
      return nullptr;
    Length *Of = Make ? made(All[Leaf], uint64_t(1) << LeafBits)
                      : All[Leaf].load(std::memory_order_acquire);
    return Of ? &Of[Page & ((uint64_t(1) << LeafBits) - 1)] : nullptr;
  }
};

/// Mapped pages that no block has yet: the number of the first one, and how
/// many there are, in one word.
class Stock {
  static constexpr unsigned CountBits = 24;
  std::atomic<uint64_t> Pages{0};
  std::atomic<uint64_t> Mapped{0}; ///< so far, in bytes

  static uint64_t count(uint64_t Word) {
    return Word & ((uint64_t(1) << CountBits) - 1);
  }
  static char *begin(uint64_t Word) {
    return reinterpret_cast<char *>((Word >> CountBits) << pageBits());
  }
  static uint64_t word(const char *Begin, uint64_t Bytes) {
    return uint64_t(uintptr_t(Begin)) >> pageBits() << CountBits |
           Bytes >> pageBits();
  }

public:
  static char *map(uint64_t Bytes) {
    void *Mapped = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return Mapped == MAP_FAILED ? nullptr : static_cast<char *>(Mapped);
  }

  /// Bytes are those of whole pages. Null when there is no memory.
  char *take(uint64_t Bytes) {
    while (true) {
      uint64_t Left = Pages.load();
      const uint64_t Rest = count(Left) << pageBits();
      char *const First = begin(Left);
      if (Rest >= Bytes) {
        if (Pages.compare_exchange_strong(Left,
                                          word(First + Bytes, Rest - Bytes)))
          return First;
        continue;
      }
      // The stock doubles: then little is unused in programs with few blocks,
      // and many blocks take few calls.
      const uint64_t Page = uint64_t(1) << pageBits();
      const uint64_t More = std::clamp(Mapped.load() & -Page, Bytes,
                                       std::max(Bytes, LargestStock));
      char *const Fresh = map(More);
      if (!Fresh)
        return nullptr;
      if (!Pages.compare_exchange_strong(Left,
                                         word(Fresh + Bytes, More - Bytes))) {
        munmap(Fresh, More);
        continue;
      }
      Mapped.fetch_add(More);
      if (Rest)
        munmap(First, Rest);
      return Fresh;
    }
  }
};

constinit BlockLengths Lengths;
constinit Stock Shared;

[[noreturn]] void refuse(const void *Block) {
  std::fprintf(stderr, "twofold: twofold_free: %p is not from twofold_alloc\n",
               Block);
  std::abort();
}

} // namespace

void *twofold::mapMemory(size_t Bytes) {
  if (Bytes == 0)
    return nullptr;
  const size_t Page = size_t(1) << pageBits();
  // Larger objects would have differences of pointers that overflow.
  if (Bytes > size_t(PTRDIFF_MAX) - Page) {
    errno = ENOMEM;
    return nullptr;
  }
  const size_t Whole = (Bytes + Page - 1) & -Page;
  char *const Block =
      Whole <= LargestShared ? Shared.take(Whole) : Stock::map(Whole);
  if (!Block)
    return nullptr;
  auto *Length = Lengths.of(uint64_t(uintptr_t(Block)), true);
  if (!Length) {
    munmap(Block, Whole);
    errno = ENOMEM;
    return nullptr;
  }
  Length->store(Whole >> pageBits());
  return Block;
}

ByteRange twofold::mappedMemory(const void *Block) {
  const uint64_t Begin = uint64_t(uintptr_t(Block));
  const uint64_t Page = uint64_t(1) << pageBits();
  const auto *Length = Begin % Page == 0 ? Lengths.of(Begin, false) : nullptr;
  const uint64_t Pages = Length ? Length->load() : 0;
  if (!Pages)
    refuse(Block);
  return {Begin, Begin + (Pages << pageBits())};
}

void twofold::unmapMemory(void *Block) {
  if (!Block)
    return;
  const int Before = errno;
  const ByteRange Whole = mappedMemory(Block);
  // This happens once, and before they are unmapped: another thread may get
  // these pages then.
  if (!Lengths.of(Whole.Begin, false)->exchange(0))
    refuse(Block);
  munmap(Block, Whole.size());
  errno = Before;
}
