// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RoundSums.h - sums that the rounds of a column make ----------------===//
//
// In variables, and in elements of memory, which columns may keep in rows while
// the rounds run.
//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_ROUNDSUMS_H
#define TWOFOLD_PLUGIN_SCHEDULE_ROUNDSUMS_H

#include "schedule/NestSchedule.h"

namespace twofold {

/// The touches of the loops that come to stand around the columns.
inline auto touchesInRounds(const NestSchedule &Nest) {
  return llvm::make_filter_range(
      Nest.Proof.Touches, [Axis = Nest.Proof.Axis](const Occurrence &O) {
        return !O.Around.empty() && O.Around.back() != Axis;
      });
}

/// How many sums of In have an order. Those in memory come to In.
unsigned findSums(RoundLoop &In, const NestSchedule &Nest,
                  clang::ASTContext &Ctx);

/// Has the nest find out whether what rounds read of the arrays of their sums
/// is none of these. False: there is no such question.
bool keepSumsApart(NestSchedule &Nest, clang::ASTContext &Ctx);

} // namespace twofold

#endif
