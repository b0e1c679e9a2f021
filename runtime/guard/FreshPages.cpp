// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/FreshPages.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>

using namespace twofold;

static constexpr int Accessible = PROT_READ | PROT_WRITE;
/// Page tables of this size are moved as a whole.
static constexpr size_t HugePage = size_t(2) << 20;

static char *mapAligned(size_t Size) {
  void *Memory = syscalls::map(Size + HugePage);
  if (!Memory)
    return nullptr;
  char *Begin = static_cast<char *>(Memory);
  char *Aligned = Begin + (-reinterpret_cast<uintptr_t>(Begin) % HugePage);
  if (Aligned != Begin)
    syscalls::unmap(Begin, size_t(Aligned - Begin));
  syscalls::unmap(Aligned + Size, size_t(Begin + HugePage - Aligned));
  return Aligned;
}

/// What was given away has left pages to be filled anew. One at a time they
/// take longer than the bytes that are read into them: in a virtual machine 2.7
/// ms for 4 MiB. Where the kernel has no large pages, it takes ordinary ones.
static FreshPages::Area readyFor(FreshPages::Area A, size_t Size) {
  if (Size >= HugePage)
    syscalls::advise(A.Fresh, A.Size, MADV_HUGEPAGE);
  return A;
}

Result<FreshPages::Area> FreshPages::take(size_t Size) {
  if (Size <= KeptSize) {
    std::lock_guard Hold(Lock);
    if (!Kept.empty()) {
      Area A = Kept.back();
      Kept.pop_back();
      return readyFor(A, Size);
    }
  }
  Area A;
  A.Size = std::max(Size, KeptSize);
  A.Fresh = mapAligned(A.Size);
  A.Spare = A.Fresh ? mapAligned(A.Size) : nullptr;
  if (A.Spare)
    return readyFor(A, Size);
  if (A.Fresh)
    syscalls::unmap(A.Fresh, A.Size);
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
  syscalls::unmap(A.Fresh, A.Size);
  syscalls::unmap(A.Spare, A.Size);
}

FreshPages::~FreshPages() {
  for (const Area &A : Kept) {
    syscalls::unmap(A.Fresh, A.Size);
    syscalls::unmap(A.Spare, A.Size);
  }
}

Status FreshPages::moveIn(Area &A, ByteRange Pages, int Protection,
                          const PageGuard::Saver &Save) {
  char *Place = reinterpret_cast<char *>(Pages.Begin);
  const size_t Size = size_t(Pages.size());
  // Fails where Pages are several mappings, or the kernel is before 5.7.
  const bool Aside = syscalls::move(Place, A.Spare, Size);
  if (!Aside && Save)
    return Error{ErrorCode::OutOfMemory, "pages cannot be moved aside", {}};
  if (Aside)
    syscalls::protect(A.Spare, Size, Accessible);
  const bool Small = Aside && Size < ExchangedSize;
  if (Small) {
    if (Save)
      Save(A.Spare, false);
    std::memcpy(A.Spare, A.Fresh, Size);
  }
  char *From = Small ? A.Spare : A.Fresh;
  const bool Ready = Protection == Accessible;
  if ((Ready || syscalls::protect(From, Size, Protection)) &&
      syscalls::move(From, Place, Size)) {
    // What is left of Spare is only ever moved over.
    if (!Small && !Ready)
      syscalls::protect(From, Size, Accessible);
    if (Aside && !Small) {
      if (Save)
        Save(A.Spare, true);
      std::swap(A.Fresh, A.Spare);
    }
    return Status(Unit());
  }
  int Why = errno;
  syscalls::protect(From, Size, Accessible);
  if (!Aside)
    return Error{ErrorCode::OutOfMemory,
                 std::string("pages cannot be moved: ") + std::strerror(Why),
                 {}};
  // The old pages have to come back.
  if (!Small && syscalls::protect(A.Spare, Size, PROT_NONE) &&
      syscalls::move(A.Spare, Place, Size)) {
    syscalls::protect(A.Spare, Size, Accessible);
    return Error{ErrorCode::OutOfMemory,
                 std::string("pages cannot be moved: ") + std::strerror(Why),
                 {}};
  }
  // They cannot. So the new bytes go in while others may look on.
  if (syscalls::protect(Place, Size, Accessible)) {
    std::memcpy(Place, A.Fresh, Size);
    syscalls::protect(Place, Size, Protection);
  }
  if (Save && !Small)
    Save(A.Spare, true);
  return Status(Unit());
}
