// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/PivotText.h"
#include "ast/Nodes.h"
#include "model/ElementUpdate.h"

using namespace clang;

namespace twofold {

PivotText::PivotText(ItemDimensions &Items, KernelUnit &Unit,
                     KernelFunction &Function, ArrayRef<std::string> Limits,
                     TileText::Declaration Declare)
    : Items(Items), Columns(Items.All.front()), Pivot(*Columns.Loops->Pivot),
      Unit(Unit), Function(Function), Limits(Limits), Declare(Declare) {
  const Stmt *Body = Unit.Loop.Body;
  const auto *Assign = findNode<BinaryOperator>(
      Body, [](const BinaryOperator *B) { return B->isAssignmentOp(); });
  if (!Assign)
    return;
  Target = Assign->getLHS()->IgnoreParens();
  llvm::SmallPtrSet<const Expr *, 8> Loaded;
  (void)anyNode(Body, [&](const Stmt *Part) {
    if (const Expr *Read = operandOf(Part, CK_LValueToRValue))
      Loaded.insert(Read->IgnoreParens());
    return false;
  });
  (void)anyNode(Body, [&](const Stmt *Part) {
    const auto *E = dyn_cast<ArraySubscriptExpr>(Part);
    if (!E || E == Target)
      return false;
    auto Add = [&](const Expr *Place, SmallVectorImpl<const Expr *> &To) {
      if (!sameExpression(E, Place, Unit.Ctx))
        return;
      To.push_back(E);
      Plain &= Loaded.contains(E);
    };
    Add(Target, Own);
    Add(Pivot.Read, Left);
    Add(Pivot.Added, Row);
    return false;
  });
  Plain &= !Left.empty() && !Row.empty();
}

/// Code that puts the element into Name, and At reads it from there.
std::string PivotText::load(ArrayRef<const Expr *> Uses,
                            const std::string &Name, const std::string &At,
                            std::string &Declared) {
  const QualType T = Uses.front()->getType().getUnqualifiedType();
  const bool Array = At != Name;
  Declared += Unit.Types.memory(T) + " " + Name +
              (Array ? "[" + std::to_string(Each) + "]" : "") + ";\n";
  return At + " = " + Function.Expressions.expression(Uses.front()).Code +
         ";\n";
}

std::string PivotText::print() {
  const std::string Negative = Items.pivots(Columns),
                    Round = Items.pivotNumber(Columns);
  auto Claim = [&](const char *Base) { return Unit.Names.claim(Base); };
  const std::string Item = Claim("item"), Column = Claim("own_column"),
                    First = Claim("first_row"), Part = Claim("part"),
                    Next = Claim("column_number"), Number = Claim("row_number"),
                    OwnName = Claim("own"), LeftName = Claim("left"),
                    RowName = Claim("row");
  const std::string Size = std::to_string(Each);
  auto Each = [&](const std::string &Inside) {
    return "#pragma unroll\nfor (uint " + Part + " = 0; " + Part + " < " +
           Size + "; ++" + Part + ") {\n  const ulong " + Number + " = " +
           First + " + " + Part + ";\n" + indented(Inside) + "}\n";
  };
  std::string Out = "const uint " + Item + " = get_local_id(0);\nconst ulong " +
                    Column + " = get_group_id(0) * " + std::to_string(Width) +
                    " + " + Item + " % " + std::to_string(Width) + ", " +
                    First + " = get_group_id(1) * " + std::to_string(Height) +
                    " + " + Item + " / " + std::to_string(Width) + " * " +
                    Size + ";\n";
  Out +=
      "if (" + Negative + ") {\n  if (" + Column +
      " != 0)\n    return;\n  for (ulong " + Number + " = " + First + "; " +
      Number + " < min(" + First + " + " + Size + ", " + Limits[1] + "); ++" +
      Number + ") {\n" + indented(Declare(1, Number), 2) + "    for (ulong " +
      Next + " = 0; " + Next + " < " + Limits[0] + "; ++" + Next + ") {\n" +
      indented(Declare(0, Next) + Function.Statements.body(Unit.Loop.Body, 0),
               3) +
      "    }\n  }\n  return;\n}\n";
  // That round changes nothing, and neither does any of its row.
  Out += "if (" + Column + " >= " + Limits[0] + " || " + Column +
         " == " + Round + ")\n  return;\n" + Declare(0, Column);

  std::string Declared, Once, Loads;
  const std::string At = "[" + Part + "]";
  Once = load(Row, RowName, RowName, Declared);
  Loads = load(Own, OwnName, OwnName + At, Declared) +
          load(Left, LeftName, LeftName + At, Declared);
  Out += Declared + Once +
         Each(Declare(1, "min(" + Number + ", " + Limits[1] + " - 1)") + Loads);
  for (const auto &[Uses, Name] :
       {std::pair(&Own, OwnName + At), {&Left, LeftName + At}, {&Row, RowName}})
    for (const Expr *Use : *Uses)
      Function.Expressions.Kept[Use] = Name;
  const std::string Body = Function.Statements.body(Unit.Loop.Body, 0);
  Function.Expressions.Kept.clear();
  Out += Each(
      "if (" + Number + " < " + Limits[1] + ") {\n" +
      indented(
          Declare(1, Number) + "if (!(" + Round + " < " + Limits[0] +
          " && (long)" +
          Function.Expressions.expression(Pivot.Row).atLeast(Strength::Unary) +
          " == (long)" + Function.Expressions.expression(Pivot.Round).Code +
          ")) {\n" + indented(Body) + "}\n") +
      "}\n");
  return indented(Out, 2);
}

} // namespace twofold
