// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenCLPrinter.cpp - the kernel function around a loop's body -------===//

#include "OpenCLPrinter.h"
#include "ControlFlow.h"
#include "KernelFunction.h"
#include "ReductionText.h"
#include "VariableUses.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {
namespace {

class OpenCLPrinter {
  const ParallelLoop &Loop;
  const AccessModel &Model;
  const NestMapping &Mapping;
  ASTContext &Ctx;
  const KernelOptions &Options;
  KernelUnit Unit;
  PointerSpaces Spaces;
  KernelFunction Function;

  KernelText Kernel;
  llvm::SmallVector<std::string, 16> Parameters;
  std::string Prologue; ///< pointers and values, once for each work-item
  llvm::SmallVector<std::string, 2> Privates; ///< declared in each iteration
  std::string Results; ///< reduction and last-value variables
  std::string LastStores;
  llvm::SmallVector<GroupReduction, 2> Reductions;
  llvm::SmallVector<std::string, 3> Trips;
  llvm::SmallVector<std::string, 3> Indices;
  /// Names that some declaration of the body would hide.
  llvm::DenseSet<const IdentifierInfo *> Hidden;

public:
  OpenCLPrinter(const ParallelLoop &Loop, const AccessModel &Model,
                const NestMapping &Mapping, ASTContext &Ctx,
                const KernelOptions &Options)
      : Loop(Loop), Model(Model), Mapping(Mapping), Ctx(Ctx), Options(Options),
        Unit(Loop, Model, Ctx, Options), Spaces(Unit), Function(Unit, Spaces) {
    for (const ValueDecl *D :
         collectUses(const_cast<Stmt *>(Loop.Body), Ctx).DeclaredInside)
      Hidden.insert(D->getIdentifier());
  }

  std::variant<KernelText, Refusal> print();

private:
  std::string parameter(const std::string &Declared, unsigned Kind,
                        unsigned Index, unsigned Size = 0);
  std::string number(const std::string &Type, StringRef Base, unsigned Kind,
                     unsigned Index);
  std::string name(const ValueDecl *D);
  void capture(const Capture &C);
  void buffer(const ValueDecl *D, unsigned Arg, QualType Pointer,
              const std::string &Name);
  void nullPointers();
  void result(const Capture &C, unsigned Index);
  std::string induction(unsigned Dimension, const std::string &Index);
  std::string iterations();
  std::string linearIterations();
  std::string body(unsigned Indent) {
    std::string Out;
    for (const std::string &Declared : Privates)
      Out += std::string(2 * Indent, ' ') + Declared;
    return Out + Function.body(Loop.Body, Indent);
  }
  std::string subscriptChecks();
};

std::string OpenCLPrinter::parameter(const std::string &Declared, unsigned Kind,
                                     unsigned Index, unsigned Size) {
  Parameters.push_back(Declared);
  Kernel.Args.push_back({Kind, Index, Size});
  return Declared;
}

std::string OpenCLPrinter::number(const std::string &Type, StringRef Base,
                                  unsigned Kind, unsigned Index) {
  std::string Name = Unit.Names.claim(Base);
  parameter(Type + " " + Name, Kind, Index, 8);
  return Name;
}

/// The user's own name where nothing in the body hides it.
std::string OpenCLPrinter::name(const ValueDecl *D) {
  StringRef Name = D->getName();
  if (!Hidden.insert(D->getIdentifier()).second)
    return Unit.Names.claim((Name + "_outer").str());
  return Unit.Names.local(Name);
}

/// A base pointer into its region's buffer, in byte arithmetic: the region may
/// start after the base.
void OpenCLPrinter::buffer(const ValueDecl *D, unsigned Arg, QualType Pointer,
                           const std::string &Name) {
  for (unsigned I = 0; I != Model.Bases.size(); ++I) {
    const Base &B = Model.Bases[I];
    if (B.Arg != Arg)
      continue;
    std::string Memory = Unit.Names.claim(Name + "_mem");
    std::string Offset = Unit.Names.claim(Name + "_off");
    parameter("__global uchar *" + Memory + ", long " + Offset,
              TWOFOLD_ARG_BUFFER, I);
    Pointer = Pointer.getUnqualifiedType();
    Prologue +=
        "  " + Unit.Types.declareMemory(Pointer, Name, AddressSpace::Global) +
        " = (" + Unit.Types.declareMemory(Pointer, "", AddressSpace::Global) +
        ")(" + Memory + " + " + Offset + ");\n";
    return;
  }
  SourceLocation Loc = D ? D->getLocation() : Loop.Loc;
  Unit.fail(diag::Id::Construct, Loc, {"this use of '" + Name + "'"});
}

/// A null pointer has no place in any buffer. The host's value tells.
void OpenCLPrinter::nullPointers() {
  if (!Unit.pointersTested())
    return;
  for (const Capture &C : Loop.Captures) {
    if (C.Kind != Sharing::Value || !C.Type->isAnyPointerType())
      continue;
    std::string Name = Function.nameOf(C.Decl).str();
    std::string Host =
        number("ulong", Name + "_host", TWOFOLD_ARG_SCALAR, C.Arg);
    Prologue += "  if (" + Host + " == 0)\n    " + Name + " = 0;\n";
  }
}

void OpenCLPrinter::capture(const Capture &C) {
  if (C.Kind == Sharing::This) {
    Unit.fail(diag::Id::ThisAccess, C.FirstUse);
    return;
  }
  if (isa<BindingDecl>(C.Decl)) {
    Unit.fail(diag::Id::Construct, C.FirstUse, {"a structured binding"});
    return;
  }
  if (Unit.number(C.Decl) || Unit.isTable(C.Decl))
    return;
  std::string Name = name(C.Decl);
  QualType T = C.Type;
  switch (C.Kind) {
  case Sharing::Value:
    if (T->isAnyPointerType()) {
      Function.bind(C.Decl, Name, Binding::Value);
      buffer(C.Decl, C.Arg, T, Name);
      return;
    }
    Function.bind(C.Decl, Name, Binding::Value);
    parameter(Unit.Types.memory(T) + " " + Name, TWOFOLD_ARG_SCALAR, C.Arg,
              Ctx.getTypeSizeInChars(T).getQuantity());
    return;
  case Sharing::Reference:
    if (const ArrayType *Array = Ctx.getAsArrayType(T)) {
      Function.bind(C.Decl, Name, Binding::Elements);
      buffer(C.Decl, C.Arg, Ctx.getPointerType(Array->getElementType()), Name);
    } else {
      Function.bind(C.Decl, Name, Binding::Pointer);
      buffer(C.Decl, C.Arg, Ctx.getPointerType(T), Name);
    }
    return;
  case Sharing::Private:
    Function.bind(C.Decl, Name, Binding::Value);
    if (T->isAnyPointerType() || T->isVariablyModifiedType())
      Unit.fail(diag::Id::Construct, C.FirstUse,
                {"a private variable of this type"});
    else
      Privates.push_back(Unit.Types.declareMemory(T, Name) + ";\n");
    return;
  default:
    return;
  }
}

void OpenCLPrinter::result(const Capture &C, unsigned Index) {
  std::string Name = name(C.Decl);
  QualType T = C.Type;
  unsigned Size = Ctx.getTypeSizeInChars(T).getQuantity();
  Function.bind(C.Decl, Name, Binding::Value);
  if (T->isAnyPointerType() || T->isArrayType()) {
    Unit.fail(diag::Id::Construct, C.FirstUse, {"a result of this type"});
    return;
  }
  std::string Type = Unit.Types.memory(T);
  if (C.Kind == Sharing::LastPrivate) {
    std::string Last = Unit.Names.claim(Name + "_last");
    parameter("__global " + Type + " *" + Last, TWOFOLD_ARG_LAST, Index, Size);
    Results += "  " + Type + " " + Name + ";\n";
    LastStores += "    *" + Last + " = " + Name + ";\n";
    return;
  }
  GroupReduction R{C, Type, Name, Unit.Names.claim(Name + "_local"),
                   Unit.Names.claim(Name + "_partial")};
  parameter("__local " + Type + " *" + R.Shared, TWOFOLD_ARG_LOCAL, Index,
            Size);
  parameter("__global " + Type + " *" + R.Partials, TWOFOLD_ARG_PARTIAL, Index,
            Size);
  Results +=
      "  " + Type + " " + Name + " = " + identityText(C.Op, T, Ctx) + ";\n";
  Reductions.push_back(R);
}

/// `int i = (int)(i_lower + g * i_step);` in arithmetic modulo 2^64; constant
/// parts are not passed.
std::string OpenCLPrinter::induction(unsigned Dimension,
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
  Expr::EvalResult Lower;
  bool Zero = Dim.Lower && !Dim.Lower->isValueDependent() &&
              Dim.Lower->EvaluateAsInt(Lower, Ctx) &&
              Lower.Val.getInt().isZero();
  if (!Zero || Subtract)
    Value = number("ulong", Base + "_lower", TWOFOLD_ARG_LOWER, Dimension) +
            (Subtract ? " - " : " + ") + Moved;
  std::string Type = Unit.Types.memory(T);
  bool Bare = Value.find(' ') == std::string::npos;
  if (Type != "ulong")
    Value = "(" + Type + ")" + (Bare ? Value : "(" + Value + ")");
  return Type + " " + Name + " = " + Value + ";\n";
}

/// Each work-item runs one iteration.
std::string OpenCLPrinter::iterations() {
  std::string Guard, Inductions, Last;
  for (unsigned R = 0; R != Mapping.Rank; ++R) {
    unsigned D = Mapping.Range[R];
    Kernel.Range[R] = D;
    if (D >= Loop.Dims.size()) {
      Function.share(*Mapping.Shared, R);
      continue;
    }
    std::string Base = Loop.Dims[D].Induction->getName().str();
    std::string Limit = number("ulong", Base + "_trips", TWOFOLD_ARG_TRIPS, D);
    std::string First = number("ulong", Base + "_first", TWOFOLD_ARG_FIRST, R);
    std::string Index = Unit.Names.claim(Base + "_index");
    Guard += "  const ulong " + Index + " = get_global_id(" +
             std::to_string(R) + ") + " + First + ";\n";
    Last += (Last.empty() ? "" : " && ") + Index + " == " + Limit + " - 1";
    Trips.push_back(Index + " >= " + Limit);
    Inductions += "  " + induction(D, Index);
  }
  Kernel.Rank = Mapping.Rank;
  Guard += "  if (" + llvm::join(Trips, " || ") + ")\n    return;\n";

  bool Continues = hasContinue(*Loop.Body);
  bool Wraps = Continues && !LastStores.empty();
  Function.setContinue(Wraps ? "continue;" : "return;");
  std::string Body = body(Wraps ? 2 : 1);
  nullPointers();
  // A `continue` must still reach the stores of the last values.
  if (Wraps)
    Body = "  do {\n" + Body + "  } while (0);\n";
  if (!LastStores.empty())
    Body += "  if (" + Last + ") {\n" + LastStores + "  }\n";
  return Guard + Prologue + Inductions + Results + Function.temporaries(1) +
         Body;
}

/// Each work-item runs several iterations of the nest laid out in one line, and
/// all of them meet at the end.
std::string OpenCLPrinter::linearIterations() {
  Kernel.Flags |= TWOFOLD_KERNEL_LINEAR;
  std::string Step = number("ulong", "item_step", TWOFOLD_ARG_ITEM_STEP, 0);
  std::string Stride = number("ulong", "stride", TWOFOLD_ARG_STRIDE, 0);
  std::string Most = number("ulong", "item_trips", TWOFOLD_ARG_ITEM_TRIPS, 0);
  std::string Iteration = Unit.Names.claim("iteration");
  std::string Total = Unit.Names.claim("total");
  std::string Trip = Unit.Names.claim("trip");
  unsigned Rank = Loop.Dims.size();

  std::string Inductions, First; // of a search, which goes by slices
  for (const LoopDim &Dim : Loop.Dims) {
    std::string Base = Dim.Induction->getName().str();
    Trips.push_back(
        number("ulong", Base + "_trips", TWOFOLD_ARG_TRIPS, Trips.size()));
    Indices.push_back(Rank == 1 ? Iteration
                                : Unit.Names.claim(Base + "_index"));
  }
  for (unsigned D = 0; D != Rank; ++D)
    Inductions += "    " + induction(D, Indices[D]);
  if (Loop.Iteration) {
    Function.bind(Loop.Iteration, Unit.Names.claim("number"), Binding::Value);
    Inductions += "    const ulong " + Function.nameOf(Loop.Iteration).str() +
                  " = " + Iteration + " + 1;\n";
  }
  if (Loop.Exit) {
    First = " + " + number("ulong", "first", TWOFOLD_ARG_FIRST, 0);
    Function.setLeave(Unit.Names.claim("found"));
  }
  std::string Body = body(2);
  nullPointers();
  std::string End = Loop.Exit ? number("ulong", "end", TWOFOLD_ARG_END, 0)
                              : llvm::join(Trips, " * ");
  std::string Out = Prologue + Results + Function.temporaries(1);
  Out += "  const ulong " + Total + " = " + End + ";\n  ulong " + Iteration +
         " = get_global_id(0) * " + Step + First + ";\n";
  Out += "  ulong " + Trip + " = 0;\n  for (; " + Trip + " < " + Most + " && " +
         Iteration + " < " + Total + "; ++" + Trip + ", " + Iteration +
         " += " + Stride + ") {\n";
  Out += indicesText(Iteration, Trips, Indices) + Inductions + Body;
  Out += "  }\n" + Function.leaveLabel();
  if (!LastStores.empty())
    Out += "  if (" + Trip + " > 0 && " + Iteration + " - " + Stride +
           " == " + Total + " - 1) {\n" + LastStores + "  }\n";
  if (!Reductions.empty())
    Out += groupReductionText(Reductions, Unit.Names.claim("item"),
                              Unit.Names.claim("items"),
                              Unit.Names.claim("middle"));
  return Out;
}

/// Binds every checked index to a call of the function whose text this returns.
std::string OpenCLPrinter::subscriptChecks() {
  if (Model.Subscripts.empty())
    return "";
  std::string Check = Unit.Names.claim("checked");
  std::string Errors = Unit.Names.claim("errors");
  std::string Left = Unit.Names.claim("left_bounds");
  parameter("__global ulong *" + Errors, TWOFOLD_ARG_ERROR, 0);
  Prologue += "  int " + Left + " = 0;\n";
  for (unsigned I = 0; I != Model.Subscripts.size(); ++I)
    Function.bindCheck(Model.Subscripts[I].Index, Check,
                       number("ulong", "limit", TWOFOLD_ARG_LIMIT, I) + ", " +
                           std::to_string(I) + ", " + Errors,
                       Left);
  return subscriptCheckText(Check);
}

std::variant<KernelText, Refusal> OpenCLPrinter::print() {
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
    Function.bindLength(L.Array, Name);
  }
  std::string Checks = subscriptChecks();
  if (!Unit.failed())
    Spaces.infer(Loop.Body);
  std::string Code;
  if (!Unit.failed())
    Code = Mapping.Linear ? linearIterations() : iterations();
  if (Unit.failed())
    return *Unit.failure();

  Kernel.Flags |= Unit.requirements();
  std::string Tables = Unit.tables();
  Kernel.Source = kernelHead(Loop, Unit.extensions(), Options.Contract, Ctx) +
                  Unit.Types.definitions() + Tables +
                  (Tables.empty() ? "" : "\n") + Checks + Unit.functions() +
                  "__kernel void " + Kernel.Name + "(\n    " +
                  llvm::join(Parameters, ",\n    ") + ") {\n" + Code + "}\n";
  return Kernel;
}

} // namespace

std::variant<KernelText, Refusal> printKernel(const ParallelLoop &Loop,
                                              const AccessModel &Model,
                                              const NestMapping &Mapping,
                                              ASTContext &Ctx,
                                              const KernelOptions &Options) {
  return OpenCLPrinter(Loop, Model, Mapping, Ctx, Options).print();
}

} // namespace twofold
