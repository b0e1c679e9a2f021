// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ElementText.h - atomic updates of elements as OpenCL C -------------===//
//
// OpenCL C 1.2 has atomic operations on 32-bit integers, and on 64-bit ones by
// an extension. Everything else is a helper function that compares and swaps
// the word that holds the element.
#ifndef TWOFOLD_PLUGIN_KERNEL_ELEMENTTEXT_H
#define TWOFOLD_PLUGIN_KERNEL_ELEMENTTEXT_H

#include "ast/AtomicOperations.h"
#include "dialect/NameTable.h"
#include "model/LoopModel.h"
#include <map>

namespace twofold {

/// One way to update, by the types' names in memory.
struct AtomicUpdate {
  ReductionOp Op;
  bool Negated = false;
  bool SkipsNan = false;
  std::string Type;   ///< of the element: char .. ulong, float, double
  std::string By;     ///< of the value
  bool Local = false; ///< the element lies in __local memory

  bool operator<(const AtomicUpdate &O) const {
    return std::tie(Op, Negated, SkipsNan, Type, By, Local) <
           std::tie(O.Op, O.Negated, O.SkipsNan, O.Type, O.By, O.Local);
  }
};

class ElementText {
  NameTable &Names;
  std::map<AtomicUpdate, std::string> Known, KnownCopies, Combined;
  std::map<std::tuple<AtomicOperation::Kind, bool, std::string>, std::string>
      Operations;
  std::string Functions;
  bool Wide = false;

  std::string helper(const AtomicUpdate &U, llvm::StringRef Name) const;

public:
  explicit ElementText(NameTable &Names) : Names(Names) {}

  /// The function f in `f(&element, value)`. The value's type must be By.
  const std::string &function(const AtomicUpdate &U);
  /// The function f in `f(&element, value, first, copy, count, copies)`:
  /// elements from `first` on have a copy in local memory, `count` of them,
  /// each `copies` behind the other.
  const std::string &copyFunction(AtomicUpdate U);
  /// The function f in `f(value, value)`, of values of the element's type.
  const std::string &combined(const AtomicUpdate &U);
  /// The function f in `f(&element, value)`, or with an expected value before
  /// the other. Type is the element's and the values'.
  const std::string &operation(const AtomicOperation &Of,
                               const std::string &Type);
  /// What the functions need before them.
  const std::string &functions() const { return Functions; }
  bool usesWideAtomics() const { return Wide; }
};

} // namespace twofold

#endif
