// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "unit/UnitPurpose.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace twofold {

UnitPurpose purposeOf(const CompilerInstance &CI) {
  const FrontendOptions &Options = CI.getFrontendOpts();
  switch (Options.ProgramAction) {
  case frontend::EmitAssembly:
  case frontend::EmitBC:
  case frontend::EmitLLVM:
  case frontend::EmitLLVMOnly:
  case frontend::EmitCodeGenOnly:
  case frontend::EmitObj:
    return UnitPurpose::Code;
  case frontend::GenerateModule:
  case frontend::GenerateModuleInterface:
  case frontend::GenerateReducedModuleInterface:
  case frontend::GenerateHeaderUnit:
  case frontend::GeneratePCH:
    return UnitPurpose::Ast;
  case frontend::ParseSyntaxOnly:
    // clang's driver has the process end without freeing anything. Tools that
    // clang's libraries are linked into run on, and say that they parse only.
    return Options.DisableFree ? UnitPurpose::Messages : UnitPurpose::Tools;
  default:
    return UnitPurpose::Tools;
  }
}

bool rewritesLoops(const CompilerInstance &CI) {
  UnitPurpose Purpose = purposeOf(CI);
  return Purpose == UnitPurpose::Code || Purpose == UnitPurpose::Messages;
}

} // namespace twofold
