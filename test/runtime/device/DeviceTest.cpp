// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DeviceTest.cpp - what a device need not be able to do --------------===//
#include "fake/FakeDevice.h"

#include <gtest/gtest.h>

using namespace twofold;
using namespace twofold::test;

/// Whoever asks does without it then; a failed device would be given up.
TEST(Device, WhatOneNeedNotDoIsUnsupported) {
  FakeWorld World;
  FakeDevice Device(World, DeviceKind::Gpu);
  FakeBuffer Some(World, 64), Other(World, 64);
  FakeProgram Kernel(World, "k");
  FakeQueue Queue(World);
  const RowLayout Rows = {4, 8, 2};
  const auto Code = [](auto &&Answer) {
    return Answer ? ErrorCode::OutOfMemory : Answer.error().Code;
  };
  const ErrorCode None = ErrorCode::Unsupported;
  EXPECT_EQ(Code(Kernel.Program::other("j")), None);
  EXPECT_EQ(Code(Queue.Queue::pack(Some, 0, Other, 0, Rows)), None);
  EXPECT_EQ(Code(Queue.Queue::unpack(Some, 0, Other, 0, Rows)), None);
  EXPECT_EQ(Code(Queue.Queue::showHost(Some, 0, 64)), None);
  EXPECT_EQ(Code(Device.Device::wrap(&World, 64)), None);
  EXPECT_EQ(Queue.Queue::end(), nullptr);
  EXPECT_EQ(Device.Device::crew(), nullptr);
}
