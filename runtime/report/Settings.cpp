// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Settings.cpp - the table of environment variables ------------------===//
#include "report/Settings.h"
#include "report/NumberText.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include <utility>

using namespace twofold;

static char lower(char C) { return C >= 'A' && C <= 'Z' ? C - 'A' + 'a' : C; }

static std::string lower(std::string_view Text) {
  std::string Out;
  for (char C : Text)
    Out += lower(C);
  return Out;
}

/// What lies between commas, without blanks around it.
static std::vector<std::string> itemsOf(std::string_view List) {
  std::vector<std::string> Out;
  for (size_t End = 0; End != List.npos;
       List.remove_prefix(End == List.npos ? List.size() : End + 1)) {
    End = List.find(',');
    std::string_view Item = List.substr(0, End);
    const size_t First = Item.find_first_not_of(" \t");
    Item.remove_prefix(std::min(First, Item.size()));
    Item = Item.substr(0, Item.find_last_not_of(" \t") + 1);
    Out.push_back(lower(Item));
  }
  return Out;
}

/// One of the list; nothing where it is none.
static std::optional<DeviceRequest> parseOneDevice(std::string Name) {
  DeviceRequest Request;
  if (parseNumber(Name, Request.Index)) {
    Request.What = DeviceRequest::Kind::Number;
    return Request;
  }
  // A name may hold dots itself ("opencl 1.2"): only a number after the last
  // one, with something before it, is an index.
  size_t Dot = Name.rfind('.');
  if (Dot != std::string::npos && Dot > 0 &&
      (parseNumber(std::string_view(Name).substr(Dot + 1), Request.Index) ||
       Name.substr(Dot + 1) == "*"))
    Name.resize(Dot);
  if (Name.empty())
    return std::nullopt;
  if (Name == "auto")
    ; // as without the variable
  else if (Name == "native")
    Request.What = DeviceRequest::Kind::Native;
  else if (Name == "cpu")
    Request.What = DeviceRequest::Kind::Cpu;
  else if (Name == "gpu")
    Request.What = DeviceRequest::Kind::Gpu;
  else if (Name == "*")
    Request.What =
        Request.Index ? DeviceRequest::Kind::Number : DeviceRequest::Kind::Some;
  else {
    Request.What = DeviceRequest::Kind::Named;
    Request.Name = Name;
  }
  return Request;
}

static bool parseDevice(Settings &Into, std::string_view Value) {
  std::vector<DeviceRequest> All;
  for (const std::string &Item : itemsOf(Value)) {
    const auto One = parseOneDevice(Item);
    if (!One)
      return false;
    All.push_back(*One);
    // No device behind it is asked for.
    if (One->What == DeviceRequest::Kind::Native)
      break;
  }
  // A list asks for devices, and leaves nothing to the cost model.
  if (All.size() > 1)
    for (const DeviceRequest &Each : All)
      if (Each.What == DeviceRequest::Kind::Any)
        return false;
  Into.Device = All.front();
  Into.Device.Others.assign(All.begin() + 1, All.end());
  return true;
}

/// A word, and what it means.
template <typename T> using Word = std::pair<const char *, T>;

static constexpr Word<bool> FlagWords[] = {{"0", false}, {"1", true}};
static constexpr Word<Topic> InfoWords[] = {
    {"summary", Topic::Summary},     {"choice", Topic::Choice},
    {"kernels", Topic::Kernels},     {"cache", Topic::Cache},
    {"transfers", Topic::Transfers}, {"calls", Topic::Calls}};
static constexpr Word<OffloadPolicy> OffloadWords[] = {
    {"disabled", OffloadPolicy::Disabled},
    {"default", OffloadPolicy::Default},
    {"mandatory", OffloadPolicy::Mandatory}};
static constexpr Word<CacheMode> CacheWords[] = {
    {"on", CacheMode::On},
    {"off", CacheMode::Off},
    {"ro", CacheMode::ReadOnly},
    {"recache", CacheMode::Recache},
    {"must-hit", CacheMode::MustHit}};
static constexpr Word<BuildPolicy> BuildWords[] = {
    {"background", BuildPolicy::Background}, {"wait", BuildPolicy::Wait}};
static constexpr Word<TunePolicy> TuneWords[] = {{"on", TunePolicy::On},
                                                 {"off", TunePolicy::Off},
                                                 {"force", TunePolicy::Force}};
static constexpr Word<SpecialisePolicy> SpecialiseWords[] = {
    {"on", SpecialisePolicy::On},
    {"off", SpecialisePolicy::Off},
    {"force", SpecialisePolicy::Force}};
static constexpr Word<BoundsPolicy> BoundsWords[] = {
    {"0", BoundsPolicy::Never}, {"1", BoundsPolicy::Always}};
static constexpr Word<RegionPolicy> RegionWords[] = {
    {"auto", RegionPolicy::Auto},
    {"loops", RegionPolicy::Loops},
    {"openmp", RegionPolicy::Whole},
    {"both", RegionPolicy::Both}};
static constexpr Word<Durability> DurabilityWords[] = {
    {"replay", Durability::Replay},
    {"eager", Durability::Eager},
    {"fast", Durability::Fast}};
static constexpr Word<Coherence> CoherenceWords[] = {
    {"lazy", Coherence::Lazy},
    {"function", Coherence::Function},
    {"eager", Coherence::Eager}};

template <auto Member, const auto &Words>
static bool parseWord(Settings &Into, std::string_view Value) {
  const std::string Given = lower(Value);
  for (const auto &[Name, Meaning] : Words)
    if (Given == Name) {
      Into.*Member = Meaning;
      return true;
    }
  return false;
}

/// A number that is within these limits.
template <auto Member, uint64_t Least, uint64_t Most>
static bool parseWithin(Settings &Into, std::string_view Value) {
  uint64_t Number;
  if (!parseNumber(Value, Number) || Number < Least || Number > Most)
    return false;
  Into.*Member = std::decay_t<decltype(Into.*Member)>(Number);
  return true;
}

/// Levels and topics, which add up.
static bool parseInfo(Settings &Into, std::string_view Value) {
  Topics Wanted = 0;
  for (const std::string &Item : itemsOf(Value)) {
    unsigned Level = 0;
    const auto *Found = std::ranges::find(InfoWords, Item, &Word<Topic>::first);
    if (Found != std::end(InfoWords))
      Wanted.add(Found->second);
    else if (parseNumber(Item, Level) && Level <= 3)
      Wanted.add(Level);
    else
      return false;
  }
  Into.Info = Wanted;
  return true;
}

/// Files are absolute: a relative path would name another one after every
/// chdir.
template <std::string Settings::*Member>
static bool parsePath(Settings &Into, std::string_view Value) {
  if (Value.empty() || Value[0] != '/')
    return false;
  Into.*Member = Value;
  return true;
}

/// What is looked at after a run: so a file in the folder where it begins will
/// do.
template <std::string Settings::*Member>
static bool parseOutput(Settings &Into, std::string_view Value) {
  if (Value.find('/') != std::string_view::npos)
    return parsePath<Member>(Into, Value);
  char Folder[PATH_MAX];
  if (Value.empty() || !getcwd(Folder, sizeof Folder))
    return false;
  Into.*Member = std::string(Folder) + "/" + std::string(Value);
  return true;
}

static bool parseClFlags(Settings &Into, std::string_view Value) {
  Into.ClFlags = Value;
  return true;
}

static const SettingRow Rows[] = {
    {"TWOFOLD_DEVICE",
     "`auto`, `native`, `cpu`, `gpu`, `*`, a device's number, or a part of a "
     "platform's or device's name, optionally followed by `.index`; or several "
     "of these but `auto`, with commas between them",
     "`auto`: chosen per call",
     "Where loops run: on the first of them that is there. Overrides "
     "`device()`, except `device(native)`.",
     parseDevice},
    {"TWOFOLD_OFFLOAD", "`disabled`, `default` or `mandatory`", "`default`",
     "Whether OpenCL devices are used. `mandatory`: a loop that cannot be "
     "offloaded ends the program with status 70 and the reason.",
     parseWord<&Settings::Offload, OffloadWords>},
    {"TWOFOLD_INFO",
     "`0`, `1`, `2` or `3`, or some of `summary`, `choice`, `kernels`, "
     "`cache`, `transfers` and `calls` with commas between them",
     "`0`",
     "What is told on stderr. 1: a summary of each loop at exit; 2: also every "
     "change of decision, builds and what moves; 3: also every call.",
     parseInfo},
    {"TWOFOLD_CACHE_DIR", "an absolute path",
     "`$XDG_CACHE_HOME/twofold`, else `$HOME/.cache/twofold`",
     "The directory of the kernel cache.",
     parsePath<&Settings::CacheDirectory>},
    {"TWOFOLD_CACHE", "`on`, `off`, `ro`, `recache` or `must-hit`", "`on`",
     "The kernel cache on disk: in use, not in use, never written, or written "
     "anew and never read. `must-hit`: never written, and a kernel that is not "
     "in it ends the program with status 70 and the reason.",
     parseWord<&Settings::Cache, CacheWords>},
    {"TWOFOLD_CACHE_SIZE", "a number of MiB, at least 1", "256",
     "The size of the kernel cache: what was used longest ago makes room.",
     parseWithin<&Settings::CacheMegabytes, 1, UINT32_MAX>},
    {"TWOFOLD_BUILD", "`background` or `wait`", "`background`",
     "Whether a call that would pay on a device runs natively while its kernel "
     "is built, or builds it itself, however long that takes. Calls for "
     "which a device was asked wait for it.",
     parseWord<&Settings::Build, BuildWords>},
    {"TWOFOLD_BUILD_TIMEOUT", "a number of seconds, at least 1", "30",
     "How long a call waits for a kernel before it runs natively.",
     parseWithin<&Settings::BuildTimeout, 1, UINT32_MAX>},
    {"TWOFOLD_TUNE", "`on`, `off` or `force`", "`on`",
     "Whether calls that repeat try group sizes of their kernel, of which the "
     "fastest is kept beside it. `off`: what was kept is not used either; "
     "`force`: anew, and at once.",
     parseWord<&Settings::Tune, TuneWords>},
    {"TWOFOLD_SPECIALISE", "`on`, `off` or `force`", "`on`",
     "Whether kernels are built anew with the integers of calls that repeat as "
     "constants, and kept where that is faster. `force`: at the second call, "
     "and kept.",
     parseWord<&Settings::Specialise, SpecialiseWords>},
    {"TWOFOLD_THRESHOLD", "a number of operations", "from the cost model",
     "A loop with at least this much work is offloaded, one with less runs "
     "natively.",
     parseWithin<&Settings::Threshold, 0, UINT64_MAX>},
    {"TWOFOLD_INLINE_OPS", "a number of operations", "measured once",
     "A loop with less work runs on the calling thread alone. Not set: so may "
     "simple loops that were measured to take less time than threads need.",
     parseWithin<&Settings::InlineOps, 0, UINT64_MAX>},
    {"TWOFOLD_REGIONS", "`auto`, `loops`, `openmp` or `both`", "`auto`",
     "How OpenMP's parallel regions with several loops run on threads: one "
     "loop "
     "after the other, each with a start of threads (`loops`), as OpenMP runs "
     "them (`openmp`, unless another variable forbids it), in turn (`both`, "
     "for "
     "tests), or as was measured to take less time (`auto`).",
     parseWord<&Settings::Regions, RegionWords>},
    {"TWOFOLD_TRACE", "an absolute path, or one that has no `/`", "none",
     "A file that gets calls, kernels, copies, builds and choices in their "
     "time, as JSON for Perfetto and `twofold report`.",
     parseOutput<&Settings::TraceFile>},
    {"TWOFOLD_RECEIPTS", "an absolute path, or one that has no `/`", "none",
     "A file that gets the last choices of the cost model as JSON at exit.",
     parseOutput<&Settings::ReceiptsFile>},
    {"TWOFOLD_CL_FLAGS", "OpenCL build options", "none",
     "Appended to the options that kernels are built with.", parseClFlags},
    {"TWOFOLD_BOUNDS", "`0` or `1`", "loops compiled with `bounds`",
     "Whether subscripts are checked. 1: in every loop; 0: in none.",
     parseWord<&Settings::Bounds, BoundsWords>},
    {"TWOFOLD_CHECK", "a number of calls", "`0`",
     "Whether mistakes are looked for. From 1 on: all places that indices in "
     "memory lead to (`y[index[i]] = x[i]`) are compared before each call of a "
     "loop (0: some of them, in some calls), and of each loop's calls on a "
     "device the first and every such-and-such-th runs natively, too, and "
     "results are compared.",
     parseWithin<&Settings::Check, 0, UINT64_MAX>},
    {"TWOFOLD_DETERMINISTIC", "`0` or `1`", "loops with `deterministic`",
     "Whether floating-point reductions give the same bits for any number of "
     "threads. 1: in every loop, none of which is offloaded then.",
     parseWord<&Settings::Deterministic, FlagWords>},
    {"TWOFOLD_COHERENCE", "`lazy`, `function` or `eager`",
     "`lazy` where that works",
     "When results of a device come back to main memory: when something "
     "touches them (`lazy`), when a function does anything but loops "
     "(`function`) or after each loop.",
     parseWord<&Settings::Copies, CoherenceWords>},
    {"TWOFOLD_ASYNC", "`0` or `1`", "`1`",
     "Whether a loop whose results stay on its device may still run there when "
     "the program goes on. 0: each is waited for.",
     parseWord<&Settings::Async, FlagWords>},
    {"TWOFOLD_ZERO_COPY", "`0` or `1`", "`1`",
     "Whether kernels on a device that shares memory with the host work on the "
     "program's arrays themselves. 0: they work on copies, as on other "
     "devices.",
     parseWord<&Settings::ZeroCopy, FlagWords>},
    {"TWOFOLD_DURABILITY", "`replay`, `eager` or `fast`", "`replay`",
     "How results that stay on a device survive its failure: the loops that "
     "made them are repeated natively (`replay`), none stay (`eager`), or the "
     "program ends with status 70 (`fast`).",
     parseWord<&Settings::Losses, DurabilityWords>},
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

std::vector<std::string> twofold::unknownVariables() {
  std::vector<std::string> Out;
  for (char **Each = environ; Each && *Each; ++Each) {
    const std::string_view Line = *Each, Name = Line.substr(0, Line.find('='));
    if (Name.starts_with("TWOFOLD_") && !Name.starts_with("TWOFOLD_WARM") &&
        std::ranges::none_of(
            Rows, [&](const SettingRow &R) { return Name == R.Name; }))
      Out.emplace_back(Name);
  }
  return Out;
}

Settings Settings::ofProcess() {
  Settings Out = read([](const char *Name) { return secure_getenv(Name); },
                      [](const std::string &Line) {
                        std::fprintf(stderr, "%s\n", Line.c_str());
                      });
  if (!Out.Info.empty())
    for (const std::string &Name : unknownVariables())
      std::fprintf(stderr, "twofold: %s is no variable of Twofold's\n",
                   Name.c_str());
  return Out;
}
