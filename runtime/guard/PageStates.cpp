// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/PageStates.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <bit>
#include <cassert>

using namespace twofold;

struct PageStates::Leaf {
  std::atomic<PageState> Pages[size_t(1) << LeafBits];
};

PageStates::PageStates()
    : PageBits(unsigned(std::bit_width(syscalls::pageBytes()) - 1)),
      RootSize((size_t(1) << (AddressBits - PageBits - LeafBits)) *
               sizeof(std::atomic<Leaf *>)) {
  // Never by the allocator: its calls are observed, and ask here. All zero is
  // what value-initialised atomics are, and PageState::Foreign.
  Root = static_cast<std::atomic<Leaf *> *>(syscalls::map(RootSize, false));
}

PageStates::~PageStates() {
  if (!Root)
    return;
  for (size_t I = 0; I < RootSize / sizeof *Root; ++I)
    if (Leaf *L = Root[I].load(std::memory_order_relaxed))
      syscalls::unmap(L, sizeof(Leaf));
  syscalls::unmap(Root, RootSize);
}

PageStates::Leaf *PageStates::leaf(uint64_t Page) const {
  uint64_t Number = Page >> LeafBits;
  if (!Root || Number >= RootSize / sizeof *Root)
    return nullptr;
  return Root[Number].load(std::memory_order_acquire);
}

static constexpr uint64_t inLeaf(uint64_t Page, unsigned LeafBits) {
  return Page & ((uint64_t(1) << LeafBits) - 1);
}

PageState PageStates::at(uint64_t Address) const {
  uint64_t Page = Address >> PageBits;
  const Leaf *L = leaf(Page);
  return L ? L->Pages[inLeaf(Page, LeafBits)].load(std::memory_order_seq_cst)
           : PageState::Foreign;
}

ByteRange PageStates::run(uint64_t Address, ByteRange Bounds) const {
  const PageState State = at(Address);
  const uint64_t Size = pageSize();
  uint64_t Begin = Address & -Size, End = Begin + Size;
  while (Begin > Bounds.Begin && at(Begin - Size) == State)
    Begin -= Size;
  while (End < Bounds.End && at(End) == State)
    End += Size;
  return {Begin, End};
}

bool PageStates::anyGuarded(ByteRange Range) const {
  return guardedPages() != 0 && firstGuarded(Range) < Range.End;
}

uint64_t PageStates::firstGuarded(ByteRange Range) const {
  const uint64_t End =
      (std::min(Range.End, limit()) + pageSize() - 1) >> PageBits;
  for (uint64_t Page = Range.Begin >> PageBits; Page < End;) {
    const uint64_t Stop = ((Page >> LeafBits) + 1) << LeafBits;
    const Leaf *L = leaf(Page);
    if (!L) {
      Page = Stop;
      continue;
    }
    for (; Page < std::min(Stop, End); ++Page)
      if (guarded(L->Pages[inLeaf(Page, LeafBits)].load()))
        return std::max(Range.Begin, Page << PageBits);
  }
  return Range.End;
}

ByteRange PageStates::nextGuarded(ByteRange Range) const {
  const uint64_t First = firstGuarded(Range);
  if (First >= Range.End)
    return {};
  const uint64_t Begin = First & -pageSize();
  const PageState State = at(Begin);
  uint64_t End = Begin + pageSize();
  while (End < Range.End && at(End) == State)
    End += pageSize();
  return {Begin, End};
}

bool PageStates::makeLeaves(ByteRange Range) {
  if (!Root || Range.End > limit())
    return false;
  uint64_t First = Range.Begin >> PageBits >> LeafBits;
  uint64_t Last = (Range.End - 1) >> PageBits >> LeafBits;
  for (uint64_t I = First; I <= Last; ++I) {
    if (Root[I].load(std::memory_order_relaxed))
      continue;
    auto *Made = static_cast<Leaf *>(syscalls::map(sizeof(Leaf)));
    if (!Made)
      return false;
    Root[I].store(Made, std::memory_order_release);
  }
  return true;
}

/// What the kernel has to tell apart.
static PageState protection(PageState State) {
  return guarded(State) ? State : PageState::Released;
}

namespace {

/// How many more edges there are from page to page, while some change.
class EdgeChange {
  PageState Old, New; // of the page before
public:
  int64_t More = 0;

  explicit EdgeChange(PageState Before) : Old(Before), New(Before) {}
  void next(PageState Was, PageState Is) {
    Was = protection(Was);
    Is = protection(Is);
    More += int(Is != New) - int(Was != Old);
    Old = Was;
    New = Is;
  }
};

} // namespace

PageState PageStates::before(ByteRange Range) const {
  return protection(Range.Begin ? at(Range.Begin - 1) : PageState::Released);
}

uint64_t PageStates::edgesWith(ByteRange Range, PageState State) const {
  EdgeChange Edge(before(Range));
  for (uint64_t At = Range.Begin; At < Range.End; At += pageSize())
    Edge.next(at(At), State);
  Edge.next(at(Range.End), at(Range.End));
  return edges() + uint64_t(Edge.More);
}

bool PageStates::set(ByteRange Range, PageState State) {
  if (Range.empty())
    return true;
  assert((Range.Begin | Range.End) % pageSize() == 0 && "whole pages");
  if (!makeLeaves(Range))
    return false;
  EdgeChange Edge(before(Range));
  int64_t Difference = 0;
  for (uint64_t At = Range.Begin; At < Range.End; At += pageSize()) {
    uint64_t Page = At >> PageBits;
    PageState Was = leaf(Page)->Pages[inLeaf(Page, LeafBits)].exchange(State);
    Difference += int(guarded(State)) - int(guarded(Was));
    Edge.next(Was, State);
  }
  Edge.next(at(Range.End), at(Range.End));
  [[maybe_unused]] const uint64_t Before =
      Guarded.fetch_add(uint64_t(Difference));
  assert(int64_t(Before) + Difference >= 0 && "no page is given back twice");
  Edges.fetch_add(uint64_t(Edge.More), std::memory_order_relaxed);
  return true;
}
