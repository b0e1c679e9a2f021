// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Settings.cpp - the table of environment variables ------------------===//
#include "report/Settings.h"

#include <charconv>

using namespace twofold;

static char lower(char C) { return C >= 'A' && C <= 'Z' ? C - 'A' + 'a' : C; }

static std::string lower(std::string_view Text) {
  std::string Out;
  for (char C : Text)
    Out += lower(C);
  return Out;
}

template <typename T> static bool parseNumber(std::string_view Text, T &Out) {
  auto [End, Error] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Out);
  return Error == std::errc() && End == Text.data() + Text.size();
}

static bool parseDevice(Settings &Into, std::string_view Value) {
  std::string Name = lower(Value);
  unsigned Index = 0;
  // A name may hold dots itself ("opencl 1.2"): only a number after the last
  // one, with something before it, is an index.
  size_t Dot = Name.rfind('.');
  if (Dot != std::string::npos && Dot > 0 &&
      parseNumber(std::string_view(Name).substr(Dot + 1), Index))
    Name.resize(Dot);
  if (Name.empty())
    return false;
  DeviceRequest Request;
  Request.Index = Index;
  if (Name == "auto")
    ; // as without the variable
  else if (Name == "native")
    Request.What = DeviceRequest::Kind::Native;
  else if (Name == "cpu")
    Request.What = DeviceRequest::Kind::Cpu;
  else if (Name == "gpu")
    Request.What = DeviceRequest::Kind::Gpu;
  else {
    Request.What = DeviceRequest::Kind::Named;
    Request.Name = Name;
  }
  Into.Device = Request;
  return true;
}

static bool parseOffload(Settings &Into, std::string_view Value) {
  std::string Word = lower(Value);
  if (Word == "disabled")
    Into.Offload = OffloadPolicy::Disabled;
  else if (Word == "default")
    Into.Offload = OffloadPolicy::Default;
  else if (Word == "mandatory")
    Into.Offload = OffloadPolicy::Mandatory;
  else
    return false;
  return true;
}

static bool parseInfo(Settings &Into, std::string_view Value) {
  unsigned Level;
  if (!parseNumber(Value, Level) || Level > 3)
    return false;
  Into.Info = Level;
  return true;
}

static bool parseCacheDirectory(Settings &Into, std::string_view Value) {
  // A relative path would name another directory after every chdir.
  if (Value.empty() || Value[0] != '/')
    return false;
  Into.CacheDirectory = Value;
  return true;
}

static bool parseCache(Settings &Into, std::string_view Value) {
  std::string Word = lower(Value);
  if (Word == "on")
    Into.Cache = CacheMode::On;
  else if (Word == "off")
    Into.Cache = CacheMode::Off;
  else if (Word == "ro")
    Into.Cache = CacheMode::ReadOnly;
  else if (Word == "recache")
    Into.Cache = CacheMode::Recache;
  else
    return false;
  return true;
}

static bool parseCacheSize(Settings &Into, std::string_view Value) {
  uint32_t Megabytes;
  if (!parseNumber(Value, Megabytes) || Megabytes == 0)
    return false;
  Into.CacheMegabytes = Megabytes;
  return true;
}

static bool parseBuild(Settings &Into, std::string_view Value) {
  std::string Word = lower(Value);
  if (Word == "background")
    Into.Build = BuildPolicy::Background;
  else if (Word == "wait")
    Into.Build = BuildPolicy::Wait;
  else
    return false;
  return true;
}

static bool parseTune(Settings &Into, std::string_view Value) {
  std::string Word = lower(Value);
  if (Word == "on")
    Into.Tune = TunePolicy::On;
  else if (Word == "off")
    Into.Tune = TunePolicy::Off;
  else if (Word == "force")
    Into.Tune = TunePolicy::Force;
  else
    return false;
  return true;
}

static bool parseSpecialise(Settings &Into, std::string_view Value) {
  std::string Word = lower(Value);
  if (Word == "on")
    Into.Specialise = SpecialisePolicy::On;
  else if (Word == "off")
    Into.Specialise = SpecialisePolicy::Off;
  else if (Word == "force")
    Into.Specialise = SpecialisePolicy::Force;
  else
    return false;
  return true;
}

static bool parseBuildTimeout(Settings &Into, std::string_view Value) {
  uint32_t Seconds;
  if (!parseNumber(Value, Seconds) || Seconds == 0)
    return false;
  Into.BuildTimeout = std::chrono::seconds(Seconds);
  return true;
}

static bool parseOps(std::optional<uint64_t> &Into, std::string_view Value) {
  uint64_t Ops;
  if (!parseNumber(Value, Ops))
    return false;
  Into = Ops;
  return true;
}

static bool parseThreshold(Settings &Into, std::string_view Value) {
  return parseOps(Into.Threshold, Value);
}

static bool parseInlineOps(Settings &Into, std::string_view Value) {
  return parseOps(Into.InlineOps, Value);
}

static bool parseReceipts(Settings &Into, std::string_view Value) {
  // A relative path would name another file after every chdir.
  if (Value.empty() || Value[0] != '/')
    return false;
  Into.ReceiptsFile = Value;
  return true;
}

static bool parseClFlags(Settings &Into, std::string_view Value) {
  Into.ClFlags = Value;
  return true;
}

static bool parseCheck(Settings &Into, std::string_view Value) {
  if (Value != "0" && Value != "1")
    return false;
  Into.Check = Value == "1";
  return true;
}

static bool parseDeterministic(Settings &Into, std::string_view Value) {
  if (Value != "0" && Value != "1")
    return false;
  Into.Deterministic = Value == "1";
  return true;
}

static bool parseAsync(Settings &Into, std::string_view Value) {
  if (Value != "0" && Value != "1")
    return false;
  Into.Async = Value == "1";
  return true;
}

static bool parseBounds(Settings &Into, std::string_view Value) {
  if (Value != "0" && Value != "1")
    return false;
  Into.Bounds = Value == "1" ? BoundsPolicy::Always : BoundsPolicy::Never;
  return true;
}

static bool parseDurability(Settings &Into, std::string_view Value) {
  std::string Word = lower(Value);
  if (Word == "replay")
    Into.Losses = Durability::Replay;
  else if (Word == "eager")
    Into.Losses = Durability::Eager;
  else if (Word == "fast")
    Into.Losses = Durability::Fast;
  else
    return false;
  return true;
}

static bool parseCoherence(Settings &Into, std::string_view Value) {
  std::string Word = lower(Value);
  if (Word == "lazy")
    Into.Copies = Coherence::Lazy;
  else if (Word == "function")
    Into.Copies = Coherence::Function;
  else if (Word == "eager")
    Into.Copies = Coherence::Eager;
  else
    return false;
  return true;
}

static bool parseZeroCopy(Settings &Into, std::string_view Value) {
  if (Value != "0" && Value != "1")
    return false;
  Into.ZeroCopy = Value == "1";
  return true;
}

static const SettingRow Rows[] = {
    {"TWOFOLD_DEVICE",
     "`auto`, `native`, `cpu`, `gpu` or a part of a platform's or device's "
     "name, optionally followed by `.index`",
     "`auto`: chosen per call",
     "Where loops run. Overrides `device()`, except `device(native)`.",
     parseDevice},
    {"TWOFOLD_OFFLOAD", "`disabled`, `default` or `mandatory`", "`default`",
     "Whether OpenCL devices are used. `mandatory`: a loop that cannot be "
     "offloaded ends the program with status 70 and the reason.",
     parseOffload},
    {"TWOFOLD_INFO", "`0`, `1`, `2` or `3`", "`0`",
     "What is told on stderr. 1: a summary of each loop at exit; 2: also every "
     "change of decision and build logs; 3: also every call.",
     parseInfo},
    {"TWOFOLD_CACHE_DIR", "an absolute path",
     "`$XDG_CACHE_HOME/twofold`, else `$HOME/.cache/twofold`",
     "The directory of the kernel cache.", parseCacheDirectory},
    {"TWOFOLD_CACHE", "`on`, `off`, `ro` or `recache`", "`on`",
     "The kernel cache on disk: in use, not in use, never written, or written "
     "anew and never read.",
     parseCache},
    {"TWOFOLD_CACHE_SIZE", "a number of MiB, at least 1", "256",
     "The size of the kernel cache: what was used longest ago makes room.",
     parseCacheSize},
    {"TWOFOLD_BUILD", "`background` or `wait`", "`background`",
     "Whether a call that would pay on a device runs natively while its kernel "
     "is built, or builds it itself, however long that takes. Calls for "
     "which a device was asked wait for it.",
     parseBuild},
    {"TWOFOLD_BUILD_TIMEOUT", "a number of seconds, at least 1", "30",
     "How long a call waits for a kernel before it runs natively.",
     parseBuildTimeout},
    {"TWOFOLD_TUNE", "`on`, `off` or `force`", "`on`",
     "Whether calls that repeat try group sizes of their kernel, of which the "
     "fastest is kept beside it. `off`: what was kept is not used either; "
     "`force`: anew, and at once.",
     parseTune},
    {"TWOFOLD_SPECIALISE", "`on`, `off` or `force`", "`on`",
     "Whether kernels are built anew with the integers of calls that repeat as "
     "constants, and kept where that is faster. `force`: at the second call, "
     "and kept.",
     parseSpecialise},
    {"TWOFOLD_THRESHOLD", "a number of operations", "from the cost model",
     "A loop with at least this much work is offloaded, one with less runs "
     "natively.",
     parseThreshold},
    {"TWOFOLD_INLINE_OPS", "a number of operations", "measured once",
     "A loop with less work runs on the calling thread alone. Not set: so may "
     "simple loops that were measured to take less time than threads need.",
     parseInlineOps},
    {"TWOFOLD_RECEIPTS", "an absolute path", "none",
     "A file that gets the last choices of the cost model as JSON at exit.",
     parseReceipts},
    {"TWOFOLD_CL_FLAGS", "OpenCL build options", "none",
     "Appended to the options that kernels are built with.", parseClFlags},
    {"TWOFOLD_BOUNDS", "`0` or `1`", "loops compiled with `bounds`",
     "Whether subscripts are checked. 1: in every loop; 0: in none.",
     parseBounds},
    {"TWOFOLD_CHECK", "`0` or `1`", "`0`",
     "Whether all places that indices in memory lead to (`y[index[i]] = x[i]`) "
     "are compared before each call of a loop. 0: some of them, in some calls.",
     parseCheck},
    {"TWOFOLD_DETERMINISTIC", "`0` or `1`", "loops with `deterministic`",
     "Whether floating-point reductions give the same bits for any number of "
     "threads. 1: in every loop, none of which is offloaded then.",
     parseDeterministic},
    {"TWOFOLD_COHERENCE", "`lazy`, `function` or `eager`",
     "`lazy` where that works",
     "When results of a device come back to main memory: when something "
     "touches them (`lazy`), when a function does anything but loops "
     "(`function`) or after each loop.",
     parseCoherence},
    {"TWOFOLD_ASYNC", "`0` or `1`", "`1`",
     "Whether a loop whose results stay on its device may still run there when "
     "the program goes on. 0: each is waited for.",
     parseAsync},
    {"TWOFOLD_ZERO_COPY", "`0` or `1`", "`1`",
     "Whether kernels on a device that shares memory with the host work on the "
     "program's arrays themselves. 0: they work on copies, as on other "
     "devices.",
     parseZeroCopy},
    {"TWOFOLD_DURABILITY", "`replay`, `eager` or `fast`", "`replay`",
     "How results that stay on a device survive its failure: the loops that "
     "made them are repeated natively (`replay`), none stay (`eager`), or the "
     "program ends with status 70 (`fast`).",
     parseDurability},
};

std::span<const SettingRow> twofold::settingRows() { return Rows; }

Settings Settings::read(const Lookup &Get, const Complain &Bad) {
  Settings Out;
  for (const SettingRow &Row : Rows) {
    const char *Value = Get(Row.Name);
    // Set to nothing is how a shell un-sets a variable for one command.
    if (!Value || !*Value || Row.Parse(Out, Value))
      continue;
    std::string Allowed;
    for (const char *C = Row.Allowed; *C; ++C)
      if (*C != '`')
        Allowed += *C;
    Bad(std::string("twofold: ") + Row.Name + "=" + Value +
        " is ignored: it must be " + Allowed);
  }
  return Out;
}
