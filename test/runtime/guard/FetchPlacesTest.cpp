// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/FetchPlaces.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold;

/// A call is told where it is, not where it returns to, which may be another
/// line; few calls leave places empty.
TEST(FetchPlaces, AreThoseOfCalls) {
  struct Seen {
    bool Calls = false;
    uintptr_t Behind = 1;
  } Of;
  const auto Look = [](void *Into) -> void * {
    const fetch_places::Callers From = fetch_places::here();
    const auto Back = uintptr_t(__builtin_return_address(0));
    auto &Out = *static_cast<Seen *>(Into);
    Out.Calls = std::find(From.begin(), From.end(), Back - 1) != From.end();
    Out.Behind = From.back();
    return nullptr;
  };
  pthread_t Thread;
  ASSERT_EQ(pthread_create(&Thread, nullptr, Look, &Of), 0);
  pthread_join(Thread, nullptr);
  EXPECT_TRUE(Of.Calls);
  EXPECT_EQ(Of.Behind, 0u);
}

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
