// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClDeviceBench.h - what tests of OpenCL devices share ---------------===//
//
// Every test runs on every device found, and is skipped where there is none.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_TEST_RUNTIME_CLDEVICEBENCH_H
#define TWOFOLD_TEST_RUNTIME_CLDEVICEBENCH_H

#include "opencl/ClDevices.h"

#include "TemporaryFolder.h"
#include "cache/KernelCache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <thread>

namespace twofold::test {

inline KernelArgument memory(std::unique_ptr<Buffer> &Of) {
  return {KernelArgument::Kind::Memory, Of.get(), nullptr, 0};
}
template <typename T> KernelArgument bytes(const T &Value) {
  return {KernelArgument::Kind::Bytes, nullptr, &Value, sizeof(T)};
}
inline KernelArgument local(size_t Size) {
  return {KernelArgument::Kind::Local, nullptr, nullptr, Size};
}
inline NdRange items(size_t Count, size_t Group = 0) {
  return {1, {Count, 1, 1}, {Group, Group ? 1u : 0u, Group ? 1u : 0u}};
}

/// Fails the test with the error's text, which a plain bool would hide.
template <typename T> testing::AssertionResult good(const Result<T> &Outcome) {
  if (Outcome)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << Outcome.error().Message << "\n"
                                     << Outcome.error().Detail;
}

inline const ProgramSource AddSource = {
    "add", R"(kernel void add(global int *a, int by, long first) {
  a[first + get_global_id(0)] += by;
})",
    ""};

struct ClDeviceTest : testing::Test {
  /// Opened once and never released, as the runtime does it.
  static std::vector<std::unique_ptr<Device>> &devices() {
    static auto *All = [] {
      std::string Ignored;
      return new auto(openDevices(Ignored));
    }();
    return *All;
  }
  void SetUp() override {
    if (devices().empty())
      GTEST_SKIP() << "no OpenCL device";
  }
  template <typename Body> void onEach(Body Run) {
    for (auto &Each : devices()) {
      SCOPED_TRACE(Each->facts().Name);
      Run(*Each);
      if (HasFatalFailure())
        return;
    }
  }
};

} // namespace twofold::test

#endif
