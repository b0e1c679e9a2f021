// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPClauses.h - OpenMP's clauses as annotations ------------------===//
#ifndef TWOFOLD_PLUGIN_ANNOTATION_OPENMPCLAUSES_H
#define TWOFOLD_PLUGIN_ANNOTATION_OPENMPCLAUSES_H

#include "ast/DirectiveCopy.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtOpenMP.h"

namespace twofold {

class OpenMPAtomics;

/// Turns the clauses of directives into annotations of one loop, and into
/// variables that the loop has for itself.
class OpenMPClauses {
  clang::ASTContext &Ctx;
  DirectiveCopy &Copy;
  const clang::Stmt *Loop;   ///< under the directives
  const clang::Stmt *Within; ///< under the directive that is being read
  clang::SourceLocation Loc;
  llvm::SmallVector<const clang::Attr *, 8> Attributes;
  llvm::SmallVector<clang::Stmt *, 4> Declared;
  llvm::SmallVector<std::pair<clang::VarDecl *, clang::Stmt *>, 8> Named;
  llvm::DenseSet<const clang::ValueDecl *> Privates, LastPrivates;
  /// Structs whose last values nobody reads.
  llvm::DenseSet<const clang::ValueDecl *> Lost;
  /// By which operators.
  llvm::DenseMap<const clang::ValueDecl *, std::string> Reduced;
  /// Numbers that are 0 or 1 once there was an iteration, and by which
  /// operator.
  llvm::SmallVector<std::pair<clang::ValueDecl *, clang::BinaryOperatorKind>, 2>
      Truths;
  unsigned Collapsed = 1; ///< loops whose iterations are shared out together
  /// Which parts of them, as they are written.
  llvm::DenseMap<const clang::ValueDecl *, llvm::FoldingSetNodeID> Sections;
  /// Of these, those that are assigned one number.
  llvm::DenseSet<const clang::ValueDecl *> Assigned;
  /// One that has moved by a step for each iteration, where one begins; the
  /// program's has what the last iteration leaves in it.
  struct LinearVariable {
    clang::Expr *Variable = nullptr;
    clang::VarDecl *Start = nullptr; ///< has its value before the loop
    clang::VarDecl *From = nullptr;  ///< where the loop's own variable begins
    int64_t Stride = 1;              ///< what that one is moved by
    clang::VarDecl *Step = nullptr;  ///< null: a constant
    int64_t By = 0;
  };
  llvm::SmallVector<LinearVariable, 2> Linear;
  /// Objects that count iterations, where they are declared outside the loop,
  /// and the declarations of their copies.
  llvm::SmallVector<std::pair<clang::VarDecl *, clang::DeclStmt *>, 1>
      Iterators;
  bool InRegion = false; ///< the clauses are of a region around the loop
  bool Teams = false;    ///< share out the iterations
  bool Tasks = false;    ///< of the directive run iterations
  bool Together = false; ///< iterations update elements of one array
  bool Atomics = false;  ///< which are nothing but what they are
  std::string Reason;

public:
  OpenMPClauses(clang::ASTContext &Ctx, DirectiveCopy &Copy,
                const clang::Stmt *Loop, clang::SourceLocation Loc);

  /// Says that the directives are in a region of teams.
  void inTeams() { Teams = true; }
  /// Those of Directive, under which Whole stands. False: there is one that no
  /// annotation says, and reason() tells which.
  bool add(const clang::OMPExecutableDirective &Directive,
           const clang::Stmt *Whole);
  /// Those of a Region around the loop, but for variables that it makes.
  bool addRegion(const clang::OMPExecutableDirective &Region);
  /// A variable that a thread has for itself, where each iteration does.
  bool addPrivate(clang::VarDecl *V);
  /// Those of them that Own, the loop's copy, uses; it combines what it assigns
  /// variables that are reduced.
  void addUsed(clang::Stmt *Own);
  /// `V = V op Other`, where V is 0 or 1 in the end.
  static clang::BinaryOperator *truth(clang::ValueDecl *V,
                                      clang::BinaryOperatorKind Op,
                                      clang::Expr *Other, DirectiveCopy &Copy,
                                      clang::SourceLocation Loc);
  /// Has each iteration of Own, the loop's copy, combine the numbers in Truths
  /// with what changes no result.
  void addTruths(clang::Stmt *Own);
  /// Iterations count by variables of their own.
  bool addCounters(const clang::OMPExecutableDirective &Directive);
  /// Declares those of them that are objects where Own, the loop's copy,
  /// begins.
  bool addIterators(clang::Stmt *Own);
  /// Has the iterations of Own, the loop's copy, begin with the values that
  /// variables of `linear` have in them.
  bool addLinear(clang::Stmt *Own);
  bool hasLinear() const { return !Linear.empty(); }
  /// Iterations may meet in memory that a thread has for itself.
  void meetTogether() { Together = true; }
  /// No two iterations meet, says whoever wrote the directive.
  void addIndependent();
  /// Atomic operations of Own, the loop's copy, stay what they are. Ordered:
  /// they order what else iterations do.
  void addAtomics(const clang::Stmt *Own, const OpenMPAtomics &Atomics);
  /// Names what iterations do one at a time.
  void addGuarded();

  /// Variables that stand before the loop.
  llvm::ArrayRef<clang::Stmt *> declared() const { return Declared; }
  llvm::ArrayRef<const clang::Attr *> attributes() const { return Attributes; }
  const std::string &reason() const { return Reason; }

private:
  /// The variable that an item of a clause names; null: a member, say.
  static clang::VarDecl *variableOf(const clang::Expr &Item);
  static std::string named(clang::OpenMPClauseKind Kind);
  bool fail(std::string Why);
  bool clause(const clang::OMPClause &C);
  void annotate(llvm::StringRef Name, llvm::ArrayRef<clang::Expr *> Arguments);
  bool variables(const clang::OMPClause &C);
  bool isLost(const clang::OMPExecutableDirective &D,
              const clang::VarDecl &V) const;
  bool linear(const clang::OMPLinearClause &C);
  bool firstPrivate(const clang::Expr &Named, clang::OpenMPClauseKind Kind);
  bool expression(llvm::StringRef Name, clang::Expr *E);
  bool schedule(const clang::OMPScheduleClause &C);
  bool reduction(const clang::OMPReductionClause &C);
  bool reduced(llvm::StringRef Op, const clang::Expr &Item, bool Declared);
};

/// Whether loops under directives of this kind are ones that annotations say.
bool isSharedLoop(clang::OpenMPDirectiveKind Kind);

} // namespace twofold

#endif
