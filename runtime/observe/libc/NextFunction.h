// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NextFunction.h - the function that would be called without ours ----===//
#ifndef TWOFOLD_RUNTIME_OBSERVE_LIBC_NEXTFUNCTION_H
#define TWOFOLD_RUNTIME_OBSERVE_LIBC_NEXTFUNCTION_H

#include <atomic>
#include <dlfcn.h>

namespace twofold {

/// All of them lie side by side in a section of this name.
#define NEXT_SECTION "twofold_next"

/// Found when it is first needed. Null where there is none.
class AnyNextFunction {
  const char *const Name;
  std::atomic<void *> Found{nullptr};

protected:
  constexpr explicit AnyNextFunction(const char *Name) : Name(Name) {}

public:
  void *find() {
    void *Next = Found.load(std::memory_order_relaxed);
    if (!Next) [[unlikely]] {
      Next = dlsym(RTLD_NEXT, Name);
      Found.store(Next, std::memory_order_relaxed);
    }
    return Next;
  }
};

template <typename Function> class NextFunction : public AnyNextFunction {
public:
  constexpr explicit NextFunction(const char *Name) : AnyNextFunction(Name) {}
  Function *get() { return reinterpret_cast<Function *>(find()); }
};

/// Finds all of them: where the dynamic linker may not be called later, as in
/// handlers of signals and in children of a fork. 0.1 ms, once.
void findNextFunctions();

} // namespace twofold

/// Of a function that is to stand before libc's.
#define OURS __attribute__((visibility("default")))

/// Defines Next<Name>: what Name would be without us.
#define NEXT(Name)                                                             \
  static constinit twofold::NextFunction<decltype(Name)> Next##Name            \
      __attribute__((section(NEXT_SECTION), used)) (#Name)

#endif
