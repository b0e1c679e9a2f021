// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- EdgeGuard.cpp - guards pages, and keeps the bytes beside them ------===//
#include "EdgeGuard.h"
#include "SignalHold.h"

using namespace twofold;

RangeSet EdgeGuard::looseIn(ByteRange Range) const {
  if (idle())
    return {};
  const SignalHold Quiet;
  std::lock_guard Hold(Lock);
  return Loose.intersection(Range);
}

void EdgeGuard::keep(const RangeSet &Fresh) {
  const SignalHold Quiet;
  std::lock_guard Hold(Lock);
  Loose.insert(Fresh);
  Any.store(!Loose.empty(), std::memory_order_relaxed);
}

void EdgeGuard::release(const RangeSet &Ended) {
  if (Ended.empty())
    return;
  const SignalHold Quiet;
  for (const ByteRange &Range : Ended)
    (void)Bytes.set(Range, Access::All);
  std::lock_guard Hold(Lock);
  Loose.erase(Ended);
  Any.store(!Loose.empty(), std::memory_order_relaxed);
}

Status EdgeGuard::set(ByteRange Range, Access How) {
  const RangeSet Own = looseIn(Range);
  if (Own.empty())
    return Pages->set(Range, How);
  const SignalHold Quiet;
  for (const ByteRange &Part : RangeSet(Range).without(Own))
    if (Status S = Pages->set(Part, How); !S)
      return S;
  for (const ByteRange &Part : Own)
    if (Status S = Bytes.set(Part, How); !S)
      return S;
  return Unit();
}

Status EdgeGuard::replace(ByteRange Range, const Filler &Fill, Access How,
                          const Saver &Save) {
  if (looseIn(Range).empty())
    return Pages->replace(Range, Fill, How, Save);
  const SignalHold Quiet;
  return Bytes.replace(Range, Fill, How, Save);
}

Status EdgeGuard::send(ByteRange Range, const Sender &To) const {
  const RangeSet Own = looseIn(Range);
  if (Own.empty())
    return Pages->send(Range, To);
  for (const ByteRange &Part : RangeSet(Range).without(Own))
    if (Status S = Pages->send(Part, To); !S)
      return S;
  for (const ByteRange &Part : Own)
    if (Status S = Bytes.send(Part, To); !S)
      return S;
  return Unit();
}
