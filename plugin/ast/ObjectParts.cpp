// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/ObjectParts.h"
#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace twofold {
namespace {

/// Larger objects are one whole.
constexpr int64_t LargestInParts = 512;

bool comesInParts(QualType T, const ASTContext &Ctx) {
  T = T.getNonReferenceType();
  bool Has =
      T->isRecordType() || T->isConstantArrayType() || T->isAnyComplexType();
  return Has && !T->isIncompleteType() && !T->isDependentType() &&
         Ctx.getTypeSizeInChars(T).getQuantity() <= LargestInParts;
}

class Collector {
  const ASTContext &Ctx;
  PartUses Uses;
  llvm::SmallVector<const Stmt *, 32> Parents;

public:
  explicit Collector(const ASTContext &Ctx) : Ctx(Ctx) {}
  PartUses take() { return std::move(Uses); }
  void visit(const Stmt *S);

private:
  unsigned sizeOf(QualType T) const {
    return unsigned(Ctx.getTypeSizeInChars(T).getQuantity());
  }
  void reference(const DeclRefExpr *Ref);
  bool narrow(PartUse &U, const Expr *&Use, size_t &At) const;
  bool element(PartUse &U, const Expr *Index, QualType Element) const;
};

void Collector::visit(const Stmt *S) {
  if (!S)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
      Ref && isa<VarDecl, BindingDecl>(Ref->getDecl()))
    reference(Ref);
  Parents.push_back(S);
  for (const Stmt *Child : ownParts(S))
    visit(Child);
  Parents.pop_back();
}

/// U becomes one of its elements, or any of them.
bool Collector::element(PartUse &U, const Expr *Index, QualType Element) const {
  unsigned Size = sizeOf(Element);
  if (auto Known = U.Exact ? constantOf(Index, Ctx) : std::nullopt) {
    int64_t Number = Known->getExtValue();
    if (Number >= 0 && (Number + 1) * Size <= U.End - U.Begin) {
      U.Begin += unsigned(Number * Size);
      U.End = U.Begin + Size;
      return true;
    }
  }
  U.Exact = false;
  return true;
}

/// Goes from Use to the expression around it where that is a part of Use.
bool Collector::narrow(PartUse &U, const Expr *&Use, size_t &At) const {
  const auto *Up = At > 0 ? dyn_cast<Expr>(Parents[At - 1]) : nullptr;
  if (!Up)
    return false;
  const Expr *Of = Use;
  auto Step = [&](size_t Levels) {
    At -= Levels;
    Use = cast<Expr>(Parents[At]);
    return true;
  };
  if (isa<ParenExpr>(Up))
    return Step(1);
  if (const auto *M = dyn_cast<MemberExpr>(Up)) {
    const auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (M->isArrow() || !Field || Field->getType()->isReferenceType())
      return false;
    if (Field->isBitField()) {
      U.Exact = false;
    } else if (U.Exact) {
      U.Begin += unsigned(Ctx.getFieldOffset(Field) / Ctx.getCharWidth());
      U.End = U.Begin + sizeOf(Field->getType());
    }
    return Step(1);
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(Up)) {
    if (Unary->getOpcode() != UO_Real && Unary->getOpcode() != UO_Imag)
      return false;
    if (Of->getType()->isAnyComplexType() && U.Exact) {
      unsigned Half = sizeOf(Of->getType()) / 2;
      U.Begin += Unary->getOpcode() == UO_Imag ? Half : 0;
      U.End = U.Begin + Half;
    }
    return Step(1);
  }
  const auto *Cast = dyn_cast<CastExpr>(Up);
  if (Cast && Cast->isGLValue() &&
      (Cast->getCastKind() == CK_DerivedToBase ||
       Cast->getCastKind() == CK_UncheckedDerivedToBase)) {
    const auto *From = Of->getType()->getAsCXXRecordDecl();
    const auto *To = Cast->getType()->getAsCXXRecordDecl();
    if (U.Exact && Cast->path_size() == 1 &&
        !(*Cast->path_begin())->isVirtual() && From && To) {
      U.Begin += unsigned(Ctx.getASTRecordLayout(From->getDefinition())
                              .getBaseClassOffset(To->getDefinition())
                              .getQuantity());
      U.End = U.Begin + unsigned(Ctx.getASTRecordLayout(To->getDefinition())
                                     .getDataSize()
                                     .getQuantity());
    } else {
      U.Exact = false;
    }
    return Step(1);
  }
  if (const auto *Lanes = dyn_cast<ExtVectorElementExpr>(Up)) {
    U.Exact = false;
    return !Lanes->isArrow() && Step(1);
  }
  if (Cast && Cast->getCastKind() == CK_ArrayToPointerDecay && At > 1) {
    const auto *S = dyn_cast<ArraySubscriptExpr>(Parents[At - 2]);
    return S && S->getBase() == Cast && element(U, S->getIdx(), S->getType()) &&
           Step(2);
  }
  const auto *Next =
      At > 1 ? dyn_cast<CXXOperatorCallExpr>(Parents[At - 2]) : nullptr;
  if (Cast && Cast->getCastKind() == CK_NoOp && Cast->isGLValue() && Next &&
      Next->getOperator() == OO_Subscript)
    return Step(1); // of a constant array
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(Up)) {
    const CXXRecordDecl *R = Of->getType()->getAsCXXRecordDecl();
    return Call->getOperator() == OO_Subscript && Call->getArg(0) == Of && R &&
           R->isInStdNamespace() && R->getName() == "array" &&
           Call->isGLValue() && element(U, Call->getArg(1), Call->getType()) &&
           Step(1);
  }
  return false;
}

void Collector::reference(const DeclRefExpr *Ref) {
  PartUse U;
  U.Variable = Ref->getDecl();
  U.Where = Ref;
  QualType T = Ref->getType();
  bool Parts = comesInParts(U.Variable->getType(), Ctx);
  U.End = Parts ? sizeOf(T) : 1;
  const Expr *Use = Ref;
  size_t At = Parents.size();
  while (narrow(U, Use, At))
    ;
  if (!Parts) { // a lane is not the whole
    U.Exact = !isa<ExtVectorElementExpr>(Use) && U.Exact;
    U.Begin = 0;
    U.End = 1;
  }
  auto Up = [&](size_t Level) {
    return Level > 0 ? Parents[Level - 1] : nullptr;
  };
  const Stmt *Parent = Up(At);
  const Stmt *Anchor = Ref;
  // In C++ `c ? x : y` may be one of the variables itself.
  size_t Choice = At;
  for (const Stmt *Inner = Use; isChoice(Up(Choice), Inner); --Choice)
    Inner = Up(Choice);
  const auto *B = dyn_cast_or_null<BinaryOperator>(Parent);
  const auto *Unary = dyn_cast_or_null<UnaryOperator>(Parent);
  const auto *Call = dyn_cast_or_null<CallExpr>(Parent);
  const auto *Operator = dyn_cast_or_null<CXXOperatorCallExpr>(Parent);
  const auto *Cast = dyn_cast_or_null<CastExpr>(Parent);
  if (operandOf(Parent, CK_ToVoid))
    return;
  if (B && B->isAssignmentOp() && B->getLHS() == Use) {
    Anchor = B;
    U.Assigns = true;
    U.Reads = B->getOpcode() != BO_Assign;
  } else if (Unary && Unary->isIncrementDecrementOp()) {
    Anchor = Unary;
    U.Assigns = true;
  } else if (Operator && assignsWhole(*Operator) &&
             Operator->getArg(0) == Use) {
    Anchor = Operator;
    U.Assigns = true;
    U.Reads = false;
  } else if (Call && changedObject(*Call) == Use) {
    Anchor = Call;
    U.Assigns = true;
    U.Exact = false;
  } else if (const auto *Named =
                 dyn_cast_or_null<CallExpr>(Up(At ? At - 1 : 0));
             Named && changedObject(*Named) == Parent) {
    Anchor = Named; // x.operator=(y)
    U.Assigns = true;
    U.Exact = false;
  } else if (Choice != At) {
    U.Leaves = !operandOf(Up(Choice), CK_LValueToRValue);
  } else if (!Cast || Cast->getCastKind() != CK_LValueToRValue) {
    // A const reference to it, and an operand of a call.
    size_t Above = At;
    bool Scalar = false;
    if (Cast && Cast->getCastKind() == CK_NoOp) {
      Scalar = Cast->getType()->isScalarType();
      --Above;
    }
    while (isa_and_nonnull<MemberExpr, ParenExpr>(Up(Above)))
      --Above; // the callee of a method
    bool WorkedOn = Parts && !Use->getType()->isScalarType() &&
                    isWorkedOn(Up(Above), Up(Above ? Above - 1 : 0), Ctx);
    U.Leaves = !Scalar && !WorkedOn &&
               !isa_and_nonnull<UnaryExprOrTypeTraitExpr>(Parent);
  }
  Uses[Anchor] = U;
}

/// Marks the bytes of a T at Begin.
void mark(QualType T, unsigned Begin, llvm::BitVector &Bytes,
          const ASTContext &Ctx) {
  T = T.getCanonicalType();
  unsigned Size = unsigned(Ctx.getTypeSizeInChars(T).getQuantity());
  const RecordDecl *R = T->getAsRecordDecl();
  if (const ConstantArrayType *Array = Ctx.getAsConstantArrayType(T)) {
    unsigned Each =
        unsigned(Ctx.getTypeSizeInChars(Array->getElementType()).getQuantity());
    for (unsigned At = 0; Each && At + Each <= Size; At += Each)
      mark(Array->getElementType(), Begin + At, Bytes, Ctx);
    return;
  }
  if (!R || !R->getDefinition() || R->isUnion()) {
    Bytes.set(Begin, Begin + Size);
    return;
  }
  R = R->getDefinition();
  const ASTRecordLayout &Layout = Ctx.getASTRecordLayout(R);
  if (const auto *Class = dyn_cast<CXXRecordDecl>(R)) {
    if (Class->isDynamicClass()) {
      Bytes.set(Begin, Begin + Size);
      return;
    }
    for (const CXXBaseSpecifier &Base : Class->bases()) {
      const CXXRecordDecl *Of = Base.getType()->getAsCXXRecordDecl();
      if (!Of->isEmpty())
        mark(Base.getType(),
             Begin + unsigned(Layout.getBaseClassOffset(Of).getQuantity()),
             Bytes, Ctx);
    }
  }
  for (const FieldDecl *F : R->fields()) {
    uint64_t Bits = Ctx.getFieldOffset(F), Width = Ctx.getCharWidth();
    unsigned At = Begin + unsigned(Bits / Width);
    if (F->isBitField())
      Bytes.set(
          At,
          Begin + unsigned((Bits + F->getBitWidthValue() + Width - 1) / Width));
    else if (!F->isZeroSize(Ctx))
      mark(F->getType(), At, Bytes, Ctx);
  }
}

/// Adds the members of an R at Begin that Bytes hold as a whole, or parts of
/// theirs. False: what they hold has no such name.
bool addMembers(const RecordDecl &R, unsigned Begin,
                const llvm::BitVector &Bytes, MemberPath &Above,
                llvm::SmallVectorImpl<MemberPath> &Out, const ASTContext &Ctx) {
  const auto *Class = dyn_cast<CXXRecordDecl>(&R);
  if (R.isUnion() || (Class && Class->getNumBases() != 0))
    return false;
  for (const FieldDecl *F : R.fields()) {
    if (F->isZeroSize(Ctx))
      continue;
    unsigned At = Begin + unsigned(Ctx.getFieldOffset(F) / Ctx.getCharWidth());
    unsigned Count = 0, Of = 0;
    for (unsigned B : valueBytes(F->getType(), Ctx).set_bits()) {
      Of += 1;
      Count += Bytes.test(At + B);
    }
    if (Count == 0)
      continue;
    if (F->isBitField() || !F->getDeclName() || F->getType()->isArrayType() ||
        F->getType().isConstQualified())
      return false;
    const RecordDecl *Inner = F->getType()->getAsRecordDecl();
    Above.push_back(F);
    if (Count == Of)
      Out.push_back(Above);
    else if (!Inner ||
             !addMembers(*Inner->getDefinition(), At, Bytes, Above, Out, Ctx))
      return false;
    Above.pop_back();
  }
  return true;
}

} // namespace

ByteRun bytesBeside(const FieldDecl &Bits, const ASTContext &Ctx) {
  uint64_t Begin = 0, End = 0;
  bool Inside = false;
  for (const FieldDecl *F : Bits.getParent()->fields()) {
    if (!F->isBitField() || F->isZeroLengthBitField()) {
      if (Inside)
        break;
      End = 0;
      continue;
    }
    const uint64_t At = Ctx.getFieldOffset(F);
    Begin = End == 0 ? At : std::min(Begin, At);
    End = std::max(End, At + F->getBitWidthValue());
    Inside |= F == &Bits;
  }
  const uint64_t Byte = Ctx.getCharWidth(), First = Begin / Byte;
  return {int64_t(First), int64_t((End + Byte - 1) / Byte - First)};
}

std::optional<llvm::SmallVector<MemberPath, 2>>
membersIn(QualType T, const llvm::BitVector &Bytes, const ASTContext &Ctx) {
  const RecordDecl *R = T->getAsRecordDecl();
  llvm::SmallVector<MemberPath, 2> Out;
  MemberPath Above;
  if (!R || !comesInParts(T, Ctx) ||
      !addMembers(*R->getDefinition(), 0, Bytes, Above, Out, Ctx))
    return std::nullopt;
  return Out;
}

PartUses collectParts(const Stmt *S, const ASTContext &Ctx) {
  Collector C(Ctx);
  C.visit(S);
  return C.take();
}

unsigned floatingBytes(QualType T, const ASTContext &Ctx) {
  if (const auto *A = Ctx.getAsArrayType(T))
    return floatingBytes(A->getElementType(), Ctx);
  T = T.getCanonicalType();
  if (const auto *V = T->getAs<VectorType>())
    T = V->getElementType();
  else if (const auto *C = T->getAs<ComplexType>())
    T = C->getElementType();
  if (const RecordDecl *R = T->getAsRecordDecl()) {
    const auto *Class = dyn_cast<CXXRecordDecl>(R);
    unsigned Bytes = 0;
    const auto Alike = [&](QualType Part) {
      const unsigned Here = floatingBytes(Part, Ctx);
      const unsigned Before = std::exchange(Bytes, Here);
      return Here && (!Before || Here == Before);
    };
    if (!R->isCompleteDefinition() || (Class && Class->getNumVBases()))
      return 0;
    if (Class)
      for (const CXXBaseSpecifier &Base : Class->bases())
        if (!Base.getType()->isDependentType() &&
            !Base.getType()->getAsCXXRecordDecl()->isEmpty() &&
            !Alike(Base.getType()))
          return 0;
    return llvm::all_of(R->fields(),
                        [&](const FieldDecl *F) { return Alike(F->getType()); })
               ? Bytes
               : 0;
  }
  const auto *B = T->getAs<BuiltinType>();
  switch (B ? B->getKind() : BuiltinType::Void) {
  case BuiltinType::Half:
  case BuiltinType::Float16:
    return 2;
  case BuiltinType::Float:
    return 4;
  case BuiltinType::Double:
    return 8;
  default:
    return 0;
  }
}

llvm::BitVector valueBytes(QualType T, const ASTContext &Ctx) {
  T = T.getNonReferenceType();
  if (!comesInParts(T, Ctx))
    return llvm::BitVector(1, true);
  llvm::BitVector Bytes(unsigned(Ctx.getTypeSizeInChars(T).getQuantity()));
  mark(T, 0, Bytes, Ctx);
  return Bytes;
}

} // namespace twofold
