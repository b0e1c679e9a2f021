// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CheckedExits.cpp ---------------------------------------------------===//

#include "exit/CheckedExits.h"
#include "abi/RuntimeDecls.h"
#include "ast/PendingTemplates.h"
#include "call/CallSiteRewriter.h"
#include "call/SiteTables.h"
#include "exit/ExitCall.h"
#include "lower/Understanding.h"
#include "model/DataSharing.h"
#include "native/SubscriptChecks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {

Stmt *checkExits(const ParallelLoop &Loop, const RuntimeDecls &Abi, Sema &S,
                 Diagnostics &Diags, SmallVectorImpl<Decl *> &Declared) {
  ASTContext &Ctx = S.Context;
  AstFactory Make(Ctx, Loop.Loc);
  ParallelLoop Checked = Loop;
  Checked.Given.NumThreads = Checked.Given.Chunk = Checked.Given.If = nullptr;
  for (LoopDim &Dim : Checked.Dims)
    Dim.DeclaredOutside = false; // it runs in place
  instantiateCallees(Checked.Body, S);
  if (!shareInOrder(Checked, Ctx, Diags))
    return nullptr;
  Understanding Known = understand(Checked, Ctx);
  AccessModel &Accesses = Known.Written.Model;
  if (Known.needsCopy(Checked, S)) {
    const LoweredLoop &Copy = *Known.lower(Checked, S).Lowered;
    Accesses = std::move(Known.lowered(Ctx).Model);
    nameSubscripts(Accesses, Copy);
    Checked.Captures.append(Copy.Derived);
    Checked.ArgCount = Copy.Loop.ArgCount;
  }
  SiteFacts Facts;
  Facts.Loop = &Checked;
  Facts.InOrder = true;
  Facts.Native.Layout = CallLayout(Checked);
  Facts.Accesses = std::move(Accesses);
  Facts.Reason = "its subscripts are checked in order";

  ExitPlan Plan;
  Plan.Leaving = Loop.Body;
  ParallelLoop Whole = Loop;
  Whole.Given = Checked.Given;
  ExitCall Call(Whole, Plan, S);
  QualType U64 = Ctx.getIntTypeForBitwidth(64, false);
  size_t Count = Facts.Accesses.Subscripts.size();
  VarDecl *Given = Facts.Native.Layout.Limits =
      Call.declare("limits", Make.arrayOf(U64, std::max<size_t>(Count, 1)));
  QualType SiteType = Ctx.getPointerType(Abi.record("site").withConst());
  VarDecl *Site =
      Make.variable(Loop.Function, "twofold_site", SiteType, nullptr);
  LabelDecl *Behind = LabelDecl::Create(Ctx, Loop.Function, Loop.Loc,
                                        &Ctx.Idents.get("twofold_behind"));
  SmallVector<Stmt *, 8> Limits;
  auto Values = copyValues(Facts.Accesses.Values, Ctx, Loop.Loc);
  SubscriptChecks Checks(Checked, Abi, Ctx, Make, Loop.Function);
  Facts.Native.Unchecked =
      !Checks.addInPlace(Facts.Accesses, Site, Given, Behind, Limits);
  VarDecl *Table = buildSite(Facts, Abi, Ctx, Declared);
  Site->setInit(Make.convert(Make.addressOf(Make.lvalue(Table)), SiteType));

  auto *Asked =
      cast<CompoundStmt>(buildCall(Checked, Facts.Native.Layout, Values, Table,
                                   Abi, S, Call.dims(/*UpToExit=*/false)));
  for (Stmt *Part : Asked->body()) // checks read what these declare
    Call.add(Part);
  Call.add(Make.declare(Site));
  for (Stmt *Part : Limits)
    Call.add(Part);
  return Call.finishInOrder(Behind);
}

} // namespace twofold
