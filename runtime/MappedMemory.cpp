// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- MappedMemory.cpp - page-aligned memory for the program's arrays ----===//
#include "MappedMemory.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace twofold;

namespace {

/// At the begin of the page before the block: a block that has pages to itself
/// needs no table, and so no lock.
struct Header {
  uint64_t Mark;  ///< MarkOf the header
  uint64_t Bytes; ///< all that was mapped, with this page
};

} // namespace

static size_t pageBytes() { return size_t(sysconf(_SC_PAGESIZE)); }

static uint64_t markOf(const Header *At) {
  return uint64_t(uintptr_t(At)) ^ 0x74776f666f6c6421;
}

static Header *headerOf(const void *Block) {
  uint64_t Address = uint64_t(uintptr_t(Block));
  const size_t Page = pageBytes();
  if (Address % Page == 0 && Address > Page) {
    auto *Found = reinterpret_cast<Header *>(uintptr_t(Address - Page));
    if (Found->Mark == markOf(Found))
      return Found;
  }
  std::fprintf(stderr, "twofold: twofold_free: %p is not from twofold_alloc\n",
               Block);
  std::abort();
}

void *twofold::mapMemory(size_t Bytes) {
  if (Bytes == 0)
    return nullptr;
  const size_t Page = pageBytes();
  // Larger objects would have differences of pointers that overflow.
  if (Bytes > size_t(PTRDIFF_MAX) - 2 * Page) {
    errno = ENOMEM;
    return nullptr;
  }
  const size_t Whole = (Bytes + Page - 1) / Page * Page + Page;
  void *Mapped = mmap(nullptr, Whole, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Mapped == MAP_FAILED)
    return nullptr;
  auto *Made = static_cast<Header *>(Mapped);
  *Made = {markOf(Made), Whole};
  return static_cast<char *>(Mapped) + Page;
}

ByteRange twofold::mappedMemory(const void *Block) {
  const Header *Found = headerOf(Block);
  uint64_t Begin = uint64_t(uintptr_t(Found));
  return {Begin, Begin + Found->Bytes};
}

void twofold::unmapMemory(void *Block) {
  if (!Block)
    return;
  const int Before = errno;
  Header *Found = headerOf(Block);
  munmap(Found, Found->Bytes);
  errno = Before;
}
