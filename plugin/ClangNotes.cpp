// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ClangNotes.h"
#include "report/Diagnostics.h"
#include "slice/text/SlicePragma.h"
#include "unit/UnitPurpose.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace twofold {
namespace {

/// Hands everything on to the consumer that was there, whose counts are its
/// own.
class NotingConsumer : public DiagnosticConsumer {
  DiagnosticsEngine &Engine;
  DiagnosticConsumer &Next;
  std::unique_ptr<DiagnosticConsumer> Owned; ///< Next, if the engine owned it
  SourceLocation Noted;
  bool Misleads = false; ///< what clang offers for the error before

public:
  explicit NotingConsumer(DiagnosticsEngine &Engine)
      : Engine(Engine), Next(*Engine.getClient()), Owned(Engine.takeClient()) {
    count();
  }

  void clear() override {
    Next.clear();
    count();
  }
  void BeginSourceFile(const LangOptions &Lang,
                       const Preprocessor *PP) override {
    Next.BeginSourceFile(Lang, PP);
    count();
  }
  void EndSourceFile() override {
    Next.EndSourceFile();
    count();
  }
  void finish() override {
    Next.finish();
    count();
  }
  bool IncludeInDiagnosticCounts() const override {
    return Next.IncludeInDiagnosticCounts();
  }
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Told) override;

private:
  void count() {
    NumErrors = Next.getNumErrors();
    NumWarnings = Next.getNumWarnings();
  }
  StringRef behind(SourceLocation Loc) const;
  bool isSection(const Diagnostic &Told) const;
  bool isBound(const Diagnostic &Told) const;
  bool isBare(const Diagnostic &Told) const;
};

/// A reduction of slices, or twofold_index, that has become a call.
bool isReduction(const Diagnostic &Told) {
  if (Told.getID() != clang::diag::ext_implicit_function_decl_c99 &&
      Told.getID() != clang::diag::warn_implicit_function_decl)
    return false;
  if (!Told.getNumArgs() ||
      Told.getArgKind(0) != DiagnosticsEngine::ak_identifierinfo)
    return false;
  const StringRef Name = Told.getArgIdentifier(0)->getName();
  return reductionArguments(Name) || Name == "twofold_index";
}

/// The file from Loc on.
StringRef NotingConsumer::behind(SourceLocation Loc) const {
  const SourceManager &Sources = Engine.getSourceManager();
  const auto [File, Offset] = Sources.getDecomposedLoc(Loc);
  return Sources.getBufferData(File).substr(Offset);
}

/// Clang speaks of two operands where none of its operators is, behind a
/// bracket and a colon of the same line: a bound has become one of them.
bool NotingConsumer::isBound(const Diagnostic &Told) const {
  if (Told.getID() != clang::diag::err_typecheck_invalid_operands ||
      !Told.getLocation().isFileID())
    return false;
  const StringRef Text = behind(Told.getLocation());
  const StringRef Word =
      Text.take_while([](char C) { return isLetter(C) || C == '_'; });
  // Operators of C++ that are words.
  if (llvm::is_contained({"and", "or", "xor", "bitand", "bitor", "and_eq",
                          "or_eq", "xor_eq", "not_eq"},
                         Word))
    return false;
  if (Text.empty() || !(isAlphanumeric(Text[0]) || Text[0] == '_' ||
                        Text[0] == '(' || Text[0] == '.'))
    return false;
  const SourceManager &Sources = Engine.getSourceManager();
  const auto [File, Offset] = Sources.getDecomposedLoc(Told.getLocation());
  const StringRef Ahead = Sources.getBufferData(File).take_front(Offset);
  const StringRef Line = Ahead.substr(Ahead.rfind('\n') + 1);
  return Line.contains('[') &&
         (Line.substr(Line.rfind('[')).contains(':') ||
          Text.take_until([](char C) { return C == '\n'; }).contains(':'));
}

/// Clang ignores `[[parallel_for]]`, which has a namespace here.
bool NotingConsumer::isBare(const Diagnostic &Told) const {
  if (Told.getID() != clang::diag::warn_unknown_attribute_ignored ||
      !Told.getLocation().isFileID())
    return false;
  const StringRef Name = behind(Told.getLocation()).take_while([](char C) {
    return isAsciiIdentifierContinue(C);
  });
  return Name == "parallel_for" || Name == "twofold_parallel_for";
}

/// Clang has found a colon where an index ends, or where one begins.
bool NotingConsumer::isSection(const Diagnostic &Told) const {
  const bool Behind = Told.getID() == clang::diag::err_expected &&
                      Told.getNumArgs() &&
                      Told.getArgKind(0) == DiagnosticsEngine::ak_tokenkind &&
                      tok::TokenKind(Told.getRawArg(0)) == tok::r_square;
  if ((!Behind && Told.getID() != clang::diag::err_expected_expression) ||
      !Told.getLocation().isFileID())
    return false;
  const SourceManager &Sources = Engine.getSourceManager();
  const auto [File, Offset] = Sources.getDecomposedLoc(Told.getLocation());
  const StringRef Text = Sources.getBufferData(File);
  return Text.substr(Offset).starts_with(":") &&
         (Behind || Text.take_front(Offset).rtrim().ends_with("["));
}

void NotingConsumer::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                      const Diagnostic &Told) {
  if (Level == DiagnosticsEngine::Note && Misleads)
    return;
  Misleads = false;
  Next.HandleDiagnostic(Level, Told);
  count();
  if (Level < DiagnosticsEngine::Warning || Told.getLocation() == Noted ||
      !Engine.hasSourceManager())
    return;
  const bool Call = isReduction(Told), Bound = isBound(Told),
             Bare = isBare(Told);
  if (!Call && !Bound && !Bare && !isSection(Told))
    return;
  Noted = Told.getLocation();
  Diagnostics(Engine, false, false)
      .note(Noted, Bound  ? diag::Id::SliceIntegers
                   : Bare ? diag::Id::BareAnnotation
                          : diag::Id::SliceAlone);
  Misleads = Call;
}

} // namespace

void addClangNotes(CompilerInstance &CI) {
  static const DiagnosticConsumer *Last = nullptr;
  DiagnosticsEngine &Engine = CI.getDiagnostics();
  if (purposeOf(CI) == UnitPurpose::Tools || Engine.getClient() == Last)
    return;
  Last = new NotingConsumer(Engine);
  Engine.setClient(const_cast<DiagnosticConsumer *>(Last));
}

} // namespace twofold
