// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Settings.h"

#include <fstream>
#include <gtest/gtest.h>
#include <map>
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
  EXPECT_EQ(R.Set.ClFlags, "-w");
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

TEST(Settings, BadValuesAreReportedAndIgnored) {
  for (auto [Name, Value] :
       std::map<std::string, std::string>{{"TWOFOLD_OFFLOAD", "always"},
                                          {"TWOFOLD_INFO", "4"},
                                          {"TWOFOLD_CACHE_DIR", "relative"},
                                          {"TWOFOLD_CACHE", "maybe"},
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
    if (Line.rfind("| `", 0) == 0)
      Shown.push_back(Line);
  for (const SettingRow &Row : settingRows())
    Wanted.push_back("| `" + std::string(Row.Name) + "` | " + Row.Allowed +
                     " | " + Row.Default + " | " + Row.Meaning + " |");
  EXPECT_EQ(Shown, Wanted);
}
