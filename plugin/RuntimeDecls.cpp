// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RuntimeDecls.cpp
//----------------------------------------------------===//

#include "RuntimeDecls.h"
#include "AbiText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;

namespace twofold {

static std::string definitions(const TargetInfo &Target,
                               const LangOptions &Lang) {
  auto Name = [](TargetInfo::IntType T) {
    return std::string(TargetInfo::getTypeName(T));
  };
  std::string Text =
      "#define __INT64_TYPE__ " + Name(Target.getInt64Type()) +
      "\n#define __UINT64_TYPE__ " + Name(Target.getUInt64Type()) +
      "\n#define __INT32_TYPE__ int\n#define __UINT32_TYPE__ unsigned int\n";
  if (Lang.CPlusPlus)
    Text += "#define __cplusplus 1\n";
  return Text;
}

std::string withAbi(StringRef Predefines, bool Preprocessed,
                    const TargetInfo &Target, const LangOptions &Lang) {
  // Flag 3: a system header, which -Weverything leaves alone.
  std::string Abi = std::string("\n# 1 \"twofold/abi.h\" 1 3\n") + AbiText +
                    "\n# 1 \"<built-in>\" 2\n";
  if (Preprocessed) {
    Abi = definitions(Target, Lang) + Abi +
          "#undef __INT64_TYPE__\n#undef __UINT64_TYPE__\n"
          "#undef __INT32_TYPE__\n#undef __UINT32_TYPE__\n";
    if (Lang.CPlusPlus)
      Abi += "#undef __cplusplus\n";
  }
  size_t CommandLine = Predefines.find("# 1 \"<command line>\" 1");
  return (Predefines.take_front(CommandLine) + Abi +
          (CommandLine == StringRef::npos ? StringRef()
                                          : Predefines.substr(CommandLine)))
      .str();
}

template <typename T> static T *find(ASTContext &Ctx, const llvm::Twine &Name) {
  for (NamedDecl *D :
       Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get(Name.str())))
    if (auto *Found = dyn_cast<T>(D))
      return Found;
  return nullptr;
}

FunctionDecl *RuntimeDecls::run() const {
  return find<FunctionDecl>(Ctx, "twofold_run");
}

QualType RuntimeDecls::record(StringRef Name) const {
  auto *Record = find<RecordDecl>(Ctx, "twofold_" + Name);
  return QualType(Ctx.getCanonicalTagType(Record));
}

QualType RuntimeDecls::functionType(StringRef Name) const {
  auto *Alias = find<TypedefNameDecl>(Ctx, "twofold_" + Name);
  return Alias->getUnderlyingType()->getPointeeType().IgnoreParens();
}

} // namespace twofold
