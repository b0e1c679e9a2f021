// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/SharingReport.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "ast/VariableMoves.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace twofold {

void SharingReport::fail(const ValueDecl *D, SourceLocation Loc, diag::Id Which,
                         std::initializer_list<std::string> More) {
  Failed.insert(D);
  SmallVector<std::string, 3> Arguments = {D->getNameAsString()};
  Arguments.append(More);
  Diags.warn(Loc, Which, Arguments);
  Loop.Order.Stays = true;
  if (Loop.Order.Reason.empty())
    Loop.Order.Reason = Diags.text(Which, Arguments);
}

void SharingReport::note(SourceLocation Loc, const ValueDecl *D,
                         StringRef What) {
  Diags.note(Loc, diag::Id::OtherUse) << D->getName() << What;
}

/// Whether Update adds one to D, and elements are stored at D's number.
bool SharingReport::counts(const ValueDecl *D, const Expr &Update) const {
  const auto *Added = dyn_cast<UnaryOperator>(Update.IgnoreParens());
  if (!Added || !Added->isIncrementDecrementOp())
    return false;
  auto Names = [D](const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Step = dyn_cast<UnaryOperator>(E);
        Step && Step->isIncrementDecrementOp())
      E = Step->getSubExpr()->IgnoreParenImpCasts();
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    return Ref && Ref->getDecl() == D;
  };
  return anyNode(Loop.Body, [&](const Stmt *S) {
    const Expr *To = nullptr;
    if (const auto *Op = dyn_cast<BinaryOperator>(S))
      To = Op->isAssignmentOp() ? Op->getLHS() : nullptr;
    else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S))
      To = Call->isAssignmentOp() ? Call->getArg(0) : nullptr;
    if (!To)
      return false;
    To = To->IgnoreParenImpCasts();
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(To))
      return Names(Subscript->getIdx());
    const auto *Call = dyn_cast<CXXOperatorCallExpr>(To);
    return Call && Call->getOperator() == OO_Subscript &&
           Names(Call->getArg(1));
  });
}

/// `T x;` at the start of the body.
void SharingReport::offerDeclaration(const ValueDecl *D, bool Initialised) {
  const auto *V = dyn_cast<VarDecl>(D);
  QualType T = D->getType().getNonReferenceType().getUnqualifiedType();
  if (!V || T->isVariablyModifiedType() || isa<AutoType>(T.getTypePtr()))
    return;
  const SourceManager &Sources = Ctx.getSourceManager();
  PrintingPolicy Policy(Ctx.getLangOpts());
  Policy.adjustForCPlusPlus();
  std::string Text = D->getName().str();
  T.getAsStringInternal(Text, Policy);
  if (Initialised) {
    const Expr *Init = V->getInit();
    StringRef Source =
        Init && Init->isEvaluatable(Ctx)
            ? Lexer::getSourceText(
                  CharSourceRange::getTokenRange(Init->getSourceRange()),
                  Sources, Ctx.getLangOpts())
            : StringRef();
    Text += (" = " + (Source.empty() ? StringRef("0") : Source)).str();
  }
  Text += ";";
  SourceLocation Begin = Loop.Body->getBeginLoc();
  if (Begin.isMacroID() || Loop.Body->getEndLoc().isMacroID())
    return;
  if (isa<CompoundStmt>(Loop.Body)) {
    Begin = Begin.getLocWithOffset(1);
    Diags.note(Begin, diag::Id::DeclareInside)
        << D->getName() << FixItHint::CreateInsertion(Begin, " " + Text);
    return;
  }
  SourceLocation End = Lexer::findLocationAfterToken(
      Loop.Body->getEndLoc(), tok::semi, Sources, Ctx.getLangOpts(),
      /*SkipTrailingWhitespaceAndNewLine=*/false);
  if (End.isInvalid()) // the end of another block
    End = Lexer::getLocForEndOfToken(Loop.Body->getEndLoc(), 0, Sources,
                                     Ctx.getLangOpts());
  Diags.note(Begin, diag::Id::DeclareInside)
      << D->getName() << FixItHint::CreateInsertion(Begin, "{ " + Text + " ")
      << FixItHint::CreateInsertion(End, " }");
}

/// `private(x)` behind the annotation.
void SharingReport::offerClause(const ValueDecl *D, StringRef Clause) {
  const SourceManager &Sources = Ctx.getSourceManager();
  for (const Attr *A : Loop.Statement->getAttrs()) {
    const auto *Annotation = dyn_cast<AnnotateAttr>(A);
    if (!Annotation || Annotation->getAnnotation() != "twofold.parallel_for" ||
        A->getLocation().isMacroID())
      continue;
    auto [File, Offset] = Sources.getDecomposedLoc(A->getLocation());
    StringRef Line = Sources.getBufferData(File).substr(Offset);
    Line = Line.take_until([](char C) { return C == '\n'; });
    std::string Text = (Clause + "(" + D->getName() + ")").str();
    size_t At = Line.find("parallel for");
    if (At != StringRef::npos)
      Text = " " + Text;
    else if ((At = Line.find("parallel_for")) != StringRef::npos)
      Text = ", twofold::" + Text;
    else
      return;
    SourceLocation Loc =
        A->getLocation().getLocWithOffset(At + strlen("parallel for"));
    Diags.note(Loc, diag::Id::AddClause)
        << D->getName() << Clause << FixItHint::CreateInsertion(Loc, Text);
    return;
  }
}

void SharingReport::shared(const ValueDecl *D, const Expr &Write) {
  const std::string Name = D->getNameAsString();
  // No clause takes objects with memory of their own.
  const QualType T = D->getType().getNonReferenceType();
  const bool Number = T->isScalarType();
  const auto *Class = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  const bool Plain =
      !Class || (Class->hasTrivialDefaultConstructor() && !hasEnd(T));
  fail(D, Write.getExprLoc(), diag::Id::SharedAssigned,
       {Number  ? ", or add private(" + Name + "), lastprivate(" + Name +
                      ") or reduction(op: " + Name + ")"
        : Plain ? ", or add private(" + Name + ")"
                : ""});
  offerDeclaration(D, false);
  if (Plain)
    offerClause(D, "private");
}

/// D is the number of an element that this iteration compares its own with, as
/// in `if (x[i] > x[D]) D = i`.
bool SharingReport::isPlace(const ValueDecl *D, const Expr &Write) const {
  const auto *Assign = dyn_cast<BinaryOperator>(Write.IgnoreParens());
  const auto *From =
      Assign && Assign->getOpcode() == BO_Assign
          ? dyn_cast<DeclRefExpr>(Assign->getRHS()->IgnoreParenImpCasts())
          : nullptr;
  return From && Loop.dimOf(From->getDecl()) &&
         anyNode(Loop.Body, [&](const Stmt *S) {
           const auto *E = dyn_cast<ArraySubscriptExpr>(S);
           const auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
           const Expr *Index = E ? E->getIdx() : nullptr;
           if (Call && Call->getOperator() == OO_Subscript)
             Index = Call->getArg(1);
           return Index && variableIn(Index->IgnoreParenImpCasts()) == D;
         });
}

/// Write combines what D has with something else, to be D.
static bool goesOn(const ValueDecl *D, const Expr &Write) {
  const auto *Assign = dyn_cast<BinaryOperator>(Write.IgnoreParens());
  const auto *To = Assign && Assign->getOpcode() == BO_Assign
                       ? dyn_cast<DeclRefExpr>(Assign->getLHS()->IgnoreParens())
                       : nullptr;
  return To && To->getDecl() == D && mentions(Assign->getRHS(), D);
}

void SharingReport::readFirst(const ValueDecl *D, const Expr &Use,
                              const Expr &Write) {
  // Declared inside, it would not begin with what the clause gives it.
  if (llvm::is_contained(Loop.Given.Begun, D))
    return privateRead(D, Use, "firstprivate");
  // Declared inside, the number of elements so far would be lost.
  if (counts(D, Write))
    return fail(D, Use.getExprLoc(), diag::Id::Compaction);
  // What each iteration adds to, and asks for as it does.
  if (const auto Moved = matchMove(&Write);
      Moved && Moved->Variable == D &&
      (!Moved->By || !mentions(Moved->By, D))) {
    fail(D, Use.getExprLoc(), diag::Id::ReductionUse,
         {spelling(ReductionOp::Add)});
    return note(Write.getExprLoc(), D, "updated");
  }
  const bool Place = isPlace(D, Write), On = goesOn(D, Write);
  fail(D, Use.getExprLoc(), diag::Id::ReadBeforeAssigned,
       {Place ? "keep the element at '" + D->getNameAsString() +
                    "' in another variable, and compare with that"
        : On ? "combine it by one operator of 'reduction' or by fmin or fmax, "
               "or store what each iteration has found in an array, and "
               "combine that behind the loop"
             : "assign it first on every path, or declare it inside the loop"});
  if (Place)
    return;
  if (Write.getExprLoc() != Use.getExprLoc())
    note(Write.getExprLoc(), D, "assigned");
  if (!On)
    offerDeclaration(D, true);
}

void SharingReport::privateRead(const ValueDecl *D, const Expr &Use,
                                StringRef Clause) {
  if (llvm::is_contained(Loop.Given.Begun, D))
    return fail(D, Use.getExprLoc(), diag::Id::ReadBeforeAssigned,
                {"assign it first on every path, or copy what it begins with "
                 "to another variable before the loop, and read that"});
  fail(D, Use.getExprLoc(), diag::Id::PrivateRead, {Clause.str()});
  offerDeclaration(D, true);
}

void SharingReport::readElsewhere(const ValueDecl *D, const Expr &Use,
                                  ReductionOp Op, const Expr *Update) {
  if (Op == ReductionOp::Add && Update && counts(D, *Update))
    return fail(D, Use.getExprLoc(), diag::Id::Compaction);
  if (llvm::is_contained(Loop.Given.Begun, D))
    return privateRead(D, Use, "firstprivate");
  fail(D, Use.getExprLoc(), diag::Id::ReductionUse, {spelling(Op)});
  if (Update)
    note(Update->getExprLoc(), D, "updated");
}

void SharingReport::mixed(const ValueDecl *D, const ReductionUpdate &First,
                          const ReductionUpdate &Other) {
  if (First.Op != Other.Op)
    fail(D, Other.Where->getExprLoc(), diag::Id::ReductionMixed,
         {spelling(Other.Op), spelling(First.Op)});
  else
    fail(D, Other.Where->getExprLoc(), diag::Id::ReductionTogether,
         {spelling(First.Op)});
  note(First.Where->getExprLoc(), D, "updated");
}

void SharingReport::followerUsed(const ValueDecl *D, const Expr &Use,
                                 const ValueDecl *Leader,
                                 const ReductionUpdate &First) {
  fail(D, Use.getExprLoc(), diag::Id::FollowerUse,
       {spelling(First.Op), Leader->getNameAsString()});
  note(First.Where->getExprLoc(), Leader, "updated");
}

void SharingReport::followerClause(const ValueDecl *D, const ValueDecl *Leader,
                                   const ReductionUpdate &First) {
  fail(D, Loop.capture(D)->FirstUse, diag::Id::FollowerClause,
       {spelling(First.Op), Leader->getNameAsString()});
  note(First.Where->getExprLoc(), Leader, "updated");
}

} // namespace twofold
