// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UnrolledRounds.h - loops that the optimiser writes out -------------===//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_UNROLLEDROUNDS_H
#define TWOFOLD_PLUGIN_SCHEDULE_UNROLLEDROUNDS_H

#include "schedule/NestSchedule.h"

namespace twofold {

/// S computes something else in each of the rounds, in which Uses are.
bool varies(const clang::Stmt *S, const RoundLoop &In, const BodyUses &Uses);

/// From how many rounds on the optimiser, which unrolls what takes fewer than
/// Limit instructions, would leave In a loop; nothing where In makes as many,
/// or a number of them that only the call knows.
std::optional<unsigned> unrolledBelow(const RoundLoop &In, unsigned Limit,
                                      const clang::ASTContext &Ctx);

} // namespace twofold

#endif
