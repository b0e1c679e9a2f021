// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelParameters.cpp - what a kernel is given and begins with ------===//

#include "kernel/KernelPrinter.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {

std::string KernelPrinter::parameter(const std::string &Declared, unsigned Kind,
                                     unsigned Index, unsigned Size) {
  Parameters.push_back(Declared);
  Kernel.Args.push_back({Kind, Index, Size});
  return Declared;
}

std::string KernelPrinter::number(const std::string &Type, StringRef Base,
                                  unsigned Kind, unsigned Index) {
  std::string Name = Unit.Names.claim(Base);
  parameter(Type + " " + Name, Kind, Index, 8);
  return Name;
}

/// The user's own name where nothing in the body hides it.
std::string KernelPrinter::name(const ValueDecl *D) {
  StringRef Name = D->getName();
  if (!Hidden.insert(D->getIdentifier()).second)
    return Unit.Names.claim((Name + "_outer").str());
  return Unit.Names.local(Name);
}

/// A base pointer into its region's buffer, in byte arithmetic: the region may
/// start after the base.
void KernelPrinter::buffer(const ValueDecl *D, unsigned Arg, QualType Pointer,
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
    Places[Arg] = "(" + Memory + " + " + Offset + ")";
    return;
  }
  SourceLocation Loc = D ? D->getLocation() : Loop.Loc;
  Unit.fail(diag::Id::Construct, Loc, {"this use of '" + Name + "'"});
}

/// Arrays whose updates may go to the work-group's copy.
void KernelPrinter::groupCopies() {
  for (unsigned I = 0; Mapping.Linear && I != Loop.Elements.size(); ++I) {
    const Capture *C = groupCopied(Loop, I, Ctx);
    auto Place = C ? Places.find(C->Arg) : Places.end();
    if (Place == Places.end())
      continue;
    std::string Name = Loop.Elements[I].Name;
    std::string Type = Unit.Types.memory(Loop.Elements[I].Type);
    std::string Memory = Unit.Names.claim(Name + "_words");
    // Elements are updated by whole words.
    parameter("__local ulong *" + Memory, TWOFOLD_ARG_COPY, I);
    GroupCopy Copy{I,
                   Type,
                   Unit.Names.claim(Name + "_all"),
                   Unit.Names.claim(Name + "_copy"),
                   Unit.Names.claim(Name + "_mine"),
                   number("ulong", Name + "_copied", TWOFOLD_ARG_COPIED, I),
                   number("ulong", Name + "_copies", TWOFOLD_ARG_COPIES, I)};
    Prologue += "  __global " + Type + " *" + Copy.First + " = (__global " +
                Type + " *)" + Place->second + ";\n  __local " + Type + " *" +
                Copy.Memory + " = (__local " + Type + " *)" + Memory +
                ";\n  __local " + Type + " *" + Copy.Mine + " = " +
                Copy.Memory + " + (get_local_id(0) & (" + Copy.Copies +
                " - 1));\n";
    Copies.push_back(Copy);
    Function.Expressions.Updates.bindCopy(Copy);
  }
}

/// A null pointer has no place in any buffer. The host's value tells.
void KernelPrinter::nullPointers() {
  if (!Unit.pointersTested())
    return;
  for (const Capture &C : Loop.Captures) {
    if (C.Kind != Sharing::Value || C.ColdOnly || !C.Type->isAnyPointerType())
      continue;
    std::string Name = Function.nameOf(C.Decl).str();
    std::string Host =
        number("ulong", Name + "_host", TWOFOLD_ARG_SCALAR, C.Arg);
    Prologue += "  if (" + Host + " == 0)\n    " + Name + " = 0;\n";
  }
}

void KernelPrinter::capture(const Capture &C) {
  if (C.ColdOnly)
    return;
  if (C.Kind == Sharing::This) {
    Unit.fail(diag::Id::ThisAccess, C.FirstUse);
    return;
  }
  if (isa<BindingDecl>(C.Decl) && !C.MayChange) {
    Unit.fail(diag::Id::Construct, C.FirstUse, {"a structured binding"});
    return;
  }
  if (Unit.number(C.Decl) || Unit.isTable(C.Decl))
    return;
  std::string Name = name(C.Decl);
  QualType T = C.Type;
  switch (C.Kind) {
  case Sharing::Value:
    Function.bind(C.Decl, Name, Binding::Value);
    if (T->isAnyPointerType())
      buffer(C.Decl, C.Arg, T, Name);
    else
      parameter(Unit.Types.memory(T) + " " + Name, TWOFOLD_ARG_SCALAR, C.Arg,
                Ctx.getTypeSizeInChars(T).getQuantity());
    return;
  case Sharing::Reference:
    if (const ArrayType *Array = Ctx.getAsArrayType(T)) {
      Function.bind(C.Decl, Name, Binding::Elements);
      // Subscripts of rows of variable number are counted in elements.
      QualType Element = T->isVariablyModifiedType() ? Ctx.getBaseElementType(T)
                                                     : Array->getElementType();
      buffer(C.Decl, C.Arg, Ctx.getPointerType(Element), Name);
    } else {
      Function.bind(C.Decl, Name, Binding::Pointer);
      buffer(C.Decl, C.Arg, Ctx.getPointerType(T), Name);
    }
    return;
  case Sharing::Private:
    Function.bind(C.Decl, Name, Binding::Value);
    if (T->isVariablyModifiedType())
      Unit.fail(diag::Id::Construct, C.FirstUse,
                {"a private variable of this type"});
    return;
  default:
    return;
  }
}

/// Pointers among them point where the body has them point.
void KernelPrinter::declarePrivates() {
  for (const Capture &C : Loop.Captures) {
    if (C.Kind != Sharing::Private || C.ColdOnly)
      continue;
    std::string Declared = Unit.Types.declareMemory(
        C.Type, Function.nameOf(C.Decl), Spaces.variable(C.Decl));
    if (Mapping.isCounter(C.Decl))
      Counters.push_back("    " + Declared + ";\n");
    else
      Privates.push_back(Declared + ";\n");
  }
}

/// The array that the last iteration has filled.
void KernelPrinter::lastElements(const Capture &C, const std::string &Name,
                                 unsigned Index) {
  QualType Element = Ctx.getBaseElementType(C.Type);
  std::string Type = Unit.Types.memory(Element);
  std::string Last = Unit.Names.claim(Name + "_last");
  std::string Number = Unit.Names.claim(Name + "_element");
  uint64_t Size = Ctx.getTypeSizeInChars(C.Type).getQuantity();
  uint64_t Count = Size / Ctx.getTypeSizeInChars(Element).getQuantity();
  parameter("__global " + Type + " *" + Last, TWOFOLD_ARG_LAST, Index, Size);
  Results += "  " + Unit.Types.declareMemory(C.Type, Name) + ";\n";
  LastStores += "    for (uint " + Number + " = 0; " + Number + " < " +
                std::to_string(Count) + "; ++" + Number + ")\n      " + Last +
                "[" + Number + "] = ((" + Type + " *)" + Name + ")[" + Number +
                "];\n";
}

void KernelPrinter::result(const Capture &C, unsigned Index) {
  std::string Name = name(C.Decl);
  QualType T = C.Type;
  unsigned Size = Ctx.getTypeSizeInChars(T).getQuantity();
  Function.bind(C.Decl, Name, Binding::Value);
  if (T->isAnyPointerType() ||
      (T->isArrayType() && C.Kind != Sharing::LastPrivate)) {
    Unit.fail(diag::Id::Construct, C.FirstUse, {"a result of this type"});
    return;
  }
  if (C.Kind == Sharing::LastPrivate && T->isArrayType()) {
    lastElements(C, Name, Index);
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
  std::string Identity = identityText(C.Op, T, Ctx);
  if (C.Combination) {
    for (const FunctionDecl *F : {C.Beginning, C.Combination})
      for (const Capture *Global : Unit.globals(*F))
        Unit.fail(diag::Id::GlobalInHelper, C.FirstUse,
                  {Global->Decl->getNameAsString()});
    R.Combine = Unit.helper(*C.Combination,
                            {AddressSpace::Private, AddressSpace::Private});
    Identity = Unit.helper(*C.Beginning, {}) + "()";
  } else if (T->isAnyComplexType() && C.Op != ReductionOp::Chosen) {
    R.Combine =
        Unit.Complex.function(C.Op == ReductionOp::Mul ? "mul" : "add", T);
  }
  Results += "  " + Type + " " + Name + " = " + Identity + ";\n";
  Reductions.push_back(R);
}

const std::string &KernelPrinter::errors() {
  if (Errors.empty())
    Errors = Unit.Names.claim("errors");
  return Errors;
}

/// The function by which the body declines, if it does; ask after the body.
std::string KernelPrinter::declining() {
  if (!Function.Statements.declines())
    return "";
  if (Model.Subscripts.empty())
    parameter("__global ulong *" + errors(), TWOFOLD_ARG_ERROR, 0);
  return declineText(Decline);
}

/// Binds every checked index to a call of the function whose text this returns.
std::string KernelPrinter::subscriptChecks() {
  if (Model.Subscripts.empty())
    return "";
  std::string Check = Unit.Names.claim("checked");
  errors();
  std::string Left = Unit.Names.claim("left_bounds");
  parameter("__global ulong *" + Errors, TWOFOLD_ARG_ERROR, 0);
  Prologue += "  int " + Left + " = 0;\n";
  for (unsigned I = 0; I != Model.Subscripts.size(); ++I)
    Function.Expressions.bindCheck(
        Model.Subscripts[I].Index, Check,
        number("ulong", "limit", TWOFOLD_ARG_LIMIT, I) + ", " +
            std::to_string(I) + ", " + Errors + ", &" + Left);
  Function.Statements.setLeftBounds(Left);
  return subscriptCheckText(Check);
}

} // namespace twofold
