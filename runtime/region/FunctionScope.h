// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FunctionScope.h - loops whose results the host does not look at ----===//
//
// With TWOFOLD_COHERENCE=function, results stay on devices where the compiler
// says that nothing else is done between loops of a function; with lazy, those
// bytes do that cannot be guarded. A thread opens a
// scope, arms it before each loop that may leave its results, and empties it
// before anything else that could look at memory. Calls that were not armed,
// also those inside a loop's body, leave nothing behind.
#ifndef TWOFOLD_RUNTIME_REGION_FUNCTIONSCOPE_H
#define TWOFOLD_RUNTIME_REGION_FUNCTIONSCOPE_H

#include "bytes/RangeSet.h"
#include "twofold/abi.h"

namespace twofold {

class Regions;

/// One thread's, which is the program's variable. Its state is what loops have
/// touched and may have left on a device: null, which call sites look at, as
/// long as they have left nothing.
class FunctionScope : twofold_scope {
  RangeSet *left() const { return static_cast<RangeSet *>(state); }

  // In the library's own part of the thread's memory: twofold_run looks there.
#define TWOFOLD_FAST_TLS __attribute__((tls_model("initial-exec")))
  static constinit thread_local FunctionScope *Armed TWOFOLD_FAST_TLS;
  static constinit thread_local FunctionScope *Current TWOFOLD_FAST_TLS;
#undef TWOFOLD_FAST_TLS

public:
  FunctionScope() : twofold_scope{nullptr} {}
  static FunctionScope &of(twofold_scope &Program) {
    return static_cast<FunctionScope &>(Program);
  }
  /// The next call of this thread belongs to the scope.
  void arm() { Armed = this; }
  void leave(ByteRange Touched) {
    if (!state)
      state = new RangeSet;
    left()->insert(Touched);
  }
  /// The host is about to read Range.
  void read(ByteRange Range, Regions &All);
  /// Everything is on the host afterwards, which may write it.
  void empty(Regions &All);
  /// What it has left is none of this process's.
  void forget() {
    delete left();
    state = nullptr;
  }
  /// The scope of the call that this thread is in; null: results must be on the
  /// host when the call is over.
  static FunctionScope *current() { return Current; }
  /// That scope may have left something on a device.
  static bool holds() { return Current && Current->state; }

  /// While a thread is in a call.
  class Call {
    FunctionScope *const Outer;

  public:
    Call() : Outer(Current) {
      Current = Armed;
      Armed = nullptr;
    }
    Call(const Call &) = delete;
    ~Call() { Current = Outer; }
  };
};

} // namespace twofold

#endif
