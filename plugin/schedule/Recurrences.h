// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Recurrences.h - rounds that wait for those before them -------------===//
//
// Filters, sweeps of solvers, the greatest of a row: what a round computes goes
// into the next one, by a variable or by an element that was just stored. Other
// columns have something to do meanwhile.
//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_RECURRENCES_H
#define TWOFOLD_PLUGIN_SCHEDULE_RECURRENCES_H

#include "schedule/NestSchedule.h"

namespace twofold {

/// Each round of In computes numbers with fractions from what earlier rounds of
/// its column have computed.
bool recurs(const RoundLoop &In, const NestSchedule &Nest,
            clang::ASTContext &Ctx);

} // namespace twofold

#endif
