// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host/ElementCopies.h"
#include "observe/KnownBlocks.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace twofold;

/// Neighbouring copies share no line; lines are fetched in pairs.
static constexpr size_t CopyAlignment = 128;
/// Between the copies of two workers: the hardware fetches ahead within a page,
/// and would fetch the lines that another core is writing.
static constexpr size_t Page = 4096;
/// Of one worker, for which the first one has copies, too.
static constexpr uint64_t MostOfFirst = uint64_t(1) << 18;
/// Of all copies together.
static constexpr uint64_t MostBytes = uint64_t(1) << 30;
/// Filling and combining an element costs about as much as this much work; in a
/// block around an array of unknown length, most of which no cache may have,
/// that much.
static constexpr uint64_t OpsPerElement = 4, OpsPerElementAround = 64;
/// About as many as a large GPU has items under way.
static constexpr uint64_t ManyElements = uint64_t(1) << 17;

bool twofold::keepApart(const twofold_site &Site, const twofold_launch &Launch,
                        const IterationSpace &Space,
                        const twofold_element &Element) {
  if (Element.base >= Site.base_count || !Space.checksHold())
    return false;
  std::vector<Wide> Strides; // of the parallel dimensions, in bytes
  Wide Least = 0, Greatest = 0;
  bool Any = false;
  auto Add = [](Wide &Sum, Wide Factor, Wide By) {
    Wide Product;
    return !__builtin_mul_overflow(Factor, By, &Product) &&
           !__builtin_add_overflow(Sum, Product, &Sum);
  };
  for (uint32_t I = 0; I < Site.access_count; ++I) {
    const twofold_access &Access = Site.accesses[I];
    if (Access.base != Element.base)
      continue;
    if (Access.flags & TWOFOLD_ACCESS_UNKNOWN)
      return false;
    Wide Begin;
    if (!Space.coefficient(Access.offset, -1, Begin))
      return false;
    Wide End = Begin;
    std::vector<Wide> Here;
    bool Empty = false;
    for (unsigned A = 0; A < Space.axisCount(); ++A) {
      Wide Stride;
      if (!Space.coefficient(Access.offset, int(A), Stride))
        return false;
      if (A < Site.rank) {
        Here.push_back(Stride);
        continue;
      }
      if (Stride == 0)
        continue;
      const AxisBounds &Axis = Space.axis(A);
      if (Axis.Is == Knowledge::Unknown)
        return false;
      Empty |= Axis.Is == Knowledge::Empty;
      if (!Empty && (!Add(Begin, Stride, Stride > 0 ? Axis.Min : Axis.Max) ||
                     !Add(End, Stride, Stride > 0 ? Axis.Max : Axis.Min)))
        return false;
    }
    if (Empty)
      continue;
    if (__builtin_add_overflow(End, Wide(Access.size), &End) ||
        (Any && Here != Strides))
      return false;
    Least = Any ? std::min(Least, Begin) : Begin;
    Greatest = Any ? std::max(Greatest, End) : End;
    Strides = std::move(Here);
    Any = true;
  }
  if (!Any)
    return false;
  // From the shortest stride up, each must lead past all that came before.
  struct Move {
    Wide Bytes, Times;
  };
  std::vector<Move> Moves;
  for (uint32_t D = 0; D < Site.rank; ++D) {
    const twofold_dim &Dim = Launch.dims[D];
    Wide Bytes;
    if (Dim.trips < 2)
      continue;
    if (__builtin_mul_overflow(Strides[D], Wide(Dim.step), &Bytes))
      return false;
    Moves.push_back({Bytes < 0 ? -Bytes : Bytes, Wide(Dim.trips - 1)});
  }
  std::sort(Moves.begin(), Moves.end(),
            [](const Move &A, const Move &B) { return A.Bytes < B.Bytes; });
  Wide Width = Greatest - Least;
  for (const Move &M : Moves)
    if (M.Bytes < Width || !Add(Width, M.Bytes, M.Times))
      return false;
  return true;
}

/// Devices have an operation for it; see the plugin's ElementText.
static bool isOneStep(const twofold_element &E) {
  if (E.type == TWOFOLD_TYPE_FLOAT || E.type == TWOFOLD_TYPE_BOOL)
    return false;
  bool Logical =
      E.op == TWOFOLD_OP_LOGICAL_AND || E.op == TWOFOLD_OP_LOGICAL_OR;
  return E.size == 4   ? E.op != TWOFOLD_OP_MUL && !Logical
         : E.size == 8 ? E.op == TWOFOLD_OP_ADD
                       : false;
}

bool twofold::contend(const twofold_site &Site, const twofold_launch &Launch,
                      const IterationSpace &Space, uint64_t Trips,
                      unsigned ComputeUnits) {
  std::vector<BaseFootprint> Bases(Site.base_count);
  for (uint32_t I = 0; I < Site.element_count; ++I)
    if (uint32_t B = Site.elements[I].base; B < Site.base_count)
      if (auto Touched = computeBaseFootprint(Site, Launch, Space, B))
        Bases[B] = std::move(*Touched);
  std::vector<uint64_t> Copies = localCopies(Site, Launch, Space, Trips, Bases,
                                             LeastLocalMemory, ComputeUnits);
  for (uint32_t I = 0; I < Site.element_count; ++I) {
    const twofold_element &E = Site.elements[I];
    if (isOneStep(E) || Copies[I] || keepApart(Site, Launch, Space, E))
      continue;
    if (E.base >= Site.base_count ||
        Bases[E.base].Hull.size() / E.size < ManyElements)
      return true;
  }
  return false;
}

/// The loop may come to elements by another name, and would miss what is in a
/// copy. Of targets with other data around nobody can tell.
bool ElementCopies::reachedOtherwise(const twofold_site &Site,
                                     const twofold_launch &Launch,
                                     const IterationSpace &Space) const {
  for (uint32_t B = 0; B < Site.base_count; ++B) {
    const auto Touched = computeBaseFootprint(Site, Launch, Space, B);
    const uint64_t Address = addressOf(Site.bases[B], Launch);
    const ByteRange Range =
        Touched ? Touched->Hull : ByteRange{Address, Address + 1};
    for (const Target &T : Targets)
      if (!T.Shared && T.Element->base != B && T.Range.overlaps(Range))
        return true;
  }
  return false;
}

void ElementCopies::Free::operator()(char *Memory) const { std::free(Memory); }

ElementCopies::ElementCopies(const twofold_site &Site,
                             const twofold_launch &Launch, unsigned Workers,
                             uint64_t Ops, ElementMask Own) {
  IterationSpace Space(Site, Launch);
  uint64_t Work = 0; // of one worker's copies
  for (uint32_t I = 0; I < Site.element_count; ++I) {
    const twofold_element &E = Site.elements[I];
    if ((I < 64 && (Own >> I & 1)) || keepApart(Site, Launch, Space, E))
      continue;
    if (!First)
      First = I;
    std::optional<BaseFootprint> Touched;
    if ((E.flags & TWOFOLD_ELEMENT_COPY) && E.base < Site.base_count &&
        canCombine(E))
      Touched = computeBaseFootprint(Site, Launch, Space, E.base, knownBlock);
    if (!Touched) {
      Possible = false;
      return;
    }
    if (Touched->Hull.empty())
      continue;
    const twofold_base &Base = Site.bases[E.base];
    ByteRange Range = Touched->Hull;
    const bool Shared = !Touched->Around.empty();
    if (Shared) {
      // Whole elements.
      Range.Begin += (Touched->Address - Range.Begin) % E.size;
      Range.End -= std::min((Range.End - Range.Begin) % E.size, Range.size());
    }
    Targets.push_back({&E, Base.arg, (Base.flags & TWOFOLD_BASE_POINTER) != 0,
                       Touched->Address, Range, Stride, Shared});
    uint64_t Bytes = Range.size();
    if (Bytes > MostBytes || Range.Begin % E.size || Bytes % E.size) {
      Possible = false;
      return;
    }
    Work += Bytes / E.size * (Shared ? OpsPerElementAround : OpsPerElement);
    Stride += (Bytes + CopyAlignment - 1) / CopyAlignment * CopyAlignment;
  }
  if (Targets.empty())
    return;
  if (reachedOtherwise(Site, Launch, Space)) {
    Possible = false;
    return;
  }
  OfAll = Targets.size() == Site.element_count;
  FirstToo = Stride <= MostOfFirst &&
             std::none_of(Targets.begin(), Targets.end(),
                          [](const Target &T) { return T.Shared; });
  uint64_t Copies = Workers - !FirstToo;
  Possible = Copies != 0;
  if (!Possible)
    return;
  Stride = (Stride + Page - 1) / Page * Page;
  if (Stride > MostBytes / Copies || Work > Ops / Copies) {
    Possible = false;
    return;
  }
  Memory.reset(static_cast<char *>(std::aligned_alloc(Page, Stride * Copies)));
  Possible = Memory != nullptr;
  Bases.resize(Targets.size() * Workers);
}

void ElementCopies::install(void **Args, unsigned Worker) {
  if (Worker == 0 && !FirstToo)
    return;
  for (size_t I = 0; I < Targets.size(); ++I) {
    const Target &T = Targets[I];
    char *Mine = copy(T, Worker);
    if (Worker == 0)
      std::memcpy(Mine, original(T), T.Range.size());
    else
      fillIdentity(*T.Element, Mine, T.Range.size() / T.Element->size);
    // Where the base would lie, were the copy as long as the array.
    void *Base = reinterpret_cast<void *>(reinterpret_cast<uintptr_t>(Mine) -
                                          uintptr_t(T.Range.Begin - T.Base));
    void *&Slot = Bases[Worker * Targets.size() + I];
    Slot = Base;
    Args[T.Arg] = T.Pointer ? static_cast<void *>(&Slot) : Base;
    const uint32_t Entry = T.Element->flags >> TWOFOLD_ELEMENT_ENTRY;
    if (OfAll && Entry != 0)
      Args[Entry] = Mine;
  }
}

void ElementCopies::combine(unsigned Number, unsigned Shares,
                            unsigned Got) const {
  for (const Target &T : Targets) {
    uint64_t Count = T.Range.size() / T.Element->size;
    // Whole lines, so that no two threads write to the same one.
    uint64_t Line = std::max<uint64_t>(CopyAlignment / T.Element->size, 1);
    uint64_t Each = (Count / Shares + Line) / Line * Line;
    uint64_t Begin = std::min(Number * Each, Count);
    uint64_t End = std::min(Begin + Each, Count);
    char *Into = original(T);
    const uint64_t Size = T.Element->size;
    if (FirstToo && Begin < End)
      std::memcpy(Into + Begin * Size, copy(T, 0) + Begin * Size,
                  (End - Begin) * Size);
    for (unsigned Worker = 1; Worker < Got && Begin < End; ++Worker)
      (T.Shared ? combineChanged : twofold::combine)(
          *T.Element, Into + Begin * Size, copy(T, Worker) + Begin * Size,
          End - Begin);
  }
}

bool twofold::runOnCopies(const twofold_site &Site,
                          const twofold_launch &Launch, uint64_t Trips,
                          uint64_t Ops) {
  constexpr uint64_t Worthwhile = 1 << 16;
  if (!Site.element_count || Ops < Worthwhile ||
      !(Site.elements[0].flags >> TWOFOLD_ELEMENT_ENTRY))
    return false;
  ElementCopies Copies(Site, Launch, 1, Ops);
  if (!Copies.made() || !Copies.needed())
    return false;
  std::vector<void *> Mine(Launch.args, Launch.args + Site.arg_count);
  Copies.install(Mine.data(), 0);
  try {
    Site.native(Mine.data(), 0, Trips);
  } catch (...) {
    Copies.combine(0, 1, 1);
    throw;
  }
  Copies.combine(0, 1, 1);
  return true;
}

/// Left to scalar reductions and to the device itself.
static constexpr uint64_t Reserve = 1024;
/// Filling and combining one costs less than this many updates that meet.
static constexpr uint64_t CopiesForEachTrip = 4;

uint64_t twofold::localCopyBytes(const twofold_element &Element,
                                 uint64_t Count) {
  return std::max<uint64_t>((Count * Element.size + 7) / 8 * 8, 8);
}

std::vector<uint64_t>
twofold::localCopies(const twofold_site &Site, const twofold_launch &Launch,
                     const IterationSpace &Space, uint64_t Trips,
                     const std::vector<BaseFootprint> &Bases,
                     uint64_t LocalMemory, unsigned ComputeUnits) {
  std::vector<uint64_t> Out(Site.element_count);
  if (!Site.kernel || !(Site.kernel->flags & TWOFOLD_KERNEL_LINEAR))
    return Out;
  uint64_t Free = LocalMemory > Reserve ? LocalMemory - Reserve : 0;
  uint64_t Total = 0;
  for (uint32_t I = 0; I < Site.element_count; ++I) {
    const twofold_element &E = Site.elements[I];
    if (E.base >= Bases.size() || !takes(*Site.kernel, TWOFOLD_ARG_COPIED, I) ||
        keepApart(Site, Launch, Space, E))
      continue;
    const BaseFootprint &Base = Bases[E.base];
    if (Base.Hull.empty() || Base.Hull.End <= Base.Address)
      continue;
    uint64_t Bytes = Base.Hull.End - Base.Address;
    uint64_t Count = Bytes / E.size;
    if (Bytes > Free || localCopyBytes(E, Count) > Free)
      continue;
    Free -= localCopyBytes(E, Count);
    Total += Count;
    Out[I] = Count;
  }
  // Each is at most the size of local memory: no overflow.
  if (Total * std::max(ComputeUnits, 1u) / CopiesForEachTrip > Trips)
    std::fill(Out.begin(), Out.end(), 0);
  return Out;
}
