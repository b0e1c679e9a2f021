// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FreshPages.cpp - other contents for pages, all at once -------------===//
#include "FreshPages.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>

using namespace twofold;

#ifndef MREMAP_DONTUNMAP
#define MREMAP_DONTUNMAP 4
#endif

static constexpr int Accessible = PROT_READ | PROT_WRITE;
/// Page tables of this size are moved as a whole.
static constexpr size_t Alignment = size_t(2) << 20;

static char *mapAligned(size_t Size) {
  void *Memory = mmap(nullptr, Size + Alignment, Accessible,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED)
    return nullptr;
  char *Begin = static_cast<char *>(Memory);
  char *Aligned = Begin + (-reinterpret_cast<uintptr_t>(Begin) % Alignment);
  if (Aligned != Begin)
    munmap(Begin, size_t(Aligned - Begin));
  munmap(Aligned + Size, size_t(Begin + Alignment - Aligned));
  return Aligned;
}

/// The pages at From go to To, in place of those there. From stays mapped, with
/// no pages: nobody else's mapping can come to lie there.
static bool move(char *From, char *To, size_t Size) {
  return mremap(From, Size, Size,
                MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP,
                To) != MAP_FAILED;
}

Result<FreshPages::Area> FreshPages::take(size_t Size) {
  if (Size <= KeptSize) {
    std::lock_guard Hold(Lock);
    if (!Kept.empty()) {
      Area A = Kept.back();
      Kept.pop_back();
      return A;
    }
  }
  Area A;
  A.Size = std::max(Size, KeptSize);
  A.Fresh = mapAligned(A.Size);
  A.Spare = A.Fresh ? mapAligned(A.Size) : nullptr;
  if (A.Spare)
    return A;
  if (A.Fresh)
    munmap(A.Fresh, A.Size);
  return Error{ErrorCode::OutOfMemory,
               std::string("no memory for fresh pages: ") +
                   std::strerror(ENOMEM),
               {}};
}

void FreshPages::giveBack(Area A) {
  if (A.Size == KeptSize) {
    std::lock_guard Hold(Lock);
    if (Kept.size() < KeptAreas) {
      Kept.push_back(A);
      return;
    }
  }
  munmap(A.Fresh, A.Size);
  munmap(A.Spare, A.Size);
}

FreshPages::~FreshPages() {
  for (const Area &A : Kept) {
    munmap(A.Fresh, A.Size);
    munmap(A.Spare, A.Size);
  }
}

Status FreshPages::moveIn(Area &A, ByteRange Pages, int Protection) {
  char *Place = reinterpret_cast<char *>(Pages.Begin);
  const size_t Size = size_t(Pages.size());
  // Fails where Pages are several mappings, or the kernel is before 5.7.
  const bool Aside = move(Place, A.Spare, Size);
  if (Aside)
    mprotect(A.Spare, Size, Accessible);
  bool Small = Aside && Size < ExchangedSize;
  if (Small)
    std::memcpy(A.Spare, A.Fresh, Size);
  char *From = Small ? A.Spare : A.Fresh;
  if (mprotect(From, Size, Protection) == 0 && move(From, Place, Size)) {
    mprotect(From, Size, Accessible);
    if (Aside && !Small)
      std::swap(A.Fresh, A.Spare);
    return Status(Unit());
  }
  int Why = errno;
  mprotect(From, Size, Accessible);
  if (!Aside)
    return Error{ErrorCode::OutOfMemory,
                 std::string("pages cannot be moved: ") + std::strerror(Why),
                 {}};
  // The old pages have to come back.
  if (!Small && mprotect(A.Spare, Size, PROT_NONE) == 0 &&
      move(A.Spare, Place, Size)) {
    mprotect(A.Spare, Size, Accessible);
    return Error{ErrorCode::OutOfMemory,
                 std::string("pages cannot be moved: ") + std::strerror(Why),
                 {}};
  }
  // They cannot. So the new bytes go in while others may look on.
  if (mprotect(Place, Size, Accessible) == 0) {
    std::memcpy(Place, A.Fresh, Size);
    mprotect(Place, Size, Protection);
  }
  return Status(Unit());
}
