// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DriverFilesTest.cpp - what a verdict on drivers depends on ---------===//
#include "opencl/DriverFiles.h"
#include "Record.h"
#include "TemporaryFolder.h"
#include "opencl/ClFacts.h"
#include "opencl/DriverVerdict.h"

#include <fcntl.h>
#include <filesystem>
#include <gnu/libc-version.h>
#include <gtest/gtest.h>
#include <map>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace twofold;
using namespace twofold::test;

namespace {

struct Variables {
  std::map<std::string, std::string> All;
  operator VariableLookup() const {
    return [this](const char *Name) {
      const auto Found = All.find(Name);
      return Found == All.end() ? nullptr : Found->second.c_str();
    };
  }
};

std::string identity(const char *Path) {
  struct stat Info;
  if (stat(Path, &Info) != 0)
    return "-";
  return std::to_string(Info.st_dev) + " " + std::to_string(Info.st_ino) + " " +
         std::to_string(Info.st_size) + " " +
         std::to_string(Info.st_mtim.tv_sec) + " " +
         std::to_string(Info.st_mtim.tv_nsec);
}

std::string firstLine(const char *Path) {
  const std::string Text = readWhole(Path);
  return Text.substr(0, Text.find('\n'));
}

} // namespace

TEST(DriverFiles, AreFoundInFoldersAndVariables) {
  const TemporaryFolder Vendors;
  writeWhole(Vendors / "b.icd", " \tlibb.so \t\r\nmore\n");
  writeWhole(Vendors / "a.icd", "/x/liba.so");
  writeWhole(Vendors / "c.txt", "libc.so\n");
  writeWhole(Vendors / "d.icd", " \t\n");
  const auto Found = [&](Variables Of) {
    std::string Out;
    for (const DriverFile &Each : installedDrivers(Of)) {
      std::string Source = Each.Source;
      if (Source.starts_with(Vendors.path()))
        Source = "*" + Source.substr(Vendors.path().size());
      Out += Source + "=" + Each.Library + ";";
    }
    return Out;
  };
  const std::string All = "*/a.icd=/x/liba.so;*/b.icd=libb.so;";
  const std::string None = Vendors / "none";
  EXPECT_EQ(Found({{{"OPENCL_VENDOR_PATH", Vendors.path()}}}), All);
  EXPECT_EQ(Found({{{"OCL_ICD_VENDORS", Vendors.path()}}}), All);
  EXPECT_EQ(Found({{{"OCL_ICD_VENDORS", Vendors.path()},
                    {"OPENCL_VENDOR_PATH", None}}}),
            All);
  EXPECT_EQ(Found({{{"OPENCL_VENDOR_PATH", None}}}), "");
  EXPECT_EQ(Found({{{"OCL_ICD_VENDORS", Vendors / "b.icd"}}}),
            "*/b.icd=libb.so;");
  EXPECT_EQ(Found({{{"OCL_ICD_VENDORS", "a.icd"},
                    {"OPENCL_VENDOR_PATH", Vendors.path()}}}),
            "*/a.icd=/x/liba.so;");
  EXPECT_EQ(Found({{{"OCL_ICD_VENDORS", "libz.so"}}}), "libz.so=libz.so;");
  EXPECT_EQ(Found({{{"OPENCL_VENDOR_PATH", None},
                    {"OCL_ICD_FILENAMES", ":/y.so::x.so:"}}}),
            "/y.so=/y.so;x.so=x.so;");
}

/// What the linker has put into it, or else which file it is.
TEST(DriverFiles, BuildsOfLibraries) {
  const auto Of = [](auto *Function) {
    return libraryBuild(reinterpret_cast<const void *>(Function));
  };
  const std::string Libc = Of(&gnu_get_libc_version);
  EXPECT_FALSE(Libc.empty());
  EXPECT_EQ(Of(&getpid), Libc);
  EXPECT_NE(Of(&identity), Libc);
  const int Here = 0;
  EXPECT_EQ(libraryBuild(&Here), "") << "the stack is of no library";
  const void *Functions[] = {
      reinterpret_cast<const void *>(&gnu_get_libc_version)};
  const void *const *Object = Functions, *const *None = nullptr;
  EXPECT_EQ(driverBuild(&Object), Libc);
  EXPECT_EQ(driverBuild(&None), "");
}

/// Whatever of it is another one the next time, drivers are tried anew.
TEST(DriverFiles, SurroundingsAreOfTheFilesTheMachineAndTheProcess) {
  const TemporaryFolder Folder;
  writeWhole(Folder / "a.icd", "liba.so\n");
  writeWhole(Folder / "liba.so", "a library");
  const std::string Source = Folder / "a.icd", Library = Folder / "liba.so";
  std::string Expected = "driver=" + Source + " " + identity(Source.c_str()) +
                         "\nlibrary=" + Library + " " +
                         identity(Library.c_str()) + "\nlibrary=none -\n";
  Expected.insert(Expected.find("library=none"), "driver=none -\n");
  Expected += "ld.so.cache=" + identity("/etc/ld.so.cache") +
              "\nLD_PRELOAD=some\nOPENCL_VENDOR_PATH=\n";
  Expected += "boot=" + firstLine("/proc/sys/kernel/random/boot_id") + "\n";
  for (const char *Place : {"/sys/devices/system/cpu", "/sys/class", "/dev/dri",
                            "/dev/nvidiactl", "/dev/kfd", "/dev/shm"})
    Expected +=
        std::string(Place) + (access(Place, R_OK) == 0 ? "=yes\n" : "=no\n");
  Expected += "user=" + std::to_string(geteuid()) + "\n";
  for (auto Of : {RLIMIT_AS, RLIMIT_DATA, RLIMIT_NPROC, RLIMIT_NOFILE,
                  RLIMIT_STACK, RLIMIT_MEMLOCK}) {
    rlimit Limit = {};
    getrlimit(Of, &Limit);
    Expected += "limit " + std::to_string(int(Of)) + "=" +
                std::to_string(Limit.rlim_cur) + "\n";
  }
  const Variables Set{{{"LD_PRELOAD", "some"},
                       {"OPENCL_VENDOR_PATH", ""},
                       {"HOME", "of nobody"}}};
  EXPECT_EQ(driverSurroundings({{Source, Library}, {"none", "none"}}, Set),
            Expected);
}

TEST(DriverVerdict, HoldsAsLongAsItsVariablesAndFiles) {
  Record All;
  const TemporaryFolder Folder;
  const std::string File = Folder / "lib.so";
  writeWhole(File, "one");
  Variables Set{{{"SECRET", "word"}, {"EMPTY", ""}}};
  DriverVerdict V;
  V.Deaths = 12;
  V.Crashes = 34;
  V.Faults = {{"a.icd", "it hangs"}, {"b.icd", "it dies\twith a tab"}};
  ProbeAnswer Found;
  Found.Variables = {"SECRET", "EMPTY", "NONE"};
  V.add(Found);
  const auto Tell = [&](const std::string &Text) {
    const auto Read = DriverVerdict::decode(Text, Set);
    All << bool(Read);
    if (!Read)
      return;
    All << Read->Deaths << ' ' << Read->Crashes << ' ' << Read->LoaderFault
        << Read->works() << (Read->HasGpu ? int(*Read->HasGpu) : -1);
    for (const auto &[Source, Fault] : Read->Faults)
      All << ' ' << Source << ':' << Fault;
    for (const std::string &Name : Read->Variables)
      All << ' ' << Name;
    All << ' ' << Read->Files.size() << '\n';
  };
  const std::string Text = V.encode(Set);
  EXPECT_EQ(Text.find("word"), Text.npos) << "no value is in it";
  All << Text;
  Tell(Text);
  for (bool Gpu : {false, true}) {
    V.HasGpu = Gpu;
    EXPECT_EQ(V.encode(Set), V.withGpu(Text));
    Tell(V.encode(Set));
  }
  V.LoaderFault = "it ends";
  Tell(V.encode(Set));
  // Any end of it, and other beginnings.
  for (size_t Size = 0; Size < Text.size(); Size += 7)
    Tell(Text.substr(0, Size));
  Tell("x" + Text);
  for (const char *More : {"none\tof\tthese\n", "count\n", "count\tdeaths\n",
                           "count\tdeaths\t-1\n", "variable\tSECRET\t-\n",
                           "variable\tNONE\t-\n", "file\t/none\t-\n"})
    Tell(Text + More);
  Found = {};
  Found.Files = {File};
  V.add(Found);
  const std::string WithFile = V.encode(Set);
  EXPECT_TRUE(DriverVerdict::decode(WithFile, Set));
  writeWhole(File, "another");
  EXPECT_FALSE(DriverVerdict::decode(WithFile, Set));
  EXPECT_TRUE(DriverVerdict::decode(Text, Set));
  Set.All["NONE"] = "";
  EXPECT_FALSE(DriverVerdict::decode(Text, Set));
  All.expect(0x727f8a3097495654);
}
