// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelUnit.h - what the functions of one kernel text share ---------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_KERNELUNIT_H
#define TWOFOLD_PLUGIN_KERNEL_KERNELUNIT_H

#include "dialect/NameTable.h"
#include "dialect/TypeMapping.h"
#include "kernel/ComplexText.h"
#include "kernel/ElementText.h"
#include "kernel/KernelText.h"
#include "kernel/PointerSpaces.h"
#include <map>

namespace twofold {

/// Printing goes on after a failure, so that its callers stay simple; the text
/// is thrown away then.
class KernelUnit {
public:
  KernelUnit(const ParallelLoop &Loop, const AccessModel &Model,
             clang::ASTContext &Ctx, const KernelOptions &Options,
             NameTable &Names);
  ~KernelUnit();

  const ParallelLoop &Loop;
  const AccessModel &Model;
  clang::ASTContext &Ctx;
  const KernelOptions &Options;
  NameTable &Names;
  TypeMapping Types;
  ComplexText Complex;
  ElementText Elements;

  /// Notes that there will be no kernel. The first reason counts.
  void fail(diag::Id Reason, clang::SourceLocation Loc,
            llvm::ArrayRef<std::string> Arguments = {});
  bool failed() const { return Failure.has_value(); }
  const std::optional<Refusal> &failure() const { return Failure; }

  /// Somewhere a pointer is tested for null.
  void testsPointers() { TestsPointers = true; }
  bool pointersTested() const { return TestsPointers; }

  bool isCaptured(const clang::ValueDecl *D) const { return Loop.capture(D); }
  /// Whether D lies in a buffer.
  bool isShared(const clang::ValueDecl *D) const;
  /// Whether D is a constant array, which is printed as a __constant one.
  bool isTable(const clang::ValueDecl *D) const;
  /// A constant number, printed as a literal.
  const clang::APValue *number(const clang::ValueDecl *D) const;
  /// Of a captured pointer or of a pointer loop's induction variable.
  AddressSpace pointerSpace(const clang::ValueDecl *D) const;
  /// operator= that copies the bytes.
  static bool isPlainAssignment(const clang::FunctionDecl &F);

  /// The captures that F and what it calls use by name, in a fixed order: its
  /// function has a parameter for each.
  llvm::ArrayRef<const Capture *> globals(const clang::FunctionDecl &F);
  /// What such a parameter is called.
  const std::string &globalName(const Capture &C);

  /// What every constructor's function calls the object it fills.
  const std::string &object();
  /// What every method's function calls the pointer to its object.
  const std::string &self();
  /// The name of a table, defined when first asked for.
  const std::string &table(const clang::VarDecl *D);
  /// The same for what L says.
  const std::string &text(const clang::StringLiteral &L);
  /// The name of F's clone for these address spaces, printed when first asked
  /// for.
  const std::string &helper(const clang::FunctionDecl &F, const Signature &S);
  AddressSpace resultSpace(const clang::CallExpr &Call,
                           const clang::FunctionDecl &F,
                           const PointerSpaces &Caller);
  /// The parameter of F, or another variable, that the returned pointer comes
  /// from; null: several.
  const clang::ValueDecl *resultOrigin(const clang::CallExpr &Call,
                                       const clang::FunctionDecl &F,
                                       const PointerSpaces &Caller);

  /// What the device must offer or may do: pragmas, TWOFOLD_KERNEL_* flags.
  std::string extensions() const;
  unsigned requirements() const;
  /// Tables and functions, in the order of their needs.
  std::string tables() const { return Tables; }
  std::string functions() const {
    return Complex.functions() + Elements.functions() + Functions;
  }

private:
  struct Helper {
    std::string Name;
    AddressSpace Result = AddressSpace::Unknown;
    const clang::ValueDecl *Origin = nullptr;
  };
  std::optional<Refusal> Failure;
  std::string Tables, Functions, Object, This;
  llvm::DenseMap<const clang::VarDecl *, std::string> TableNames;
  llvm::DenseMap<const clang::StringLiteral *, std::string> TextNames;
  std::map<std::pair<const clang::FunctionDecl *, Signature>, Helper> Helpers;
  std::map<const clang::FunctionDecl *, llvm::SmallVector<const Capture *, 2>>
      Globals;
  llvm::DenseMap<const Capture *, std::string> GlobalNames;
  unsigned Depth = 0;
  bool TestsPointers = false;

  const Helper &convert(const clang::FunctionDecl &F, const Signature &S);
};

} // namespace twofold

#endif
