// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionModel.cpp - a program's memory, compared with a plain array --===//
#include "model/RegionModel.h"
#include "guard/HostGuard.h"
#include "region/LazyBench.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace twofold;
using namespace twofold::test;

static uint64_t pageBytes(RegionModel::Watch By) {
  return By == RegionModel::Watch::Fake ? FakeGuard::PageBytes
                                        : uint64_t(sysconf(_SC_PAGESIZE));
}

static char *map(uint64_t Bytes) {
  void *At = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (At == MAP_FAILED)
    std::abort();
  return static_cast<char *>(At);
}

void RegionModel::Tally::add(const Tally &Other) {
  Launches += Other.Launches;
  OnDevices += Other.OnDevices;
  LeftUnderWay += Other.LeftUnderWay;
  Lost += Other.Lost;
  Merges += Other.Merges;
  Evictions += Other.Evictions;
  Faults += Other.Faults;
  Resumed += Other.Resumed;
  Scopes += Other.Scopes;
  BytesRead += Other.BytesRead;
}

RegionModel::RegionModel(const Plan &Of)
    : Set(Of), PageBytes(pageBytes(Of.By)), Size(Of.Pages * PageBytes),
      Random(Of.Seed),
      Log(Of.Log ? 3 : 0, [this](std::string_view Text) { Told += Text; }),
      Host(map(Size)), Truth(Size) {
  for (uint64_t B = 0; B < Size; ++B)
    Truth[B] = uint8_t(Host[B] = char(B * 7 + B / 256));
  for (unsigned D = 0; D < 2; ++D)
    Slots.push_back(std::make_unique<DeviceSlot>(
        std::make_unique<FakeDevice>(World, DeviceKind::Gpu), D));
  All = std::make_unique<Regions>(
      Set.Copies, Log, Counts,
      [&](GuardResolver &Resolver) -> std::unique_ptr<PageGuard> {
        if (Set.By == Watch::Real)
          return std::make_unique<HostGuard>(Resolver);
        auto Made = std::make_unique<FakeGuard>(
            Resolver, ByteRange{address(0), address(Size)});
        Guard = Made.get();
        Guard->Log = Set.Log;
        return Made;
      },
      PageBytes);
  World.Log = Set.Log;
  World.Origin = address(0);
  All->setOwners([this](uint64_t Address) { return pagesOf(Address); },
                 pagesOfTests);
  // As a log of the launches could do it.
  All->setMaker([this](const std::vector<ByteRange> &What) {
    std::vector<char> Out;
    for (const ByteRange &Range : What) {
      ++Seen.Lost;
      const auto *From = &Truth[Range.Begin - address(0)];
      Out.insert(Out.end(), From, From + Range.size());
    }
    for (const auto &Slot : Slots)
      Slot->Lost = false; // it may have other bytes to lose
    return Out;
  });
}

RegionModel::~RegionModel() {
  World.Capacity = UINT64_MAX;
  while (!Arrays.empty())
    release(0);
  hostRead({0, Size});
  if (Set.Copies == Coherence::Lazy)
    EXPECT_EQ(All->count(), 0u) << "regions that nobody needs";
  if (Guard)
    EXPECT_TRUE(Guard->allOpen());
  All.reset();
  Slots.clear();
  EXPECT_EQ(World.LiveObjects, 0);
  munmap(Host, Size);
}

RegionModel::Tally RegionModel::tally() const {
  Tally Out = Seen;
  Out.Merges = All->counters().Merges;
  Out.Evictions = All->counters().Evictions;
  Out.Faults = All->counters().Faults;
  Out.Resumed = All->counters().Resumed;
  return Out;
}

uint64_t RegionModel::address(uint64_t Offset) const {
  return uint64_t(uintptr_t(Host)) + Offset;
}

ByteRange RegionModel::at(ByteRange Offsets) const {
  return {address(Offsets.Begin), address(Offsets.End)};
}

ByteRange RegionModel::anywhere(uint64_t Longest) {
  uint64_t Begin = below(Size);
  return {Begin, std::min(Begin + 1 + below(Longest), Size)};
}

ByteRange RegionModel::array() {
  if (Arrays.empty())
    allocate();
  return Arrays[below(Arrays.size())];
}

/// Large blocks of an allocator, here those that begin after a header of 16
/// bytes, have their pages to themselves.
ByteRange RegionModel::reserved(ByteRange Array) const {
  return Array.Begin % PageBytes == 16 ? RangeSet(Array).outer(PageBytes).hull()
                                       : Array;
}

ByteRange RegionModel::pagesOf(uint64_t Address) const {
  uint64_t Offset = Address - address(0);
  for (const ByteRange &Each : Arrays)
    if (Each.Begin <= Offset && Offset < Each.End)
      return reserved(Each) == Each ? ByteRange() : at(reserved(Each));
  return {};
}

/// As for code that cannot be stopped.
void RegionModel::expectOpen(ByteRange Offsets) {
  if (Guard)
    for (uint64_t B = Offsets.Begin; B < Offsets.End;
         B = B / PageBytes * PageBytes + PageBytes)
      ASSERT_EQ(Guard->access(Host + B), PageGuard::Access::All) << B;
}

/// Reads them.
void RegionModel::compare(ByteRange Offsets, const char *Who) const {
  if (std::memcmp(Host + Offsets.Begin, &Truth[Offsets.Begin],
                  Offsets.size()) == 0)
    return;
  for (uint64_t B = Offsets.Begin; B < Offsets.End; ++B)
    ASSERT_EQ(uint8_t(Host[B]), Truth[B])
        << Who << " reads an old byte " << B << ", or did a moment ago";
  ADD_FAILURE() << Who << " read an old byte for a moment";
}

/// Puts there what is right.
void RegionModel::store(ByteRange Offsets) {
  std::memcpy(Host + Offsets.Begin, &Truth[Offsets.Begin], Offsets.size());
}

/// The bytes may be anything: from now on, what they are.
void RegionModel::adopt(ByteRange Offsets) {
  access(Offsets, false, [&](ByteRange Part) {
    std::memcpy(&Truth[Part.Begin], Host + Part.Begin, Part.size());
  });
}

void RegionModel::hostRead(ByteRange Offsets) {
  access(Offsets, false, [&](ByteRange Part) { compare(Part, "the host"); });
  Seen.BytesRead += Offsets.size();
}

void RegionModel::hostWrite(ByteRange Offsets) {
  unsigned Salt = unsigned(Random());
  for (uint64_t B = Offsets.Begin; B < Offsets.End; ++B)
    Truth[B] = uint8_t(B * 13 + Salt);
  access(Offsets, true, [&](ByteRange Part) { store(Part); });
}

/// Where a freed array was, if that is possible: addresses come back soon.
void RegionModel::allocate() {
  for (unsigned Try = 0; Try < 8; ++Try) {
    uint64_t Longest = below(4) ? 6 * PageBytes : 24 * PageBytes;
    uint64_t Begin = below(Size - 16) / 16 * 16;
    if (uint64_t How = below(4); How < 2)
      Begin = Begin / PageBytes * PageBytes + 16 * How;
    ByteRange Fresh = {Begin, std::min(Size, Begin + 16 + below(Longest))};
    for (const ByteRange &Old : Arrays)
      if (reserved(Fresh).overlaps(reserved(Old)))
        Fresh.End = Fresh.Begin < Old.Begin && reserved(Fresh) == Fresh
                        ? reserved(Old).Begin
                        : Fresh.Begin;
    if (Fresh.empty())
      continue;
    Arrays.push_back(Fresh);
    if (below(2))
      hostWrite(Fresh);
    return;
  }
  if (Arrays.empty()) // cannot be
    Arrays.push_back({0, 16});
}

void RegionModel::release(size_t Which, bool PartsToo) {
  ByteRange Freed = Arrays[Which];
  if (PartsToo && below(4) == 0) {
    // The end of it, as munmap and madvise can.
    Freed.Begin += below(Freed.size());
    Arrays[Which].End = Freed.Begin;
  }
  if (Arrays[Which].End == Freed.End || Arrays[Which].empty())
    Arrays.erase(Arrays.begin() + long(Which));
  All->forget(at(Freed));
  expectOpen(Freed);
  EXPECT_EQ(All->where(at(Freed)).Devices.size(), 0u);
  // The allocator's own notes, or fresh pages of the kernel.
  for (uint64_t B = Freed.Begin; B < Freed.End; ++B)
    Truth[B] = uint8_t(0x77 + B % 3);
  store(Freed);
}

/// As the observed realloc does it.
void RegionModel::grow(size_t Which) {
  ByteRange Old = Arrays[Which];
  All->touch(at(Old), true);
  All->forget(at(Old));
  expectOpen(Old);
  compare(Old, "realloc");
  uint64_t Limit = Size;
  for (const ByteRange &Each : Arrays)
    if (Each.Begin >= Old.End)
      Limit = std::min(Limit, reserved(Each).Begin);
  if (reserved(Old) != Old)
    Limit = std::max(Old.End, Limit / PageBytes * PageBytes);
  if (Limit > Old.End) {
    Arrays[Which].End = Old.End + 1 + below(Limit - Old.End);
    return;
  }
  size_t Before = Arrays.size();
  allocate();
  if (Arrays.size() == Before)
    return;
  ByteRange Moved = Arrays.back();
  Moved.End = std::min(Moved.End, Moved.Begin + Old.size());
  std::copy_n(Truth.begin() + long(Old.Begin), Moved.size(),
              Truth.begin() + long(Moved.Begin));
  access(Moved, true, [&](ByteRange Part) { store(Part); });
  release(Which);
}

/// Buffers of calls that are observed, and no fault can stop.
void RegionModel::systemCall() {
  ByteRange Range = anywhere(10 * PageBytes);
  bool Write = below(2);
  All->touch(at(Range), Write);
  if (Write)
    expectOpen(Range);
  else if (Guard)
    for (uint64_t B = Range.Begin; B < Range.End; ++B)
      ASSERT_NE(Guard->access(Host + B), PageGuard::Access::None) << B;
  compare(Range, "a call");
  if (Write) {
    for (uint64_t B = Range.Begin; B < Range.End; ++B)
      Truth[B] = uint8_t(B ^ Seen.Launches);
    store(Range);
  }
  Seen.BytesRead += Range.size();
}

void RegionModel::discard() {
  ByteRange Range = within(array(), 12 * PageBytes);
  All->discard(at(Range));
  ByteRange Whole = {(Range.Begin + PageBytes - 1) / PageBytes * PageBytes,
                     Range.End / PageBytes * PageBytes};
  if (Whole.empty())
    return hostRead(Range);
  hostRead({Range.Begin, Whole.Begin});
  adopt(Whole);
  hostRead({Whole.End, Range.End});
}

void RegionModel::pin() {
  if (!Pins.empty() && (below(2) || Pins.size() > 3)) {
    size_t Which = below(Pins.size());
    All->unpin(at(Pins[Which]));
    Pins.erase(Pins.begin() + long(Which));
    return;
  }
  ByteRange Range = within(array(), 3 * PageBytes);
  for (const ByteRange &Each : Pins)
    if (Each.overlaps(Range))
      return;
  Pins.push_back(Range);
  All->pin(at(Range));
  compare(Range, "a program that pinned them");
}

void RegionModel::look() {
  ByteRange Range = anywhere(40 * PageBytes);
  Whereabouts Where = All->where(at(Range));
  uint64_t Sum = Where.Host;
  EXPECT_LE(Where.Host, Range.size());
  for (const auto &[Device, Bytes] : Where.Devices) {
    EXPECT_LE(Bytes, Range.size());
    Sum += Bytes;
  }
  EXPECT_GE(Sum, Range.size()) << "bytes are nowhere";
  const NeedPlace Place =
      All->places({{at(Range), {at(Range), {}, {}}, {}}}, Slots[below(2)].get())
          .front();
  EXPECT_LE(Place.OnDevice, Range.size());
  EXPECT_EQ(Place.Hidden, Range.size() - Where.Host);
}

void RegionModel::fork() {
  All->beginFork();
  if (Guard)
    EXPECT_TRUE(Guard->allOpen());
  compare({0, Size}, "a child");
  All->endFork();
  Seen.BytesRead += Size;
}

void RegionModel::changeWeather() {
  if (Set.LittleRoom)
    World.Capacity = below(3) ? (2 + below(60)) * PageBytes + 4096 : UINT64_MAX;
  if (Set.Failures) {
    World.FailWith = below(2) ? ErrorCode::OutOfMemory : ErrorCode::DeviceLost;
    World.FailAt = World.Calls + 1 + unsigned(below(60));
  }
}

void RegionModel::step() {
  switch (below(64)) {
  case 0:
  case 1:
  case 2:
    return allocate();
  case 3:
  case 4:
    if (!Arrays.empty())
      release(below(Arrays.size()), true);
    return;
  case 5:
    if (!Arrays.empty())
      grow(below(Arrays.size()));
    return;
  case 6:
  case 7:
  case 8:
    return systemCall();
  case 9:
  case 10:
    return All->sync(at(anywhere(20 * PageBytes)));
  case 11:
    return below(4) ? void() : All->syncAll();
  case 12:
  case 13:
    return (void)All->prefetch(at(within(array(), 20 * PageBytes)),
                               *Slots[below(2)]);
  case 14:
    return discard();
  case 15:
    return pin();
  case 16:
  case 17:
    return look();
  case 18:
    return below(4) ? void() : fork();
  case 19:
    return changeWeather();
  case 20:
  case 21:
  case 22:
  case 23:
  case 24:
  case 25:
  case 26:
    return hostRead(anywhere(8 * PageBytes));
  case 27:
  case 28:
  case 29:
  case 30:
    return hostWrite(within(array(), 4 * PageBytes));
  case 31:
    return hostWrite(anywhere(3 * PageBytes));
  case 32:
  case 33:
  case 34:
  case 35:
    return scope();
  default:
    return launch();
  }
}
