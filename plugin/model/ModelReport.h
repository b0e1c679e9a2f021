// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ModelReport.h - a loop's model for people --------------------------===//
#ifndef TWOFOLD_PLUGIN_MODEL_MODELREPORT_H
#define TWOFOLD_PLUGIN_MODEL_MODELREPORT_H

#include "model/LoopModel.h"

namespace twofold {

/// A line for each dimension, each capture and each array whose elements
/// iterations update together.
std::string toString(const ParallelLoop &Loop);

} // namespace twofold

#endif
