// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/ChoiceMemory.h"
#include "cache/CacheEntry.h"
#include "report/NumberText.h"
#include "report/Settings.h"
#include "system/Files.h"

#include <algorithm>
#include <string_view>
#include <unistd.h>

using namespace twofold;

static constexpr std::string_view ModelsHead = "models-1",
                                  StaysHead = "stays-1", StayHead = "stay";
/// Of one program; a file that claims more is not ours.
static constexpr size_t MostSites = 10000;

static std::string oneLine(std::string Text) {
  std::replace(Text.begin(), Text.end(), '\n', '?');
  return Text;
}

static bool takeLine(std::string_view &Rest, std::string_view &Into) {
  const size_t End = Rest.find('\n');
  if (End == Rest.npos)
    return false;
  Into = Rest.substr(0, End);
  Rest.remove_prefix(End + 1);
  return true;
}

std::string twofold::identify(const DeviceFacts &Facts) {
  return oneLine(Facts.Platform + " | " + Facts.Name + " | " +
                 Facts.DriverVersion);
}

std::string twofold::encodeKnowledge(const ProgramKnowledge &All,
                                     const std::string &Device) {
  std::string Out(ModelsHead);
  Out += "\n" + oneLine(Device) + "\n";
  for (const auto &[Identity, Known] : All)
    Out += oneLine(Identity) + "\n" + Known.Native.encode() + "\n" +
           Known.Device.encode() + "\n";
  return Out;
}

ProgramKnowledge twofold::decodeKnowledge(const std::string &Text,
                                          std::string &Device) {
  std::string_view Rest = Text;
  std::string_view First, Learned, Identity, Native, OnDevice;
  if (!takeLine(Rest, First) || First != ModelsHead || !takeLine(Rest, Learned))
    return {};
  Device = Learned;
  ProgramKnowledge Out;
  while (Out.size() < MostSites && takeLine(Rest, Identity) &&
         takeLine(Rest, Native) && takeLine(Rest, OnDevice))
    Out[std::string(Identity)] = {SiteModel::decode(Native),
                                  SiteModel::decode(OnDevice)};
  return Out;
}

ChoiceMemory::ChoiceMemory(CacheConfig Config, std::string Machine,
                           std::string Program, std::string Arguments)
    : Config(std::move(Config)), Machine(std::move(Machine)),
      Program(std::move(Program)), Arguments(std::move(Arguments)) {}

const CacheStore &ChoiceMemory::store() const {
  std::call_once(Once,
                 [this] { Store = std::make_unique<CacheStore>(Config); });
  return *Store;
}

std::string ChoiceMemory::key(const std::string &Kind,
                              const std::string &Of) const {
  return cacheKey(
      {{"format", "1"}, {"kind", Kind}, {"machine", Machine}, {"of", Of}});
}

std::string ChoiceMemory::read(const std::string &Key) const {
  return store().text(Key);
}

void ChoiceMemory::write(const std::string &Key,
                         const std::string &Text) const {
  (void)store().putText(Key, Text, "figures for choosing");
}

std::unique_ptr<ChoiceMemory> ChoiceMemory::ofProcess(const Settings &Set) {
  char Machine[256] = "", Program[4096] = "";
  CacheConfig Config = cacheConfig(Set);
  if (Config.Directory.empty() || Config.Mode == CacheMode::Off ||
      Set.Offload == OffloadPolicy::Disabled ||
      gethostname(Machine, sizeof Machine - 1) != 0 ||
      readlink("/proc/self/exe", Program, sizeof Program - 1) == -1)
    return nullptr;
  // A stream of the C++ library would call a read() of the program's.
  const FileText CommandLine("/proc/self/cmdline");
  return std::make_unique<ChoiceMemory>(std::move(Config), Machine, Program,
                                        std::string(CommandLine.text()));
}

std::optional<DeviceCosts>
ChoiceMemory::deviceCosts(const DeviceFacts &Of) const {
  return fromLine<DeviceCosts>(read(key("device costs", identify(Of))));
}

void ChoiceMemory::keep(const DeviceFacts &Of, const DeviceCosts &Costs) const {
  write(key("device costs", identify(Of)), toLine(Costs));
}

std::optional<HostCosts> ChoiceMemory::hostCosts(unsigned Threads) const {
  return fromLine<HostCosts>(read(key("host costs", std::to_string(Threads))));
}

void ChoiceMemory::keep(unsigned Threads, const HostCosts &Costs) const {
  write(key("host costs", std::to_string(Threads)), toLine(Costs));
}

ProgramKnowledge ChoiceMemory::models(std::string &Device) const {
  return decodeKnowledge(read(key("site models", Program)), Device);
}

void ChoiceMemory::keep(const ProgramKnowledge &All,
                        const std::string &Device) const {
  write(key("site models", Program), encodeKnowledge(All, Device));
}

DeviceAccount::Experience ChoiceMemory::account() const {
  return fromLine<DeviceAccount::Experience>(
             read(key("device account", Program)))
      .value_or(DeviceAccount::Experience());
}

void ChoiceMemory::keep(const DeviceAccount::Experience &Of) const {
  write(key("device account", Program), toLine(Of));
}

std::string ChoiceMemory::staysKey() const {
  return key("stays", cacheKey({{"program", Program}, {"by", Arguments}}));
}

std::map<std::string, double> ChoiceMemory::stays() const {
  const std::string Text = read(staysKey());
  std::string_view Rest = Text, Line, Identity;
  std::map<std::string, double> Out;
  if (!takeLine(Rest, Line) || Line != StaysHead)
    return Out;
  while (Out.size() < MostSites && takeLine(Rest, Identity) &&
         takeLine(Rest, Line)) {
    NumberReader In(Line, StayHead);
    const double Worth = In.next(0, 1e15);
    if (In.done())
      Out[std::string(Identity)] = Worth;
  }
  return Out;
}

void ChoiceMemory::keep(const std::map<std::string, double> &Stays) const {
  std::string Text = std::string(StaysHead) + "\n";
  for (const auto &[Identity, Worth] : Stays) {
    NumberWriter Out{std::string(StayHead)};
    Out.add(Worth);
    Text += oneLine(Identity) + "\n" + Out.take() + "\n";
  }
  write(staysKey(), Text);
}

RunHistory ChoiceMemory::lastRun() const {
  return fromLine<RunHistory>(read(key("last run", Program)))
      .value_or(RunHistory());
}

void ChoiceMemory::keep(const RunHistory &Of) const {
  write(key("last run", Program), toLine(Of));
}
