// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Settings.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <sstream>

using namespace twofold;

namespace {

struct Reading {
  Settings Set;
  std::vector<std::string> Complaints;
};

Reading read(const std::map<std::string, std::string> &Environment) {
  Reading Out;
  Out.Set = Settings::read(
      [&](const char *Name) -> const char * {
        auto I = Environment.find(Name);
        return I == Environment.end() ? nullptr : I->second.c_str();
      },
      [&](const std::string &Line) { Out.Complaints.push_back(Line); });
  return Out;
}

} // namespace

TEST(Settings, DefaultsWithoutVariables) {
  Reading R = read({});
  EXPECT_EQ(R.Set.Device.What, DeviceRequest::Kind::Any);
  EXPECT_EQ(R.Set.Offload, OffloadPolicy::Default);
  EXPECT_EQ(R.Set.Info, 0u);
  EXPECT_EQ(R.Set.Cache, CacheMode::On);
  EXPECT_FALSE(R.Set.Threshold);
  EXPECT_FALSE(R.Set.InlineOps);
  EXPECT_TRUE(R.Complaints.empty());
}

TEST(Settings, EveryVariableIsRead) {
  Reading R = read({{"TWOFOLD_DEVICE", "GPU.1"},
                    {"TWOFOLD_OFFLOAD", "Mandatory"},
                    {"TWOFOLD_INFO", "3"},
                    {"TWOFOLD_CACHE_DIR", "/c"},
                    {"TWOFOLD_CACHE", "ro"},
                    {"TWOFOLD_THRESHOLD", "1000"},
                    {"TWOFOLD_INLINE_OPS", "0"},
                    {"TWOFOLD_TRACE", "trace.json"},
                    {"TWOFOLD_CL_FLAGS", "-w"}});
  EXPECT_TRUE(R.Complaints.empty());
  EXPECT_EQ(R.Set.Device.What, DeviceRequest::Kind::Gpu);
  EXPECT_EQ(R.Set.Device.Index, 1u);
  EXPECT_EQ(R.Set.Offload, OffloadPolicy::Mandatory);
  EXPECT_EQ(R.Set.Info, 3u);
  EXPECT_EQ(R.Set.CacheDirectory, "/c");
  EXPECT_EQ(R.Set.Cache, CacheMode::ReadOnly);
  EXPECT_EQ(R.Set.Threshold, 1000u);
  EXPECT_EQ(R.Set.InlineOps, 0u);
  EXPECT_EQ(R.Set.TraceFile, std::filesystem::current_path() / "trace.json");
  EXPECT_EQ(R.Set.ClFlags, "-w");
  EXPECT_EQ(read({{"TWOFOLD_TRACE", "/tmp/t"}}).Set.TraceFile, "/tmp/t");
}

TEST(Settings, OutputsWithoutAFolderAreWhereTheProgramBegins) {
  Reading R = read({{"TWOFOLD_TRACE", "t.json"}, {"TWOFOLD_RECEIPTS", "r"}});
  EXPECT_TRUE(R.Complaints.empty());
  const std::filesystem::path Here = std::filesystem::current_path();
  EXPECT_EQ(R.Set.TraceFile, Here / "t.json");
  EXPECT_EQ(R.Set.ReceiptsFile, Here / "r");
  EXPECT_EQ(read({{"TWOFOLD_RECEIPTS", "/a/r"}}).Set.ReceiptsFile, "/a/r");
  for (const char *Bad : {"", "a/r", "./r"})
    EXPECT_EQ(read({{"TWOFOLD_RECEIPTS", Bad}}).Complaints.size(),
              *Bad ? 1u : 0u);
}

TEST(Settings, AutoIsTheDefaultDevice) {
  Reading R = read({{"TWOFOLD_DEVICE", "Auto"}});
  EXPECT_TRUE(R.Complaints.empty());
  EXPECT_EQ(R.Set.Device.What, DeviceRequest::Kind::Any);
}

TEST(Settings, DeviceNames) {
  DeviceRequest R = read({{"TWOFOLD_DEVICE", "Tesla H200"}}).Set.Device;
  EXPECT_EQ(R.What, DeviceRequest::Kind::Named);
  EXPECT_EQ(R.Name, "tesla h200");
  R = read({{"TWOFOLD_DEVICE", "OpenCL 1.2.7"}}).Set.Device;
  EXPECT_EQ(R.Name, "opencl 1.2");
  EXPECT_EQ(R.Index, 7u);
  R = read({{"TWOFOLD_DEVICE", "a.b"}}).Set.Device;
  EXPECT_EQ(R.Name, "a.b");
  EXPECT_EQ(R.Index, 0u);
  // What begins with a number is none.
  R = read({{"TWOFOLD_DEVICE", "OpenCL 1.2x"}}).Set.Device;
  EXPECT_EQ(R.Name, "opencl 1.2x");
  EXPECT_EQ(R.Index, 0u);
}

TEST(Settings, SeveralDevices) {
  using Kind = DeviceRequest::Kind;
  DeviceRequest R = read({{"TWOFOLD_DEVICE", "NVIDIA.1, gpu ,0,*"}}).Set.Device;
  EXPECT_EQ(R.What, Kind::Named);
  EXPECT_EQ(R.Name, "nvidia");
  EXPECT_EQ(R.Index, 1u);
  ASSERT_EQ(R.Others.size(), 3u);
  EXPECT_EQ(R.Others[0].What, Kind::Gpu);
  EXPECT_EQ(R.Others[1].What, Kind::Number);
  EXPECT_EQ(R.Others[2].What, Kind::Some);
  EXPECT_FALSE(R.endsNatively());
  EXPECT_EQ(read({{"TWOFOLD_DEVICE", "gpu.*"}}).Set.Device.What, Kind::Gpu);
  EXPECT_EQ(read({{"TWOFOLD_DEVICE", "12"}}).Set.Device.Index, 12u);
  // What follows native is never asked for.
  R = read({{"TWOFOLD_DEVICE", "gpu,native,cpu"}}).Set.Device;
  EXPECT_EQ(R.Others.size(), 1u);
  EXPECT_TRUE(R.endsNatively());
  EXPECT_EQ(read({{"TWOFOLD_DEVICE", "native,gpu"}}).Set.Device.What,
            Kind::Native);
  for (const char *Bad : {",", "gpu,", ",gpu", "gpu,auto", "auto,gpu"})
    EXPECT_EQ(read({{"TWOFOLD_DEVICE", Bad}}).Complaints.size(), 1u) << Bad;
}

TEST(Settings, TopicsAndLevelsAddUp) {
  const auto Info = [](const char *Value) {
    return read({{"TWOFOLD_INFO", Value}}).Set.Info;
  };
  EXPECT_TRUE(Info("0").empty());
  EXPECT_TRUE(Info("choice").has(Topic::Choice));
  EXPECT_FALSE(Info("choice").has(Topic::Summary));
  EXPECT_TRUE(Info("1,Cache").has(Topic::Summary));
  EXPECT_TRUE(Info("1,Cache").has(Topic::Cache));
  EXPECT_FALSE(Info("1, cache").has(Topic::Calls));
  EXPECT_TRUE(Info("summary") == Info("1"));
  EXPECT_TRUE(Info("1,choice,kernels,cache,transfers") == Info("2"));
  EXPECT_TRUE(Info("2,calls") == Info("3"));
  for (const char *Bad : {"4", "1,4", "mem", "1,", "choice;cache"})
    EXPECT_EQ(read({{"TWOFOLD_INFO", Bad}}).Complaints.size(), 1u) << Bad;
}

// Each value that has nothing allowed in it is told of once, and every other
// one is taken; the numbers stay within what the rest of the runtime expects.
TEST(Settings, AnyValueIsTakenOrTold) {
  std::mt19937 Random(1);
  static const char *const Words[] = {"gpu",  "native", "cpu",
                                      "auto", "*",      ",",
                                      ".",    "0",      "18446744073709551616",
                                      "on",   "off",    "1",
                                      "-",    "/x",     " ",
                                      "\xff", "wait",   "must-hit"};
  for (int Round = 0; Round < 20000; ++Round) {
    std::string Value;
    for (unsigned Parts = Random() % 6; Parts > 0; --Parts)
      Value += Random() % 4 ? std::string(Words[Random() % std::size(Words)])
                            : std::string(1, char(1 + Random() % 255));
    const auto Rows = settingRows();
    const SettingRow &Row = Rows[Random() % Rows.size()];
    const Reading R = read({{Row.Name, Value}});
    ASSERT_LE(R.Complaints.size(), 1u);
    if (!R.Complaints.empty())
      EXPECT_TRUE(R.Complaints[0].starts_with(
          "twofold: " + std::string(Row.Name) + "=" + Value + " is ignored"));
    Settings Twice;
    EXPECT_EQ(Value.empty() || Row.Parse(Twice, Value), R.Complaints.empty())
        << Row.Name << "=" << Value;
    EXPECT_GE(R.Set.CacheMegabytes, 1u);
    EXPECT_LE(R.Set.CacheMegabytes, UINT32_MAX);
    EXPECT_GE(R.Set.BuildTimeout.count(), 1);
    for (const DeviceRequest &Each : R.Set.Device.Others)
      EXPECT_TRUE(Each.Others.empty());
  }
}

TEST(Settings, BadValuesAreReportedAndIgnored) {
  for (auto [Name, Value] :
       std::map<std::string, std::string>{{"TWOFOLD_OFFLOAD", "always"},
                                          {"TWOFOLD_INFO", "4"},
                                          {"TWOFOLD_CACHE_DIR", "relative"},
                                          {"TWOFOLD_CACHE", "maybe"},
                                          {"TWOFOLD_TRACE", "folder/file"},
                                          {"TWOFOLD_THRESHOLD", "1e6"},
                                          {"TWOFOLD_INLINE_OPS", "-1"}}) {
    Reading R = read({{Name, Value}});
    ASSERT_EQ(R.Complaints.size(), 1u) << Name;
    EXPECT_NE(R.Complaints[0].find(Name + "=" + Value), std::string::npos);
    EXPECT_NE(R.Complaints[0].find("must be"), std::string::npos);
    EXPECT_EQ(R.Set.Info, 0u);
    EXPECT_EQ(R.Set.Offload, OffloadPolicy::Default);
    EXPECT_FALSE(R.Set.Threshold);
  }
}

TEST(Settings, AnEmptyValueCountsAsUnset) {
  EXPECT_TRUE(read({{"TWOFOLD_INFO", ""}, {"TWOFOLD_CACHE_DIR", ""}})
                  .Complaints.empty());
}

TEST(Settings, TheDocumentationShowsTheTable) {
  std::ifstream File(TWOFOLD_SOURCE_DIR "/docs/use/environment.md");
  ASSERT_TRUE(File);
  std::vector<std::string> Shown, Wanted;
  for (std::string Line; std::getline(File, Line);)
    if (Line.starts_with("| `TWOFOLD_"))
      Shown.push_back(Line);
  for (const SettingRow &Row : settingRows())
    Wanted.push_back("| `" + std::string(Row.Name) + "` | " + Row.Allowed +
                     " | " + Row.Default + " | " + Row.Meaning + " |");
  EXPECT_EQ(Shown, Wanted);
}

TEST(Settings, NamesThatAreNoVariables) {
  for (const char *Name : {"TWOFOLD_NONSENSE", "TWOFOLD_WARMTH", "TWOFOLD_INFO",
                           "TWOFOLD_INFOS", "OTHER_TWOFOLD_X", "TWOFOLD_"})
    setenv(Name, "x=TWOFOLD_VALUE", 0);
  std::vector<std::string> Found = unknownVariables();
  std::erase_if(Found, [](const std::string &Name) {
    return Name.starts_with("TWOFOLD_TEST") ||
           Name.starts_with("TWOFOLD_MODEL") ||
           Name.starts_with("TWOFOLD_LONG");
  });
  std::sort(Found.begin(), Found.end());
  EXPECT_EQ(Found, (std::vector<std::string>{"TWOFOLD_", "TWOFOLD_INFOS",
                                             "TWOFOLD_NONSENSE"}));
  for (const char *Name : {"TWOFOLD_NONSENSE", "TWOFOLD_WARMTH",
                           "TWOFOLD_INFOS", "OTHER_TWOFOLD_X", "TWOFOLD_"})
    unsetenv(Name);
}
