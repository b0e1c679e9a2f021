// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FusionReport.cpp - whether statements on slices may share a loop ---===//

#include "ast/Nodes.h"
#include "ast/PlainVariables.h"
#include "report/Diagnostics.h"
#include "slice/text/SliceAttributes.h"
#include "slice/tree/SliceChecks.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {
namespace {

using Variables = llvm::SmallPtrSet<const VarDecl *, 16>;

/// The variables of a function whose address is taken; all, where that cannot
/// be told.
class AddressedVariables : public DynamicRecursiveASTVisitor {
public:
  Variables Found;
  bool All = false;

  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->getOpcode() == UO_AddrOf)
      add(E->getSubExpr());
    return true;
  }
  bool VisitAsmStmt(AsmStmt *) override { return !(All = true); }
  bool VisitBlockExpr(BlockExpr *) override { return !(All = true); }

private:
  void add(const Expr *E) {
    while (const auto *Member = dyn_cast<MemberExpr>(E->IgnoreParens())) {
      if (Member->isArrow())
        return;
      E = Member->getBase();
    }
    if (const VarDecl *V = variableIn(E))
      Found.insert(V);
  }
};

/// Looks for what a fused loop must not use.
class FusedLoop : public DynamicRecursiveASTVisitor {
  ASTContext &Ctx;
  const AddressedVariables &Addressed;
  const Variables &Values; ///< that the slices have had evaluated
  Variables Seen;
  bool InValue = false; ///< what is evaluated before the loop

public:
  std::string Obstacle;

  FusedLoop(ASTContext &Ctx, const AddressedVariables &Addressed,
            const Variables &Values)
      : Ctx(Ctx), Addressed(Addressed), Values(Values) {}

  bool VisitVarDecl(VarDecl *V) override {
    Seen.insert(V); // of the loop itself
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (!V || !Seen.insert(V).second || V->getType()->isArrayType())
      return true;
    if (Values.contains(V) && V->getInit()) {
      bool Outer = std::exchange(InValue, true);
      TraverseStmt(V->getInit());
      InValue = Outer;
      return Obstacle.empty();
    }
    if (!V->hasLocalStorage() || V->getType().isVolatileQualified() ||
        Addressed.All || Addressed.Found.contains(V))
      return fail(V->getName());
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *F = E->getDirectCallee();
    unsigned Builtin = F ? F->getBuiltinID() : 0;
    bool Pure =
        F && (F->hasAttr<ConstAttr>() ||
              (Builtin &&
               (Ctx.BuiltinInfo.isConst(Builtin) ||
                Ctx.BuiltinInfo.isConstWithoutErrnoAndExceptions(Builtin))));
    return Pure || fail(F ? F->getName() : "a function");
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *) override {
    return !InValue || fail("an element");
  }
  bool VisitMemberExpr(MemberExpr *) override {
    return !InValue || fail("a member");
  }

private:
  bool fail(StringRef What) {
    if (Obstacle.empty())
      Obstacle = What.str();
    return false;
  }
};

class FusionChecker : public DynamicRecursiveASTVisitor {
  FunctionDecl &F;
  ASTContext &Ctx;
  Diagnostics &Diags;
  std::optional<AddressedVariables> Addressed;

public:
  FusionChecker(FunctionDecl &F, ASTContext &Ctx, Diagnostics &Diags)
      : F(F), Ctx(Ctx), Diags(Diags) {}

  bool VisitCompoundStmt(CompoundStmt *Block) override {
    Variables Values;
    for (Stmt *S : Block->body()) {
      if (const auto *D = dyn_cast<DeclStmt>(S)) {
        for (const VarDecl *V : variablesIn(*D))
          Values.insert(V);
      } else if (auto Test = sliceTest(S);
                 Test && Test->What == SliceTest::Fusion) {
        check(*Test, Values);
      }
    }
    return true;
  }

private:
  void check(const ParsedSliceTest &Test, const Variables &Values) {
    IfStmt *If = Test.If;
    if (!Addressed) {
      Addressed.emplace();
      Addressed->TraverseStmt(F.getBody());
    }
    FusedLoop Loop(Ctx, *Addressed, Values);
    Loop.TraverseStmt(If->getThen());
    SourceLocation Loc =
        Ctx.getSourceManager().getExpansionLoc(If->getBeginLoc());
    if (Loop.Obstacle.empty()) {
      Diags.passed(Loc, diag::Id::SlicesFused,
                   {std::to_string(Test.Statements)});
      return;
    }
    Diags.analysis(Loc, diag::Id::SlicesApart, {Loop.Obstacle});
    If->setThen(new (Ctx) NullStmt(Loc));
    If->setCond(IntegerLiteral::Create(
        Ctx, llvm::APInt(Ctx.getIntWidth(Ctx.IntTy), 0), Ctx.IntTy, Loc));
  }
};

} // namespace

void checkFusedSlices(FunctionDecl &F, ASTContext &Ctx, Diagnostics &Diags) {
  if (!Ctx.getLangOpts().CPlusPlus)
    FusionChecker(F, Ctx, Diags).TraverseStmt(F.getBody());
}

} // namespace twofold
