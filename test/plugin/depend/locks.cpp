// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A body that calls what is named as a lock, or has an object of a class with
// such a name, looks after what its iterations share: of that nothing is said.
// RUN: %clangxx %plugin -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s

#include <algorithm>
#include <cstdlib>

#define PARALLEL _Pragma("twofold parallel for")
#define LOOP(begin)                                                            \
  PARALLEL for (int i = 0; i < n; ++i) {                                       \
    begin;                                                                     \
    *state = *state * 3 % 1000 + x[i];                                         \
  }
#define CLASS(name)                                                            \
  struct name {                                                                \
    name();                                                                    \
    ~name();                                                                   \
  };

void lock();
void take_lock();
void takeLock();
void lock_door();
void enter_mutex_of();
void InterlockedCount();
CLASS(QLocker)
CLASS(MyLockGuardian)
CLASS(CriticalSectionOf)
void locks(int n, const int *x, int *state) {
  LOOP(lock())
  LOOP(take_lock())
  LOOP(takeLock())
  LOOP(lock_door())
  LOOP(enter_mutex_of())
  LOOP(InterlockedCount())
  LOOP(QLocker held)
  LOOP(MyLockGuardian held)
  LOOP(CriticalSectionOf held)
}

void relock();
void locked();
void unlockeddoor();
void isInterlocked();
CLASS(Clock)
CLASS(Lockers)
void others(int n, const int *x, int *state) {
  LOOP(relock())        // expected-warning {{'state' is written here and read 1 iteration of 'i' away}}
  LOOP(locked())        // expected-warning {{'state' is written here and read 1 iteration of 'i' away}}
  LOOP(unlockeddoor())  // expected-warning {{'state' is written here and read 1 iteration of 'i' away}}
  LOOP(isInterlocked()) // expected-warning {{'state' is written here and read 1 iteration of 'i' away}}
  LOOP(Clock held)      // expected-warning {{'state' is written here and read 1 iteration of 'i' away}}
  LOOP(Lockers held)    // expected-warning {{'state' is written here and read 1 iteration of 'i' away}}
}

// What has a lock's name and a body that shows that no thread waits in it.
static int lock_step(int *state, int x) {
  return *state = *state * 3 % 1000 + x; // expected-warning {{'state' is written here and read 1 iteration of 'i' away}}
}
struct lock_count {
  int *of;
  explicit lock_count(int *of) : of(of) {
    *of = *of * 3 % 1000; // expected-warning {{'state' is written here and read 1 iteration of 'i' away}}
  }
};
static int lock_turns(int turns, int x) {
  return turns == 0 ? std::max(x, std::abs(x)) : lock_turns(turns - 1, x + 1);
}
static void lock_through(int *state) {
  lock();
  *state += 1;
}
void named(int n, const int *x, int *y, int *state) {
  PARALLEL for (int i = 0; i < n; ++i)
    y[i] = lock_step(state, x[i]);
  PARALLEL for (int i = 0; i < n; ++i)
    lock_count count(state);
  PARALLEL for (int i = 0; i < n; ++i)
    lock_through(state);
  PARALLEL for (int i = 1; i < n; ++i)
    state[i] = lock_turns(3, state[i - 1]); // expected-warning {{'state' is written here and read 1 iteration of 'i' away}}
}
// Whose body it is nobody knows.
struct Door {
  virtual void lock() {}
};
void chosen(int n, const int *x, int *state, Door &door) {
  LOOP(door.lock())
}
