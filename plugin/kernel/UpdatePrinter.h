// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UpdatePrinter.h - updates of elements that items share ------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_UPDATEPRINTER_H
#define TWOFOLD_PLUGIN_KERNEL_UPDATEPRINTER_H

#include "kernel/KernelCopies.h"
#include "kernel/Operands.h"

namespace twofold {

class UpdatePrinter : KindPrinter {
  llvm::SmallVector<GroupCopy, 1> Copies;

public:
  using KindPrinter::KindPrinter;

  /// Updates of this array's elements go to the work-group's copy.
  void bindCopy(const GroupCopy &Copy) { Copies.push_back(Copy); }
  Text update(const ElementUpdate &U);
};

} // namespace twofold

#endif
