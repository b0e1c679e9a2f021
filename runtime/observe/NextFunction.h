// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NextFunction.h - the function that would be called without ours ----===//
#ifndef TWOFOLD_RUNTIME_OBSERVE_NEXTFUNCTION_H
#define TWOFOLD_RUNTIME_OBSERVE_NEXTFUNCTION_H

#include <atomic>
#include <dlfcn.h>

namespace twofold {

/// Found when it is first needed. Null where there is none.
template <typename Function> class NextFunction {
  const char *const Name;
  std::atomic<Function *> Found{nullptr};

public:
  constexpr explicit NextFunction(const char *Name) : Name(Name) {}

  Function *get() {
    Function *Next = Found.load(std::memory_order_relaxed);
    if (!Next) [[unlikely]] {
      Next = reinterpret_cast<Function *>(dlsym(RTLD_NEXT, Name));
      Found.store(Next, std::memory_order_relaxed);
    }
    return Next;
  }
};

} // namespace twofold

/// Defines Next<Name>: what Name would be without us.
#define NEXT(Name)                                                             \
  static constinit NextFunction<decltype(Name)> Next##Name(#Name)

#endif
