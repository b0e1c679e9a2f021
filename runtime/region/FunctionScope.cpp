// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "region/FunctionScope.h"
#include "region/Regions.h"

using namespace twofold;

constinit thread_local FunctionScope *FunctionScope::Armed = nullptr;
constinit thread_local FunctionScope *FunctionScope::Current = nullptr;

void FunctionScope::read(ByteRange Range, Regions &All) {
  if (state && left()->overlaps(Range))
    All.touch(Range, false);
}

void FunctionScope::empty(Regions &All) {
  if (!state)
    return;
  const RangeSet Home = std::move(*left());
  forget();
  All.endScope(Home);
}
