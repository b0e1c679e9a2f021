// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "scope/FunctionScopes.h"
#include "abi/RuntimeDecls.h"
#include "ast/Nodes.h"
#include "report/Diagnostics.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace twofold {

void FunctionScopes::add(const Stmt &Call) {
  HostStatements::Objects Reads;
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  const bool Lambda = Method && Method->getParent()->isLambda();
  // There, `this` is not the lambda.
  auto Elsewhere = [&](const HostStatements::Object &O) {
    return Lambda && !O.Variable;
  };
  if (Host.quietCall(Call, Reads) && llvm::none_of(Reads, Elsewhere))
    Calls[&Call] = std::move(Reads);
}

bool FunctionScopes::holdsCall(const Stmt *S) const {
  return anyNode(S, [&](const Stmt *Part) { return Calls.contains(Part); });
}

/// Whether S can be a part of a run. Anything can that holds no loop, if it
/// begins no object's life: the results may be home before it.
bool FunctionScopes::mayRun(const Stmt *S) {
  if (!S || Calls.contains(S))
    return true;
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    return !holdsCall(S) && Host.declaresPlain(*Declared);
  if (!holdsCall(S))
    return !isa<SwitchCase>(S);
  if (isa<CompoundStmt>(S))
    return llvm::all_of(S->children(),
                        [&](const Stmt *Child) { return mayRun(Child); });
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->getInit() && !If->getConditionVariable() &&
           Host.quiet(If->getCond()) && mayRun(If->getThen()) &&
           mayRun(If->getElse());
  if (const auto *For = dyn_cast<ForStmt>(S))
    return !For->getConditionVariable() && Host.quiet(For->getInit()) &&
           Host.quiet(For->getCond()) && Host.quiet(For->getInc()) &&
           mayRun(For->getBody());
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return !While->getConditionVariable() && Host.quiet(While->getCond()) &&
           mayRun(While->getBody());
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return Host.quiet(Do->getCond()) && mayRun(Do->getBody());
  return false;
}

/// L for a loop, H where results come home; rounds count twice.
std::string FunctionScopes::events(const Stmt *S) {
  if (!S)
    return "";
  if (Calls.contains(S))
    return "L";
  if (!holdsCall(S))
    return Host.quiet(S) ? "" : "H";
  std::string Out;
  for (const Stmt *Child : S->children())
    Out += events(Child);
  return isa<ForStmt, WhileStmt, DoStmt>(S) ? Out + Out : Out;
}

/// Call, where the scope Of has left something, which it has not as usual.
static Stmt *ifLeft(AstFactory &Make, Expr *Of, Expr *Call, ASTContext &Ctx) {
  return Make.ifThen(Make.compare(BO_NE, Make.load(Make.member(Of, "state")),
                                  Make.null(Ctx.VoidPtrTy)),
                     Call);
}

Stmt *FunctionScopes::tell(StringRef Function, SourceLocation Loc,
                           ArrayRef<Expr *> More) {
  AstFactory Make(Ctx, Loc);
  SmallVector<Expr *, 3> Args = {Make.addressOf(Make.lvalue(Scope))};
  Args.append(More.begin(), More.end());
  Expr *Call = Make.call(RuntimeDecls(Ctx).function(Function), Args);
  return Function == "keep" ? Call
                            : ifLeft(Make, Make.lvalue(Scope), Call, Ctx);
}

Stmt *FunctionScopes::reading(const HostStatements::Object &Which,
                              SourceLocation Loc) {
  AstFactory Make(Ctx, Loc);
  QualType Type;
  Expr *At;
  if (!Which.Variable) {
    QualType This = cast<CXXMethodDecl>(F).getThisType();
    Type = This->getPointeeType();
    At = CXXThisExpr::Create(Ctx, Loc, This, /*IsImplicit=*/true);
  } else {
    auto *V = const_cast<VarDecl *>(Which.Variable);
    Type = V->getType().getNonReferenceType();
    if (Which.Pointee) {
      Type = Type->getPointeeType();
      At = Make.value(V);
    } else {
      bool Enclosing =
          V->hasLocalStorage() && V->getParentFunctionOrMethod() != &F;
      At = Make.addressOf(Make.lvalue(V, Enclosing));
    }
  }
  QualType Bytes = Ctx.getPointerType(Ctx.VoidTy.withConst());
  return tell(
      "read", Loc,
      {Make.convert(At, Bytes),
       Make.integer(uint64_t(Ctx.getTypeSizeInChars(Type).getQuantity()),
                    Make.U64)});
}

/// What of S is not quiet.
std::string FunctionScopes::why(const Stmt &S) {
  Host.quiet(&S);
  const Expr *At = Host.blame();
  if (!At)
    return "it is not an expression or a loop of them";
  if (const auto *Call = dyn_cast<CallExpr>(At)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    return Callee ? "'" + Callee->getNameAsString() + "' is called"
                  : std::string("a function is called by its address");
  }
  std::string Name;
  const Expr *E = At;
  while (E && Name.empty()) {
    E = E->IgnoreParenCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      Name = Ref->getDecl()->getNameAsString();
    E = E->children().empty() ? nullptr
                              : dyn_cast_or_null<Expr>(*E->child_begin());
  }
  return Name.empty() ? "memory may be accessed"
                      : "memory is accessed by '" + Name + "'";
}

Stmt *FunctionScopes::bracketed(Stmt *S) {
  if (!S)
    return nullptr;
  Statements All;
  bracket(S, All);
  return All.size() == 1 ? All.front()
                         : AstFactory(Ctx, S->getBeginLoc()).compound(All);
}

/// Appends S with what the runtime is to be told.
void FunctionScopes::bracket(Stmt *S, Statements &Out) {
  SourceLocation Loc = S->getBeginLoc();
  if (auto Call = Calls.find(S); Call != Calls.end()) {
    for (const HostStatements::Object &Object : Call->second)
      Out.push_back(reading(Object, Loc));
    if (!Keeps(*S))
      Out.push_back(tell("keep", Loc));
    Kept[S] = Scope;
    Out.push_back(S);
    return;
  }
  if (!holdsCall(S)) {
    if (!Host.quiet(S)) {
      Diags.analysis(Loc, diag::Id::ResultsReturn, {why(*S)});
      Out.push_back(tell("home", Loc));
    }
    Out.push_back(S);
    return;
  }
  if (auto *In = dyn_cast<CompoundStmt>(S)) {
    Statements Inside;
    for (Stmt *Child : In->body())
      bracket(Child, Inside);
    Out.push_back(CompoundStmt::Create(Ctx, Inside,
                                       In->getStoredFPFeaturesOrDefault(),
                                       In->getLBracLoc(), In->getRBracLoc()));
    return;
  }
  // Conditions are quiet.
  for (Stmt *&Child : S->children())
    if (holdsCall(Child))
      Child = bracketed(Child);
    else if (auto *Body = Child; Body && !isa<Expr>(Body) && !Host.quiet(Body))
      Child = bracketed(Child);
  Out.push_back(S);
}

/// static inline void f(struct twofold_scope *s) { if (s->state) leave(s); }
FunctionDecl *FunctionScopes::ending() {
  if (End)
    return End;
  AstFactory Make(Ctx, F.getLocation());
  FunctionDecl *Leave = RuntimeDecls(Ctx).function("leave");
  End = Make.staticFunction(
      ("twofold_end_" + (F.getIdentifier() ? F.getName() : "scope")).str(),
      Leave->getType(), {"scope"});
  auto Scope = [&] { return Make.value(End->getParamDecl(0)); };
  End->setBody(Make.compound({ifLeft(Make, Make.dereference(Scope()),
                                     Make.call(Leave, {Scope()}), Ctx)}));
  End->addAttr(AlwaysInlineAttr::CreateImplicit(Ctx));
  Ctx.getTranslationUnitDecl()->addDecl(End);
  Declare(End);
  return End;
}

void FunctionScopes::makeRun(ArrayRef<Stmt *> Part, Statements &Out) {
  SourceLocation Loc = Part.front()->getBeginLoc();
  const SourceManager &Sources = Ctx.getSourceManager();
  Diags.passed(
      Loc, diag::Id::ResultsStay,
      {std::to_string(
          Sources.getPresumedLoc(Part.back()->getEndLoc()).getLine())});
  RuntimeDecls Abi(Ctx);
  AstFactory Make(Ctx, Loc);
  Scope = Make.variable(&F, "twofold_run_scope", Abi.record("scope"), nullptr);
  Scope->addAttr(CleanupAttr::CreateImplicit(Ctx, ending()));
  Out.push_back(Make.declare(Scope));
  Out.push_back(Make.assign(Make.member(Make.lvalue(Scope), "state"),
                            Make.null(Ctx.VoidPtrTy)));
  for (Stmt *S : Part)
    bracket(S, Out);
  Out.push_back(tell("leave", Part.back()->getEndLoc()));
  Scope = nullptr;
}

/// The statements of In, with runs of them in scopes; whether there are any.
bool FunctionScopes::find(CompoundStmt &In, Statements &Out) {
  bool Any = false;
  ArrayRef<Stmt *> Body(In.body_begin(), In.size());
  while (!Body.empty()) {
    size_t Length = 0, End = 0;
    std::string Events;
    if (holdsCall(Body.front()))
      for (; Length < Body.size() && mayRun(Body[Length]); ++Length)
        if (holdsCall(Body[Length]))
          End = Length + 1;
    for (Stmt *S : Body.take_front(End))
      Events += events(S);
    if (StringRef(Events).contains("LL")) {
      makeRun(Body.take_front(End), Out);
      Body = Body.drop_front(End);
      Any = true;
      continue;
    }
    Stmt *S = Body.front();
    find(S);
    Out.push_back(S);
    Body = Body.drop_front();
  }
  return Any;
}

void FunctionScopes::find(Stmt *&Slot) {
  if (!Slot || isa<Expr>(Slot) || Calls.contains(Slot) || !holdsCall(Slot))
    return;
  auto *In = dyn_cast<CompoundStmt>(Slot);
  if (!In) {
    // A loop that is a run by itself, without braces around it.
    if (mayRun(Slot) && StringRef(events(Slot)).contains("LL")) {
      Statements Out;
      Stmt *Whole = Slot;
      makeRun(Whole, Out);
      Slot = AstFactory(Ctx, Whole->getBeginLoc()).compound(Out);
      return;
    }
    return findInside(*Slot);
  }
  Statements Out;
  find(*In, Out);
  Slot = CompoundStmt::Create(Ctx, Out, In->getStoredFPFeaturesOrDefault(),
                              In->getLBracLoc(), In->getRBracLoc());
}

void FunctionScopes::findInside(Stmt &S) {
  for (Stmt *&Child : S.children())
    // Cases would jump past a scope's beginning.
    if (isa<SwitchStmt>(S) && isa_and_nonnull<CompoundStmt>(Child))
      findInside(*Child);
    else
      find(Child);
}

void FunctionScopes::insertScopes(
    llvm::function_ref<bool(const Stmt &)> KeepsItself,
    llvm::function_ref<void(Decl *)> Declare) {
  Keeps = KeepsItself;
  this->Declare = Declare;
  RuntimeDecls Abi(Ctx);
  if (Calls.empty() || Plain.obscure() || !Abi.function("leave"))
    return;
  auto *Body = dyn_cast<CompoundStmt>(F.getBody());
  if (!Body)
    return findInside(*F.getBody());
  Stmt *Whole = Body;
  find(Whole);
  F.setBody(Whole);
}

} // namespace twofold
