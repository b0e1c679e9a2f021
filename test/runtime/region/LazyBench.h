// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LazyBench.h - a runtime whose results stay on the device -----------===//
#ifndef TWOFOLD_TEST_RUNTIME_LAZYBENCH_H
#define TWOFOLD_TEST_RUNTIME_LAZYBENCH_H

#include "RuntimeBench.h"
#include "guard/HostGuard.h"

namespace twofold::test {

inline Settings lazy() {
  Settings Set = gpu();
  Set.Copies = Coherence::Lazy;
  return Set;
}

/// Arrays of tests are not seen being allocated. What happens to lie right
/// above a thread's stack would be taken for a part of it, were this not known
/// to be the pages of a block.
inline KnownBlock pagesOfTests(uint64_t Address) {
  const uint64_t Begin = Address & ~uint64_t(4095);
  KnownBlock Out({Begin, Begin + (uint64_t(1) << 30)});
  Out.Private = Out.Range;
  return Out;
}

class LazyBench : public Bench {
public:
  explicit LazyBench(
      Settings Set = lazy(), Regions::GuardMaker MakeGuard =
                                 [](GuardResolver &Resolver) {
                                   return std::make_unique<HostGuard>(Resolver);
                                 })
      : Bench(Set, DeviceKind::Gpu, true, std::move(MakeGuard)) {
    R->regions().setOwners({}, pagesOfTests);
  }
  bool works() const { return R->regions().lazy() && !R->regions().scoped(); }
  /// Before the loop's arrays are freed, which nobody observes here.
  void forget(const ExampleLoop &Loop) {
    for (const std::vector<int64_t> *V : {&Loop.x, &Loop.y, &Loop.w, &Loop.z}) {
      uint64_t Begin = uint64_t(uintptr_t(V->data()));
      R->regions().forget({Begin, Begin + V->size() * 8});
    }
  }
};

} // namespace twofold::test

#define SKIP_WITHOUT_GUARD(On)                                                 \
  if (!(On).works())                                                           \
  GTEST_SKIP() << (On).Told

#endif
