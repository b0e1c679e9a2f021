// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "access/OutsideUse.h"
#include "access/NodeEvaluators.h"
#include "ast/AstFactory.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "ast/OwnAllocations.h"
#include "ast/VariableUses.h"
#include "dialect/LibraryContainers.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {
namespace {

/// The array or object of the program that E, a place or a pointer, is part of.
const VarDecl *sharedIn(const Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    const auto *Unary = dyn_cast<UnaryOperator>(E);
    const auto *Sum = dyn_cast<BinaryOperator>(E);
    const auto *Member = dyn_cast<MemberExpr>(E);
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = Element->getBase();
    else if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
      E = Cast->getSubExpr();
    else if (Unary)
      E = Unary->getSubExpr();
    else if (Sum && Sum->isAdditiveOp())
      E = Sum->getLHS()->getType()->isPointerType() ? Sum->getLHS()
                                                    : Sum->getRHS();
    else if (Member && isa<FieldDecl>(Member->getMemberDecl()))
      E = Member->getBase();
    else
      break;
  }
  const VarDecl *V = variableIn(E);
  return V && V->hasGlobalStorage() && V->getTLSKind() == VarDecl::TLS_None &&
                 !V->getType().isConstQualified() && !V->isConstexpr() &&
                 !V->getType()->isScalarType()
             ? V
             : nullptr;
}

class UseScan {
  const ASTContext &Ctx;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  OutsideUse &Use;
  static constexpr size_t Most = 1000; ///< so that compilation ends

public:
  UseScan(const ASTContext &Ctx, OutsideUse &Use) : Ctx(Ctx), Use(Use) {}

  void enter(const FunctionDecl *F) {
    const FunctionDecl *Def = nullptr;
    if (F && F->hasBody(Def) && !Def->isDependentContext() &&
        !Ctx.getSourceManager().isInSystemHeader(Def->getLocation()) &&
        Seen.size() < Most && Seen.insert(Def).second)
      for (const Stmt *S : bodiesOf(*Def))
        eachNode(S, [&](const Stmt *Part) {
          visit(*Part);
          return true;
        });
  }

private:
  void write(const Expr *E) {
    if (const VarDecl *V = sharedIn(E))
      Use.Written.insert(V);
  }
  /// E is handed on as a T.
  void give(const Expr *E, QualType T) {
    if ((T->isReferenceType() || T->isPointerType()) &&
        !T->getPointeeType().isConstQualified())
      write(E);
  }
  void give(const FunctionDecl *F, ArrayRef<const Expr *> Arguments) {
    for (auto [I, A] : llvm::enumerate(Arguments))
      give(A, F && I < F->getNumParams() ? F->getParamDecl(I)->getType()
                                         : A->getType());
    enter(F);
  }
  void callOf(const CallExpr &Call) {
    SmallVector<const Expr *, 8> Arguments(Call.arguments());
    const auto *Method =
        dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
    const Expr *Object = objectOf(Call);
    if (isa<CXXOperatorCallExpr>(Call) && Method)
      Arguments.erase(Arguments.begin());
    if (Object && Method && Method->isInstance() && !Method->isConst())
      write(Object);
    give(Call.getDirectCallee(), Arguments);
  }
  void visit(const Stmt &S) {
    if (const Expr *Target = assignedBy(&S))
      write(Target);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&S)) {
      if (const VarDecl *V = sharedIn(Ref))
        Use.Named.insert(V);
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
          V && V->hasLocalStorage() && !isa<ParmVarDecl>(V))
        Use.Local.insert(V);
      else if (V && isa<ParmVarDecl>(V) &&
               Ref->refersToEnclosingVariableOrCapture())
        Use.Local.insert(V);
    }
    if (const auto *Call = dyn_cast<CallExpr>(&S))
      callOf(*Call);
    else if (const auto *Made = dyn_cast<CXXConstructExpr>(&S))
      give(Made->getConstructor(),
           SmallVector<const Expr *, 4>(Made->arguments()));
    else if (const auto *Declared = dyn_cast<DeclStmt>(&S))
      for (const Decl *D : Declared->decls())
        if (const auto *V = dyn_cast<VarDecl>(D); V && V->getInit())
          give(V->getInit(), V->getType());
  }
};

} // namespace

OutsideUse outsideUse(const FunctionDecl &Def, const ASTContext &Ctx) {
  OutsideUse Use;
  UseScan(Ctx, Use).enter(&Def);
  return Use;
}

/// Comes to the program's variables that a call names whose body is not
/// evaluated, though it is there.
void CallEvaluator::passBy(const CallExpr *E, const Value &This,
                           llvm::ArrayRef<const Expr *> Arguments) {
  const FunctionDecl &Def = *E->getDirectCallee()->getDefinition();
  const auto [Scanned, New] = Outside.try_emplace(&Def);
  if (New)
    Scanned->second = outsideUse(Def, Ctx);
  const OutsideUse &Use = Scanned->second;
  AstFactory Make(Ctx, Loop.Loc);
  UnfollowedCall Here = {E, Frames.whyNotEntered(Def), {}, {}};
  auto Leads = [&](const Value &To) {
    if (isPlaced(To) && !namesAxes(To[0].Form))
      if (const auto *V = dyn_cast_or_null<VarDecl>(
              Recorder.model().Bases[To[0].Base].Decl))
        Here.Leads.push_back(V);
  };
  Leads(This);
  for (const Expr *A : Arguments) {
    llvm::SaveAndRestore Silent(In.Muted, In.Muted + 1);
    Leads(A->isGLValue()                  ? Places.addressOf(A)
          : A->getType()->isPointerType() ? Quiet.quietly(A)
                                          : Value());
  }
  for (const VarDecl *V : Use.Local)
    if (Loop.capture(V))
      Here.Leads.push_back(V);
  for (const VarDecl *V : Use.Named) {
    if (!Loop.capture(V))
      continue;
    const Value Address =
        Places.addressOf(Make.lvalue(const_cast<VarDecl *>(V)));
    Objects.escape(Address);
    Value Everywhere = wild(Address);
    llvm::erase_if(Everywhere, [](const Arm &A) {
      return A.What == Arm::Unknown || A.What == Arm::Integer;
    });
    Touches.touch(Everywhere, Ctx.CharTy, true, Use.Written.contains(V), E);
    Here.Variables.push_back(V);
  }
  const bool Known = llvm::any_of(Touches.Unfollowed,
                                  [&](auto &Other) { return Other.Call == E; });
  if (!Known && (!Here.Variables.empty() || !Here.Leads.empty()))
    Touches.Unfollowed.push_back(std::move(Here));
}

/// What a container of the library is made of changes by a call whose body says
/// so too deep inside, or under conditions that nobody can tell ahead. Calls
/// look for that; what is one for all iterations, the compiler sees.
void CallEvaluator::changesItself(const CallExpr *E, const Value &This) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || !FollowsLoads || !changesContainer(*F) || !isPlaced(This))
    return;
  // Its first member stands for all of them.
  Touches.touch(This, Ctx.VoidPtrTy, /*Reads=*/true, /*Writes=*/true, E);
}

/// The library's `new` leads to memory that nothing else is in. What another
/// one gives and does is what its body says. `delete` ends an object, which no
/// other iteration may use before or behind that.
std::optional<Value> CallEvaluator::allocation(const Expr *E) {
  const auto *New = dyn_cast<CXXNewExpr>(E);
  const auto *Delete = dyn_cast<CXXDeleteExpr>(E);
  auto InMemory = [](Value V) {
    llvm::erase_if(V, [](const Arm &A) { return A.What != Arm::Memory; });
    return V;
  };
  const CallExpr *Own = New ? ownAllocation(New, Ctx) : nullptr;
  const Expr *Place = New ? placeOfNew(*New) : nullptr;
  const bool Asks = New && !Own && !Place && New->getNumPlacementArgs() == 0;
  if (New && !New->isArray() && New->getInitializer() && (Asks || Place)) {
    // One object, in memory of its own or where the iteration has room for it.
    const Value At = Place ? Expressions.rvalue(Place) : Objects.temporary();
    if (At.size() == 1 && Objects.isObject(At[0])) {
      Places.initialise(At, New->getInitializer());
      return At;
    }
  }
  if (New && !anyNode(New->getInitializer(), [](const Stmt *Part) {
        return operandOf(Part, UO_AddrOf) != nullptr;
      })) {
    if (!Own && !Place && !Asks)
      return std::nullopt;
    Value Made = addressValue(Arm::Nowhere);
    if (Place) {
      Made = Expressions.rvalue(Place);
      Objects.escape(Made);
    } else if (Own)
      Made = call(Own);
    else
      Expressions.effects(New->getArraySize().value_or(nullptr));
    if (const Value Used = InMemory(Made); !Used.empty())
      New->isArray() ? Touches.touchAnywhere(Used, E)
                     : Touches.touch(Used, New->getAllocatedType(),
                                     /*Reads=*/false, /*Writes=*/true, E);
    // One object, in memory that nobody follows.
    const Expr *Init = New->getInitializer();
    if (Init && !New->isArray() && !Init->isGLValue())
      Stowed.put(Made, New->getAllocatedType(), Expressions.rvalue(Init));
    else
      Expressions.effects(Init);
    return Made;
  }
  if (!Delete || Delete->getDestroyedType().isNull())
    return std::nullopt;
  auto *Ended = const_cast<Expr *>(Delete->getArgument());
  AstFactory Make(Ctx, Loop.Loc);
  Statements.branch(
      Make.compare(BO_NE, Ended, Make.null(Ended->getType())),
      [&] {
        if (const Value Used = InMemory(Quiet.quietly(Ended)); !Used.empty())
          Touches.touch(Used, Delete->getDestroyedType(), /*Reads=*/true,
                        /*Writes=*/true, E);
      },
      [] {});
  const bool Ends = this->Ends.destroy(Delete);
  if (const CallExpr *Freed = ownAllocation(Delete, Ctx))
    call(Freed);
  if (!Ends && hasEnd(Delete->getDestroyedType()))
    return std::nullopt;
  return unknownValue();
}

} // namespace twofold
