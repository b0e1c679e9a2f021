// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "call/SerialNotice.h"
#include "abi/RuntimeDecls.h"
#include "ast/AstFactory.h"
#include "call/CallSiteRewriter.h"
#include "call/SiteTables.h"
#include "call/TripCounts.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {
namespace {

/// !__builtin_is_constant_evaluated()
Expr *atRunTime(Sema &S, AstFactory &Make) {
  ASTContext &Ctx = S.Context;
  constexpr unsigned Id = Builtin::BI__builtin_is_constant_evaluated;
  ASTContext::GetBuiltinTypeError Error;
  QualType Type = Ctx.GetBuiltinType(Id, Error);
  if (Error || Type.isNull())
    return nullptr;
  FunctionDecl *F =
      S.CreateBuiltin(&Ctx.Idents.get("__builtin_is_constant_evaluated"), Type,
                      Id, Make.location());
  return Make.unary(UO_LNot, Make.call(F, {}), Ctx.BoolTy);
}

} // namespace

Stmt *noticeOf(const ParallelLoop &Loop, StringRef Reason,
               const RuntimeDecls &Abi, Sema &S,
               SmallVectorImpl<Decl *> &Declared) {
  ASTContext &Ctx = S.Context;
  AstFactory Make(Ctx, Loop.Loc);
  ParallelLoop Notice;
  Notice.Function = Loop.Function;
  Notice.Loc = Loop.Loc;
  Notice.Shown = Loop.Shown;
  Notice.Name = Loop.Name + "_as_written";
  Notice.Given.Device = Loop.Given.Device;
  Notice.Given.If = Loop.Given.If;
  Notice.Dims.resize(1);

  SiteFacts Facts;
  Facts.Loop = &Notice;
  Facts.InOrder = true;
  Facts.Reason = Reason.str();
  FunctionDecl *Run =
      Make.staticFunction("twofold_native_" + Notice.Name,
                          Abi.functionType("native"), {"args", "lo", "hi"});
  Run->setBody(Make.compound({}));
  if (!Ctx.getLangOpts().CXXExceptions)
    Run->addAttr(NoThrowAttr::CreateImplicit(Ctx));
  Ctx.getTranslationUnitDecl()->addDecl(Run);
  Facts.Native.Run = Run;
  Declared.push_back(Run);

  DimValues One;
  One.Lower = Make.integer(0, Make.I64);
  One.Step = Make.integer(1, Make.I64);
  One.Trips = Make.integer(1, Make.U64);
  VarDecl *Site = buildSite(Facts, Abi, Ctx, Declared);
  return buildCall(Notice, Facts.Native.Layout, {}, Site, Abi, S, One);
}

Stmt *withNotice(const ParallelLoop &Loop, StringRef Reason, bool Constexpr,
                 const RuntimeDecls &Abi, Sema &S,
                 SmallVectorImpl<Decl *> &Declared) {
  AstFactory Make(S.Context, Loop.Loc);
  Expr *Condition = Constexpr ? atRunTime(S, Make) : nullptr;
  if (Constexpr && !Condition)
    return Loop.Statement;
  Stmt *Call = noticeOf(Loop, Reason, Abi, S, Declared);
  if (Condition)
    Call = Make.ifThen(Condition, Call);
  return Make.compound({Call, Loop.Statement});
}

} // namespace twofold
