// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Nodes.h - questions about nodes of clang's tree --------------------===//
#ifndef TWOFOLD_PLUGIN_AST_NODES_H
#define TWOFOLD_PLUGIN_AST_NODES_H

#include "clang/AST/ExprCXX.h"
#include <optional>
#include <string>

namespace twofold {

/// What stands in a function's or a class's declaration and is evaluated at S:
/// a default argument or a default initialiser; null where S is neither.
const clang::Expr *defaultOf(const clang::Stmt *S);

/// Where S stands in the program's text, also where it is a default.
clang::SourceLocation placeOf(const clang::Stmt &S);

/// E without what changes neither its value nor its kind: parentheses, full
/// expressions, what the compiler has chosen or put in. One list for all that
/// looks at expressions. Behind some of these nodes there is another function's
/// expression, which names its variables: a default argument, say.
const clang::Expr *seeThrough(const clang::Expr *E);

/// The children of S, but for a lambda's body, which is a function of its own.
template <typename Node> auto ownParts(Node *S) {
  auto All = S->children();
  auto End = All.end();
  if (const auto *Lambda = llvm::dyn_cast<clang::LambdaExpr>(S))
    End = std::next(All.begin(), Lambda->capture_size());
  return llvm::make_range(All.begin(), End);
}

/// Calls Enter for S, where that is not null, and for all that is evaluated
/// with it, defaults too: a node before its children, which are left out where
/// Enter gives false.
void eachNode(const clang::Stmt *S,
              llvm::function_ref<bool(const clang::Stmt *)> Enter);

/// Whether Is holds of S or of some node that is evaluated with it; not where S
/// is null.
bool anyNode(const clang::Stmt *S,
             llvm::function_ref<bool(const clang::Stmt *)> Is);

/// Whether S is, or has in it, one of these Nodes.
template <typename... Nodes> bool holdsNode(const clang::Stmt *S) {
  return anyNode(
      S, [](const clang::Stmt *Part) { return llvm::isa<Nodes...>(Part); });
}

/// The first Node in S, which may be null, that Is holds of; null: none.
template <typename Node, typename Predicate>
const Node *findNode(const clang::Stmt *S, Predicate Is) {
  const Node *Found = nullptr;
  anyNode(S, [&](const clang::Stmt *Part) {
    const auto *N = llvm::dyn_cast<Node>(Part);
    Found = N && Is(N) ? N : nullptr;
    return Found != nullptr;
  });
  return Found;
}

/// Whether S names D.
bool mentions(const clang::Stmt *S, const clang::ValueDecl *D);

/// What E names; null where it is anything but a name.
template <typename Named = clang::ValueDecl>
const Named *namedIn(const clang::Expr *E) {
  const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(E->IgnoreParens());
  return Ref ? llvm::dyn_cast<Named>(Ref->getDecl()) : nullptr;
}

/// The variable that E names; null where it is anything but a name.
inline const clang::VarDecl *variableIn(const clang::Expr *E) {
  return namedIn<clang::VarDecl>(E);
}

/// What S, which may be null, converts so; null where it is anything but such a
/// conversion.
template <typename Node> auto operandOf(Node *S, clang::CastKind Kind) {
  auto *Cast = llvm::dyn_cast_or_null<clang::CastExpr>(S);
  return Cast && Cast->getCastKind() == Kind ? Cast->getSubExpr() : nullptr;
}

/// The same of an operator.
template <typename Node> auto operandOf(Node *S, clang::UnaryOperatorKind Op) {
  auto *Unary = llvm::dyn_cast_or_null<clang::UnaryOperator>(S);
  return Unary && Unary->getOpcode() == Op ? Unary->getSubExpr() : nullptr;
}

/// The array that an element is named in; null where that is a pointer.
template <typename Subscript> auto arrayIn(Subscript &Element) {
  return operandOf(Element.getBase()->IgnoreParens(),
                   clang::CK_ArrayToPointerDecay);
}

/// The integer that E always is; nothing where that cannot be told.
std::optional<llvm::APSInt> constantOf(const clang::Expr *E,
                                       const clang::ASTContext &Ctx);

/// What a reader calls the variable that an expression is a part of; may be
/// empty.
std::string nameIn(const clang::Expr &Part);
/// The same, or what a cast or a literal looks like.
std::string nameOrText(const clang::Expr &E, const clang::ASTContext &Ctx);
/// What brings the type that an expression has: of operators an operand.
const clang::Expr &typeSource(const clang::Expr &Whole);

/// What S itself assigns, or steps by ++ or --, by operators of the language;
/// null: it does not.
const clang::Expr *assignedBy(const clang::Stmt *S);

/// The variable that S itself assigns or steps so, or takes the address of.
const clang::ValueDecl *movedBy(const clang::Stmt *S);

/// The only thing that S, which may be null, declares, where that is a
/// variable; else null.
inline const clang::VarDecl *onlyVariable(const clang::Stmt *S) {
  const auto *D = llvm::dyn_cast_or_null<clang::DeclStmt>(S);
  return D && D->isSingleDecl()
             ? llvm::dyn_cast<clang::VarDecl>(D->getSingleDecl())
             : nullptr;
}

/// Whether D only tells what names mean: nothing happens where it is passed.
inline bool onlyNames(const clang::Decl &D) {
  return llvm::isa<clang::TypeDecl, clang::StaticAssertDecl,
                   clang::BaseUsingDecl, clang::UsingShadowDecl,
                   clang::UsingDirectiveDecl, clang::NamespaceAliasDecl,
                   clang::FunctionDecl, clang::EmptyDecl>(D);
}

/// The variables that S declares.
template <typename Declaration> auto variablesIn(Declaration &S) {
  return llvm::map_range(
      llvm::make_filter_range(S.decls(), llvm::IsaPred<clang::VarDecl>),
      [](auto *D) { return llvm::cast<clang::VarDecl>(D); });
}

/// What E, a call of std::move or its like, gives by another name; null: it is
/// no such call.
const clang::Expr *forwarded(const clang::Expr &E);

/// What a method is called for, or the first operand of an operator of a class:
/// an object or, behind an arrow, the pointer to it; null: there is none.
const clang::Expr *objectOf(const clang::CallExpr &Call);

/// The name of the class of the C++ library that T, or what T refers to, is;
/// empty: it is none.
llvm::StringRef libraryClass(clang::QualType T);
llvm::StringRef libraryClass(const clang::CXXRecordDecl *Class);

/// The name of F; empty: it is an operator or the like, or null.
llvm::StringRef plainName(const clang::FunctionDecl *F);

/// The function or constructor that S itself calls by its name; null: none.
const clang::FunctionDecl *calleeOf(const clang::Stmt *S);

/// What runs when the function Def, which has a body, is called: a
/// constructor's initialisers, then the body.
llvm::SmallVector<clang::Stmt *, 4> bodiesOf(const clang::FunctionDecl &Def);

inline bool isLoop(const clang::Stmt &S) {
  return llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                   clang::CXXForRangeStmt>(S);
}

/// The value of Child, where that is an expression directly in S, goes nowhere.
bool discards(const clang::Stmt *S, const clang::Stmt *Child);

/// The lengths of variable-length arrays that are written in T, outermost
/// first. A statement's children do not all include them.
llvm::SmallVector<clang::Expr *, 2> lengthsIn(clang::QualType T);

/// Ways out of a statement other than its end.
struct Exits {
  bool Break = false;    ///< of a loop or switch around the statement
  bool Continue = false; ///< of a loop around the statement
  bool Return = false;
};

/// What S, the body of a loop or switch or any other statement, leaves by.
Exits exitsOf(const clang::Stmt *S);

/// S jumps in ways that its nesting does not show: goto, labels, assembly, try
/// blocks, throws within expressions, coroutines.
bool isIrreducible(const clang::Stmt *S);

/// A case or label is inside: S may be entered in the middle.
bool hasEntry(const clang::Stmt *S);

/// The statements of a block, or the only one.
llvm::SmallVector<clang::Stmt *, 8> statementsOf(clang::Stmt *Body);
inline auto statementsOf(const clang::Stmt *Body) {
  return statementsOf(const_cast<clang::Stmt *>(Body));
}

/// The closure that S calls, where that cannot change it; null: S is something
/// else.
const clang::Expr *calledClosure(const clang::Stmt *S);

/// All that S does with the variable D, or members and elements of it, is to
/// read their values.
bool onlyReads(const clang::Stmt *S, const clang::ValueDecl *D);

/// The number that V is from the time of its translation on: a constexpr
/// variable, or in C++ a constant integer whose start is a constant expression.
/// Null: none. What V starts as may be another number where it is computed
/// later.
const clang::APValue *constantNumber(const clang::VarDecl &V);

/// What a memset, memcpy or the like does with its first two arguments; the
/// third one is the number of bytes.
struct ByteMove {
  unsigned To = 0;    ///< the argument that is written to
  bool Copies = true; ///< the other one of the first two is read from
};

/// Of F in any of its spellings; nothing: it is another function.
inline std::optional<ByteMove> byteMoveOf(const clang::FunctionDecl &F) {
  switch (F.getMemoryFunctionKind()) {
  case clang::Builtin::BImemset:
    return ByteMove{0, false};
  case clang::Builtin::BImemcpy:
  case clang::Builtin::BImempcpy:
  case clang::Builtin::BImemmove:
    return ByteMove{};
  case clang::Builtin::BIbcopy:
    return ByteMove{1, true};
  default:
    return std::nullopt;
  }
}

} // namespace twofold

#endif
