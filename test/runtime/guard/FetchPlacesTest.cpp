// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/FetchPlaces.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold;

/// In a child: what is enabled stays so.
TEST(FetchPlaces, AreCountedByTheirCallers) {
  pid_t Child = fork();
  if (Child == 0) {
    const auto Is = [](const fetch_places::Place &P, uintptr_t From,
                       uint64_t Times, uint64_t Bytes) {
      return P.From[0] == From && P.Times == Times && P.Bytes == Bytes;
    };
    fetch_places::enable();
    if (!fetch_places::enabled() || fetch_places::here()[0] == 0)
      _exit(1);
    fetch_places::add({1}, 10);
    fetch_places::add({2}, 30);
    fetch_places::add({1}, 5);
    auto All = fetch_places::all(); // and those of other tests
    std::erase_if(All, [](const auto &P) { return P.From[0] > 2; });
    _exit(All.size() == 2 && Is(All[0], 2, 1, 30) && Is(All[1], 1, 2, 15) ? 0
                                                                          : 2);
  }
  int How = -1;
  ASSERT_EQ(waitpid(Child, &How, 0), Child);
  EXPECT_EQ(How, 0);
}
