// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- StatementPrinter.h - statements and local variables ---------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_STATEMENTPRINTER_H
#define TWOFOLD_PLUGIN_KERNEL_STATEMENTPRINTER_H

#include "kernel/ExpressionPrinter.h"

namespace twofold {

class StatementPrinter : KindPrinter {
  ExpressionPrinter &Expressions;
  std::string LeftBounds; ///< empty: nothing is checked
  std::string Continue = "continue;";
  std::string Leave, Decline;
  std::string BareReturn = "return;";
  bool Declined = false;
  bool LeavesByLabel = false;
  unsigned LoopDepth = 0, SwitchDepth = 0;
  std::optional<InferredCollapse> Shared;
  unsigned SharedDimension = 0;
  /// Variables whose addresses are taken: they lie in memory.
  llvm::DenseSet<const clang::ValueDecl *> Escaping;

public:
  explicit StatementPrinter(ExpressionPrinter &Expressions)
      : KindPrinter(Expressions), Expressions(Expressions) {}

  /// The statements of a body, without its braces.
  std::string body(const clang::Stmt *S, unsigned Indent);

  /// Work-items along NDRange dimension Dimension share out this loop.
  void share(const InferredCollapse &Inner, unsigned Dimension) {
    Shared = Inner;
    SharedDimension = Dimension;
  }
  /// What a `continue` outside all inner loops is printed as.
  void setContinue(llvm::StringRef Code) { Continue = Code; }
  /// What a `return` of the kernel's own body jumps to, out of the loop over a
  /// work-item's iterations.
  void setLeave(llvm::StringRef Label) { Leave = Label; }
  /// What a `return` without a value is printed as.
  void setReturn(llvm::StringRef Code) { BareReturn = Code; }
  /// What says that only the native variant can go on.
  void setDecline(llvm::StringRef Code) { Decline = Code; }
  /// Whether some statement says so; ask after the body.
  bool declines() const { return Declined; }
  /// The label, where one did so from within another loop or a switch.
  std::string leaveLabel() const {
    return LeavesByLabel ? Leave + ":;\n" : std::string();
  }
  /// Loops end where this variable, once bounds are checked, is not 0.
  void setLeftBounds(llvm::StringRef Name) { LeftBounds = Name; }

private:
  std::string lines(const clang::Stmt *S, unsigned Indent);
  void statement(const clang::Stmt *S, unsigned Indent, std::string &Out);
  void block(const clang::Stmt *S, unsigned Indent, std::string &Out);
  void branch(const clang::IfStmt &S, unsigned Indent, std::string &Out);
  void loop(const clang::ForStmt &S, unsigned Indent, std::string &Out);
  void sharedLoop(unsigned Indent, std::string &Out);
  void rangeLoop(const clang::CXXForRangeStmt &S, unsigned Indent,
                 std::string &Out);
  void choice(const clang::SwitchStmt &S, unsigned Indent, std::string &Out);
  void label(const clang::CaseStmt &S, unsigned Indent, std::string &Out);
  void declarations(const clang::DeclStmt &S, unsigned Indent,
                    std::string &Out);
  std::string variable(const clang::VarDecl &V);
  std::string condition(const clang::Expr *E);
  std::string loopCondition(const clang::Expr *E);
  std::string leaveIteration();
  void result(const clang::ReturnStmt &S, unsigned Indent, std::string &Out);
};

} // namespace twofold

#endif
