// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BesideItems.h - what stands beside loops that items share out ------===//
//
//   first cell; for (j = ..) cell j; last cell;
//
// Items do for themselves what only changes variables of the iteration. What
// stores is for one of them.
//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_BESIDEITEMS_H
#define TWOFOLD_PLUGIN_SCHEDULE_BESIDEITEMS_H

#include "ast/VariableUses.h"
#include "schedule/ItemLoops.h"

namespace twofold {

/// Finds Items.Beside. False: a statement does both, or what items do alike is
/// not little. Uses are those of the loop's body.
bool splitBeside(const ParallelLoop &Loop, const BodyUses &Uses,
                 ItemLoops &Items);

} // namespace twofold

#endif
