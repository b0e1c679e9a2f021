// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SiteTables.h - the static tables of a call site -------------------===//
#ifndef TWOFOLD_PLUGIN_CALL_SITETABLES_H
#define TWOFOLD_PLUGIN_CALL_SITETABLES_H

#include "access/AccessModel.h"
#include "access/Conflicts.h"
#include "access/RowTables.h"
#include "ast/AstFactory.h"
#include "kernel/KernelText.h"
#include "native/CallLayout.h"
#include "native/NativeOutliner.h"
#include <optional>

namespace twofold {

class RuntimeDecls;

/// What the compiler found out about one loop.
struct SiteFacts {
  const ParallelLoop *Loop = nullptr;
  bool InOrder = false;       ///< see LoopVerdict
  unsigned FewestInRange = 0; ///< see RowBlock
  NativeVariant Native;
  AccessModel Accesses;
  ConflictModel Conflicts; ///< in terms of the values of Accesses
  RowTables Rows;
  std::optional<KernelText> Kernel; ///< or Reason says why not
  std::string Reason;
  clang::VarDecl *InlineLimit = nullptr; ///< null: all calls ask the runtime
};

/// Builds `static const struct twofold_site` and its tables in the unit.
/// Declared receives every new variable, to be handed to CodeGen.
clang::VarDecl *buildSite(const SiteFacts &Facts, const RuntimeDecls &Abi,
                          clang::ASTContext &Ctx,
                          llvm::SmallVectorImpl<clang::Decl *> &Declared);

/// Whether the bits of some result depend on the order of iterations.
bool roundsResults(const ParallelLoop &Loop);

/// TWOFOLD_TYPE_*
unsigned typeCode(clang::QualType T);
/// TWOFOLD_OP_*
unsigned operationCode(const ElementReduction &E);

/// Bytes that the native variant may read and that no base lists.
struct NativeInput {
  unsigned Kind = 0; ///< TWOFOLD_INPUT_*
  unsigned Arg = 0;  ///< 0: Variable is global
  uint64_t Bytes = 0;
  clang::VarDecl *Variable = nullptr;
};

/// All of them, so that a call can be repeated when the variables have changed.
/// Nothing where that cannot be told: the variant follows pointers in objects
/// that are reached through pointers, or reads large objects.
std::optional<llvm::SmallVector<NativeInput, 8>>
nativeInputs(const ParallelLoop &Loop, const CallLayout &Layout,
             const AccessModel &Accesses, clang::ASTContext &Ctx);

} // namespace twofold

#endif
