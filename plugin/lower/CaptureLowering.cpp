// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CaptureLowering.cpp - arguments and extents of the copy -----------===//

#include "ast/Misalignment.h"
#include "ast/PendingTemplates.h"
#include "ast/VariableUses.h"
#include "lower/Lowering.h"

using namespace clang;

namespace twofold {

/// A member function without parameters, by its name.
static const CXXMethodDecl *accessor(const CXXRecordDecl &Class, StringRef Name,
                                     ASTContext &Ctx) {
  for (const NamedDecl *D : Class.lookup(&Ctx.Idents.get(Name)))
    if (const auto *M = dyn_cast<CXXMethodDecl>(D->getUnderlyingDecl());
        M && M->isInstance() && M->getNumParams() == 0 && M->isConst() &&
        !M->isVirtual())
      return M;
  return nullptr;
}

/// What `Object.Name()` gives where it does nothing else.
Expr *CaptureLowering::accessed(const CXXMethodDecl &M, Expr *Object) {
  // The user's own template might have no instance.
  if (!definitionOf(M, S, Loop.Loc, /*Unasked=*/isLibraryPart(M)) ||
      Facts.writes(M))
    return nullptr;
  Place P;
  bool Clean = Emit.quietly([&] {
    P = Calls.inlined(M, atHost(Object), {}, Loop.Loc);
  }) && P.is(Kind::Value) &&
               Derived.isInvariant(P.Code);
  return Clean ? P.Code : nullptr;
}

/// The number of elements behind a pointer that was read from Path, if an
/// object that it lies in says so.
Expr *CaptureLowering::countBehind(const VarDecl &Pointer, Expr *Path) {
  if (const auto *Array = Ctx.getAsConstantArrayType(Path->getType()))
    return Make.integer(Array->getZExtSize(), Ctx.getSizeType());
  for (Expr *Object = Path;;) {
    Object = Object->IgnoreParens();
    if (auto *M = dyn_cast<MemberExpr>(Object))
      Object = M->getBase();
    else if (auto *C = dyn_cast<ImplicitCastExpr>(Object); C && C->isGLValue())
      Object = C->getSubExpr();
    else
      return nullptr;
    const auto *Class = Object->getType()->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition())
      continue;
    const CXXMethodDecl *Size = accessor(*Class, "size", Ctx);
    const CXXMethodDecl *Data = accessor(*Class, "data", Ctx);
    bool Valarray = Class->isInStdNamespace() && Class->getIdentifier() &&
                    Class->getName() == "valarray";
    if (!Size || (!Data && !Valarray))
      continue;
    if (Data) {
      const Expr *First = accessed(*Data, Object);
      if (!First || namedIn(First->IgnoreParenImpCasts()) != &Pointer)
        continue;
    }
    Expr *Count = accessed(*Size, Object);
    if (Count && Count->getType()->isIntegerType())
      return Count;
  }
}

void CaptureLowering::extents() {
  BodyUses Uses = collectUses(Out.Loop.Body);
  llvm::SmallVector<std::pair<VarDecl *, Expr *>, 4> Pointers;
  Out.Loop.Given.Extents.clear();
  for (auto &[D, U] : Uses.Variables)
    if (Derived.isDerived(D) && D->getType()->isPointerType())
      if (Expr *Path = Derived.pathOf(D))
        Pointers.push_back({cast<VarDecl>(D), Path});
  for (auto &[V, Path] : Pointers) {
    const bool Inside = Path->getType()->isArrayType() ||
                        Ctx.hasSameUnqualifiedType(
                            V->getType()->getPointeeType(), Path->getType());
    if (Inside && isMisaligned(Path, Ctx)) {
      fail(diag::Id::RecordLayout, Loop.Loc, DerivedCaptures::nameOf(Path));
      return;
    }
    bool Whole = !Path->getType()->isArrayType() &&
                 Ctx.hasSameUnqualifiedType(V->getType()->getPointeeType(),
                                            Path->getType());
    Expr *Count =
        Whole ? Make.integer(1, Ctx.getSizeType()) : countBehind(*V, Path);
    if (!Count)
      continue;
    // The count is an argument of its own.
    if (!isa<IntegerLiteral>(Count))
      Count = Make.value(
          Derived.computed(Count, DerivedCaptures::nameOf(Path) + "_size"));
    Out.Loop.Given.Extents.push_back({V, nullptr, Count, Loop.Loc});
  }
  for (const ExtentClause &Given : Loop.Given.Extents)
    givenExtent(Given);
}

/// What a clause says, in terms of the copy's variables.
void CaptureLowering::givenExtent(const ExtentClause &Given) {
  Expr *Count = nullptr;
  Place Member;
  bool Known = Emit.quietly([&] {
    Count = scalar(Given.Count);
    if (Given.Member)
      Member = place(Given.Member);
  }) && Derived.isInvariant(Count);
  if (!Given.Member)
    Out.Loop.Given.Extents.push_back(
        {Given.Pointer, nullptr, Known ? Count : Given.Count, Given.Loc});
  if (!Known || !Member.is(Kind::Host))
    return;
  for (const auto &E : Derived.entries())
    if (E.Path && Derived.identity(E.Path) == Derived.identity(Member.Code)) {
      if (!isa<IntegerLiteral>(Count))
        Count = Make.value(
            Derived.computed(Count, DerivedCaptures::nameOf(E.Path) + "_size"));
      Out.Loop.Given.Extents.push_back({E.Variable, nullptr, Count, Given.Loc});
      return;
    }
}

void CaptureLowering::finish() {
  BodyUses Uses = collectUses(Out.Loop.Body);
  llvm::DenseSet<const ValueDecl *> Needed;
  for (auto &[D, U] : Uses.Variables)
    Needed.insert(D);
  for (const CalleeGlobal &Global : globalsOfCallees(Out.Loop.Body))
    if (const Capture *C = Loop.capture(Global.Variable))
      Needed.insert(C->Decl);
  for (const ExtentClause &E : Out.Loop.Given.Extents)
    for (auto &[D, U] : collectUses(E.Count).Variables)
      Needed.insert(D);
  llvm::DenseSet<const ValueDecl *> Read; // at the call alone
  for (const CallInput &In : Out.Inputs)
    if (Needed.insert(In.Object).second)
      Read.insert(In.Object);
  llvm::erase_if(Out.Loop.Captures, [&](const Capture &C) {
    return !C.Decl ||
           (!Needed.contains(C.Decl) &&
            (C.Kind == Sharing::Value || C.Kind == Sharing::Reference));
  });
  auto Entries = Derived.entries();
  // What others are computed from is computed too, but is no argument.
  llvm::DenseSet<const ValueDecl *> Declared;
  for (auto &[Dim, Begin] : Dimensions.starts())
    Declared.insert(Begin);
  // The runtime asks for what tells where rows are.
  llvm::erase_if(
      Out.Rows, [&](const RowTable &R) { return !Needed.contains(R.Pointer); });
  llvm::DenseSet<const ValueDecl *> Asked;
  for (const RowTable &R : Out.Rows) {
    Asked.insert_range(llvm::ArrayRef<VarDecl *>{R.Table, R.Distance});
    for (auto [First, Last] : R.Uses)
      Asked.insert_range(llvm::ArrayRef<VarDecl *>{First, Last});
  }
  Declared.insert_range(Asked);
  for (const auto &E : llvm::reverse(Entries))
    if (Needed.contains(E.Variable) || Declared.contains(E.Variable))
      for (auto &[D, U] : collectUses(E.Variable->getInit()).Variables)
        Declared.insert(D);
  for (const auto &E : Entries) {
    VarDecl *V = E.Variable;
    bool Argument = Needed.contains(V), Start = false;
    for (auto &[Dim, Begin] : Dimensions.starts())
      Start |= Begin == V;
    if (!Argument && !Declared.contains(V))
      continue;
    Capture C;
    C.Decl = V;
    C.Type = V->getType();
    C.FirstUse = Loop.Loc;
    C.DeviceOnly = true;
    C.ColdOnly = Read.contains(V);
    C.Follows = DerivedCaptures::follows(V->getInit());
    C.Asks = C.Follows && !Derived.followsAlways(V->getInit());
    if (Argument || Start || Asked.contains(V))
      C.Arg = Out.Loop.ArgCount++;
    Out.Derived.push_back(C);
    if (Argument)
      Out.Loop.Captures.push_back(C);
    for (auto &[Dim, Begin] : Dimensions.starts())
      if (Begin == V)
        Dim->StartArg = C.Arg;
  }
}

} // namespace twofold
