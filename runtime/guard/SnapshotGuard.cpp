// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/SnapshotGuard.h"
#include "bytes/ChangedBytes.h"

#include <algorithm>
#include <cstring>
#include <new>

using namespace twofold;

static Status noRoom() {
  return Error{ErrorCode::OutOfMemory, "no memory for what was sent", ""};
}

/// Calls Visit(Range, Snapshot's bytes or null) for all of In, in order.
template <typename Function>
void SnapshotGuard::each(ByteRange In, Function Visit) const {
  auto Next = Sent.upper_bound(In.Begin);
  if (Next != Sent.begin() && std::prev(Next)->second.End > In.Begin)
    --Next;
  for (; In.Begin < In.End && Next != Sent.end() && Next->first < In.End;
       ++Next) {
    const auto &[Begin, S] = *Next;
    if (In.Begin < Begin)
      Visit(ByteRange{In.Begin, Begin}, static_cast<const char *>(nullptr));
    ByteRange Here = {std::max(In.Begin, Begin), std::min(In.End, S.End)};
    Visit(Here, S.at(Here.Begin - Begin));
    In.Begin = Here.End;
  }
  if (In.Begin < In.End)
    Visit(In, static_cast<const char *>(nullptr));
}

Status SnapshotGuard::remember(ByteRange Range, const char *Contents) {
  std::shared_ptr<char[]> Bytes(new (std::nothrow) char[Range.size()]);
  if (!Bytes)
    return noRoom();
  std::memcpy(Bytes.get(), Contents, Range.size());
  Sent[Range.Begin] = {Range.End, std::move(Bytes), 0};
  return Unit();
}

void SnapshotGuard::drop(ByteRange Range) {
  auto Next = Sent.upper_bound(Range.Begin);
  if (Next != Sent.begin())
    --Next;
  while (Next != Sent.end() && Next->first < Range.End) {
    uint64_t Begin = Next->first;
    Snapshot S = Next->second;
    if (S.End <= Range.Begin) {
      ++Next;
      continue;
    }
    Next = Sent.erase(Next);
    if (Begin < Range.Begin)
      Sent[Begin] = {Range.Begin, S.Bytes, S.Skipped};
    if (S.End > Range.End)
      Sent[Range.End] = {S.End, S.Bytes, S.Skipped + (Range.End - Begin)};
  }
}

Status SnapshotGuard::set(ByteRange Pages, Access How) {
  std::lock_guard Hold(Lock);
  if (How == Access::All)
    drop(Pages);
  if (How != Access::ReadOnly)
    return Unit();
  // What was sent before is what the device has: it stays.
  std::vector<ByteRange> Missing;
  each(Pages, [&](ByteRange Range, const char *Before) {
    if (!Before)
      Missing.push_back(Range);
  });
  for (size_t I = 0; I < Missing.size(); ++I)
    if (Status S = remember(Missing[I], host(Missing[I].Begin)); !S) {
      while (I-- > 0)
        drop(Missing[I]);
      return S;
    }
  return Unit();
}

Status SnapshotGuard::replace(ByteRange Pages, const Filler &Fill, Access How,
                              const Saver &Save) {
  std::shared_ptr<char[]> Fresh(new (std::nothrow) char[Pages.size()]);
  if (!Fresh)
    return noRoom();
  if (Status S = Fill(Fresh.get()); !S)
    return S;
  std::lock_guard Hold(Lock);
  if (Save)
    Save(host(Pages.Begin), false);
  each(Pages, [&](ByteRange Range, const char *Before) {
    const char *After = &Fresh[Range.Begin - Pages.Begin];
    if (Before)
      storeChanged(host(Range.Begin), Before, After, Range.size());
    else
      std::memcpy(host(Range.Begin), After, Range.size());
  });
  drop(Pages);
  if (How != Access::All)
    Sent[Pages.Begin] = {Pages.End, std::move(Fresh), 0};
  return Unit();
}

Status SnapshotGuard::send(ByteRange Pages, const Sender &To) const {
  std::vector<std::pair<ByteRange, const char *>> Pieces;
  {
    std::lock_guard Hold(Lock);
    each(Pages, [&](ByteRange Range, const char *Before) {
      Pieces.push_back({Range, Before ? Before : host(Range.Begin)});
    });
  }
  for (const auto &[Range, From] : Pieces)
    if (Status S = To(From, Range); !S)
      return S;
  return Unit();
}

void SnapshotGuard::strand(ByteRange Pages) {
  std::lock_guard Hold(Lock);
  for (const auto &[Begin, S] : Sent)
    if (Pages.overlaps({Begin, S.End}))
      Stranded.push_back(S.Bytes);
}
