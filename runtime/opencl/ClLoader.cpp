// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "opencl/ClLoader.h"

#include "opencl/ClFacts.h"

#include <CL/cl_icd.h>
#include <cstring>
#include <dlfcn.h>

namespace twofold {

static Error unavailable(const char *What) {
  const char *Why = dlerror();
  return {ErrorCode::Unavailable,
          std::string("OpenCL is not available: ") + (Why ? Why : What), ""};
}

Result<std::shared_ptr<const ClApi>> loadCl(const char *Library) {
  // RTLD_LOCAL: a driver's symbols (PoCL brings an LLVM of its own) must not
  // be found by the program's.
  void *Handle = dlopen(Library, RTLD_NOW | RTLD_LOCAL);
  if (!Handle)
    return unavailable(Library);
  auto Api = std::make_shared<ClApi>();
#define TWOFOLD_CL_FUNCTION(Name)                                              \
  Api->Name = reinterpret_cast<decltype(Api->Name)>(dlsym(Handle, #Name));     \
  if (!Api->Name) {                                                            \
    Error Missing = unavailable(#Name);                                        \
    dlclose(Handle);                                                           \
    return Missing;                                                            \
  }
#include "opencl/ClFunctions.def"
  return std::shared_ptr<const ClApi>(std::move(Api));
}

Result<std::vector<DriverPlatform>> loadDriver(const char *Library) {
  // As loaders do it: not every driver has all that it names.
  void *Handle = dlopen(Library, RTLD_LAZY | RTLD_LOCAL);
  if (!Handle)
    return unavailable(Library);
  auto Find = reinterpret_cast<void *(*)(const char *)>(
      dlsym(Handle, "clGetExtensionFunctionAddress"));
  using PlatformQuery = cl_int (*)(cl_uint, cl_platform_id *, cl_uint *);
  auto Query = reinterpret_cast<PlatformQuery>(
      Find ? Find("clIcdGetPlatformIDsKHR") : nullptr);
  if (!Query)
    Query = reinterpret_cast<PlatformQuery>(
        dlsym(Handle, "clIcdGetPlatformIDsKHR"));
  if (!Query)
    return unavailable("clIcdGetPlatformIDsKHR");
  auto Platforms = platformsOf(Query);
  if (!Platforms)
    return Platforms.takeError();
  std::vector<DriverPlatform> Out;
  for (cl_platform_id Platform : *Platforms) {
    // The first word of every object leads to the functions.
    const cl_icd_dispatch *From;
    std::memcpy(&From, Platform, sizeof From);
    if (!From)
      continue;
    auto Api = std::make_shared<ClApi>();
    unsigned Missing = 0;
#define TWOFOLD_CL_FUNCTION(Name)                                              \
  Api->Name = From->Name;                                                      \
  Missing += !Api->Name;
#include "opencl/ClFunctions.def"
    if (Missing == unsigned(!Api->clGetPlatformIDs))
      Out.push_back({std::move(Api), Platform});
  }
  return Out;
}

namespace {
struct ClErrorRow {
  cl_int Value;
  const char *Name;
  ErrorCode Code;
};
} // namespace

static constexpr ClErrorRow Rows[] = {
#define TWOFOLD_CL_ERROR(Name, Value, Code) {Value, #Name, ErrorCode::Code},
#include "opencl/ClErrors.def"
};

static const ClErrorRow *findRow(cl_int Code) {
  for (const ClErrorRow &Row : Rows)
    if (Row.Value == Code)
      return &Row;
  return nullptr;
}

const char *clErrorName(cl_int Code) {
  const ClErrorRow *Row = findRow(Code);
  return Row ? Row->Name : nullptr;
}

ErrorCode clErrorCode(cl_int Code) {
  const ClErrorRow *Row = findRow(Code);
  return Row ? Row->Code : ErrorCode::DeviceLost;
}

Error clError(const char *Call, cl_int Code) {
  const char *Name = clErrorName(Code);
  return {clErrorCode(Code),
          std::string(Call) +
              " failed: " + (Name ? Name : "a code of the driver's own") +
              " (" + std::to_string(Code) + ")",
          ""};
}

Status clStatus(const char *Call, cl_int Code) {
  if (Code == CL_SUCCESS)
    return Unit();
  return clError(Call, Code);
}

Status clMade(const char *Call, cl_int Code, const void *Made) {
  if (Code == CL_SUCCESS && !Made)
    return Error{ErrorCode::DeviceLost,
                 std::string(Call) + " succeeded and gave nothing", ""};
  return clStatus(Call, Code);
}

} // namespace twofold
