// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ElementCodes.cpp -------------------------------------------------===//

#include "call/ElementCodes.h"
#include "model/LoopModel.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {

unsigned typeCode(QualType T) {
  return T->isRealFloatingType()                 ? TWOFOLD_TYPE_FLOAT
         : T->isBooleanType()                    ? TWOFOLD_TYPE_BOOL
         : T->isSignedIntegerOrEnumerationType() ? TWOFOLD_TYPE_SIGNED
                                                 : TWOFOLD_TYPE_UNSIGNED;
}

unsigned operationCode(const ElementReduction &E) {
  switch (E.Op) {
  case ReductionOp::Add:
    return TWOFOLD_OP_ADD;
  case ReductionOp::Mul:
    return TWOFOLD_OP_MUL;
  case ReductionOp::And:
    return TWOFOLD_OP_AND;
  case ReductionOp::Or:
    return TWOFOLD_OP_OR;
  case ReductionOp::Xor:
    return TWOFOLD_OP_XOR;
  case ReductionOp::LogicalAnd:
    return TWOFOLD_OP_LOGICAL_AND;
  case ReductionOp::LogicalOr:
    return TWOFOLD_OP_LOGICAL_OR;
  case ReductionOp::Min:
    return E.SkipsNan ? TWOFOLD_OP_FMIN : TWOFOLD_OP_MIN;
  case ReductionOp::Max:
    return E.SkipsNan ? TWOFOLD_OP_FMAX : TWOFOLD_OP_MAX;
  default:
    llvm_unreachable("not an operator of elements");
  }
}

} // namespace twofold
