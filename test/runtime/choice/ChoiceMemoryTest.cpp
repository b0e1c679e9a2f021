// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/ChoiceMemory.h"
#include "TemporaryFolder.h"

#include <gtest/gtest.h>

using namespace twofold;

namespace {

SiteModel model(double Time) {
  SiteModel M;
  M.add(1, 1);
  M.add(1000, Time);
  return M;
}

double timeOf(const SiteModel &M) { return M.predict(1000, 0).Nanoseconds; }

} // namespace

TEST(ChoiceMemory, TextsComeBack) {
  ProgramKnowledge All = {{"a.c:1:2 f", {model(5), model(7)}},
                          {"b\n.c:1", {SiteModel(), model(9)}}};
  std::string Device, Text = encodeKnowledge(All, "one | two");
  ProgramKnowledge Back = decodeKnowledge(Text, Device);
  EXPECT_EQ(Device, "one | two");
  ASSERT_EQ(Back.size(), 2u);
  EXPECT_EQ(timeOf(Back["a.c:1:2 f"].Native), 5);
  EXPECT_EQ(timeOf(Back["a.c:1:2 f"].Device), 7);
  EXPECT_TRUE(Back["b?.c:1"].Native.empty());
}

TEST(ChoiceMemory, DamagedTextsAreLessKnowledge) {
  std::string Device;
  std::string Good = encodeKnowledge({{"a", {model(5), model(7)}}}, "one");
  for (size_t Length = 0; Length < Good.size(); ++Length)
    EXPECT_TRUE(decodeKnowledge(Good.substr(0, Length), Device).empty());
  EXPECT_TRUE(decodeKnowledge("models-2" + Good.substr(8), Device).empty());
  ProgramKnowledge Odd = decodeKnowledge(Good + "b\nx\ny\nc\n", Device);
  ASSERT_EQ(Odd.size(), 2u);
  EXPECT_TRUE(Odd["b"].Native.empty());
}

TEST(ChoiceMemory, StaysAreOfAProgramWithItsArguments) {
  TemporaryFolder Folder;
  CacheConfig Config;
  Config.Directory = Folder.path();
  const std::map<std::string, double> Long = {{"a.c:3 f", 4.5}, {"b.c:7 g", 3}};
  ChoiceMemory(Config, "here", "program", "program long").keep(Long);
  ChoiceMemory(Config, "here", "program", "program longer").keep(Long);
  EXPECT_EQ(ChoiceMemory(Config, "here", "program", "program long").stays(),
            Long);
  EXPECT_TRUE(ChoiceMemory(Config, "here", "program", "short").stays().empty());
  EXPECT_TRUE(
      ChoiceMemory(Config, "here", "other", "program long").stays().empty());
}

TEST(ChoiceMemory, ADriverHasItsOwn) {
  TemporaryFolder Folder;
  CacheConfig Config;
  Config.Directory = Folder.path();
  DeviceFacts Old, New;
  Old.Name = New.Name = "Fake";
  Old.DriverVersion = "1";
  New.DriverVersion = "2";
  DeviceCosts Costs = DeviceCosts::guess(8);
  Costs.LaunchNanoseconds = 4321;
  {
    ChoiceMemory First(Config, "here", "/bin/program");
    EXPECT_FALSE(First.deviceCosts(Old));
    First.keep(Old, Costs);
    First.keep(4, HostCosts::guess(4));
    First.keep({{"a", {model(5), model(7)}}}, identify(Old));
    EXPECT_EQ(First.account().Rests, 0u);
    First.keep(DeviceAccount::Experience{5e7, 2});
  }
  ChoiceMemory Again(Config, "here", "/bin/program");
  ASSERT_TRUE(Again.deviceCosts(Old));
  EXPECT_EQ(Again.deviceCosts(Old)->LaunchNanoseconds, 4321);
  EXPECT_FALSE(Again.deviceCosts(New));
  EXPECT_TRUE(Again.hostCosts(4));
  EXPECT_FALSE(Again.hostCosts(8));
  std::string Device;
  EXPECT_EQ(timeOf(Again.models(Device)["a"].Device), 7);
  EXPECT_EQ(Device, identify(Old));
  EXPECT_EQ(Again.account().Left, 5e7);
  EXPECT_EQ(Again.account().Rests, 2u);
  EXPECT_FALSE(ChoiceMemory(Config, "there", "/bin/program").deviceCosts(Old));
  EXPECT_TRUE(
      ChoiceMemory(Config, "here", "/bin/other").models(Device).empty());
  Config.Mode = CacheMode::Off;
  EXPECT_FALSE(ChoiceMemory(Config, "here", "/bin/program").deviceCosts(Old));
}

TEST(ChoiceMemory, IsThereWhereSomethingMayBeKept) {
  TemporaryFolder Folder;
  Settings Set;
  Set.CacheDirectory = Folder / "cache";
  EXPECT_TRUE(ChoiceMemory::ofProcess(Set));
  Set.Cache = CacheMode::Off;
  EXPECT_FALSE(ChoiceMemory::ofProcess(Set));
  Set.Cache = Settings().Cache;
  Set.Offload = OffloadPolicy::Disabled;
  EXPECT_FALSE(ChoiceMemory::ofProcess(Set));
}
