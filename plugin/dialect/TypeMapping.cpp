// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dialect/TypeMapping.h"
#include "ast/DirectiveVariables.h"
#include "dialect/LibraryFunctions.h"
#include "dialect/RecordAttributes.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace twofold {

QualType elementOf(QualType T, const ASTContext &Ctx) {
  while (const ArrayType *Array = Ctx.getAsArrayType(T))
    T = Array->getElementType();
  return T;
}

namespace {

class Obstacle {
  const ASTContext &Ctx;
  std::string Name;
  SourceLocation Loc;
  QualType Written; ///< the whole type, as the program has it

public:
  Obstacle(const ASTContext &Ctx, StringRef Name, SourceLocation Loc)
      : Ctx(Ctx), Name(Name), Loc(Loc) {}

  std::optional<Refusal> find(QualType T) {
    if (Name.empty())
      Name = T.getAsString(Ctx.getPrintingPolicy());
    if (Written.isNull())
      Written = T;
    if (T.isVolatileQualified())
      return refuse(diag::Id::Volatile);
    // Aligned to less than its size, it could not be loaded as one.
    bool Vector = T->isVectorType();
    uint64_t VectorAlign = Vector ? Ctx.getTypeAlign(T) : 0;
    T = T.getCanonicalType();
    if (Vector && VectorAlign < Ctx.getTypeSize(T))
      return refuse(diag::Id::VectorType);
    if (T->isReferenceType())
      return find(T->getPointeeType());
    if (T->isArrayType()) {
      QualType Element = elementOf(T, Ctx);
      if (Element->isAnyPointerType())
        return refuse(diag::Id::PointerToPointer);
      return find(Element);
    }
    if (T->isMemberDataPointerType())
      return refuseType(diag::Id::NoSuchType);
    if (T->isFunctionPointerType() || T->isMemberPointerType())
      return refuse(diag::Id::FunctionPointer);
    if (T->isPointerType())
      return pointee(T->getPointeeType());
    if (const auto *Record = T->getAsRecordDecl())
      return record(*Record);
    return scalar(T);
  }

private:
  Refusal refuse(diag::Id Reason) { return Refusal{Reason, Loc, {Name}}; }
  Refusal refuseType(diag::Id Reason) {
    QualType T = Written;
    while (T->isAnyPointerType() || T->isReferenceType() || T->isArrayType())
      T = T->isArrayType() ? Ctx.getBaseElementType(T) : T->getPointeeType();
    return Refusal{Reason, Loc, {Name, quotedType(T, Ctx)}};
  }

  std::optional<Refusal> pointee(QualType T) {
    if (elementOf(T, Ctx)->isAnyPointerType())
      return refuse(diag::Id::PointerToPointer);
    if (T->isVoidType())
      return std::nullopt;
    return find(T);
  }

  std::optional<Refusal> scalar(QualType T) {
    if (T->isAtomicType())
      return refuse(diag::Id::Atomic);
    if (const auto *C = T->getAs<ComplexType>()) {
      QualType Part = C->getElementType();
      if (Ctx.hasSameType(Part, Ctx.FloatTy) ||
          Ctx.hasSameType(Part, Ctx.DoubleTy))
        return std::nullopt;
      return refuseType(Ctx.hasSameType(Part, Ctx.LongDoubleTy)
                            ? diag::Id::LongDouble
                            : diag::Id::ComplexNumber);
    }
    if (const auto *V = T->getAs<VectorType>())
      return vector(*V);
    if (T->isMatrixType() || T->isSizelessType())
      return refuse(diag::Id::VectorType);
    if (T->isEnumeralType() || T->isVoidType() || T->isNullPtrType())
      return std::nullopt;
    const auto *B = T->getAs<BuiltinType>();
    if (!B)
      return refuseType(diag::Id::NoSuchType);
    if (B->getKind() == BuiltinType::LongDouble)
      return refuseType(diag::Id::LongDouble);
    if (B->getKind() == BuiltinType::Int128 ||
        B->getKind() == BuiltinType::UInt128)
      return refuseType(diag::Id::WideInteger);
    bool Known = B->isInteger() || B->getKind() == BuiltinType::Float ||
                 B->getKind() == BuiltinType::Double ||
                 B->getKind() == BuiltinType::Float16 ||
                 B->getKind() == BuiltinType::Half;
    if (!Known)
      return refuseType(diag::Id::NoSuchType);
    return std::nullopt;
  }

  std::optional<Refusal> vector(const VectorType &V) {
    bool Plain =
        isa<ExtVectorType>(V) || V.getVectorKind() == VectorKind::Generic;
    unsigned Lanes = V.getNumElements();
    QualType Element = V.getElementType();
    bool Sized = llvm::is_contained({2u, 3u, 4u, 8u, 16u}, Lanes) &&
                 Ctx.getTypeSize(&V) ==
                     llvm::PowerOf2Ceil(Lanes) * Ctx.getTypeSize(Element);
    if (!Plain || !Sized || Element->isBooleanType() ||
        !Element->isBuiltinType() || Element->isHalfType() ||
        Element->isFloat16Type() || scalar(Element))
      return refuse(diag::Id::VectorType);
    return std::nullopt;
  }

  /// Where in an object of the program's own Class that is which has an end;
  /// empty: all of it is.
  static std::string ended(const CXXRecordDecl &Class) {
    const CXXDestructorDecl *D = Class.getDestructor();
    if (Class.isInStdNamespace() || Class.isDynamicClass() ||
        (D && D->isUserProvided()) ||
        llvm::any_of(Class.bases(), [](const CXXBaseSpecifier &B) {
          return hasEnd(B.getType());
        }))
      return "";
    for (const FieldDecl *F : Class.fields())
      if (const auto *Part =
              F->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
          Part && Part->hasDefinition() && hasEnd(F->getType()))
        return "." + F->getNameAsString() + ended(*Part);
    return "";
  }

  std::optional<Refusal> record(const RecordDecl &R) {
    const RecordDecl *Def = R.getDefinition();
    if (!Def)
      return refuse(diag::Id::UnknownPointer);
    const auto *Union = Def->isUnion() ? dyn_cast<CXXRecordDecl>(Def) : nullptr;
    // Which member is there, and what copying does, nobody else knows.
    if (Union && !Union->isTriviallyCopyable())
      return refuse(diag::Id::Union);
    if (const auto *Class = dyn_cast<CXXRecordDecl>(Def)) {
      if (Class->isLambda())
        return refuse(diag::Id::Lambda);
      if (Class->isDynamicClass() || hasEnd(Ctx.getCanonicalTagType(Class))) {
        const auto Library = libraryObstacle(Ctx.getCanonicalTagType(Class));
        Refusal Why =
            refuse(Library == diag::Id::Lock ? *Library : diag::Id::ClassType);
        Why.Arguments[0] += ended(*Class);
        return Why;
      }
    }
    return layout(*Def);
  }

  /// Every base and field must lie where OpenCL C puts it: at the next multiple
  /// of its type's alignment, and in unions at their beginning. Bases come
  /// first, as members.
  std::optional<Refusal> layout(const RecordDecl &R) {
    const ASTRecordLayout &Layout = Ctx.getASTRecordLayout(&R);
    uint64_t Next = 0, End = 0, Align = 8;
    const bool Packed = isPacked(R);
    if (const auto *Class = dyn_cast<CXXRecordDecl>(&R))
      for (const CXXBaseSpecifier &B : Class->bases()) {
        const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
        if (auto Found = find(B.getType()))
          return Found;
        if (Base->isEmpty())
          continue;
        uint64_t BaseAlign = Ctx.getTypeAlign(B.getType());
        if (Packed && BaseAlign > 8)
          return refuse(diag::Id::RecordLayout);
        Align = std::max(Align, BaseAlign);
        Next = llvm::alignTo(Next, BaseAlign);
        if (uint64_t(Ctx.toBits(Layout.getBaseClassOffset(Base))) != Next)
          return refuse(diag::Id::RecordLayout);
        Next += Ctx.getTypeSize(B.getType());
      }
    // Without anything inside, C++ keeps one byte. C keeps none.
    if (Next == 0 && R.field_empty() && Layout.getSize().isZero())
      return refuse(diag::Id::RecordLayout);
    for (const FieldDecl *F : R.fields()) {
      // Nobody knows how the library names its members.
      const auto *Class = dyn_cast<CXXRecordDecl>(&R);
      const bool Theirs = Class && Class->isInStdNamespace();
      Obstacle Inner(
          Ctx, Theirs || F->getName().empty() ? Name : F->getName().str(), Loc);
      if (Theirs)
        Inner.Written = Written;
      if (F->isBitField())
        return Inner.refuse(diag::Id::BitField);
      if (elementOf(F->getType(), Ctx)->isAnyPointerType() ||
          F->getType()->isReferenceType())
        return Inner.refuse(diag::Id::PointerInRecord);
      if (F->getType()->isIncompleteArrayType())
        return Inner.refuse(diag::Id::RecordLayout);
      if (auto Found = Inner.find(F->getType()))
        return Found;
      uint64_t FieldAlign = Ctx.getTypeAlign(elementOf(F->getType(), Ctx));
      if (Packed && FieldAlign > 8) {
        // What several elements are read from at once has their alignment.
        if (!F->getType()->isScalarType())
          return refuse(diag::Id::RecordLayout);
        FieldAlign = 8;
      }
      Align = std::max(Align, FieldAlign);
      Next = R.isUnion() ? 0 : llvm::alignTo(Next, FieldAlign);
      if (Layout.getFieldOffset(F->getFieldIndex()) != Next)
        return refuse(diag::Id::RecordLayout);
      Next += Ctx.getTypeSize(F->getType());
      End = std::max(End, Next);
    }
    Next = std::max<uint64_t>({Next, End, 8});
    // More than its parts need can be asked for in OpenCL C, too.
    uint64_t Own = Ctx.toBits(Layout.getAlignment());
    if (Own < Align ||
        llvm::alignTo(Next, Own) != uint64_t(Ctx.toBits(Layout.getSize())))
      return refuse(diag::Id::RecordLayout);
    return std::nullopt;
  }
};

} // namespace

std::string quotedType(QualType T, const ASTContext &Ctx) {
  T = T.getUnqualifiedType();
  const PrintingPolicy &Policy = Ctx.getPrintingPolicy();
  const std::string Written = T.getAsString(Policy),
                    Meant = T.getCanonicalType().getAsString(Policy);
  return "'" + Written + "'" +
         (Meant == Written || T->isRecordType() ? ""
                                                : " (aka '" + Meant + "')");
}

std::optional<Refusal> typeObstacle(QualType T, StringRef Name,
                                    SourceLocation Loc, const ASTContext &Ctx) {
  return Obstacle(Ctx, Name, Loc).find(T);
}

std::string TypeMapping::scalar(QualType T) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (T->isVoidType())
    return "void";
  if (T->isBooleanType())
    return "bool";
  if (T->isAnyComplexType())
    return complex(T);
  if (const auto *V = T->getAs<VectorType>())
    return scalar(V->getElementType()) + std::to_string(V->getNumElements());
  if (T->isRealFloatingType()) {
    if (Ctx.getTypeSize(T) == 32)
      return "float";
    if (Ctx.getTypeSize(T) == 16) {
      Half = true;
      return "half";
    }
    Double = true;
    return "double";
  }
  bool Signed = T->isSignedIntegerOrEnumerationType();
  switch (Ctx.getTypeSize(T)) {
  case 8:
    return Signed ? "char" : "uchar";
  case 16:
    return Signed ? "short" : "ushort";
  case 32:
    return Signed ? "int" : "uint";
  default:
    return Signed ? "long" : "ulong";
  }
}

const std::string &TypeMapping::complex(QualType T) {
  std::string Part = scalar(T->castAs<ComplexType>()->getElementType());
  std::string &Name = Complexes[T.getTypePtr()];
  if (Name.empty()) {
    Name = Names.claim("complex_" + Part);
    Definitions += "typedef struct {\n  " + Part + " re;\n  " + Part +
                   " im;\n} " + Name + ";\n\n";
  }
  return Name;
}

std::string TypeMapping::value(QualType T) {
  if (const auto *R = T->getAsRecordDecl())
    return record(R->getDefinition());
  return scalar(T);
}

std::string TypeMapping::memory(QualType T) {
  bool Bool =
      T->isBooleanType() || (T->isEnumeralType() && scalar(T) == "bool");
  return Bool ? "uchar" : value(T);
}

std::string TypeMapping::declare(QualType T, StringRef Name,
                                 AddressSpace Space) {
  if (T->isAnyPointerType() || T->isReferenceType() || T->isArrayType())
    return declareMemory(T, Name, Space);
  std::string Text = T.isConstQualified() ? "const " : "";
  Text += value(T);
  return Name.empty() ? Text : Text + " " + Name.str();
}

std::string TypeMapping::declareMemory(QualType T, StringRef Name,
                                       AddressSpace Space) {
  T = T.getCanonicalType();
  if (T->isAnyPointerType() || T->isReferenceType()) {
    QualType Pointee = T->getPointeeType();
    if (Pointee->isVariablyModifiedType())
      Pointee = elementOf(Pointee, Ctx);
    std::string Inner = "*";
    if (T.isRestrictQualified())
      Inner += Name.empty() ? "restrict" : "restrict ";
    if (T.isConstQualified())
      Inner += Name.empty() ? "const" : "const ";
    Inner += Name;
    if (Pointee->isArrayType())
      Inner = "(" + Inner + ")";
    return spelling(Space).str() + declareMemory(Pointee, Inner);
  }
  if (const ArrayType *Array = Ctx.getAsArrayType(T)) {
    std::string Length;
    if (const auto *Constant = dyn_cast<ConstantArrayType>(Array))
      Length = std::to_string(Constant->getZExtSize());
    return declareMemory(Array->getElementType(),
                         (Name + "[" + Length + "]").str());
  }
  std::string Text = T.isConstQualified() ? "const " : "";
  Text += memory(T);
  return Name.empty() ? Text : Text + " " + Name.str();
}

const std::string &TypeMapping::field(const FieldDecl *F) {
  std::string &Name = Fields[F];
  if (Name.empty())
    Name = F->getName().empty() ? "field" + std::to_string(F->getFieldIndex())
                                : Names.local(F->getName());
  return Name;
}

std::string TypeMapping::base(const CXXRecordDecl *Derived, unsigned Index) {
  std::string Name = "base_" + std::to_string(Index);
  while (llvm::any_of(Derived->fields(),
                      [&](const FieldDecl *F) { return F->getName() == Name; }))
    Name += '_';
  return Name;
}

const std::string &TypeMapping::record(const RecordDecl *R) {
  if (auto It = Records.find(R); It != Records.end())
    return It->second;
  StringRef Base = R->getName();
  if (Base.empty())
    if (const TypedefNameDecl *Alias = R->getTypedefNameForAnonDecl())
      Base = Alias->getName();
  std::string Body;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(R)) {
    unsigned Index = 0;
    for (const CXXBaseSpecifier &B : Class->bases()) {
      unsigned Mine = Index++;
      if (!B.getType()->getAsCXXRecordDecl()->isEmpty())
        Body += "  " + value(B.getType()) + " " + base(Class, Mine) + ";\n";
    }
  }
  for (const FieldDecl *F : R->fields())
    Body += "  " + declareMemory(F->getType().getUnqualifiedType(), field(F)) +
            ";\n";
  if (Body.empty())
    Body = "  uchar unused;\n";
  std::string Name = Names.claim(Base.empty() ? "record" : Base);
  Definitions += "typedef " + std::string(R->isUnion() ? "union " : "struct ") +
                 layoutAttribute(*R, Ctx) + "{\n" + Body + "} " + Name +
                 ";\n\n";
  return Records[R] = Name;
}

} // namespace twofold
