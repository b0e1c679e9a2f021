// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenCLPrinter.cpp - the kernel function around a loop's body -------===//

#include "ast/ColdPaths.h"
#include "ast/Nodes.h"
#include "kernel/KernelPrinter.h"
#include "kernel/KernelStrategy.h"
#include "kernel/KernelText.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {

/// No loop that ends has more iterations than its variable has values, or as
/// many. The items of a launch, a multiple of the group's, are no more, either.
static bool countsIn32Bits(const LoopDim &Dim, const ASTContext &Ctx) {
  return Dim.What == LoopDim::Kind::Integer && Ctx.getTypeSize(Dim.Type) <= 32;
}

/// Of forms in which a group works together.
static uint32_t formFlags(const KernelOptions &Options) {
  return TWOFOLD_KERNEL_ROWS | (Options.Tiles ? TWOFOLD_KERNEL_TILES : 0);
}

/// Of loops as written, which a GPU runs in another way, or leaves out.
static uint32_t nestFlags(const ItemDimensions &Inner,
                          const KernelOptions &Options) {
  return Inner.All.empty() ? formFlags(Options) : TWOFOLD_KERNEL_ROWS;
}

static bool isSum(StringRef Value) { return Value.contains(' '); }

static std::string declaredText(const std::string &Type,
                                const std::string &Name, std::string Value) {
  if (Type != "ulong")
    Value = "(" + Type + ")" + (isSum(Value) ? "(" + Value + ")" : Value);
  return Type + " " + Name + " = " + Value + ";\n";
}

/// `int i = (int)(i_lower + g * i_step);` in arithmetic modulo 2^64; constant
/// parts are not passed.
std::string KernelPrinter::induction(unsigned Dimension,
                                     const std::string &Index) {
  const LoopDim &Dim = Loop.Dims[Dimension];
  std::string Name = name(Dim.Induction);
  std::string Base = Dim.Induction->getName().str();
  QualType T = Dim.Type.getUnqualifiedType();

  std::string Moved = Index;
  bool Down = Dim.Decreasing || Dim.SubtractStep;
  if (!Dim.StepMagnitude)
    Moved +=
        " * " + number("ulong", Base + "_step", TWOFOLD_ARG_STEP, Dimension);
  else if (*Dim.StepMagnitude != 1)
    Moved += " * " + std::to_string(*Dim.StepMagnitude);
  Function.bind(Dim.Induction, Name, Binding::Value);

  if (Dim.What == LoopDim::Kind::Pointer) {
    std::string Start = Unit.Names.claim(Base + "_start");
    buffer(nullptr, Dim.StartArg, T, Start);
    std::string Signed = Dim.StepMagnitude && Down ? "-(long)(" : "(long)(";
    return Unit.Types.declareMemory(T, Name, AddressSpace::Global) + " = " +
           Start + " + " + Signed + Moved + ");\n";
  }
  std::string Value = Moved;
  bool Subtract = Dim.StepMagnitude && Down;
  auto Lower = Dim.Lower ? constantOf(Dim.Lower, Ctx) : std::nullopt;
  if (!Lower || !Lower->isZero() || Subtract)
    Value = number("ulong", Base + "_lower", TWOFOLD_ARG_LOWER, Dimension) +
            (Subtract ? " - " : " + ") + Moved;
  return declaredText(Unit.Types.memory(T), Name, Value);
}

/// Each work-item runs one iteration, or several as NestMapping.h says.
std::string KernelPrinter::iterations() {
  // OwnRounds: of loops whose ends follow from the iteration's numbers.
  std::string Guard, Inductions, Last, Rounds, OwnRounds;
  SmallVector<std::string, 3> Declared(Mapping.Rank); // by dimension
  SmallVector<std::string, 3> Over; // what is true where there is no iteration
  std::optional<WideItems> Wide = wideItems(Loop, Model, Mapping, NotWide, Ctx);
  Indices.resize(Mapping.Rank);
  Items.resize(Mapping.Rank);
  Limits.resize(Mapping.Rank);
  Trips.resize(Mapping.Rank);
  auto ShareOut = [&](unsigned R) {
    std::string Declared = Inner.rounds(R);
    Indices[R] = Inner.All.back().Index;
    Items[R] = "get_global_id(" + std::to_string(R) + ")";
    Limits[R] = Inner.All.back().Limit;
    Trips[R] = Inner.All.back().over();
    return Declared;
  };
  for (unsigned R = 0; R != Mapping.Rank; ++R) {
    unsigned D = Mapping.Range[R];
    Kernel.Range[R] = D;
    if (const ItemLoops *Own = Mapping.itemsOf(D)) {
      if (!Own->Moves && !Own->InPlace)
        Rounds += ShareOut(R);
      continue;
    }
    if (D >= Loop.Dims.size()) {
      Function.Statements.share(*Mapping.Shared, R);
      continue;
    }
    std::string Base = Loop.Dims[D].Induction->getName().str();
    std::string Limit = number("ulong", Base + "_trips", TWOFOLD_ARG_TRIPS, D);
    std::string First = number("ulong", Base + "_first", TWOFOLD_ARG_FIRST, R);
    std::string Index = Unit.Names.claim(Base + "_index");
    std::string Item = "get_global_id(" + std::to_string(R) + ") + " + First;
    Indices[R] = Index;
    Items[R] = Item;
    Limits[R] = Limit;
    Guard += "  " + index(R, Item);
    Trips[R] = Index +
               " >= " + (countsIn32Bits(Loop.Dims[D], Ctx) ? "(uint)" : "") +
               Limit;
    Over.push_back(Trips[R]);
    Last += (Last.empty() ? "" : " && ") + Index + " == " + Limit + " - 1";
    Declared[R] = induction(D, Index);
    Inductions += "  " + Declared[R];
  }
  Kernel.Rank = Mapping.Rank;
  for (const ItemLoops &I : Mapping.Items)
    if (I.Moves)
      OwnRounds += ShareOut(I.Dimension);
  Guard += "  if (" + llvm::join(Over, " || ") + ")\n    return;\n";

  bool Continues = exitsOf(Loop.Body).Continue;
  bool Wraps = Continues && !LastStores.empty();
  Function.Statements.setContinue(Wraps ? "continue;" : "return;");
  std::string Own = Inner.begin();
  std::string Body = body(Wraps ? 2 : 1);
  nullPointers();
  // A `continue` must still reach the stores of the last values.
  if (Wraps)
    Body = "  do {\n" + Body + "  } while (0);\n";
  if (!LastStores.empty())
    Body += "  if (" + Last + ") {\n" + LastStores + "  }\n";
  std::string Several;
  if (Wide && !Continues && Privates.empty())
    Several = wideIterations(*Wide, Inductions + Own, Body);
  const std::string Tiled =
      Continues || !LastStores.empty() ? "" : tiles(Declared, Rounds);
  // Items, of which one has all rounds to itself.
  const std::string Few =
      Inner.asWritten([&] { return llvm::join(Counters, "") + body(2); });
  Kernel.Flags |= Few.empty() ? 0 : nestFlags(Inner, Options);
  return groups(Inductions) + Tiled + Rounds + Several + Guard + Prologue +
         Inductions + OwnRounds + Results +
         Function.Expressions.temporaries(1) + Few + Inner.guard() + Own + Body;
}

/// What a printer of rows makes, and what else the kernel is then told.
template <class Printer>
static std::string formText(Printer P, const std::string &Rows,
                            const std::string &Prologue, KernelFunction &In,
                            SharedRows::Parameters &Own) {
  const auto Code = P.print();
  if (!Code)
    return "";
  Own = P.parameters();
  return "#ifdef TWOFOLD_ROWS\n" + P.memory() + "  if (" + Rows + ") {\n" +
         indented(Prologue) + In.Expressions.temporaries(2) + *Code +
         "    return;\n  }\n#endif\n";
}

/// Rows with sums of few registers, and no tiles, which have theirs in many.
static uint32_t waiting(const RowGroups &Groups, const KernelText &Kernel,
                        const ASTContext &Ctx) {
  const bool Few = llvm::all_of(Groups.Sections, [&](const RowSection &S) {
    return llvm::all_of(S.Sums, [&](const VarDecl *Sum) {
      return Ctx.getTypeSize(Sum->getType()) <= 32;
    });
  });
  return Few && !Kernel.hasTiles() ? TWOFOLD_KERNEL_WAITING : 0;
}

/// The form in which a group has several iterations.
std::string KernelPrinter::groups(const std::string &Inductions) {
  if (!Mapping.Groups || !Decline.empty() || Unit.failed())
    return "";
  Spaces.infer(Mapping.Groups->Body); // which may be a copy
  const std::string Rows = Unit.Names.claim("rows");
  auto Each = [&](const std::string &V) { return index(0, V) + Inductions; };
  const RowGroups &G = *Mapping.Groups;
  SharedRows::Parameters Own;
  const std::string Out =
      G.Trees || !G.Kept.empty()
          ? formText(TreePrinter(G, Unit, Function, Rows, Limits[0], Each),
                     Rows, Prologue, Function, Own)
          : formText(GroupPrinter(G, Unit, Function, Rows, Limits[0], Each),
                     Rows, Prologue, Function, Own);
  Kernel.Flags |=
      Out.empty() ? 0 : formFlags(Options) | waiting(G, Kernel, Ctx);
  for (const SharedRows::Parameter &P : Own)
    parameter(P.Declared, P.Kind, P.Index, P.Size);
  return Out;
}

/// The forms in which a group computes a tile, or reads one.
std::string KernelPrinter::tiles(ArrayRef<std::string> Declared,
                                 const std::string &Rounds) {
  if (!Decline.empty() || Unit.failed())
    return "";
  TileForms Forms = tileForms(
      Mapping, Inner, Unit, Function, Limits, Privates,
      [&](unsigned R, const std::string &Number) {
        std::string Out = index(R, Number) + Declared[R];
        for (const ItemDimensions::Dimension &D : Inner.All)
          if (D.Range == R)
            Out += Inner.begin(D, "");
        return Out;
      },
      [&](const std::string &Name, unsigned Columns, unsigned Size) {
        parameter("ulong " + Name, TWOFOLD_ARG_TILE, Columns, Size);
      },
      indented(Rounds + Prologue));
  if (!Forms.Code.empty())
    Kernel.Flags |= formFlags(Options) | Forms.Flags;
  return std::move(Forms.Code);
}

/// `const uint i_index = (uint)(...);`
static std::string indexText(const std::string &Name, bool Short,
                             const std::string &Value) {
  if (!Short)
    return "const ulong " + Name + " = " + Value + ";\n";
  return "const uint " + Name + " = (uint)" +
         (isSum(Value) ? "(" + Value + ")" : Value) + ";\n";
}

std::string KernelPrinter::index(unsigned R, const std::string &Value) {
  const unsigned D = Mapping.Range[R];
  const ItemLoops *Own = Mapping.itemsOf(D);
  const bool Short =
      Own ? Own->countsIn32Bits() : countsIn32Bits(Loop.Dims[D], Ctx);
  return indexText(Indices[R], Short, Value);
}

/// Enough items for all rounds, each with several iterations.
static std::string wideCondition(const std::string &Width, unsigned Along,
                                 const ItemDimensions &Inner) {
  std::string Out = Width + " > 1";
  for (const ItemDimensions::Dimension &D : Inner.All)
    Out += " && get_global_size(" + std::to_string(D.Range) + ")" +
           (D.Range == Along ? " * " + Width : "") + " >= " + D.Limit;
  return Out;
}

static std::string lanesText(const std::string &Lane, const std::string &While,
                             const std::string &Body) {
  return "  for (uint " + Lane + " = 0; " + While + "; ++" + Lane + ") {\n" +
         Body + "  }\n";
}

/// Declares the variables that say where their elements are.
static std::string ownText(const WideItems &Wide, KernelFunction &Function) {
  std::string Out;
  for (const VarDecl *V : Wide.Own)
    Out += "      " + Function.Statements.declared(*V) + ";\n";
  return Out;
}

/// All that several iterations load, then each of them; the last ones of a row
/// one by one.
std::string KernelPrinter::wideIterations(const WideItems &Wide,
                                          const std::string &Inductions,
                                          const std::string &Usual) {
  std::string Lane = Unit.Names.claim("lane");
  std::string Begin = Unit.Names.claim("begin");
  std::string Count = std::to_string(Wide.Width);
  Function.Expressions.Ahead.bind(Wide.Loads, Lane);
  std::string Body = body(1);
  auto Loaded = Function.Expressions.Ahead.filled();
  if (Loaded.empty())
    return "";
  const std::string Width = Unit.Names.claim("item_width");
  parameter("ulong " + Width, TWOFOLD_ARG_WIDTH, Wide.Width, Wide.Along);
  const unsigned A = Wide.Along;
  std::string Guard = "  const ulong " + Begin + " = " +
                      (isSum(Items[A]) ? "(" + Items[A] + ")" : Items[A]) +
                      " * " + Count + ";\n",
              Out = Begin + " >= " + Limits[A];
  for (unsigned R = 0; R != Mapping.Rank; ++R)
    if (R != A) {
      Guard += "  " + index(R, Items[R]);
      Out += " || " + Trips[R];
    }
  Guard += "  if (" + Out + ")\n    return;\n";
  std::string Here =
      "    " + index(A, Begin + " + " + Lane) + indented(Inductions);
  const std::string Text =
      Guard + Prologue + Function.Expressions.temporaries(1) + "  if (" +
      Limits[A] + " - " + Begin + " >= " + Count + ") {\n" +
      severalText(Loaded, Lane, Wide.Width, indented(Here), indented(Body, 2),
                  ownText(Wide, Function)) +
      "    return;\n  }\n" +
      lanesText(Lane, Begin + " + " + Lane + " < " + Limits[A],
                Here + indented(Usual)) +
      "  return;\n";
  return "  if (" + wideCondition(Width, A, Inner) + ") {\n" + indented(Text) +
         "  }\n";
}

static std::string definitionText(const std::string &Name,
                                  ArrayRef<std::string> Parameters,
                                  const std::string &Code) {
  return "__kernel void " + Name + "(\n    " +
         llvm::join(Parameters, ",\n    ") + ") {\n" + Code + "}\n";
}

std::variant<KernelText, Refusal> KernelPrinter::print() {
  Kernel.Name = Unit.Names.claim(Loop.Name);
  unsigned Index = 0;
  for (const Capture &C : Loop.Captures) {
    if (C.Kind == Sharing::Reduction || C.Kind == Sharing::LastPrivate)
      result(C, Index++);
    else
      capture(C);
  }
  for (const ArrayLength &L : Loop.Lengths) {
    std::string Name = Unit.Names.claim("row_length");
    parameter("long " + Name, TWOFOLD_ARG_SCALAR, L.Arg, 8);
    Function.Expressions.Rows.bindLength(L.Array, Name);
  }
  groupCopies();
  std::string Checks = subscriptChecks();
  if (containsCold(Loop.Body)) {
    Decline = Unit.Names.claim("decline");
    Function.Statements.setDecline(Decline + "(" + errors() + ");");
  }
  if (!Unit.failed())
    Spaces.infer(Loop.Body);
  declarePrivates();
  if (Mapping.Keeps && !Loop.Given.Bounds)
    Function.Statements.keepElements(Unit.Names.claim("apart"));
  std::string Code;
  if (!Unit.failed())
    Code = Mapping.Linear ? linearIterations() : iterations();
  if (Unit.failed())
    return *Unit.failure();
  if (Function.Statements.keeps())
    parameter("ulong " + Function.Statements.apart(), TWOFOLD_ARG_APART, 0, 8);

  Kernel.Strategies = strategiesOf(Loop, Mapping, Kernel, Ahead, NotWide);
  Checks += declining();
  Kernel.Flags |= Unit.requirements();
  std::string Tables = Unit.tables();
  Kernel.Source = withNeededLines(
      kernelHead(Loop, Unit.extensions(), Options.Contract, Ctx) +
      Unit.Types.definitions() + Tables + (Tables.empty() ? "" : "\n") +
      Checks + Unit.functions() + lineText(Loop.Loc, Ctx) +
      definitionText(Kernel.Name, Parameters, Code));
  return Kernel;
}

std::variant<KernelText, Refusal>
printKernel(const ParallelLoop &Loop, const AccessModel &Model,
            const NestMapping &Mapping, ASTContext &Ctx,
            const KernelOptions &Options, NameTable &Names) {
  return KernelPrinter(Loop, Model, Mapping, Ctx, Options, Names).print();
}

} // namespace twofold
