// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/LaunchShape.h"
#include "bytes/AffineForm.h"
#include "bytes/CallKey.h"
#include "host/ElementCopies.h"
#include "launch/RowShape.h"
#include "launch/TileShape.h"

#include <algorithm>
#include <bit>

using namespace twofold;

using Sizes = std::array<size_t, 3>;

static uint64_t groupLimit(const DeviceFacts &Facts, size_t MaxGroupSize) {
  uint64_t Limit = Facts.MaxGroupSize ? Facts.MaxGroupSize : 1;
  return MaxGroupSize ? std::min<uint64_t>(Limit, MaxGroupSize) : Limit;
}

/// Dimension 0 has neighbouring memory, hence most of the group.
static Sizes preferredGroup(DeviceKind Kind, uint32_t Rank) {
  if (Kind == DeviceKind::Cpu)
    return {64, 1, 1};
  if (Rank == 1)
    return {256, 1, 1};
  return Rank == 2 ? Sizes{32, 8, 1} : Sizes{32, 4, 2};
}

static Sizes groupSizes(const DeviceFacts &Facts, uint32_t Rank,
                        const std::array<uint64_t, 3> &Trips,
                        uint64_t MaxGroupSize, const GroupShape &Wish) {
  Sizes Group = preferredGroup(Facts.Kind, Rank);
  if (Wish.Items[0])
    Group = {Wish.Items[0], Wish.Items[1], Wish.Items[2]};
  // A short dimension (the three colours of a pixel) leaves most items idle:
  // hand its share to the next dimension that is long enough.
  for (uint32_t R = 0; R < Rank; ++R)
    while (Group[R] > 1 && Group[R] / 2 >= Trips[R]) {
      Group[R] /= 2;
      for (uint32_t Other = 0; Other < Rank; ++Other)
        if (Other != R && Group[Other] < Trips[Other]) {
          Group[Other] *= 2;
          break;
        }
    }
  for (uint32_t R = 0; R < Rank; ++R)
    if (Facts.MaxItemSizes[R])
      Group[R] =
          std::min<size_t>(Group[R], std::bit_floor(Facts.MaxItemSizes[R]));
  for (uint32_t R = Rank; R < 3; ++R)
    Group[R] = 1;
  for (uint32_t R = Rank; R-- > 0;)
    while (Group[R] > 1 && Group[0] * Group[1] * Group[2] > MaxGroupSize)
      Group[R] /= 2;
  return Group;
}

/// How many items share out an inner loop. A CPU keeps the rows of the native
/// variant as long as there are enough of them for its cores; a GPU wants
/// neighbouring items at neighbouring elements, and many.
static uint64_t itemsOfInner(const twofold_site &Site,
                             const twofold_launch &Launch, uint64_t Trips,
                             uint32_t Axis, const DeviceFacts &Facts) {
  constexpr uint64_t RowsForEachUnit = 8;
  if (Facts.Kind == DeviceKind::Cpu &&
      Trips / RowsForEachUnit >= std::max(Facts.ComputeUnits, 1u))
    return 1;
  // Fewer items than rounds are no use to kernels that give an item one.
  const auto Most = IterationSpace(Site, Launch).mostTrips(Axis);
  return Most && *Most > 1 && *Most <= LaunchShape::MaxItems ? *Most : 1;
}

/// A GPU has more memory under way where each item asks for several neighbours,
/// and a CPU makes vectors of them, as long as there are items enough to keep
/// the device busy. Iterations become items.
static uint64_t widthOf(const twofold_kernel &Kernel, const DeviceFacts &Facts,
                        std::array<uint64_t, 3> &Iterations) {
  constexpr uint64_t ItemsEachUnit = 4096, ItemsEachRow = 32;
  uint64_t Width = 1;
  uint32_t Along = 0;
  for (uint32_t I = 0; I < Kernel.arg_count; ++I)
    if (Kernel.args[I].kind == TWOFOLD_ARG_WIDTH) {
      Width = std::max<uint64_t>(Kernel.args[I].index, 1);
      Along = std::min(Kernel.args[I].size, 2u);
    }
  std::array<uint64_t, 3> Items = Iterations;
  Items[Along] = Items[Along] / Width;
  const Wide All = Wide(Items[0]) * Items[1] * Items[2];
  if (Width == 1 || Items[0] < ItemsEachRow ||
      All < Wide(std::max(Facts.ComputeUnits, 1u)) * ItemsEachUnit)
    return 1;
  Iterations[Along] =
      Iterations[Along] / Width + (Iterations[Along] % Width != 0);
  return Width;
}

static void shapeRange(LaunchShape &Out, const twofold_site &Site,
                       const twofold_launch &Launch, uint64_t Trips,
                       const DeviceFacts &Facts, uint64_t MaxGroupSize,
                       bool Apart, uint64_t MaxItems, const GroupShape &Wish) {
  const twofold_kernel &Kernel = *Site.kernel;
  std::array<uint64_t, 3> Items = {1, 1, 1}, Step = {1, 1, 1};
  for (uint32_t R = 0; R < Kernel.rank; ++R)
    if (Kernel.range[R] < Site.rank)
      Items[R] = Launch.dims[Kernel.range[R]].trips;
    else if (R == 0 && (Kernel.flags & TWOFOLD_KERNEL_TURNED))
      Items[R] = Trips;
    else if (Apart)
      Items[R] = itemsOfInner(Site, Launch, Trips, Kernel.range[R], Facts);
  Out.Width = widthOf(Kernel, Facts, Items);
  Sizes Group = groupSizes(Facts, Kernel.rank, Items, MaxGroupSize, Wish);
  for (uint32_t R = 0; R < Kernel.rank; ++R)
    Step[R] = takes(Kernel, TWOFOLD_ARG_FIRST, R)
                  ? std::max<uint64_t>(MaxItems / Group[R], 1) * Group[R]
                  : Items[R];
  std::array<uint64_t, 3> First;
  for (First[2] = 0; First[2] < Items[2]; First[2] += Step[2])
    for (First[1] = 0; First[1] < Items[1]; First[1] += Step[1])
      for (First[0] = 0; First[0] < Items[0]; First[0] += Step[0]) {
        LaunchShape::Piece Piece;
        Piece.First = First;
        Piece.Range.Rank = Kernel.rank;
        Piece.Range.Local = Group;
        for (uint32_t R = 0; R < 3; ++R) {
          uint64_t Here = std::min(Step[R], Items[R] - First[R]);
          Piece.Range.Global[R] = (Here + Group[R] - 1) / Group[R] * Group[R];
        }
        Out.Pieces.push_back(Piece);
      }
}

static constexpr uint64_t MostLocalCopies = 32; // of a group, as many as banks

/// Neighbouring items that come to one element wait for each other, and those
/// that come to one bank of local memory: each of them has a copy of its own,
/// as far as several groups still fit on a unit, and filling and adding up the
/// copies is little beside the iterations.
static uint64_t copiesEach(const twofold_site &Site, const LaunchShape &Shape,
                           uint64_t Trips, uint64_t Bytes, uint64_t Copied,
                           uint64_t MostBytes) {
  for (uint32_t I = 0; I < Site.element_count; ++I)
    if (Shape.Copies[I] && (Site.elements[I].size < 4 ||
                            !takes(*Site.kernel, TWOFOLD_ARG_COPIES, I)))
      return 1; // neighbours would share a word
  uint64_t Out = 1;
  while (Copied && 2 * Out <= std::min(MostLocalCopies, Shape.GroupSize) &&
         2 * Out * Bytes <= MostBytes &&
         2 * Out * Copied <= Trips / Shape.Groups / 2)
    Out *= 2;
  return Out;
}

/// Large groups have room for as many copies as neighbours need, where they
/// have enough to do: two of them are all items of a unit. Smaller ones would
/// have to share its local memory.
static void shapeCopies(LaunchShape &Out, const twofold_site &Site,
                        uint64_t Trips, const DeviceFacts &Facts,
                        uint64_t MaxGroupSize, uint64_t Bytes,
                        uint64_t Copied) {
  constexpr uint64_t Items = 1024, GroupsEachUnit = 2, MostBytes = 32 << 10;
  LaunchShape Large = Out;
  Large.GroupSize = Items;
  Large.Groups = GroupsEachUnit * std::max(Facts.ComputeUnits, 1u);
  Large.CopiesEach =
      copiesEach(Site, Large, Trips, Bytes, Copied,
                 std::min<uint64_t>(MostBytes, Facts.LocalMemory));
  if (Facts.Kind != DeviceKind::Cpu && Items <= MaxGroupSize &&
      Large.CopiesEach == MostLocalCopies)
    Out = Large;
}

static void shapeLinear(LaunchShape &Out, const twofold_site &Site,
                        uint64_t Trips, const DeviceFacts &Facts,
                        uint64_t MaxGroupSize, const GroupShape &Wish) {
  const twofold_kernel &Kernel = *Site.kernel;
  uint64_t Units = std::max(Facts.ComputeUnits, 1u);
  uint64_t CopyBytes = 0, Copied = 0; // for each group
  for (uint32_t I = 0; I < Site.element_count; ++I)
    if (Out.Copies[I]) {
      CopyBytes += localCopyBytes(Site.elements[I], Out.Copies[I]);
      Copied += Out.Copies[I];
    }
  uint64_t LocalBytes = 0; // for each item
  if (Facts.Kind == DeviceKind::Cpu) {
    // Each item runs a contiguous block: the order of the native variant.
    Out.GroupSize = 1;
    Out.Groups = std::min(
        (Wish.GroupsEachUnit ? Wish.GroupsEachUnit : 4) * Units, Trips);
  } else {
    for (uint32_t I = 0; I < Kernel.arg_count; ++I)
      if (Kernel.args[I].kind == TWOFOLD_ARG_LOCAL)
        LocalBytes += Site.results[Kernel.args[I].index].size;
    uint64_t Limit =
        std::min<uint64_t>(Wish.Items[0] ? Wish.Items[0] : 256, MaxGroupSize);
    if (LocalBytes)
      Limit = std::min(
          Limit,
          std::max<uint64_t>((Facts.LocalMemory - CopyBytes) / LocalBytes, 1));
    Out.GroupSize = std::bit_floor(Limit);
    Out.Groups =
        std::min((Wish.GroupsEachUnit ? Wish.GroupsEachUnit : 8) * Units,
                 (Trips - 1) / Out.GroupSize + 1);
  }
  constexpr uint64_t MostBytes = 16 << 10;
  // A group is to do more than fill and combine its copies.
  if (Copied)
    Out.Groups = std::min(Out.Groups, std::max(Trips / Copied, Units));
  Out.CopiesEach = copiesEach(Site, Out, Trips, CopyBytes, Copied, MostBytes);
  if (Copied && Out.CopiesEach < MostLocalCopies && !LocalBytes &&
      !Wish.Items[0] && !Wish.GroupsEachUnit)
    shapeCopies(Out, Site, Trips, Facts, MaxGroupSize, CopyBytes, Copied);
  uint64_t Items = Out.Groups * Out.GroupSize;
  Out.ItemTrips = (Trips - 1) / Items + 1;
  bool Blocks = Facts.Kind == DeviceKind::Cpu;
  Out.ItemStep = Blocks ? Out.ItemTrips : 1;
  Out.Stride = Blocks ? 1 : Items;
  Out.End = Trips;
  LaunchShape::Piece Piece;
  Piece.First = {0, 0, 0};
  Piece.Range.Global[0] = Items;
  Piece.Range.Local = {size_t(Out.GroupSize), 1, 1};
  Out.Pieces.push_back(Piece);
}

/// As the call says; the driver chooses groups that neither it nor the wish
/// has.
static void shapeGiven(LaunchShape &Out, const twofold_site &Site,
                       const twofold_launch &Launch, uint64_t MaxGroupSize,
                       const GroupShape &Wish) {
  LaunchShape::Piece Piece;
  Piece.First = {0, 0, 0};
  Piece.Range.Rank = Site.kernel->rank;
  bool Wished = Wish.Items[0] != 0;
  uint64_t Wanted = 1;
  for (uint32_t R = 0; R < 3; ++R) {
    Piece.Range.Global[R] = size_t(Launch.values[R]);
    Piece.Range.Local[R] = size_t(Launch.values[3 + R]);
    Wished = Wished && !Piece.Range.Local[R] &&
             Piece.Range.Global[R] % Wish.Items[R] == 0;
    Wanted *= Wish.Items[R];
  }
  if (Wished && Wanted <= MaxGroupSize)
    Piece.Range.Local = {Wish.Items[0], Wish.Items[1], Wish.Items[2]};
  Out.Pieces.push_back(Piece);
}

void LaunchShape::slice(uint64_t First, uint64_t Stop) {
  bool Blocks = Stride == 1;
  ItemTrips = (Stop - First - 1) / (Groups * GroupSize) + 1;
  ItemStep = Blocks ? ItemTrips : 1;
  End = Stop;
  Pieces.front().First[0] = First;
}

uint64_t LaunchShape::items() const {
  Wide Out = 0;
  for (const LaunchShape &Phase : Phases)
    Out = std::max<Wide>(Out, Phase.items());
  for (const Piece &P : Pieces)
    Out += Wide(P.Range.Global[0]) * P.Range.Global[1] * P.Range.Global[2];
  return uint64_t(std::min<Wide>(Out, UINT64_MAX));
}

/// Whether the kernel has phases that do better than it: a turned one has an
/// item for each round of a loop, and in groups that share out the rounds one
/// that adds up. It is to have work for a quarter of the units.
static bool shapePhases(LaunchShape &Out, const twofold_site &Site,
                        const twofold_launch &Launch, uint64_t Trips,
                        const DeviceFacts &Facts, uint64_t MaxGroupSize,
                        uint64_t MaxItems) {
  constexpr uint64_t ItemsEachUnit = 8;
  const twofold_kernel &Kernel = *Site.kernel;
  const bool Any = Kernel.flags & TWOFOLD_KERNEL_TILES;
  if (!hasPhases(Kernel, Facts))
    return false;
  for (uint32_t I = 0; I < Kernel.phase_count; ++I) {
    const twofold_site Phase = LaunchShape::phaseOf(Site, I);
    const bool Turned = Phase.kernel->flags & TWOFOLD_KERNEL_TURNED;
    const auto Own =
        Turned ? IterationSpace(Site, Launch).mostTrips(Phase.kernel->range[0])
               : Trips;
    if (!Own || *Own == 0 ||
        (Turned && !Any &&
         *Own < ItemsEachUnit * std::max(Facts.ComputeUnits, 1u))) {
      Out.Phases.clear();
      return false;
    }
    Out.Phases.push_back(LaunchShape::make(Phase, Launch, *Own, Facts,
                                           MaxGroupSize, true, MaxItems));
  }
  return !Out.Phases.empty();
}

LaunchShape LaunchShape::make(const twofold_site &Site,
                              const twofold_launch &Launch, uint64_t Trips,
                              const DeviceFacts &Facts, size_t MaxGroupSize,
                              bool Apart, uint64_t MaxItems,
                              std::vector<uint64_t> Copies,
                              const GroupShape &Wish) {
  LaunchShape Out;
  Out.Copies = std::move(Copies);
  Out.Copies.resize(Site.element_count);
  Out.Apart = Apart;
  uint64_t Limit = groupLimit(Facts, MaxGroupSize);
  if (Site.kernel->flags & TWOFOLD_KERNEL_GIVEN)
    shapeGiven(Out, Site, Launch, Limit, Wish);
  else if (Apart &&
           shapePhases(Out, Site, Launch, Trips, Facts, Limit, MaxItems))
    return Out;
  else if (Site.kernel->flags & TWOFOLD_KERNEL_LINEAR)
    shapeLinear(Out, Site, Trips, Facts, Limit, Wish);
  else if (Apart && shapeRows(Out, Site, Launch, Trips, Facts, Limit))
    return Out;
  else if (Apart && shapeTiles(Out, Site, Launch, Facts, Limit))
    return Out;
  else
    shapeRange(Out, Site, Launch, Trips, Facts, Limit, Apart, MaxItems, Wish);
  return Out;
}
