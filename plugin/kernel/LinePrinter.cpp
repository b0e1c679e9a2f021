// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LinePrinter.cpp - kernels whose items run several iterations -------===//

#include "kernel/KernelPrinter.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {

std::string severalText(ArrayRef<LoadsAhead::Filled> Loaded,
                        const std::string &Lane, unsigned Count,
                        const std::string &Here, const std::string &Body) {
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
  return Arrays + Each + Fill + "    }\n" + Each + Body + "    }\n";
}

namespace {

/// What the text of a line calls its numbers.
struct LineNames {
  const std::string &Iteration, &Trip, &Total, &Most, &Stride;
};

/// The loop over an item's iterations, but for the last ones: what several of
/// them load, then each of these in their order.
std::string aheadText(const LineNames &Of, unsigned Width, StringRef Begin,
                      StringRef Lane, ArrayRef<LoadsAhead::Filled> Loaded,
                      const std::string &Inductions, const std::string &Body) {
  const std::string Count = std::to_string(Width), B = Begin.str(),
                    L = Lane.str();
  const std::string Several =
      severalText(Loaded, L, Width,
                  "      const ulong " + Of.Iteration + " = " + B + " + " + L +
                      " * " + Of.Stride + ";\n" + indented(Inductions),
                  indented(Body));
  if (Several.empty())
    return "";
  return "  ulong " + B + " = " + Of.Iteration + ";\n  for (; " + Of.Trip +
         " + " + Count + " <= " + Of.Most + " && " + B + " + " +
         std::to_string(Width - 1) + " * " + Of.Stride + " < " + Of.Total +
         "; " + Of.Trip + " += " + Count + ", " + B + " += " + Count + " * " +
         Of.Stride + ") {\n" + Several + "  }\n  " + Of.Iteration + " = " + B +
         ";\n";
}

/// The loop over all iterations of an item, or those that are left of them.
std::string lineText(const LineNames &Of, const std::string &Body) {
  return "  for (; " + Of.Trip + " < " + Of.Most + " && " + Of.Iteration +
         " < " + Of.Total + "; ++" + Of.Trip + ", " + Of.Iteration +
         " += " + Of.Stride + ") {\n" + Body + "  }\n";
}

/// What the item with the last iteration stores.
std::string lastText(const LineNames &Of, const std::string &Stores) {
  if (Stores.empty())
    return "";
  return "  if (" + Of.Trip + " > 0 && " + Of.Iteration + " - " + Of.Stride +
         " == " + Of.Total + " - 1) {\n" + Stores + "  }\n";
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
  const LineNames Names = {Iteration, Trip, Total, Most, Stride};
  std::string Wider;
  if (const auto Wide = wideLine(Loop, Model, Mapping, Ctx);
      Wide && Decline.empty() && Privates.empty() && LastStores.empty()) {
    const std::string Lane = Unit.Names.claim("lane");
    Function.Expressions.Ahead.bind(Wide->Loads, Lane);
    const std::string Each = body(2);
    Wider = aheadText(Names, Wide->Width, Unit.Names.claim("begin"), Lane,
                      Function.Expressions.Ahead.filled(), Inductions, Each);
    Ahead = Wider.empty() ? 0 : Wide->Width;
  }
  std::string End = Loop.Exit ? number("ulong", "end", TWOFOLD_ARG_END, 0)
                              : llvm::join(Trips, " * ");
  const std::string Element = Unit.Names.claim("element");
  std::string Out =
      Prologue + Results + Function.Expressions.temporaries(1) +
      fillCopiesText(Copies, Loop, Element, Ctx) + "  const ulong " + Total +
      " = " + End + ";\n  ulong " + Iteration + " = get_global_id(0) * " +
      Step + First + ";\n  ulong " + Trip + " = 0;\n" + Wider +
      lineText(Names,
               indicesText(Iteration, Trips, Indices) + Inductions + Body) +
      Function.Statements.leaveLabel() + lastText(Names, LastStores) +
      combineCopiesText(Copies, Loop, Element, Unit.Names.claim("other"),
                        Unit.Names.claim("combined"), Unit.Elements, Ctx);
  return Reductions.empty()
             ? Out
             : Out + groupReductionText(Reductions, Unit.Names.claim("item"),
                                        Unit.Names.claim("items"),
                                        Unit.Names.claim("middle"));
}

} // namespace twofold
