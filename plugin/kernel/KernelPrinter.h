// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelPrinter.h - the kernel function around a loop's body ---------===//
#ifndef TWOFOLD_PLUGIN_KERNEL_KERNELPRINTER_H
#define TWOFOLD_PLUGIN_KERNEL_KERNELPRINTER_H

#include "ast/VariableUses.h"
#include "kernel/GroupPrinter.h"
#include "kernel/ItemDimensions.h"
#include "kernel/KernelText.h"
#include "kernel/NestMapping.h"
#include "kernel/ReductionText.h"
#include "kernel/TileForms.h"
#include "kernel/WideItems.h"

namespace twofold {

/// What so many lanes load, then Body for each of them; Here, which says what a
/// lane is, and Body stand three levels deep, all of it two. Nothing where
/// nothing is loaded.
std::string severalText(llvm::ArrayRef<LoadsAhead::Filled> Loaded,
                        const std::string &Lane, unsigned Count,
                        const std::string &Here, const std::string &Body,
                        const std::string &Before = "");

/// One use only.
class KernelPrinter {
  const ParallelLoop &Loop;
  const AccessModel &Model;
  const NestMapping &Mapping;
  clang::ASTContext &Ctx;
  const KernelOptions &Options;
  KernelUnit Unit;
  PointerSpaces Spaces;
  KernelFunction Function;
  ItemDimensions Inner;
  KernelText Kernel;
  llvm::SmallVector<std::string, 16> Parameters;
  std::string Prologue; ///< pointers and values, once for each work-item
  llvm::SmallVector<std::string, 2> Privates; ///< declared in each iteration
  llvm::SmallVector<std::string, 2> Counters; ///< ...of loops that items share
  std::string Decline;                        ///< the function that says so
  std::string Errors;  ///< of the parameter that takes what went wrong
  std::string Results; ///< reduction and last-value variables
  std::string LastStores;
  llvm::SmallVector<GroupReduction, 2> Reductions;
  llvm::SmallVector<GroupCopy, 1> Copies;
  llvm::DenseMap<unsigned, std::string> Places; ///< of bases, by entry of args
  llvm::SmallVector<std::string, 3> Trips, Indices;
  llvm::SmallVector<std::string, 3> Items;  ///< what an index is computed from
  llvm::SmallVector<std::string, 3> Limits; ///< trip counts
  unsigned Ahead = 0; ///< iterations of a line that load before they compute
  std::optional<Refusal> NotWide; ///< why an item has one iteration at a time
  /// Names that some declaration of the body would hide.
  llvm::DenseSet<const clang::IdentifierInfo *> Hidden;

public:
  KernelPrinter(const ParallelLoop &Loop, const AccessModel &Model,
                const NestMapping &Mapping, clang::ASTContext &Ctx,
                const KernelOptions &Options, NameTable &Names)
      : Loop(Loop), Model(Model), Mapping(Mapping), Ctx(Ctx), Options(Options),
        Unit(Loop, Model, Ctx, Options, Names), Spaces(Unit),
        Function(Unit, Spaces), Inner(Mapping, Unit, Function) {
    for (const clang::ValueDecl *D : collectUses(Loop.Body).DeclaredInside)
      Hidden.insert(D->getIdentifier());
  }

  std::variant<KernelText, Refusal> print();

private:
  std::string parameter(const std::string &Declared, unsigned Kind,
                        unsigned Index, unsigned Size = 0);
  std::string number(const std::string &Type, llvm::StringRef Base,
                     unsigned Kind, unsigned Index);
  std::string name(const clang::ValueDecl *D);
  void capture(const Capture &C);
  void buffer(const clang::ValueDecl *D, unsigned Arg, clang::QualType Pointer,
              const std::string &Name);
  void nullPointers();
  void groupCopies();
  void declarePrivates();
  void result(const Capture &C, unsigned Index);
  void lastElements(const Capture &C, const std::string &Name, unsigned Index);
  std::string induction(unsigned Dimension, const std::string &Index);
  std::string index(unsigned Dimension, const std::string &Value);
  std::string iterations();
  std::string groups(const std::string &Inductions);
  std::string tiles(llvm::ArrayRef<std::string> Declared,
                    const std::string &Rounds);
  std::string wideIterations(const WideItems &Wide,
                             const std::string &Inductions,
                             const std::string &Usual);
  std::string linearIterations();
  std::string body(unsigned Indent) {
    std::string Out;
    for (const std::string &Declared : Privates)
      Out += std::string(2 * Indent, ' ') + Declared;
    return Out + Function.Statements.body(Loop.Body, Indent);
  }
  const std::string &errors();
  std::string subscriptChecks();
  std::string declining();
};

} // namespace twofold

#endif
