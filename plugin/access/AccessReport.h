// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessReport.h - an AccessModel as text ----------------------------===//
#ifndef TWOFOLD_PLUGIN_ACCESS_ACCESSREPORT_H
#define TWOFOLD_PLUGIN_ACCESS_ACCESSREPORT_H

#include "access/AccessModel.h"

namespace twofold {

/// One line for the loop and one for each axis, base, access and check, in the
/// order of the tables. Parallel axes go by their variable's name, inner ones
/// by `axis<number>`, values as the user wrote them.
std::string toString(const AccessModel &Model, const ParallelLoop &Loop);

} // namespace twofold

#endif
