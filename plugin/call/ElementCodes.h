// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ElementCodes.h - element reductions in the numbers of abi.h ------===//
#ifndef TWOFOLD_PLUGIN_CALL_ELEMENTCODES_H
#define TWOFOLD_PLUGIN_CALL_ELEMENTCODES_H

namespace clang {
class QualType;
} // namespace clang

namespace twofold {

struct ElementReduction;

/// TWOFOLD_TYPE_*
unsigned typeCode(clang::QualType T);
/// TWOFOLD_OP_*
unsigned operationCode(const ElementReduction &E);

} // namespace twofold

#endif
