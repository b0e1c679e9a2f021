// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelClasses.cpp - construction, bases ----------------------------===//
//
// A constructor becomes a function that fills a private object and returns it:
// an object's place never matters to a class without pointers. A base is a
// member; one without anything inside is left out.
//
//===----------------------------------------------------------------------===//

#include "ast/TransparentNodes.h"
#include "kernel/KernelFunction.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace twofold {
namespace {

bool isCopy(const CXXConstructorDecl &C) {
  return C.isCopyOrMoveConstructor() && C.isTrivial();
}

const CXXBaseSpecifier *baseOf(const CXXRecordDecl &Derived,
                               const CXXRecordDecl &Base, unsigned &Index) {
  Index = 0;
  for (const CXXBaseSpecifier &B : Derived.bases()) {
    if (B.getType()->getAsCXXRecordDecl()->getCanonicalDecl() ==
        Base.getCanonicalDecl())
      return &B;
    ++Index;
  }
  return nullptr;
}

/// Whether C leaves members to whatever their bytes hold.
bool leavesMembers(const CXXConstructorDecl &C) {
  const CXXRecordDecl *Class = C.getParent();
  if (C.isDelegatingConstructor())
    return false;
  unsigned Parts = Class->getNumBases();
  for ([[maybe_unused]] const FieldDecl *F : Class->fields())
    ++Parts;
  return C.getNumCtorInitializers() < Parts;
}

} // namespace

Text KernelFunction::construction(const CXXConstructExpr &E) {
  const CXXConstructorDecl *C = E.getConstructor();
  QualType T = Ctx.getCanonicalTagType(C->getParent());
  if (isCopy(*C))
    return expression(E.getArg(0));
  if (C->isDefaultConstructor() && C->isTrivial())
    return {"(" + Types.declareMemory(T, "") + "){0}", Strength::Postfix};
  llvm::SmallVector<const Expr *, 4> Arguments(E.arguments());
  const std::string &Name = Unit.helper(*C, Spaces.signature(Arguments, *C));
  if (Unit.failed())
    return {};
  llvm::SmallVector<std::string, 4> List;
  for (unsigned I = 0; I != Arguments.size(); ++I) {
    Text A = argument(Arguments[I], C->getParamDecl(I)->getType());
    List.push_back(A.Binds < Strength::Assign ? "(" + A.Code + ")" : A.Code);
  }
  addGlobals(*C, List);
  return {Name + "(" + llvm::join(List, ", ") + ")", Strength::Postfix};
}

std::string KernelFunction::constructor(const CXXConstructorDecl &C,
                                        unsigned Indent) {
  const CXXRecordDecl *Class = C.getParent();
  const std::string &Object = Unit.object();
  Self = {"&" + Object, Strength::Unary};
  BareReturn = "return " + Object + ";";
  std::string Margin(2 * Indent, ' ');
  // `T()` zeroes before a constructor that the user did not write runs, and so
  // does what a sum begins with before any.
  bool Zeroes = !Class->isEmpty() && (!C.isUserProvided() || leavesMembers(C));
  std::string Out = Margin + Types.value(Ctx.getCanonicalTagType(Class)) + " " +
                    Object + (Zeroes ? " = {0};\n" : ";\n");
  for (const CXXCtorInitializer *Init : C.inits()) {
    const Expr *Value = Init->getInit();
    if (Init->isDelegatingInitializer()) {
      Out +=
          Margin + Object + " = " + expression(Value, Strength::Assign) + ";\n";
    } else if (Init->isBaseInitializer()) {
      const CXXRecordDecl *Base = Init->getBaseClass()->getAsCXXRecordDecl();
      unsigned Index;
      if (!baseOf(*Class, *Base, Index))
        unsupported(Value, "the construction of this base");
      else if (!Base->isEmpty())
        Out += fill(Object + "." + Types.base(Class, Index),
                    Init->getBaseClass() ? QualType(Init->getBaseClass(), 0)
                                         : QualType(),
                    Value, Indent);
    } else if (const FieldDecl *Field = Init->getMember()) {
      Out += fill(Object + "." + Types.field(Field), Field->getType(), Value,
                  Indent);
    } else {
      unsupported(Value, "the initialisation of this member");
    }
  }
  return Out + body(C.getBody(), Indent) + Margin + BareReturn + "\n";
}

/// Statements that give the object at Target, not initialised so far, its
/// value.
std::string KernelFunction::fill(const std::string &Target, QualType T,
                                 const Expr *Init, unsigned Indent) {
  std::string Margin(2 * Indent, ' ');
  const auto *Array =
      dyn_cast_or_null<ConstantArrayType>(Ctx.getAsArrayType(T));
  if (!Array) {
    std::string Value = initializer(Init);
    // Braces stand in declarations only.
    if (!Value.empty() && Value.front() == '{')
      Value =
          "(" + Types.declareMemory(T.getUnqualifiedType(), "") + ")" + Value;
    return Value.empty() ? "" : Margin + Target + " = " + Value + ";\n";
  }
  Init = seeThrough(Init);
  uint64_t Length = Array->getZExtSize(), First = 0;
  std::string Out;
  const Expr *Rest = Init;
  if (const auto *List = dyn_cast<InitListExpr>(Init)) {
    if (List->isStringLiteralInit())
      return fill(Target, T, List->getInit(0), Indent);
    for (; First != List->getNumInits(); ++First)
      Out += fill(Target + "[" + std::to_string(First) + "]",
                  Array->getElementType(), List->getInit(First), Indent);
    Rest = List->hasArrayFiller() ? List->getArrayFiller() : nullptr;
  } else if (!isa<CXXConstructExpr, ImplicitValueInitExpr>(Init)) {
    unsupported(Init, "the initialisation of this array");
    return "";
  }
  if (First == Length || !Rest)
    return Out;
  const auto *Construct = dyn_cast<CXXConstructExpr>(Rest);
  if (Construct && Construct->getConstructor()->isTrivial() &&
      !Construct->requiresZeroInitialization())
    return Out;
  std::string K = Unit.Names.claim("k");
  Out += Margin + "for (ulong " + K + " = " + std::to_string(First) + "; " + K +
         " < " + std::to_string(Length) + "; ++" + K + ") {\n";
  QualType Element = Array->getElementType();
  std::string Each = Target + "[" + K + "]";
  if (Rest == Init && Element->isArrayType()) {
    Out += fill(Each, Element, Rest, Indent + 1);
  } else if (isa<ImplicitValueInitExpr>(Rest)) {
    std::string Zero =
        Element->isRecordType()
            ? "(" + Types.declareMemory(Element.getUnqualifiedType(), "") +
                  "){0}"
            : zero(Element).Code;
    Out += std::string(2 * Indent + 2, ' ') + Each + " = " + Zero + ";\n";
  } else if (Construct) {
    Out += std::string(2 * Indent + 2, ' ') + Each + " = " +
           construction(*Construct).Code + ";\n";
  } else {
    Out += fill(Each, Element, Rest, Indent + 1);
  }
  return Out + Margin + "}\n";
}

/// From an object to one of its bases, or from a pointer to one to a pointer to
/// the other.
Text KernelFunction::toBase(const CastExpr &E) {
  const Expr *Sub = E.getSubExpr();
  bool Points = E.getType()->isAnyPointerType();
  Text Place = Points ? expression(Sub) : Text{};
  if (!Points)
    Place = expression(Sub);
  bool Arrow = Points;
  QualType From = Points ? Sub->getType()->getPointeeType() : Sub->getType();
  const CXXRecordDecl *Class = From->getAsCXXRecordDecl();
  for (const CXXBaseSpecifier *Step : E.path()) {
    const CXXRecordDecl *Base = Step->getType()->getAsCXXRecordDecl();
    unsigned Index;
    if (!Class || Step->isVirtual() || !baseOf(*Class, *Base, Index))
      return unsupported(&E, "this conversion to a base");
    if (Base->isEmpty()) {
      // It has no place of its own; nobody reads it.
      AddressSpace Space = Points ? Spaces.pointer(Sub) : Spaces.lvalue(Sub);
      QualType To = Points ? E.getType() : Ctx.getPointerType(E.getType());
      Text Pointer = cast(To, Points ? expression(Sub) : address(Sub), Space);
      return Points ? Pointer : Text{"*" + Pointer.Code, Strength::Unary};
    }
    Place = part(Place, Arrow, Types.base(Class->getDefinition(), Index));
    Arrow = false;
    Class = Base;
  }
  return Points ? Text{"&" + Place.Code, Strength::Unary} : Place;
}

/// From a base to what it is a base of.
Text KernelFunction::toDerived(const CastExpr &E) {
  const Expr *Sub = E.getSubExpr();
  bool Points = E.getType()->isAnyPointerType();
  QualType To = Points ? E.getType()->getPointeeType() : E.getType();
  int64_t Offset = 0;
  const CXXRecordDecl *Class = To->getAsCXXRecordDecl();
  for (const CXXBaseSpecifier *Step : E.path()) {
    const CXXRecordDecl *Base = Step->getType()->getAsCXXRecordDecl();
    Offset +=
        Ctx.getASTRecordLayout(Class).getBaseClassOffset(Base).getQuantity();
    Class = Base;
  }
  AddressSpace Space = Points ? Spaces.pointer(Sub) : Spaces.lvalue(Sub);
  Text Pointer = Points ? expression(Sub) : address(Sub);
  if (Offset) {
    std::string Bytes =
        cast(Ctx.getPointerType(Ctx.UnsignedCharTy), Pointer, Space).Code;
    Pointer = {Bytes + " - " + std::to_string(Offset), Strength::Sum};
  }
  Pointer = cast(Ctx.getPointerType(To), Pointer, Space);
  return Points ? Pointer : Text{"*" + Pointer.Code, Strength::Unary};
}

} // namespace twofold
