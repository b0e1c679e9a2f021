// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Nodes.h"
#include "kernel/ExpressionPrinter.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace twofold {
namespace {

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

std::string ObjectPrinter::initializer(const Expr *E) {
  E = seeThrough(E);
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return initializer(M->getSubExpr());
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && E->getType()->isRecordType())
    return initializer(Cast->getSubExpr());
  if (const auto *List = dyn_cast<InitListExpr>(E)) {
    if (E->getType()->isVectorType() && !List->isTransparent())
      return Vectors.literal(*List).Code;
    if (E->getType()->isAnyComplexType() && List->getNumInits() == 2)
      return complexNumber(E->getType().getUnqualifiedType(),
                           expression(List->getInit(0)),
                           expression(List->getInit(1)))
          .Code;
    if (List->isTransparent() ||
        (E->getType()->isScalarType() && List->getNumInits() == 1))
      return initializer(List->getInit(0));
    if (E->getType()->isUnionType())
      return chosen(List->getSemanticForm() ? *List->getSemanticForm() : *List);
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
    return E->getType()->isUnionType()
               ? chosen(*Paren)
               : braces(Paren->getInitExprs(), E->getType(),
                        Paren->getArrayFiller());
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    if (Construct->getConstructor()->isDefaultConstructor() &&
        Construct->getConstructor()->isTrivial())
      return Construct->requiresZeroInitialization() ? "{0}" : "";
    if (E->getType()->isArrayType())
      return ""; // filled by statements
  }
  return expression(E, Strength::Assign);
}

/// A union of which a list sets the first member, or another one by its name.
template <typename List> std::string ObjectPrinter::chosen(const List &Given) {
  const FieldDecl *Member = Given.getInitializedFieldInUnion();
  const Expr *First = nullptr;
  for (const Stmt *Part : Given.children())
    First = cast<Expr>(Part);
  const std::string Value = Member && First && !isa<NoInitExpr>(First)
                                ? initializer(First)
                                : std::string();
  return Value.empty() ? "{0}"
                       : "{." + Types.field(Member) + " = " + Value + "}";
}

std::string ObjectPrinter::braces(const InitListExpr &Given) {
  const InitListExpr &E =
      Given.getSemanticForm() ? *Given.getSemanticForm() : Given;
  return braces(llvm::ArrayRef(E.getInits(), E.getNumInits()), E.getType(),
                E.hasArrayFiller() ? E.getArrayFiller() : nullptr);
}

std::string ObjectPrinter::braces(ArrayRef<Expr *> Inits, QualType T,
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
    if (isa<CXXDefaultInitExpr>(Init) && holdsNode<CXXThisExpr>(Init))
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

Text ObjectPrinter::aggregate(const Expr *E) {
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

std::string ObjectPrinter::parts(const CXXConstructorDecl &C,
                                 const std::string &Object, unsigned Indent) {
  const CXXRecordDecl *Class = C.getParent();
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
    } else if (const FieldDecl *Field = Init->getAnyMember()) {
      std::string Path = Object;
      if (const IndirectFieldDecl *Inside = Init->getIndirectMember())
        for (const NamedDecl *Step : Inside->chain().drop_back())
          Path += "." + Types.field(cast<FieldDecl>(Step));
      Out += fill(Path + "." + Types.field(Field), Field->getType(), Value,
                  Indent);
    } else {
      unsupported(Value, "the initialisation of this member");
    }
  }
  return Out;
}

std::string ObjectPrinter::fill(const std::string &Target, QualType T,
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
  if (Element->isArrayType()) {
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
           Calls.construction(*Construct).Code + ";\n";
  } else {
    Out += fill(Each, Element, Rest, Indent + 1);
  }
  return Out + Margin + "}\n";
}

Text ObjectPrinter::toBase(const CastExpr &E) {
  const Expr *Sub = E.getSubExpr();
  bool Points = E.getType()->isAnyPointerType();
  Text Place = expression(Sub);
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

Text ObjectPrinter::toDerived(const CastExpr &E) {
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
