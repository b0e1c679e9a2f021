// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceBounds.cpp - lengths and starts, written and read -------------===//

#include "slice/text/SliceBounds.h"
#include "ast/Nodes.h"
#include "slice/text/SliceWriter.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace twofold {

constexpr llvm::StringLiteral LengthFunction = "twofold_section_whole";
constexpr llvm::StringLiteral StartFunction = "twofold_section_first";
constexpr llvm::StringLiteral CountClass = "twofold_section_count";

std::string SliceWriter::extent(const SlicePart &P, StringRef What) {
  std::string Name = Source.fresh(What);
  bool Cpp = Source.PP.getLangOpts().CPlusPlus;
  // The operator takes integers only.
  Out.at(Source.at(P))
      .text("__attribute__((__unused__)) const twofold_extent " + Name + " = " +
            (Cpp ? "static_cast<twofold_extent>" : "(twofold_extent)") +
            "(0 | (");
  writeVerbatim(Source, Out, P.Begin, P.End);
  Out.text("));");
  return Name;
}

void SliceWriter::evaluateBounds(SlicePart &S) {
  SourceLocation Bracket = Source.Tokens[S.Operator].getLocation();
  if (S.Start && !Source.integer(*S.Start))
    S.StartName = extent(*S.Start, "b");
  if (S.Length && !Source.integer(*S.Length))
    S.LengthName = extent(*S.Length, "n");
  if (S.Stride && !Source.integer(*S.Stride))
    S.StrideName = extent(*S.Stride, "t");
  if (S.Length)
    return;
  auto Declare = [&](std::string &Name, StringRef What, StringRef Function) {
    Name = Source.fresh(What);
    Out.text("__attribute__((__unused__)) const twofold_extent " + Name +
             " = " + Function + "(");
    arraySizes(*S.base());
  };
  Out.at(Bracket).text("__attribute__((twofold_quiet(1)));");
  if (!S.Start && S.Stride && Source.integer(*S.Stride).value_or(-1) < 0) {
    Declare(S.StartName, "b", StartFunction);
    Out.text(", ");
    stride(S);
    Out.text(");");
  }
  Declare(S.LengthName, "n", LengthFunction);
  Out.text(",");
  start(S);
  Out.text(",");
  stride(S);
  Out.text("); __attribute__((twofold_quiet(0,");
  Out.string(Source.text(*S.base())).text(")));");
}

/// The size of an array and of its element, or something of their ratio.
void SliceWriter::arraySizes(const SlicePart &Base) {
  bool Cpp = Source.PP.getLangOpts().CPlusPlus;
  auto Text = [&] {
    if (!Base.Name.empty()) // which is a pointer
      writeVerbatim(Source, Out, Base.Begin, Base.End);
    else
      element(Base, Which::First);
  };
  // Templates take no types with variable lengths.
  if (Cpp && !isRow(Base)) {
    Out.text(CountClass + "<__typeof__(");
    Text();
    Out.text(")>::of(");
    element(Base, Which::First);
    Out.text("), 1");
    return;
  }
  Out.text("sizeof(");
  Text();
  Out.text("), sizeof((");
  element(Base, Which::First);
  Out.text(")[0])");
}

/// The function that E calls by its name.
static StringRef called(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
  return plainName(Call ? Call->getDirectCallee() : nullptr);
}

/// The type T of a call of twofold_section_count<T>::of; null of anything else.
static QualType countedType(const Expr *E) {
  const auto *Of = dyn_cast<CallExpr>(E);
  const auto *M =
      Of ? dyn_cast_or_null<CXXMethodDecl>(Of->getDirectCallee()) : nullptr;
  const auto *Count =
      M ? dyn_cast<ClassTemplateSpecializationDecl>(M->getParent()) : nullptr;
  if (!Count || !Count->getIdentifier() || Count->getName() != CountClass)
    return QualType();
  return Count->getTemplateArgs()[0].getAsType();
}

/// The pointer, which has no length, that Size is to be that of.
static const Expr *measuredPointer(const Expr *Size) {
  Size = Size->IgnoreParenImpCasts();
  if (const auto *Of = dyn_cast<UnaryExprOrTypeTraitExpr>(Size))
    return !Of->isArgumentType() &&
                   Of->getArgumentExpr()->getType()->isPointerType()
               ? Of->getArgumentExpr()
               : nullptr;
  QualType T = countedType(Size);
  return !T.isNull() && T->isPointerType() ? cast<CallExpr>(Size)->getArg(0)
                                           : nullptr;
}

std::optional<ArrayBound> arrayBound(const Expr *E) {
  StringRef Name = called(E);
  if (Name != LengthFunction && Name != StartFunction)
    return std::nullopt;
  const auto *Call = cast<CallExpr>(E->IgnoreParenImpCasts());
  bool Length = Name == LengthFunction;
  return ArrayBound{
      Call->getArg(0), Call->getArg(1), Length ? Call->getArg(2) : nullptr,
      Call->getArg(Length ? 3 : 2), measuredPointer(Call->getArg(0))};
}

std::optional<uint64_t> countedElements(const Expr *E, const ASTContext &Ctx) {
  QualType T = countedType(E);
  if (T.isNull())
    return std::nullopt;
  if (const ConstantArrayType *Array = Ctx.getAsConstantArrayType(T))
    return Array->getSize().getZExtValue();
  // std::array<U, N>
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  if (!Class || !Class->isInStdNamespace() || Class->getName() != "array" ||
      Class->getTemplateArgs().size() != 2 ||
      Class->getTemplateArgs()[1].getKind() != TemplateArgument::Integral)
    return std::nullopt;
  return Class->getTemplateArgs()[1].getAsIntegral().getZExtValue();
}

const Expr *writtenBound(const Expr &Init) {
  const auto *Or = dyn_cast<BinaryOperator>(Init.IgnoreParenCasts());
  return Or && Or->getOpcode() == BO_Or ? Or->getRHS() : nullptr;
}

const Expr *addressedElement(const Expr *E) {
  return called(E) == ElementAddress
             ? cast<CallExpr>(E->IgnoreParenImpCasts())->getArg(0)
             : nullptr;
}

} // namespace twofold
