// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Evaluation.cpp - functions whose bodies are evaluated --------------===//
#include "access/Evaluation.h"

using namespace clang;
using namespace twofold;

static constexpr unsigned MaxDepth = 8;      // of calls in calls
static constexpr unsigned MaxEntries = 1000; // of bodies, for one loop

bool CallFrames::isVisible(const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  return F && F->hasBody(Definition) && !Definition->isDependentContext();
}

const char *CallFrames::whyNotEntered(const FunctionDecl &F) const {
  const FunctionDecl *Definition = F.getDefinition();
  if (llvm::any_of(Frames, [&](const std::unique_ptr<CallFrame> &Known) {
        return Known->Function == Definition;
      }))
    return "calls itself";
  if (Definition->isVariadic())
    return "takes a variable number of arguments";
  if (Frames.size() > MaxDepth)
    return "is called in too many calls in each other";
  return Entries > MaxEntries ? "comes after too many other calls" : nullptr;
}

bool CallFrames::escapes(const VarDecl *D) const {
  return llvm::any_of(Frames, [&](const std::unique_ptr<CallFrame> &F) {
    const VariableUses &Use = F->Uses.of(D);
    return D->getType()->isRecordType() ? Use.Changed : Use.Escapes;
  });
}

bool CallFrames::hasNames(const VarDecl *D) const {
  return llvm::any_of(Frames, [&](const std::unique_ptr<CallFrame> &F) {
    auto It = F->Uses.Variables.find(const_cast<VarDecl *>(D));
    return It != F->Uses.Variables.end() &&
           (It->second.Escapes || It->second.Referred);
  });
}

/// D is a parameter or variable of a function that is being looked into.
bool CallFrames::isOfCallee(const ValueDecl *D) const {
  return llvm::any_of(Frames, [&](const std::unique_ptr<CallFrame> &Of) {
    return Of->Function && Of->Function == D->getDeclContext();
  });
}
