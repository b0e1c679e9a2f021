// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/SplitGuard.h"
#include "system/SignalHold.h"

using namespace twofold;

/// Does What with each part of Range and the guard that has it: Bytes has Own,
/// Pages the rest, and may be null where that is nothing. Ends at the first
/// that fails.
template <typename ForPages, typename ForBytes, typename Function>
static Status forEach(ForPages *Pages, ForBytes &Bytes, ByteRange Range,
                      const RangeSet &Own, Function What) {
  for (const ByteRange &Part : RangeSet(Range).without(Own))
    if (Status S = What(*Pages, Part); !S)
      return S;
  for (const ByteRange &Part : Own)
    if (Status S = What(Bytes, Part); !S)
      return S;
  return Unit();
}

RangeSet SplitGuard::looseIn(ByteRange Range) const {
  if (AnyByte)
    return Range;
  if (idle())
    return {};
  const SignalHold Quiet;
  std::lock_guard Hold(Lock);
  return Loose.intersection(Range);
}

void SplitGuard::keep(const RangeSet &Fresh) {
  const SignalHold Quiet;
  std::lock_guard Hold(Lock);
  Loose.insert(Fresh);
  Any.store(!Loose.empty(), std::memory_order_release);
}

void SplitGuard::release(const RangeSet &Ended) {
  if (Ended.empty())
    return;
  const SignalHold Quiet;
  for (const ByteRange &Range : Ended)
    (void)Bytes.set(Range, Access::All);
  std::lock_guard Hold(Lock);
  Loose.erase(Ended);
  Any.store(!Loose.empty(), std::memory_order_release);
}

Status SplitGuard::set(ByteRange Range, Access How) {
  const RangeSet Own = looseIn(Range);
  if (Own.empty())
    return Pages->set(Range, How);
  const SignalHold Quiet;
  return forEach(
      Pages.get(), Bytes, Range, Own,
      [&](PageGuard &Of, ByteRange Part) { return Of.set(Part, How); });
}

Status SplitGuard::replace(ByteRange Range, const Filler &Fill, Access How,
                           const Saver &Save) {
  if (looseIn(Range).empty())
    return Pages->replace(Range, Fill, How, Save);
  const SignalHold Quiet;
  return Bytes.replace(Range, Fill, How, Save);
}

Status SplitGuard::send(ByteRange Range, const Sender &To) const {
  const RangeSet Own = looseIn(Range);
  if (Own.empty())
    return Pages->send(Range, To);
  return forEach(
      Pages.get(), Bytes, Range, Own,
      [&](const PageGuard &Of, ByteRange Part) { return Of.send(Part, To); });
}
