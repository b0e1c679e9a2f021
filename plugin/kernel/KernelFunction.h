// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelFunction.h - prints the code of one OpenCL C function --------===//
//
// Statements and expressions keep their shape. An expression's text has the
// type that clang gave the expression, save for what C and OpenCL C promote
// alike. References are pointers.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_KERNELFUNCTION_H
#define TWOFOLD_PLUGIN_KERNEL_KERNELFUNCTION_H

#include "kernel/KernelCopies.h"
#include "kernel/KernelUnit.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace twofold {

struct MathRule;

/// Binding strength, loosest first.
enum class Strength {
  Comma,
  Assign,
  Conditional,
  LogicalOr,
  LogicalAnd,
  Or,
  Xor,
  And,
  Equality,
  Relation,
  Shift,
  Sum,
  Product,
  Unary,
  Postfix,
  Primary
};

struct Text {
  std::string Code;
  Strength Binds = Strength::Primary;
};

/// How a variable's name stands for it.
enum class Binding {
  Value,    ///< the name is the variable
  Pointer,  ///< the name points at it
  Elements, ///< an array: the name points at its first element
};

class KernelFunction {
public:
  KernelFunction(KernelUnit &Unit, const PointerSpaces &Spaces)
      : Unit(Unit), Ctx(Unit.Ctx), Types(Unit.Types), Spaces(Spaces) {}

  void bind(const clang::ValueDecl *D, std::string Name, Binding How) {
    Names[canonical(D)] = {std::move(Name), How};
  }
  llvm::StringRef nameOf(const clang::ValueDecl *D) const {
    auto It = Names.find(canonical(D));
    return It == Names.end() ? llvm::StringRef() : It->second.Name;
  }
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
  /// What says that only the native variant can go on.
  void setDecline(llvm::StringRef Code) { Decline = Code; }
  /// Whether some statement says so; ask after the body.
  bool declines() const { return Declined; }
  /// The label, where one did so from within another loop or a switch.
  std::string leaveLabel() const {
    return LeavesByLabel ? Leave + ":;\n" : std::string();
  }
  /// The length of a row, by its type.
  void bindLength(clang::QualType Array, std::string Name) {
    Lengths.push_back({Array, std::move(Name)});
  }

  /// Index is printed as Check(index, More, &Left).
  void bindCheck(const clang::Expr *Index, llvm::StringRef Check,
                 llvm::StringRef More, llvm::StringRef Left) {
    Checks[Index] = {(Check + "(").str(),
                     (", " + More + ", &" + Left + ")").str()};
    LeftBounds = Left.str();
  }

  /// From now on these loads are printed as elements of arrays, at index Lane.
  void loadAhead(const llvm::DenseSet<const clang::Expr *> &Loads,
                 llvm::StringRef Lane) {
    Ahead = Loads;
    AheadLane = Lane.str();
  }
  /// What such an array is to be filled with; ask after the body.
  struct LoadedAhead {
    std::string Name, Type, Code;
  };
  llvm::ArrayRef<LoadedAhead> loadedAhead() const { return Loaded; }

  /// Updates of this array's elements go to the work-group's copy.
  void bindCopy(const GroupCopy &Copy) { Copies.push_back(Copy); }

  /// The statements of a body, without its braces.
  std::string body(const clang::Stmt *S, unsigned Indent);
  /// Declarations of what the body's expressions needed besides; ask last.
  std::string temporaries(unsigned Indent) const;

  std::string parameters(const clang::FunctionDecl &F);
  /// What a call of F hands over besides its arguments.
  void addGlobals(const clang::FunctionDecl &F,
                  llvm::SmallVectorImpl<std::string> &Arguments);
  /// All statements of a constructor's function.
  std::string constructor(const clang::CXXConstructorDecl &C, unsigned Indent);

private:
  /// A global variable may be declared many times.
  static const clang::Decl *canonical(const clang::ValueDecl *D) {
    return D->getCanonicalDecl();
  }
  struct Bound {
    std::string Name;
    Binding How;
  };
  struct FlatPointer {
    std::string Base, Offset;
  };
  KernelUnit &Unit;
  clang::ASTContext &Ctx;
  TypeMapping &Types;
  const PointerSpaces &Spaces;
  llvm::DenseMap<const clang::Decl *, Bound> Names;
  llvm::SmallVector<std::pair<clang::QualType, std::string>, 2> Lengths;
  llvm::DenseMap<const clang::OpaqueValueExpr *, Text> Opaques;
  llvm::DenseMap<const clang::Expr *, std::pair<std::string, std::string>>
      Checks;
  llvm::SmallVector<GroupCopy, 1> Copies;
  llvm::DenseSet<const clang::Expr *> Ahead;
  std::string AheadLane;
  llvm::SmallVector<LoadedAhead, 4> Loaded;
  std::string LeftBounds; ///< empty: nothing is checked
  std::string Continue = "continue;";
  std::string Leave, Decline;
  bool Declined = false;
  bool LeavesByLabel = false;
  unsigned SwitchDepth = 0;
  std::string BareReturn = "return;";
  Text Self{"self"}; ///< `this`
  llvm::SmallVector<std::string, 4> Temporaries;
  unsigned LoopDepth = 0;
  std::optional<InferredCollapse> Shared;
  unsigned SharedDimension = 0;
  /// Variables whose addresses are taken: they lie in memory.
  llvm::DenseSet<const clang::ValueDecl *> Escaping;

  // KernelStatements.cpp
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

  // KernelExpressions.cpp
  Text expression(const clang::Expr *E);
  Text unchecked(const clang::Expr *E);
  std::string expression(const clang::Expr *E, Strength Least);
  Text truth(const clang::Expr *E);
  Text unary(const clang::UnaryOperator &E);
  Text binary(const clang::BinaryOperator &E);
  Text assignment(const clang::BinaryOperator &E);
  Text compound(const clang::CompoundAssignOperator &E);
  Text conditional(const clang::AbstractConditionalOperator &E);
  void comparePointers(const clang::BinaryOperator &E);
  Text pointerSum(const clang::Expr *Pointer, const clang::Expr *Count,
                  bool Subtract);
  Text joined(const Text &Left, clang::BinaryOperatorKind Op,
              const Text &Right);

  // KernelContraction.cpp
  bool contracts(const clang::BinaryOperator &E) const;
  bool isProduct(const clang::Expr *E) const;
  bool fuses(const clang::CompoundAssignOperator &E) const;
  /// fma(), where clang would fuse on the host. A compound assignment gives
  /// the Left operand's text.
  std::optional<Text> fused(const clang::BinaryOperator &E, bool Subtract,
                            const Text *Left);

  // KernelElements.cpp
  Text elementUpdate(const ElementUpdate &U);

  // KernelLvalues.cpp
  Text reference(const clang::DeclRefExpr &E);
  Text member(const clang::MemberExpr &E);
  Text part(const Text &Base, bool Arrow, llvm::StringRef Name);
  Text subscript(const clang::ArraySubscriptExpr &E);
  Text loaded(const clang::CastExpr &E);
  Text dereference(const clang::Expr *Pointer);
  Text address(const clang::Expr *Lvalue);
  Text fromFlat(const clang::CastExpr &E);
  std::optional<FlatPointer> flat(const clang::Expr *E);
  FlatPointer advanced(FlatPointer From, const clang::Expr *Count,
                       clang::QualType Row, bool Subtract);
  std::string length(clang::QualType Array, const clang::Expr *Use,
                     llvm::StringRef Name);
  bool keepsValue(const clang::ValueDecl *D);
  bool isWrittenInside(const clang::Expr *Size,
                       const clang::ValueDecl *Part) const;

  // KernelConversions.cpp
  Text conversion(const clang::CastExpr &E);
  Text cast(clang::QualType T, const Text &Operand,
            AddressSpace Space = AddressSpace::Private);
  Text rounded(clang::QualType T, const Text &Operand, clang::QualType From);
  Text literal(const clang::APValue &Value, clang::QualType T);
  Text zero(clang::QualType T);
  Text unevaluated(const clang::UnaryExprOrTypeTraitExpr &E);

  // KernelCalls.cpp
  Text call(const clang::CallExpr &E);
  Text helperCall(const clang::CallExpr &E, const clang::FunctionDecl &F);
  Text argument(const clang::Expr *E, clang::QualType Parameter);
  Text mathCall(const clang::CallExpr &E, const clang::FunctionDecl &F,
                const MathRule &Rule);
  Text bitCall(const clang::CallExpr &E, const clang::FunctionDecl &F,
               const MathRule &Rule);
  Text extremum(const clang::CallExpr &E, const MathRule &Rule);

  // KernelInitializers.cpp
  std::string initializer(const clang::Expr *E);
  std::string braces(llvm::ArrayRef<clang::Expr *> Inits, clang::QualType T,
                     const clang::Expr *Filler);
  std::string braces(const clang::InitListExpr &E);
  Text aggregate(const clang::Expr *E);

  // KernelComplex.cpp
  Text complexCall(llvm::StringRef Operation, clang::QualType T,
                   llvm::ArrayRef<Text> Arguments);
  Text complexNumber(clang::QualType T, const Text &Re, const Text &Im);
  Text complexOperation(const clang::BinaryOperator &E,
                        clang::BinaryOperatorKind Op, clang::QualType T,
                        const Text &Left, bool LeftReal, const Text &Right,
                        bool RightReal);
  Text complexBinary(const clang::BinaryOperator &E);
  Text complexCompound(const clang::CompoundAssignOperator &E);
  Text complexUnary(const clang::UnaryOperator &E);
  Text complexConversion(const clang::CastExpr &E);
  Text complexMath(const clang::CallExpr &E, const MathRule &Rule);

  // KernelBuiltins.cpp
  Text byteSwap(const clang::CallExpr &E);
  Text rotation(const clang::CallExpr &E, bool Left);
  Text overflow(const clang::CallExpr &E, llvm::StringRef Operation);
  Text reinterpreted(const clang::CastExpr &E);

  // KernelHalf.cpp
  static bool isHalf(clang::QualType T);
  Text halfAsFloat(const clang::Expr *E);
  Text halfOperation(const clang::BinaryOperator &E);
  Text halfBinary(const clang::BinaryOperator &E);
  Text halfCompound(const clang::CompoundAssignOperator &E);

  // KernelVectors.cpp
  Text vectorLiteral(const clang::InitListExpr &E);
  Text lanes(const clang::ExtVectorElementExpr &E);
  Text lane(const clang::ArraySubscriptExpr &E);
  Text shuffle(const clang::ShuffleVectorExpr &E);
  Text vectorConversion(const clang::CastExpr &E);
  Text converted(const clang::ConvertVectorExpr &E);
  Text chosenLanes(const clang::AbstractConditionalOperator &E);
  Text elementwise(const clang::CallExpr &E, const MathRule &Rule);

  // KernelClasses.cpp
  Text construction(const clang::CXXConstructExpr &E);
  std::string fill(const std::string &Target, clang::QualType T,
                   const clang::Expr *Init, unsigned Indent);
  Text toBase(const clang::CastExpr &E);
  Text toDerived(const clang::CastExpr &E);

  /// A variable of the function that is assigned before it is read.
  std::string temporary(clang::QualType T, llvm::StringRef Base,
                        AddressSpace Space = AddressSpace::Private);
  /// An expression that may be printed twice: itself, or a temporary whose
  /// assignment is put into Before.
  Text repeatable(const clang::Expr *E, std::string &Before);

  Text unsupported(const clang::Stmt *S, llvm::StringRef What);
};

/// The text of a number of type T, exact.
std::string numberText(const clang::APValue &Value, clang::QualType T,
                       const clang::ASTContext &Ctx);
/// The value in braces or as a literal.
std::string constantText(const clang::APValue &Value, clang::QualType T,
                         const clang::ASTContext &Ctx);

} // namespace twofold

#endif
