// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPRegions.h - regions of threads that one thread may run -------===//
//
// OpenMP allows a region to run on one thread. Then its loops can be shared out
// one by one, each with a beginning and an end, if nothing else in the region
// has a result that tells how many threads ran it.
#ifndef TWOFOLD_PLUGIN_ANNOTATION_OPENMPREGIONS_H
#define TWOFOLD_PLUGIN_ANNOTATION_OPENMPREGIONS_H

#include "ast/Jumps.h"
#include "clang/AST/StmtOpenMP.h"
#include <string>

namespace twofold {

/// A loop that the threads of a region share out in a function which they call.
struct CalledLoop {
  clang::FunctionDecl *Function;
  clang::OMPExecutableDirective *Directive;
};

struct RegionFacts {
  std::string Reason; ///< why it stays; empty: it need not
  clang::SourceLocation Loc;
  bool Shares = false; ///< a loop stands in it
  llvm::SmallVector<CalledLoop, 4> Called;
  /// A directive in a function that it calls is about the threads of the
  /// innermost region, which has to be this one.
  bool Binds = false;
  /// Variables that each thread has for itself.
  llvm::DenseSet<const clang::ValueDecl *> Own;
};

/// Of a directive of which isRegion holds. LeftOut: conditional statements
/// whose conditions never hold. Inside: it runs for an iteration, and need not
/// share out a loop.
RegionFacts factsOf(clang::OMPExecutableDirective &Region,
                    const Jumps::Statements &LeftOut, bool Inside = false);

/// Of the first region of threads in Loop, which one thread cannot run; its
/// Reason is empty: there is none.
RegionFacts notAlone(const clang::Stmt *Loop);

/// Why a region stays each of whose threads evaluates S, whatever its parts
/// are; null: for no reason.
const char *whyNotByEach(const clang::Stmt &S);

/// Whether threads, or the host in the place of a device, run what stands under
/// directives of this kind, with loops that have directives of their own.
bool isRegion(clang::OpenMPDirectiveKind Kind);

/// Whether a loop with a directive stands under Region, or in a function that
/// is called there.
bool sharesLoop(const clang::OMPExecutableDirective &Region);

/// Whether C says that the thread with number 0 runs a directive.
bool namesFirst(const clang::OMPClause &C);

/// Whether the threads or teams of a region share out the iterations under D.
bool isSharedInRegion(const clang::OMPExecutableDirective &D);

/// Whether a region's threads wait where they are behind D: for each other, or
/// as there is nothing else to do. D stands in Body, which is the Region's or
/// that of a function that it calls.
bool waitsBehind(const clang::Stmt &Body, bool Region,
                 const clang::OMPExecutableDirective &D);

/// The directive of a loop that has been taken, which stands in S behind `if
/// (omp_in_parallel())`, without a guard; null: S is something else.
clang::OMPExecutableDirective *takenLoop(clang::Stmt &S);

/// A pointer that S assigns and that is none of a thread's Own, to which those
/// declared in S are added; null: none.
const clang::ValueDecl *
movedPointer(const clang::Stmt *S,
             llvm::DenseSet<const clang::ValueDecl *> &Own);

/// Whether F gives a value and does nothing that other threads notice.
bool isHarmless(const clang::FunctionDecl &F);

/// What a region does where its thread has number 0, as one thread would.
class FirstThread {
  llvm::DenseSet<const clang::Stmt *> Calls; ///< that ask for nothing else
  /// Variables that have the number, and are compared with 0 alone.
  llvm::DenseSet<const clang::ValueDecl *> Numbers;

public:
  /// Looks for it in the Body of a region, but not in directives there.
  void find(const clang::Stmt *Body);
  bool gives(const clang::Stmt *Call) const { return Calls.contains(Call); }
  /// Whether If, without another branch, is for one thread alone.
  bool asks(const clang::IfStmt &If,
            const llvm::DenseSet<const clang::ValueDecl *> &Own) const;
};

/// Variables of which each thread of a region has one, and one thread alone
/// changes its own.
class ThreadChanges {
  llvm::DenseMap<const clang::ValueDecl *, unsigned> Inside;
  llvm::SmallVector<const clang::DeclRefExpr *, 4> Changes;
  /// Own pointers that it stores through.
  llvm::SmallVector<const clang::DeclRefExpr *, 2> Through;

public:
  /// Of Own, in what one thread runs.
  void add(const clang::Stmt *Alone,
           const llvm::DenseSet<const clang::ValueDecl *> &Own);
  /// Where one is changed that Body uses outside of that, too: how many threads
  /// there are would show; null: nowhere.
  const clang::DeclRefExpr *
  shown(const clang::Stmt *Body,
        const llvm::DenseSet<const clang::ValueDecl *> &Own) const;
};

/// Whether F does nothing but to tell Python of a thread, which goes on as it
/// did.
bool isThreadState(const clang::FunctionDecl &F);

} // namespace twofold

#endif
