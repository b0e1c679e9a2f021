// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "abi/RuntimeDecls.h"
#include "AbiText.h"
#include "AccessesText.h"
#include "SectionchecksText.h"
#include "SectionsText.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;

namespace twofold {

static void replaceAll(std::string &Text, StringRef From, StringRef To) {
  for (size_t At = Text.find(From); At != std::string::npos;
       At = Text.find(From, At + To.size()))
    Text.replace(At, From.size(), To);
}

/// Puts in the text's own macros, none of which has parameters: preprocessed
/// input has no others.
static void replaceOwnMacros(std::string &Text) {
  auto IsName = [](char C) { return C == '_' || isAlphanumeric(C); };
  std::string All = Text;
  replaceAll(All, "\\\n", " ");
  SmallVector<StringRef> Lines;
  StringRef(All).split(Lines, '\n');
  for (StringRef Line : Lines) {
    if (!Line.consume_front("#define "))
      continue;
    StringRef Name = Line.take_while(IsName);
    StringRef Value = Line.substr(Name.size());
    Value = Value.take_front(Value.find("/*")).trim();
    if (Value.empty())
      continue;
    for (size_t At = Text.find(Name); At != std::string::npos;
         At = Text.find(Name, At)) {
      size_t End = At + Name.size();
      bool Whole = (At == 0 || !IsName(Text[At - 1])) &&
                   (End == Text.size() || !IsName(Text[End])) &&
                   !StringRef(Text).take_front(At).ends_with("#define ");
      if (Whole)
        Text.replace(At, Name.size(), Value.str());
      At += Whole ? Value.size() : Name.size();
    }
  }
}

/// A header's text with the macros that it uses already expanded.
static std::string expanded(std::string Text, const TargetInfo &Target,
                            const LangOptions &Lang) {
  replaceAll(Text, "__UINT64_TYPE__",
             TargetInfo::getTypeName(Target.getUInt64Type()));
  replaceAll(Text, "__SIZE_TYPE__",
             TargetInfo::getTypeName(Target.getSizeType()));
  replaceAll(Text, "__INT64_TYPE__",
             TargetInfo::getTypeName(Target.getInt64Type()));
  replaceAll(Text, "__UINT32_TYPE__", "unsigned int");
  replaceAll(Text, "__INT32_TYPE__", "int");
  replaceAll(Text, "#ifdef __cplusplus", Lang.CPlusPlus ? "#if 1" : "#if 0");
  replaceOwnMacros(Text);
  return Text;
}

std::string abiText(bool Preprocessed, const TargetInfo &Target,
                    const LangOptions &Lang) {
  std::string Abi;
  for (auto [Name, Text] :
       {std::pair("accesses", AccessesText), std::pair("abi", AbiText),
        std::pair("sections", SectionsText),
        std::pair("sectionchecks", SectionchecksText)})
    // Flag 3: a system header, which -Weverything leaves alone.
    Abi += "# 1 \"twofold/" + std::string(Name) + ".h\" 1 3\n" + Text + "\n";
  replaceAll(Abi, "#ifdef TWOFOLD_CXX11", Lang.CPlusPlus11 ? "#if 1" : "#if 0");
  return Preprocessed ? expanded(std::move(Abi), Target, Lang) : Abi;
}

template <typename T> static T *find(ASTContext &Ctx, const llvm::Twine &Name) {
  for (NamedDecl *D :
       Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get(Name.str())))
    if (auto *Found = dyn_cast<T>(D))
      return Found;
  return nullptr;
}

FunctionDecl *RuntimeDecls::function(StringRef Name) const {
  return find<FunctionDecl>(Ctx, "twofold_" + Name);
}

bool RuntimeDecls::isRun(const FunctionDecl *F) const {
  const FunctionDecl *Run = F ? run() : nullptr;
  return Run && (Run->getCanonicalDecl() == F->getCanonicalDecl() ||
                 (F->getIdentifier() && F->getName().starts_with(SharedName)));
}

VarDecl *RuntimeDecls::variable(StringRef Name) const {
  return find<VarDecl>(Ctx, "twofold_" + Name);
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
