// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- VettedDriversTest.cpp - which drivers are opened -------------------===//
#include "opencl/VettedDrivers.h"

#include "TemporaryFolder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <mutex>

using namespace twofold;

namespace {

using Kind = ProbeAnswer::Kind;

/// What probes find, by library; and what was asked for. Plain, since probes
/// are functions.
struct Script {
  std::mutex Lock;
  std::map<std::string, ProbeAnswer> Answers;
  std::vector<std::string> Asked;
} *Now;

ProbeAnswer answer(const std::string &Library, std::chrono::milliseconds) {
  std::lock_guard Guard(Now->Lock);
  Now->Asked.push_back(Library);
  auto Found = Now->Answers.find(Library);
  return Found == Now->Answers.end() ? ProbeAnswer{Kind::Works, "", {}, {}}
                                     : Found->second;
}

/// Two drivers whose libraries are not there, and a cache.
struct VettedDrivers : testing::Test {
  Script Here;
  TemporaryFolder Vendors, Cache;
  std::map<std::string, std::string> Variables;
  std::string WhyNone;
  std::vector<std::string> Told;
  unsigned Begun = 0;
  bool Again = false;
  bool Opens = false; ///< those of this machine
  long Gpus = 0;      ///< among them

  void SetUp() override {
    Now = &Here;
    writeWhole(Vendors / "a.icd", "/nonexistent/a.so\n");
    writeWhole(Vendors / "b.icd", " /nonexistent/b.so \nmore\n");
    writeWhole(Vendors / "c.txt", "/nonexistent/c.so\n");
    Variables["OCL_ICD_VENDORS"] = Vendors.path();
  }
  VariableLookup lookup() {
    return [this](const char *Name) {
      auto Found = Variables.find(Name);
      return Found == Variables.end() ? nullptr : Found->second.c_str();
    };
  }
  void fail(const std::string &Library, const std::string &Fault) {
    Here.Answers[""] = {Kind::Fails, Fault, {"MODE"}, {}};
    Here.Answers[Library] = {Kind::Fails, Fault, {"MODE"}, {}};
  }
  /// How many probes it takes.
  size_t open() {
    Here.Asked.clear();
    Told.clear();
    VettingOptions Options;
    Options.Cache.Directory = Cache.path();
    Options.Get = lookup();
    Options.Tell = [this](const std::string &Line) { Told.push_back(Line); };
    Options.Again = Again;
    Options.Probe = answer;
    auto Devices =
        openVettedDevices(Options, WhyNone, [this]() -> std::shared_ptr<void> {
          ++Begun;
          return Opens ? std::make_shared<int>() : nullptr;
        });
    EXPECT_TRUE(Opens || Devices.empty());
    Gpus = std::count_if(Devices.begin(), Devices.end(), [](const auto &Each) {
      return Each->facts().Kind == DeviceKind::Gpu;
    });
    return Here.Asked.size();
  }
};

} // namespace

TEST_F(VettedDrivers, GoodOnesAreProbedOnce) {
  EXPECT_EQ(open(), 1u);
  EXPECT_EQ(open(), 0u);
  EXPECT_EQ(Begun, 2u);
  EXPECT_TRUE(Told.empty());
  Again = true;
  EXPECT_EQ(open(), 1u);
}

TEST_F(VettedDrivers, ThatThereIsNoGpuIsRemembered) {
  auto Lack = [&] {
    VettingOptions Options;
    Options.Cache.Directory = Cache.path();
    Options.Get = lookup();
    Options.Probe = answer;
    return lacksGpus(Options, false);
  };
  // Neither drivers that were never opened nor those that had one on trial.
  Here.Answers[""].What = Kind::Works;
  Here.Answers[""].HasGpu = true;
  EXPECT_FALSE(Lack());
  EXPECT_EQ(open(), 1u);
  EXPECT_FALSE(Lack());
  Opens = true;
  EXPECT_EQ(open(), 0u);
  EXPECT_EQ(Lack(), Gpus == 0);
  EXPECT_EQ(Here.Asked.size(), 0u);
  writeWhole(Vendors / "d.icd", "libd.so\n");
  EXPECT_FALSE(Lack());
}

TEST_F(VettedDrivers, WhereATrialFindsNoGpuNoneIsOpened) {
  auto Lack = [&](bool Try, bool Keep = true) {
    VettingOptions Options;
    Options.Cache.Directory = Cache.path();
    if (!Keep)
      Options.Cache.Mode = CacheMode::ReadOnly;
    Options.Get = lookup();
    Options.Probe = answer;
    return lacksGpus(Options, Try);
  };
  EXPECT_FALSE(Lack(false));
  // What cannot be kept would have to be found out again.
  EXPECT_FALSE(Lack(true, false));
  EXPECT_EQ(Here.Asked.size(), 0u);
  EXPECT_TRUE(Lack(true));
  EXPECT_TRUE(Lack(true));
  EXPECT_TRUE(Lack(false, false));
  EXPECT_EQ(Here.Asked.size(), 1u);
  Here.Answers[""].What = Kind::Works;
  Here.Answers[""].HasGpu = true;
  writeWhole(Vendors / "d.icd", "libd.so\n");
  EXPECT_FALSE(Lack(true));
  EXPECT_EQ(Here.Asked.size(), 2u);
  // Opening them asks nobody again.
  EXPECT_EQ(open(), 0u);
  fail("", "it dies");
  writeWhole(Vendors / "e.icd", "libe.so\n");
  EXPECT_FALSE(Lack(true));
}

TEST_F(VettedDrivers, AnotherFileIsAnotherDriver) {
  Here.Answers[""].What = Kind::Works;
  Here.Answers[""].Files = {Vendors / "library"};
  EXPECT_EQ(open(), 1u);
  EXPECT_EQ(open(), 0u);
  writeWhole(Vendors / "library", "it was not there");
  EXPECT_EQ(open(), 1u);
  EXPECT_EQ(open(), 0u);
  writeWhole(Vendors / "d.icd", "libd.so\n");
  EXPECT_EQ(open(), 1u);
  Variables["LD_LIBRARY_PATH"] = "/elsewhere";
  EXPECT_EQ(open(), 1u);
}

TEST_F(VettedDrivers, VariablesCountThatDriversRead) {
  Here.Answers[""].What = Kind::Works;
  Here.Answers[""].Variables = {"MODE"};
  EXPECT_EQ(open(), 1u);
  Variables["OTHER"] = "x";
  EXPECT_EQ(open(), 0u);
  Variables["MODE"] = "x";
  EXPECT_EQ(open(), 1u);
  EXPECT_EQ(open(), 0u);
  Variables["MODE"] = "";
  EXPECT_EQ(open(), 1u);
}

TEST_F(VettedDrivers, ABadOneIsFoundAndLeftAloneInTheEnd) {
  fail("/nonexistent/b.so", "it ends");
  for (unsigned Death : {1u, 2u}) {
    EXPECT_EQ(open(), 3u); // all at once, then each
    ASSERT_EQ(Told.size(), 1u);
    EXPECT_TRUE(Told[0].starts_with("the OpenCL driver " + (Vendors / "b.icd") +
                                    " is not used: opened on trial, it ends"))
        << Told[0];
    EXPECT_EQ(Told[0].find("--again") != std::string::npos, Death == 2);
  }
  EXPECT_EQ(open(), 0u);
  EXPECT_EQ(Told.size(), 1u);
  EXPECT_EQ(Begun, 3u); // the other one is used
  // Until it changes, or somebody asks for it.
  Variables["MODE"] = "x";
  EXPECT_EQ(open(), 3u);
  EXPECT_EQ(open(), 3u);
  EXPECT_EQ(open(), 0u);
  Here.Answers.clear();
  Again = true;
  EXPECT_EQ(open(), 1u);
  EXPECT_TRUE(Told.empty());
}

TEST_F(VettedDrivers, OneThatWorksTheSecondTimeIsUsed) {
  fail("/nonexistent/a.so", "it ends");
  EXPECT_EQ(open(), 3u);
  Here.Answers.clear();
  EXPECT_EQ(open(), 1u);
  EXPECT_TRUE(Told.empty());
  EXPECT_EQ(open(), 0u);
}

TEST_F(VettedDrivers, TheLoaderAloneMayBeBad) {
  Here.Answers[""] = {Kind::Fails, "it ends", {}, {}};
  EXPECT_EQ(open(), 3u);
  ASSERT_EQ(Told.size(), 1u);
  EXPECT_EQ(Told[0], "OpenCL's loader is not used: opened on trial, it ends");
}

TEST_F(VettedDrivers, WhereNothingCanBeTriedAllIsAsItWas) {
  Here.Answers[""].What = Kind::Unknown;
  EXPECT_EQ(open(), 1u);
  EXPECT_EQ(open(), 1u);
  EXPECT_EQ(Begun, 2u);
  EXPECT_TRUE(Told.empty());
}

TEST_F(VettedDrivers, DriversAreFoundAsLoadersFindThem) {
  auto Names = [this] {
    std::string Out;
    for (const DriverFile &Each : installedDrivers(lookup()))
      Out += Each.Library + " ";
    return Out;
  };
  EXPECT_EQ(Names(), "/nonexistent/a.so /nonexistent/b.so ");
  Variables["OCL_ICD_FILENAMES"] = "libx.so::liby.so";
  EXPECT_EQ(Names(), "/nonexistent/a.so /nonexistent/b.so libx.so liby.so ");
  Variables.erase("OCL_ICD_FILENAMES");
  Variables["OCL_ICD_VENDORS"] = Vendors / "b.icd";
  EXPECT_EQ(Names(), "/nonexistent/b.so ");
  Variables["OCL_ICD_VENDORS"] = "libz.so";
  EXPECT_EQ(Names(), "libz.so ");
  Variables["OPENCL_VENDOR_PATH"] = Vendors.path();
  Variables["OCL_ICD_VENDORS"] = "a.icd";
  EXPECT_EQ(Names(), "/nonexistent/a.so ");
  Variables["OCL_ICD_VENDORS"] = "";
  EXPECT_EQ(Names(), "/nonexistent/a.so /nonexistent/b.so ");
  Variables["OCL_ICD_VENDORS"] = Vendors / "none.icd";
  EXPECT_EQ(Names(), "");
}

TEST_F(VettedDrivers, WhatIsNoVerdictIsNone) {
  DriverVerdict Verdict;
  Verdict.Deaths = 1;
  Verdict.LoaderFault = "it ends";
  Verdict.Faults["a b.icd"] = "it ends, too";
  Verdict.Variables = {"PATH", "NO"};
  std::string Text = Verdict.encode(lookup());
  auto Read = DriverVerdict::decode(Text, lookup());
  ASSERT_TRUE(Read);
  EXPECT_EQ(Read->Deaths, 1u);
  EXPECT_EQ(Read->Faults, Verdict.Faults);
  EXPECT_EQ(Read->Variables, Verdict.Variables);
  for (const std::string &Bad : {std::string(), std::string("drivers-0\n"),
                                 Text + "x\n", Text + "other\tx\ty\n"})
    EXPECT_FALSE(DriverVerdict::decode(Bad, lookup())) << Bad;
}

/// As waitpid tells of ends.
TEST(DriverProbe, SaysHowADriverEndedItsProcess) {
  const auto Told = [](bool InTime, int Status, int Milliseconds = 1000) {
    return describeEnd({true, InTime, Status, ""},
                       std::chrono::milliseconds(Milliseconds));
  };
  const auto Exit = [](int Status) { return Status << 8; };
  EXPECT_EQ(Told(false, 0), "it does not answer within 1 s");
  EXPECT_EQ(Told(false, SIGKILL, 9499), "it does not answer within 9 s");
  EXPECT_EQ(Told(false, SIGKILL, 9500), "it does not answer within 10 s");
  EXPECT_EQ(Told(true, SIGSEGV),
            "it ends the process with signal 11 (Segmentation fault)");
  EXPECT_EQ(Told(true, SIGABRT | 0x80),
            "it ends the process with signal 6 (Aborted)")
      << "and a core";
  EXPECT_EQ(Told(true, 33), "it ends the process with signal 33");
  EXPECT_EQ(Told(true, Exit(0)), "it ends the process with status 0");
  EXPECT_EQ(Told(true, Exit(1)), "it ends the process with status 1");
  EXPECT_EQ(Told(true, Exit(255)), "it ends the process with status 255");
  EXPECT_EQ(Told(true, Exit(ProbeClosedFiles)),
            "it closes files that are not its own");
  EXPECT_EQ(Told(true, Exit(ProbeSetAlarm)),
            "it sets a timer whose signal ends the process");
}

/// The probe itself, with what is installed.
TEST(DriverProbe, SaysWhatWasLoadedAndRead) {
  ProbeAnswer All = probeDriver("", std::chrono::minutes(1));
  ASSERT_EQ(All.What, Kind::Works) << All.Fault;
  EXPECT_FALSE(All.Files.empty());
  ProbeAnswer None = probeDriver("/nonexistent/x.so", std::chrono::minutes(1));
  EXPECT_EQ(None.What, Kind::Works);
}
