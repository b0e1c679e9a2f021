// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "opencl/DriverVerdict.h"

#include "cache/CacheEntry.h"

#include <charconv>
#include <sstream>
#include <string_view>

using namespace twofold;

static constexpr std::string_view VerdictHead = "drivers-1";

/// A value may be a secret: its hash will do.
static std::string valueOf(const std::string &Name, const VariableLookup &Get) {
  const char *Value = Get(Name.c_str());
  return Value ? cacheEntryName(Value) : "-";
}

void DriverVerdict::add(const ProbeAnswer &Of) {
  Variables.insert(Of.Variables.begin(), Of.Variables.end());
  Files.insert(Of.Files.begin(), Of.Files.end());
}

std::string DriverVerdict::encode(const VariableLookup &Get) const {
  std::string Out(VerdictHead);
  auto Add = [&](const char *What, const std::string &Name,
                 const std::string &Value) {
    Out += std::string("\n") + What + "\t" + Name + "\t" + Value;
  };
  Add("count", "deaths", std::to_string(Deaths));
  Add("count", "crashes", std::to_string(Crashes));
  if (!works())
    Add("loader", "", LoaderFault);
  for (const auto &[Source, Fault] : Faults)
    Add("driver", Source, Fault);
  for (const std::string &Name : Variables)
    Add("variable", Name, valueOf(Name, Get));
  for (const std::string &Path : Files)
    Add("file", Path, fileIdentity(Path));
  return withGpu(Out + "\n");
}

std::string DriverVerdict::withGpu(std::string Text) const {
  return HasGpu ? Text + "gpus\t\t" + (*HasGpu ? "1" : "0") + "\n" : Text;
}

std::optional<DriverVerdict> DriverVerdict::decode(const std::string &Text,
                                                   const VariableLookup &Get) {
  std::istringstream Lines(Text);
  std::string Line;
  if (!std::getline(Lines, Line) || Line != VerdictHead)
    return std::nullopt;
  DriverVerdict Out;
  while (std::getline(Lines, Line)) {
    size_t First = Line.find('\t'),
           Second = First == Line.npos ? First : Line.find('\t', First + 1);
    if (Second == Line.npos)
      return std::nullopt;
    std::string What = Line.substr(0, First),
                Name = Line.substr(First + 1, Second - First - 1),
                Value = Line.substr(Second + 1);
    if (What == "count") {
      unsigned &Into = Name == "deaths" ? Out.Deaths : Out.Crashes;
      std::from_chars(Value.data(), Value.data() + Value.size(), Into);
    } else if (What == "gpus")
      Out.HasGpu = Value != "0";
    else if (What == "loader")
      Out.LoaderFault = Value;
    else if (What == "driver")
      Out.Faults[Name] = Value;
    else if (What == "variable" && valueOf(Name, Get) == Value)
      Out.Variables.insert(Name);
    else if (What == "file" && fileIdentity(Name) == Value)
      Out.Files.insert(Name);
    else
      return std::nullopt;
  }
  return Out;
}
