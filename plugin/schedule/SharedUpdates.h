// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SharedUpdates.h - elements that all columns of a nest update -------===//
//
// In `for (i) for (j) y[j] += a[i][j] * x[i]` iterations of i that run side by
// side meet at each element of y in one round alone: taken there one after the
// other, they update it in the order of the nest as written.
//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_SHAREDUPDATES_H
#define TWOFOLD_PLUGIN_SCHEDULE_SHAREDUPDATES_H

#include "schedule/NestSchedule.h"

namespace twofold {

/// Gives each of Updates, all that columns of the nest share, to its rounds.
/// False: it is none of theirs, or columns meet in more than one round.
bool findSharedUpdates(NestSchedule &Nest,
                       llvm::ArrayRef<ElementUpdate> Updates,
                       llvm::ArrayRef<ElementReduction> Elements);

} // namespace twofold

#endif
