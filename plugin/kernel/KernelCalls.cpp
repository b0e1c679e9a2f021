// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelCalls.cpp - helpers and library functions --------------------===//

#include "dialect/LibraryFunctions.h"
#include "kernel/KernelFunction.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace twofold {
namespace {

QualType plain(QualType T) {
  return T.getNonReferenceType().getUnqualifiedType();
}

bool isFloating(QualType T) { return plain(T)->isRealFloatingType(); }

} // namespace

std::string KernelFunction::parameters(const FunctionDecl &F) {
  llvm::SmallVector<std::string, 4> List;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&F);
      Method && Method->isInstance() && !isa<CXXConstructorDecl>(F)) {
    QualType Object = Method->getFunctionObjectParameterType();
    Self = {Unit.self()};
    List.push_back(Types.declareMemory(Ctx.getPointerType(Object), Self.Code,
                                       Spaces.thisPointer()));
  }
  llvm::StringSet<> Seen;
  for (const ParmVarDecl *P : F.parameters()) {
    std::string Name = P->getName().empty()
                           ? "unnamed" + std::to_string(List.size())
                           : Unit.Names.local(P->getName());
    // Expanded packs repeat their name; implicit members have none.
    bool Repeated = !Seen.insert(P->getName()).second;
    if (Repeated)
      Name = Unit.Names.claim(Name);
    if (Repeated || P->getName().empty())
      bind(P, Name,
           P->getType()->isReferenceType() ? Binding::Pointer : Binding::Value);
    // A parameter whose address is taken lies in memory.
    List.push_back(Types.declareMemory(P->getType(), Name, Spaces.variable(P)));
  }
  for (const Capture *C : Unit.globals(F)) {
    const std::string &Name = Unit.globalName(*C);
    bool Shared = C->Kind == Sharing::Reference;
    const ArrayType *Array = Shared ? Ctx.getAsArrayType(C->Type) : nullptr;
    bind(C->Decl, Name,
         Array    ? Binding::Elements
         : Shared ? Binding::Pointer
                  : Binding::Value);
    QualType T = Array    ? Ctx.getPointerType(Array->getElementType())
                 : Shared ? Ctx.getPointerType(C->Type)
                          : C->Type;
    bool Points = T->isAnyPointerType();
    List.push_back(Types.declareMemory(
        T, Name, Points ? AddressSpace::Global : AddressSpace::Private));
  }
  return List.empty() ? "void" : llvm::join(List, ", ");
}

void KernelFunction::addGlobals(const FunctionDecl &F,
                                llvm::SmallVectorImpl<std::string> &Arguments) {
  for (const Capture *C : Unit.globals(F)) {
    StringRef Name = nameOf(C->Decl);
    if (Name.empty())
      Unit.fail(diag::Id::GlobalInHelper, C->FirstUse,
                {C->Decl->getNameAsString()});
    Arguments.push_back(Name.str());
  }
}

Text KernelFunction::call(const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  if (!F) {
    Unit.fail(diag::Id::FunctionPointer, E.getExprLoc(), {"callee"});
    return {};
  }
  Expr::EvalResult Result;
  if (F->getBuiltinID() && E.getType()->isArithmeticType() &&
      E.EvaluateAsRValue(Result, Ctx) && !Result.HasSideEffects &&
      (Result.Val.isInt() || Result.Val.isFloat()))
    return literal(Result.Val, E.getType());
  if (const MathRule *Rule = findMathRule(*F))
    return mathCall(E, *F, *Rule);
  if (isa<CXXOperatorCallExpr>(E) && KernelUnit::isPlainAssignment(*F))
    return {expression(E.getArg(0), Strength::Unary) + " = " +
                expression(E.getArg(1), Strength::Assign),
            Strength::Assign};
  return helperCall(E, *F);
}

Text KernelFunction::argument(const Expr *E, QualType Parameter) {
  return Parameter->isReferenceType() ? address(E) : expression(E);
}

Text KernelFunction::helperCall(const CallExpr &E, const FunctionDecl &F) {
  Signature S = Spaces.signature(E, F);
  const std::string &Name = Unit.helper(F, S);
  if (Unit.failed())
    return {};
  llvm::SmallVector<std::string, 4> List;
  auto Add = [&](const Text &T) {
    List.push_back(T.Binds < Strength::Assign ? "(" + T.Code + ")" : T.Code);
  };
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  bool Instance = Method && Method->isInstance();
  unsigned First = 0;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E);
      Member && Instance) {
    const Expr *Object = Member->getImplicitObjectArgument();
    Add(Object->getType()->isAnyPointerType() ? expression(Object)
                                              : address(Object));
  } else if (isa<CXXOperatorCallExpr>(E) && Instance) {
    Add(address(E.getArg(0)));
    First = 1;
  } else if (isa<CXXOperatorCallExpr>(E) && Method) {
    First = 1; // a static operator is called for an object and gets none
  }
  for (unsigned I = First; I != E.getNumArgs(); ++I)
    Add(argument(E.getArg(I), F.getParamDecl(I - First)->getType()));
  addGlobals(F, List);
  std::string Code = Name + "(" + llvm::join(List, ", ") + ")";
  if (F.getReturnType()->isReferenceType())
    return {"*" + Code, Strength::Unary};
  return {Code, Strength::Postfix};
}

std::string KernelFunction::temporary(QualType T, StringRef Base,
                                      AddressSpace Space) {
  std::string Name = Unit.Names.claim(Base);
  Temporaries.push_back(Types.declareMemory(T, Name, Space));
  return Name;
}

Text KernelFunction::repeatable(const Expr *E, std::string &Before) {
  const Expr *Core = E->IgnoreParenImpCasts();
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Core))
    Core = M->getSubExpr()->IgnoreParenImpCasts();
  if (isa<DeclRefExpr, IntegerLiteral, FloatingLiteral>(Core))
    return expression(E);
  std::string Name =
      temporary(plain(E->getType()), "value",
                E->getType()->isAnyPointerType() ? Spaces.pointer(E)
                                                 : AddressSpace::Private);
  Before += Name + " = " + expression(E, Strength::Assign) + ", ";
  return {Name};
}

/// std::min and its like on scalars: the same choice for equal and unordered
/// arguments as the library makes.
Text KernelFunction::extremum(const CallExpr &E, const MathRule &Rule) {
  QualType T = plain(E.getType());
  if (!T->isArithmeticType())
    return unsupported(&E, "std::" + Rule.Name.str() + " of this type");
  std::string Before;
  llvm::SmallVector<Text, 3> Args;
  bool Integer = T->isIntegerType() && !T->isBooleanType();
  if (Integer && Rule.Form != MathForm::Between) {
    auto Exact = [&](const Expr *Arg) {
      return Ctx.getTypeSize(T) <= 32 ? cast(T, expression(Arg))
                                      : expression(Arg);
    };
    auto Cast = [&](const Expr *Arg) {
      const Expr *Core = Arg->IgnoreParens();
      if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Core))
        Core = M->getSubExpr()->IgnoreParenNoopCasts(Ctx);
      // A promotion is not printed; a variable or element has its own type.
      bool Own = Core->isGLValue() || isa<IntegerLiteral>(Core);
      Text Operand = Own ? expression(Arg) : Exact(Arg);
      return Operand.Binds < Strength::Assign ? "(" + Operand.Code + ")"
                                              : Operand.Code;
    };
    return {Rule.Kernel.str() + "(" + Cast(E.getArg(0)) + ", " +
                Cast(E.getArg(1)) + ")",
            Strength::Postfix};
  }
  for (const Expr *Arg : E.arguments())
    Args.push_back(repeatable(Arg, Before));
  auto Less = [&](const Text &A, const Text &B) {
    return joined(A, BO_LT, B).Code;
  };
  auto Operand = [](const Text &T) {
    return T.Binds < Strength::Conditional ? "(" + T.Code + ")" : T.Code;
  };
  std::string Code;
  if (Rule.Form == MathForm::Lesser)
    Code = Less(Args[1], Args[0]) + " ? " + Operand(Args[1]) + " : " +
           Operand(Args[0]);
  else if (Rule.Form == MathForm::Greater)
    Code = Less(Args[0], Args[1]) + " ? " + Operand(Args[1]) + " : " +
           Operand(Args[0]);
  else
    Code = Less(Args[0], Args[1]) + " ? " + Operand(Args[1]) + " : " +
           Less(Args[2], Args[0]) + " ? " + Operand(Args[2]) + " : " +
           Operand(Args[0]);
  if (Before.empty())
    return {Code, Strength::Conditional};
  return {"(" + Before + Code + ")"};
}

Text KernelFunction::mathCall(const CallExpr &E, const FunctionDecl &F,
                              const MathRule &Rule) {
  if (Rule.Form == MathForm::Complex)
    return complexMath(E, Rule);
  if (Rule.Form == MathForm::ByteSwap)
    return byteSwap(E);
  if (Rule.Form == MathForm::Rotation)
    return rotation(E, Rule.Kernel == "left");
  if (Rule.Form == MathForm::Overflow)
    return overflow(E, Rule.Kernel);
  if (Rule.Form == MathForm::Elementwise)
    return elementwise(E, Rule);
  QualType Floating = F.getReturnType();
  if (!isFloating(Floating) || Rule.Form == MathForm::Predicate ||
      Rule.Form == MathForm::SinCos) {
    // The widest argument decides; integers count as double.
    Floating = Ctx.FloatTy;
    for (const Expr *Arg : E.arguments())
      if (!plain(Arg->getType())->isAnyPointerType() &&
          !isHalf(Arg->getType()) &&
          !Ctx.hasSameType(plain(Arg->getType()), Ctx.FloatTy))
        Floating = Ctx.DoubleTy;
  }
  auto Float = [&](const Expr *Arg) {
    Text Operand = expression(Arg);
    if (!Ctx.hasSameType(plain(Arg->getType()), plain(Floating)))
      Operand = cast(plain(Floating), Operand);
    return Operand.Binds < Strength::Assign ? "(" + Operand.Code + ")"
                                            : Operand.Code;
  };
  auto Call = [&](llvm::ArrayRef<std::string> Args) {
    return Text{Rule.Kernel.str() + "(" + llvm::join(Args, ", ") + ")",
                Strength::Postfix};
  };
  llvm::SmallVector<std::string, 3> Args;
  switch (Rule.Form) {
  case MathForm::Direct:
  case MathForm::Predicate:
    for (const Expr *Arg : E.arguments())
      Args.push_back(Float(Arg));
    return Call(Args);
  case MathForm::InfinitySign: {
    std::string Before;
    Text X = repeatable(E.getArg(0), Before);
    return {"(" + Before + "isinf(" + X.Code + ") ? (signbit(" + X.Code +
            ") ? -1 : 1) : 0)"};
  }
  case MathForm::Rounded:
    return cast(E.getType(), Call(Float(E.getArg(0))));
  case MathForm::Scaled:
    return Call(
        {Float(E.getArg(0)), cast(Ctx.IntTy, expression(E.getArg(1))).Code});
  case MathForm::OutLast:
    for (unsigned I = 0; I + 1 != E.getNumArgs(); ++I)
      Args.push_back(Float(E.getArg(I)));
    Args.push_back(expression(E.getArg(E.getNumArgs() - 1), Strength::Assign));
    return Call(Args);
  case MathForm::SinCos:
    return {dereference(E.getArg(1)).Code + " = " +
                Call({Float(E.getArg(0)),
                      expression(E.getArg(2), Strength::Assign)})
                    .Code,
            Strength::Assign};
  case MathForm::Absolute:
    return cast(E.getType(),
                Call(cast(E.getType(), expression(E.getArg(0))).Code));
  case MathForm::First:
    return E.isGLValue() ? Text{expression(E.getArg(0))}
                         : cast(E.getType(), expression(E.getArg(0)),
                                E.getType()->isAnyPointerType()
                                    ? Spaces.pointer(E.getArg(0))
                                    : AddressSpace::Private);
  case MathForm::Nothing:
    return {"(void)0", Strength::Unary};
  case MathForm::Complex:
  case MathForm::Elementwise:
  case MathForm::ByteSwap:
  case MathForm::Rotation:
  case MathForm::Overflow:
    break;
  case MathForm::Lesser:
  case MathForm::Greater:
  case MathForm::Between:
    return extremum(E, Rule);
  case MathForm::Bits:
  case MathForm::Parity:
  case MathForm::TrailingZeros:
  case MathForm::FindFirstSet:
    return bitCall(E, F, Rule);
  }
  return {};
}

Text KernelFunction::bitCall(const CallExpr &E, const FunctionDecl &F,
                             const MathRule &Rule) {
  // The generic ones take whatever they are given.
  QualType T = F.getNumParams() ? F.getParamDecl(0)->getType()
                                : E.getArg(0)->getType().getUnqualifiedType();
  if (!T->isUnsignedIntegerType())
    T = Ctx.getCorrespondingUnsignedType(T);
  if (E.getNumArgs() != 1)
    return unsupported(&E, "a count with a value for zero");
  Text Operand = cast(T, expression(E.getArg(0)));
  std::string Name = Rule.Kernel.str();
  if (Rule.Form == MathForm::Bits)
    return cast(E.getType(), {Name + "(" + Operand.Code + ")"});
  if (Rule.Form == MathForm::Parity)
    return {"(int)(" + Name + "(" + Operand.Code + ") & 1)"};
  // The lowest bit alone: x & -x.
  std::string X = temporary(T, "bits");
  unsigned Width = Ctx.getTypeSize(T);
  Text One{X + " & -" + X, Strength::And};
  if (Width < 32)
    One = cast(T, One);
  std::string Lowest = "(int)" + Name + "(" + One.Code + ")";
  if (Rule.Form == MathForm::TrailingZeros)
    --Width;
  return {"(" + X + " = " + Operand.Code + ", " + std::to_string(Width) +
          " - " + Lowest + ")"};
}

} // namespace twofold
