// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelStatesTest.cpp - the kernels of one site on all devices ------===//
#include "site/SiteTable.h"

#include <array>
#include <gtest/gtest.h>

using namespace twofold;

TEST(KernelStates, EachDeviceHasItsOwn) {
  constexpr KernelState All[] = {KernelState::Unasked, KernelState::Building,
                                 KernelState::Ready, KernelState::Failed};
  constexpr unsigned Devices = 32, Asked = 40;
  KernelStates States;
  std::array<KernelState, Asked> Expected{};
  for (unsigned Round = 0; Round < 4; ++Round)
    for (unsigned Device = 0; Device < Asked; ++Device) {
      const KernelState To = All[(Device + Round) % 4];
      States.set(Device, To);
      if (Device < Devices)
        Expected[Device] = To;
      for (unsigned Other = 0; Other < Asked; ++Other)
        ASSERT_EQ(States.of(Other), Expected[Other]) << Device << " " << Other;
    }
}
