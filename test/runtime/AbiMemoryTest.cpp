// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AbiMemoryTest.cpp - the C entry points for memory ------------------===//
#include "twofold/twofold.h"

#include <cstring>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

/// All calls with data that nothing has been done with; true if all are right.
bool everyCallAnswers() {
  auto *Data = static_cast<int *>(twofold_alloc(100000));
  if (!Data || twofold_alloc(0) || twofold_alloc(SIZE_MAX))
    return false;
  for (int I = 0; I < 25000; ++I)
    Data[I] = I;
  twofold_residence At = {};
  At.struct_size = sizeof At;
  twofold_region_statistics Now = {};
  Now.struct_size = sizeof Now;
  bool Right = twofold_sync(Data, 100000) == TWOFOLD_MEMORY_OK &&
               twofold_sync_all() == TWOFOLD_MEMORY_OK &&
               twofold_discard(Data + 20000, 20000) == TWOFOLD_MEMORY_OK &&
               twofold_pin_host(Data, 8) == TWOFOLD_MEMORY_OK &&
               twofold_unpin(Data, 8) == TWOFOLD_MEMORY_OK &&
               twofold_prefetch(Data, 100000, -1) == TWOFOLD_MEMORY_NO_DEVICE &&
               twofold_where(Data, 100000, &At) == TWOFOLD_MEMORY_OK &&
               At.on_host == 100000 && At.devices == 0 &&
               twofold_get_region_statistics(&Now) == TWOFOLD_MEMORY_OK &&
               Now.regions == 0 && Now.pinned_bytes == 0 &&
               twofold_sync(Data, SIZE_MAX) == TWOFOLD_MEMORY_BAD_ARGUMENT;
  for (int I = 0; I < 20000; ++I)
    Right &= Data[I] == I;
  twofold_free(Data);
  twofold_free(nullptr);
  return Right;
}

/// What Body returns, of a forked child.
template <typename Function> bool inChild(Function Body) {
  pid_t Child = fork();
  if (Child == 0)
    _exit(Body() ? 0 : 1);
  int Status = -1;
  return waitpid(Child, &Status, 0) == Child && WIFEXITED(Status) &&
         WEXITSTATUS(Status) == 0;
}

} // namespace

TEST(AbiMemory, BeforeTheFirstLoopAndAfterForks) {
  EXPECT_TRUE(inChild(everyCallAnswers)); // no runtime yet, if run alone
  EXPECT_TRUE(everyCallAnswers());
  (void)twofold_device_count();
  EXPECT_TRUE(everyCallAnswers());
  auto *Mine = static_cast<char *>(twofold_alloc(9000));
  ASSERT_EQ(twofold_pin_host(Mine, 9000), TWOFOLD_MEMORY_OK);
  Mine[8999] = 'm';
  EXPECT_TRUE(inChild([&] {
    bool Right = everyCallAnswers() && Mine[8999] == 'm' &&
                 twofold_prefetch(Mine, 9000, 0) == TWOFOLD_MEMORY_NO_DEVICE &&
                 twofold_unpin(Mine, 9000) == TWOFOLD_MEMORY_OK;
    twofold_free(Mine);
    return Right;
  }));
  EXPECT_EQ(Mine[8999], 'm');
  EXPECT_EQ(twofold_unpin(Mine, 9000), TWOFOLD_MEMORY_OK);
  EXPECT_EQ(twofold_unpin(Mine, 9000), TWOFOLD_MEMORY_NOT_PINNED);
  twofold_free(Mine);
}
