// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReductionText.cpp --------------------------------------------------===//

#include "kernel/ReductionText.h"
#include "kernel/Text.h"
#include "model/ReductionForms.h"

using namespace clang;

namespace twofold {
namespace {

std::string combination(const GroupReduction &R, const std::string &A,
                        const std::string &B) {
  if (!R.Combine.empty())
    return R.Combine + "(" + A + ", " + B + ")";
  // Narrow integers are computed as int.
  bool Narrow = llvm::is_contained({"char", "uchar", "short", "ushort"},
                                   StringRef(R.Type));
  auto Operator = [&](const char *Op) {
    std::string Value = A + " " + Op + " " + B;
    return Narrow ? "(" + R.Type + ")(" + Value + ")" : Value;
  };
  switch (R.Variable.Op) {
  case ReductionOp::Add:
  case ReductionOp::Mul:
  case ReductionOp::And:
  case ReductionOp::Or:
  case ReductionOp::Xor:
  case ReductionOp::LogicalAnd:
  case ReductionOp::LogicalOr:
    return Operator(spelling(R.Variable.Op));
  case ReductionOp::Min:
    return B + " < " + A + " ? " + B + " : " + A;
  case ReductionOp::Max:
    return A + " < " + B + " ? " + B + " : " + A;
  case ReductionOp::NumberMin:
    return "fmin(" + A + ", " + B + ")";
  case ReductionOp::NumberMax:
    return "fmax(" + A + ", " + B + ")";
  case ReductionOp::UserAdd:
  case ReductionOp::UserMul:
  case ReductionOp::RestartMin:
  case ReductionOp::RestartMax:
  case ReductionOp::Chosen:
    break;
  }
  llvm_unreachable("combined with its leader");
}

/// What is chosen along with Leader is copied together with it: see
/// Capture::Leader.
std::string together(llvm::ArrayRef<GroupReduction> Reductions,
                     const GroupReduction &Leader, const std::string &I,
                     const std::string &J) {
  std::string A = Leader.Shared + I, B = Leader.Shared + J;
  std::string Take = B + " > " + A, Copies;
  for (const GroupReduction &R : Reductions) {
    if (R.Variable.Leader != Leader.Variable.Decl)
      continue;
    std::string Old = R.Shared + I, New = R.Shared + J;
    Copies += "        " + Old + " = " + New + ";\n";
    if (R.Variable.Op == ReductionOp::Chosen)
      continue;
    if (isLogical(R.Variable.Op)) {
      Take = B + " != 0";
      Copies = "        " + Old + " = " + combination(R, Old, New) + ";\n" +
               "        " + A + " = " + B + ";\n";
      break;
    }
    const char *Less = R.Variable.Op == ReductionOp::Min ? " < " : " > ";
    Take = B + " != 0 && (" + New + Less + Old + " ||\n          (" + New +
           " == " + Old + " && " +
           (R.Variable.LastWins ? B + " > " + A
                                : A + " != 0 && " + B + " < " + A) +
           "))";
  }
  return "      if (" + Take + ") {\n" + Copies + "      }\n";
}

APValue integer(QualType T, const ASTContext &Ctx, bool AllOnes) {
  unsigned Bits = Ctx.getIntWidth(T);
  return APValue(llvm::APSInt(AllOnes ? llvm::APInt::getAllOnes(Bits)
                                      : llvm::APInt(Bits, 1),
                              T->isUnsignedIntegerType()));
}

APValue extreme(QualType T, const ASTContext &Ctx, bool Largest) {
  if (T->isRealFloatingType())
    return APValue(llvm::APFloat::getInf(Ctx.getFloatTypeSemantics(T),
                                         /*Negative=*/!Largest));
  unsigned Bits = Ctx.getIntWidth(T);
  bool Unsigned = !T->isSignedIntegerOrEnumerationType();
  return APValue(Largest ? llvm::APSInt::getMaxValue(Bits, Unsigned)
                         : llvm::APSInt::getMinValue(Bits, Unsigned));
}

} // namespace

std::string identityText(ReductionOp Op, QualType T, const ASTContext &Ctx) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (T->isRecordType())
    return "{0}";
  if (const auto *Complex = T->getAs<ComplexType>()) {
    QualType Part = Complex->getElementType();
    ReductionOp Imaginary =
        Op == ReductionOp::Mul ? ReductionOp::LogicalOr : Op;
    return "{" + identityText(Op, Part, Ctx) + ", " +
           identityText(Imaginary, Part, Ctx) + "}";
  }
  switch (Op) {
  case ReductionOp::Add:
    if (T->isRealFloatingType())
      return numberText(APValue(llvm::APFloat::getZero(
                            Ctx.getFloatTypeSemantics(T), /*Negative=*/true)),
                        T, Ctx);
    [[fallthrough]];
  case ReductionOp::Or:
  case ReductionOp::Xor:
  case ReductionOp::LogicalOr:
    return T->isRealFloatingType()
               ? numberText(APValue(llvm::APFloat::getZero(
                                Ctx.getFloatTypeSemantics(T))),
                            T, Ctx)
               : numberText(APValue(Ctx.MakeIntValue(0, T)), T, Ctx);
  case ReductionOp::Mul:
  case ReductionOp::LogicalAnd:
    return T->isRealFloatingType()
               ? numberText(APValue(llvm::APFloat::getOne(
                                Ctx.getFloatTypeSemantics(T))),
                            T, Ctx)
               : numberText(integer(T, Ctx, false), T, Ctx);
  case ReductionOp::And:
    return numberText(integer(T, Ctx, true), T, Ctx);
  case ReductionOp::Min:
    return numberText(extreme(T, Ctx, true), T, Ctx);
  case ReductionOp::Max:
    return numberText(extreme(T, Ctx, false), T, Ctx);
  case ReductionOp::NumberMin:
  case ReductionOp::NumberMax:
    return numberText(
        APValue(llvm::APFloat::getNaN(Ctx.getFloatTypeSemantics(T))), T, Ctx);
  case ReductionOp::UserAdd:
  case ReductionOp::UserMul:
  case ReductionOp::RestartMin:
  case ReductionOp::RestartMax:
  case ReductionOp::Chosen:
    return identityText(ReductionOp::Add, T, Ctx);
  }
  llvm_unreachable("covered switch");
}

std::string groupReductionText(llvm::ArrayRef<GroupReduction> Reductions,
                               StringRef Item, StringRef Count,
                               StringRef Half) {
  std::string I = Item.str(), N = Count.str(), H = Half.str(), Out;
  Out += "\n  /* Combine the work-group's values in a fixed order. */\n";
  Out += "  const uint " + I + " = (uint)get_local_id(0);\n";
  for (const GroupReduction &R : Reductions)
    Out += "  " + R.Shared + "[" + I + "] = " + R.Private + ";\n";
  Out += "  barrier(CLK_LOCAL_MEM_FENCE);\n";
  Out += "  uint " + N + " = (uint)get_local_size(0);\n";
  Out += "  while (" + N + " > 1) {\n";
  Out += "    const uint " + H + " = (" + N + " + 1) / 2;\n";
  Out += "    if (" + I + " + " + H + " < " + N + ") {\n";
  for (const GroupReduction &R : Reductions) {
    std::string Mine = "[" + I + "]", Other = "[" + I + " + " + H + "]";
    if (R.Variable.Leader) {
      if (R.Variable.Leader == R.Variable.Decl)
        Out += together(Reductions, R, Mine, Other);
      continue;
    }
    std::string A = R.Shared + Mine, B = R.Shared + Other;
    Out += "      " + A + " = " + combination(R, A, B) + ";\n";
  }
  Out += "    }\n    barrier(CLK_LOCAL_MEM_FENCE);\n";
  Out += "    " + N + " = " + H + ";\n  }\n";
  Out += "  if (" + I + " == 0) {\n";
  for (const GroupReduction &R : Reductions)
    Out += "    " + R.Partials + "[get_group_id(0)] = " + R.Shared + "[0];\n";
  return Out + "  }\n";
}

} // namespace twofold
