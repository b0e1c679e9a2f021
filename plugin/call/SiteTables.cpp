// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "call/SiteTables.h"
#include "abi/RuntimeDecls.h"
#include "ast/ObjectParts.h"
#include "call/TableWriter.h"
#include "model/ReductionForms.h"
#include "report/FileNames.h"
#include "twofold/abi.h"
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

  Rows bases(), accesses(), checks(), results(), subscripts(), elements(),
      rows(), inputs(ArrayRef<NativeInput> Of);
  Expr *kernelRow(const KernelText &K, Expr *Phases);
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
    Rows.push_back(
        row("base", {{"arg", u32(B.Arg)},
                     {"flags", u32(Flags)},
                     {"extent", form(B.Extent.value_or(AffineForm()))},
                     {"name", text(B.Name)},
                     {"element", u32(B.Element)}}));
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
                     (A.Wraps ? TWOFOLD_ACCESS_WRAPS : 0) |
                     A.Numbers << TWOFOLD_ACCESS_NUMBERS;
    Rows.push_back(row("access", {{"base", u32(A.Base)},
                                  {"size", u32(A.Size)},
                                  {"flags", u32(Flags)},
                                  {"offset", form(A.Offset)},
                                  {"line", u32(lineOf(A.Loc))},
                                  {"group", u32(A.Group)}}));
  }
  return Rows;
}

SmallVector<Expr *, 8> SiteBuilder::subscripts() {
  SmallVector<Expr *, 8> Rows;
  for (const Subscript &S : Facts.Accesses.Subscripts) {
    Rows.push_back(row("subscript", {{"base", u32(S.Base)},
                                     {"group", u32(S.Group)},
                                     {"extent", form(S.Extent)},
                                     {"size", form(S.Size)},
                                     {"line", u32(lineOf(S.Loc))},
                                     {"column", u32(columnOf(S.Loc))}}));
  }
  return Rows;
}

SmallVector<Expr *, 8> SiteBuilder::checks() {
  SmallVector<Expr *, 8> Rows;
  for (const RangeCheck &C : Facts.Accesses.Checks)
    Rows.push_back(row(
        "check",
        {{"form", form(C.Form)}, {"min", i64(C.Min)}, {"max", i64(C.Max)}}));
  return Rows;
}

SmallVector<Expr *, 8> SiteBuilder::results() {
  SmallVector<Expr *, 8> Rows;
  for (const Capture &C : Loop.Captures) {
    if (C.Kind != Sharing::Reduction && C.Kind != Sharing::LastPrivate)
      continue;
    Rows.push_back(row(
        "result",
        {{"arg", u32(C.Arg)},
         {"size", u32(Ctx.getTypeSizeInChars(C.Type).getQuantity())},
         {"kind", u32(C.Kind == Sharing::Reduction ? TWOFOLD_RESULT_REDUCTION
                                                   : TWOFOLD_RESULT_LAST)},
         {"numbers", u32(floatingBytes(C.Type, Ctx))},
         {"name", text(C.Decl->getName())}}));
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
    Rows.push_back(row(
        "element",
        {{"base", u32(Base)},
         {"size", u32(Ctx.getTypeSizeInChars(E.Type).getQuantity())},
         {"type", u32(typeCode(E.Type))},
         {"op", u32(operationCode(E))},
         // The entry of args is in the upper half.
         {"flags",
          u32(Facts.Native.CopiedArg << TWOFOLD_ELEMENT_ENTRY |
              (E.Copyable ? TWOFOLD_ELEMENT_COPY : 0) |
              (Facts.Conflicts.tests(Base) ? TWOFOLD_ELEMENT_TESTED : 0))}}));
  }
  return Rows;
}

SmallVector<Expr *, 8> SiteBuilder::rows() {
  SmallVector<Expr *, 8> Out;
  auto At = [&](VarDecl *V) { return u32(Loop.capture(V)->Arg); };
  for (const RowTable &R : Facts.Rows) {
    int Value = -1;
    for (auto [I, E] : llvm::enumerate(Facts.Accesses.Values))
      if (namedIn(E->IgnoreParenImpCasts()) == R.Distance)
        Value = int(I);
    SmallVector<std::pair<Expr *, Expr *>, 2> Uses;
    if (R.Whole)
      Uses.push_back({u32(0), u32(0)});
    else
      for (auto [First, Last] : R.Uses)
        Uses.push_back({At(First), At(Last)});
    for (auto [First, Last] : Uses)
      Out.push_back(
          row("rows", {{"table", At(R.Table)},
                       {"first", First},
                       {"last", Last},
                       {"pointer", At(R.Pointer)},
                       {"distance", At(R.Distance)},
                       {"value", i32(Value)},
                       {"bytes", u32(R.Bytes)},
                       {"flags", u32(R.InBlock ? TWOFOLD_ROWS_IN_BLOCK : 0)},
                       {"name", text(R.Name)}}));
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
    Rows.push_back(row("input", {{"address", Address},
                                 {"arg", u32(In.Arg)},
                                 {"bytes", u32(In.Bytes)},
                                 {"kind", u32(In.Kind)}}));
  }
  return Rows;
}

/// A struct twofold_kernel.
Expr *SiteBuilder::kernelRow(const KernelText &K, Expr *Phases) {
  SmallVector<Expr *, 8> Args;
  for (const KernelArg &A : K.Args)
    Args.push_back(row("kernel_arg", {{"kind", u32(A.Kind)},
                                      {"index", u32(A.Index)},
                                      {"size", u32(A.Size)}}));
  QualType U32 = Ctx.getIntTypeForBitwidth(32, false);
  Expr *Range = Make.list(Make.arrayOf(U32, 3),
                          {u32(K.Range[0]), u32(K.Range[1]), u32(K.Range[2])});
  // Tables are named after what they belong to.
  Expr *ArgTable = table(K.Name == Loop.Name ? "kernel_args" : K.Name + "_args",
                         "kernel_arg", Args);
  return row("kernel",
             {{"name", text(K.Name)},
              {"source", K.Source.empty() ? nullOf(Ctx.CharTy.withConst())
                                          : text(K.Source)},
              {"args", ArgTable},
              {"arg_count", u32(K.Args.size())},
              {"flags", u32(K.Flags)},
              {"rank", u32(K.Rank)},
              {"range", Range},
              {"phases", Phases},
              {"phase_count", u32(K.Phases.size())}});
}

Expr *SiteBuilder::kernel() {
  QualType Type = Abi.record("kernel").withConst();
  if (!Facts.Kernel)
    return nullOf(Type);
  SmallVector<Expr *, 2> Rows;
  for (const KernelText &Phase : Facts.Kernel->Phases)
    Rows.push_back(kernelRow(Phase, nullOf(Type)));
  Expr *Phases = table("phases", "kernel", Rows);
  VarDecl *V = Make.staticTable("twofold_kernel_" + Loop.Name, Type,
                                kernelRow(*Facts.Kernel, Phases));
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
  // What the native variant finds in tables of rows is no input.
  auto Read = Facts.Kernel && Facts.Rows.empty() && !Loop.Given.Atomics
                  ? nativeInputs(Loop, Facts.Native.Layout, Facts.Accesses, Ctx)
                  : std::optional<SmallVector<NativeInput, 8>>();
  unsigned Flags = Facts.FewestInRange << TWOFOLD_SITE_FEWEST_SHIFT;
  auto Set = [&](bool Holds, unsigned Flag) { Flags |= Holds ? Flag : 0; };
  const Clauses &Given = Loop.Given;
  Set(Loop.Exit, TWOFOLD_SITE_SEARCH);
  Set(Given.Kind == Schedule::Dynamic, TWOFOLD_SITE_DYNAMIC);
  Set(Given.Bounds, TWOFOLD_SITE_BOUNDS);
  Set(Facts.Accesses.Opaque || Facts.Native.Unchecked, TWOFOLD_SITE_OPAQUE);
  Set(Read.has_value(), TWOFOLD_SITE_REPEATABLE);
  Set(Facts.InOrder, TWOFOLD_SITE_IN_ORDER);
  Set(Facts.Accesses.Cold, TWOFOLD_SITE_DECLINES);
  Set(Given.Atomics, TWOFOLD_SITE_ANY_ORDER);
  Set(Given.Deterministic, TWOFOLD_SITE_DETERMINISTIC);
  Set(Given.Device == DeviceChoice::Native, TWOFOLD_SITE_NATIVE);
  Set(Given.Device == DeviceChoice::Cpu, TWOFOLD_SITE_CPU);
  Set(Given.Device == DeviceChoice::Gpu, TWOFOLD_SITE_GPU);
  Set(roundsResults(Loop), TWOFOLD_SITE_ROUNDS);
  for (const Capture &C : Loop.Captures)
    if (C.Kind == Sharing::Reduction) {
      Set(isOrdered(C.Op), TWOFOLD_SITE_ORDERED);
      Set(C.Leader, TWOFOLD_SITE_RISING);
    }
  struct {
    const char *Table, *Record, *Count;
    Rows Entries;
  } Tables[] = {
      {"axes", "axis", "axis_count", axes(Facts.Accesses.Axes)},
      {"bases", "base", "base_count", bases()},
      {"accesses", "access", "access_count", accesses()},
      {"checks", "check", "check_count", checks()},
      {"results", "result", "result_count", results()},
      {"subscripts", "subscript", "subscript_count", subscripts()},
      {"elements", "element", "element_count", elements()},
      {"inputs", "input", "input_count",
       inputs(Read ? ArrayRef<NativeInput>(*Read) : ArrayRef<NativeInput>())}};
  SmallVector<RecordField, 48> Fields;
  Fields.push_back({"conflicts", conflicts(Facts.Conflicts)});
  for (auto &[Table, Record, Count, Entries] : Tables)
    Fields.append(
        {{Table, table(Table, Record, Entries)}, {Count, u32(Entries.size())}});
  Rows Tabled = rows();
  Fields.append({{"rows", table("rows", "rows", Tabled)},
                 {"row_count", u32(Tabled.size())},
                 {"terms", table("terms", "term", Terms)}});

  if (needsExtents(Facts.Accesses) || !Tabled.empty())
    askForExtents();

  QualType Type = Abi.record("site");
  Fields.append(
      {{"abi_version", u32(TWOFOLD_ABI_VERSION)},
       {"struct_size", u32(Ctx.getTypeSizeInChars(Type).getQuantity())},
       {"file", text(embeddedName(Where, Ctx.getLangOpts()))},
       {"function", text(Loop.Function->getQualifiedNameAsString())},
       {"line", u32(Where.isValid() ? Where.getLine() : 0)},
       {"column", u32(Where.isValid() ? Where.getColumn() : 0)},
       {"flags", u32(Flags)},
       {"rank", u32(Loop.Dims.size())},
       {"ops", u32(Facts.Accesses.Ops)},
       {"arg_count", u32(Facts.Native.Layout.ArgCount)},
       {"value_count", u32(Facts.Accesses.Values.size())},
       {"native", functionOr("native", Facts.Native.Run)},
       {"shared", functionOr("native", Facts.Native.Shared)},
       {"identity", functionOr("identity", Facts.Native.Identity)},
       {"combine", functionOr("combine", Facts.Native.Combine)},
       {"kernel", kernel()},
       {"reason",
        Facts.Kernel ? nullOf(Ctx.CharTy.withConst()) : text(Facts.Reason)},
       {"bounds_arg", u32(Facts.Native.Layout.BoundsArg)},
       {"inline_limit", Facts.InlineLimit
                            ? Make.addressOf(Make.lvalue(Facts.InlineLimit))
                            : nullOf(Make.U64.withVolatile())}});
  VarDecl *Site =
      Make.staticTable("twofold_site_" + Loop.Name, Type, row("site", Fields));
  Declared.push_back(Site);
  return Site;
}

} // namespace

bool roundsResults(const ParallelLoop &Loop) {
  // Structs may hold anything.
  auto Rounds = [](QualType T) {
    return T->isRecordType() || T->isFloatingType() || T->isAnyComplexType();
  };
  return llvm::any_of(
             Loop.Elements,
             [&](const ElementReduction &E) { return Rounds(E.Type); }) ||
         llvm::any_of(Loop.Captures, [&](const Capture &C) {
           // What an iteration has left is copied as it is.
           return C.Kind == Sharing::Reduction && C.Op != ReductionOp::Chosen &&
                  Rounds(C.Type);
         });
}

VarDecl *buildSite(const SiteFacts &Facts, const RuntimeDecls &Abi,
                   ASTContext &Ctx, SmallVectorImpl<Decl *> &Declared) {
  return SiteBuilder(Facts, Abi, Ctx, Declared).build();
}

unsigned typeCode(QualType T) {
  return T->isRealFloatingType()                 ? TWOFOLD_TYPE_FLOAT
         : T->isBooleanType()                    ? TWOFOLD_TYPE_BOOL
         : T->isSignedIntegerOrEnumerationType() ? TWOFOLD_TYPE_SIGNED
                                                 : TWOFOLD_TYPE_UNSIGNED;
}

unsigned operationCode(const ElementReduction &E) {
  static constexpr unsigned Codes[] = {
      TWOFOLD_OP_ADD,        TWOFOLD_OP_MUL, TWOFOLD_OP_AND,
      TWOFOLD_OP_OR,         TWOFOLD_OP_XOR, TWOFOLD_OP_LOGICAL_AND,
      TWOFOLD_OP_LOGICAL_OR, TWOFOLD_OP_MIN, TWOFOLD_OP_MAX};
  if (E.SkipsNan)
    return E.Op == ReductionOp::Min ? TWOFOLD_OP_FMIN : TWOFOLD_OP_FMAX;
  return Codes[unsigned(E.Op)];
}

} // namespace twofold
