// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelFunction.h - prints the code of one OpenCL C function -------===//
//
// Statements and expressions keep their shape.
#ifndef TWOFOLD_PLUGIN_KERNEL_KERNELFUNCTION_H
#define TWOFOLD_PLUGIN_KERNEL_KERNELFUNCTION_H

#include "kernel/ExpressionPrinter.h"

namespace twofold {

/// Statements and local variables.
class StatementPrinter : KindPrinter {
  ExpressionPrinter &Expressions;
  std::string LeftBounds; ///< empty: nothing is checked
  std::string Continue = "continue;";
  std::string Leave, Decline;
  std::string BareReturn = "return;"; ///< where there is no value
  bool Declined = false;
  bool LeavesByLabel = false;
  unsigned LoopDepth = 0, SwitchDepth = 0;
  std::optional<InferredCollapse> Shared;
  unsigned SharedDimension = 0;
  llvm::ArrayRef<ItemLoops> Items;
  const clang::Stmt *ByFirst = nullptr; ///< printed behind firstItems()
  std::string Apart;                    ///< empty: elements stay in memory
  bool Keeps = false;
  bool Unrolled = true; ///< loops are, as a GPU's compiler likes
  /// Variables whose addresses are taken: they lie in memory.
  llvm::DenseSet<const clang::ValueDecl *> Escaping;

public:
  explicit StatementPrinter(ExpressionPrinter &Expressions)
      : KindPrinter(Expressions), Expressions(Expressions) {}

  /// Binds F's parameters, and what it takes besides.
  std::string parameters(const clang::FunctionDecl &F);
  /// All statements of a constructor's function.
  std::string constructor(const clang::CXXConstructorDecl &C, unsigned Indent);
  /// The statements of a body, without its braces.
  std::string body(const clang::Stmt *S, unsigned Indent);

  /// Work-items along NDRange dimension Dimension share out this loop.
  void share(const InferredCollapse &Inner, unsigned Dimension) {
    Shared = Inner;
    SharedDimension = Dimension;
  }
  /// Of these loops a work-item runs one round, whose number their variables
  /// have, or those that ItemLoops says.
  void setItems(llvm::ArrayRef<ItemLoops> Loops) { Items = Loops; }
  /// Whether a GPU's compiler may unroll the loops that come from now on.
  void setUnrolled(bool May) { Unrolled = May; }
  /// From now on elements that stay the same in a loop are kept in registers
  /// while it runs, where this parameter says that no bases overlap.
  void keepElements(llvm::StringRef Parameter) { Apart = Parameter.str(); }
  /// Whether some are; ask after the body.
  bool keeps() const { return Keeps; }
  const std::string &apart() const { return Apart; }
  /// One statement of the body, in a part of the kernel's own.
  std::string part(const clang::Stmt *S, unsigned Indent) {
    std::string Out;
    statement(S, Indent, Out);
    return Out;
  }
  /// One that the first items alone run, by those that are known to be some.
  std::string besidePart(const clang::Stmt *S, unsigned Indent) {
    const clang::Stmt *Around = std::exchange(ByFirst, S);
    std::string Out = part(S, Indent);
    ByFirst = Around;
    return Out;
  }
  std::string declared(const clang::VarDecl &V) { return variable(V); }
  /// What a `continue` outside all inner loops is printed as.
  void setContinue(llvm::StringRef Code) { Continue = Code; }
  /// What a `return` of the kernel's own body jumps to, out of the loop over a
  /// work-item's iterations.
  void setLeave(llvm::StringRef Label) { Leave = Label; }
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
  void itemLoop(const clang::ForStmt &S, unsigned Indent, std::string &Out);
  void placedLoop(const clang::ForStmt &S, const ItemLoops &Own,
                  unsigned Indent, std::string &Out);
  std::string firstItems(const clang::Stmt *S) const;
  bool keptLoop(const clang::ForStmt &S, unsigned Indent, std::string &Out);
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

struct KernelFunction {
  ExpressionPrinter Expressions;
  StatementPrinter Statements{Expressions};

  KernelFunction(KernelUnit &Unit, const PointerSpaces &Spaces)
      : Expressions(Unit, Spaces) {}

  void bind(const clang::ValueDecl *D, std::string Name, Binding How) {
    Expressions.Names.bind(D, std::move(Name), How);
  }
  llvm::StringRef nameOf(const clang::ValueDecl *D) const {
    return Expressions.Names.nameOf(D);
  }
};

} // namespace twofold

#endif
