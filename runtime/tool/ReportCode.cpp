// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReportCode.cpp - sources as HTML -----------------------------------===//
#include "tool/ReportHtml.h"

#include <algorithm>
#include <cctype>
#include <iterator>

using namespace twofold::tool;

std::string twofold::tool::escaped(std::string_view Text) {
  std::string Out;
  for (const char Sign : Text) {
    switch (Sign) {
    case '<':
      Out += "&lt;";
      break;
    case '>':
      Out += "&gt;";
      break;
    case '&':
      Out += "&amp;";
      break;
    case '"':
      Out += "&quot;";
      break;
    case '\'':
      Out += "&#39;";
      break;
    default:
      // HTML has no such characters, however they are written.
      if (static_cast<unsigned char>(Sign) >= 0x20 || Sign == '\n' ||
          Sign == '\t')
        Out += Sign;
      else
        Out += "\xef\xbf\xbd";
    }
  }
  return Out;
}

static bool isWord(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_';
}

static bool isKeyword(std::string_view Word) {
  static constexpr std::string_view Words[] = {
      "__global", "__kernel", "__local",  "auto",      "bool",     "break",
      "case",     "char",     "class",    "const",     "continue", "default",
      "do",       "double",   "else",     "enum",      "extern",   "false",
      "float",    "for",      "goto",     "half",      "if",       "inline",
      "int",      "kernel",   "long",     "namespace", "new",      "operator",
      "private",  "public",   "restrict", "return",    "short",    "signed",
      "sizeof",   "static",   "struct",   "switch",    "template", "this",
      "true",     "typedef",  "typename", "uchar",     "uint",     "ulong",
      "union",    "unsigned", "using",    "ushort",    "void",     "volatile",
      "while"};
  return std::binary_search(std::begin(Words), std::end(Words), Word);
}

static std::string span(const char *Class, std::string_view Text) {
  return std::string("<span class=\"") + Class + "\">" + escaped(Text) +
         "</span>";
}

/// The end of a literal in quotes that begins at At.
static size_t endOfQuoted(std::string_view Text, size_t At) {
  const char Quote = Text[At++];
  while (At < Text.size() && Text[At] != Quote)
    At += Text[At] == '\\' ? 2 : 1;
  return std::min(At + 1, Text.size());
}

std::string Colours::line(std::string_view Text) {
  std::string Out;
  if (!InComment) {
    const size_t First = Text.find_first_not_of(" \t");
    if (First != Text.npos && Text[First] == '#')
      return span("p", Text);
  }
  for (size_t At = 0; At < Text.size();) {
    const std::string_view Rest = Text.substr(At);
    size_t Length = 1;
    if (InComment || Rest.starts_with("/*")) {
      const size_t End = Rest.find("*/", InComment ? 0 : 2);
      InComment = End == Rest.npos;
      Length = InComment ? Rest.size() : End + 2;
      Out += span("c", Rest.substr(0, Length));
    } else if (Rest.starts_with("//")) {
      Length = Rest.size();
      Out += span("c", Rest);
    } else if (Rest[0] == '"' ||
               (Rest[0] == '\'' && (At == 0 || !isWord(Text[At - 1])))) {
      Length = endOfQuoted(Text, At) - At;
      Out += span("s", Rest.substr(0, Length));
    } else if (isWord(Rest[0])) {
      while (Length < Rest.size() &&
             (isWord(Rest[Length]) ||
              (Rest[Length] == '.' &&
               std::isdigit(static_cast<unsigned char>(Rest[0])))))
        ++Length;
      const std::string_view Word = Rest.substr(0, Length);
      if (std::isdigit(static_cast<unsigned char>(Word[0])))
        Out += span("d", Word);
      else
        Out += isKeyword(Word) ? span("k", Word) : escaped(Word);
    } else {
      Out += escaped(Rest.substr(0, 1));
    }
    At += Length;
  }
  return Out;
}

std::string twofold::tool::coloured(std::string_view Text) {
  Colours Of;
  std::string Out;
  while (!Text.empty()) {
    const size_t End = std::min(Text.find('\n'), Text.size());
    Out += Of.line(Text.substr(0, End)) + "\n";
    Text.remove_prefix(std::min(End + 1, Text.size()));
  }
  return Out;
}
