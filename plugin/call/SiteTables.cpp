// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SiteTables.cpp ---------------------------------------------------===//

#include "call/SiteTables.h"
#include "abi/RuntimeDecls.h"
#include "call/ElementCodes.h"
#include "call/NativeInputs.h"
#include "call/TableWriter.h"
#include "model/ReductionForms.h"
#include "report/FileNames.h"
#include "twofold/abi.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace twofold {
namespace {

class SiteBuilder : TableWriter {
  const SiteFacts &Facts;

public:
  SiteBuilder(const SiteFacts &Facts, const RuntimeDecls &Abi, ASTContext &Ctx,
              SmallVectorImpl<Decl *> &Declared)
      : TableWriter(*Facts.Loop, Abi, Ctx, Declared), Facts(Facts) {}

  VarDecl *build();

private:
  Expr *functionOr(StringRef Type, FunctionDecl *F);

  SmallVector<Expr *, 8> bases(), accesses(), checks(), results(), subscripts(),
      elements();
  SmallVector<Expr *, 8> rows();
  SmallVector<Expr *, 8> inputs(ArrayRef<NativeInput> Of);
  Expr *kernel();
  void askForExtents();
};

Expr *SiteBuilder::functionOr(StringRef Type, FunctionDecl *F) {
  return F ? Make.function(F) : nullOf(Abi.functionType(Type));
}

SmallVector<Expr *, 8> SiteBuilder::bases() {
  SmallVector<Expr *, 8> Rows;
  for (const Base &B : Facts.Accesses.Bases) {
    unsigned Flags = (B.IsPointer ? TWOFOLD_BASE_POINTER : 0) |
                     (B.Extent ? TWOFOLD_BASE_EXTENT : 0);
    Rows.push_back(row("base", {u32(B.Arg), u32(Flags),
                                form(B.Extent.value_or(AffineForm())),
                                text(B.Name), u32(B.Element)}));
  }
  return Rows;
}

SmallVector<Expr *, 8> SiteBuilder::accesses() {
  SmallVector<Expr *, 8> Rows;
  for (const Access &A : Facts.Accesses.Accesses) {
    unsigned Flags = (A.Reads ? TWOFOLD_ACCESS_READ : 0) |
                     (A.Writes ? TWOFOLD_ACCESS_WRITE : 0) |
                     (A.Always ? TWOFOLD_ACCESS_ALWAYS : 0) |
                     (A.Unknown ? TWOFOLD_ACCESS_UNKNOWN : 0) |
                     (A.Wraps ? TWOFOLD_ACCESS_WRAPS : 0);
    Rows.push_back(
        row("access", {u32(A.Base), u32(A.Size), u32(Flags), form(A.Offset),
                       u32(lineOf(A.Loc)), u32(A.Group)}));
  }
  return Rows;
}

SmallVector<Expr *, 8> SiteBuilder::subscripts() {
  SmallVector<Expr *, 8> Rows;
  for (const Subscript &S : Facts.Accesses.Subscripts) {
    Expr *Extent = form(S.Extent), *Size = form(S.Size);
    Rows.push_back(
        row("subscript", {u32(S.Base), u32(S.Group), Extent, Size,
                          u32(lineOf(S.Loc)), u32(columnOf(S.Loc))}));
  }
  return Rows;
}

SmallVector<Expr *, 8> SiteBuilder::checks() {
  SmallVector<Expr *, 8> Rows;
  for (const RangeCheck &C : Facts.Accesses.Checks)
    Rows.push_back(row("check", {form(C.Form), i64(C.Min), i64(C.Max)}));
  return Rows;
}

SmallVector<Expr *, 8> SiteBuilder::results() {
  SmallVector<Expr *, 8> Rows;
  for (const Capture &C : Loop.Captures) {
    if (C.Kind != Sharing::Reduction && C.Kind != Sharing::LastPrivate)
      continue;
    Rows.push_back(
        row("result",
            {u32(C.Arg), u32(Ctx.getTypeSizeInChars(C.Type).getQuantity()),
             u32(C.Kind == Sharing::Reduction ? TWOFOLD_RESULT_REDUCTION
                                              : TWOFOLD_RESULT_LAST),
             text(C.Decl->getName())}));
  }
  return Rows;
}

SmallVector<Expr *, 8> SiteBuilder::elements() {
  SmallVector<Expr *, 8> Rows;
  for (const ElementReduction &E : Loop.Elements) {
    unsigned Base = E.Lowered.value_or(TWOFOLD_NO_BASE);
    const Capture *C = E.Base ? Loop.capture(E.Base) : nullptr;
    for (unsigned B = 0; C && B < Facts.Accesses.Bases.size(); ++B)
      if (Facts.Accesses.Bases[B].Arg == C->Arg)
        Base = B;
    Rows.push_back(
        row("element",
            {u32(Base), u32(Ctx.getTypeSizeInChars(E.Type).getQuantity()),
             u32(typeCode(E.Type)), u32(operationCode(E)),
             // the entry of args in the upper half
             u32(Facts.Native.CopiedArg << TWOFOLD_ELEMENT_ENTRY |
                 (E.Copyable ? TWOFOLD_ELEMENT_COPY : 0) |
                 (Facts.Conflicts.tests(Base) ? TWOFOLD_ELEMENT_TESTED : 0))}));
  }
  return Rows;
}

SmallVector<Expr *, 8> SiteBuilder::rows() {
  SmallVector<Expr *, 8> Out;
  auto At = [&](VarDecl *V) { return u32(Loop.capture(V)->Arg); };
  for (const RowTable &R : Facts.Rows) {
    int Value = -1;
    for (auto [I, E] : llvm::enumerate(Facts.Accesses.Values))
      if (const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
          Ref && Ref->getDecl() == R.Distance)
        Value = int(I);
    for (auto [First, Last] : R.Uses)
      Out.push_back(row("rows", {At(R.Table), At(First), At(Last),
                                 At(R.Pointer), At(R.Distance), i32(Value),
                                 u32(R.Bytes), text(R.Name)}));
  }
  return Out;
}

SmallVector<Expr *, 8> SiteBuilder::inputs(ArrayRef<NativeInput> Of) {
  SmallVector<Expr *, 8> Rows;
  for (const NativeInput &In : Of) {
    Expr *Address = Make.null(Ctx.getPointerType(Ctx.VoidTy.withConst()));
    if (In.Variable)
      Address = Make.convert(Make.addressOf(Make.lvalue(In.Variable)),
                             Ctx.getPointerType(Ctx.VoidTy.withConst()));
    Rows.push_back(
        row("input", {Address, u32(In.Arg), u32(In.Bytes), u32(In.Kind)}));
  }
  return Rows;
}

Expr *SiteBuilder::kernel() {
  QualType Type = Abi.record("kernel").withConst();
  if (!Facts.Kernel)
    return nullOf(Type);
  const KernelText &K = *Facts.Kernel;
  SmallVector<Expr *, 8> Args;
  for (const KernelArg &A : K.Args)
    Args.push_back(row("kernel_arg", {u32(A.Kind), u32(A.Index), u32(A.Size)}));
  QualType U32 = Ctx.getIntTypeForBitwidth(32, false);
  Expr *Range = Make.list(Make.arrayOf(U32, 3),
                          {u32(K.Range[0]), u32(K.Range[1]), u32(K.Range[2])});
  Expr *ArgTable = table("kernel_args", "kernel_arg", Args);
  VarDecl *V = Make.staticTable(
      "twofold_kernel_" + Loop.Name, Type,
      row("kernel", {text(K.Name), text(K.Source), ArgTable, u32(K.Args.size()),
                     u32(K.Flags), u32(K.Rank), Range}));
  Declared.push_back(V);
  return Make.addressOf(Make.lvalue(V));
}

/// Whether how far an array reaches may matter, and nothing but the memory
/// around it tells.
static bool needsExtents(const AccessModel &Model) {
  bool Unbounded = llvm::any_of(
      Model.Axes, [](const Axis &A) { return A.Unknown && !A.Virtual; });
  return llvm::any_of(Model.Accesses, [&](const Access &A) {
    return (A.Unknown || Unbounded) && !Model.Bases[A.Base].Extent;
  });
}

void SiteBuilder::askForExtents() {
  VarDecl *Declaration = Abi.variable("needs_extents");
  if (Declaration->getDefinition())
    return;
  Declared.push_back(Make.define(Declaration));
}

VarDecl *SiteBuilder::build() {
  const SourceManager &Sources = Ctx.getSourceManager();
  PresumedLoc Where = Sources.getPresumedLoc(Loop.Shown);
  unsigned Flags = 0;
  if (Loop.Exit)
    Flags |= TWOFOLD_SITE_SEARCH;
  if (Loop.Given.Kind == Schedule::Dynamic)
    Flags |= TWOFOLD_SITE_DYNAMIC;
  if (llvm::any_of(Loop.Captures, [](const Capture &C) {
        return C.Kind == Sharing::Reduction && isOrdered(C.Op);
      }))
    Flags |= TWOFOLD_SITE_ORDERED;
  if (Loop.Given.Bounds)
    Flags |= TWOFOLD_SITE_BOUNDS;
  if (Facts.Accesses.Opaque || Facts.Native.Unchecked)
    Flags |= TWOFOLD_SITE_OPAQUE;
  // What the native variant finds in tables of rows is no input.
  auto Read = Facts.Kernel && Facts.Rows.empty()
                  ? nativeInputs(Loop, Facts.Accesses, Ctx)
                  : std::optional<SmallVector<NativeInput, 8>>();
  if (Read)
    Flags |= TWOFOLD_SITE_REPEATABLE;
  if (Loop.InOrder)
    Flags |= TWOFOLD_SITE_IN_ORDER;
  if (Facts.Accesses.Cold)
    Flags |= TWOFOLD_SITE_DECLINES;
  if (Loop.Given.Deterministic)
    Flags |= TWOFOLD_SITE_DETERMINISTIC;
  // Structs may hold anything.
  auto Rounds = [](QualType T) {
    return T->isRecordType() || T->isFloatingType() || T->isAnyComplexType();
  };
  if (llvm::any_of(Loop.Elements,
                   [&](const auto &E) { return Rounds(E.Type); }) ||
      llvm::any_of(Loop.Captures, [&](const Capture &C) {
        return C.Kind == Sharing::Reduction && Rounds(C.Type);
      }))
    Flags |= TWOFOLD_SITE_ROUNDS;
  switch (Loop.Given.Device) {
  case DeviceChoice::Auto:
    break;
  case DeviceChoice::Native:
    Flags |= TWOFOLD_SITE_NATIVE;
    break;
  case DeviceChoice::Cpu:
    Flags |= TWOFOLD_SITE_CPU;
    break;
  case DeviceChoice::Gpu:
    Flags |= TWOFOLD_SITE_GPU;
    break;
  }
  auto Axes = axes(Facts.Accesses.Axes), Bases = bases(), Accesses = accesses(),
       Checks = checks(), Results = results(), Subscripts = subscripts(),
       Elements = elements(),
       Inputs = inputs(Read ? ArrayRef<NativeInput>(*Read)
                            : ArrayRef<NativeInput>());
  Expr *Conflicts = conflicts(Facts.Conflicts);
  Expr *AxisTable = table("axes", "axis", Axes);
  Expr *BaseTable = table("bases", "base", Bases);
  Expr *AccessTable = table("accesses", "access", Accesses);
  Expr *CheckTable = table("checks", "check", Checks);
  Expr *ResultTable = table("results", "result", Results);
  Expr *SubscriptTable = table("subscripts", "subscript", Subscripts);
  Expr *ElementTable = table("elements", "element", Elements);
  Expr *InputTable = table("inputs", "input", Inputs);
  auto Rows = rows();
  Expr *RowsTable = table("rows", "rows", Rows);
  Expr *TermTable = table("terms", "term", Terms);

  if (needsExtents(Facts.Accesses) || !Rows.empty())
    askForExtents();

  QualType Type = Abi.record("site");
  Row Fields = {
      u32(TWOFOLD_ABI_VERSION),
      u32(Ctx.getTypeSizeInChars(Type).getQuantity()),
      text(embeddedName(Where, Ctx.getLangOpts())),
      text(Loop.Function->getQualifiedNameAsString()),
      u32(Where.isValid() ? Where.getLine() : 0),
      u32(Where.isValid() ? Where.getColumn() : 0),
      u32(Flags),
      u32(Loop.Dims.size()),
      u32(Facts.Accesses.Ops),
      u32(Loop.ArgCount),
      u32(Axes.size()),
      u32(Bases.size()),
      u32(Accesses.size()),
      u32(Checks.size()),
      u32(Results.size()),
      u32(Facts.Accesses.Values.size()),
      u32(Elements.size()),
      functionOr("native", Facts.Native.Run),
      functionOr("native", Facts.Native.Shared),
      functionOr("identity", Facts.Native.Identity),
      functionOr("combine", Facts.Native.Combine),
      TermTable,
      AxisTable,
      BaseTable,
      AccessTable,
      CheckTable,
      ResultTable,
      ElementTable,
      kernel(),
      Facts.Kernel ? nullOf(Ctx.CharTy.withConst()) : text(Facts.Reason),
      SubscriptTable,
      u32(Subscripts.size()),
      u32(Loop.BoundsArg),
      InputTable,
      u32(Inputs.size()),
      Facts.InlineLimit
          ? Make.addressOf(Make.lvalue(Facts.InlineLimit))
          : nullOf(Ctx.getIntTypeForBitwidth(64, false).withVolatile()),
      Conflicts,
      RowsTable,
      u32(Rows.size())};
  VarDecl *Site = Make.staticTable("twofold_site_" + Loop.Name, Type,
                                   Make.list(Type, Fields));
  Declared.push_back(Site);
  return Site;
}

} // namespace

VarDecl *buildSite(const SiteFacts &Facts, const RuntimeDecls &Abi,
                   ASTContext &Ctx, SmallVectorImpl<Decl *> &Declared) {
  return SiteBuilder(Facts, Abi, Ctx, Declared).build();
}

} // namespace twofold
