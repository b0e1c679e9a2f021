// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClDevicesTest.cpp - machines with and without OpenCL --------------===//
#include "opencl/ClDevices.h"
#include "system/Files.h"

#include "TemporaryFolder.h"
#include "opencl/ClLoader.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold;

namespace {

TEST(ClLoaderTest, AMissingLibraryOrSymbolIsOneLine) {
  for (const char *Library : {"libno-such-opencl.so.1", "libm.so.6"}) {
    auto Api = loadCl(Library);
    ASSERT_FALSE(bool(Api));
    EXPECT_EQ(Api.error().Code, ErrorCode::Unavailable);
    EXPECT_NE(Api.error().Message.find(Library), std::string::npos);
    EXPECT_EQ(Api.error().Message.find('\n'), std::string::npos);
    std::string WhyNone;
    EXPECT_TRUE(openDevices(Library, WhyNone).empty());
    EXPECT_EQ(WhyNone, Api.error().Message);
  }
}

/// Without a loader: each driver that cannot be used is told.
TEST(ClLoaderTest, DriversThatAreNoneAreTold) {
  std::string WhyNone = "of another call";
  EXPECT_TRUE(openDrivers({}, WhyNone).empty());
  EXPECT_EQ(WhyNone, "");
  EXPECT_TRUE(
      openDrivers({"libno-such-driver.so", "libm.so.6"}, WhyNone).empty());
  EXPECT_EQ(WhyNone.find("libno-such-driver.so: "), 0u) << WhyNone;
  EXPECT_NE(WhyNone.find("libm.so.6: "), std::string::npos) << WhyNone;
  EXPECT_NE(WhyNone.find("clIcdGetPlatformIDsKHR"), std::string::npos)
      << WhyNone;
}

TEST(ClLoaderTest, CodesHaveNamesAndMeanings) {
  EXPECT_STREQ(clErrorName(CL_OUT_OF_RESOURCES), "CL_OUT_OF_RESOURCES");
  EXPECT_STREQ(clErrorName(-1001), "CL_PLATFORM_NOT_FOUND_KHR");
  EXPECT_EQ(clErrorName(-9999), nullptr);
  EXPECT_EQ(clErrorCode(-9999), ErrorCode::DeviceLost);
  EXPECT_EQ(clErrorCode(CL_OUT_OF_RESOURCES), ErrorCode::DeviceLost);
  EXPECT_EQ(clErrorCode(CL_DEVICE_NOT_AVAILABLE), ErrorCode::DeviceLost);
  EXPECT_EQ(clErrorCode(CL_MEM_OBJECT_ALLOCATION_FAILURE),
            ErrorCode::OutOfMemory);
  EXPECT_EQ(clErrorCode(CL_BUILD_PROGRAM_FAILURE), ErrorCode::BuildFailed);
  EXPECT_EQ(clErrorCode(CL_INVALID_WORK_GROUP_SIZE), ErrorCode::Unsupported);
  EXPECT_EQ(clErrorCode(-1001), ErrorCode::Unavailable);
  EXPECT_EQ(clError("clFinish", -5).Message,
            "clFinish failed: CL_OUT_OF_RESOURCES (-5)");
  EXPECT_EQ(clError("clFinish", -9999).Message,
            "clFinish failed: a code of the driver's own (-9999)");
  EXPECT_TRUE(bool(clStatus("clFinish", CL_SUCCESS)));
  // The table's values are written out; the header's names must agree.
  EXPECT_STREQ(clErrorName(CL_DEVICE_NOT_FOUND), "CL_DEVICE_NOT_FOUND");
  EXPECT_STREQ(clErrorName(CL_INVALID_VALUE), "CL_INVALID_VALUE");
  EXPECT_STREQ(clErrorName(CL_INVALID_BINARY), "CL_INVALID_BINARY");
  EXPECT_STREQ(clErrorName(CL_INVALID_BUFFER_SIZE), "CL_INVALID_BUFFER_SIZE");
  EXPECT_STREQ(clErrorName(CL_INVALID_PROPERTY), "CL_INVALID_PROPERTY");
}

TEST(FindExecutableTest, SearchesLikeTheShell) {
  TemporaryFolder Folder;
  writeWhole(Folder / "tool", "");
  std::filesystem::create_directory(Folder / "dir");
  std::string Path = "/nonexistent::" + Folder.path();
  EXPECT_EQ(findExecutable(Path.c_str(), "tool"), "");
  std::filesystem::permissions(Folder / "tool",
                               std::filesystem::perms::owner_all);
  EXPECT_NE(findExecutable(Path.c_str(), "tool"), "");
  EXPECT_NE(findExecutable((Path + ":/x").c_str(), "tool"), "");
  EXPECT_EQ(findExecutable(Path.c_str(), "dir"), "");
  EXPECT_EQ(findExecutable("/nonexistent", "tool"), "");
  EXPECT_EQ(findExecutable("", "tool"), "");
  EXPECT_EQ(findExecutable(nullptr, "tool"), "");
}

/// Loaders read their configuration once a process, so that each case below
/// opens the devices in a process of its own: this program again, which with
/// this variable writes what it found to the file named there, and ends.
constexpr const char *ReportVariable = "TWOFOLD_TEST_REPORT";

class ReportInstead : public testing::Environment {
  void SetUp() override {
    const char *Report = std::getenv(ReportVariable);
    if (!Report)
      return;
    std::string WhyNone;
    auto Found = openDevices(WhyNone);
    std::ofstream(Report) << Found.size() << ' ' << WhyNone << std::flush;
    _exit(0);
  }
};
[[maybe_unused]] testing::Environment *const Instead =
    testing::AddGlobalTestEnvironment(new ReportInstead);

/// "COUNT WHY" as openDevices says it in a process with these variables.
std::string openElsewhere(std::vector<std::string> Variables) {
  TemporaryFolder Folder;
  std::string Program = std::filesystem::read_symlink("/proc/self/exe");
  std::vector<std::string> Words = {Program, "--gtest_brief=1"};
  // Names drivers beside those of the vendors' directory.
  Variables.push_back("OCL_ICD_FILENAMES=");
  std::vector<std::string> Environment = Variables;
  Environment.push_back(std::string(ReportVariable) + "=" +
                        (Folder / "report"));
  for (char **Each = environ; *Each; ++Each) {
    std::string_view Name = *Each;
    Name = Name.substr(0, Name.find('='));
    bool Replaced = false;
    for (const std::string &Own : Variables)
      Replaced |= Own.substr(0, Own.find('=')) == Name;
    if (!Replaced)
      Environment.push_back(*Each);
  }
  auto Pointers = [](std::vector<std::string> &From) {
    std::vector<char *> To;
    for (std::string &Each : From)
      To.push_back(Each.data());
    To.push_back(nullptr);
    return To;
  };
  pid_t Child = -1;
  int Outcome = -1;
  if (posix_spawn(&Child, Program.c_str(), nullptr, nullptr,
                  Pointers(Words).data(), Pointers(Environment).data()) != 0 ||
      waitpid(Child, &Outcome, 0) != Child || Outcome != 0)
    return "the child failed";
  return readWhole(Folder / "report");
}

TEST(ClDevicesTest, NoDriverIsNormal) {
  if (!loadCl())
    GTEST_SKIP() << "no OpenCL library";
  TemporaryFolder Empty;
  EXPECT_EQ(openElsewhere({"OCL_ICD_VENDORS=" + Empty.path()}),
            "0 no OpenCL platform is installed");
}

TEST(ClDevicesTest, ABrokenDriverIsNormal) {
  if (!loadCl())
    GTEST_SKIP() << "no OpenCL library";
  TemporaryFolder Vendors;
  writeWhole(Vendors / "missing.icd", "/nonexistent/libdriver.so\n");
  writeWhole(Vendors / "text.icd", (Vendors / "text.so") + "\n");
  writeWhole(Vendors / "text.so", "this is no library\n");
  writeWhole(Vendors / "wrong.icd", "libm.so.6\n");
  writeWhole(Vendors / "empty.icd", "");
  EXPECT_EQ(openElsewhere({"OCL_ICD_VENDORS=" + Vendors.path()}),
            "0 no OpenCL platform is installed");
}

TEST(ClDevicesTest, PoclWithoutALinkerIsLeftOut) {
  std::string Ignored;
  bool HasPocl = false;
  for (auto &Each : openDevices(Ignored))
    HasPocl |= Each->facts().Platform == "Portable Computing Language";
  if (!HasPocl)
    GTEST_SKIP() << "no PoCL";
  std::string Report = openElsewhere({"PATH=/nonexistent"});
  EXPECT_NE(Report.find("needs the linker ld"), std::string::npos) << Report;
}

} // namespace
