// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/GroupPrinter.h"
#include "ast/Nodes.h"
#include "kernel/ItemDimensions.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {
namespace {

constexpr unsigned MostStages = 4;

/// Its evaluation may do harm where the program does not evaluate it.
bool mayFail(const Expr *E) {
  return anyNode(E, [](const Stmt *Part) {
    const auto *B = dyn_cast<BinaryOperator>(Part);
    return isa<ArraySubscriptExpr, CallExpr, MemberExpr>(Part) ||
           operandOf(Part, UO_Deref) ||
           (B && (B->getOpcode() == BO_Div || B->getOpcode() == BO_Rem));
  });
}

/// E has one value in a column of all rows.
bool isAlike(const Expr *E, const RowSection &In, const ParallelLoop &Loop) {
  return !anyNode(E, [&](const Stmt *Part) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    if (!Ref || isa<FunctionDecl, EnumConstantDecl>(Ref->getDecl()))
      return isa<CXXThisExpr>(Part);
    const Capture *C = Loop.capture(Ref->getDecl());
    return Ref->getDecl() != In.Counts.Induction &&
           (!C || (C->Kind != Sharing::Value && C->Kind != Sharing::Reference));
  });
}

} // namespace

/// What E is made of, but for sums, is put into local memory where it stands,
/// and taken from there from now on. Not Sure: not each round evaluates E.
bool GroupPrinter::stage(const Expr *E, bool Sure, bool Factor,
                         std::string &Out) {
  const Expr *Plain = E->IgnoreParens();
  if (Current->isOrdered(Plain)) {
    if (const auto *C = dyn_cast<ConditionalOperator>(Plain))
      return stage(C->getCond(), Sure, false, Out) &&
             stage(C->getTrueExpr(), false, false, Out) &&
             stage(C->getFalseExpr(), false, false, Out);
    const auto *B = dyn_cast<BinaryOperator>(Plain);
    if (B && B->isLogicalOp())
      return stage(B->getLHS(), Sure, false, Out) &&
             stage(B->getRHS(), false, false, Out);
    return !isa<AbstractConditionalOperator>(Plain) &&
           llvm::all_of(Plain->children(), [&](const Stmt *Part) {
             const auto *Sub = dyn_cast_if_present<Expr>(Part);
             return Sub && stage(Sub, Sure, false, Out);
           });
  }
  const QualType T = Plain->getType();
  if (constantOf(Plain, Unit.Ctx) || T->isFunctionPointerType() ||
      isa<FloatingLiteral, IntegerLiteral>(Plain->IgnoreParenImpCasts()))
    return true;
  // Factors of a product that is to be fused with the sum.
  const bool Fuses = Unit.Options.Contract != LangOptions::FPM_Off &&
                     Unit.Options.HostFma && T->isRealFloatingType() && !Factor;
  if (const auto *B = dyn_cast<BinaryOperator>(Plain);
      B && B->getOpcode() == BO_Mul && Fuses)
    return stage(B->getLHS(), Sure, true, Out) &&
           stage(B->getRHS(), Sure, true, Out);
  if (const auto *U = dyn_cast<UnaryOperator>(Plain);
      U && U->getOpcode() == UO_Minus && Fuses)
    return stage(U->getSubExpr(), Sure, false, Out);
  const unsigned Bits = Unit.Ctx.getTypeSize(T);
  if (Plain->isGLValue() || T->isBooleanType() || (Bits != 32 && Bits != 64) ||
      (!T->isIntegerType() && !T->isSpecificBuiltinType(BuiltinType::Float) &&
       !T->isSpecificBuiltinType(BuiltinType::Double)))
    return false;
  const bool Alike = isAlike(Plain, *Current, Unit.Loop);
  if (Alike && !mentions(Plain, Current->Counts.Induction) && !mayFail(Plain))
    return true;
  LoadsAhead &Ahead = Function.Expressions.Ahead, Before = Ahead;
  if (Alike)
    Ahead = {};
  const std::string Code = Function.Expressions.expression(Plain).Code;
  if (Alike)
    Ahead = std::move(Before);
  auto *Known = std::find_if(Stages.begin() + Earlier, Stages.end(),
                             [&](const Staged &S) { return S.Code == Code; });
  if (Known == Stages.end()) {
    if ((!Sure && mayFail(Plain)) || Stages.size() == MostStages)
      return false;
    const std::string Name = Unit.Names.claim("tile");
    Stages.push_back({Name, Code, Unit.Types.memory(T.getUnqualifiedType()),
                      Unit.Names.claim(Name + "_next"),
                      Unit.Names.claim(Name + "_4"), Alike});
    Known = &Stages.back();
    StageBytes += Bits / 8;
    Memory += "  __local " + Known->Type + " " + Known->Name +
              "[@tile@] __attribute__((aligned(" + std::to_string(Bits / 2) +
              ")));\n";
    if (!Alike)
      Out += spaces(4) + Known->Name + "[" + Place + "] = " + Code + ";\n";
  }
  Pending.push_back({Plain, Known->Name + "[" + Place + "]"});
  return true;
}

bool GroupPrinter::stageSum(const Stmt *S, bool Sure, std::string &Out) {
  if (isa<CompoundStmt>(S))
    return llvm::all_of(S->children(), [&](const Stmt *Part) {
      return stageSum(Part, Sure, Out);
    });
  if (const auto *If = dyn_cast<IfStmt>(S))
    return stage(If->getCond(), Sure, false, Out) &&
           stageSum(If->getThen(), false, Out) &&
           (!If->getElse() || stageSum(If->getElse(), false, Out));
  const auto *B = cast<BinaryOperator>(seeThrough(cast<Expr>(S)));
  return stage(B->getRHS(), Sure, false, Out);
}

/// Declares a row's own variables.
std::string GroupPrinter::begin(const std::string &RowNumber,
                                unsigned Indent) const {
  std::string Out, Lines = Iteration(First + " + " + RowNumber);
  for (StringRef Rest = Lines; !Rest.empty(); Rest = Rest.split('\n').second)
    Out += spaces(Indent) + Rest.split('\n').first.trim().str() + "\n";
  for (const VarDecl *V : Groups.Again)
    if (Known.contains(V))
      Out += spaces(Indent) + Function.Statements.declared(*V) + ";\n";
  return Out;
}

/// Code for the one item that a row has.
std::string GroupPrinter::oneItem(const std::string &Code,
                                  unsigned Indent) const {
  const std::string Margin = spaces(Indent);
  return Margin + "if (" + HasRow + ") {\n" + Margin + "  const uint " + Row +
         " = " + Own + ";\n" + begin(Row, Indent + 1) + Code + Margin + "}\n";
}

std::string GroupPrinter::counter(const std::string &Number, unsigned Indent) {
  const VarDecl *D = Current->Counts.Induction;
  std::string Name = Function.nameOf(D).str();
  if (Name.empty())
    Name = Unit.Names.local(D->getName());
  return spaces(Indent) + Unit.Types.memory(D->getType().getUnqualifiedType()) +
         " " + Name + " = " +
         counterText(Current->Counts, Number, Unit, Function.Expressions) +
         ";\n";
}

/// Gives variables of rows their places, of Count rows.
void GroupPrinter::placeRows(unsigned Count) {
  for (const VarDecl *V : Groups.Rows) {
    const std::string Name = Unit.Names.claim((V->getName() + "_rows").str());
    const QualType T = V->getType().getUnqualifiedType();
    RowBytes += Unit.Ctx.getTypeSizeInChars(T).getQuantity() * Count;
    Memory += "  __local " + Unit.Types.memory(T) + " " + Name + "[" +
              std::to_string(Count) + "];\n";
    Before.push_back({V, Function.nameOf(V).str()});
    Elements[V] = Name + "[" + Row + "]";
    Function.bind(V, Elements[V], Binding::Value);
  }
}

/// The rest of the kernel has variables of its own.
void GroupPrinter::nameAsOutside() {
  for (auto &[V, Name] : Before)
    if (Name.empty())
      Function.Expressions.Names.forget(V);
    else
      Function.bind(V, Name, Binding::Value);
}

SharedRows::Parameters GroupPrinter::parameters() const {
  unsigned Sums = 0;
  for (const RowSection &S : Groups.Sections)
    Sums += S.Sums.size();
  SharedRows::Parameters Out = Several.parameters(Sums);
  Out.insert(Out.begin(), {"ulong " + Rows, TWOFOLD_ARG_ROWS, Groups.Axis,
                           Groups.Trees || !Groups.Kept.empty()
                               ? RowsOfTrees | TWOFOLD_ROWS_ANY |
                                     (Groups.Trees ? 0 : TWOFOLD_ROWS_ACROSS)
                           : Groups.Across ? RowsOfGroup | TWOFOLD_ROWS_ACROSS
                                           : manyRows(Groups)});
  return Out;
}

unsigned GroupPrinter::manyRows(const RowGroups &Groups) {
  const bool Several = llvm::count_if(Groups.Sections, [](const RowSection &S) {
                         return S.Loop != nullptr;
                       }) > 1;
  return Several && !Groups.Across ? 8 : RowsOfGroup;
}

std::optional<std::string> GroupPrinter::print() {
  First = Unit.Names.claim("first_row");
  Item = Unit.Names.claim("item");
  Row = Unit.Names.claim("row");
  Place = Unit.Names.claim("place");
  Column = Unit.Names.claim("column");
  Step = Unit.Names.claim("step");
  Begin = Unit.Names.claim("begin");
  placeRows(RowsOfGroup);
  std::string Out = "    const ulong " + First + " = get_group_id(0) * " +
                    Rows + ";\n    const uint " + Item +
                    " = get_local_id(0);\n";
  if (Groups.Across) {
    Own = Item;
    HasRow =
        Item + " < " + Rows + " && " + First + " + " + Item + " < " + Limit;
    InGroup = First + " + " + Row + " < " + Limit;
  } else {
    // That items are so many saves registers.
    Own = Unit.Names.claim("walker");
    Last = Unit.Names.claim("last_row");
    HasRow = Own + " <= " + Last;
    InGroup = Row + " <= " + Last;
    Out += "    const uint " + Own + " = " + Item + " % " +
           std::to_string(TWOFOLD_ROW_ITEMS) + ";\n    const uint " + Last +
           " = (uint)(min(" + Rows + ", " + Limit + " - " + First + ") - 1);\n";
  }
  bool Fits = true;
  for (const RowSection &S : Groups.Sections) {
    Current = &S;
    if (S.Loop) {
      Trips =
          Unit.Names.claim((S.Counts.Induction->getName() + "_trips").str());
      // The call knows that rounds of the first loop are few enough. Rows take
      // more registers so.
      const bool Short =
          Groups.Across &&
          llvm::none_of(
              llvm::make_range(Groups.Sections.begin(), &S),
              [](const RowSection &Before) { return Before.Loop != nullptr; });
      Word = Short ? "uint" : "ulong";
      Out += "    const " + Word + " " + Trips + " = (" + Word + ")(" +
             roundsText(S.Counts, Unit, Function.Expressions) + ");\n";
      std::optional<std::string> Code;
      if (S.Sums.empty())
        Code = shared();
      else
        Code = summed();
      Fits &= Code.has_value();
      Out += Code.value_or("") + (S.Sums.empty() ? Barrier : "");
    } else {
      std::string Code;
      for (const Stmt *Own : S.Statements)
        Code += Function.Statements.part(Own, 3);
      Out += oneItem(Code, 2) + Barrier;
      for (const Stmt *Own : S.Statements)
        if (const auto *Declared = dyn_cast<DeclStmt>(Own))
          for (const VarDecl *V : variablesIn(*Declared))
            Known.insert(V);
    }
  }
  nameAsOutside();
  return Fits && setTiles(Out) ? std::optional(Out) : std::nullopt;
}

} // namespace twofold
