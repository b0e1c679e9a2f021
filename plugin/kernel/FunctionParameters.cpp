// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/KernelFunction.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace twofold {

std::string StatementPrinter::parameters(const FunctionDecl &F) {
  llvm::SmallVector<std::string, 4> List;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&F);
      Method && Method->isInstance() && !isa<CXXConstructorDecl>(F)) {
    QualType Object = Method->getFunctionObjectParameterType();
    All.Names.Self = {Unit.self()};
    List.push_back(Types.declareMemory(Ctx.getPointerType(Object), Unit.self(),
                                       Spaces.thisPointer()));
  }
  llvm::StringSet<> Seen;
  for (const ParmVarDecl *P : F.parameters()) {
    std::string Name = P->getName().empty()
                           ? "unnamed" + std::to_string(List.size())
                           : Unit.Names.local(P->getName());
    // Expanded packs repeat their name; implicit members have none.
    bool Repeated = !Seen.insert(P->getName()).second;
    if (Repeated)
      Name = Unit.Names.claim(Name);
    if (Repeated || P->getName().empty())
      All.Names.bind(P, Name,
                     P->getType()->isReferenceType() ? Binding::Pointer
                                                     : Binding::Value);
    // A parameter whose address is taken lies in memory.
    List.push_back(Types.declareMemory(P->getType(), Name, Spaces.variable(P)));
  }
  for (const Capture *C : Unit.globals(F)) {
    const std::string &Name = Unit.globalName(*C);
    bool Shared = C->Kind == Sharing::Reference;
    const ArrayType *Array = Shared ? Ctx.getAsArrayType(C->Type) : nullptr;
    All.Names.bind(C->Decl, Name,
                   Array    ? Binding::Elements
                   : Shared ? Binding::Pointer
                            : Binding::Value);
    QualType T = Array    ? Ctx.getPointerType(Array->getElementType())
                 : Shared ? Ctx.getPointerType(C->Type)
                          : C->Type;
    bool Points = T->isAnyPointerType();
    List.push_back(Types.declareMemory(
        T, Name, Points ? AddressSpace::Global : AddressSpace::Private));
  }
  return List.empty() ? "void" : llvm::join(List, ", ");
}

} // namespace twofold
