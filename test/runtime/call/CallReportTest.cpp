// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallReportTest.cpp - what is told of a call that has ended ---------===//
#include "call/CallReport.h"
#include "RuntimeBench.h"
#include "TemporaryFolder.h"
#include "call/DispatchedCall.h"
#include "system/Timeline.h"

#include <gtest/gtest.h>
#include <sstream>

using namespace twofold;
using namespace twofold::test;

/// Launches of a call lie in its slice, however long its thread has waited for
/// the cores since it has ended.
TEST(CallReport, SlicesOfCallsBeginWhereTheseDid) {
  const TemporaryFolder Folder;
  const Settings Set = asked(DeviceRequest::Kind::Native);
  const Trace Log(0);
  const DeviceTable Devices(
      [](std::string &) { return std::vector<std::unique_ptr<Device>>(); });
  SiteTable Sites;
  const Chooser Choices(HostCosts::guess(2), DeviceCosts::guess(64));
  CallReport Report(Set, Log, Devices, Sites, Choices);
  ExampleLoop Loop(100);
  DispatchedCall Call(Loop.B.site(), Loop.B.launch(), 100,
                      Sites.record(Loop.B.site()));

  ASSERT_TRUE(Timeline::begin(Folder / "trace.json"));
  // Times to come, which tell them from those that are taken now.
  const double Soon = Timeline::now() + 1e15;
  Report.ended(Call, Decision(), Outcome(), Soon, Soon + 2500);
  Timeline::slice({}, "launch", "within", Soon, Soon + 2500);
  Timeline::end("");

  std::vector<std::string> Times;
  std::istringstream Lines(readWhole(Folder / "trace.json"));
  for (std::string Line; std::getline(Lines, Line);)
    if (Line.find("\"ph\": \"X\"") != std::string::npos)
      Times.push_back(Line.substr(0, Line.find(", \"cat\"")));
  ASSERT_EQ(Times.size(), 2u);
  EXPECT_EQ(Times[0], Times[1]);
}
