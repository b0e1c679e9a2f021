// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallerVariablesTest.cpp - which variables set-uid programs lose ----===//
#include "system/CallerVariables.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace twofold;

static std::vector<std::string> withoutOpenMP(std::vector<std::string> Of) {
  std::vector<char *> List;
  for (std::string &Each : Of)
    List.push_back(Each.data());
  List.push_back(nullptr);
  removeOpenMPVariables(List.data());
  std::vector<std::string> Left;
  for (char **Each = List.data(); *Each; ++Each)
    Left.push_back(*Each);
  return Left;
}

TEST(CallerVariables, ThoseOfOpenMPAloneAreRemoved) {
  using Strings = std::vector<std::string>;
  EXPECT_EQ(withoutOpenMP({}), Strings());
  EXPECT_EQ(withoutOpenMP({"OMP_TOOL_LIBRARIES=/a.so"}), Strings());
  EXPECT_EQ(
      withoutOpenMP({"HOME=/h", "KMP_SETTINGS=1", "OMP_", "PATH=/OMP_:/b",
                     "GOMP_STACKSIZE=1", "LIBOMP_USE_HIDDEN_HELPER_TASK=1",
                     "INTEL_LIBITTNOTIFY64=/b.so", "XOMP_A=1", "OMP"}),
      (Strings{"HOME=/h", "PATH=/OMP_:/b", "XOMP_A=1", "OMP"}));
}
