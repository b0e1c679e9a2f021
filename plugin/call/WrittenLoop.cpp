// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "call/WrittenLoop.h"
#include "access/AccessRecorder.h"
#include "ast/Nodes.h"
#include "ast/StatementCopy.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace twofold {
namespace {

/// Whether a loop of the function that the loop stands in repeats it. Others
/// are called too seldom from one place for a second copy of their code.
bool isRepeated(const ParallelLoop &Loop) {
  const Stmt *Own = Loop.Dims.front().Loop;
  return anyNode(Loop.Function->getBody(), [&](const Stmt *S) {
    return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S) && S != Own &&
           anyNode(S, [&](const Stmt *Part) { return Part == Own; });
  });
}

bool isUsers(ReductionOp Op) {
  return Op == ReductionOp::UserAdd || Op == ReductionOp::UserMul;
}

/// Whether iterations in order do on the variables what they do on copies.
bool needsNoCopies(const ParallelLoop &Loop) {
  const Clauses &Given = Loop.Given;
  return Given.Privates.empty() && Given.FirstPrivates.empty() &&
         Given.LastPrivates.empty() && Given.Begun.empty() && !Loop.Exit &&
         Loop.Exits.empty() && Loop.Marks.empty() && Loop.Updates.empty() &&
         llvm::none_of(Loop.Captures, [](const Capture &C) {
           return isCopiedUnseen(C) || C.Internal ||
                  (C.Kind == Sharing::Reduction && isUsers(C.Op));
         });
}

/// Whether the compiler makes vectors of the loop as it stands, too: it does
/// not have to know that iterations are independent, nor that nothing stores to
/// what they all read.
bool isPlain(const ParallelLoop &Loop) {
  return !Loop.Given.Independent && Loop.Given.IndependentArrays.empty() &&
         !Loop.Given.Simd && llvm::all_of(Loop.Captures, [](const Capture &C) {
           const auto *V = dyn_cast_or_null<VarDecl>(C.Decl);
           if (!V || C.DeviceOnly || V->getType()->isReferenceType())
             return false;
           switch (C.Kind) {
           case Sharing::Value:
             return V->hasLocalStorage() && !C.Enclosing;
           case Sharing::Reduction:
             return C.Op < ReductionOp::Min && !C.Leader;
           case Sharing::Reference:
             return V->getType()->isArrayType();
           default:
             return C.Kind != Sharing::This;
           }
         });
}

/// Whether inner loops store to elements of their own: the variant's need not
/// find out which others these are.
bool storesInside(const ParallelLoop &Loop, const AccessModel &Accesses) {
  return llvm::any_of(Accesses.Accesses, [&](const Access &A) {
    return A.Writes &&
           (A.Unknown || llvm::any_of(A.Offset, [&](const Monomial &M) {
              return M.Axis >= int(Loop.Dims.size());
            }));
  });
}

} // namespace

WrittenLoop copyWritten(const ParallelLoop &Loop, const AccessModel &Accesses,
                        bool Short, CompilerInstance &CI) {
  // The variant's call takes some 5 ns, in which a plain loop does 100
  // operations; what it gains otherwise is more than that from some iterations
  // on, and of nests, whose order it has, from some 10 x 10 of them.
  // Without another order, and stores that inner loops do, it gains nothing.
  constexpr uint64_t MostPlain = 20000, MostInNest = 2000, MostOther = 200;
  const CodeGenOptions &CodeGen = CI.getCodeGenOpts();
  if (!Short || Loop.Given.Ahead || CodeGen.OptimizationLevel < 2 ||
      CodeGen.OptimizeSize || !needsNoCopies(Loop) || !isRepeated(Loop))
    return {};
  StatementCopy Copy(CI.getASTContext(), Loop.Function);
  Stmt *Written = Copy.copy(Loop.Dims.front().Loop);
  if (Copy.obstacle())
    return {};
  const bool Nested =
      Loop.Dims.size() > 1 ||
      llvm::any_of(Accesses.Axes, [](const Axis &A) { return !A.Virtual; });
  const bool Plain = isPlain(Loop);
  if (!Nested)
    return {Written, Plain && Accesses.Axes.empty() ? MostPlain : MostOther};
  return {Written, MostInNest,
          Plain && !storesInside(Loop, Accesses) ? MostPlain : MostInNest};
}

} // namespace twofold
