// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelInitializers.cpp - braces, arrays, records -------------------===//

#include "ast/TransparentNodes.h"
#include "kernel/KernelFunction.h"

using namespace clang;

namespace twofold {
namespace {

bool mentionsThis(const Stmt *S) {
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(S))
    return mentionsThis(Default->getExpr());
  return isa<CXXThisExpr>(S) || llvm::any_of(S->children(), [](const Stmt *C) {
           return C && mentionsThis(C);
         });
}

} // namespace

/// What stands after the `=` of a declaration or inside braces; empty for a
/// variable that is left uninitialised.
std::string KernelFunction::initializer(const Expr *E) {
  E = seeThrough(E);
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return initializer(M->getSubExpr());
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && E->getType()->isRecordType())
    return initializer(Cast->getSubExpr());
  if (const auto *List = dyn_cast<InitListExpr>(E)) {
    if (E->getType()->isVectorType() && !List->isTransparent())
      return vectorLiteral(*List).Code;
    if (E->getType()->isAnyComplexType() && List->getNumInits() == 2)
      return complexNumber(E->getType().getUnqualifiedType(),
                           expression(List->getInit(0)),
                           expression(List->getInit(1)))
          .Code;
    if (List->isTransparent() ||
        (E->getType()->isScalarType() && List->getNumInits() == 1))
      return initializer(List->getInit(0));
    return E->getType()->isScalarType() ? zero(E->getType()).Code
                                        : braces(*List);
  }
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(E))
    return E->getType()->isScalarType() || E->getType()->isVectorType()
               ? zero(E->getType()).Code
               : "{0}";
  if (const auto *S = dyn_cast<StringLiteral>(E)) {
    llvm::SmallVector<std::string, 16> Parts;
    uint64_t Length = cast<ConstantArrayType>(Ctx.getAsArrayType(E->getType()))
                          ->getZExtSize();
    for (unsigned I = 0; I != S->getLength() && I != Length; ++I)
      Parts.push_back(std::to_string(S->getCodeUnit(I)));
    return Parts.empty() ? "{0}" : "{" + llvm::join(Parts, ", ") + "}";
  }
  if (const auto *Paren = dyn_cast<CXXParenListInitExpr>(E))
    return braces(Paren->getInitExprs(), E->getType(), Paren->getArrayFiller());
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    if (Construct->getConstructor()->isDefaultConstructor() &&
        Construct->getConstructor()->isTrivial())
      return Construct->requiresZeroInitialization() ? "{0}" : "";
    if (E->getType()->isArrayType())
      return ""; // filled by statements
  }
  return expression(E, Strength::Assign);
}

std::string KernelFunction::braces(const InitListExpr &Given) {
  const InitListExpr &E =
      Given.getSemanticForm() ? *Given.getSemanticForm() : Given;
  return braces(llvm::ArrayRef(E.getInits(), E.getNumInits()), E.getType(),
                E.hasArrayFiller() ? E.getArrayFiller() : nullptr);
}

std::string KernelFunction::braces(ArrayRef<Expr *> Inits, QualType T,
                                   const Expr *Filler) {
  llvm::SmallVector<std::string, 8> Parts;
  // Bases stand before members; those with nothing inside are not printed.
  llvm::SmallVector<bool, 2> Empty;
  if (const CXXRecordDecl *Class = T->getAsCXXRecordDecl())
    for (const CXXBaseSpecifier &B : Class->bases())
      Empty.push_back(B.getType()->getAsCXXRecordDecl()->isEmpty());
  for (auto [I, Init] : llvm::enumerate(Inits)) {
    if (I < Empty.size() && Empty[I])
      continue;
    if (isa<CXXDefaultInitExpr>(Init) && mentionsThis(Init))
      unsupported(Init, "a default that names other members");
    std::string Value = isa<NoInitExpr>(Init) ? "0" : initializer(Init);
    // Nothing would be a hole in the list.
    Parts.push_back(Value.empty() ? "{0}" : Value);
  }
  // C leaves the rest zero, and so must the filler.
  if (Filler && !isa<ImplicitValueInitExpr>(Filler) &&
      !isa<NoInitExpr>(Filler)) {
    std::string Text = initializer(Filler);
    uint64_t Length =
        cast<ConstantArrayType>(Ctx.getAsArrayType(T))->getZExtSize();
    if (Text != "{0}" && !Text.empty())
      for (uint64_t I = Parts.size(); I < Length; ++I)
        Parts.push_back(Text);
  }
  if (Parts.empty())
    return "{0}";
  return "{" + llvm::join(Parts, ", ") + "}";
}

/// An aggregate in the middle of an expression.
Text KernelFunction::aggregate(const Expr *E) {
  if (const auto *Compound = dyn_cast<CompoundLiteralExpr>(E))
    return aggregate(Compound->getInitializer());
  if (E->getType()->isScalarType() && !isa<InitListExpr>(E))
    return zero(E->getType());
  std::string Value = initializer(E);
  if (E->getType()->isScalarType() || E->getType()->isVectorType())
    return {"(" + Value + ")"};
  std::string Type = Types.declareMemory(E->getType().getUnqualifiedType(), "");
  return {"(" + Type + ")" + Value, Strength::Postfix};
}

} // namespace twofold
