// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/Annotations.h"
#include "annotation/LoopFinder.h"
#include "ast/DirectiveVariables.h"
#include "ast/ObjectAssignments.h"

using namespace clang;

namespace twofold {
namespace {

class ClauseReader {
  ASTContext &Ctx;
  Diagnostics &Diags;
  Clauses Result;
  bool Ok = true;
  llvm::StringSet<> Seen;
  llvm::SmallDenseMap<const ValueDecl *, StringRef, 8> InDataClause;

public:
  ClauseReader(ASTContext &Ctx, Diagnostics &Diags) : Ctx(Ctx), Diags(Diags) {}

  void read(const AnnotateAttr &A, StringRef Name);
  std::optional<Clauses> take() {
    return Ok ? std::optional(std::move(Result)) : std::nullopt;
  }

private:
  /// A word has been made a string, which stands nowhere.
  DiagnosticBuilder fail(SourceLocation Loc, diag::Id Which) {
    Ok = false;
    const SourceManager &Sources = Ctx.getSourceManager();
    return Diags.report(Sources.isWrittenInScratchSpace(
                            Loc.isMacroID() ? Sources.getSpellingLoc(Loc) : Loc)
                            ? Sources.getExpansionLoc(Loc)
                            : Loc,
                        Which);
  }
  ValueDecl *variable(const Expr *E, StringRef Clause);
  ValueDecl *dataVariable(const Expr *E, StringRef Clause);
  std::optional<std::string> word(const AnnotateAttr &A, StringRef Clause);
  Expr *integer(Expr *E, StringRef Clause, bool Positive);
  void collapse(Expr *E);
  void reduction(const AnnotateAttr &A);
  void section(const AnnotateAttr &A);
  void extent(const AnnotateAttr &A);
  void variables(const AnnotateAttr &A, StringRef Name);
  void shared(const AnnotateAttr &A);
  void schedule(const AnnotateAttr &A);
  void device(const AnnotateAttr &A);
};

ValueDecl *ClauseReader::variable(const Expr *E, StringRef Clause) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()))
    if (isa<VarDecl, BindingDecl>(Ref->getDecl()))
      return const_cast<ValueDecl *>(Ref->getDecl());
  fail(E->getExprLoc(), diag::Id::NotAVariable) << Clause;
  return nullptr;
}

ValueDecl *ClauseReader::dataVariable(const Expr *E, StringRef Clause) {
  ValueDecl *D = variable(E, Clause);
  if (!D)
    return nullptr;
  auto [Known, New] = InDataClause.try_emplace(D, Clause);
  if (New)
    return D;
  // What it begins with and what it leaves go together.
  if ((Known->second == "firstprivate" && Clause == "lastprivate") ||
      (Known->second == "lastprivate" && Clause == "firstprivate")) {
    Known->second = "";
    return D;
  }
  fail(E->getExprLoc(), diag::Id::VariableTwice) << D->getName();
  return nullptr;
}

std::optional<std::string> ClauseReader::word(const AnnotateAttr &A,
                                              StringRef Clause) {
  if (A.args_size() > 0)
    if (const auto *S =
            dyn_cast<StringLiteral>((*A.args_begin())->IgnoreParenImpCasts()))
      return S->getString().str();
  fail(A.getLocation(), diag::Id::ClauseArguments)
      << Clause << findClause(Clause)->Arguments;
  return std::nullopt;
}

Expr *ClauseReader::integer(Expr *E, StringRef Clause, bool Positive) {
  if (!E->getType()->isIntegralOrUnscopedEnumerationType()) {
    fail(E->getExprLoc(), diag::Id::IntegerClause) << Clause;
    return nullptr;
  }
  if (auto Value = E->getIntegerConstantExpr(Ctx);
      Value && (*Value < 0 || (Positive && *Value == 0))) {
    fail(E->getExprLoc(), diag::Id::PositiveClause) << Clause;
    return nullptr;
  }
  return E;
}

void ClauseReader::collapse(Expr *E) {
  auto Value = E->getIntegerConstantExpr(Ctx);
  if (!Value || *Value <= 0 || *Value > 64) {
    fail(E->getExprLoc(), diag::Id::CollapseCount);
    return;
  }
  Result.Collapse = Value->getZExtValue();
}

bool fits(ReductionOp Op, QualType T, const ASTContext &Ctx) {
  switch (Op) {
  case ReductionOp::UserAdd:
    return holdsNumbersOnly(T, Ctx) &&
           T->getAsCXXRecordDecl()->hasDefaultConstructor();
  case ReductionOp::UserMul:
    return isStandardComplex(T) && holdsNumbersOnly(T, Ctx);
  case ReductionOp::Add:
  case ReductionOp::Mul:
    // Complex numbers of integers are no complex numbers of the standard.
    return T->isArithmeticType() &&
           (!T->isAnyComplexType() || T->isComplexType());
  case ReductionOp::And:
  case ReductionOp::Or:
  case ReductionOp::Xor:
    return T->isIntegerType();
  default:
    return T->isArithmeticType() && !T->isAnyComplexType();
  }
}

void ClauseReader::reduction(const AnnotateAttr &A) {
  auto Text = word(A, "reduction");
  if (!Text)
    return;
  auto Op = llvm::StringSwitch<std::optional<ReductionOp>>(*Text)
                .Cases({"+", "-"}, ReductionOp::Add)
                .Case("*", ReductionOp::Mul)
                .Cases({"&", "bitand"}, ReductionOp::And)
                .Cases({"|", "bitor"}, ReductionOp::Or)
                .Cases({"^", "xor"}, ReductionOp::Xor)
                .Cases({"&&", "and"}, ReductionOp::LogicalAnd)
                .Cases({"||", "or"}, ReductionOp::LogicalOr)
                .Case("min", ReductionOp::Min)
                .Case("max", ReductionOp::Max)
                .Default(std::nullopt);
  if (!Op) {
    SourceLocation At = (*A.args_begin())->getExprLoc();
    if (StringRef(*Text).starts_with("inscan"))
      fail(At, diag::Id::RunningTotal);
    else
      fail(At, diag::Id::UnknownReduction) << *Text;
    return;
  }
  for (const Expr *E : llvm::drop_begin(A.args())) {
    ValueDecl *D = dataVariable(E, "reduction");
    if (!D)
      continue;
    QualType T = D->getType().getNonReferenceType();
    if (T->isArrayType() || T->isPointerType()) {
      // How elements are updated is found in the body.
      Result.ReducedArrays.push_back(D);
      continue;
    }
    ReductionOp Used = *Op;
    if (T->getAsCXXRecordDecl())
      Used = *Op == ReductionOp::Add   ? ReductionOp::UserAdd
             : *Op == ReductionOp::Mul ? ReductionOp::UserMul
                                       : *Op;
    if (!fits(Used, T, Ctx) || T.isConstQualified())
      fail(E->getExprLoc(), diag::Id::ReductionType)
          << D->getName() << T << *Text;
    else
      Result.Reductions.push_back({Used, D, E->getExprLoc()});
  }
}

/// How far the array of a reduction reaches, if a pointer is named: extent()
/// knows better where both are said.
void ClauseReader::section(const AnnotateAttr &A) {
  Expr *Pointer = A.args_begin()[0], *Count = A.args_begin()[1];
  const auto *Ref = dyn_cast<DeclRefExpr>(Pointer->IgnoreParenImpCasts());
  if (Ref && Ref->getDecl()->getType().getNonReferenceType()->isPointerType() &&
      Count->getType()->isIntegralOrUnscopedEnumerationType())
    Result.Extents.insert(
        Result.Extents.begin(),
        {const_cast<ValueDecl *>(cast<ValueDecl>(Ref->getDecl())), nullptr,
         Count, A.getLocation()});
}

void ClauseReader::extent(const AnnotateAttr &A) {
  if (A.args_size() != 2) {
    fail(A.getLocation(), diag::Id::ClauseArguments)
        << "extent" << findClause("extent")->Arguments;
    return;
  }
  Expr *Pointer = A.args_begin()[0], *Count = A.args_begin()[1];
  const auto *Member = dyn_cast<MemberExpr>(Pointer->IgnoreParenImpCasts());
  ValueDecl *D = Member ? nullptr : variable(Pointer, "extent");
  if (!D && !Member)
    return;
  const ValueDecl *Named = Member ? Member->getMemberDecl() : D;
  if (!Named->getType().getNonReferenceType()->isPointerType()) {
    fail(Pointer->getExprLoc(), diag::Id::ExtentPointer) << Named->getName();
    return;
  }
  if (Expr *E = integer(Count, "extent", /*Positive=*/false))
    Result.Extents.push_back({D, Member, E, A.getLocation()});
}

bool usableAs(QualType T, bool LastValue) {
  if (LastValue)
    return T->isScalarType() && !T.isConstQualified() &&
           !T->isVariablyModifiedType();
  if (const auto *Record = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl())
    return Record->hasTrivialDefaultConstructor() && !hasEnd(T);
  return !T.isConstQualified();
}

/// Inference finds what is shared; a variable that another clause makes
/// something else is not.
void ClauseReader::shared(const AnnotateAttr &A) {
  for (const Expr *E : A.args())
    if (!isa<MemberExpr>(E->IgnoreParenImpCasts()))
      dataVariable(E, "shared");
}

void ClauseReader::variables(const AnnotateAttr &A, StringRef Name) {
  bool Last = Name == "lastprivate", First = Name == "firstprivate";
  for (const Expr *E : A.args()) {
    ValueDecl *D = dataVariable(E, Name);
    if (!D)
      continue;
    QualType T = D->getType().getNonReferenceType();
    bool Usable =
        First ? isa<VarDecl>(D) : isa<VarDecl>(D) && usableAs(T, Last);
    if (!Usable)
      fail(E->getExprLoc(), diag::Id::LastPrivateType)
          << D->getName() << T << Name
          << (Last    ? "numbers or pointers, as variables for its members"
              : First ? "a variable that can be copied"
                      : "a variable that is declared inside the loop");
    else
      (First  ? Result.FirstPrivates
       : Last ? Result.LastPrivates
              : Result.Privates)
          .push_back({D, E->getExprLoc()});
  }
}

void ClauseReader::schedule(const AnnotateAttr &A) {
  auto Text = word(A, "schedule");
  if (!Text)
    return;
  // Large chunks first, or all alike: both go to threads that have nothing to
  // do.
  auto Kind = llvm::StringSwitch<std::optional<Schedule>>(*Text)
                  .Cases({"static", "auto", "runtime"}, Schedule::Static)
                  .Cases({"dynamic", "guided"}, Schedule::Dynamic)
                  .Default(std::nullopt);
  if (!Kind) {
    fail((*A.args_begin())->getExprLoc(), diag::Id::UnknownSchedule) << *Text;
    return;
  }
  Result.Kind = *Kind;
  if (A.args_size() > 1)
    Result.Chunk = integer(A.args_begin()[1], "schedule", /*Positive=*/true);
}

void ClauseReader::device(const AnnotateAttr &A) {
  auto Text = word(A, "device");
  if (!Text)
    return;
  auto Choice = llvm::StringSwitch<std::optional<DeviceChoice>>(*Text)
                    .Case("auto", DeviceChoice::Auto)
                    .Case("native", DeviceChoice::Native)
                    .Case("cpu", DeviceChoice::Cpu)
                    .Case("gpu", DeviceChoice::Gpu)
                    .Default(std::nullopt);
  if (Choice)
    Result.Device = *Choice;
  else
    fail((*A.args_begin())->getExprLoc(), diag::Id::UnknownDevice) << *Text;
}

void ClauseReader::read(const AnnotateAttr &A, StringRef Name) {
  Result.Sliced |= Name == "sliced";
  if (Name == "ahead") {
    Result.Ahead = Result.Independent = true;
    Result.Device = DeviceChoice::Native;
  }
  Result.Again |= Name == "again" || Name == "ahead";
  Result.Atomics |= Name == "atomics";
  if (Name == "guarded")
    Result.Guarded.push_back(A.getRange());
  if (Name == "begun")
    for (const Expr *E : A.args())
      Result.Begun.push_back(variableIn(E->IgnoreParenImpCasts()));
  if (Name == "section")
    return section(A);
  const ClauseSpelling *Clause = findClause(Name);
  if (!Clause)
    return; // parallel_for itself
  if (!Seen.insert(Name).second && !Clause->Repeatable) {
    fail(A.getLocation(), diag::Id::DoubledClause) << Name;
    return;
  }
  if (Name == "deterministic") {
    Result.Deterministic = true;
    return;
  }
  if (Name == "independent") {
    Result.Independent |= A.args_size() == 0;
    for (const Expr *E : A.args())
      if (const ValueDecl *D = variable(E, Name))
        Result.IndependentArrays.push_back(D);
    return;
  }
  if (Name == "simd") {
    Result.Simd = true;
    return;
  }
  if (Name == "bounds") {
    Result.Bounds = true;
    return;
  }
  if (A.args_size() == 0) {
    fail(A.getLocation(), diag::Id::ClauseEmpty) << Name << Clause->Arguments;
    return;
  }
  if (Clause->Shape == ClauseShape::Expression && A.args_size() != 1) {
    fail(A.getLocation(), diag::Id::ClauseArguments)
        << Name << Clause->Arguments;
    return;
  }
  Expr *First = *A.args_begin();
  if (Name == "collapse")
    collapse(First);
  else if (Name == "num_threads")
    Result.NumThreads = integer(First, Name, /*Positive=*/true);
  else if (Name == "if") {
    if (First->getType()->isScalarType())
      Result.If = First;
    else
      fail(First->getExprLoc(), diag::Id::IntegerClause) << Name;
  } else if (Name == "reduction")
    reduction(A);
  else if (Name == "extent")
    extent(A);
  else if (Name == "schedule")
    schedule(A);
  else if (Name == "device")
    device(A);
  else if (Name == "shared")
    shared(A);
  else if (Name == "default") {
    auto Text = word(A, Name);
    if (Text && *Text != "shared" && *Text != "none")
      fail(First->getExprLoc(), diag::Id::ClauseArguments)
          << Name << Clause->Arguments;
  } else
    variables(A, Name);
}

} // namespace

std::optional<Clauses> readClauses(const AttributedStmt &Loop, ASTContext &Ctx,
                                   Diagnostics &Diags) {
  // Errors of a loop are not looked for in its other copy.
  if (Diags.failed() && annotation(Loop, "again"))
    return std::nullopt;
  ClauseReader Reader(Ctx, Diags);
  for (const Attr *A : Loop.getAttrs())
    if (const auto *Annotation = dyn_cast<AnnotateAttr>(A)) {
      StringRef Name = Annotation->getAnnotation();
      if (Name.consume_front("twofold."))
        Reader.read(*Annotation, Name);
    }
  return Reader.take();
}

} // namespace twofold
