// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "region/FunctionScope.h"
#include "region/Regions.h"

using namespace twofold;

constinit thread_local FunctionScope *FunctionScope::Armed = nullptr;
constinit thread_local FunctionScope *FunctionScope::Current = nullptr;

void FunctionScope::read(ByteRange Range, Regions &All) {
  if (Left.overlaps(Range))
    All.touch(Range, false);
}

void FunctionScope::empty(Regions &All) {
  if (Left.empty())
    return;
  RangeSet Home = std::move(Left);
  Left = {};
  All.endScope(Home);
}
