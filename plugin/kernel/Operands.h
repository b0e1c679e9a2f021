// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Operands.h - what the printers of one function share --------------===//
//
// Each printer prints one kind of expression and has the state of that kind;
// its operands are of any kind, and are asked for here. An expression's text
// has the type that clang gave the expression, save for what C and OpenCL C
// promote alike. References are pointers.
#ifndef TWOFOLD_PLUGIN_KERNEL_OPERANDS_H
#define TWOFOLD_PLUGIN_KERNEL_OPERANDS_H

#include "kernel/KernelUnit.h"
#include "kernel/Text.h"

namespace twofold {

/// How a variable's name stands for it.
enum class Binding {
  Value,    ///< the name is the variable
  Pointer,  ///< the name points at it
  Elements, ///< an array: the name points at its first element
};

/// What a function calls variables whose names are not the user's.
class FunctionNames {
  struct Bound {
    std::string Name;
    Binding How;
  };
  llvm::DenseMap<const clang::Decl *, Bound> Names;

public:
  Text Self{"self"}; ///< `this`

  void bind(const clang::ValueDecl *D, std::string Name, Binding How) {
    // A global variable may be declared many times.
    Names[D->getCanonicalDecl()] = {std::move(Name), How};
  }
  void forget(const clang::ValueDecl *D) { Names.erase(D->getCanonicalDecl()); }
  /// Null: it has the user's name.
  const Bound *find(const clang::ValueDecl *D) const {
    auto It = Names.find(D->getCanonicalDecl());
    return It == Names.end() ? nullptr : &It->second;
  }
  llvm::StringRef nameOf(const clang::ValueDecl *D) const {
    const Bound *Known = find(D);
    return Known ? Known->Name : llvm::StringRef();
  }
};

class Operands {
  llvm::SmallVector<std::string, 4> Temporaries;

public:
  KernelUnit &Unit;
  const PointerSpaces &Spaces;
  FunctionNames Names;

  Operands(KernelUnit &Unit, const PointerSpaces &Spaces)
      : Unit(Unit), Spaces(Spaces) {}
  Operands(const Operands &) = delete; // its printers refer to it

  virtual Text expression(const clang::Expr *E) = 0;
  virtual Text address(const clang::Expr *Lvalue) = 0;
  /// A condition: any number that is 0 or not.
  virtual Text truth(const clang::Expr *E) = 0;
  std::string expression(const clang::Expr *E, Strength Least) {
    return expression(E).atLeast(Least);
  }

  /// A variable of the function that is assigned before it is read.
  std::string temporary(clang::QualType T, llvm::StringRef Base,
                        AddressSpace Space = AddressSpace::Private);
  /// Declarations of all temporaries; ask last.
  std::string temporaries(unsigned Indent) const;
  /// An expression that may be printed twice: itself, or a temporary whose
  /// assignment is put into Before.
  Text repeatable(const clang::Expr *E, std::string &Before);
  /// Of a temporary that has the value of E.
  Text copyAddress(const clang::Expr *E);
  /// Lvalues of C++ that are none in C: `?:`, assignments, ++ and --, commas.
  static bool isPlaceByAddress(const clang::Expr *E);
  /// What is assigned to.
  Text stored(const clang::Expr *Lvalue);
  /// What is read and written, and still evaluated once: as `repeatable`.
  Text target(const clang::Expr *Lvalue, std::string &Before);
  Text unsupported(const clang::Stmt *S, llvm::StringRef What);

protected:
  ~Operands() = default;
};

/// The base of printers: everything by short names.
class KindPrinter : protected TypedText {
public:
  explicit KindPrinter(Operands &All)
      : TypedText(All.Unit.Ctx, All.Unit.Types), All(All), Unit(All.Unit),
        Spaces(All.Spaces) {}

protected:
  Operands &All;
  KernelUnit &Unit;
  const PointerSpaces &Spaces;

  Text expression(const clang::Expr *E) { return All.expression(E); }
  std::string expression(const clang::Expr *E, Strength Least) {
    return All.expression(E).atLeast(Least);
  }
  Text address(const clang::Expr *Lvalue) { return All.address(Lvalue); }
  Text truth(const clang::Expr *E) { return All.truth(E); }
  std::string temporary(clang::QualType T, llvm::StringRef Base,
                        AddressSpace Space = AddressSpace::Private) {
    return All.temporary(T, Base, Space);
  }
  Text repeatable(const clang::Expr *E, std::string &Before) {
    return All.repeatable(E, Before);
  }
  Text unsupported(const clang::Stmt *S, llvm::StringRef What) {
    return All.unsupported(S, What);
  }
};

} // namespace twofold

#endif
