// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Dump.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace twofold {

Dump::Dump(std::string Directory, const CompilerInstance &CI)
    : Directory(std::move(Directory)) {
  const auto &Inputs = CI.getFrontendOpts().Inputs;
  if (!Inputs.empty())
    Source = Inputs[0].isFile()
                 ? llvm::sys::path::filename(Inputs[0].getFile()).str()
                 : "<buffer>";
}

std::string Dump::path(StringRef Loop, StringRef Suffix) const {
  llvm::SmallString<128> Path(Directory);
  llvm::sys::path::append(Path, Source + "." + Loop + "." + Suffix);
  return std::string(Path);
}

std::string Dump::write(StringRef Loop, StringRef Suffix,
                        StringRef Text) const {
  if (!enabled())
    return "";
  if (std::error_code E = llvm::sys::fs::create_directories(Directory))
    return E.message();
  std::error_code E;
  llvm::raw_fd_ostream Out(path(Loop, Suffix), E);
  if (E)
    return E.message();
  Out << Text;
  if (!Text.ends_with("\n"))
    Out << '\n';
  Out.close();
  if (Out.has_error()) {
    std::string Message = Out.error().message();
    Out.clear_error();
    return Message;
  }
  return "";
}

static PrintingPolicy policyOf(const ASTContext &Ctx) {
  PrintingPolicy Policy = Ctx.getPrintingPolicy();
  Policy.SuppressImplicitBase = true;
  return Policy;
}

std::string Dump::print(const FunctionDecl &F) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  F.print(Out, policyOf(F.getASTContext()));
  return Text;
}

std::string Dump::print(const Stmt &S, const ASTContext &Ctx) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  S.printPretty(Out, nullptr, policyOf(Ctx));
  return Text;
}

} // namespace twofold
