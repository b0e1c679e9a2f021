// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SerialLoops.cpp - loops that stay where they are -------------------===//

#include "Pipeline.h"
#include "abi/RuntimeDecls.h"
#include "annotation/LoopFinder.h"
#include "ast/DirectiveLoops.h"
#include "ast/Nodes.h"
#include "call/SerialNotice.h"
#include "exit/ExitCall.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {
namespace {

/// Why an algorithm runs in order, as twofold::detail::in_order has it, and a
/// way out.
constexpr std::pair<const char *, const char *> InOrder[] = {
    {"its iterators go from one element to the next",
     "copy the elements into an array or a std::vector, and give it those"},
    {"several elements of a std::vector<bool> share a byte",
     "use a std::vector<char>"},
    {"it takes elements that lie side by side and can be copied as bytes",
     "give it pointers or iterators of a std::vector to such elements"},
    {"it takes elements of one type on both sides",
     "have both ranges of one type"},
    {"its results go to an iterator that takes one after the other",
     "give it the beginning of a std::vector that has their number of "
     "elements"},
};

bool isOurs(const DeclContext *Where) {
  for (; Where; Where = Where->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(Where);
        Space && Space->getName() == "twofold" &&
        Space->getParent()->isTranslationUnit())
      return true;
  return false;
}

/// The number of InOrder that S, a name of twofold::detail::runsInOrder, has.
std::optional<uint64_t> reasonIn(const Stmt &S) {
  const FunctionDecl *Named = namedFunction(S);
  const bool Marks = Named && Named->getIdentifier() &&
                     Named->getName() == "runsInOrder" &&
                     isOurs(Named->getDeclContext());
  const TemplateArgumentList *Arguments =
      Marks ? Named->getTemplateSpecializationArgs() : nullptr;
  if (!Arguments)
    return std::nullopt;
  const uint64_t Which = Arguments->get(0).getAsIntegral().getZExtValue();
  return Which < std::size(InOrder) ? std::optional(Which) : std::nullopt;
}

} // namespace

void tellAlgorithmOrder(FunctionDecl &F, CallChain &Callers,
                        Diagnostics &Diags) {
  if (!F.getBody() || F.isDependentContext() || !isOurs(F.getDeclContext()))
    return;
  std::optional<uint64_t> Why;
  eachNode(F.getBody(), [&](const Stmt *Node) {
    if (!Why)
      Why = reasonIn(*Node);
    return !Why;
  });
  if (!Why)
    return;
  llvm::SaveAndRestore Around(Diags.function(), F.getQualifiedNameAsString());
  const SourceManager &Sources = F.getASTContext().getSourceManager();
  const auto &[Reason, WayOut] = InOrder[*Why];
  Diags.warn(Callers.shown(F.getLocation(), F, Sources),
             diag::Id::AlgorithmInOrder, {Reason, WayOut});
}

/// The loop stays, and the runtime is told when it runs.
Stmt *Pipeline::asWritten(const ParallelLoop &Loop, StringRef Reason,
                          bool Constexpr) {
  records().inOrder(Loop, Reason);
  RuntimeDecls Abi(S->Context);
  if (!Abi.available())
    return nullptr;
  SmallVector<Decl *, 4> Declared;
  Stmt *Both = withNotice(Loop, Reason, Constexpr, Abi, *S, Declared);
  emit(Declared);
  return Both;
}

/// The loop in its place, with its subscripts checked.
Stmt *Pipeline::checked(const ParallelLoop &Loop) {
  records().inOrder(Loop, "its subscripts are checked");
  RuntimeDecls Abi(S->Context);
  SmallVector<Decl *, 12> Declared;
  Stmt *Checked =
      Abi.available() ? checkExits(Loop, Abi, *S, *Diags, Declared) : nullptr;
  if (Checked)
    emit(Declared);
  return Checked;
}

/// Functions whose bodies must stay as they are.
bool Pipeline::serialFunction(FunctionDecl &F, FoundLoop Found, bool HasOwn) {
  // Lambdas are constexpr without being asked; nobody evaluates a loop there.
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  bool Constexpr =
      F.isConstexpr() && !(Method && Method->getParent()->isLambda());
  if (!Constexpr && !isa<CoroutineBodyStmt>(F.getBody()) && HasOwn)
    return false;
  const ParallelLoop Loop = named(F, Found);
  SmallVector<std::string, 2> Arguments = {
      F.getNameAsString(), !HasOwn ? "a template whose instances share parts"
                           : Constexpr ? "constexpr"
                                       : "a coroutine"};
  Diags->missed(Loop.Shown, diag::Id::SerialFunction, Arguments);
  if (!F.isConsteval())
    if (Stmt *Both = asWritten(
            Loop, Diags->text(diag::Id::SerialFunction, Arguments), Constexpr))
      *Loop.Slot = Both;
  return true;
}

/// What OpenMP makes a function of cannot move with the loop.
bool Pipeline::staysForOpenMP(ParallelLoop &Loop) {
  const OMPExecutableDirective *Region = movedRegion(Loop.Body);
  if (!Region)
    return false;
  auto At = shown(Region->getBeginLoc(), *Loop.Function);
  Diags->missed(At, diag::Id::OpenMPRegion, nameOf(*Region));
  Loop.Order.Stays = true;
  Loop.Order.Reason = Diags->text(diag::Id::OpenMPRegion, nameOf(*Region));
  return true;
}

} // namespace twofold
