// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Exit.cpp - the function that ends the process ----------------------===//
//
// Any thread may call it. Before the first handler runs, devices are left.
//
//===----------------------------------------------------------------------===//
#include "observe/libc/NextFunction.h"
#include "system/ProcessEnd.h"

#include <cstdlib>

using namespace twofold;

NEXT(exit);

extern "C" __attribute__((visibility("default"))) void exit(int Status) {
  ProcessEnd::begin(Status);
  Nextexit.get()(Status);
  __builtin_unreachable();
}
