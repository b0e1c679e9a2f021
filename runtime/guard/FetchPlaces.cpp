// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/FetchPlaces.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <unwind.h>

using namespace twofold;
using namespace twofold::fetch_places;

static constinit std::atomic<bool> Enabled{false};
static constexpr size_t MostPlaces = 4096;

namespace {
struct Known {
  std::mutex Lock;
  std::map<Callers, Place> Places; // by what led to them
};
} // namespace

/// Never destroyed: accesses are made until the very end.
static Known &known() {
  static Known &Only = *new Known;
  return Only;
}

namespace {
struct Walk {
  Callers &Out;
  size_t Count = 0;
};
} // namespace

static _Unwind_Reason_Code note(_Unwind_Context *Frame, void *Into) {
  auto &To = *static_cast<Walk *>(Into);
  int IsExact = 0;
  const uintptr_t At = _Unwind_GetIPInfo(Frame, &IsExact);
  // What a signal has interrupted: all before it is the handler's.
  if (IsExact)
    To.Count = 0;
  if (!At || To.Count == To.Out.size())
    return _URC_END_OF_STACK;
  // A call is where its return address is about to be, not behind it.
  To.Out[To.Count++] = IsExact ? At : At - 1;
  return _URC_NO_REASON;
}

Callers fetch_places::here() {
  Callers Out = {};
  Walk Through = {Out};
  (void)_Unwind_Backtrace(note, &Through);
  std::fill(Out.begin() + Through.Count, Out.end(), 0);
  return Out;
}

void fetch_places::enable() {
  (void)known();
  (void)here();
  Enabled.store(true);
}

bool fetch_places::enabled() { return Enabled.load(std::memory_order_relaxed); }

void fetch_places::add(const Callers &From, uint64_t Bytes) {
  Known &In = known();
  const std::lock_guard<std::mutex> Guard(In.Lock);
  if (In.Places.size() >= MostPlaces && !In.Places.count(From))
    return;
  Place &Of = In.Places[From];
  Of.From = From;
  Of.Bytes += Bytes;
  ++Of.Times;
}

std::vector<Place> fetch_places::all() {
  Known &In = known();
  std::vector<Place> Out;
  const std::lock_guard<std::mutex> Guard(In.Lock);
  for (const auto &[From, Of] : In.Places)
    Out.push_back(Of);
  std::sort(Out.begin(), Out.end(),
            [](const Place &A, const Place &B) { return A.Bytes > B.Bytes; });
  return Out;
}
