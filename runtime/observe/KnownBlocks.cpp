// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/KnownBlocks.h"
#include "guard/HostGuard.h"
#include "guard/PageProbe.h"
#include "observe/Observation.h"

#include <link.h>
#include <pthread.h>

using namespace twofold;

namespace {

/// The stack of the calling thread; empty when it cannot be told.
ByteRange findStack() {
  pthread_attr_t How;
  if (pthread_getattr_np(pthread_self(), &How) != 0)
    return {};
  void *Begin = nullptr;
  size_t Size = 0;
  bool Known = pthread_attr_getstack(&How, &Begin, &Size) == 0;
  pthread_attr_destroy(&How);
  return Known ? observation::rangeOf(Begin, Size) : ByteRange();
}

/// What the callers have on their stack. A thread may be running on another one
/// than the system gave it: then nothing is known.
ByteRange callersStack() {
  static thread_local const ByteRange Stack = findStack();
  const uint64_t Here = observation::addressOf(__builtin_frame_address(0));
  return Stack.contains({Here, Here + 1}) ? ByteRange{Here, Stack.End}
                                          : ByteRange();
}

struct SegmentSearch {
  const uint64_t Address;
  ByteRange Found;
};

int lookInto(dl_phdr_info *Of, size_t, void *Into) {
  auto &Search = *static_cast<SegmentSearch *>(Into);
  for (unsigned I = 0; I < Of->dlpi_phnum; ++I) {
    const ElfW(Phdr) &Segment = Of->dlpi_phdr[I];
    if (Segment.p_type != PT_LOAD || !(Segment.p_flags & PF_W))
      continue;
    ByteRange Range = {Of->dlpi_addr + Segment.p_vaddr,
                       Of->dlpi_addr + Segment.p_vaddr + Segment.p_memsz};
    if (Range.Begin <= Search.Address && Search.Address < Range.End)
      Search.Found = Range;
  }
  return !Search.Found.empty();
}

bool holds(ByteRange Range, uint64_t Address) {
  return Range.Begin <= Address && Address < Range.End;
}

} // namespace

static const std::string &whyNotSeen() {
  static const std::string WhyNot = observation::whyNot();
  return WhyNot;
}

static KnownBlock findBlock(uint64_t Address, bool Watched) {
  KnownBlock Out;
  if (const char *Sanitizer = activeSanitizer()) {
    Out.WhyNot = std::string("the program runs under ") + Sanitizer;
    return Out;
  }
  if (Address == 0) {
    Out.WhyNot = "the pointer is null";
    return Out;
  }
  if (ByteRange Stack = callersStack(); holds(Stack, Address))
    return Stack;
  // What allocators give lies in no program's data, which takes a while to go
  // through.
  if (whyNotSeen().empty()) {
    Out.Range = Watched ? observation::watchedExtentOf(Address)
                        : observation::extentOf(Address);
    if (!Out.Range.empty()) {
      if (Watched)
        Out.Private = observation::privatePagesOf(Address);
      return Out;
    }
  }
  SegmentSearch Data = {Address, {}};
  dl_iterate_phdr(lookInto, &Data);
  if (!Data.Found.empty())
    return observation::isOpen(Data.Found) ? Data.Found : KnownBlock();
  if (!whyNotSeen().empty()) {
    Out.WhyNot = whyNotSeen();
    return Out;
  }
  if (!Watched) {
    Out.WhyNot =
        observation::notesSmallBlocks()
            ? "it is in no block of 1 KiB or more that was seen being allocated"
            : "it is in no block of 64 KiB or more that was seen being "
              "allocated";
    // A library that was loaded late may have allocated it: its next blocks
    // will be seen.
    observation::noteSmallBlocks();
  }
  return Out;
}

KnownBlock twofold::knownBlock(uint64_t Address) {
  return findBlock(Address, false);
}

KnownBlock twofold::watchedBlock(uint64_t Address) {
  return findBlock(Address, true);
}

bool twofold::isReadable(const void *Pointer, uint64_t Bytes) {
  uint64_t Begin = uint64_t(reinterpret_cast<uintptr_t>(Pointer));
  if (Begin < SmallestPage || Bytes > UINT64_MAX - Begin)
    return false;
  // Mostly a pointer on the way to elements, before each call of a short loop.
  if (!activeSanitizer() && readsAtOnce(Begin, Bytes))
    return true;
  ByteRange Wanted = {Begin, Begin + Bytes};
  RangeSet Found;
  return watchedBlock(Begin).Range.contains(Wanted) ||
         (probePages(Wanted, {}, Found) && Found.contains(Wanted));
}
