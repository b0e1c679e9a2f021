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

class LazyBench : public Bench {
public:
  explicit LazyBench(Settings Set = lazy())
      : Bench(Set, DeviceKind::Gpu, true, [](GuardResolver &Resolver) {
          return std::make_unique<HostGuard>(Resolver);
        }) {}
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
