// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/ReductionText.h"
#include "kernel/ElementText.h"
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
  const std::string Value = combinedText(R.Variable.Op, A, B);
  return Narrow && operatorOf(R.Variable.Op) ? "(" + R.Type + ")(" + Value + ")"
                                             : Value;
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

} // namespace

std::string combinedText(ReductionOp Op, const std::string &A,
                         const std::string &B) {
  if (operatorOf(Op))
    return A + " " + spelling(Op) + " " + B;
  switch (Op) {
  case ReductionOp::Min:
    return B + " < " + A + " ? " + B + " : " + A;
  case ReductionOp::Max:
    return A + " < " + B + " ? " + B + " : " + A;
  case ReductionOp::NumberMin:
    return "fmin(" + A + ", " + B + ")";
  case ReductionOp::NumberMax:
    return "fmax(" + A + ", " + B + ")";
  default:
    llvm_unreachable("combined with its leader");
  }
}

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
  // What comes along takes any value.
  if (Op == ReductionOp::Chosen)
    Op = ReductionOp::Add;
  return numberText(identityOf(Op, T, Ctx), T, Ctx);
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

namespace {

/// A number loses against any other value, so that a NaN stays one.
ReductionOp neutralOp(const ElementReduction &E) {
  if (!E.SkipsNan || !E.Type->isRealFloatingType())
    return E.Op;
  return E.Op == ReductionOp::Min ? ReductionOp::NumberMin
                                  : ReductionOp::NumberMax;
}

std::string eachElement(const std::string &Count, StringRef Index) {
  std::string I = Index.str();
  return "  for (ulong " + I + " = get_local_id(0); " + I + " < " + Count +
         "; " + I + " += get_local_size(0))";
}

} // namespace

const Capture *groupCopied(const ParallelLoop &Loop, unsigned Number,
                           const ASTContext &Ctx) {
  const ElementReduction &E = Loop.Elements[Number];
  if (!E.Copyable || !E.Base || Loop.Exit)
    return nullptr;
  bool Extreme = E.Op == ReductionOp::Min || E.Op == ReductionOp::Max;
  switch (E.Op) {
  case ReductionOp::LogicalAnd:
  case ReductionOp::LogicalOr:
    return nullptr; // an update makes 1 of 5, even where it changes no truth
  default:
    // Infinities and NaNs mean nothing then.
    if (Extreme && E.Type->isRealFloatingType() && Ctx.getLangOpts().FastMath)
      return nullptr;
    break;
  }
  const Capture *C = Loop.capture(E.Base);
  bool Memory =
      C && (C->Kind == Sharing::Value ? C->Type->isPointerType()
                                      : C->Kind == Sharing::Reference);
  return Memory ? C : nullptr;
}

bool hasGroupCopies(const ParallelLoop &Loop, const ASTContext &Ctx) {
  for (unsigned I = 0; I != Loop.Elements.size(); ++I)
    if (groupCopied(Loop, I, Ctx))
      return true;
  return false;
}

std::string fillCopiesText(ArrayRef<GroupCopy> Copies, const ParallelLoop &Loop,
                           StringRef Index, const ASTContext &Ctx) {
  std::string Out;
  for (const GroupCopy &Copy : Copies) {
    const ElementReduction &E = Loop.Elements[Copy.Number];
    Out += eachElement(Copy.Count + " * " + Copy.Copies, Index) + "\n    " +
           Copy.Memory + "[" + Index.str() +
           "] = " + identityText(neutralOp(E), E.Type, Ctx) + ";\n";
  }
  return Copies.empty() ? "" : Out + "  barrier(CLK_LOCAL_MEM_FENCE);\n";
}

std::string combineCopiesText(ArrayRef<GroupCopy> Copies,
                              const ParallelLoop &Loop, StringRef Index,
                              StringRef Other, StringRef Value,
                              ElementText &Updates, const ASTContext &Ctx) {
  std::string Out = "  barrier(CLK_LOCAL_MEM_FENCE);\n";
  const std::string I = Index.str(), O = Other.str(), V = Value.str();
  for (const GroupCopy &Copy : Copies) {
    const ElementReduction &E = Loop.Elements[Copy.Number];
    AtomicUpdate U;
    U.Op = E.Op;
    U.SkipsNan = E.SkipsNan;
    U.Type = U.By = Copy.Type;
    std::string Neutral = identityText(neutralOp(E), E.Type, Ctx);
    std::string Updated;
    if (!E.Type->isRealFloatingType())
      Updated = V + " != " + Neutral;
    else if (neutralOp(E) != E.Op)
      Updated = V + " == " + V;
    else { // -0.0 and 0.0 compare equal
      std::string Bits = Copy.Type == "float" ? "as_uint(" : "as_ulong(";
      Updated = Bits + V + ") != " + Bits + Neutral + ")";
    }
    auto At = [&](const std::string &Turn) {
      return Copy.Memory + "[" + I + " * " + Copy.Copies + " + (" + Turn +
             " & (" + Copy.Copies + " - 1))]";
    };
    Out += eachElement(Copy.Count, Index) + " {\n    " + Copy.Type + " " + V +
           " = " + At(I) + ";\n    for (ulong " + O + " = " + I + " + 1; " + O +
           " < " + I + " + " + Copy.Copies + "; ++" + O + ")\n      " + V +
           " = " + Updates.combined(U) + "(" + V + ", " + At(O) +
           ");\n    if (" + Updated + ")\n      " + Updates.function(U) + "(&" +
           Copy.First + "[" + I + "], " + V + ");\n  }\n";
  }
  return Copies.empty() ? "" : Out;
}

} // namespace twofold
