// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProgramModel.cpp - a program that uses memory as programs do -------===//
#include "model/ProgramModel.h"
#include "guard/HostGuard.h"
#include "observe/KnownBlocks.h"
#include "observe/Observation.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold;
using namespace twofold::test;

static Regions *WhoIsTold;

ProgramMachine::ProgramMachine()
    : Log(0, [this](std::string_view Text) { Told += Text; }) {
  observation::SmallestListed = observation::SmallestBlock;
  for (unsigned D = 0; D < 2; ++D)
    Slots.push_back(std::make_unique<DeviceSlot>(
        std::make_unique<FakeDevice>(World, DeviceKind::Gpu), D));
  All = std::make_unique<Regions>(
      Coherence::Lazy, Log, Counts,
      [](GuardResolver &Resolver) -> std::unique_ptr<PageGuard> {
        return std::make_unique<HostGuard>(Resolver, observation::whyNot());
      });
  All->setOwners(observation::pagesOf, knownBlock);
  WhoIsTold = All.get();
  observation::setForgetter([](ByteRange Gone) { WhoIsTold->forget(Gone); });
}

ProgramMachine::~ProgramMachine() {
  EXPECT_EQ(All->count(), 0u) << "regions that nobody needs";
  observation::setForgetter(nullptr);
  All.reset();
  Slots.clear();
  EXPECT_EQ(World.LiveObjects, 0);
}

void ProgramModel::Tally::add(const Tally &Other) {
  Launches += Other.Launches;
  OnDevices += Other.OnDevices;
  LeftUnderWay += Other.LeftUnderWay;
  Frees += Other.Frees;
  Moves += Other.Moves;
  SameAddress += Other.SameAddress;
  Forks += Other.Forks;
}

ProgramModel::ProgramModel(ProgramMachine &On, std::string Name, unsigned Seed,
                           bool LittleRoom)
    : On(On), Name(std::move(Name)), LittleRoom(LittleRoom),
      Page(size_t(sysconf(_SC_PAGESIZE))), Random(Seed),
      File(memfd_create("model", MFD_CLOEXEC)) {
  std::lock_guard<std::mutex> Hold(On.World.Lock);
  for (size_t K = 0; K < Kernels; ++K)
    On.World.Kernels[this->Name + std::to_string(K)] =
        [this, K](const NdRange &, const std::vector<char *> &Arguments) {
          Running[K]->runKernel(Arguments);
        };
}

ProgramModel::~ProgramModel() {
  while (!Arrays.empty())
    release();
  // What is still to be run is this program's.
  for (const auto &Slot : On.Slots) {
    std::lock_guard<OwnedMutex> Hold(Slot->Lock);
    (void)Slot->Launches.waitForAll();
  }
  close(File);
}

/// Of all magnitudes, some with whole pages. Large blocks move otherwise than
/// small ones.
size_t ProgramModel::drawSize() {
  size_t Size = 1 + below(size_t(64) << below(below(16) ? 12 : 17));
  return below(3) ? Size : (Size + Page) / Page * Page;
}

ProgramModel::Array &ProgramModel::any() {
  if (Arrays.empty())
    allocate();
  return Arrays[below(Arrays.size())];
}

ByteRange ProgramModel::part(const Array &Of) {
  return drawView(Random, Of.range(), 8 * Page);
}

ProgramModel::Array &ProgramModel::holder(uint64_t Address) {
  for (Array &Each : Arrays)
    if (Each.range().Begin <= Address && Address < Each.range().End)
      return Each;
  std::abort(); // a launch uses what was freed
}

/// Reads them.
void ProgramModel::compare(const Array &In, ByteRange Range, const char *Who) {
  const uint64_t From = Range.Begin - In.range().Begin;
  if (std::memcmp(In.Begin + From, &In.Truth[From], Range.size()) != 0)
    ADD_FAILURE() << Who << " reads an old byte of " << From << " to "
                  << From + Range.size() << " of " << In.size();
}

void ProgramModel::fill(Array &In, ByteRange Range) {
  const uint64_t From = Range.Begin - In.range().Begin;
  unsigned Salt = unsigned(Random());
  for (uint64_t B = From; B < From + Range.size(); ++B)
    In.Truth[B] = uint8_t(B * 13 + Salt);
  std::memcpy(In.Begin + From, &In.Truth[From], Range.size());
}

/// An array begins its life.
void ProgramModel::own(Array Fresh, bool Zero) {
  const uint64_t Begin = Fresh.range().Begin;
  Seen.SameAddress +=
      std::find(Freed.begin(), Freed.end(), Begin) != Freed.end();
  // What the allocator left there is what it is.
  if (!Zero)
    std::memcpy(Fresh.Truth.data(), Fresh.Begin, Fresh.size());
  compare(Fresh, Fresh.range(), "who gets fresh memory");
  Arrays.push_back(std::move(Fresh));
  if (below(2))
    fill(Arrays.back(), part(Arrays.back()));
}

void ProgramModel::allocate() {
  if (Arrays.size() >= MostArrays)
    return release();
  const size_t Size = drawSize();
  Array Fresh = {Array::From::Heap, nullptr, std::vector<uint8_t>(Size)};
  bool Zero = false;
  void *Block = nullptr;
  switch (below(6)) {
  case 0:
    Block = std::calloc(Size, 1);
    Zero = true;
    break;
  case 1:
    Block = std::aligned_alloc(Page, (Size + Page - 1) / Page * Page);
    break;
  case 2:
    if (posix_memalign(&Block, size_t(16) << below(10), Size) != 0)
      Block = nullptr;
    break;
  case 3:
    Block = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    Fresh.Of = Array::From::Mapping;
    Zero = true;
    break;
  default:
    Block = std::malloc(Size);
  }
  if (!Block || Block == MAP_FAILED)
    std::abort();
  Fresh.Begin = static_cast<char *>(Block);
  own(std::move(Fresh), Zero);
}

void ProgramModel::release() {
  if (Arrays.empty())
    return;
  size_t Which = below(Arrays.size());
  Array Old = std::move(Arrays[Which]);
  Arrays.erase(Arrays.begin() + long(Which));
  ++Seen.Frees;
  Freed.push_back(Old.range().Begin);
  if (Freed.size() > 64)
    Freed.erase(Freed.begin());
  if (Old.Of == Array::From::Mapping)
    munmap(Old.Begin, Old.size());
  else
    std::free(Old.Begin);
}

void ProgramModel::reallocate() {
  Array &Old = any();
  if (Old.Of == Array::From::Mapping)
    return changeMapping();
  const uint64_t Before = Old.range().Begin;
  const size_t Size = below(2) ? drawSize() : Old.size() + below(8 * Page);
  Old.Begin = static_cast<char *>(std::realloc(Old.Begin, Size));
  Seen.Moves += Old.range().Begin != Before;
  const size_t Kept = std::min(Size, Old.size());
  Old.Truth.resize(Size);
  // What is new is what it is.
  std::memcpy(Old.Truth.data() + Kept, Old.Begin + Kept, Size - Kept);
  compare(Old, Old.range(), "realloc");
}

/// Of a mapping, parts go, lose their contents, or become shut for a while.
void ProgramModel::changeMapping() {
  for (size_t I = 0; I < Arrays.size(); ++I) {
    Array &Of = Arrays[I];
    if (Of.Of != Array::From::Mapping)
      continue;
    const size_t Whole = Of.size() / Page * Page;
    if (Whole < 2 * Page)
      continue;
    const size_t First = below(Whole / Page) * Page,
                 Last = First + (1 + below((Whole - First) / Page)) * Page;
    switch (below(6)) {
    case 0:
      madvise(Of.Begin + First, Last - First, MADV_DONTNEED);
      std::fill(Of.Truth.begin() + long(First), Of.Truth.begin() + long(Last),
                uint8_t(0));
      return compare(Of, Of.range(), "madvise");
    case 1:
      mprotect(Of.Begin + First, Last - First, PROT_READ);
      compare(Of, Of.range(), "the reader of read-only pages");
      mprotect(Of.Begin + First, Last - First, PROT_READ | PROT_WRITE);
      return fill(Of, part(Of));
    case 2: // the front goes
      if (First == 0)
        return;
      munmap(Of.Begin, First);
      Of.Begin += First;
      Of.Truth.erase(Of.Truth.begin(), Of.Truth.begin() + long(First));
      return compare(Of, Of.range(), "whoever has the rest of a mapping");
    case 3: // other memory in its place
      if (mmap(Of.Begin + First, Last - First, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
               0) != Of.Begin + First)
        std::abort();
      std::fill(Of.Truth.begin() + long(First), Of.Truth.begin() + long(Last),
                uint8_t(0));
      return compare(Of, Of.range(), "whoever has mapped over a mapping");
    default: {
      const size_t Size = below(2) ? Last : Of.size() + below(16 * Page) + 1;
      void *Moved = mremap(Of.Begin, Of.size(), Size, MREMAP_MAYMOVE);
      if (Moved == MAP_FAILED) {
        ADD_FAILURE() << "mremap fails";
        return;
      }
      Seen.Moves += Moved != Of.Begin;
      const size_t Kept = std::min(Size, Of.size());
      Of.Begin = static_cast<char *>(Moved);
      Of.Truth.resize(Size);
      std::memcpy(Of.Truth.data() + Kept, Of.Begin + Kept, Size - Kept);
      return compare(Of, Of.range(), "mremap");
    }
    }
  }
}

/// The kernel reads and writes; no fault can stop it.
void ProgramModel::systemCall() {
  Array &Of = any();
  ByteRange Range = part(Of);
  const size_t From = size_t(Range.Begin - Of.range().Begin);
  if (below(2)) {
    if (pwrite(File, Of.Begin + From, Range.size(), 0) != ssize_t(Range.size()))
      ADD_FAILURE() << "write does not reach the memory";
    std::vector<uint8_t> Written(Range.size());
    if (pread(File, Written.data(), Range.size(), 0) != ssize_t(Range.size()))
      std::abort();
    EXPECT_TRUE(std::equal(Written.begin(), Written.end(), &Of.Truth[From]))
        << "write reads an old byte";
    return;
  }
  for (size_t B = From; B < From + Range.size(); ++B)
    Of.Truth[B] = uint8_t(B ^ Seen.Launches);
  std::vector<uint8_t> Wanted(&Of.Truth[From], &Of.Truth[From] + Range.size());
  if (pwrite(File, Wanted.data(), Wanted.size(), 0) != ssize_t(Wanted.size()))
    std::abort();
  if (pread(File, Of.Begin + From, Range.size(), 0) != ssize_t(Range.size()))
    ADD_FAILURE() << "read does not reach the memory";
}

void ProgramModel::discard() {
  Array &Of = any();
  ByteRange Range = part(Of);
  On.All->discard(Range);
  const size_t From = size_t(Range.Begin - Of.range().Begin);
  ByteRange Whole = RangeSet(Range).inner(Page).hull();
  if (!Whole.empty())
    std::memcpy(&Of.Truth[Whole.Begin - Of.range().Begin],
                Of.Begin + (Whole.Begin - Of.range().Begin), Whole.size());
  compare(Of, {Of.range().Begin + From, Range.End}, "whoever discards");
}

void ProgramModel::look() {
  ByteRange Range = part(any());
  Whereabouts Where = On.All->where(Range);
  uint64_t Sum = Where.Host;
  for (const auto &[Device, Bytes] : Where.Devices)
    Sum += Bytes;
  EXPECT_GE(Sum, Range.size()) << "bytes are nowhere";
}

void ProgramModel::fork() {
  ++Seen.Forks;
  On.All->beginFork();
  pid_t Child = ::fork();
  if (Child == 0) {
    for (const Array &Each : Arrays)
      if (std::memcmp(Each.Begin, Each.Truth.data(), Each.size()) != 0)
        _exit(1);
    _exit(0);
  }
  On.All->endFork();
  int How = -1;
  EXPECT_EQ(waitpid(Child, &How, 0), Child);
  EXPECT_EQ(How, 0) << "a child reads an old byte";
}

void ProgramModel::launch() {
  std::shared_ptr<ModelLoop> Loop;
  if (below(3) == 0) {
    std::vector<ByteRange> Ranges;
    for (const Array &Each : Arrays)
      Ranges.push_back(Each.range());
    Loop = Loops.draw(Random, Ranges);
  }
  if (!Loop) {
    RangeSet Written;
    std::vector<LaunchBase> Bases;
    for (uint64_t Left = 1 + below(3); Left; --Left)
      Bases.push_back(drawBase(Random, any().range(), Page, Written));
    Loop = std::make_shared<ModelLoop>(std::move(Bases), 0);
    Loops.add(Loop);
  }
  DeviceSlot &Slot = *On.Slots[below(2)];
  for (uint64_t Calls = below(3) ? 1 : 1 + below(4); Calls; --Calls)
    launchOnce(*Loop, Slot);
}

void ProgramModel::launchOnce(ModelLoop &Loop, DeviceSlot &Slot) {
  auto What = std::make_shared<ModelLaunch>();
  What->Bases = Loop.Bases;
  What->draw(Random, Page, [this](uint64_t Address) {
    Array &Of = holder(Address);
    return &Of.Truth[Address - Of.range().Begin];
  });
  What->Number = ++Seen.Launches;
  const size_t Kernel = What->Number % Kernels;
  Running[Kernel] = What;
  auto Ran = What->execute(
      {On.World, *On.All, Slot, 0, Loop}, Name + std::to_string(Kernel),
      below(16) ? Regions::Keep::Pages : Regions::Keep::Nothing, below(3));
  Seen.LeftUnderWay += Ran == ModelLaunch::Outcome::UnderWay;
  if (Ran == ModelLaunch::Outcome::Failed)
    onHost(*What);
  else
    ++Seen.OnDevices;
  for (const ModelLaunch::Bytes &Each : What->Stores) {
    Array &Of = holder(Each.Range.Begin);
    std::copy(Each.Values.begin(), Each.Values.end(),
              Of.Truth.begin() + long(Each.Range.Begin - Of.range().Begin));
  }
}

/// The native variant. Truth is as it was before the launch.
void ProgramModel::onHost(const ModelLaunch &What) {
  for (const ModelLaunch::Bytes &Each : What.Reads)
    compare(holder(Each.Range.Begin), Each.Range, "the native variant");
  for (const ModelLaunch::Bytes &Each : What.Stores)
    std::memcpy(reinterpret_cast<char *>(uintptr_t(Each.Range.Begin)),
                Each.Values.data(), Each.Values.size());
}

void ProgramModel::step() {
  const uint64_t What = below(64);
  if (What < 5)
    return allocate();
  if (What < 9)
    return release();
  if (What < 12)
    return reallocate();
  if (What < 14)
    return changeMapping();
  if (What < 17)
    return systemCall();
  if (What < 18)
    return below(2) ? On.All->sync(part(any())) : On.All->syncAll();
  if (What < 19)
    return (void)On.All->prefetch(part(any()), *On.Slots[below(2)]);
  if (What < 20)
    return discard();
  if (What < 21)
    return look();
  if (What < 22) {
    if (LittleRoom)
      On.World.Capacity = below(3) ? (8 + below(60)) * Page : UINT64_MAX;
    return below(16) ? void() : fork();
  }
  Array &Of = any();
  if (What < 30)
    return compare(Of, part(Of), "the host");
  if (What < 35)
    return fill(Of, part(Of));
  launch();
}
