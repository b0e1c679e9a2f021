// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Trace.h"

#include <cstdio>
#include <utility>

using namespace twofold;

static void writeToStderr(std::string_view Text) {
  std::fwrite(Text.data(), 1, Text.size(), stderr);
}

Trace::Trace(Topics Wanted, Sink To)
    : Wanted(Wanted), Write(To ? std::move(To) : Sink(writeToStderr)) {}

void Trace::line(std::string_view Place, std::string_view Text) const {
  std::string Line = "twofold: ";
  if (!Place.empty())
    Line.append(Place).append(": ");
  Line.append(Text).append("\n");
  Write(Line);
}

void Trace::block(std::string_view Text) const {
  std::string Lines;
  while (!Text.empty()) {
    size_t End = Text.find('\n');
    Lines.append("  ").append(Text.substr(0, End)).append("\n");
    Text.remove_prefix(End == Text.npos ? Text.size() : End + 1);
  }
  if (!Lines.empty())
    Write(Lines);
}

static std::string formatScaled(double Value, double Base,
                                const char *const *Units, unsigned Count) {
  unsigned Unit = 0;
  while (Value >= Base && Unit + 1 < Count) {
    Value /= Base;
    ++Unit;
  }
  char Text[32];
  std::snprintf(Text, sizeof Text, Value < 10 && Unit ? "%.1f %s" : "%.0f %s",
                Value, Units[Unit]);
  return Text;
}

std::string twofold::formatBytes(double Bytes) {
  static const char *const Units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  return formatScaled(Bytes, 1024, Units, 5);
}

std::string twofold::formatCount(uint64_t Count, const char *One) {
  return std::to_string(Count) + " " + One + (Count == 1 ? "" : "s");
}

std::string twofold::formatTime(double Nanoseconds) {
  static const char *const Units[] = {"ns", "us", "ms", "s"};
  return formatScaled(Nanoseconds, 1000, Units, 4);
}

std::string twofold::quoteJson(const std::string &Text) {
  std::string Out = "\"";
  for (char C : Text) {
    char Escaped[8];
    if (C == '"' || C == '\\')
      Out += '\\', Out += C;
    else if (static_cast<unsigned char>(C) < 0x20) {
      std::snprintf(Escaped, sizeof Escaped, "\\u%04x", unsigned(C));
      Out += Escaped;
    } else
      Out += C;
  }
  return Out + '"';
}
