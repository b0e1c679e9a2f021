// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access/LocalObjects.h"
#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace clang;
using namespace twofold;

static bool isScalar(QualType T) {
  return !T.isNull() &&
         (T->isPointerType() || T->isIntegralOrEnumerationType() ||
          T->isRealFloatingType());
}

QualType twofold::onlyScalar(QualType T, const ASTContext &Ctx) {
  const QualType Whole = T;
  // Classes in classes of which each holds one thing.
  while (const RecordDecl *R = T->getAsRecordDecl()) {
    R = R->getDefinition();
    if (!R || R->isInvalidDecl() || R->isUnion() || R->isDependentType())
      return {};
    QualType Held;
    bool Several = false;
    if (const auto *Class = dyn_cast<CXXRecordDecl>(R)) {
      if (Class->isPolymorphic() || Class->getNumVBases() != 0)
        return {};
      for (const CXXBaseSpecifier &Base : Class->bases())
        if (!Base.getType()->getAsCXXRecordDecl()->isEmpty()) {
          Several |= !Held.isNull();
          Held = Base.getType();
        }
    }
    for (const FieldDecl *F : R->fields()) {
      Several |= !Held.isNull() || F->isBitField();
      Held = F->getType();
    }
    if (Several || Held.isNull())
      return {};
    T = Held;
  }
  return isScalar(T) && !T.isVolatileQualified() &&
                 Ctx.getTypeSizeInChars(T) == Ctx.getTypeSizeInChars(Whole)
             ? T
             : QualType();
}

/// What a part is stored and loaded as: as something else its bytes are another
/// number.
static QualType kindOf(QualType T, const ASTContext &Ctx) {
  if (T->isPointerType())
    return Ctx.VoidPtrTy;
  if (const auto *Enum = T->getAsEnumDecl();
      Enum && !Enum->getIntegerType().isNull())
    T = Enum->getIntegerType();
  return Ctx.getCanonicalType(T).getUnqualifiedType();
}

unsigned LocalObjects::add(const VarDecl *D) {
  Objects.push_back(D);
  State.Objects = unsigned(Objects.size());
  State.Whole.insert(State.Objects - 1);
  return State.Objects - 1;
}

/// A T has a few parts, which are followed.
static bool hasFewParts(QualType T, const ASTContext &Ctx) {
  constexpr int64_t Most = 256; // bytes
  return (T->isRecordType() || T->isConstantArrayType()) &&
         !T->isIncompleteType() &&
         Ctx.getTypeSizeInChars(T).getQuantity() <= Most;
}

bool LocalObjects::followsNumber(const VarDecl *D) const {
  return Recorder.Occurrences && D->getType()->isIntegralOrEnumerationType() &&
         !Loop.dimOf(D) && Frames.hasNames(D);
}

Value LocalObjects::addressOf(const VarDecl *D) {
  if (!Recorder.Occurrences ||
      (!hasFewParts(D->getType(), Ctx) && !followsNumber(D)) ||
      !D->hasLocalStorage() || D->getType().isVolatileQualified() ||
      Loop.capture(D) || In.isIrreducible())
    return addressValue(Arm::Private);
  auto [At, New] = Numbers.try_emplace(D, 0);
  if (New)
    At->second = add(D);
  State.Objects = std::max(State.Objects, At->second + 1);
  return objectAddress(At->second);
}

const VarDecl *LocalObjects::scalarAt(const Arm &A) const {
  const VarDecl *D = Objects[A.Base];
  return D && !onlyScalar(D->getType(), Ctx).isNull() ? D : nullptr;
}

std::optional<int64_t> LocalObjects::offsetOf(const Arm &A) const {
  return isObject(A) && !hasEscaped(A.Base) && !A.Wild ? constantOf(A.Form)
                                                       : std::nullopt;
}

/// The T at A, of which a form says which of an object's parts it is: all that
/// it may be, each where it is that one.
Value LocalObjects::loadElement(const Arm &A, QualType T) const {
  const int64_t Bytes = Ctx.getTypeSizeInChars(T).getQuantity();
  if (!isObject(A) || hasEscaped(A.Base) || A.Wild)
    return {};
  // It goes by Step bytes, from First or before.
  int64_t Step = 0, First = 0;
  for (const Monomial &M : A.Form)
    if (M.Axis == -1 && M.Values.empty())
      First = M.Constant;
    else
      Step = std::gcd(Step, M.Constant);
  if (Step == 0)
    return {};
  int64_t Next = (First % Step + Step) % Step;
  Value Out;
  for (auto It = State.Parts.lower_bound({A.Base, 0});
       It != State.Parts.end() && It->first.first == A.Base; ++It) {
    const int64_t At = It->first.second;
    if (At < Next && At + It->second.Bytes <= Next)
      continue;
    if (At != Next || It->second.Is.empty() || It->second.Bytes != Bytes ||
        It->second.Kind != kindOf(T, Ctx) || Out.size() == MaxArms)
      return {};
    const MaybeForm Behind = difference(A.Form, constantForm(At)),
                    Ahead = difference(constantForm(At), A.Form);
    if (!Behind || !Ahead)
      return {};
    Value Is = It->second.Is;
    assume(Is, {Guard{*Behind, {}}, Guard{*Ahead, {}}}, /*Tells=*/true);
    assume(Is, A.Facts, A.Told);
    for (Arm &Each : Is)
      Each.Checks.append(A.Checks.begin(), A.Checks.end());
    Out = either(std::move(Out), Is, /*More=*/true);
    Next += Step;
  }
  const VarDecl *D = Objects[A.Base];
  // Others may lie behind it.
  return D && Next < Ctx.getTypeSizeInChars(D->getType()).getQuantity()
             ? Value()
             : either(std::move(Out), {});
}

Value LocalObjects::load(const Arm &A, QualType T) const {
  const auto Offset = offsetOf(A);
  if (!Offset)
    return loadElement(A, T);
  Value Known;
  if (const VarDecl *D = scalarAt(A)) {
    auto It = State.Variables.find(D);
    if (It != State.Variables.end() && *Offset == 0 &&
        kindOf(T, Ctx) == kindOf(onlyScalar(D->getType(), Ctx), Ctx))
      Known = It->second;
  } else {
    auto It = State.Parts.find({A.Base, *Offset});
    if (It != State.Parts.end() && It->second.Kind == kindOf(T, Ctx))
      Known = It->second.Is;
  }
  assume(Known, A.Facts, A.Told);
  return Known;
}

Value LocalObjects::load(const Value &Address, QualType T) const {
  const QualType Scalar = onlyScalar(T, Ctx);
  Value Out;
  for (const Arm &A : Address) {
    Value Known = Scalar.isNull() ? Value() : load(A, Scalar);
    if (Known.empty())
      return {};
    Out = Out.empty() ? std::move(Known) : either(std::move(Out), Known);
  }
  return Out;
}

std::optional<LocalObjects::Origin> LocalObjects::origin(const Value &Address,
                                                         QualType T) const {
  if (Address.size() != 1)
    return std::nullopt;
  const auto Offset = offsetOf(Address[0]);
  auto It = State.Origins.find(Address[0].Base);
  const int64_t Bytes = Ctx.getTypeSizeInChars(T).getQuantity();
  if (!Offset || It == State.Origins.end() || *Offset < It->second.Begin ||
      *Offset + Bytes > It->second.End ||
      llvm::any_of(State.Parts, [&](const auto &Part) {
        return Part.first.first == Address[0].Base &&
               Part.first.second < *Offset + Bytes &&
               *Offset < Part.first.second + Part.second.Bytes;
      }))
    return std::nullopt;
  Arm From = It->second.From;
  MaybeForm Moved = sum(From.Form, constantForm(*Offset));
  if (!Moved)
    return std::nullopt;
  From.Form = std::move(*Moved);
  return Origin{From, It->second.Stores};
}

void LocalObjects::forget(unsigned Object) {
  if (const VarDecl *D = Objects[Object])
    State.Variables.erase(D);
  State.Origins.erase(Object);
  State.Whole.erase(Object);
  State.Parts.erase(State.Parts.lower_bound({Object, INT64_MIN}),
                    State.Parts.lower_bound({Object + 1, INT64_MIN}));
}

void LocalObjects::begin(const Value &Address) {
  forget(Address);
  for (const Arm &A : Address)
    if (isObject(A))
      State.Whole.insert(A.Base);
}

void LocalObjects::forget(const Value &Address) {
  for (const Arm &A : Address) {
    if (isObject(A))
      forget(A.Base);
    // Whatever has led there may have led to an object.
    if (A.What == Arm::Nowhere || A.What == Arm::Unknown)
      forgetAll();
  }
}

void LocalObjects::forgetAll() {
  for (unsigned Object = 1; Object < Objects.size(); ++Object)
    forget(Object);
}

void LocalObjects::escape(unsigned Object) {
  if (hasEscaped(Object))
    return forget(Object);
  Value Led; // by its pointers
  for (const auto &[At, Part] : State.Parts)
    if (At.first == Object)
      Led.append(Part.Is);
  if (const VarDecl *D = Objects[Object])
    Led.append(State.Variables[D]);
  forget(Object);
  Escaped.resize(std::max<unsigned>(Escaped.size(), Object + 1));
  Escaped.set(Object);
  escape(Led);
}

void LocalObjects::escape(const Value &V) {
  for (const Arm &A : V)
    if (isObject(A))
      escape(A.Base);
}

void LocalObjects::store(const Value &Address, QualType T, const Value &V) {
  // Of several numbers each keeps what it is where it is another one.
  if (Address.size() > 1 && llvm::all_of(Address, [&](const Arm &A) {
        return offsetOf(A) && scalarAt(A) && !load({A}, T).empty();
      })) {
    llvm::SmallVector<std::pair<const VarDecl *, Value>, 2> After;
    for (const Arm &A : Address) {
      Value Is;
      for (const Arm &Other : Address) {
        Value Here = Other.Base == A.Base
                         ? V
                         : State.Variables.find(scalarAt(A))->second;
        assume(Here, Other.Facts, Other.Told);
        Is = either(std::move(Is), Here, /*More=*/true);
      }
      After.emplace_back(scalarAt(A), either(std::move(Is), {}));
    }
    for (auto &[D, Is] : After)
      State.Variables[D] = std::move(Is);
    return;
  }
  const auto Offset = Address.size() == 1 ? offsetOf(Address[0]) : std::nullopt;
  if (!Offset || T->isArrayType()) // of which nobody gives the elements
    return forget(Address);
  const unsigned Object = Address[0].Base;
  const QualType Scalar = onlyScalar(T, Ctx);
  if (const VarDecl *D = scalarAt(Address[0])) {
    if (*Offset == 0 && !Scalar.isNull() &&
        kindOf(Scalar, Ctx) == kindOf(onlyScalar(D->getType(), Ctx), Ctx))
      State.Variables[D] = V;
    else
      State.Variables.erase(D);
    return;
  }
  if (const auto *Class = T->getAsCXXRecordDecl(); Class && Class->isEmpty())
    return;
  if (Scalar.isNull() && T->isRecordType())
    return copy(Address, V, T);
  const int64_t Bytes = Ctx.getTypeSizeInChars(T).getQuantity();
  // A part of which some bytes are another one's now is nothing.
  for (auto &[At, Part] : State.Parts)
    if (At.first == Object && At.second < *Offset + Bytes &&
        *Offset < At.second + Part.Bytes)
      Part.Is = Value{};
  State.Parts[{Object, *Offset}] =
      Scalar.isNull() ? PartValue{{}, Bytes}
                      : PartValue{V, Bytes, kindOf(Scalar, Ctx)};
}

/// The parts of the Bytes at Address, as those of the object at To.
std::map<ObjectPart, PartValue> LocalObjects::copiedParts(const Value &Address,
                                                          ObjectPart To,
                                                          int64_t Bytes) const {
  std::map<ObjectPart, PartValue> Copies;
  for (const Arm &From : Address) {
    const auto Begin = offsetOf(From);
    if (!Begin)
      return {};
    for (const auto &[At, Part] : State.Parts) {
      const ObjectPart There = {To.first, To.second + At.second - *Begin};
      if (At.first != From.Base || At.second < *Begin ||
          At.second + Part.Bytes > *Begin + Bytes || Copies.contains(There))
        continue;
      Value Is;
      bool Known = true;
      for (const Arm &Each : Address) {
        const int64_t Start = offsetOf(Each).value_or(0);
        const ObjectPart Here = {Each.Base, Start + At.second - *Begin};
        auto It = State.Parts.find(Here);
        if (It == State.Parts.end() && isBlank(State, Here, Part.Bytes))
          continue;
        Known &= It != State.Parts.end() && It->second.Kind == Part.Kind &&
                 !It->second.Is.empty() && offsetOf(Each);
        Value One = Known ? It->second.Is : Value{};
        assume(One, Each.Facts, Each.Told);
        Is = either(std::move(Is), One, /*More=*/true);
      }
      Copies[There] = {Known ? either(std::move(Is), {}) : Value{}, Part.Bytes,
                       Part.Kind};
    }
  }
  return Copies;
}

/// Where in memory the Bytes at Address come from, as those at Offset of an
/// object.
std::optional<ObjectOrigin> LocalObjects::copiedOrigin(const Value &Address,
                                                       int64_t Offset,
                                                       int64_t Bytes,
                                                       size_t Stores) const {
  if (Address.size() != 1)
    return std::nullopt;
  const Arm &At = Address[0];
  const auto Begin = At.What == Arm::Memory && !At.Wild ? 0 : offsetOf(At);
  ObjectOrigin Of{At, 0, Bytes, Stores};
  if (At.What != Arm::Memory) {
    auto It = State.Origins.find(At.Base);
    if (!Begin || It == State.Origins.end())
      return std::nullopt;
    Of = It->second;
    Of.Begin = std::max(Of.Begin, *Begin);
    Of.End = std::min(Of.End, *Begin + Bytes);
  }
  MaybeForm Start =
      Begin ? sum(Of.From.Form, constantForm(*Begin - Offset)) : std::nullopt;
  if (!Start)
    return std::nullopt;
  Of.Begin += Offset - *Begin;
  Of.End += Offset - *Begin;
  Of.From.Form = std::move(*Start);
  return Of;
}

void LocalObjects::copy(const Value &To, const Value &Address, QualType T,
                        size_t Stores) {
  const auto Offset = offsetOf(To[0]);
  assert(To.size() == 1 && Offset && "an object's part that is known");
  const unsigned Object = To[0].Base;
  // Whoever knows where a temporary object is may know where it goes.
  if (llvm::any_of(Address, [&](const Arm &A) {
        return isObject(A) && hasEscaped(A.Base) && !Objects[A.Base];
      }))
    return escape(Object);
  const int64_t Bytes = Ctx.getTypeSizeInChars(T).getQuantity();
  const bool Whole = llvm::all_of(Address, [&](const Arm &A) {
    return offsetOf(A) && State.Whole.count(A.Base);
  });
  auto Copies = copiedParts(Address, {Object, *Offset}, Bytes);
  const auto From = copiedOrigin(Address, *Offset, Bytes, Stores);
  // Other parts of an object of which some were copied keep what they are.
  auto &Parts = State.Parts;
  for (auto It = Parts.lower_bound({Object, INT64_MIN});
       It != Parts.end() && It->first.first == Object;)
    if (It->first.second < *Offset + Bytes &&
        *Offset < It->first.second + It->second.Bytes)
      It = Parts.erase(It);
    else
      ++It;
  State.Origins.erase(Object);
  if (!Whole)
    State.Whole.erase(Object);
  if (From)
    State.Origins[Object] = *From;
  for (auto &[At, Part] : Copies)
    Parts[At] = std::move(Part);
}
