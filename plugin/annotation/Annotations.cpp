// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/Annotations.h"
#include "annotation/AttributeArguments.h"
#include "report/Diagnostics.h"
#include "clang/Sema/Sema.h"
#include <array>

using namespace clang;

namespace twofold {
namespace {

constexpr ClauseSpelling Spellings[] = {
    {"collapse", ClauseShape::Expression, false, "a positive constant"},
    {"reduction", ClauseShape::Reduction, true, "an operation and variables"},
    {"private", ClauseShape::Variables, true, "variables"},
    {"lastprivate", ClauseShape::Variables, true, "variables"},
    {"firstprivate", ClauseShape::Variables, true, "variables"},
    {"shared", ClauseShape::Variables, true, "variables"},
    {"default", ClauseShape::Word, false, "shared or none"},
    {"extent", ClauseShape::Extent, true, "'pointer, count of elements'"},
    {"num_threads", ClauseShape::Expression, false, "a number of threads"},
    {"schedule", ClauseShape::Schedule, false,
     "static, dynamic, guided, auto or runtime, and optionally a chunk"},
    {"if", ClauseShape::Expression, false, "a condition"},
    {"device", ClauseShape::Word, false, "auto, native, cpu or gpu"},
    {"bounds", ClauseShape::Flag, false, "no arguments"},
    {"deterministic", ClauseShape::Flag, false, "no arguments"},
    {"independent", ClauseShape::Named, true, "arrays, or no arguments"},
    // Of OpenMP's `parallel for simd`.
    {"simd", ClauseShape::Flag, true, "no arguments"},
    {"safelen", ClauseShape::Hint, true, ""},
    {"simdlen", ClauseShape::Hint, true, ""},
    {"aligned", ClauseShape::Hint, true, ""},
    {"linear", ClauseShape::Hint, true, ""},
    {"nontemporal", ClauseShape::Hint, true, ""},
    {"proc_bind", ClauseShape::Hint, true, ""},
    {"order", ClauseShape::Hint, true, ""},
    {"allocate", ClauseShape::Hint, true, ""},
    {"nowait", ClauseShape::Hint, true, ""},
};
constexpr size_t SpellingCount = std::size(Spellings);

/// Reports through the unit's own engine; reasons and remarks are not used
/// here, so what -Rpass says does not matter.
DiagnosticBuilder report(Sema &S, SourceLocation Loc, diag::Id Which) {
  return Diagnostics(S.Diags, false, false).report(Loc, Which);
}

/// Clauses are uses: without this a variable that only a clause names would be
/// reported as unused.
void markUsed(Stmt *S) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    Ref->getDecl()->setReferenced();
    Ref->getDecl()->setIsUsed();
  }
  for (Stmt *Child : S->children())
    if (Child)
      markUsed(Child);
}

using AnnotationKey = std::pair<const Preprocessor *, SourceLocation>;
llvm::MapVector<AnnotationKey, bool> &unread() {
  static llvm::MapVector<AnnotationKey, bool> Unread;
  return Unread;
}

/// Common to `parallel_for` and all clauses.
struct LoopAttribute : ParsedAttrInfo {
  std::string Annotation; ///< "twofold.X"
  std::string GnuName, StandardName;
  std::array<Spelling, 3> Names;

  explicit LoopAttribute(StringRef Name, unsigned Arguments)
      : Annotation(("twofold." + Name).str()),
        GnuName(("twofold_" + Name).str()),
        StandardName(("twofold::" + Name).str()) {
    NumArgs = 0;
    OptArgs = Arguments;
    IsStmt = true;
    Names = {{{ParsedAttr::AS_GNU, GnuName.c_str()},
              {ParsedAttr::AS_C23, StandardName.c_str()},
              {ParsedAttr::AS_CXX11, StandardName.c_str()}}};
    Spellings = Names;
  }

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &A,
                            const Decl *) const override {
    annotationRead(S.getPreprocessor(), A.getLoc());
    report(S, A.getLoc(), diag::Id::NotADeclaration) << StandardName;
    return false;
  }

  bool diagAppertainsToStmt(Sema &S, const ParsedAttr &A,
                            const Stmt *St) const override {
    annotationRead(S.getPreprocessor(), A.getLoc());
    if (isa<ForStmt, CXXForRangeStmt>(St))
      return true;
    report(S, A.getLoc(), diag::Id::NotALoop)
        << StandardName
        << (isa<WhileStmt, DoStmt>(St)
                ? "write this loop as 'for (int i = 0; i < n; ++i)'"
                : "put it directly before the loop");
    return false;
  }

  AttrHandling handleStmtAttribute(Sema &S, Stmt *, const ParsedAttr &A,
                                   class Attr *&Result) const override {
    SmallVector<Expr *, 4> Args;
    if (const ClauseSpelling *Clause =
            findClause(StringRef(Annotation).drop_front(strlen("twofold.")));
        Clause && Clause->Shape == ClauseShape::Hint)
      return AttributeNotApplied;
    for (unsigned I = 0; I < A.getNumArgs(); ++I) {
      // A lone identifier arrives unparsed.
      IdentifierLoc *Name = A.isArgIdent(I) ? A.getArgAsIdent(I) : nullptr;
      Expr *E =
          Name ? expressionNamed(S, *Name->getIdentifierInfo(), Name->getLoc())
               : A.getArgAsExpr(I);
      if (!E)
        return AttributeNotApplied;
      Args.push_back(E);
    }
    const SourceLocation End = A.getRange().getEnd();
    if (!OptArgs && A.getSyntax() != ParsedAttr::AS_GNU &&
        hasSkippedArguments(S, End)) {
      report(S, End, diag::Id::ClauseArguments)
          << StringRef(Annotation).drop_front(strlen("twofold."))
          << "no arguments";
      return AttributeNotApplied;
    }
    if (OptArgs && A.getSyntax() != ParsedAttr::AS_GNU &&
        !readSkippedArguments(S, End, StandardName, Args))
      return AttributeNotApplied;
    for (Expr *E : Args)
      markUsed(E);
    Result = AnnotateAttr::Create(S.Context, Annotation, Args.data(),
                                  Args.size(), A.getRange());
    return AttributeApplied;
  }
};

struct ParallelForAttribute : LoopAttribute {
  ParallelForAttribute() : LoopAttribute("parallel_for", 0) {}
};

template <size_t Index> struct ClauseAttribute : LoopAttribute {
  ClauseAttribute()
      : LoopAttribute(
            twofold::Spellings[Index].Name,
            twofold::Spellings[Index].Shape == ClauseShape::Flag ? 0 : 15) {}
};

template <size_t Index> struct ClauseRegistration {
  ParsedAttrInfoRegistry::Add<ClauseAttribute<Index>> Entry{
      twofold::Spellings[Index].Name, ""};
};

template <size_t... Indices>
struct ClauseRegistrations : ClauseRegistration<Indices>... {
  explicit ClauseRegistrations(std::index_sequence<Indices...>) {}
};

/// What people write for another name: clang says no more of an attribute that
/// it does not know than that it is ignored.
struct Misspelling {
  const char *Wrong, *Right;
};
constexpr Misspelling Misspellings[] = {
    {"for", "parallel_for"},           {"parallel", "parallel_for"},
    {"parallelfor", "parallel_for"},   {"parallel_for_loop", "parallel_for"},
    {"parallel_loop", "parallel_for"}, {"paralel_for", "parallel_for"},
    {"parallell_for", "parallel_for"}, {"parrallel_for", "parallel_for"},
    {"parfor", "parallel_for"},        {"colapse", "collapse"},
    {"reduce", "reduction"},           {"first_private", "firstprivate"},
    {"last_private", "lastprivate"},   {"threads", "num_threads"},
    {"numthreads", "num_threads"},     {"device_type", "device"},
};

struct MisspeltAttribute : ParsedAttrInfo {
  std::string Wrong, Right, GnuWrong, GnuRight;
  std::array<Spelling, 3> Names;

  explicit MisspeltAttribute(const Misspelling &M)
      : Wrong(std::string("twofold::") + M.Wrong),
        Right(std::string("twofold::") + M.Right),
        GnuWrong(std::string("twofold_") + M.Wrong),
        GnuRight(std::string("twofold_") + M.Right) {
    NumArgs = 0;
    OptArgs = 15;
    IsStmt = true;
    Names = {{{ParsedAttr::AS_C23, Wrong.c_str()},
              {ParsedAttr::AS_CXX11, Wrong.c_str()},
              {ParsedAttr::AS_GNU, GnuWrong.c_str()}}};
    Spellings = Names;
  }

  bool tell(Sema &S, const ParsedAttr &A) const {
    const bool Gnu = A.getSyntax() == ParsedAttr::AS_GNU;
    report(S, A.getLoc(), diag::Id::UnknownAnnotation)
        << (Gnu ? GnuWrong : Wrong) << (Gnu ? GnuRight : Right);
    return false;
  }
  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &A,
                            const Decl *) const override {
    return tell(S, A);
  }
  bool diagAppertainsToStmt(Sema &S, const ParsedAttr &A,
                            const Stmt *) const override {
    return tell(S, A);
  }
};

template <size_t Index> struct MisspeltAs : MisspeltAttribute {
  MisspeltAs() : MisspeltAttribute(Misspellings[Index]) {}
};

template <size_t Index> struct MisspeltRegistration {
  ParsedAttrInfoRegistry::Add<MisspeltAs<Index>> Entry{
      Misspellings[Index].Wrong, ""};
};

template <size_t... Indices>
struct MisspeltRegistrations : MisspeltRegistration<Indices>... {
  explicit MisspeltRegistrations(std::index_sequence<Indices...>) {}
};

/// Not for users: a loop that a slice became, with the variables in which it
/// reduces it, one whose body stands in another before it, and how far the
/// array of a reduction reaches. `ahead` is in the tree alone.
struct SlicedAttribute : LoopAttribute {
  SlicedAttribute() : LoopAttribute("sliced", 2) {}
};
struct AgainAttribute : LoopAttribute {
  AgainAttribute() : LoopAttribute("again", 0) {}
};
struct SectionAttribute : LoopAttribute {
  SectionAttribute() : LoopAttribute("section", 2) {}
};

ParsedAttrInfoRegistry::Add<SlicedAttribute> Sliced("sliced", "");
ParsedAttrInfoRegistry::Add<SectionAttribute> Section("section", "");
ParsedAttrInfoRegistry::Add<AgainAttribute> Again("again", "");
ParsedAttrInfoRegistry::Add<ParallelForAttribute> ParallelFor("parallel_for",
                                                              "");
ClauseRegistrations Registered{std::make_index_sequence<SpellingCount>()};
MisspeltRegistrations Misspelt{
    std::make_index_sequence<std::size(Misspellings)>()};

} // namespace

ArrayRef<ClauseSpelling> clauseSpellings() { return Spellings; }

const ClauseSpelling *findClause(StringRef Name) {
  for (const ClauseSpelling &C : Spellings)
    if (C.Name == Name)
      return &C;
  return nullptr;
}

void annotationLexed(const Preprocessor &PP, SourceLocation Loc) {
  unread()[{&PP, Loc}] = true;
}

void annotationRead(const Preprocessor &PP, SourceLocation Loc) {
  unread().erase({&PP, Loc});
}

SmallVector<SourceLocation, 2> unreadAnnotations(const Preprocessor &PP) {
  SmallVector<SourceLocation, 2> Left;
  unread().remove_if([&](const auto &Entry) {
    if (Entry.first.first != &PP)
      return false;
    Left.push_back(Entry.first.second);
    return true;
  });
  return Left;
}

static StringRef annotationOf(const Attr *A) {
  const auto *Annotation = dyn_cast<AnnotateAttr>(A);
  StringRef Text = Annotation ? Annotation->getAnnotation() : "";
  return Text.consume_front("twofold.") ? Text : "";
}

const AnnotateAttr *annotation(const AttributedStmt &S, StringRef Name) {
  auto It = llvm::find_if(
      S.getAttrs(), [&](const Attr *A) { return annotationOf(A) == Name; });
  return It == S.getAttrs().end() ? nullptr : cast<AnnotateAttr>(*It);
}

bool isParallelLoop(const AttributedStmt &S) {
  return annotation(S, "parallel_for");
}

StringRef strayClause(const AttributedStmt &S) {
  StringRef Clause;
  for (const Attr *A : S.getAttrs()) {
    StringRef Name = annotationOf(A);
    if (Name == "parallel_for")
      return "";
    if (!Name.empty())
      Clause = Name;
  }
  return Clause;
}

} // namespace twofold
