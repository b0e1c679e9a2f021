// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DriverStart.cpp - whether drivers are worth their start ------------===//
#include "DriverStart.h"

#include <algorithm>

using namespace twofold;

void DriverStart::noteCall(double Now) {
  double None = 0;
  First.compare_exchange_strong(None, Now);
}

bool DriverStart::pays(double Now) const {
  if (!(Before.Lasted > 0) || !(Before.Opening > 0))
    return true;
  const double Since = std::max(Now - First.load(), 0.0);
  const double Ahead = Before.Lasted > Since ? Before.Lasted - Since : Since;
  return Ahead > WorthOpening * Before.Opening;
}

double DriverStart::left(double Now) const {
  if (!(Before.Opening > 0) || !(Began.load() > 0))
    return -1;
  return std::max(Before.Opening - (Now - Began.load()), 0.0);
}

RunHistory DriverStart::history(double Now, bool Used) const {
  RunHistory Out = Before;
  if (First.load() > 0)
    Out.Lasted = std::max(Now - First.load(), Used ? Before.Lasted : 0.0);
  if (Took.load() > 0)
    Out.Opening = Took.load();
  else if (Began.load() > 0)
    Out.Opening = std::max(Before.Opening, Now - Began.load());
  return Out;
}
