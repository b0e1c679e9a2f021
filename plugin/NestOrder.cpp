// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NestOrder.h"
#include "annotation/LoopFinder.h"
#include "ast/BareLoops.h"
#include "ast/Nodes.h"
#include "schedule/RowsAhead.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace twofold {
namespace {

/// All that iterations update together, each by one of its names, for a message
/// that has the first and the last quotation mark.
std::string namesOf(const NestSchedule &Nest) {
  llvm::SetVector<StringRef> Names;
  for (const RoundLoop &In : Nest.Rounds)
    for (const SharedUpdate &U : In.Updates)
      Names.insert(U.Base->getName());
  return llvm::join(Names, "', '");
}

class NestReport {
  Diagnostics &Diags;
  std::string &Text;

public:
  NestReport(Diagnostics &Diags, std::string &Text)
      : Diags(Diags), Text(Text) {}

  void tell(SourceLocation Loc, diag::Id What,
            llvm::ArrayRef<std::string> Arguments) {
    Diags.analysis(Loc, What, Arguments);
    if (Diags.keeps())
      Text += Diags.text(What, Arguments) + "\n";
  }

  /// Not: what is not done.
  void tell(const std::optional<Refusal> &Why, llvm::StringRef Not) {
    if (!Why)
      return;
    llvm::SmallVector<std::string, 3> Arguments = {Not.str()};
    Arguments.append(Why->Arguments);
    tell(Why->Loc, Why->Reason, Arguments);
  }

  void tell(const ParallelLoop &Loop, const NestSchedule &Nest, bool Tiled) {
    const SourceLocation Loc = Nest.Columns->getForLoc();
    const std::string Columns = Nest.Counts.Induction->getNameAsString();
    if (Tiled) {
      tell(Loc, diag::Id::NestTiles,
           {counted(Nest.Tiles->Rows, "iteration"),
            Loop.Dims.front().Induction->getNameAsString(),
            Nest.Tiles->Product // it is the runtime that looks at the processor
                ? "as many columns as the processor's vectors hold"
                : counted(Nest.Tiles->width(), "column")});
      return;
    }
    if (Nest.shared())
      tell(Loc, diag::Id::NestUpdates,
           {counted(Nest.Tile, "iteration"), Columns, namesOf(Nest)});
    else
      tell(Loc, Nest.Told, {counted(Nest.Tile, "iteration"), Columns});
    if (Nest.Jam)
      tell(Nest.NotInnermost, "'" + Columns + "' does not run innermost");
    else
      tell(Nest.NotTiles, "tiles are not taken");
  }
};

/// What of the loop keeps nests as they are; null: nothing.
constexpr const char *Together = "has elements that iterations update together";

/// A schedule gives each iteration variables of its own, but leaves names for
/// parts of what such a variable refers to as they are.
bool namesParts(const Stmt *Body) {
  return anyNode(Body, [](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    return Ref && isa<BindingDecl>(Ref->getDecl());
  });
}

const char *obstacleOf(const ParallelLoop &Loop, const SiteFacts &Facts) {
  if (Facts.InOrder)
    return "runs in order";
  if (namesParts(Loop.Body))
    return "names parts of an element by a structured binding";
  if (!Facts.Accesses.Subscripts.empty() || Loop.Given.Bounds)
    return "checks its subscripts";
  if (!Loop.Exits.empty() || Loop.Exit)
    return "may be left by an iteration";
  if (Loop.Updates.empty() != Loop.Elements.empty())
    return Together;
  return Loop.Marks.empty() ? nullptr
                            : "has variables that keep their last value";
}

/// Whether the optimiser makes of F what takes less time but more code.
bool isForSpeed(const FunctionDecl &F, const CompilerInstance &CI) {
  const CodeGenOptions &CodeGen = CI.getCodeGenOpts();
  return CodeGen.OptimizationLevel >= 2 && !CodeGen.OptimizeSize &&
         !F.hasAttr<OptimizeNoneAttr>() && !F.hasAttr<MinSizeAttr>();
}

/// Its rounds leave something in a variable that is declared around it.
bool changesOutside(const ForStmt &F) {
  const BodyUses Uses = collectUses(F.getBody());
  return llvm::any_of(Uses.Variables, [&](const auto &Variable) {
    const auto &[D, Use] = Variable;
    return Use.mayChange() && !Uses.DeclaredInside.contains(D) &&
           D->getType()->isArithmeticType();
  });
}

} // namespace

size_t orderRows(FunctionDecl &F, const PluginOptions &Options,
                 const CompilerInstance &CI, Diagnostics &Diags) {
  const size_t Loops = loopsIn(F).size();
  if (Loops == 0 || !Options.Jam || Options.Bounds || F.isConstexpr() ||
      !isForSpeed(F, CI))
    return Loops;
  return computeRowsAhead(F, Diags) ? loopsIn(F).size() : Loops;
}

NestOrder orderNests(ParallelLoop &Loop, const SiteFacts &Facts,
                     llvm::ArrayRef<DimValues> Counted,
                     const PluginOptions &Options, CompilerInstance &CI,
                     Diagnostics &Diags) {
  const CodeGenOptions &CodeGen = CI.getCodeGenOpts();
  ASTContext &Ctx = CI.getASTContext();
  NestOrder Out;
  if (!(Options.Interchange || Options.Tile || Options.Jam) ||
      !Counted.empty() || !isForSpeed(*Loop.Function, CI) ||
      !holdsNode<ForStmt>(Loop.Body))
    return Out;
  NestReport Report(Diags, Out.Text);
  constexpr llvm::StringLiteral Written =
      "in the native variant the nest runs as written";
  if (const char *Obstacle = obstacleOf(Loop, Facts)) {
    Report.tell(Refusal{diag::Id::NestLoop, Loop.Shown, {Obstacle}}, Written);
    return Out;
  }
  const unsigned Unrolled = !CodeGen.UnrollLoops             ? 0
                            : CodeGen.OptimizationLevel == 2 ? 150
                                                             : 300; // LLVM's
  // Where rounds add up, hints allow lanes that add in another order.
  const BareLoops Bare(Loop.Body,
                       [](const ForStmt &F) { return !changesOutside(F); });
  // Where no thread shares an element with another one, updates are stores like
  // others, and tiles find out whether iterations share one.
  std::optional<ParallelLoop> Alone;
  if (!Loop.Updates.empty()) {
    Alone = Loop;
    Alone->Elements.clear();
    Alone->Updates.clear();
  }
  const NestSchedules Nests = scheduleNests(Alone ? *Alone : Loop, Ctx,
                                            Unrolled, Alone ? &Loop : nullptr);
  for (const NestSchedule &Nest : Nests.Found) {
    if (Nest.Tiles && Options.Tile) {
      auto Rows = Nest.Collapsed ? rowsOf(Alone ? *Alone : Loop) : Alone;
      Out.Rows = printTiles(Rows ? *Rows : Loop, Nest, Ctx);
    }
    if (Alone && !Out.Rows && !Nest.shared())
      continue;
    const bool Tiled = Out.Rows.has_value();
    bool Ordered = Tiled;
    if ((!Alone || Nest.shared()) && Nest.Own &&
        (Nest.Jam ? Options.Jam : Options.Interchange)) {
      Out.Rows = printBlocks(Loop, Nest, Ctx);
      Ordered = Out.Rows.has_value();
    } else if (!Alone && !Nest.Own && Nest.Interchanges &&
               Options.Interchange && !(Tiled && Nest.Tiles->Product)) {
      Ordered |= printNest(Loop, Nest, Ctx);
    }
    Out.Changed |= Ordered;
    if (Ordered)
      Report.tell(Loop, Nest, Tiled);
  }
  if (Alone && !Out.Rows)
    Report.tell(Refusal{diag::Id::NestLoop, Loop.Shown, {Together}}, Written);
  else
    Report.tell(Nests.AsWritten, Written);
  return Out;
}

} // namespace twofold
