// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/LaunchTrace.h"

using namespace twofold;

void LaunchTrace::slice(Timeline::Track::Kind Where, const char *Category,
                        std::string_view What, uint64_t Bytes, bool Arrow) {
  const Timeline::Track On{Where, Slot.Number, Slot.facts().Name};
  const double Now = Timeline::now();
  TimelineMembers More;
  if (Bytes)
    More.add("bytes", double(Bytes));
  if (Arrow)
    Timeline::arrow(Last, On, Last);
  Timeline::slice(On, Category, What, Last, Now, More);
  Last = Now;
}

void LaunchTrace::sent(uint64_t Bytes) {
  if (on() && Bytes)
    slice(Timeline::Track::Kind::Copies, "copy", "to the device", Bytes, false);
  else if (on())
    Last = Timeline::now();
}

void LaunchTrace::left(uint64_t Number) {
  if (!on())
    return;
  const Timeline::Track On{Timeline::Track::Kind::Kernels, Slot.Number,
                           Slot.facts().Name};
  Timeline::arrow(Last, On, Last);
  Timeline::left(&Slot.Launches, On, Name, Number, Last);
}

void LaunchTrace::ran() {
  if (on())
    slice(Timeline::Track::Kind::Kernels, "kernel", Name, 0, true);
}

void LaunchTrace::received(uint64_t Bytes) {
  if (on() && Bytes)
    slice(Timeline::Track::Kind::Copies, "copy", "to the host", Bytes, false);
}
