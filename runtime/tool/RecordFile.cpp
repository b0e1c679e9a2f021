// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RecordFile.cpp - what -fsave-optimization-record has kept ----------===//
//
// LLVM writes these files in one form of YAML:
//
//   --- !Missed
//   Pass:            twofold
//   Name:            Opaque
//   DebugLoc:        { File: 'a b.c', Line: 9, Column: 3 }
//   Function:        saxpy
//   Args:
//     - String:          'a scalar, with or without quotes'
//     - Kernel:          |
//         lines of text
//   ...
#include "tool/RecordFile.h"

#include <cstdlib>

using namespace twofold::tool;

const std::string &RecordEntry::part(std::string_view Key) const {
  static const std::string None;
  for (const auto &[Name, Text] : Parts)
    if (Name == Key)
      return Text;
  return None;
}

std::string RecordEntry::message() const {
  std::string Out;
  for (const auto &Each : Parts)
    Out += Each.second;
  return Out;
}

namespace {
class Lines {
  std::string_view Rest;

public:
  explicit Lines(std::string_view All) : Rest(All) {}
  bool done() const { return Rest.empty(); }
  std::string_view peek() const { return Rest.substr(0, Rest.find('\n')); }
  std::string_view take() {
    const std::string_view Line = peek();
    Rest.remove_prefix(std::min(Line.size() + 1, Rest.size()));
    return Line;
  }
};
} // namespace

static std::string_view withoutBlanks(std::string_view Text) {
  const size_t Begin = Text.find_first_not_of(" \r");
  if (Begin == Text.npos)
    return "";
  return Text.substr(Begin, Text.find_last_not_of(" \r") - Begin + 1);
}

static size_t indentOf(std::string_view Line) {
  return std::min(Line.find_first_not_of(' '), Line.size());
}

/// What stands in double quotes; Text begins behind the first.
static std::string unescaped(std::string_view Text, size_t &End) {
  std::string Out;
  size_t At = 0;
  for (; At < Text.size() && Text[At] != '"'; ++At) {
    if (Text[At] != '\\' || At + 1 == Text.size()) {
      Out += Text[At];
      continue;
    }
    constexpr std::string_view From = "\"\\/ntr0e",
                               Into("\"\\/\n\t\r\0\x1b", 8);
    const char Sign = Text[++At];
    if (const size_t Known = From.find(Sign); Known != From.npos) {
      Out += Into[Known];
    } else if (Sign == 'x' && At + 2 < Text.size()) {
      Out += char(std::strtoul(std::string(Text.substr(At + 1, 2)).c_str(),
                               nullptr, 16));
      At += 2;
    }
  }
  End = At;
  return Out;
}

/// The scalar that Text begins with, up to one of Ends where it has no quotes.
static std::string scalar(std::string_view &Text, std::string_view Ends) {
  std::string Out;
  Text = withoutBlanks(Text);
  if (Text.starts_with('\'')) {
    size_t At = 1;
    for (; At < Text.size(); ++At) {
      if (Text[At] == '\'' && Text.substr(At, 2) != "''")
        break;
      At += Text[At] == '\'';
      Out += Text[At];
    }
    Text.remove_prefix(std::min(At + 1, Text.size()));
  } else if (Text.starts_with('"')) {
    size_t End;
    Out = unescaped(Text.substr(1), End);
    Text.remove_prefix(std::min(End + 2, Text.size()));
  } else {
    const size_t End = std::min(Text.find_first_of(Ends), Text.size());
    Out = withoutBlanks(Text.substr(0, End));
    Text.remove_prefix(End);
  }
  return Out;
}

/// A place whole: LLVM breaks it where the file's name is long.
static std::string place(std::string_view First, Lines &From) {
  std::string Out(First);
  while (!withoutBlanks(Out).ends_with('}') && From.peek().starts_with(" "))
    Out += From.take();
  return Out;
}

/// `{ File: a.c, Line: 9, Column: 3 }`
static void readPlace(std::string_view Text, RecordEntry &To) {
  Text = withoutBlanks(Text);
  while (!Text.empty()) {
    Text.remove_prefix(std::min(Text.find_first_not_of("{}, "), Text.size()));
    const size_t Colon = Text.find(':');
    if (Colon == Text.npos)
      return;
    const std::string_view Key = Text.substr(0, Colon);
    Text.remove_prefix(Colon + 1);
    const std::string Value = scalar(Text, ",}");
    if (Key == "File")
      To.File = Value;
    else if (Key == "Line")
      To.Line = unsigned(std::strtoul(Value.c_str(), nullptr, 10));
    else if (Key == "Column")
      To.Column = unsigned(std::strtoul(Value.c_str(), nullptr, 10));
  }
}

/// Lines that are further in than the key, without their common indent.
static std::string block(Lines &From, size_t Indent) {
  std::string Out;
  size_t Own = 0;
  while (!From.done()) {
    const std::string_view Line = From.peek();
    const bool Blank = indentOf(Line) == Line.size();
    if (!Blank && indentOf(Line) <= Indent)
      break;
    if (!Own && !Blank)
      Own = indentOf(Line);
    Out += Line.substr(std::min(Own, Line.size()));
    Out += '\n';
    (void)From.take();
  }
  while (Out.ends_with("\n\n"))
    Out.pop_back();
  return Out;
}

static void readParts(Lines &From, RecordEntry &To) {
  while (!From.done() && From.peek().starts_with(" ")) {
    std::string_view Line = From.take();
    const size_t Dash = Line.find_first_not_of(' ');
    if (Dash == Line.npos || Line[Dash] != '-')
      continue; // a place of its own
    Line.remove_prefix(Dash + 1);
    const size_t Colon = Line.find(':');
    if (Colon == Line.npos)
      continue;
    std::string Key(withoutBlanks(Line.substr(0, Colon)));
    Line = withoutBlanks(Line.substr(Colon + 1));
    // Behind the sign may stand how the last line ends.
    if (Line.starts_with('|') && Line.size() < 4)
      To.Parts.emplace_back(std::move(Key), block(From, Dash));
    else
      To.Parts.emplace_back(std::move(Key), scalar(Line, ""));
  }
}

void twofold::tool::readRecords(std::string_view Text,
                                const std::function<void(RecordEntry)> &Take) {
  Lines From(Text);
  while (!From.done()) {
    const std::string_view First = From.take();
    if (!First.starts_with("--- !"))
      continue;
    RecordEntry Entry;
    Entry.Kind = withoutBlanks(First.substr(5));
    while (!From.done() && !From.peek().starts_with("...") &&
           !From.peek().starts_with("---")) {
      const std::string_view Line = From.take();
      const size_t Colon = Line.find(':');
      if (Colon == Line.npos)
        continue;
      const std::string_view Key = Line.substr(0, Colon);
      std::string_view Value = Line.substr(Colon + 1);
      if (Key == "Pass")
        Entry.Pass = scalar(Value, "");
      else if (Key == "Name")
        Entry.Name = scalar(Value, "");
      else if (Key == "Function")
        Entry.Function = scalar(Value, "");
      else if (Key == "DebugLoc")
        readPlace(place(Value, From), Entry);
      else if (Key == "Args")
        readParts(From, Entry);
    }
    if (Entry.Pass == "twofold" || Entry.Pass == "twofold-loop")
      Take(std::move(Entry));
  }
}
