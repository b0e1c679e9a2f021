// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "order/OwnKeys.h"
#include "ast/Nodes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace twofold {
namespace {

/// An object of the type T leads to no memory that another one leads to.
bool isWhole(QualType T) {
  if (T->isArithmeticType() || T->isEnumeralType())
    return true;
  const auto *R = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  const StringRef Class = libraryClass(T);
  return R && (Class == "vector" || Class == "basic_string") &&
         R->getTemplateArgs()[0].getAsType()->isArithmeticType();
}

/// The class of maps that T is, each of which has one element for each integer.
const CXXRecordDecl *numberedMap(QualType T) {
  const auto *R = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  const StringRef Class = libraryClass(T);
  const bool Ordered = Class == "map";
  if (!R || (!Ordered && Class != "unordered_map"))
    return nullptr;
  const TemplateArgumentList &Of = R->getTemplateArgs();
  const QualType Key = Of[0].getAsType();
  const StringRef By = libraryClass(Of[Ordered ? 2 : 3].getAsType());
  const bool Tells =
      Ordered ? By == "less" || By == "greater" : By == "equal_to";
  return Tells && Key->isIntegerType() && isWhole(Of[1].getAsType())
             ? R->getCanonicalDecl()
             : nullptr;
}

/// Of a map or another container whose elements are nodes.
bool isIterator(QualType T) { return libraryClass(T).ends_with("iterator"); }

/// Call may lead from one element to another one.
bool steps(const CallExpr &Call) {
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call))
    return isIterator(Call.getArg(0)->getType()) &&
           !llvm::is_contained(
               {OO_EqualEqual, OO_ExclaimEqual, OO_Star, OO_Arrow, OO_Equal},
               Operator->getOperator());
  return llvm::any_of(Call.arguments(), [](const Expr *Argument) {
    return isIterator(Argument->getType());
  });
}

/// The map that Call is a method of, by a name.
const CXXRecordDecl *namedMap(const CallExpr &Call) {
  const auto *Method = dyn_cast<CXXMemberCallExpr>(&Call);
  const Expr *Object =
      Method ? Method->getImplicitObjectArgument()->IgnoreParenImpCasts()
             : nullptr;
  return Object && Object->isGLValue() && isa<DeclRefExpr, MemberExpr>(Object)
             ? numberedMap(Object->getType())
             : nullptr;
}

} // namespace

std::optional<OwnKeys::Form> OwnKeys::form(const Expr *E,
                                           unsigned Depth) const {
  constexpr int64_t Most = int64_t(1) << 40;
  const ASTContext &Ctx = Loop.Function->getASTContext();
  E = seeThrough(E);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    E = seeThrough(Temporary->getSubExpr());
  const QualType T = E->getType();
  if (Depth > 16 || !T->isIntegerType() || E->isValueDependent())
    return std::nullopt;
  if (Expr::EvalResult Known; E->EvaluateAsInt(Known, Ctx)) {
    const llvm::APSInt &Is = Known.Val.getInt();
    if (Is.getSignificantBits() > 40)
      return std::nullopt;
    return Form{0, Is.getExtValue()};
  }
  // Numbers without a sign wrap: multiples of several may become one.
  auto Checked = [&](std::optional<Form> F) {
    return F && std::abs(F->By) <= (T->isSignedIntegerType() ? 1 << 20 : 1) &&
                   std::abs(F->Plus) < Most
               ? F
               : std::nullopt;
  };
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Sub = Cast->getSubExpr();
    const bool Keeps = Sub->getType()->isIntegerType() &&
                       Ctx.getIntWidth(Sub->getType()) <= Ctx.getIntWidth(T);
    return Keeps ? Checked(form(Sub, Depth + 1)) : std::nullopt;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const LoopDim *Dim = Loop.dimOf(Ref->getDecl());
    if (Dim)
      return Loop.Dims.size() == 1 && Dim->What == LoopDim::Kind::Integer
                 ? std::optional(Form{1, 0})
                 : std::nullopt;
    const Expr *Value = Given.lookup(Ref->getDecl());
    if (!Value || Places.moves(Ref->getDecl()) ||
        !Value->getType()->isIntegerType() ||
        Ctx.getIntWidth(Value->getType()) > Ctx.getIntWidth(T))
      return std::nullopt;
    return Checked(form(Value, Depth + 1));
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    std::optional<Form> F;
    if (U->getOpcode() == UO_Minus || U->getOpcode() == UO_Plus)
      F = form(U->getSubExpr(), Depth + 1);
    if (F && U->getOpcode() == UO_Minus)
      F = Form{-F->By, -F->Plus};
    return Checked(F);
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !(B->isAdditiveOp() || B->getOpcode() == BO_Mul))
    return std::nullopt;
  const std::optional<Form> L = form(B->getLHS(), Depth + 1),
                            R = form(B->getRHS(), Depth + 1);
  if (!L || !R)
    return std::nullopt;
  if (B->isAdditiveOp()) {
    const int Sign = B->getOpcode() == BO_Add ? 1 : -1;
    return Checked(Form{L->By + Sign * R->By, L->Plus + Sign * R->Plus});
  }
  const Form &Number = L->By == 0 ? *L : *R, &Other = L->By == 0 ? *R : *L;
  if (Number.By != 0 || std::abs(Number.Plus) > 1 << 20 ||
      std::abs(Other.Plus) > 1 << 20)
    return std::nullopt;
  return Checked(Form{Other.By * Number.Plus, Other.Plus * Number.Plus});
}

/// Nothing: Call is no lookup of a key of the iteration's own.
std::optional<OwnKeys::Form> OwnKeys::keyOf(const CallExpr &Call) const {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || !F->getIdentifier() || Call.getNumArgs() != 1 ||
      !(F->getName() == "at" || F->getName() == "find") || !namedMap(Call))
    return std::nullopt;
  const std::optional<Form> Key = form(Call.getArg(0));
  return Key && Key->By != 0 ? Key : std::nullopt;
}

const CXXRecordDecl *OwnKeys::lookup(const CallExpr &Call) const {
  return keyOf(Call) ? namedMap(Call) : nullptr;
}

void OwnKeys::used(const Expr *E) {
  const CXXRecordDecl *Class = numberedMap(E->getType());
  if (Class && Places.place(E).Root != StorePlace::Of::Own)
    ++Classes[Class].Others;
}

void OwnKeys::called(const CallExpr &Call) {
  Steps |= steps(Call);
  const Expr *Object = objectOf(Call);
  const FunctionDecl *F = Call.getDirectCallee();
  if (!Object || !F)
    return;
  QualType T = Object->getType();
  const CXXRecordDecl *Class =
      numberedMap(T->isPointerType() ? T->getPointeeType() : T);
  if (!Class || Places.object(Call).Root == StorePlace::Of::Own)
    return;
  Maps &Of = Classes[Class];
  const bool Named = namedMap(Call) != nullptr,
             Harmless = F->getIdentifier() &&
                        llvm::is_contained({"end", "cend", "size", "empty",
                                            "count", "contains"},
                                           F->getName());
  const std::optional<Form> Key = keyOf(Call);
  if (Key && !Of.Key)
    Of.Key = Key;
  // The name of the map has been counted as another use.
  if (Named && (Harmless || (Key && *Key == *Of.Key)))
    --Of.Others;
  else if (!Named && !Harmless)
    ++Of.Others;
}

void OwnKeys::store(const CXXRecordDecl *Class, Refusal Why) {
  std::optional<Refusal> &First = Classes[Class].Store;
  if (!First)
    First = std::move(Why);
}

std::optional<Refusal> OwnKeys::refusal() const {
  std::optional<Refusal> First;
  for (const auto &[Class, Of] : Classes)
    if (Of.Store && (Steps || !Of.Key || Of.Others != 0) &&
        (!First || Of.Store->Loc < First->Loc))
      First = Of.Store;
  return First;
}

} // namespace twofold
