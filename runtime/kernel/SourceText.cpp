// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/SourceText.h"

#include <algorithm>
#include <array>
#include <cctype>

using namespace twofold;

namespace {

using Kind = SourceParameter::Kind;

struct Token {
  size_t Begin;
  std::string_view Text;
  bool IsWord;
};

/// The text with blanks for what is no code: comments, literals, directives.
std::string codeOf(std::string_view Source) {
  std::string Out(Source);
  bool AtLineStart = true;
  const auto Blank = [&](size_t &At, auto Ends) {
    for (; At < Out.size() && !Ends(At); ++At)
      if (Out[At] != '\n')
        Out[At] = ' ';
  };
  for (size_t I = 0; I < Out.size();) {
    const char C = Out[I];
    const char Next = I + 1 < Out.size() ? Out[I + 1] : '\0';
    if (C == '/' && Next == '/') {
      Blank(I, [&](size_t At) { return Out[At] == '\n'; });
    } else if (C == '/' && Next == '*') {
      const size_t Close = Source.find("*/", I + 2);
      const size_t End = Close == Source.npos ? Out.size() : Close + 2;
      Blank(I, [&](size_t At) { return At == End; });
    } else if (C == '"' || C == '\'') {
      size_t End = I + 1;
      while (End < Out.size() && Out[End] != C && Out[End] != '\n')
        End += Out[End] == '\\' ? 2 : 1;
      Blank(I, [&](size_t At) { return At > End; });
    } else if (C == '#' && AtLineStart) {
      Blank(I, [&](size_t At) {
        return Out[At] == '\n' && Source[At - 1] != '\\';
      });
    } else {
      AtLineStart = C == '\n' || (AtLineStart && std::isspace(uint8_t(C)));
      ++I;
    }
  }
  return Out;
}

std::vector<Token> tokensOf(std::string_view Code) {
  std::vector<Token> Out;
  const auto IsWord = [](char C) {
    return std::isalnum(uint8_t(C)) || C == '_';
  };
  for (size_t I = 0; I < Code.size();) {
    if (std::isspace(uint8_t(Code[I]))) {
      ++I;
      continue;
    }
    size_t End = I + 1;
    while (IsWord(Code[I]) && End < Code.size() && IsWord(Code[End]))
      ++End;
    Out.push_back({I, Code.substr(I, End - I), IsWord(Code[I])});
    I = End;
  }
  return Out;
}

/// Without the underscores that OpenCL's keywords may have.
std::string_view keyword(std::string_view Word) {
  if (Word.starts_with("__"))
    Word.remove_prefix(2);
  return Word;
}

/// Bytes of one of OpenCL C's types for values; 0: it is another one.
uint32_t valueBytes(std::string_view Type) {
  struct Named {
    std::string_view Name;
    uint32_t Bytes;
  };
  static constexpr Named All[] = {{"char", 1},   {"uchar", 1}, {"short", 2},
                                  {"ushort", 2}, {"int", 4},   {"uint", 4},
                                  {"long", 8},   {"ulong", 8}, {"float", 4},
                                  {"half", 2},   {"double", 8}};
  std::string_view Width = Type;
  while (!Width.empty() && !std::isdigit(uint8_t(Width.front())))
    Width.remove_prefix(1);
  Type.remove_suffix(Width.size());
  const auto *Found =
      std::find_if(std::begin(All), std::end(All),
                   [&](const Named &N) { return N.Name == Type; });
  if (Found == std::end(All))
    return 0;
  // Vectors of three are as large as those of four.
  for (auto [Text, Count] : {std::pair<std::string_view, uint32_t>{"", 1},
                             {"2", 2},
                             {"3", 4},
                             {"4", 4},
                             {"8", 8},
                             {"16", 16}})
    if (Width == Text)
      return Found->Bytes * Count;
  return 0;
}

class Parser {
  const std::string_view Name, Source;
  const std::string Code;
  const std::vector<Token> All;
  SourceText Out;
  std::string Failure;
  struct Change {
    size_t At, Erased;
    std::string Text;
  };
  std::vector<Change> Changes; ///< in order of their places
  std::string First;           ///< the kernel's first statements

  std::string line(size_t At) const {
    return "line " +
           std::to_string(
               1 + std::count(Source.begin(), Source.begin() + At, '\n')) +
           ": ";
  }
  bool fail(size_t At, std::string Why) {
    Failure = line(At) + std::move(Why);
    return false;
  }
  bool is(size_t I, std::string_view Text) const {
    return I < All.size() && All[I].Text == Text;
  }
  /// The token that closes the bracket at I, or the end.
  size_t closing(size_t I) const {
    unsigned Depth = 0;
    for (; I < All.size(); ++I)
      if (is(I, "(") || is(I, "["))
        ++Depth;
      else if ((is(I, ")") || is(I, "]")) && --Depth == 0)
        break;
    return I;
  }
  size_t findList() const;
  bool parameter(size_t Begin, size_t End);

public:
  Parser(std::string_view Name, std::string_view Source)
      : Name(Name), Source(Source), Code(codeOf(Source)), All(tokensOf(Code)) {}
  Result<SourceText> run();
};

} // namespace

/// The bracket behind the name of the kernel's definition, or the end.
size_t Parser::findList() const {
  for (size_t I = 0; I < All.size(); ++I) {
    if (keyword(All[I].Text) != "kernel")
      continue;
    size_t At = I + 1;
    for (; At < All.size() && !is(At, "{") && !is(At, ";"); ++At)
      if (is(At, "(") && All[At - 1].Text == Name) {
        if (is(closing(At) + 1, "{"))
          return At;
        break;
      } else if (is(At, "("))
        At = closing(At);
  }
  return All.size();
}

/// Of the tokens [Begin, End).
bool Parser::parameter(size_t Begin, size_t End) {
  SourceParameter P;
  const std::string Number = std::to_string(Out.Parameters.size() + 1);
  size_t Pointer = End, Last = End;
  unsigned Pointers = 0;
  std::string Space;
  for (size_t I = Begin; I < End; ++I) {
    const std::string_view Word = keyword(All[I].Text);
    if (Word == "attribute__") {
      I = closing(I + 1);
    } else if (Word == "*" || Word == "[") {
      Pointer = std::min(Pointer, I);
      ++Pointers;
      I = Word == "[" ? closing(I) : I;
    } else if (Word == "global" || Word == "constant" || Word == "local") {
      Space = Word;
    } else if (Word == "const" && Pointer != End) {
      // The pointer itself, which gets its offset.
      Changes.push_back({All[I].Begin, All[I].Text.size(), "     "});
    } else if (Word == "const") {
      P.Constant = true;
    } else if (All[I].IsWord && Word != "restrict" && Word != "volatile" &&
               Word != "read_only" && Word != "write_only" &&
               Word != "read_write") {
      if (Last != End && Pointer == End)
        P.Type += (P.Type.empty() ? "" : " ") + std::string(All[Last].Text);
      Last = I;
    }
  }
  const size_t Place = All[Begin].Begin;
  if (Last == End || (P.Type.empty() && Pointer == End))
    return fail(Place, "parameter " + Number + " has no name");
  P.Name = All[Last].Text;
  const std::string Who = "parameter " + Number + ", '" + P.Name + "', ";
  if (P.Type.starts_with("image") || P.Type == "sampler_t" ||
      P.Type == "event_t")
    return fail(Place, Who + "is an " + P.Type +
                           ", which cannot be passed: use pointers to global "
                           "memory and values");
  if (Pointer == End) {
    P.What = Kind::Value;
    P.Bytes = valueBytes(P.Type);
    Out.Parameters.push_back(std::move(P));
    return true;
  }
  if (Space.empty() || Pointers > 1)
    return fail(Place,
                Who + (Space.empty() ? "points to private memory: a kernel's "
                                       "pointers are global, constant or local"
                                     : "points to pointers, which no kernel "
                                       "can be given"));
  P.Constant |= Space == "constant";
  P.What = Space == "local" ? Kind::Local : Kind::Memory;
  if (P.What == Kind::Memory) {
    const std::string Offset = "twofold_offset_" + Number;
    const Token &Before = All[End - 1];
    Changes.push_back(
        {Before.Begin + Before.Text.size(), 0, ", long " + Offset});
    First += " " + P.Name + " = (" + Space + " void *)((" + Space + " char *)" +
             P.Name + " + " + Offset + ");";
  }
  Out.Parameters.push_back(std::move(P));
  return true;
}

Result<SourceText> Parser::run() {
  const auto Error = [](std::string Why) {
    return twofold::Error{ErrorCode::Unsupported, std::move(Why), ""};
  };
  const size_t Open = findList();
  if (Open == All.size())
    return Error("its text has no definition 'kernel void " +
                 std::string(Name) + "(...) {' outside of macros");
  const size_t Close = closing(Open);
  const bool None =
      Close == Open + 1 || (Close == Open + 2 && is(Open + 1, "void"));
  for (size_t Begin = Open + 1, I = Begin; !None && I <= Close; ++I) {
    if (is(I, "(") || is(I, "[")) {
      I = closing(I);
    } else if (I == Close || is(I, ",")) {
      if (Begin == I)
        return Error(line(All[I].Begin) + "a parameter is missing");
      if (!parameter(Begin, I))
        return Error(Failure);
      Begin = I + 1;
    }
  }
  Changes.push_back({All[Close + 1].Begin + 1, 0, First});
  for (const Token &T : All)
    Out.UsesGroups |= T.IsWord && (T.Text.find("group") != T.Text.npos ||
                                   T.Text.find("local") != T.Text.npos ||
                                   T.Text == "barrier");
  // What the driver says of the text, it says of this name.
  Out.Text = "#line 1 \"" + std::string(Name) + "\"\n";
  size_t From = 0;
  for (const Change &C : Changes) {
    Out.Text.append(Source.substr(From, C.At - From)).append(C.Text);
    From = C.At + C.Erased;
  }
  Out.Text.append(Source.substr(From)).append("\n");
  return std::move(Out);
}

Result<SourceText> SourceText::parse(std::string_view Name,
                                     std::string_view Source) {
  return Parser(Name, Source).run();
}
