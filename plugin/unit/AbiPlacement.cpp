// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "abi/RuntimeDecls.h"
#include "unit/UnitPurpose.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace twofold {
namespace {

enum class UnitStart {
  Plain,
  Fragment, ///< module;
  Purview,  ///< a module's declaration, with no fragment before it
};

/// What the main file begins with, directives left out.
UnitStart startOf(const CompilerInstance &CI) {
  const LangOptions &Lang = CI.getLangOpts();
  const SourceManager &Sources = CI.getSourceManager();
  FileID Main = Sources.getMainFileID();
  if (!Lang.CPlusPlusModules || Main.isInvalid())
    return UnitStart::Plain;
  StringRef Text = Sources.getBufferData(Main);
  Lexer Raw(Sources.getLocForStartOfFile(Main), Lang, Text.begin(),
            Text.begin(), Text.end());
  SmallVector<StringRef, 3> Words;
  for (bool Directive = false; Words.size() < 3;) {
    Token T;
    Raw.LexFromRawLexer(T);
    if (T.is(tok::eof))
      break;
    if (T.isAtStartOfLine())
      Directive = T.is(tok::hash);
    if (!Directive)
      Words.push_back(T.is(tok::raw_identifier) ? T.getRawIdentifier()
                      : T.is(tok::semi)         ? ";"
                                                : "");
  }
  Words.resize(3);
  if (Words[0] == "module" && Words[1] == ";")
    return UnitStart::Fragment;
  bool Exported = Words[0] == "export";
  return Words[Exported] == "module" && !Words[Exported + 1].empty() &&
                 Words[Exported + 1] != ";"
             ? UnitStart::Purview
             : UnitStart::Plain;
}

/// Enters Text behind the unit's first semicolon, which is that of `module;`.
void enterBehindFragment(Preprocessor &PP, std::string Text) {
  bool Entered = false;
  addTokenWatcher(
      PP, [&PP, Text = std::move(Text), Entered](const Token &T) mutable {
        if (Entered || T.isNot(tok::semi))
          return;
        Entered = true;
        FileID File = PP.getSourceManager().createFileID(
            llvm::MemoryBuffer::getMemBufferCopy(Text, "<twofold>"),
            SrcMgr::C_System);
        PP.EnterSourceFile(File, nullptr, T.getLocation());
      });
}

/// Before the command line's own -include files, which may hold loops.
void addPredefines(Preprocessor &PP, const Twine &Text) {
  const StringRef Old = PP.getPredefines();
  const size_t At = std::min(Old.find("# 1 \"<command line>\" 1"), Old.size());
  PP.setPredefines((Old.take_front(At) + Text + Old.substr(At)).str());
}

/// Programs ask by it whether annotations mean something. The flags that
/// Twofold hands out define it, too, for -E, which runs no plugin.
void defineVersion(Preprocessor &PP) {
  addPredefines(PP, "\n#define __TWOFOLD__ " + Twine(TWOFOLD_VERSION_NUMBER) +
                        "\n");
}

} // namespace

void placeAbi(CompilerInstance &CI) {
  Preprocessor &PP = CI.getPreprocessor();
  const auto &Inputs = CI.getFrontendOpts().Inputs;
  InputKind Kind = Inputs.empty() ? InputKind() : Inputs.front().getKind();
  if (Kind.getFormat() == InputKind::Precompiled)
    return; // nothing is parsed: the unit has what it was built with
  defineVersion(PP);
  std::string Text =
      abiText(Kind.isPreprocessed(), CI.getTarget(), CI.getLangOpts());
  switch (startOf(CI)) {
  case UnitStart::Fragment:
    return enterBehindFragment(PP, std::move(Text));
  case UnitStart::Purview:
    Text = "module;\n" + Text;
    break;
  case UnitStart::Plain:
    break;
  }
  addPredefines(PP, "\n" + Text + "# 1 \"<built-in>\" 2\n");
}

} // namespace twofold
