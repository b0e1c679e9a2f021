// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "replay/LaunchLog.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <cstring>

using namespace twofold;

static constexpr size_t ImageAlignment = 64;
/// Kept when the log is cleared; the rest goes back to the kernel.
static constexpr size_t KeptBytes = size_t(4) << 20;

static size_t roundUp(size_t Bytes) {
  return (Bytes + ImageAlignment - 1) / ImageAlignment * ImageAlignment;
}

LaunchLog::~LaunchLog() {
  if (Memory)
    syscalls::unmap(Memory, Most.ImageBytes + Most.LaunchBytes + ScratchBytes);
}

bool LaunchLog::reserve() {
  if (Memory)
    return true;
  const size_t Bytes = Most.ImageBytes + Most.LaunchBytes + ScratchBytes;
  Memory = static_cast<char *>(syscalls::map(Bytes, false));
  if (!Memory)
    return false;
  // Launches by the thousand would fault in every fourth page or so.
  syscalls::advise(Memory, Bytes, MADV_HUGEPAGE);
  Large.reserve(Most.PageBytes);
  return true;
}

LaunchLog::Entry *LaunchLog::add(Kind What, size_t Following) {
  Entry *Out = reinterpret_cast<Entry *>(Memory + Used);
  *Out = {};
  Out->What = What;
  Out->Size = sizeof(Entry) + roundUp(Following);
  Out->Previous = LastSize;
  Used += Out->Size;
  LastSize = Out->Size;
  return Out;
}

bool LaunchLog::nearlyFull() const {
  // The arguments of a launch are small beside its largest input.
  constexpr size_t Room = LaunchRecord::LargestInput + (size_t(1) << 20);
  return Count >= Most.Launches ||
         (LaunchesUsed > 0 && LaunchesUsed + Room > Most.LaunchBytes);
}

/// False when there is no room: then the log is incomplete.
bool LaunchLog::write(const LaunchRecord &Launch, const RangeSet &Returned,
                      Group Of) {
  const twofold_site &Site = Launch.site();
  uint64_t Limits = Site.subscript_count * sizeof(uint64_t);
  size_t Places = std::count_if(
      Launch.pieces().begin(), Launch.pieces().end(), [](const auto &Piece) {
        return Piece.What == LaunchRecord::Piece::Kind::Contents;
      });
  // Each part begins anew at a multiple of the alignment.
  size_t Following = roundUp(Site.arg_count * sizeof(void *)) +
                     roundUp(Places * sizeof(Place)) +
                     roundUp(Site.rank * sizeof(twofold_dim)) +
                     roundUp(sizeof(twofold_bounds)) + roundUp(Limits);
  for (uint32_t I = 0; I < Site.result_count; ++I)
    Following += roundUp(Site.results[I].size);
  for (const auto &Piece : Launch.pieces())
    Following += roundUp(Piece.Bytes);
  if (!Launch.complete() || Count >= Most.Launches ||
      LaunchesUsed + (Returned.rangeCount() + 1) * sizeof(Entry) + Following >
          Most.LaunchBytes ||
      !reserve()) {
    Incomplete = true;
    return false;
  }
  for (const ByteRange &Range : Returned) {
    Entry *Return = add(Kind::Return, 0);
    Return->Range = Range;
    Return->Of = Of;
    LaunchesUsed += Return->Size;
  }
  Entry *E = add(Kind::Launch, Following);
  LaunchesUsed += E->Size;
  E->Of = Of;
  char *Free = E->bytes();
  auto Take = [&](size_t Bytes) {
    char *Out = Free;
    Free += roundUp(Bytes);
    return Out;
  };
  auto Copy = [&](const void *From, size_t Bytes) {
    return std::memcpy(Take(Bytes), From, Bytes);
  };
  E->Site = &Site;
  E->Trips = Launch.trips();
  E->Args = static_cast<void **>(
      Copy(Launch.launch().args, Site.arg_count * sizeof(void *)));
  E->Args[0] = Copy(Launch.launch().dims, Site.rank * sizeof(twofold_dim));
  Place *NextPlace = reinterpret_cast<Place *>(Take(Places * sizeof(Place)));
  E->Places = NextPlace;
  E->PlaceCount = Places;
  for (const auto &Piece : Launch.pieces()) {
    void *Bytes = Copy(Launch.data() + Piece.Offset, Piece.Bytes);
    if (Piece.What == LaunchRecord::Piece::Kind::Argument) {
      E->Args[Piece.Arg] = Bytes;
      continue;
    }
    ByteRange Range = {Piece.Address, Piece.Address + Piece.Bytes};
    *NextPlace++ = {Range, static_cast<const char *>(Bytes)};
    Pages.insert(RangeSet(Range).outer(SmallestPage));
  }
  for (uint32_t I = 0; I < Site.result_count; ++I) {
    void *Slot = Take(Site.results[I].size);
    std::memset(Slot, 0, Site.results[I].size);
    E->Args[Site.results[I].arg] = Slot;
  }
  // What was found in bounds once is so again.
  if (Site.subscript_count) {
    void *All = std::memset(Take(Limits), 0xFF, Limits);
    twofold_bounds Bounds = {nullptr, static_cast<uint64_t *>(All)};
    E->Args[Site.bounds_arg] = Copy(&Bounds, sizeof Bounds);
  }
  ++Count;
  return true;
}

LaunchLog::Group LaunchLog::append(const LaunchRecord &Launch, const Effect &Of,
                                   Clock::time_point Time) {
  if (empty())
    Start = Time;
  RangeSet Returned = Made.empty() ? RangeSet() : Made.intersection(Of.Carried);
  const Group In = Groups.join(Of.Touched);
  if (!write(Launch, Returned, In))
    return In;
  if (!Returned.empty())
    ++Now;
  Made.erase(Returned);
  Made.insert(Of.Writes);
  Wanted.insert(Of.FromHost);
  Pages.insert(Of.Touched.outer(SmallestPage));
  return In;
}

void LaunchLog::appendAgain(const LaunchRecord &Launch, Group To) {
  (void)write(Launch, {}, To);
}

LaunchLog::Entry *LaunchLog::image(ByteRange Range) {
  size_t Bytes = size_t(Range.size());
  if (ImagesUsed + sizeof(Entry) > Most.ImageBytes || !reserve())
    return nullptr;
  char *Apart = Bytes >= ImagePages::Least ? Large.take(Bytes) : nullptr;
  size_t Following = Apart ? 0 : Bytes;
  if (Following > Most.ImageBytes ||
      ImagesUsed + sizeof(Entry) + roundUp(Following) > Most.ImageBytes)
    return nullptr;
  Entry *E = add(Kind::Unfinished, Following);
  ImagesUsed += E->Size;
  E->Range = Range;
  E->Apart = Apart;
  E->Bytes = Apart ? Apart : E->bytes();
  ++Unsealed;
  return E;
}

void LaunchLog::seal(Entry *Image) {
  ++Now;
  Image->What = Kind::Image;
  Wanted.erase(Image->Range);
  Pages.insert(RangeSet(Image->Range).outer(SmallestPage));
  --Unsealed;
}

void LaunchLog::clear() {
  if (Unsealed)
    return;
  if (Used > KeptBytes)
    syscalls::advise(Memory + KeptBytes, Used - KeptBytes, MADV_DONTNEED);
  ++Now;
  Large.clear();
  Used = ImagesUsed = LaunchesUsed = LastSize = 0;
  Count = 0;
  Incomplete = false;
  Wanted.clear();
  Made.clear();
  Pages.clear();
  Groups.clear();
}

void LaunchLog::finish(const std::vector<Group> &Ended) {
  RangeSet Bytes;
  for (Group Each : Ended)
    Bytes.insert(Groups.finish(Each));
  ++Now;
  Wanted.erase(Bytes);
  Made.erase(Bytes);
}

/// What their launches have written is the host's now, and stays as it is.
void LaunchLog::dropFinished() {
  for (Entry *E = first(); E; E = next(E)) {
    if ((E->What != Kind::Launch && E->What != Kind::Return) ||
        !Groups.finished(E->Of))
      continue;
    Count -= E->What == Kind::Launch;
    E->What = Kind::Unfinished;
  }
}

LaunchLog::Entry *LaunchLog::first() {
  return Used ? reinterpret_cast<Entry *>(Memory) : nullptr;
}

LaunchLog::Entry *LaunchLog::next(Entry *E) {
  char *Next = reinterpret_cast<char *>(E) + E->Size;
  return Next < Memory + Used ? reinterpret_cast<Entry *>(Next) : nullptr;
}

LaunchLog::Entry *LaunchLog::last() {
  return Used ? reinterpret_cast<Entry *>(Memory + Used - LastSize) : nullptr;
}

LaunchLog::Entry *LaunchLog::previous(Entry *E) {
  return E->Previous ? reinterpret_cast<Entry *>(reinterpret_cast<char *>(E) -
                                                 E->Previous)
                     : nullptr;
}

bool twofold::checkpointIsDue(std::chrono::nanoseconds SinceLast,
                              uint64_t Newer) {
  // As slow as ordinary memory gets over the bus, and a floor: what a program
  // of a few seconds moves is not to depend on this.
  constexpr double BytesPerNanosecond = 5;
  constexpr double Least = 10e9, Share = 50;
  return double(SinceLast.count()) >
         std::max(Least, Share * double(Newer) / BytesPerNanosecond);
}
