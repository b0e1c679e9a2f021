// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/DriverStart.h"

#include <algorithm>
#include <cmath>

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
  const unsigned Doubled =
      std::max(Before.InVain, FreeRuns - 1) - (FreeRuns - 1);
  return Ahead > WorthOpening * std::exp2(double(Doubled)) * Before.Opening;
}

double DriverStart::left(double Now) const {
  if (!(Before.Opening > 0) || !(since() > 0))
    return -1;
  return std::max(Before.Opening - (Now - since()), 0.0);
}

RunHistory DriverStart::history(double Now, bool Used) const {
  RunHistory Out = Before;
  if (First.load() > 0)
    Out.Lasted = std::max(Now - First.load(), Used ? Before.Lasted : 0.0);
  if (Took.load() > 0)
    Out.Opening = Took.load();
  else if (Began.load() > 0)
    Out.Opening = std::max(Before.Opening, Now - Began.load());
  if (Used)
    Out.InVain = 0;
  else if (Began.load() > 0 || Took.load() > 0)
    Out.InVain = std::min(Before.InVain + 1, RunHistory::MostInVain);
  return Out;
}
