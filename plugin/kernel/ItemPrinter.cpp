// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ItemPrinter.cpp - inner loops whose rounds are items ---------------===//
//
//   const ulong j_trips = ...;
//   if (get_global_size(0) < j_trips) { the body as written, by one item }
//   const uint j_index = get_global_id(0);
//   if (j_index >= j_trips)
//     return;
//   int j = (int)j_index;
//   the body, in which { ... } stands for each `for (j) ...`
//
#include "ast/Nodes.h"
#include "kernel/ItemDimensions.h"
#include "schedule/KeptElements.h"

using namespace clang;

namespace twofold {
namespace {

/// A number of 64 bits, by the rules of C.
std::string wide(const Expr *E, Operands &All, const ASTContext &Ctx,
                 bool Unsigned = false) {
  if (auto Known = constantOf(E, Ctx); Known && !Known->isNegative())
    return llvm::toString(*Known, 10);
  return (Unsigned ? "(ulong)" : "(long)") +
         All.expression(E).atLeast(Strength::Unary);
}

} // namespace

std::string roundsText(const InnerLoop &Counts, KernelUnit &Unit,
                       Operands &All) {
  // As the program compares: what begins below zero may begin behind the end.
  const bool Unsigned =
      Counts.Comparison.Unsigned && Counts.Comparison.Width > 32;
  std::string From = wide(Counts.Init, All, Unit.Ctx, Unsigned);
  std::string To = wide(Counts.Bound, All, Unit.Ctx, Unsigned);
  int64_t Step = Counts.Step;
  if (Counts.decreasing()) {
    std::swap(From, To);
    Step = -Step;
  }
  std::string Distance = "(ulong)" + To;
  if (From != "0")
    Distance += " - (ulong)" + From;
  if (Step != 1)
    Distance = "(" + Distance + (Counts.inclusive() ? ")" : " - 1)") + " / " +
               std::to_string(Step) + " + 1";
  else if (Counts.inclusive())
    Distance += " + 1";
  return From + (Counts.inclusive() ? " <= " : " < ") + To + " ? " + Distance +
         " : 0";
}

std::string counterText(const InnerLoop &Counts, const std::string &Number,
                        KernelUnit &Unit, Operands &All) {
  const std::string Word = Counts.Type.Width <= 32 ? "uint" : "ulong";
  std::string Value = Number;
  const int64_t Step = Counts.decreasing() ? -Counts.Step : Counts.Step;
  if (Step != 1)
    Value += " * " + std::to_string(Step);
  if (auto First = constantOf(Counts.Init, Unit.Ctx);
      !First || !First->isZero() || Counts.decreasing())
    Value = "(" + Word + ")" +
            All.expression(Counts.Init).atLeast(Strength::Unary) +
            (Counts.decreasing() ? " - " : " + ") + Value;
  const std::string Type =
      Unit.Types.memory(Counts.Induction->getType().getUnqualifiedType());
  if (Type == Word)
    return Value;
  const bool Bare = Value.find(' ') == std::string::npos;
  return "(" + Type + ")" + (Bare ? Value : "(" + Value + ")");
}

/// Declares the number of rounds.
std::string ItemDimensions::rounds(unsigned R) {
  const ItemLoops &Loops = *Mapping.itemsOf(Mapping.Range[R]);
  std::string Base = Loops.Counts.Induction->getName().str();
  All.push_back({R, &Loops, Unit.Names.claim(Base + "_trips"),
                 Unit.Names.claim(Base + "_index")});
  return "  " + declared(All.back());
}

/// The numbers of the rounds, of which there may be none.
std::string ItemDimensions::guard() {
  std::string Out;
  SmallVector<std::string, 2> Over;
  for (const Dimension &D : All) {
    const std::string Item = "get_global_id(" + std::to_string(D.Range) + ")";
    Out += D.Loops->countsIn32Bits()
               ? "  const uint " + D.Index + " = (uint)" + Item + ";\n"
               : "  const ulong " + D.Index + " = " + Item + ";\n";
    Over.push_back(D.over());
  }
  if (!Over.empty())
    Out += "  if (" + llvm::join(Over, " || ") + ")\n    return;\n";
  for (const Dimension &D : All)
    if (const auto &Pivot = D.Loops->Pivot) // what changes nothing
      Out +=
          "  if (" + pivotNumber(D) + " < " + D.Limit + " && (" + D.Index +
          " == " + pivotNumber(D) + " || (long)" +
          Function.Expressions.expression(Pivot->Row).atLeast(Strength::Unary) +
          " == (long)" + Function.Expressions.expression(Pivot->Round).Code +
          "))\n    return;\n";
  return Out;
}

/// Declares the variables of the loops, of which from now on one round is run.
std::string ItemDimensions::begin() {
  Function.Statements.setItems(Mapping.Items);
  std::string Out;
  for (const Dimension &Own : All)
    Out += "  " + begin(Own, "  ");
  return Out;
}

std::string ItemDimensions::begin(const Dimension &Own,
                                  const std::string &Margin) {
  std::string Out;
  const ItemLoops &Loops = *Own.Loops;
  const std::string Value =
      counterText(Loops.Counts, Own.Index, Unit, Function.Expressions);
  llvm::SmallPtrSet<const VarDecl *, 2> Declared;
  for (const VarDecl *D : Loops.Counters) {
    if (!Declared.insert(D).second)
      continue;
    std::string Name = Function.nameOf(D).str();
    if (Name.empty() && Loops.Perfect)
      Name = Unit.Names.local(D->getName());
    else if (Name.empty())
      Function.bind(D, Name = Unit.Names.claim((D->getName() + "_item").str()),
                    Binding::Value);
    Out += (Out.empty() ? "" : Margin) +
           Unit.Types.memory(D->getType().getUnqualifiedType()) + " " + Name +
           " = " + Value + ";\n";
  }
  return Out;
}

std::string ItemDimensions::pivotNumber(const Dimension &Of) {
  const std::string First =
      wide(Of.Loops->Counts.Init, Function.Expressions, Unit.Ctx);
  return "(ulong)" +
         Function.Expressions.expression(Of.Loops->Pivot->Round).Code +
         (First == "0" ? "" : " - (ulong)" + First);
}

std::string ItemDimensions::pivots(const Dimension &Of) {
  const PivotUpdate &Pivot = *Of.Loops->Pivot;
  const VarDecl *Counter = Of.Loops->Counts.Induction;
  Function.bind(Counter, Function.Expressions.expression(Pivot.Round).Code,
                Binding::Value);
  const std::string Added = Function.Expressions.expression(Pivot.Added).Code;
  Function.Expressions.Names.forget(Counter);
  return "(" + pivotNumber(Of) + " < " + Of.Limit + " && !(" + Added +
         (Pivot.Added->getType()->isUnsignedIntegerType() ? " == " : " >= ") +
         "0))";
}

/// From now on the loops run as written: the condition that there is but one
/// item for all rounds, and what others then do.
std::string ItemDimensions::end() {
  Function.Statements.setItems({});
  Function.Expressions.Ahead.bind({}, "");
  for (const Dimension &D : All)
    for (const VarDecl *Counter : D.Loops->Counters)
      if (!Unit.Loop.capture(Counter))
        Function.Expressions.Names.forget(Counter);
  auto Each = [&](const char *Code, auto Compared) {
    std::string Out;
    for (const Dimension &D : All)
      Out += (Out.empty() ? "" : " || ") + (Code + std::to_string(D.Range)) +
             ")" + Compared(D);
    return Out;
  };
  std::string Pivots;
  for (const Dimension &D : All)
    if (D.Loops->Pivot)
      Pivots += " || " + pivots(D);
  std::string One, Others = Each("get_global_id(", [](const Dimension &) {
                     return std::string(" != 0");
                   });
  for (const ItemLoops &I : Mapping.Items) {
    if (!I.InPlace)
      continue;
    const std::string R = "(" + std::to_string(I.Dimension) + ")";
    One += (One.empty() ? "" : " && ") + ("get_global_size" + R) + " == 1";
    Others += (Others.empty() ? "" : " || ") + ("get_global_id" + R) + " != 0";
  }
  // Any number of items is right where rounds are counted in their place.
  const std::string Few =
      All.empty() ? One : Each("get_global_size(", [](const Dimension &D) {
        return " < " + D.Limit;
      });
  return "  if (" + Few + Pivots + ") {\n" +
         (All.empty() ? "" : "    if (" + Others + ")\n      return;\n");
}

std::string ItemDimensions::asWritten(llvm::function_ref<std::string()> Body) {
  if (empty())
    return "";
  std::string Out = end();
  // On a GPU it runs where arrays overlap alone; unrolled, it would take each
  // item more registers than all the rest.
  Function.Statements.setUnrolled(All.empty());
  Out += Body() + "    return;\n  }\n";
  Function.Statements.setUnrolled(true);
  // Loops that are counted in their place need no other form, but on a CPU.
  return All.empty() ? "#ifndef TWOFOLD_ROWS\n" + Out + "#endif\n" : Out;
}

void StatementPrinter::itemLoop(const ForStmt &S, unsigned Indent,
                                std::string &Out) {
  const Stmt *Body = S.getBody();
  const auto *Own =
      llvm::find_if(Items, [&](const ItemLoops &I) { return I.contains(&S); });
  if (Own->InPlace)
    return placedLoop(S, *Own, Indent, Out);
  const bool Continues = exitsOf(Body).Continue;
  Out += std::string(2 * Indent, ' ') + (Continues ? "do" : "");
  LoopDepth += Continues;
  if (Continues) {
    block(Body, Indent, Out);
    Out += " while (0);\n";
  } else {
    Out +=
        "{\n" + lines(Body, Indent + 1) + std::string(2 * Indent, ' ') + "}\n";
  }
  LoopDepth -= Continues;
}

/// Every so manieth round, which are counted here.
void StatementPrinter::placedLoop(const ForStmt &S, const ItemLoops &Own,
                                  unsigned Indent, std::string &Out) {
  const InnerLoop Counts = *matchInnerLoop(&S, Ctx);
  const VarDecl *D = Counts.Induction;
  const std::string Trips = Unit.Names.claim((D->getName() + "_trips").str()),
                    Index = Unit.Names.claim((D->getName() + "_index").str()),
                    R = "(" + std::to_string(Own.Dimension) + ")",
                    Margin = spaces(Indent), More = spaces(Indent + 1);
  const std::string Name =
      isa<DeclStmt>(S.getInit())
          ? Types.declare(D->getType(), Unit.Names.local(D->getName()))
          : All.Names.nameOf(D).str();
  Out += Margin + "{\n" + More + "const ulong " + Trips + " = " +
         roundsText(Counts, Unit, All) + ";\n" + More + "for (ulong " + Index +
         " = get_global_id" + R + "; " + Index + " < " + Trips + "; " + Index +
         " += get_global_size" + R + ") {\n" + More + "  " + Name + " = " +
         counterText(Counts, Index, Unit, All) + ";\n";
  ++LoopDepth;
  Out += lines(S.getBody(), Indent + 2);
  --LoopDepth;
  Out += More + "}\n" + Margin + "}\n";
}

/// Whose first items alone run S; empty: all items do.
std::string StatementPrinter::firstItems(const Stmt *S) const {
  std::string Out;
  for (const ItemLoops &I : Items)
    if (llvm::is_contained(I.Beside, S))
      Out += (Out.empty() ? "get_global_id(" : " && get_global_id(") +
             std::to_string(I.Dimension) + ") == 0";
  return Out;
}

/// `if (apart) { .. float kept = c[i]; for (..) kept += ..; c[i] = kept; }`
bool StatementPrinter::keptLoop(const ForStmt &S, unsigned Indent,
                                std::string &Out) {
  if (Apart.empty() || !Expressions.Kept.empty() || !LeftBounds.empty())
    return false;
  const auto Found = findKeptElements(S, Unit.Loop, Items, Ctx);
  if (Found.empty())
    return false;
  Keeps = true;
  const std::string Margin(2 * Indent, ' '), More(2 * Indent + 2, ' ');
  std::string Init, Loads, Stores;
  if (const auto *Declared = dyn_cast<DeclStmt>(S.getInit()))
    declarations(*Declared, Indent + 1, Init);
  else
    Init = More + expression(cast<Expr>(S.getInit())).Code + ";\n";
  for (const KeptElement &E : Found) {
    const std::string Name = Unit.Names.claim("kept");
    const std::string Place = expression(E.Places.front()).Code;
    const QualType T = E.Places.front()->getType().getUnqualifiedType();
    Loads += More + "  " + Types.memory(T) + " " + Name + " = " + Place + ";\n";
    Stores += More + "  " + Place + " = " + Name + ";\n";
    for (const Expr *P : E.Places)
      Expressions.Kept[P] = Name;
  }
  std::string Loop = More + "  for (; " + condition(S.getCond()) + "; " +
                     expression(S.getInc()).Code + ")";
  ++LoopDepth;
  block(S.getBody(), Indent + 2, Loop);
  --LoopDepth;
  Expressions.Kept.clear();
  Out += Margin + "if (" + Apart + ") {\n" + Init + More + "if (" +
         condition(S.getCond()) + ") {\n" + Loads + Loop + "\n" + Stores +
         More + "}\n" + Margin + "} else {\n";
  const std::string Known = std::move(Apart);
  Apart.clear();
  loop(S, Indent + 1, Out);
  Apart = Known;
  Out += Margin + "}\n";
  return true;
}

} // namespace twofold
