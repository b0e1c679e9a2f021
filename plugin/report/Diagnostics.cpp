// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Diagnostics.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace twofold {
namespace {

const char *const Texts[] = {
#define TWOFOLD_ERROR(Name, Text) Text,
#define TWOFOLD_REASON(Name, Text) Text,
#define TWOFOLD_REMARK(Name, Text) Text,
#define TWOFOLD_MISSED(Name, Text) Text,
#define TWOFOLD_WARNING(Name, Text) Text,
#define TWOFOLD_NOTE(Name, Text) Text,
#define TWOFOLD_ANALYSIS(Name, Text) Text,
#include "report/Diagnostics.def"
};

const char *const Names[] = {
#define TWOFOLD_ERROR(Name, Text) #Name,
#define TWOFOLD_REASON(Name, Text) #Name,
#define TWOFOLD_REMARK(Name, Text) #Name,
#define TWOFOLD_MISSED(Name, Text) #Name,
#define TWOFOLD_WARNING(Name, Text) #Name,
#define TWOFOLD_NOTE(Name, Text) #Name,
#define TWOFOLD_ANALYSIS(Name, Text) #Name,
#include "report/Diagnostics.def"
};

const char *textOf(diag::Id Which) {
  return Texts[static_cast<unsigned>(Which)];
}

using Ids = clang::DiagnosticIDs;
using Desc = Ids::CustomDiagDesc;

Desc errorDesc(const char *Text) {
  return Desc(clang::diag::Severity::Error, Text, Ids::CLASS_ERROR);
}
/// Existing groups, because a plugin cannot declare new ones.
Desc warningDesc(const char *Text) {
  return Desc(clang::diag::Severity::Warning, Text, Ids::CLASS_WARNING,
              /*ShowInSystemHeader=*/false, /*ShowInSystemMacro=*/true,
              clang::diag::Group::BackendOptimizationFailure);
}
Desc remarkDesc(const char *Text, clang::diag::Group Group) {
  // The caller has matched -Rpass's pattern already; Remark, not Ignored, so
  // that `#pragma clang diagnostic` still works on it.
  return Desc(clang::diag::Severity::Remark, Text, Ids::CLASS_REMARK, false,
              true, Group);
}

} // namespace

DiagnosticBuilder Diagnostics::tell(SourceLocation Loc, const Desc &As,
                                    llvm::ArrayRef<std::string> Arguments) {
  const unsigned Id = Engine.getDiagnosticIDs()->getCustomDiagID(As);
  // -Weverything tells what is ignored, but for what somebody has ignored.
  if (As.GetDefaultSeverity() == clang::diag::Severity::Ignored &&
      As.GetClass() == Ids::CLASS_REMARK)
    Engine.setSeverity(Id, clang::diag::Severity::Ignored, SourceLocation());
  DiagnosticBuilder B = Engine.Report(Loc, Id);
  for (const std::string &A : Arguments)
    B << A;
  return B;
}

DiagnosticBuilder Diagnostics::report(SourceLocation Loc, diag::Id Which,
                                      llvm::ArrayRef<std::string> Arguments) {
  if (!Tried) {
    ++Own;
    return tell(Loc, errorDesc(textOf(Which)), Arguments);
  }
  // The caller streams the rest of it.
  const std::string Text =
      text(diag::Id::OpenMPStays, {Tried->What, textOf(Which)});
  Desc As = remarkDesc(Text.c_str(),
                       clang::diag::Group::BackendOptimizationRemarkMissed);
  if (!RemarksMissed || Tried->Told)
    As = Desc(clang::diag::Severity::Ignored, Text, Ids::CLASS_REMARK);
  Tried->Told = true;
  Tried->Loc = Loc;
  return tell(Loc, As, Arguments);
}

void Diagnostics::record(SourceLocation Loc, Record Of) {
  if (!Kept || !Engine.hasSourceManager())
    return;
  const PresumedLoc At = Engine.getSourceManager().getPresumedLoc(Loc);
  if (At.isInvalid())
    return;
  Of.File = At.getFilename();
  Of.Line = At.getLine();
  Of.Column = At.getColumn();
  Of.Function = Function;
  Kept->add(std::move(Of));
}

void Diagnostics::keep(Record::Kind What, SourceLocation Loc, diag::Id Message,
                       llvm::ArrayRef<std::string> Arguments) {
  if (!Kept || Repeating)
    return;
  Record Out;
  Out.What = What;
  Out.Name = Names[static_cast<unsigned>(Message)];
  Out.Parts.emplace_back("String", text(Message, Arguments));
  record(Loc, std::move(Out));
}

void Diagnostics::beginTrial(std::string What, SourceLocation Loc) {
  Tried = {std::move(What), Loc, "", false};
}

SourceLocation Diagnostics::endTrial(bool Failed) {
  if (Failed && !Tried->Told)
    stays(Tried->Loc, Tried->What,
          Tried->Reason.empty() ? "it has no kernel" : Tried->Reason);
  const SourceLocation Loc = Failed ? Tried->Loc : SourceLocation();
  Tried.reset();
  return Loc;
}

void Diagnostics::way(SourceLocation Loc, llvm::StringRef What,
                      llvm::ArrayRef<std::string> Along) {
  if (RemarksMissed && !Along.empty())
    note(Loc, diag::Id::OpenMPWay,
         {What.str(), "'" + llvm::join(Along, "', '") + "'"});
}

void Diagnostics::stays(SourceLocation Loc, llvm::StringRef What,
                        llvm::StringRef Reason) {
  Reason.consume_front("not offloaded: ");
  // As OpenMP's they do not.
  std::string Text = Reason.str();
  for (const llvm::StringRef How : {" run in order", " run on one thread"})
    if (const auto At = Text.find(How); At != std::string::npos)
      Text.insert(At, " would");
  slowed(Loc, diag::Id::OpenMPStays, {What.str(), Text});
}

/// Whether a trial is going on, which may fail for this Reason.
bool Diagnostics::remember(SourceLocation Loc, diag::Id Reason,
                           llvm::ArrayRef<std::string> Arguments) {
  if (Tried && Tried->Reason.empty()) {
    Tried->Loc = Loc;
    Tried->Reason = text(Reason, Arguments);
  }
  return trying();
}

void Diagnostics::missed(SourceLocation Loc, diag::Id Reason,
                         llvm::ArrayRef<std::string> Arguments) {
  if (Repeating || remember(Loc, Reason, Arguments))
    return;
  keep(Record::Kind::Missed, Loc, Reason, Arguments);
  const char *Text = textOf(Reason);
  const Desc Warning = warningDesc(Text);
  bool IsError = Engine.getDiagnosticLevel(
                     Engine.getDiagnosticIDs()->getCustomDiagID(Warning),
                     Loc) >= DiagnosticsEngine::Error;
  tell(Loc,
       RemarksMissed && !IsError
           ? remarkDesc(Text,
                        clang::diag::Group::BackendOptimizationRemarkMissed)
           : Warning,
       Arguments);
}

void Diagnostics::remark(SourceLocation Loc, diag::Id Remark,
                         clang::diag::Group Group,
                         llvm::ArrayRef<std::string> Arguments) {
  tell(Loc, remarkDesc(textOf(Remark), Group), Arguments);
}

void Diagnostics::passed(SourceLocation Loc, diag::Id Remark,
                         llvm::ArrayRef<std::string> Arguments) {
  keep(Record::Kind::Passed, Loc, Remark, Arguments);
  if (RemarksPassed && !Repeating)
    remark(Loc, Remark, clang::diag::Group::BackendOptimizationRemark,
           Arguments);
}

void Diagnostics::slowed(SourceLocation Loc, diag::Id Remark,
                         llvm::ArrayRef<std::string> Arguments) {
  keep(Record::Kind::Missed, Loc, Remark, Arguments);
  if (RemarksMissed && !Repeating)
    remark(Loc, Remark, clang::diag::Group::BackendOptimizationRemarkMissed,
           Arguments);
}

void Diagnostics::warn(SourceLocation Loc, diag::Id Warning,
                       llvm::ArrayRef<std::string> Arguments) {
  if (Repeating || remember(Loc, Warning, Arguments))
    return;
  keep(Record::Kind::Missed, Loc, Warning, Arguments);
  tell(Loc, warningDesc(textOf(Warning)), Arguments);
}

DiagnosticBuilder Diagnostics::note(SourceLocation Loc, diag::Id Note,
                                    llvm::ArrayRef<std::string> Arguments) {
  // As a remark it is ignored.
  return tell(Loc,
              Desc(clang::diag::Severity::Ignored, textOf(Note),
                   Repeating || Tried ? Ids::CLASS_REMARK : Ids::CLASS_NOTE),
              Arguments);
}

bool Diagnostics::analysis(SourceLocation Loc, diag::Id Remark,
                           llvm::ArrayRef<std::string> Arguments) {
  keep(Record::Kind::Analysis, Loc, Remark, Arguments);
  if (!RemarksAnalysis || Repeating)
    return false;
  remark(Loc, Remark, clang::diag::Group::BackendOptimizationRemarkAnalysis,
         Arguments);
  return true;
}

std::string counted(uint64_t Count, llvm::StringRef One) {
  return (llvm::Twine(Count) + " " + One + (Count == 1 ? "" : "s")).str();
}

std::string Diagnostics::text(diag::Id Reason,
                              llvm::ArrayRef<std::string> Arguments) const {
  constexpr llvm::StringLiteral Here = " here";
  std::string Out;
  for (const char *C = textOf(Reason); *C; ++C) {
    unsigned Index = C[0] == '%' && llvm::isDigit(C[1]) ? C[1] - '0' : 10;
    if (Index < Arguments.size()) {
      Out += Arguments[Index];
      ++C;
    } else if (llvm::StringRef(C).starts_with(Here) &&
               !llvm::isAlpha(C[Here.size()])) {
      C += Here.size() - 1;
    } else {
      Out += *C;
    }
  }
  return Out;
}

} // namespace twofold
