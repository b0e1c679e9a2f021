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

void putFor(std::string &In, StringRef What, const std::string &By) {
  for (size_t At; (At = In.find(What.str())) != std::string::npos;)
    In.replace(At, What.size(), By);
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
  const std::string Code = Function.Expressions.expression(Plain).Code;
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
      Out += spaces(5) + Known->Next + "[" + Step + "] = " + Code + ";\n";
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
  return Margin + "if (" + Item + " < " + Rows + " && " + First + " + " + Item +
         " < " + Limit + ") {\n" + Margin + "  const uint " + Row + " = " +
         Item + ";\n" + begin(Row, Indent + 1) + Code + Margin + "}\n";
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

/// A tile at a time is computed by all, and added up by one item a row.
std::optional<std::string> GroupPrinter::summed() {
  std::string Body;
  Pending.clear();
  Stages.clear();
  SmallVector<const Stmt *, 2> Ordered;
  for (const Stmt *S : Current->Statements) {
    if (!Current->isOrdered(S)) {
      Body += Function.Statements.part(S, 5);
      continue;
    }
    Earlier = Stages.size();
    if (!stageSum(S, true, Body))
      return std::nullopt;
    Ordered.push_back(S);
  }
  if (Stages.empty())
    return std::nullopt;

  std::string Sums, Back, Walk;
  for (const VarDecl *V : Current->Sums) {
    const std::string Element = Function.nameOf(V).str();
    const std::string Sum = Unit.Names.claim((V->getName() + "_sum").str());
    Sums += spaces(4) + Unit.Types.memory(V->getType().getUnqualifiedType()) +
            " " + Sum + " = " + Element + ";\n";
    Back += spaces(4) + Element + " = " + Sum + ";\n";
    Function.bind(V, Sum, Binding::Value);
  }
  for (auto &[E, Name] : Pending)
    Function.Expressions.Kept[E] = Name;
  for (const Stmt *S : Ordered)
    Walk += Function.Statements.part(S, 5);
  Function.Expressions.Kept.clear();
  for (const VarDecl *V : Current->Sums)
    Function.bind(V, Elements.lookup(V), Binding::Value);

  // Where a group has one row, what each tile waits for is shared by more of
  // it.
  if (Groups.Across)
    return tiles(Body, Walk, Sums, Back, false);
  return "    if (" + Rows + " == 1) {\n" +
         indented(tiles(Body, Walk, Sums, Back, true)) + "    } else {\n" +
         indented(tiles(Body, Walk, Sums, Back, false)) + "    }\n";
}

/// All tiles of a section. What the next one is made of is under way while one
/// is walked. Long: of one row, which is walked by four columns at a time.
std::string GroupPrinter::tiles(const std::string &Body,
                                const std::string &Walk,
                                const std::string &Sums,
                                const std::string &Back, bool Long) {
  const std::string Part = Unit.Names.claim("part"),
                    Count = Unit.Names.claim("columns"),
                    Number = Unit.Names.claim("number"),
                    Columns = Long ? "@places@" : "@columns@";
  const std::string At = "const uint " + Place + " = " +
                         (Long ? "" : Row + " * @stride@ + ") + Column + ";\n";
  const std::string Own = Part + " / " + Columns, In = Part + " % " + Columns,
                    Of = std::to_string(RowsOfGroup);
  const std::string Each =
      "for (uint " + Step + " = 0; " + Step + " < @steps@; ++" + Step +
      ") {\n        const uint " + Part + " = " + Item + " + " + Step +
      " * 256;\n        const uint " + Row + " = " +
      (Groups.Across ? Part + " % " + Of : Own) + ", " + Column + " = " +
      (Groups.Across ? Part + " / " + Of : In) + ";\n";
  // What all rows have is loaded and put once, by an item a column.
  std::string Next, Put, More = Body, Alike, PutAlike, Steps = Walk;
  for (const Staged &S : Stages) {
    const bool Once = S.Alike && !Long;
    if (Once)
      putFor(Steps, S.Name + "[" + Place + "]", S.Name + "[" + Column + "]");
    Next += "    " + S.Type + " " + S.Next + "[" + (Once ? "1" : "@steps@") +
            "] = {0};\n";
    if (S.Alike)
      (Once ? Alike : More) += spaces(5) + S.Next + "[" + (Once ? "0" : Step) +
                               "] = " + S.Code + ";\n";
    if (Once)
      PutAlike += spaces(4) + S.Name + "[" + Item + "] = " + S.Next + "[0];\n";
    else
      Put += spaces(4) + S.Name + "[" + Place + "] = " + S.Next + "[" + Step +
             "];\n";
  }
  if (!Alike.empty()) {
    Alike = "      if (" + Item + " < " + Columns + " && " + Begin + " + " +
            Item + " < " + Trips + ") {\n" +
            counter("(" + Begin + " + " + Item + ")", 4) + Alike + "      }\n";
    PutAlike = "      if (" + Item + " < " + Columns + ") {\n" + PutAlike +
               "      }\n";
  }
  std::string Out =
      Next + "    for (ulong " + Begin + " = 0;; " + Begin + " += " + Columns +
      ") {\n" + Alike + "      #pragma unroll\n      " + Each +
      "        const ulong " + Number + " = " + Begin + " + " + Column +
      ";\n        if (" + First + " + " + Row + " < " + Limit + " && " +
      Number + " < " + Trips + ") {\n" + begin(Row, 5) + counter(Number, 5) +
      More + "        }\n      }\n";
  std::string Full = "        #pragma unroll 16\n        for (uint " + Column +
                     " = 0; " + Column + " < " + Columns + "; ++" + Column +
                     ") {\n          " + At + Steps + "        }\n";
  if (Long) {
    Full = "        #pragma unroll 16\n        for (uint " + Column + " = 0; " +
           Column + " < " + Columns + "; " + Column + " += 4) {\n";
    for (const Staged &S : Stages)
      Full += "          const " + S.Type + "4 " + S.Four +
              " = *(__local const " + S.Type + "4 *)(" + S.Name + " + " +
              Column + ");\n";
    for (unsigned Of = 0; Of < 4; ++Of) {
      std::string One = Walk;
      for (const Staged &S : Stages)
        putFor(One, S.Name + "[" + Place + "]",
               S.Four + ".s" + std::to_string(Of));
      Full += One;
    }
    Full += "        }\n";
  }
  const std::string Rest = "        for (uint " + Column + " = 0; " + Column +
                           " < " + Count + "; ++" + Column + ") {\n          " +
                           At + Steps + "        }\n";
  Out += "      if (" + Begin + " != 0) {\n" +
         indented(oneItem(
             Sums + spaces(4) + "const ulong " + Count + " = " + Trips + " - " +
                 Begin + " + " + Columns + ";\n" + spaces(4) + "if (" + Count +
                 " >= " + Columns + ") {\n" + indented(Full) + spaces(4) +
                 "} else {\n" + indented(Rest) + spaces(4) + "}\n" + Back,
             3)) +
         "      }\n";
  return Out + "  " + Barrier + "      if (" + Begin + " >= " + Trips +
         ")\n        break;\n      #pragma unroll\n      " + Each + "        " +
         At + Put + "      }\n" + PutAlike + "  " + Barrier + "    }\n";
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
                           Groups.Trees    ? RowsOfTrees | TWOFOLD_ROWS_ANY
                           : Groups.Across ? RowsOfGroup | TWOFOLD_ROWS_ACROSS
                                           : RowsOfGroup});
  return Out;
}

std::optional<std::string> GroupPrinter::print() {
  First = Unit.Names.claim("first_row");
  Item = Unit.Names.claim("item");
  Row = Unit.Names.claim("row");
  if (Groups.Trees)
    return trees();
  Place = Unit.Names.claim("place");
  Column = Unit.Names.claim("column");
  Step = Unit.Names.claim("step");
  Begin = Unit.Names.claim("begin");
  placeRows(RowsOfGroup);
  std::string Out = "    const ulong " + First + " = get_group_id(0) * " +
                    Rows + ";\n    const uint " + Item +
                    " = get_local_id(0);\n";
  bool Fits = true;
  for (const RowSection &S : Groups.Sections) {
    Current = &S;
    if (S.Loop) {
      Trips =
          Unit.Names.claim((S.Counts.Induction->getName() + "_trips").str());
      Out += "    const ulong " + Trips + " = " +
             roundsText(S.Counts, Unit, Function.Expressions) + ";\n";
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
  // Rows of tiles are an element longer, so that columns lie in all banks.
  unsigned Columns = 64;
  if (StageBytes * RowsOfGroup * (Columns + 1) > MostBytes - RowBytes)
    Columns = 32;
  if (!Fits || StageBytes * RowsOfGroup * (Columns + 1) + RowBytes > MostBytes)
    return std::nullopt;
  for (std::string *Text : {&Out, &Memory}) {
    putFor(*Text, "@stride@", std::to_string(Columns + 1));
    putFor(*Text, "@tile@", std::to_string(RowsOfGroup * (Columns + 1)));
    putFor(*Text, "@steps@", std::to_string(Columns / 8));
    putFor(*Text, "@columns@", std::to_string(Columns));
    putFor(*Text, "@places@", std::to_string(RowsOfGroup * Columns));
  }
  return Out;
}

} // namespace twofold
