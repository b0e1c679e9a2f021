// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "access/InnerLoop.h"
#include "ast/ColdPaths.h"
#include "ast/Nodes.h"
#include "ast/VariableUses.h"
#include "kernel/KernelFunction.h"
#include "kernel/KernelText.h"
#include "model/ControlFlow.h"

using namespace clang;

namespace twofold {

std::string StatementPrinter::constructor(const CXXConstructorDecl &C,
                                          unsigned Indent) {
  const std::string &Object = Unit.object();
  BareReturn = "return " + Object + ";";
  All.Names.Self = {"&" + Object, Strength::Unary};
  std::string Parts = Expressions.Objects.parts(C, Object, Indent);
  return Parts + body(C.getBody(), Indent) + spaces(Indent) + BareReturn + "\n";
}

std::string StatementPrinter::body(const Stmt *S, unsigned Indent) {
  BodyUses Uses = collectUses(S);
  for (auto &[D, Use] : Uses.Variables)
    if (Use.Escapes)
      Escaping.insert(D);
  return lines(S, Indent);
}

std::string StatementPrinter::lines(const Stmt *S, unsigned Indent) {
  std::string Out;
  if (const auto *Compound = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Compound->body())
      statement(Child, Indent, Out);
  } else {
    statement(S, Indent, Out);
  }
  return Out;
}

void StatementPrinter::statement(const Stmt *S, unsigned Indent,
                                 std::string &Out) {
  if (Unit.failed())
    return;
  std::string Margin = spaces(Indent);
  if (const std::string First = S == ByFirst ? "" : firstItems(S);
      !First.empty()) {
    const Stmt *Around = std::exchange(ByFirst, S);
    Out += Margin + "if (" + First + ")";
    block(S, Indent, Out);
    Out += "\n";
    ByFirst = Around;
    return;
  }
  if (!Decline.empty() && isCold(S)) {
    Declined = true;
    Out += Margin + Decline + "\n" + Margin + leaveIteration() + "\n";
    return;
  }
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return statement(Attributed->getSubStmt(), Indent, Out);
  if (const auto *L = dyn_cast<LabelStmt>(S))
    return statement(L->getSubStmt(), Indent, Out);
  if (!isa<CompoundStmt, SwitchCase>(S))
    Out += lineText(S->getBeginLoc(), Ctx);
  if (isa<CompoundStmt>(S)) {
    Out += Margin + "{\n" + lines(S, Indent + 1) + Margin + "}\n";
  } else if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    declarations(*Declared, Indent, Out);
  } else if (const ElementUpdate *U = Unit.Loop.update(S)) {
    Out += Margin + Expressions.Updates.update(*U).Code + ";\n";
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    Out += Margin;
    branch(*If, Indent, Out);
  } else if (const auto *For = dyn_cast<ForStmt>(S)) {
    loop(*For, Indent, Out);
  } else if (const auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
    rangeLoop(*Range, Indent, Out);
  } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
    if (While->getConditionVariable()) {
      unsupported(S, "a declaration in a condition");
      return;
    }
    Out += Margin + "while (" + loopCondition(While->getCond()) + ")";
    ++LoopDepth;
    block(While->getBody(), Indent, Out);
    --LoopDepth;
    Out += "\n";
  } else if (const auto *Do = dyn_cast<DoStmt>(S)) {
    Out += Margin + "do";
    ++LoopDepth;
    block(Do->getBody(), Indent, Out);
    --LoopDepth;
    Out += " while (" + loopCondition(Do->getCond()) + ");\n";
  } else if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
    choice(*Switch, Indent, Out);
  } else if (const auto *Case = dyn_cast<CaseStmt>(S)) {
    label(*Case, Indent, Out);
  } else if (const auto *Default = dyn_cast<DefaultStmt>(S)) {
    Out += spaces(Indent - 1) + "default:\n";
    statement(Default->getSubStmt(), Indent, Out);
  } else if (isa<BreakStmt>(S)) {
    Out += Margin + "break;\n";
  } else if (isa<ContinueStmt>(S)) {
    Out += Margin + (LoopDepth ? "continue;" : Continue) + "\n";
  } else if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    result(*Return, Indent, Out);
  } else if (isa<NullStmt>(S)) {
    Out += Margin + ";\n";
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    // What a call refers to is not loaded.
    E = seeThrough(E);
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    bool Refers = F && E->isGLValue() && !KernelUnit::isPlainAssignment(*F);
    Out += Margin + (Refers ? address(E) : expression(E)).Code + ";\n";
  } else {
    unsupported(S, "this statement");
  }
}

/// A body in braces on the line of what it belongs to.
void StatementPrinter::block(const Stmt *S, unsigned Indent, std::string &Out) {
  Out += " {\n" + lines(S, Indent + 1) + spaces(Indent) + "}";
}

std::string StatementPrinter::condition(const Expr *E) {
  Text T = truth(E);
  return T.Binds == Strength::Assign ? "(" + T.Code + ")" : T.Code;
}

/// Of a loop that may end only by what it reads.
std::string StatementPrinter::loopCondition(const Expr *E) {
  if (LeftBounds.empty())
    return condition(E);
  Text T = truth(E);
  return "!" + LeftBounds + " && " + T.atLeast(Strength::LogicalAnd);
}

void StatementPrinter::branch(const IfStmt &S, unsigned Indent,
                              std::string &Out) {
  if (S.getInit() || S.getConditionVariable()) {
    // The declarations live in the `if` alone.
    Out += "{\n";
    if (S.getInit())
      statement(S.getInit(), Indent + 1, Out);
    if (S.getConditionVariable())
      declarations(*S.getConditionVariableDeclStmt(), Indent + 1, Out);
    Out += spaces(Indent + 1);
  }
  unsigned Inner = Indent + (S.getInit() || S.getConditionVariable());
  if (auto Chosen = onlyBranch(S, Ctx)) {
    Out += "{\n" + (*Chosen ? lines(*Chosen, Inner + 1) : "") + spaces(Inner) +
           "}\n";
  } else {
    Out += "if (" + condition(S.getCond()) + ")";
    block(S.getThen(), Inner, Out);
    if (const Stmt *Else = S.getElse()) {
      Out += " else";
      const auto *Next = dyn_cast<IfStmt>(Else);
      if (Next && !Next->getInit() && !Next->getConditionVariable() &&
          !onlyBranch(*Next, Ctx)) {
        Out += " ";
        branch(*Next, Inner, Out);
      } else {
        block(Else, Inner, Out);
        Out += "\n";
      }
    } else {
      Out += "\n";
    }
  }
  if (Inner != Indent)
    Out += spaces(Indent) + "}\n";
}

/// Any number of items is right: each takes every so manieth iteration. The
/// count is a number of its own, which may run past the end of the variable's
/// type.
void StatementPrinter::sharedLoop(unsigned Indent, std::string &Out) {
  const InnerLoop &Counts = Shared->Counts;
  std::string Item =
      Unit.Names.claim((Counts.Induction->getName() + "_item").str());
  int64_t Step = Counts.decreasing() ? -Counts.Step : Counts.Step;
  auto Moved = [&](const char *Function) {
    return std::string("(long)") + Function + "(" +
           std::to_string(SharedDimension) + ")" +
           (Step == 1 ? "" : " * " + std::to_string(Step));
  };
  auto Number = [&](const Expr *E) {
    return "(long)" + expression(E, Strength::Unary);
  };
  const char *Sign = Counts.decreasing() ? " - " : " + ";
  const char *Relation = Counts.decreasing()
                             ? Counts.inclusive() ? " >= " : " > "
                         : Counts.inclusive() ? " <= "
                                              : " < ";
  Out += spaces(Indent) + "for (long " + Item + " = " + Number(Counts.Init) +
         Sign + Moved("get_global_id") + "; " + Item + Relation +
         Number(Counts.Bound) + "; " + Item +
         (Counts.decreasing() ? " -= " : " += ") + Moved("get_global_size") +
         ") {\n";
  QualType T = Counts.Induction->getType();
  std::string Value = "(" + Types.memory(T.getUnqualifiedType()) + ")" + Item;
  bool Declared = isa<DeclStmt>(Shared->Loop->getInit());
  Out += spaces(Indent + 1) +
         (Declared
              ? Types.declare(T, Unit.Names.local(Counts.Induction->getName()))
              : All.Names.nameOf(Counts.Induction).str()) +
         " = " + Value + ";\n";
  ++LoopDepth;
  Out += lines(Shared->Loop->getBody(), Indent + 1);
  --LoopDepth;
  Out += spaces(Indent) + "}\n";
}

void StatementPrinter::loop(const ForStmt &S, unsigned Indent,
                            std::string &Out) {
  if (Shared && Shared->Loop == &S)
    return sharedLoop(Indent, Out);
  if (isItem(Items, &S))
    return itemLoop(S, Indent, Out);
  if (keptLoop(S, Indent, Out))
    return;
  if (S.getConditionVariable()) {
    unsupported(&S, "a declaration in a condition");
    return;
  }
  std::string Init;
  const auto *Declared = dyn_cast_or_null<DeclStmt>(S.getInit());
  // Several variables may have several types in OpenCL C: a block holds them.
  bool Outside = Declared && !Declared->isSingleDecl();
  if (Outside) {
    Out += spaces(Indent++) + "{\n";
    declarations(*Declared, Indent, Out);
  } else if (Declared) {
    if (const auto *V = dyn_cast<VarDecl>(Declared->getSingleDecl()))
      Init = variable(*V);
  } else if (S.getInit()) {
    Init = expression(cast<Expr>(S.getInit())).Code;
  }
  std::string Cond;
  if (matchInnerLoop(&S, Ctx)) // it counts, and ends by itself
    Cond = " " + condition(S.getCond());
  else if (S.getCond())
    Cond = " " + loopCondition(S.getCond());
  else if (!LeftBounds.empty())
    Cond = " !" + LeftBounds;
  std::string Inc = S.getInc() ? " " + expression(S.getInc()).Code : "";
  if (!Unrolled)
    Out += "#ifdef TWOFOLD_ROWS\n#pragma unroll 1\n#endif\n";
  Out += spaces(Indent) + "for (" + Init + ";" + Cond + ";" + Inc + ")";
  ++LoopDepth;
  block(S.getBody(), Indent, Out);
  --LoopDepth;
  Out += "\n";
  if (Outside)
    Out += spaces(Indent - 1) + "}\n";
}

/// As the language defines it, over arrays and other pointers.
void StatementPrinter::rangeLoop(const CXXForRangeStmt &S, unsigned Indent,
                                 std::string &Out) {
  std::string Margin = spaces(Indent + 1);
  Out += spaces(Indent) + "{\n";
  if (S.getInit())
    statement(S.getInit(), Indent + 1, Out);
  for (const DeclStmt *D : {S.getRangeStmt(), S.getBeginStmt(), S.getEndStmt()})
    declarations(*D, Indent + 1, Out);
  Out += Margin + "for (; " + condition(S.getCond()) + "; " +
         expression(S.getInc()).Code + ") {\n";
  ++LoopDepth;
  declarations(*cast<DeclStmt>(S.getLoopVarStmt()), Indent + 2, Out);
  Out += lines(S.getBody(), Indent + 2);
  --LoopDepth;
  Out += Margin + "}\n" + spaces(Indent) + "}\n";
}

void StatementPrinter::choice(const SwitchStmt &S, unsigned Indent,
                              std::string &Out) {
  if (S.getInit() || S.getConditionVariable()) {
    unsupported(&S, "a declaration in a switch");
    return;
  }
  Out += spaces(Indent) + "switch (" + expression(S.getCond()).Code + ")";
  ++SwitchDepth;
  block(S.getBody(), Indent, Out);
  --SwitchDepth;
  Out += "\n";
}

/// Labels stand level with their switch.
void StatementPrinter::label(const CaseStmt &S, unsigned Indent,
                             std::string &Out) {
  constexpr uint64_t LongestRange = 256;
  llvm::APSInt First = S.getLHS()->EvaluateKnownConstInt(Ctx), Last = First;
  if (S.getRHS())
    Last = S.getRHS()->EvaluateKnownConstInt(Ctx);
  if (Last - First > llvm::APSInt(llvm::APInt(Last.getBitWidth(), LongestRange),
                                  Last.isUnsigned())) {
    unsupported(&S, "a long range of cases");
    return;
  }
  for (; First <= Last; ++First) {
    Out += spaces(Indent - 1) + "case " +
           literal(APValue(First), S.getLHS()->getType()).Code + ":\n";
    if (First == Last)
      break;
  }
  statement(S.getSubStmt(), Indent, Out);
}

/// Items that meet at the end must not return.
std::string StatementPrinter::leaveIteration() {
  if (Leave.empty())
    return "return;";
  bool Inside = LoopDepth + SwitchDepth != 0;
  LeavesByLabel |= Inside;
  return Inside ? "goto " + Leave + ";" : "break;";
}

void StatementPrinter::result(const ReturnStmt &S, unsigned Indent,
                              std::string &Out) {
  if (!Leave.empty()) {
    Out += spaces(Indent) + leaveIteration() + "\n";
    return;
  }
  std::string Value;
  if (const Expr *E = S.getRetValue()) {
    Text T = E->isGLValue() ? address(E) : expression(E);
    Value = E->getType()->isVoidType() ? "" : " " + T.Code;
    if (E->getType()->isVoidType())
      Out += spaces(Indent) + T.Code + ";\n";
  }
  Out += spaces(Indent) +
         (Value.empty() ? BareReturn : "return" + Value + ";") + "\n";
}

void StatementPrinter::declarations(const DeclStmt &S, unsigned Indent,
                                    std::string &Out) {
  for (const Decl *D : S.decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (isa_and_nonnull<DecompositionDecl>(V)) {
      unsupported(&S, "a structured binding");
      return;
    }
    // Static ones are constants: literals and tables.
    if (!V || V->hasGlobalStorage())
      continue;
    if (const auto *Place = All.Names.find(V)) { // it has one elsewhere
      if (const Expr *Init = V->getInit())
        Out += spaces(Indent) + Place->Name + " = " +
               Expressions.Objects.initializer(Init) + ";\n";
      continue;
    }
    Out += spaces(Indent) + variable(*V) + ";\n";
    if (const Expr *Init = V->getInit();
        Init && V->getType()->isConstantArrayType())
      if (isa<CXXConstructExpr>(Init->IgnoreImplicit()))
        Out += Expressions.Objects.fill(Unit.Names.local(V->getName()),
                                        V->getType(), Init->IgnoreImplicit(),
                                        Indent);
  }
}

std::string StatementPrinter::variable(const VarDecl &V) {
  std::string Name = Unit.Names.local(V.getName());
  QualType T = V.getType();
  const Expr *Init = V.getInit();
  if (T->isReferenceType() && T->getPointeeType()->isVariablyModifiedType())
    return unsupported(Init, "a reference to an array of variable length").Code;
  if (T->isReferenceType())
    return Types.declareMemory(T, Name, Spaces.variable(&V)) + " = " +
           address(Init).Code;
  if (T->isVariablyModifiedType() && T->isAnyPointerType() && Init)
    if (auto Row = Expressions.Rows.flat(Init))
      return Types.declareMemory(T, Name, Spaces.variable(&V)) + " = " +
             Row->Code;
  AddressSpace Space =
      T->isAnyPointerType() ? Spaces.variable(&V) : AddressSpace::Private;
  bool Byte = T->isBooleanType() && Escaping.contains(&V);
  std::string Value;
  if (const APValue *Known = constantNumber(V))
    Value = literal(*Known, T).Code;
  else if (Init)
    Value = Expressions.Objects.initializer(Init);
  // A constant without a value would be a warning; a late assignment is none.
  if (Value.empty())
    T = T.getUnqualifiedType();
  std::string Declared = Byte ? Types.declareMemory(T, Name, Space)
                              : Types.declare(T, Name, Space);
  return Value.empty() ? Declared : Declared + " = " + Value;
}

} // namespace twofold
