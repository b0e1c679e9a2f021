// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "slice/text/SliceAttributes.h"
#include "ast/Nodes.h"
#include "report/Diagnostics.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {
namespace {

/// What twofold_slice becomes.
constexpr llvm::StringLiteral TestAnnotation = "twofold-slice";

/// What went wrong quietly in the unit that this thread compiles.
struct QuietErrors {
  std::unique_ptr<DiagnosticErrorTrap> Trap; ///< while nothing is reported
  SourceLocation First;
  std::string Array;      ///< whose length that was to be
  bool Reduction = false; ///< it is no array, but a reduction
  unsigned Depth = 0;     ///< of quiet inside of quiet
};
thread_local QuietErrors Kept;

void setQuiet(DiagnosticsEngine &Engine, bool Quiet, SourceLocation Loc,
              StringRef Array = "", bool Reduction = false) {
  if (Quiet ? Kept.Depth++ > 0 : Kept.Depth > 1 && Kept.Depth-- > 1)
    return;
  Engine.setSuppressAllDiagnostics(Quiet);
  if (Quiet) {
    Kept.Trap = std::make_unique<DiagnosticErrorTrap>(Engine);
    return;
  }
  if (Kept.Trap && Kept.Trap->hasErrorOccurred() && Kept.First.isInvalid()) {
    Kept.First = Loc;
    Kept.Array = Array.str();
    Kept.Reduction = Reduction;
  }
  Kept.Trap.reset();
  Kept.Depth = 0;
}

/// `__attribute__((twofold_quiet(on)));`, or `(0, "array")` behind the length
/// of an array, or `(0, "reduction", 1)` behind what a reduction begins with.
struct QuietAttribute : ParsedAttrInfo {
  QuietAttribute() {
    NumArgs = 1;
    OptArgs = 2;
    IsStmt = true;
    static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, "twofold_quiet"}};
    Spellings = Names;
  }
  bool diagAppertainsToStmt(Sema &, const ParsedAttr &,
                            const Stmt *) const override {
    return true;
  }
  AttrHandling handleStmtAttribute(Sema &S, Stmt *, const ParsedAttr &A,
                                   class Attr *&) const override {
    auto *On = dyn_cast_or_null<IntegerLiteral>(
        A.isArgExpr(0) ? A.getArgAsExpr(0)->IgnoreParenImpCasts() : nullptr);
    bool Quiet = On && On->getValue() == 1;
    const StringLiteral *Array = nullptr;
    if (A.getNumArgs() > 1 && A.isArgExpr(1))
      Array = dyn_cast<StringLiteral>(A.getArgAsExpr(1)->IgnoreParenImpCasts());
    setQuiet(S.Diags, Quiet, A.getLoc(), Array ? Array->getString() : "",
             A.getNumArgs() > 2);
    return AttributeNotApplied;
  }
};

/// What sliceTestText writes.
struct TestAttribute : ParsedAttrInfo {
  TestAttribute() {
    NumArgs = 8;
    IsStmt = true;
    static constexpr Spelling Names[] = {
        {ParsedAttr::AS_GNU, SliceMark.data()}};
    Spellings = Names;
  }
  bool diagAppertainsToStmt(Sema &, const ParsedAttr &,
                            const Stmt *S) const override {
    return isa<IfStmt>(S);
  }
  AttrHandling handleStmtAttribute(Sema &S, Stmt *, const ParsedAttr &A,
                                   class Attr *&Result) const override {
    SmallVector<Expr *, 8> Args;
    for (unsigned I = 0; I < A.getNumArgs(); ++I)
      if (A.isArgExpr(I))
        Args.push_back(A.getArgAsExpr(I));
    if (Args.size() != NumArgs)
      return AttributeNotApplied;
    Result = AnnotateAttr::Create(S.Context, TestAnnotation, Args.data(),
                                  Args.size(), A.getRange());
    return AttributeApplied;
  }
};

ParsedAttrInfoRegistry::Add<QuietAttribute> Quiet("quiet", "");
ParsedAttrInfoRegistry::Add<TestAttribute> Test("slice", "");

} // namespace

std::string sliceTestText(SliceTest Test,
                          const SliceTables<std::string> &Tables) {
  std::string Text = ("__attribute__((" + SliceMark + "(").str();
  Text += std::to_string(Test.What) + "," + std::to_string(Test.Written) + "," +
          std::to_string(Test.Statements);
  for (const std::string *Name :
       {&Tables.Lengths, &Tables.Brackets, &Tables.Site, &Tables.First,
        &Tables.Operands})
    Text += "," + (Name->empty() ? "0" : *Name);
  return Text + ")))";
}

std::optional<ParsedSliceTest> sliceTest(const Stmt *S) {
  const auto *Attributed = dyn_cast_or_null<AttributedStmt>(S);
  if (!Attributed || !isa<IfStmt>(Attributed->getSubStmt()))
    return std::nullopt;
  for (const Attr *A : Attributed->getAttrs()) {
    const auto *Test = dyn_cast<AnnotateAttr>(A);
    if (!Test || Test->getAnnotation() != TestAnnotation)
      continue;
    Expr *const *Next = Test->args_begin();
    auto Number = [&] {
      const auto *E =
          dyn_cast<IntegerLiteral>((*Next++)->IgnoreParenImpCasts());
      return E ? unsigned(E->getValue().getZExtValue()) : 0;
    };
    ParsedSliceTest Result;
    Result.If = const_cast<IfStmt *>(cast<IfStmt>(Attributed->getSubStmt()));
    Result.What = SliceTest::Kind(Number());
    Result.Written = Number();
    Result.Statements = Number();
    for (const VarDecl **Table :
         {&Result.Lengths, &Result.Brackets, &Result.Site, &Result.First,
          &Result.Operands})
      *Table = variableIn(*Next++);
    return Result;
  }
  return std::nullopt;
}

ArrayRef<Expr *> rowsOf(const VarDecl *Table) {
  auto *List = const_cast<InitListExpr *>(
      dyn_cast_or_null<InitListExpr>(Table ? Table->getInit() : nullptr));
  return List ? List->inits() : ArrayRef<Expr *>();
}

void reportQuietErrors(DiagnosticsEngine &Engine, Diagnostics &Diags) {
  Kept.Depth = std::min(Kept.Depth, 1u);
  if (Kept.Trap) // the parser has lost its way
    setQuiet(Engine, false, SourceLocation());
  SourceLocation First = std::exchange(Kept.First, SourceLocation());
  std::string Array = std::exchange(Kept.Array, "");
  if (First.isInvalid() || Engine.hasErrorOccurred())
    return;
  if (Kept.Reduction)
    Diags.report(First, diag::Id::SliceArguments)
        << Array << "a slice of numbers";
  else if (Array.empty())
    Diags.report(First, diag::Id::SliceTemporary);
  else
    Diags.report(First, diag::Id::SliceLength) << Array;
}

} // namespace twofold
