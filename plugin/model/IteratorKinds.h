// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- IteratorKinds.h - how far iterators step ---------------------------===//
#ifndef TWOFOLD_PLUGIN_MODEL_ITERATORKINDS_H
#define TWOFOLD_PLUGIN_MODEL_ITERATORKINDS_H

#include "clang/AST/Type.h"

namespace twofold {

/// T says of itself that it steps one by one. Templates of iterators have
/// operators whatever they stand on, and errors inside of them would be the
/// user's to read.
bool stepsOnly(clang::QualType T);

} // namespace twofold

#endif
