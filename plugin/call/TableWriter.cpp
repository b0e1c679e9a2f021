// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "call/TableWriter.h"
#include "abi/RuntimeDecls.h"
#include "access/Conflicts.h"
#include "twofold/abi.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace twofold {

Expr *TableWriter::u32(uint64_t V) {
  return Make.integer(V, Ctx.getIntTypeForBitwidth(32, false));
}

Expr *TableWriter::i32(int64_t V) {
  return Make.integer(V, Ctx.getIntTypeForBitwidth(32, true));
}

Expr *TableWriter::i64(int64_t V) { return Make.integer(V, Make.I64); }

Expr *TableWriter::nullOf(QualType Pointee) {
  return Make.null(Ctx.getPointerType(Pointee));
}

Expr *TableWriter::form(const AffineForm &F) {
  unsigned First = Terms.size();
  for (const Monomial &M : F) {
    SmallVector<Expr *, 3> Values;
    for (unsigned I = 0; I < 3; ++I)
      Values.push_back(i32(I < M.Values.size() ? int64_t(M.Values[I]) : -1));
    QualType Int = Ctx.getIntTypeForBitwidth(32, true);
    Terms.push_back(
        row("term", {{"constant", i64(M.Constant)},
                     {"value", Make.list(Make.arrayOf(Int, 3), Values)},
                     {"axis", i32(M.Axis)}}));
  }
  return row("form", {{"first", u32(First)}, {"count", u32(F.size())}});
}

Expr *TableWriter::table(StringRef Name, StringRef Record,
                         ArrayRef<Expr *> Rows) {
  QualType Element = Abi.record(Record).withConst();
  if (Rows.empty())
    return nullOf(Element);
  QualType Type = Make.arrayOf(Element, Rows.size());
  VarDecl *V = Make.staticTable(("twofold_" + Name + "_" + Loop.Name).str(),
                                Type, Make.list(Type, Rows));
  Declared.push_back(V);
  return Make.decay(Make.lvalue(V));
}

TableWriter::Rows TableWriter::axes(ArrayRef<Axis> Of) {
  Rows Out;
  for (const Axis &A : Of) {
    if (A.Loaded) {
      const int64_t Step = A.Code;
      Out.push_back(
          row("axis", {{"lower", form(A.From)},
                       {"upper", form(A.Than)},
                       {"step", i64(A.Signed ? -Step : Step)},
                       {"parent", i32(A.Bytes == 0 ? A.Goes : int64_t(A.Base))},
                       {"ops", u32(A.Bytes)},
                       {"flags", u32(TWOFOLD_AXIS_LOADED)}}));
      continue;
    }
    Out.push_back(
        row("axis", {{"lower", form(A.Lower)},
                     {"upper", form(A.Upper)},
                     {"step", i64(A.Step)},
                     {"parent", i32(A.Parent)},
                     {"ops", u32(A.Ops)},
                     {"flags", u32((A.Unknown ? TWOFOLD_AXIS_UNKNOWN : 0) |
                                   (A.Virtual ? TWOFOLD_AXIS_VIRTUAL : 0))}}));
  }
  return Out;
}

/// Invalid where the site's file is another one.
static PresumedLoc place(SourceLocation Loc, SourceLocation Loop,
                         const SourceManager &Sources) {
  PresumedLoc Where = Sources.getPresumedLoc(Loc),
              Site = Sources.getPresumedLoc(Loop);
  bool Same = Where.isValid() && Site.isValid() &&
              StringRef(Where.getFilename()) == Site.getFilename();
  return Same ? Where : PresumedLoc();
}

unsigned TableWriter::lineOf(SourceLocation Loc) const {
  PresumedLoc Where = place(Loc, Loop.Shown, Ctx.getSourceManager());
  return Where.isValid() ? Where.getLine() : 0;
}

unsigned TableWriter::columnOf(SourceLocation Loc) const {
  PresumedLoc Where = place(Loc, Loop.Shown, Ctx.getSourceManager());
  return Where.isValid() ? Where.getColumn() : 0;
}

Expr *TableWriter::conflicts(const ConflictModel &Found) {
  QualType Type = Abi.record("conflicts").withConst();
  if (Found.empty())
    return nullOf(Type);
  const int Rank = int(Loop.Dims.size());
  Rows References, Conditions, Pairs;
  for (const Reference &R : Found.References) {
    unsigned First = Conditions.size();
    for (const RangeCheck &C : R.Conditions)
      Conditions.push_back(row(
          "check",
          {{"form", form(C.Form)}, {"min", i64(C.Min)}, {"max", i64(C.Max)}}));
    uint64_t Around = 0;
    for (int Axis : R.Around)
      Around |= uint64_t(1) << (Axis - Rank);
    References.push_back(
        row("reference",
            {{"base", u32(R.Base)},
             {"size", u32(R.Size)},
             {"flags", u32((R.Reads ? TWOFOLD_ACCESS_READ : 0) |
                           (R.Writes ? TWOFOLD_ACCESS_WRITE : 0) |
                           (R.Updates ? TWOFOLD_REFERENCE_UPDATE : 0))},
             {"line", u32(lineOf(R.Loc))},
             {"offset", form(R.Offset)},
             {"first_fact", u32(First)},
             {"fact_count", u32(R.Conditions.size())},
             {"axes", Make.integer(Around, Make.U64)}}));
  }
  for (const auto *List : {&Found.Pairs, &Found.RowPairs, &Found.LoadedPairs})
    for (const OpenPair &P : *List)
      Pairs.push_back(row(
          "conflict", {{"first", u32(P.First)}, {"second", u32(P.Second)}}));
  Rows Axes = axes(Found.Axes);
  Expr *AxisTable = table("conflict_axes", "axis", Axes);
  Expr *ReferenceTable = table("references", "reference", References);
  Expr *ConditionTable = table("conditions", "check", Conditions);
  Expr *PairTable = table("pairs", "conflict", Pairs);
  VarDecl *V = Make.staticTable(
      "twofold_conflicts_" + Loop.Name, Type,
      row("conflicts", {{"axes", AxisTable},
                        {"references", ReferenceTable},
                        {"facts", ConditionTable},
                        {"pairs", PairTable},
                        {"axis_count", u32(Axes.size())},
                        {"reference_count", u32(References.size())},
                        {"fact_count", u32(Conditions.size())},
                        {"pair_count", u32(Pairs.size())},
                        {"loaded_count", u32(Found.LoadedPairs.size())},
                        {"row_count", u32(Found.RowPairs.size())}}));
  Declared.push_back(V);
  return Make.addressOf(Make.lvalue(V));
}

[[noreturn]] static void misfit(StringRef Record, StringRef Field,
                                const char *Why) {
  llvm::report_fatal_error("twofold_" + Twine(Record) + "::" + Field +
                           " of abi.h: " + Why);
}

Expr *recordValue(const RuntimeDecls &Abi, AstFactory &Make, StringRef Record,
                  ArrayRef<RecordField> Fields) {
  QualType Type = Abi.record(Record);
  auto Declared = Type->getAsRecordDecl()->fields();
  SmallVector<Expr *, 48> Values;
  for (const FieldDecl *Of : Declared) {
    const RecordField *Found = llvm::find_if(
        Fields, [&](const RecordField &F) { return F.Name == Of->getName(); });
    if (Found == Fields.end())
      misfit(Record, Of->getName(), "the plugin gives it no value");
    if (Of->getType().getCanonicalType().getUnqualifiedType() !=
        Found->Value->getType().getCanonicalType().getUnqualifiedType())
      misfit(Record, Of->getName(), "the plugin's value has another type");
    Values.push_back(Found->Value);
  }
  for (const RecordField &F : Fields)
    if (llvm::none_of(Declared, [&](const FieldDecl *Of) {
          return Of->getName() == F.Name;
        }))
      misfit(Record, F.Name, "there is no such field");
  return Make.list(Type, Values);
}

} // namespace twofold
