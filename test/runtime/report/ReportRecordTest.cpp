// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReportRecordTest.cpp - how numbers look, what variables may hold ---===//
#include "Record.h"
#include "report/Settings.h"
#include "report/Trace.h"

#include <gtest/gtest.h>

using namespace twofold;
using namespace twofold::test;

namespace {

void tellDevice(Record &To, const DeviceRequest &Of) {
  To << int(Of.What) << ' ' << Of.Index << ' ' << Of.Name;
  for (const DeviceRequest &Each : Of.Others) {
    To << " else ";
    tellDevice(To, Each);
  }
}

void tell(Record &To, const Settings &Of) {
  tellDevice(To, Of.Device);
  for (Topic Each : {Topic::Summary, Topic::Choice, Topic::Kernels,
                     Topic::Cache, Topic::Transfers, Topic::Calls})
    To << Of.Info.has(Each);
  To << ' ' << int(Of.Offload) << int(Of.Cache) << int(Of.Build) << int(Of.Tune)
     << int(Of.Specialise) << int(Of.Bounds) << int(Of.Regions)
     << (Of.Copies ? int(*Of.Copies) : -1) << Of.Async << int(Of.Losses)
     << Of.Deterministic << Of.ZeroCopy << ' ' << Of.CacheMegabytes << ' '
     << Of.BuildTimeout.count() << ' ' << Of.Threshold.value_or(77) << ' '
     << Of.InlineOps.value_or(77) << ' ' << Of.Check << ' ' << Of.CacheDirectory
     << Of.ClFlags << (Of.TraceFile.empty() ? "" : "t")
     << (Of.ReceiptsFile.empty() ? "" : "r") << Of.letsPass()
     << Of.letsRegionsPass() << '\n';
}

} // namespace

TEST(ReportRecord, numbersHaveTheirUnits) {
  const std::pair<double, const char *> Bytes[] = {{0, "0 B"},
                                                   {1023, "1023 B"},
                                                   {1024, "1.0 KiB"},
                                                   {10 * 1024, "10 KiB"},
                                                   {1 << 20, "1.0 MiB"},
                                                   {0x1p30, "1.0 GiB"},
                                                   {0x1p40, "1.0 TiB"},
                                                   {0x1p50, "1024 TiB"},
                                                   {0x1p60, "1048576 TiB"}};
  for (const auto &[Number, Text] : Bytes)
    EXPECT_EQ(formatBytes(Number), Text);
  const std::pair<double, const char *> Times[] = {
      {0, "0 ns"},      {5.4, "5 ns"},    {999, "999 ns"}, {1000, "1.0 us"},
      {9940, "9.9 us"}, {10000, "10 us"}, {1e6, "1.0 ms"}, {1e9, "1.0 s"},
      {1e12, "1000 s"}, {1e13, "10000 s"}};
  for (const auto &[Number, Text] : Times)
    EXPECT_EQ(formatTime(Number), Text);
  EXPECT_EQ(formatCount(0, "call"), "0 calls");
  EXPECT_EQ(formatCount(1, "call"), "1 call");
  EXPECT_EQ(formatCount(2, "call"), "2 calls");
  EXPECT_EQ(quoteJson("a\"\\\n\x1f\x7f "), "\"a\\\"\\\\\\u000a\\u001f\x7f \"");
}

TEST(ReportRecord, linesAreWrittenWhole) {
  std::string Told;
  const Trace To(2,
                 [&](std::string_view Text) { Told.append(Text).append("|"); });
  To.line("f.c:1", "text");
  To.line("", "text");
  To.block("");
  To.block("one");
  To.block("one\n");
  To.block("one\n\ntwo");
  EXPECT_EQ(Told, "twofold: f.c:1: text\n|twofold: text\n|  one\n|  one\n|"
                  "  one\n  \n  two\n|");
  EXPECT_TRUE(To.any());
  EXPECT_TRUE(To.on(Topic::Calls, Topic::Choice));
  EXPECT_FALSE(To.on(Topic::Calls));
  EXPECT_FALSE(Trace(0).any());
}

TEST(ReportRecord, variablesAreReadAsTheyAre) {
  const char *const Values[] = {"",
                                "0",
                                "1",
                                "2",
                                "3",
                                "4",
                                "-1",
                                "+1",
                                "1 ",
                                " 1",
                                "1x",
                                "0x10",
                                "256",
                                "4294967295",
                                "4294967296",
                                "18446744073709551615",
                                "18446744073709551616",
                                "auto",
                                "AUTO",
                                "native",
                                "cpu",
                                "Gpu",
                                "gpu.0",
                                "gpu.3",
                                "gpu.x",
                                "gpu.",
                                ".1",
                                "*",
                                "*.2",
                                "a.b",
                                "a.b.1",
                                "name.18446744073709551616",
                                "gpu,cpu",
                                "gpu,auto",
                                "gpu,,cpu",
                                ",",
                                "gpu,native,cpu",
                                "gpu.1,x,*",
                                "native,auto",
                                "disabled",
                                "default",
                                "mandatory",
                                "on",
                                "off",
                                "ro",
                                "recache",
                                "must-hit",
                                "background",
                                "wait",
                                "force",
                                "loops",
                                "openmp",
                                "both",
                                "lazy",
                                "function",
                                "eager",
                                "replay",
                                "fast",
                                "summary",
                                "choice,calls",
                                "kernels,1",
                                "cache,transfers",
                                "1,calls",
                                "calls,4",
                                "3,x",
                                "/a/b",
                                "a/b",
                                "file",
                                "-w -DX=1",
                                "Summary",
                                "on,off"};
  Record All;
  for (const SettingRow &Row : settingRows())
    for (const char *Value : Values) {
      All << Row.Name << '=' << Value << ' ';
      const Settings Set = Settings::read(
          [&](const char *Name) {
            return std::string_view(Name) == Row.Name ? Value : nullptr;
          },
          [&](const std::string &Line) { All << Line << ' '; });
      tell(All, Set);
    }
  All.expect(0xd9dc2afe4c991087);
}

TEST(Trace, LinesGoToStandardErrorWhereNobodyElseTakesThem) {
  testing::internal::CaptureStderr();
  const Trace To(1);
  To.line("a.c:3", "one");
  To.line("", "two");
  To.block("three\nfour\n");
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "twofold: a.c:3: one\ntwofold: two\n  three\n  four\n");
}
