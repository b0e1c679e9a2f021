// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Diagnostics.h - the closed list of messages ----------------------===//
#ifndef TWOFOLD_PLUGIN_REPORT_DIAGNOSTICS_H
#define TWOFOLD_PLUGIN_REPORT_DIAGNOSTICS_H

#include "report/Records.h"
#include "clang/Basic/Diagnostic.h"
#include <memory>
#include <optional>
#include <string>

namespace twofold {

namespace diag {
enum class Id {
#define TWOFOLD_ERROR(Name, Text) Name,
#define TWOFOLD_REASON(Name, Text) Name,
#define TWOFOLD_REMARK(Name, Text) Name,
#define TWOFOLD_MISSED(Name, Text) Name,
#define TWOFOLD_WARNING(Name, Text) Name,
#define TWOFOLD_NOTE(Name, Text) Name,
#define TWOFOLD_ANALYSIS(Name, Text) Name,
#include "report/Diagnostics.def"
};
} // namespace diag

/// Reports the messages of Diagnostics.def through clang's own groups, so that
/// -w, -Werror and -Rpass treat them like clang's.
class Diagnostics {
  clang::DiagnosticsEngine &Engine;
  bool RemarksMissed;           ///< -Rpass-missed matches twofold
  bool RemarksPassed;           ///< -Rpass matches twofold
  bool RemarksAnalysis = false; ///< -Rpass-analysis matches twofold
  bool Repeating = false;
  std::shared_ptr<Records> Kept; ///< null: nobody asked for a record
  std::string Function;          ///< that Kept tells of
  unsigned Own = 0;              ///< errors that report() has told
  /// Why what is tried may fail, in words and where; empty: nothing yet.
  struct Trial {
    std::string What;
    clang::SourceLocation Loc;
    std::string Reason;
    bool Told = false;
  };
  std::optional<Trial> Tried;

  clang::DiagnosticBuilder tell(clang::SourceLocation Loc,
                                const clang::DiagnosticIDs::CustomDiagDesc &As,
                                llvm::ArrayRef<std::string> Arguments);
  bool remember(clang::SourceLocation Loc, diag::Id Reason,
                llvm::ArrayRef<std::string> Arguments);
  void keep(Record::Kind What, clang::SourceLocation Loc, diag::Id Message,
            llvm::ArrayRef<std::string> Arguments);
  void remark(clang::SourceLocation Loc, diag::Id Remark,
              clang::diag::Group Group, llvm::ArrayRef<std::string> Arguments);

public:
  Diagnostics(clang::DiagnosticsEngine &Engine, bool RemarksPassed,
              bool RemarksMissed, bool RemarksAnalysis = false)
      : Engine(Engine), RemarksMissed(RemarksMissed),
        RemarksPassed(RemarksPassed), RemarksAnalysis(RemarksAnalysis) {}

  /// Messages go into the record, too, whether or not they are shown.
  void keepIn(std::shared_ptr<Records> To) { Kept = std::move(To); }
  bool keeps() const { return Kept != nullptr; }
  /// The function that messages are about.
  std::string &function() { return Function; }
  /// Adds an entry of that function, if there is a record.
  void record(clang::SourceLocation Loc, Record Of);

  /// From here on there is nothing but errors to say: all else has been said of
  /// another copy of the same loop.
  void repeat(bool On) { Repeating = On; }
  /// From here to endTrial nothing is an error or a warning: OpenMP's directive
  /// What can stay as it is, and a remark under -Rpass-missed then says why.
  void beginTrial(std::string What, clang::SourceLocation Loc);
  bool trying() const { return Tried.has_value(); }
  /// Where what is in the way stands, if it Failed.
  clang::SourceLocation endTrial(bool Failed);
  /// A remark that OpenMP's directive What stays.
  void stays(clang::SourceLocation Loc, llvm::StringRef What,
             llvm::StringRef Reason);
  /// After that: by way of which functions it comes to what is in the way.
  void way(clang::SourceLocation Loc, llvm::StringRef What,
           llvm::ArrayRef<std::string> Along);
  /// Whether there was an error of clang's: classes may lack what code takes
  /// for granted, and nothing is generated.
  bool failedElsewhere() const {
    return Engine.getClient()->getNumErrors() > Own;
  }
  /// Whether there was an error, of anybody's.
  bool failed() const { return Engine.hasErrorOccurred(); }

  /// Errors; the caller may stream more arguments.
  clang::DiagnosticBuilder report(clang::SourceLocation Loc, diag::Id Which,
                                  llvm::ArrayRef<std::string> Arguments = {});

  /// A reason: a remark when -Rpass-missed asks for it, else a warning of group
  /// pass-failed.
  void missed(clang::SourceLocation Loc, diag::Id Reason,
              llvm::ArrayRef<std::string> Arguments);

  /// A remark under -Rpass.
  void passed(clang::SourceLocation Loc, diag::Id Remark,
              llvm::ArrayRef<std::string> Arguments);

  /// A remark under -Rpass-missed.
  void slowed(clang::SourceLocation Loc, diag::Id Remark,
              llvm::ArrayRef<std::string> Arguments);

  /// A warning of group pass-failed.
  void warn(clang::SourceLocation Loc, diag::Id Warning,
            llvm::ArrayRef<std::string> Arguments);

  /// Belongs to the message before it; the caller may stream more.
  clang::DiagnosticBuilder note(clang::SourceLocation Loc, diag::Id Note,
                                llvm::ArrayRef<std::string> Arguments = {});

  /// A remark under -Rpass-analysis; whether it was asked for.
  bool analysis(clang::SourceLocation Loc, diag::Id Remark,
                llvm::ArrayRef<std::string> Arguments);

  /// The text of a reason with its arguments filled in, for run-time reports,
  /// which have no position that "here" could mean.
  std::string text(diag::Id Reason,
                   llvm::ArrayRef<std::string> Arguments) const;
};

/// "1 iteration", "2 iterations".
std::string counted(uint64_t Count, llvm::StringRef One);

} // namespace twofold

#endif
