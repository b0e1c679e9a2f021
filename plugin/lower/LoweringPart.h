// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweringPart.h - what the parts of one lowering share -------------===//
#ifndef TWOFOLD_PLUGIN_LOWER_LOWERINGPART_H
#define TWOFOLD_PLUGIN_LOWER_LOWERINGPART_H

#include "lower/FrameStack.h"
#include "lower/LoweredLoop.h"

namespace twofold {

class HostReads;
class PlaceAccess;
struct Lowering;

/// Each part has the state that it alone changes. What an expression or a
/// statement becomes is asked for here, whichever part does it.
class LoweringPart {
public:
  explicit LoweringPart(Lowering &All);
  LoweringPart(const LoweringPart &) = delete;

protected:
  using Kind = Place::Kind;

  Lowering &All;
  const ParallelLoop &Loop;
  clang::Sema &S;
  clang::ASTContext &Ctx;
  AstFactory Make;
  LoweredLoop &Out;
  BodyFacts &Facts;
  DerivedCaptures &Derived;
  Emitter &Emit;
  FrameStack &Frames;
  HostReads &Reads;
  PlaceAccess &Places;

  Place value(const clang::Expr *E);
  Place place(const clang::Expr *E);
  /// A prvalue that a kernel can compute.
  clang::Expr *scalar(const clang::Expr *E);
  /// Evaluates E for what it does.
  void discard(const clang::Expr *E);
  void statement(const clang::Stmt *S);
  void declaration(const clang::DeclStmt &S);

  bool failed() const { return Emit.failed(); }
  template <typename... Args> void fail(Args &&...Reason) {
    Emit.fail(Reason...);
  }
  /// Fails and gives nothing.
  template <typename... Args> Place noPlace(Args &&...Reason) {
    Emit.fail(Reason...);
    return {};
  }
};

} // namespace twofold

#endif
