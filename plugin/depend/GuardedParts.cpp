// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- GuardedParts.cpp - what iterations do one at a time ---------------===//

#include "ast/Nodes.h"
#include "depend/DependenceAnalysis.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace twofold {

/// What S itself names.
static const ValueDecl *named(const Stmt *S) {
  const auto *Member = dyn_cast<MemberExpr>(S);
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  return Member ? Member->getMemberDecl() : Ref ? Ref->getDecl() : nullptr;
}

/// Part of Loop's own text may lead to B's memory: it names what B's address
/// is computed from, or what is not known here, or is in a called function.
static bool mayReach(SourceRange Part, const Base &B, const ParallelLoop &Loop,
                     const SourceManager &Sources) {
  const auto *V = dyn_cast_or_null<VarDecl>(B.Decl);
  const Stmt *Text = Loop.Dims.front().Loop;
  if (!V || !Text ||
      !Sources.isPointWithin(Part.getBegin(), Text->getBeginLoc(),
                             Text->getEndLoc()))
    return true;
  return anyNode(Text, [&](const Stmt *S) {
    const ValueDecl *D = named(S);
    const auto Is = [&](const Stmt *Of) { return named(Of) == D; };
    return Sources.isPointWithin(S->getBeginLoc(), Part.getBegin(),
                                 Part.getEnd()) &&
           (calleeOf(S) ||
            (D && (D == V || anyNode(V->getInit(), Is) ||
                   (D->getType()->isPointerType() && !Loop.capture(D)))));
  });
}

bool DependenceAnalysis::isGuarded(const Occurrence &O) {
  const SourceManager &Sources = Ctx.getSourceManager();
  ArrayRef<SourceRange> Parts = Loop.Given.Guarded;
  // Expressions of a copy without objects need not be where the user's are.
  const bool Copied = !Parts.empty() && Parts.back().isInvalid();
  return llvm::any_of(Copied ? Parts.drop_back() : Parts, [&](SourceRange P) {
    return Copied ? mayReach(P, baseOf(O), Loop, Sources)
                  : Sources.isPointWithin(O.Loc, P.getBegin(), P.getEnd());
  });
}

} // namespace twofold
