// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "opencl/DriverFiles.h"
#include "system/Files.h"

#include <algorithm>
#include <dirent.h>
#include <fcntl.h>
#include <string_view>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace twofold;

static constexpr const char *DefaultFolder = "/etc/OpenCL/vendors";

static std::string firstLine(const std::string &Path) {
  const FileText File(Path.c_str());
  const std::string Line(File.firstLine());
  size_t First = Line.find_first_not_of(" \t\r"),
         Last = Line.find_last_not_of(" \t\r");
  return First == Line.npos ? "" : Line.substr(First, Last - First + 1);
}

static void addIcd(std::vector<DriverFile> &To, const std::string &Path) {
  std::string Library = firstLine(Path);
  if (!Library.empty())
    To.push_back({Path, Library});
}

static void addFolder(std::vector<DriverFile> &To, const std::string &Path) {
  DIR *Folder = opendir(Path.c_str());
  if (!Folder)
    return;
  while (dirent *Each = readdir(Folder))
    if (std::string_view(Each->d_name).ends_with(".icd"))
      addIcd(To, Path + "/" + Each->d_name);
  closedir(Folder);
}

static bool isFolder(const std::string &Path) {
  struct stat Info;
  return fstatat(AT_FDCWD, Path.c_str(), &Info, 0) == 0 &&
         S_ISDIR(Info.st_mode);
}

std::vector<DriverFile> twofold::installedDrivers(const VariableLookup &Get) {
  auto Value = [&](const char *Name) {
    const char *Text = Get(Name);
    return std::string(Text ? Text : "");
  };
  std::vector<DriverFile> Out;
  std::string Folder = Value("OPENCL_VENDOR_PATH");
  if (Folder.empty())
    Folder = DefaultFolder;
  const std::string Vendors = Value("OCL_ICD_VENDORS");
  if (Vendors.empty() || isFolder(Vendors))
    addFolder(Out, Vendors.empty() ? Folder : Vendors);
  else if (!Vendors.ends_with(".icd"))
    Out.push_back({Vendors, Vendors});
  else
    addIcd(Out, Vendors.find('/') == Vendors.npos ? Folder + "/" + Vendors
                                                  : Vendors);
  for (std::string Rest = Value("OCL_ICD_FILENAMES"); !Rest.empty();) {
    size_t End = std::min(Rest.find(':'), Rest.size());
    if (End)
      Out.push_back({Rest.substr(0, End), Rest.substr(0, End)});
    Rest.erase(0, End + 1);
  }
  std::sort(Out.begin(), Out.end(),
            [](const auto &A, const auto &B) { return A.Source < B.Source; });
  return Out;
}

std::string twofold::fileIdentity(const std::string &Path) {
  struct stat Info;
  if (fstatat(AT_FDCWD, Path.c_str(), &Info, 0) != 0)
    return "-";
  std::string Out;
  for (auto Number :
       {uint64_t(Info.st_dev), uint64_t(Info.st_ino), uint64_t(Info.st_size),
        uint64_t(Info.st_mtim.tv_sec), uint64_t(Info.st_mtim.tv_nsec)})
    Out += (Out.empty() ? "" : " ") + std::to_string(Number);
  return Out;
}

std::string twofold::driverSurroundings(const std::vector<DriverFile> &Drivers,
                                        const VariableLookup &Get) {
  std::string Out;
  auto Add = [&](const std::string &Name, const std::string &Value) {
    Out += Name + "=" + Value + "\n";
  };
  for (const DriverFile &Each : Drivers) {
    Add("driver", Each.Source + " " + fileIdentity(Each.Source));
    Add("library", Each.Library + " " + fileIdentity(Each.Library));
  }
  // Where libraries with bare names are found; it changes with most of them.
  Add("ld.so.cache", fileIdentity("/etc/ld.so.cache"));
  for (const char *Name :
       {"LD_LIBRARY_PATH", "LD_PRELOAD", "OPENCL_LAYERS", "OCL_ICD_VENDORS",
        "OCL_ICD_FILENAMES", "OPENCL_VENDOR_PATH"})
    if (const char *Value = Get(Name))
      Add(Name, Value);
  // A driver's other half is in the kernel, which ends with the boot.
  Add("boot", firstLine("/proc/sys/kernel/random/boot_id"));
  // Drivers look there for processors and devices, and some die without.
  for (const char *Place : {"/sys/devices/system/cpu", "/sys/class", "/dev/dri",
                            "/dev/nvidiactl", "/dev/kfd", "/dev/shm"})
    Add(Place, faccessat(AT_FDCWD, Place, R_OK, 0) == 0 ? "yes" : "no");
  Add("user", std::to_string(geteuid()));
  for (auto Of : {RLIMIT_AS, RLIMIT_DATA, RLIMIT_NPROC, RLIMIT_NOFILE,
                  RLIMIT_STACK, RLIMIT_MEMLOCK}) {
    rlimit Limit = {};
    getrlimit(Of, &Limit);
    Add("limit " + std::to_string(int(Of)), std::to_string(Limit.rlim_cur));
  }
  return Out;
}
