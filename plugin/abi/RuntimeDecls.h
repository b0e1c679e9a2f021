// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RuntimeDecls.h - finds twofold/abi.h's names in the unit ---------===//
//
// The header's text is embedded in the plugin and shown to every unit, so the
// declarations are looked up and never spelled again here: drift between the
// two is an error while compiling, not a crash at run time.
#ifndef TWOFOLD_PLUGIN_ABI_RUNTIMEDECLS_H
#define TWOFOLD_PLUGIN_ABI_RUNTIMEDECLS_H

#include "clang/AST/Type.h"
#include <string>

namespace twofold {

/// twofold/abi.h's text and what slices need, marked as system headers. A
/// Preprocessed file has no predefined macros, so those that the text uses are
/// expanded in it.
std::string abiText(bool Preprocessed, const clang::TargetInfo &Target,
                    const clang::LangOptions &Lang);

class RuntimeDecls {
  clang::ASTContext &Ctx;

public:
  explicit RuntimeDecls(clang::ASTContext &Ctx) : Ctx(Ctx) {}

  /// Whether the unit has seen the ABI at all.
  bool available() const { return run() != nullptr; }
  clang::FunctionDecl *run() const { return function("run"); }
  /// What the names of functions of the unit begin with that call run().
  static constexpr llvm::StringLiteral SharedName = "twofold_call_";
  /// Whether F, which may be null, is the function that runs a loop, or one of
  /// the unit that calls it.
  bool isRun(const clang::FunctionDecl *F) const;
  /// Functions of the unit, each of one loop, that compute from numbers alone
  /// whether its arrays are apart.
  static constexpr llvm::StringLiteral ApartName = "twofold_apart_";
  static bool isApart(const clang::FunctionDecl &F) {
    return F.getIdentifier() && F.getName().starts_with(ApartName);
  }
  /// The function twofold_<Name>.
  clang::FunctionDecl *function(llvm::StringRef Name) const;
  /// The variable twofold_<Name>, as the header declares it.
  clang::VarDecl *variable(llvm::StringRef Name) const;
  /// struct twofold_<Name>
  clang::QualType record(llvm::StringRef Name) const;
  /// The function type behind the pointer typedef twofold_<Name>.
  clang::QualType functionType(llvm::StringRef Name) const;
};

} // namespace twofold

#endif
