// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LinePrinter.cpp - kernels whose items run several iterations -------===//

#include "kernel/KernelPrinter.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {

std::string severalText(ArrayRef<LoadsAhead::Filled> Loaded,
                        const std::string &Lane, unsigned Count,
                        const std::string &Here, const std::string &Body,
                        const std::string &Before) {
  if (Loaded.empty())
    return "";
  const std::string Lanes = std::to_string(Count);
  std::string Arrays, Fill;
  for (const LoadsAhead::Filled &L : Loaded) {
    Arrays += "    " + L.Type + " " + L.Name + "[" + Lanes + "];\n";
    Fill += "      " + L.Name + "[" + Lane + "] = " + L.Code + ";\n";
  }
  const std::string Each = "    #pragma unroll\n    for (uint " + Lane +
                           " = 0; " + Lane + " < " + Lanes + "; ++" + Lane +
                           ") {\n" + Here;
  return Arrays + Each + Before + Fill + "    }\n" + Each + Body + "    }\n";
}

namespace {

/// What the text of a line calls its numbers.
struct LineNames {
  const std::string &Iteration, &Trip, &Total, &Most, &Stride, &Step;
};

/// The loop over an item's iterations, but for the last ones: what several of
/// them load, then each of these in their order.
std::string aheadText(const LineNames &Of, const WideItems &Wide,
                      const std::string &Inductions, KernelUnit &Unit,
                      KernelFunction &Function,
                      llvm::function_ref<std::string()> Each) {
  const std::string L = Unit.Names.claim("lane");
  LoadsAhead &Loads = Function.Expressions.Ahead;
  Loads.bind(Wide.Loads, L);
  const std::string Body = Each(), B = Unit.Names.claim("begin"),
                    Count = std::to_string(Wide.Width);
  const SmallVector<LoadsAhead::Filled, 4> Loaded(Loads.filled());
  Loads = {};
  const std::string Several =
      severalText(Loaded, L, Wide.Width,
                  "      const ulong " + Of.Iteration + " = " + B + " + " + L +
                      " * " + Of.Stride + ";\n" + indented(Inductions),
                  indented(Body));
  if (Several.empty())
    return "";
  return "  ulong " + B + " = " + Of.Iteration + ";\n  for (; " + Of.Trip +
         " + " + Count + " <= " + Of.Most + " && " + B + " + " +
         std::to_string(Wide.Width - 1) + " * " + Of.Stride + " < " + Of.Total +
         "; " + Of.Trip + " += " + Count + ", " + B + " += " + Count + " * " +
         Of.Stride + ") {\n" + Several + "  }\n  " + Of.Iteration + " = " + B +
         ";\n";
}

/// The loop over all iterations of an item, or those that are left of them.
std::string lineText(const LineNames &Of, const std::string &First,
                     const std::string &Wider, const std::string &Body) {
  return "  ulong " + Of.Iteration + " = get_global_id(0) * " + Of.Step +
         First + ";\n  ulong " + Of.Trip + " = 0;\n" + Wider + "  for (; " +
         Of.Trip + " < " + Of.Most + " && " + Of.Iteration + " < " + Of.Total +
         "; ++" + Of.Trip + ", " + Of.Iteration + " += " + Of.Stride + ") {\n" +
         Body + "  }\n";
}

/// What the item with the last iteration stores.
std::string lastText(const LineNames &Of, const std::string &Stores) {
  if (Stores.empty())
    return "";
  return "  if (" + Of.Trip + " > 0 && " + Of.Iteration + " - " + Of.Stride +
         " == " + Of.Total + " - 1) {\n" + Stores + "  }\n";
}

/// `if (all elements have copies) { for (..) several; the rest } else { as
/// usual }`, where an item has neighbouring iterations, whose elements it loads
/// at once. Usual where that is not known to be right.
std::string neighbourText(const WideItems &Wide, const LineNames &Of,
                          const std::string &Inductions,
                          const std::string &Usual, ArrayRef<GroupCopy> Copies,
                          KernelUnit &Unit, KernelFunction &Function,
                          llvm::function_ref<std::string()> Body) {
  for (const Expr *E : Wide.Loads)
    if (Function.Expressions.Spaces.lvalue(
            operandOf(E, CK_LValueToRValue)->IgnoreParens()) !=
        AddressSpace::Global)
      return Usual;
  const ElementUpdate &U = Unit.Loop.Updates[0];
  const auto *Target = dyn_cast<ArraySubscriptExpr>(U.target()->IgnoreParens());
  const auto Greatest =
      Target && namedIn(Target->getBase()->IgnoreParenImpCasts()) ==
                    Unit.Loop.Elements[U.Reduction].Base
          ? greatestOf(Target->getIdx(), Unit.Ctx)
          : std::nullopt;
  const auto *Copy = llvm::find_if(
      Copies, [&](const GroupCopy &C) { return C.Number == U.Reduction; });
  if (!Greatest || Copy == Copies.end())
    return Usual;
  const std::string Lane = Unit.Names.claim("lane"),
                    Begin = Unit.Names.claim("begin"),
                    End = Unit.Names.claim("end"),
                    Far = Unit.Names.claim("far"),
                    Spread = Unit.Names.claim("spread"),
                    Loose = Unit.Names.claim("loose"),
                    Count = std::to_string(Wide.Width);
  LoadsAhead &Loads = Function.Expressions.Ahead;
  Function.Expressions.Updates.Whole = true;
  const std::string One = Body();
  Loads = {};
  Loads.bind(Wide.Loads, Lane);
  const std::string Each = Body();
  Function.Expressions.Updates.Whole = false;
  const auto Here = [&](const std::string &Value) {
    return "    const ulong " + Of.Iteration + " = " + Value + ";\n" +
           Inductions;
  };
  // An item's elements lie as far apart as vectors are long: where the first
  // ones may be loaded at once, all may. A test of each would keep compilers
  // from loading ahead.
  std::string Fill, Places;
  for (const LoadsAhead::Filled &L : Loads.filled()) {
    const std::string Type = L.Type + Count, All = Unit.Names.claim("all");
    Places += "      " + Loose + " |= (ulong)&" + L.Code + " % sizeof(" + Type +
              ");\n";
    Fill += "    const " + Type + " " + All + " = *(__global const " + Type +
            " *)&" + L.Code + ";\n    const " + L.Type + " " + L.Name + "[" +
            Count + "] = {";
    for (unsigned I = 0; I != Wide.Width; ++I)
      Fill += (I ? ", " : "") + All + ".s" + llvm::utohexstr(I, true);
    Fill += "};\n";
  }
  Loads = {};
  const std::string Several =
      "  for (; " + Begin + " + " + Count + " <= " + End + "; " + Begin +
      " += " + Far + ") {\n" + Here(Begin) + Fill +
      "    #pragma unroll\n    for (uint " + Lane + " = 0; " + Lane + " < " +
      Count + "; ++" + Lane + ") {\n" +
      indented(Here(Begin + " + " + Lane) + Each) + "    }\n  }\n";
  // Iterations of an item of a processor lie together, and stay so.
  return "  const bool " + Spread + " = " + Of.Stride + " != 1;\n  ulong " +
         Begin + " = get_global_id(0) * (" + Spread + " ? " + Count + " : " +
         Of.Step + ");\n  const ulong " + Far + " = " + Spread + " ? " + Count +
         " * " + Of.Stride + " : " + Count + ", " + End + " = " + Spread +
         " ? " + Of.Total + " : min(" + Of.Total + ", " + Begin + " + " +
         Of.Most + ");\n  ulong " + Loose + " = " + Copy->Count +
         " <= " + std::to_string(*Greatest) + ";\n  {\n" +
         indented(Here(Begin)) + Places + "  }\n  if (!" + Loose + ") {\n" +
         indented(Several + "  for (; " + Begin + " < " + End + "; ++" + Begin +
                  ") {\n" + Here(Begin) + One + "  }\n") +
         "  } else {\n" + indented(Usual) + "  }\n";
}

} // namespace

/// Each work-item runs several iterations of the nest laid out in one line, and
/// all of them meet at the end.
std::string KernelPrinter::linearIterations() {
  Kernel.Flags |= TWOFOLD_KERNEL_LINEAR;
  std::string Step = number("ulong", "item_step", TWOFOLD_ARG_ITEM_STEP, 0);
  std::string Stride = number("ulong", "stride", TWOFOLD_ARG_STRIDE, 0);
  std::string Most = number("ulong", "item_trips", TWOFOLD_ARG_ITEM_TRIPS, 0);
  std::string Iteration = Unit.Names.claim("iteration");
  std::string Total = Unit.Names.claim("total");
  std::string Trip = Unit.Names.claim("trip");
  std::string Inductions, First; // of a search, which goes by slices
  for (const LoopDim &Dim : Loop.Dims) {
    std::string Base = Dim.Induction->getName().str();
    Trips.push_back(
        number("ulong", Base + "_trips", TWOFOLD_ARG_TRIPS, Trips.size()));
    Indices.push_back(
        Loop.Dims.size() == 1 ? Iteration : Unit.Names.claim(Base + "_index"));
  }
  for (unsigned D = 0; D != Loop.Dims.size(); ++D)
    Inductions += "    " + induction(D, Indices[D]);
  if (Loop.Iteration) {
    Function.bind(Loop.Iteration, Unit.Names.claim("number"), Binding::Value);
    Inductions += "    const ulong " + Function.nameOf(Loop.Iteration).str() +
                  " = " + Iteration + " + 1;\n";
  }
  if (!Decline.empty())
    Function.Statements.setLeave(Unit.Names.claim("declined"));
  if (Loop.Exit) {
    First = " + " + number("ulong", "first", TWOFOLD_ARG_FIRST, 0);
    Function.Statements.setLeave(Unit.Names.claim("found"));
  }
  std::string Body = body(2);
  nullPointers();
  const LineNames Names = {Iteration, Trip, Total, Most, Stride, Step};
  auto Wide = wideLine(Loop, Model, Mapping, Ctx);
  if (!Decline.empty() || !Privates.empty() || !LastStores.empty())
    Wide.reset();
  auto Again = [&] { return body(2); };
  const std::string Wider =
      Wide ? aheadText(Names, *Wide, Inductions, Unit, Function, Again) : "";
  Ahead = Wider.empty() ? 0 : Wide->Width;
  std::string End = Loop.Exit ? number("ulong", "end", TWOFOLD_ARG_END, 0)
                              : llvm::join(Trips, " * ");
  const std::string Element = Unit.Names.claim("element");
  std::string Iterations =
      lineText(Names, First, Wider,
               indicesText(Iteration, Trips, Indices) + Inductions + Body);
  if (Wide && Wide->Near && Reductions.empty())
    Iterations = neighbourText(*Wide, Names, Inductions, Iterations, Copies,
                               Unit, Function, Again);
  std::string Out =
      Prologue + Results + Function.Expressions.temporaries(1) +
      fillCopiesText(Copies, Loop, Element, Ctx) + "  const ulong " + Total +
      " = " + End + ";\n" + Iterations + Function.Statements.leaveLabel() +
      lastText(Names, LastStores) +
      combineCopiesText(Copies, Loop, Element, Unit.Names.claim("other"),
                        Unit.Names.claim("combined"), Unit.Elements, Ctx);
  if (Reductions.empty())
    return Out;
  return Out + groupReductionText(Reductions, Unit.Names.claim("item"),
                                  Unit.Names.claim("items"),
                                  Unit.Names.claim("middle"));
}

} // namespace twofold
