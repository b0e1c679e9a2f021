// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access/StowedValues.h"
#include "ast/Nodes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;
using namespace twofold;

/// Pointers to what differs in qualifiers alone are of one type.
static QualType stowedKind(QualType T, const ASTContext &Ctx) {
  T = Ctx.getCanonicalType(T).getUnqualifiedType();
  return T->isPointerType()
             ? Ctx.getPointerType(T->getPointeeType().getUnqualifiedType())
             : T;
}

/// A T may be an address, or a number that selects an element.
static bool leadsToData(QualType T, const ASTContext &Ctx) {
  return T->isPointerType() ? !T->getPointeeType()->isFunctionType()
                            : T->isIntegerType() && Ctx.getTypeSize(T) >= 32;
}

const FieldDecl *StowedValues::memberIn(const Expr *E) {
  if (const Expr *Read = E ? operandOf(E, CK_LValueToRValue) : nullptr)
    E = Read;
  const auto *Named =
      dyn_cast_or_null<MemberExpr>(E ? E->IgnoreParenImpCasts() : nullptr);
  return Named ? dyn_cast<FieldDecl>(Named->getMemberDecl()) : nullptr;
}

/// Nothing: it is in memory that iterations share.
std::optional<StowedValues::Where>
StowedValues::whereOf(const Arm &Address, const FieldDecl *Member) {
  if (LocalObjects::isObject(Address))
    return Where{Address.Base,
                 Address.Wild ? std::nullopt : constantOf(Address.Form),
                 Member};
  if (Address.What == Arm::Private || Address.What == Arm::Nowhere)
    return Where{0, std::nullopt, Member};
  return std::nullopt;
}

/// Whoever knows where an object is may have an address of it from anywhere.
bool StowedValues::mayMeet(const Where &A, const Where &B) const {
  const bool Known = A.Object != 0 && A.Object == B.Object;
  auto IsAnywhere = [&](const Where &At) {
    return At.Object == 0 || Objects.hasEscaped(At.Object);
  };
  return (A.Object == B.Object || (IsAnywhere(A) && IsAnywhere(B))) &&
         (!Known || !A.Offset || !B.Offset || *A.Offset == *B.Offset) &&
         (!A.Member || !B.Member || A.Member == B.Member);
}

void StowedValues::add(Where At, QualType Type, Arm Is) {
  constexpr unsigned Most = 64; // so that compilation ends
  if (Entries.size() < Most && llvm::none_of(Entries, [&](const Entry &E) {
        return E.At.Object == At.Object && E.At.Offset == At.Offset &&
               E.At.Member == At.Member && E.Type == Type && same(E.Is, Is);
      }))
    Entries.push_back({At, Type, std::move(Is)});
}

void StowedValues::putAddress(const Value &Address, QualType T, const Value &V,
                              const FieldDecl *Member) {
  for (const Arm &A : Address)
    if (const auto At = whereOf(A, Member))
      for (Arm Is : V)
        if (Is.What == Arm::Memory ||
            (Is.What == Arm::Integer && Recorder.namesOuterAxis(Is.Form))) {
          Is.Stowed = true;
          Is.Told = false;
          Is.Facts.clear();
          add(*At, stowedKind(T, Ctx), std::move(Is));
        }
}

/// Bytes into each of V's objects.
static Value shifted(Value V, int64_t Bytes) {
  for (Arm &A : V)
    if (LocalObjects::isObject(A) && !A.Wild) {
      MaybeForm Moved = sum(A.Form, constantForm(Bytes));
      A.Wild = !Moved;
      A.Form = Moved.value_or(AffineForm());
    }
  return V;
}

void StowedValues::putParts(const Value &Address, QualType T,
                            const Value &From) {
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  const RecordDecl *R = T->getAsRecordDecl();
  constexpr int64_t Most = 256; // bytes
  if (!R || !R->isCompleteDefinition() || R->isInvalidDecl() ||
      R->isDependentType() || Ctx.getTypeSizeInChars(T).getQuantity() > Most)
    return;
  const ASTRecordLayout &Layout = Ctx.getASTRecordLayout(R);
  if (Class)
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (!Base.isVirtual()) {
        const int64_t At =
            Layout.getBaseClassOffset(Base.getType()->getAsCXXRecordDecl())
                .getQuantity();
        putParts(shifted(Address, At), Base.getType(), shifted(From, At));
      }
  for (const FieldDecl *F : R->fields()) {
    QualType Part = F->getType();
    if (Part->isReferenceType())
      Part = Ctx.getPointerType(Part.getNonReferenceType());
    const int64_t At =
        Ctx.toCharUnitsFromBits(int64_t(Ctx.getFieldOffset(F))).getQuantity();
    const Value Of = shifted(From, At);
    if (leadsToData(Part, Ctx)) {
      Value Known = Objects.load(Of, Part);
      putAddress(shifted(Address, At), Part,
                 Known.empty() ? with(std::move(Known), Of, Part, F) : Known,
                 F);
    } else if (Part->isRecordType()) {
      putParts(shifted(Address, At), Part, Of);
    }
  }
}

void StowedValues::put(const Value &Address, QualType T, const Value &V,
                       const FieldDecl *Member) {
  if (!Recorder.Occurrences ||
      llvm::none_of(Address, [](const Arm &A) { return whereOf(A, nullptr); }))
    return;
  const QualType Scalar = onlyScalar(T, Ctx);
  if (!Scalar.isNull() && leadsToData(Scalar, Ctx))
    putAddress(Address, Scalar, V, Member);
  else if (Scalar.isNull() && T->isRecordType() &&
           llvm::any_of(V, [&](const Arm &A) {
             return LocalObjects::isObject(A) ||
                    (!Entries.empty() && whereOf(A, nullptr));
           }))
    putParts(Address, T, V);
}

void StowedValues::copy(const Value &Into, const Value &From) {
  const llvm::SmallVector<Entry, 8> Known = Entries;
  for (const Arm &Source : From)
    if (auto Of = whereOf(Source, nullptr)) {
      Of->Offset.reset(); // the bytes behind it are copied, too
      for (const Entry &E : Known)
        if (mayMeet(E.At, *Of))
          for (const Arm &Target : Into)
            if (auto To = whereOf(Target, nullptr);
                To && (To->Object != 0 || Of->Object != 0)) {
              To->Offset.reset();
              add(*To, E.Type, E.Is);
            }
    }
}

Value StowedValues::with(Value Known, const Value &Address, QualType T,
                         const FieldDecl *Member) const {
  if (Entries.empty() || !leadsToData(T, Ctx))
    return Known;
  const QualType Type = stowedKind(T, Ctx);
  for (const Arm &A : Address)
    if (const auto At = whereOf(A, Member);
        At && (T->isPointerType() || At->Object == 0))
      for (const Entry &E : Entries)
        if (E.Type == Type && mayMeet(E.At, *At) && Known.size() < MaxArms &&
            llvm::none_of(Known, [&](auto &K) { return same(K, E.Is); }))
          Known.push_back(E.Is);
  return Known;
}
