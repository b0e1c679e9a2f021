// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Dump.h - the variants as readable files --------------------------===//
#ifndef TWOFOLD_PLUGIN_REPORT_DUMP_H
#define TWOFOLD_PLUGIN_REPORT_DUMP_H

#include "clang/AST/ASTFwd.h"
#include <string>

namespace clang {
class ASTContext;
class CompilerInstance;
} // namespace clang

namespace twofold {

/// Writes DIR/<source file>.<loop>.<suffix>. Nothing is written without a
/// directory. An error message comes back when a file cannot be written.
class Dump {
  std::string Directory;
  std::string Source; ///< file name without its folders

public:
  Dump(std::string Directory, const clang::CompilerInstance &CI);

  bool enabled() const { return !Directory.empty(); }
  std::string path(llvm::StringRef Loop, llvm::StringRef Suffix) const;
  /// Empty on success, and where no dump was asked for.
  std::string write(llvm::StringRef Loop, llvm::StringRef Suffix,
                    llvm::StringRef Text) const;
  static std::string print(const clang::FunctionDecl &F);
  static std::string print(const clang::Stmt &S, const clang::ASTContext &Ctx);
};

} // namespace twofold

#endif
