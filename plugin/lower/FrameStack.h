// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FrameStack.h - calls that are being inlined, and their variables ---===//
#ifndef TWOFOLD_PLUGIN_LOWER_FRAMESTACK_H
#define TWOFOLD_PLUGIN_LOWER_FRAMESTACK_H

#include "lower/Emitter.h"
#include <deque>

namespace twofold {

class FrameStack {
public:
  /// One function's body: the loop's own or an inlined one's.
  struct Frame {
    const clang::FunctionDecl *Function = nullptr;
    Place This;
    llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> Captured;
    clang::FieldDecl *CapturedThis = nullptr;
    /// Of statements: where `return` leaves the value.
    Place Result;
    /// Set by a `return` inside a loop; null: there is none in this body.
    clang::VarDecl *Done = nullptr;
    /// What a `break` would leave: a loop that a `return` leaves.
    const clang::Stmt *Inside = nullptr;
  };
  using Bindings =
      llvm::SmallVector<std::pair<const clang::ValueDecl *, Place>, 4>;

  FrameStack(clang::Sema &S, Emitter &Emit) : S(S), Emit(Emit) {}

  /// The loop's own body.
  void beginLoop(Place This) { Frames.emplace_back().This = This; }
  bool inLoopText() const { return Frames.size() == 1; }
  Frame &back() { return Frames.back(); }
  Place &variable(const clang::ValueDecl *D) { return Variables[D]; }
  const Place *find(const clang::ValueDecl *D) const {
    auto It = Variables.find(D);
    return It == Variables.end() ? nullptr : &It->second;
  }
  /// Of the call in the loop's own text.
  const Bindings &outermost() const { return Outermost; }

  /// The definition, if it can be inlined here.
  const clang::FunctionDecl *enter(const clang::FunctionDecl &F,
                                   clang::SourceLocation Loc);
  void begin(const clang::FunctionDecl &F, Place This, Bindings &Parameters);
  void end(Bindings &Parameters);
  /// The outermost function of a library in which lowering has failed.
  const clang::FunctionDecl *failedIn() const { return FailedIn; }

private:
  bool inLibrary(const clang::FunctionDecl &F) const;

  clang::Sema &S;
  Emitter &Emit;
  std::deque<Frame> Frames;
  llvm::DenseMap<const clang::ValueDecl *, Place> Variables;
  Bindings Outermost;
  const clang::FunctionDecl *FailedIn = nullptr;
  unsigned Inlined = 0;
};

} // namespace twofold

#endif
