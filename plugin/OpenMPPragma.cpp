// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPPragma.cpp - #pragma omp without -fopenmp --------------------===//
//
// A compiler that ignores OpenMP accepts directives that name what is declared
// with OpenMP alone (`#ifdef _OPENMP`), and calls no function in the place of
// another. Such directives are ignored here, too.

#include "OpenMPPragma.h"
#include "report/Diagnostics.h"
#include "unit/UnitPurpose.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace twofold {
namespace {

/// Words of clauses and directives.
const llvm::StringSet<> &words() {
  static const llvm::StringSet<> Words = {
      // Directives and clauses.
      "parallel", "simd", "target", "teams", "distribute", "loop", "sections",
      "section", "single", "master", "masked", "task", "taskloop", "taskwait",
      "taskgroup", "taskyield", "barrier", "critical", "atomic", "ordered",
      "flush", "cancel", "cancellation", "point", "data", "enter", "exit",
      "update", "tile", "unroll", "scan", "declare", "reduction",
      // Arguments.
      "shared", "none", "firstprivate", "private", "lastprivate", "dynamic",
      "guided", "runtime", "monotonic", "nonmonotonic", "min", "max", "inscan",
      "to", "from", "tofrom", "alloc", "release", "always", "close", "present",
      "spread", "primary", "conditional", "concurrent", "reproducible",
      "unconstrained", "val", "uval", "ref", "in", "out", "inout",
      "mutexinoutset", "inoutset", "depobj", "source", "sink", "thread",
      "scalar", "aggregate", "pointer", "device_num", "ancestor", "iterator",
      "mapper", "strict", "read", "write", "capture", "compare", "seq_cst",
      "acq_rel", "acquire", "relaxed", "fail", "weak", "step"};
  return Words;
}

/// Clauses whose arguments are variables, and no words.
const llvm::StringSet<> &lists() {
  static const llvm::StringSet<> Lists = {"private", "firstprivate", "shared",
                                          "copyin", "copyprivate"};
  return Lists;
}

/// Clauses whose arguments are values, in front of which words may stand.
const llvm::StringSet<> &values() {
  static const llvm::StringSet<> Values = {
      "device",    "num_threads", "if",       "num_teams", "thread_limit",
      "num_tasks", "grainsize",   "priority", "final",     "collapse",
      "safelen",   "simdlen",     "filter"};
  return Values;
}

/// Whether nothing but words stands between the first of Line and a colon.
bool isInFront(Preprocessor &PP, ArrayRef<Token> Line) {
  for (const Token &T : Line)
    if (T.isNot(tok::kw_for) && !words().contains(PP.getSpelling(T)))
      return T.is(tok::colon);
  return false;
}

/// Notes conditions on `_OPENMP` in the program's own files.
class Conditions : public PPCallbacks {
  const SourceManager &Sources;
  bool &Asked;

  void note(SourceLocation Loc, const Token &Name) {
    Asked |= Name.is(tok::identifier) &&
             Name.getIdentifierInfo()->isStr("_OPENMP") &&
             !Sources.isInSystemHeader(Loc);
  }

public:
  Conditions(const SourceManager &Sources, bool &Asked)
      : Sources(Sources), Asked(Asked) {}

  void Ifdef(SourceLocation Loc, const Token &Name,
             const MacroDefinition &) override {
    note(Loc, Name);
  }
  void Ifndef(SourceLocation Loc, const Token &Name,
              const MacroDefinition &) override {
    note(Loc, Name);
  }
  void Elifdef(SourceLocation Loc, const Token &Name,
               const MacroDefinition &) override {
    note(Loc, Name);
  }
  void Elifndef(SourceLocation Loc, const Token &Name,
                const MacroDefinition &) override {
    note(Loc, Name);
  }
  void Defined(const Token &Name, const MacroDefinition &,
               SourceRange At) override {
    note(At.getBegin(), Name);
  }
};

class Filter : public PragmaHandler {
  Sema &S;
  Diagnostics &Diags;
  llvm::DenseSet<const IdentifierInfo *> Seen;
  /// How far the head of the loop under a directive has been read.
  enum { Elsewhere, Directive, For, Open, First } Head = Elsewhere;
  using Tokens = SmallVector<Token, 16>;

public:
  Filter(Sema &S, Diagnostics &Diags)
      : PragmaHandler("omp"), S(S), Diags(Diags) {}
  void seen(const Token &T) {
    if (T.is(tok::identifier))
      Seen.insert(T.getIdentifierInfo());
    loopHead(T);
  }
  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &) override;

private:
  void loopHead(const Token &T);
  /// Of the tokens behind `omp`. Unknown: a name that is declared nowhere.
  bool isRead(Preprocessor &PP, ArrayRef<Token> Line,
              IdentifierInfo *&Unknown) const;
  /// Leaves of an `ordered` directive that iterations wait in it, which is read
  /// whatever names and words of OpenMP 5.2 say for which of the others.
  static void shorten(Preprocessor &PP, SmallVectorImpl<Token> &Line);
  void tellIgnored(Preprocessor &PP, ArrayRef<Token> Line,
                   const IdentifierInfo &Unknown) const;
  bool isKnown(IdentifierInfo &Name, SourceLocation Loc) const;
};

/// What clang computes of a loop's bounds for a directive may be converted,
/// which warnings are about; they are told of where the loop begins, up to the
/// first word of its head.
void Filter::loopHead(const Token &T) {
  DiagnosticsEngine &Engine = S.getDiagnostics();
  if (Head == First) {
    Engine.popMappings(T.getLocation());
    Head = Elsewhere;
  } else if (T.is(tok::annot_pragma_openmp_end)) {
    Head = Directive;
  } else if (Head == Directive && T.is(tok::kw_for) &&
             T.getLocation().isFileID()) {
    Engine.pushMappings(T.getLocation());
    for (StringRef Group : {"conversion", "sign-conversion", "sign-compare"})
      Engine.setSeverityForGroup(clang::diag::Flavor::WarningOrError, Group,
                                 clang::diag::Severity::Ignored,
                                 T.getLocation());
    Head = For;
  } else if (Head == For || Head == Open) {
    Head = Head == For ? Open : First;
  } else {
    Head = Elsewhere;
  }
}

bool Filter::isKnown(IdentifierInfo &Name, SourceLocation Loc) const {
  if (Name.isFromAST())
    return true;
  if (!S.getLangOpts().CPlusPlus)
    return Name.getFETokenInfo();
  // A class is parsed to its end before what stands in its functions.
  if (!S.getCurScope() || !isa_and_nonnull<FunctionDecl>(S.CurContext))
    return Seen.contains(&Name);
  // Reductions and mappers that the program declares have names of their own.
  for (auto Kind : {Sema::LookupOrdinaryName, Sema::LookupOMPReductionName,
                    Sema::LookupOMPMapperName}) {
    LookupResult Found(S, &Name, Loc, Kind);
    Found.suppressDiagnostics();
    if (S.LookupName(Found, S.getCurScope()))
      return true;
  }
  return false;
}

bool Filter::isRead(Preprocessor &PP, ArrayRef<Token> Line,
                    IdentifierInfo *&Unknown) const {
  if (Line.empty())
    return false;
  const std::string First = PP.getSpelling(Line[0]);
  if (First == "declare")
    return Line.size() > 1 && PP.getSpelling(Line[1]) == "reduction";
  if (First == "threadprivate")
    return true;
  if (!Line[0].is(tok::kw_for) && !words().contains(First))
    return false;
  unsigned Depth = 0;
  bool Variables = false, Values = false;
  for (size_t At = 0; At < Line.size(); ++At) {
    const Token &T = Line[At];
    // Nothing but variables stands in some clauses.
    if (T.is(tok::l_paren) && Depth == 0 && At > 0) {
      const std::string Clause = PP.getSpelling(Line[At - 1]);
      Variables = lists().contains(Clause);
      Values = values().contains(Clause);
    }
    Depth += T.is(tok::l_paren);
    Depth -= T.is(tok::r_paren) && Depth > 0;
    // Members need not be declared by themselves.
    if (Depth == 0 || T.isNot(tok::identifier) || First == "critical" ||
        Line[At - 1].isOneOf(tok::period, tok::arrow, tok::coloncolon))
      continue;
    IdentifierInfo &Name = *T.getIdentifierInfo();
    if (!(words().contains(Name.getName()) && !Variables &&
          (!Values || isInFront(PP, Line.slice(At)))) &&
        !isKnown(Name, T.getLocation())) {
      Unknown = &Name;
      return false;
    }
  }
  return true;
}

void Filter::shorten(Preprocessor &PP, SmallVectorImpl<Token> &Line) {
  if (Line.size() < 6 || PP.getSpelling(Line[1]) != "ordered" ||
      (PP.getSpelling(Line[2]) != "doacross" &&
       PP.getSpelling(Line[2]) != "depend"))
    return;
  auto Write = [&](size_t At, tok::TokenKind Kind, StringRef Text) {
    const SourceLocation Loc = Line[At].getLocation();
    Line[At].startToken();
    Line[At].setKind(Kind);
    PP.CreateString(Text, Line[At], Loc, Loc); // the parser reads it there
    if (Kind == tok::identifier)
      Line[At].setIdentifierInfo(PP.getIdentifierInfo(Text));
  };
  Write(2, tok::identifier, "depend");
  Write(3, tok::l_paren, "(");
  Write(4, tok::identifier, "source");
  Write(5, tok::r_paren, ")");
  Line.truncate(6);
}

/// A remark, if the directive shares out a loop.
void Filter::tellIgnored(Preprocessor &PP, ArrayRef<Token> Line,
                         const IdentifierInfo &Unknown) const {
  static const llvm::StringSet<> Loops = {"for", "loop", "distribute",
                                          "taskloop"};
  std::string Name;
  bool Shares = false;
  for (const Token &T : Line) {
    const std::string Word = PP.getSpelling(T);
    if (!T.is(tok::kw_for) && !words().contains(Word))
      break;
    if (&T != &Line.back() && (&T + 1)->is(tok::l_paren))
      break;
    Name += (Name.empty() ? "" : " ") + Word;
    Shares |= Loops.contains(Word);
  }
  if (Shares)
    Diags.stays(Line[0].getLocation(), Name,
                "it names '" + Unknown.getName().str() +
                    "', which is declared nowhere");
}

void Filter::HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                          Token &) {
  // What clang's own handler hands to the parser.
  Tokens Line(1);
  Line[0].startToken();
  Line[0].setKind(tok::annot_pragma_openmp);
  Line[0].setLocation(Introducer.Loc);
  Token T;
  for (PP.Lex(T); T.isNot(tok::eod) && T.isNot(tok::eof); PP.Lex(T))
    Line.push_back(T);
  shorten(PP, Line);
  IdentifierInfo *Unknown = nullptr;
  const auto Words = ArrayRef<Token>(Line).drop_front();
  if (!isRead(PP, Words, Unknown)) {
    if (Unknown)
      tellIgnored(PP, Words, *Unknown);
    return;
  }
  SourceLocation End = T.getLocation();
  T.startToken();
  T.setKind(tok::annot_pragma_openmp_end);
  T.setLocation(End);
  Line.push_back(T);
  auto Stream = std::make_unique<Token[]>(Line.size());
  std::copy(Line.begin(), Line.end(), Stream.get());
  PP.EnterTokenStream(std::move(Stream), Line.size(),
                      /*DisableMacroExpansion=*/false, /*IsReinject=*/false);
}

} // namespace

/// The types of array sections and their like, which are made with a unit and
/// only for OpenMP: those of another unit, for which nothing else exists.
static void takeTypes(CompilerInstance &CI) {
  ASTContext &Ctx = CI.getASTContext();
  static std::unique_ptr<Builtin::Context> Builtins;
  static std::unique_ptr<ASTContext> Other;
  Builtins = std::make_unique<Builtin::Context>();
  Other = std::make_unique<ASTContext>(CI.getLangOpts(), Ctx.getSourceManager(),
                                       Ctx.Idents, Ctx.Selectors, *Builtins,
                                       TU_Complete);
  Other->InitBuiltinTypes(CI.getTarget());
  Ctx.ArraySectionTy = Other->ArraySectionTy;
  Ctx.OMPArrayShapingTy = Other->OMPArrayShapingTy;
  Ctx.OMPIteratorTy = Other->OMPIteratorTy;
}

bool readOpenMP(CompilerInstance &CI) {
  LangOptions &Lang = CI.getLangOpts();
  if (Lang.OpenMP || !CI.hasASTContext() || purposeOf(CI) == UnitPurpose::Tools)
    return false;
  Lang.OpenMP = 51;
  Lang.OpenMPSimd = true;
  takeTypes(CI);
  // A compiler that ignores directives warns of none.
  CI.getDiagnostics().setSeverityForGroup(clang::diag::Flavor::WarningOrError,
                                          "openmp",
                                          clang::diag::Severity::Ignored);
  CI.getDiagnostics().setSeverity(clang::diag::warn_omp_extra_tokens_at_eol,
                                  clang::diag::Severity::Ignored,
                                  SourceLocation());
  return true;
}

void filterOpenMP(Preprocessor &PP, Sema &S, Diagnostics &Diags, bool &Asked) {
  PP.addPPCallbacks(std::make_unique<Conditions>(PP.getSourceManager(), Asked));
  auto *Own = new Filter(S, Diags); // which the preprocessor owns
  PP.RemovePragmaHandler(Own);
  PP.AddPragmaHandler(Own);
  addTokenWatcher(PP, [Own](const Token &T) { Own->seen(T); });
}

} // namespace twofold
