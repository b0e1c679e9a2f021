// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SeenCall.h - functions that stand before libc's of the same name ---===//
//
//   SEEN(3, read, writes(A2, A3));
//
// defines libc's function with three parameters, A1 to A3, whose types are
// those of its declaration. It calls the next function of that name, once what
// the call gives to the kernel is accessible (UserMemory.h). Without a guard
// that is one load and a jump. It may be called in a signal handler, in a child
// of vfork() and before any constructor has run, and be cancelled, where the
// next function may.
//
//   SEEN_EACH(3, writes(A2, A3), read, recv);
//   SEEN_WITH(1, fclose, const LoanEnd End(A1));
//
// define several that give the same to the kernel; and one for which something
// is done in any case, guard or not, until the next function has returned.
#ifndef TWOFOLD_RUNTIME_OBSERVE_LIBC_SEENCALL_H
#define TWOFOLD_RUNTIME_OBSERVE_LIBC_SEENCALL_H

#include "guard/HostGuard.h"
#include "observe/libc/NextFunction.h"
#include "observe/libc/UserMemory.h"

#include <cerrno>
#include <tuple>

namespace twofold {

template <typename Function> struct SignatureOf;
template <typename R, typename... A> struct SignatureOf<R(A...)> {
  using Result = R;
  template <size_t I> using At = std::tuple_element_t<I - 1, std::tuple<A...>>;
  static constexpr bool Quiet = false;
};
template <typename R, typename... A>
struct SignatureOf<R(A...) noexcept> : SignatureOf<R(A...)> {
  static constexpr bool Quiet = true;
};

/// The function that would be called without ours. One that this libc does not
/// have cannot be called; a program may ask for it all the same.
template <typename Function, typename... Arguments>
typename SignatureOf<Function>::Result
callNext(NextFunction<Function> &Of,
         Arguments... Given) noexcept(SignatureOf<Function>::Quiet) {
  using Result = typename SignatureOf<Function>::Result;
  Function *Next = Of.get();
  if (Next) [[likely]]
    return Next(Given...);
  errno = ENOSYS;
  if constexpr (std::is_pointer_v<Result>)
    return nullptr;
  else if constexpr (!std::is_void_v<Result>)
    return Result(-1);
}

} // namespace twofold

#define SEEN_TYPE(I, Name) twofold::SignatureOf<decltype(::Name)>::At<I>
#define SEEN_LIST_1(Name) SEEN_TYPE(1, Name) A1
#define SEEN_LIST_2(Name) SEEN_LIST_1(Name), SEEN_TYPE(2, Name) A2
#define SEEN_LIST_3(Name) SEEN_LIST_2(Name), SEEN_TYPE(3, Name) A3
#define SEEN_LIST_4(Name) SEEN_LIST_3(Name), SEEN_TYPE(4, Name) A4
#define SEEN_LIST_5(Name) SEEN_LIST_4(Name), SEEN_TYPE(5, Name) A5
#define SEEN_LIST_6(Name) SEEN_LIST_5(Name), SEEN_TYPE(6, Name) A6
#define SEEN_LIST_7(Name) SEEN_LIST_6(Name), SEEN_TYPE(7, Name) A7
#define SEEN_GIVEN_1 A1
#define SEEN_GIVEN_2 SEEN_GIVEN_1, A2
#define SEEN_GIVEN_3 SEEN_GIVEN_2, A3
#define SEEN_GIVEN_4 SEEN_GIVEN_3, A4
#define SEEN_GIVEN_5 SEEN_GIVEN_4, A5
#define SEEN_GIVEN_6 SEEN_GIVEN_5, A6
#define SEEN_GIVEN_7 SEEN_GIVEN_6, A7

/// Count: of its parameters.
#define SEEN(Count, Name, ...) SEEN_WITH(Count, Name, , __VA_ARGS__)

#define SEEN_WITH(Count, Name, Always, ...)                                    \
  NEXT(Name);                                                                  \
  extern "C" OURS twofold::SignatureOf<decltype(::Name)>::Result Name(         \
      SEEN_LIST_##Count(                                                       \
          Name)) noexcept(twofold::SignatureOf<decltype(::Name)>::Quiet) {     \
    if (twofold::activeGuard()) [[unlikely]] {                                 \
      using namespace twofold::user;                                           \
      __VA_ARGS__;                                                             \
    }                                                                          \
    Always;                                                                    \
    return twofold::callNext(Next##Name, SEEN_GIVEN_##Count);                  \
  }                                                                            \
  static_assert(true)

// The preprocessor looks again at what SEEN_AGAIN has left, so often that lists
// of some eighty names come to their end.
#define SEEN_PARENTHESES ()
#define SEEN_SCAN(...) SEEN_SCAN_3(SEEN_SCAN_3(SEEN_SCAN_3(__VA_ARGS__)))
#define SEEN_SCAN_3(...) SEEN_SCAN_2(SEEN_SCAN_2(SEEN_SCAN_2(__VA_ARGS__)))
#define SEEN_SCAN_2(...) SEEN_SCAN_1(SEEN_SCAN_1(SEEN_SCAN_1(__VA_ARGS__)))
#define SEEN_SCAN_1(...) __VA_ARGS__
#define SEEN_FIRST(Count, Uses, Name, ...)                                     \
  SEEN(Count, Name, Uses)                                                      \
  __VA_OPT__(; SEEN_AGAIN SEEN_PARENTHESES(Count, Uses, __VA_ARGS__))
#define SEEN_AGAIN() SEEN_FIRST
#define SEEN_EACH(Count, Uses, ...)                                            \
  SEEN_SCAN(SEEN_FIRST(Count, Uses, __VA_ARGS__))

#endif
