// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CacheFaultTest.cpp - the kernel cache when things go wrong ---------===//
//
// The linker sends every call that the cache makes of the C library through the
// functions below. Each call in turn fails, or the process dies before or after
// it. TWOFOLD_LONG_TESTS=1 makes as many rounds as a release asks for.
//
//===----------------------------------------------------------------------===//
#include "TemporaryFolder.h"
#include "cache/CacheEntry.h"
#include "cache/CacheStore.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

enum class Fault {
  None,
  Error,
  ShortWrite,
  Interruptions, ///< of reads, at every second call
  CutOff,
  DieBefore,
  DieAfter
};

constinit std::atomic<Fault> Injected{Fault::None};
constinit std::atomic<int> ErrorCode{EIO};
constinit std::atomic<unsigned> At{0}; ///< which call, counted from 1
constinit std::atomic<unsigned> Calls{0};

void inject(Fault What, unsigned Call, int Code = EIO) {
  Calls = 0;
  At = Call;
  ErrorCode = Code;
  Injected = What;
}

[[noreturn]] void die() {
  kill(getpid(), SIGKILL);
  while (true)
    pause();
}

/// True if this call is to fail.
bool failsHere() {
  Fault What = Injected;
  if (What == Fault::None || ++Calls != At)
    return false;
  if (What == Fault::DieBefore)
    die();
  if (What != Fault::Error)
    return false;
  errno = ErrorCode;
  return true;
}

template <typename T> T after(T Value) {
  if (Injected == Fault::DieAfter && Calls == At)
    die();
  return Value;
}

} // namespace

#define WRAPPED(Type, Name, Parameters, Arguments, Failure)                    \
  extern "C" Type __real_##Name Parameters;                                    \
  extern "C" Type __wrap_##Name Parameters;                                    \
  Type __wrap_##Name Parameters {                                              \
    if (failsHere())                                                           \
      return Failure;                                                          \
    return after(__real_##Name Arguments);                                     \
  }

WRAPPED(int, open, (const char *Path, int Flags, mode_t Mode),
        (Path, Flags, Mode), -1)
WRAPPED(int, openat, (int In, const char *Path, int Flags, mode_t Mode),
        (In, Path, Flags, Mode), -1)
WRAPPED(int, fstat, (int File, struct stat *To), (File, To), -1)
WRAPPED(int, fstatat, (int In, const char *Path, struct stat *To, int Flags),
        (In, Path, To, Flags), -1)
WRAPPED(int, renameat, (int In, const char *From, int Into, const char *To),
        (In, From, Into, To), -1)
WRAPPED(int, unlinkat, (int In, const char *Path, int Flags), (In, Path, Flags),
        -1)
WRAPPED(int, mkdir, (const char *Path, mode_t Mode), (Path, Mode), -1)
WRAPPED(int, futimens, (int File, const struct timespec *Times), (File, Times),
        -1)
WRAPPED(DIR *, fdopendir, (int File), (File), nullptr)
WRAPPED(struct dirent *, readdir, (DIR * Listing), (Listing), nullptr)

extern "C" ssize_t __real_read(int File, void *To, size_t Size);
extern "C" ssize_t __wrap_read(int File, void *To, size_t Size);
ssize_t __wrap_read(int File, void *To, size_t Size) {
  if (failsHere())
    return -1;
  if (Injected == Fault::Interruptions && Calls % 2 == At) {
    errno = EINTR;
    return -1;
  }
  // Others have shortened the file. An earlier call was interrupted.
  if (Injected == Fault::CutOff && Calls >= At) {
    errno = EINTR;
    return 0;
  }
  return after(__real_read(File, To, Size));
}

extern "C" ssize_t __real_write(int File, const void *From, size_t Size);
extern "C" ssize_t __wrap_write(int File, const void *From, size_t Size);
ssize_t __wrap_write(int File, const void *From, size_t Size) {
  if (failsHere())
    return -1;
  // What a full disk does: half of it, then nothing.
  if (Injected == Fault::ShortWrite && Calls >= At) {
    if (Calls == At)
      return __real_write(File, From, Size / 2);
    errno = ENOSPC;
    return -1;
  }
  return after(__real_write(File, From, Size));
}

extern "C" int __real_close(int File);
extern "C" int __wrap_close(int File);
int __wrap_close(int File) {
  bool Fails = failsHere();
  int Closed = __real_close(File); // an error of close() closes all the same
  if (!Fails)
    return after(Closed);
  errno = ErrorCode;
  return -1;
}

namespace twofold {
namespace {

using Bytes = std::vector<uint8_t>;

const Bytes Old(3000, 1), New(5000, 2);

auto openDescriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                       {});
}

bool longTests() { return std::getenv("TWOFOLD_LONG_TESTS") != nullptr; }

struct CacheFaultTest : testing::Test {
  TemporaryFolder Folder;
  CacheConfig Config{Folder / "a/cache"};

  void startAfresh(bool WithOld) {
    inject(Fault::None, 0);
    std::filesystem::remove_all(Folder / "a");
    Config.MaxBytes = 9000; // so that making room is part of a put
    if (WithOld) {
      CacheStore Store(Config);
      ASSERT_TRUE(Store.put("key", Old, "a.c:1: f"));
      ASSERT_TRUE(Store.put("other", Old));
    }
  }

  /// Everything that a program does with its cache. False: a wrong payload.
  bool useAll(bool WithOld) {
    bool Right = true;
    CacheStore Store(Config);
    auto Look = [&](const std::optional<Bytes> &Found, bool MayBeNew) {
      if (Found)
        Right = Right &&
                ((WithOld && *Found == Old) || (MayBeNew && *Found == New));
    };
    (void)Store.crashedBefore("key");
    {
      CacheStore::BuildGuard Guard(Store, "key");
      Look(Store.get("key"), false);
      (void)Store.put("key", New, "a.c:1: f");
    }
    Look(Store.get("key"), true);
    (void)Store.keys();
    return Right;
  }

  /// After whatever happened: nothing wrong is read, and all works again.
  void expectSound(bool WithOld) {
    inject(Fault::None, 0);
    {
      CacheStore Store(Config);
      if (auto Found = Store.get("key"))
        EXPECT_TRUE(*Found == New || (WithOld && *Found == Old));
      if (auto Found = Store.get("other"))
        EXPECT_TRUE(*Found == Old);
    }
    // Once what is left over is old enough, the next start removes it.
    for (const auto &Each :
         std::filesystem::directory_iterator(Config.Directory))
      if (Each.path().extension() == ".tmp")
        std::filesystem::last_write_time(
            Each.path(), std::filesystem::file_time_type::clock::now() -
                             std::chrono::hours(2));
    CacheStore Store(Config);
    EXPECT_TRUE(Store.put("key", New));
    EXPECT_EQ(Store.get("key"), New);
    for (const auto &Each :
         std::filesystem::directory_iterator(Config.Directory))
      EXPECT_NE(Each.path().extension(), ".tmp");
  }
};

} // namespace

TEST_F(CacheFaultTest, EveryCallMayFail) {
  unsigned Injections = 0;
  for (int Code : {ENOSPC, EDQUOT, EIO, EROFS, EACCES})
    for (bool WithOld : {false, true})
      for (unsigned Call = 1;; ++Call) {
        startAfresh(WithOld);
        const auto Open = openDescriptors();
        inject(Fault::Error, Call, Code);
        ASSERT_TRUE(useAll(WithOld)) << "call " << Call;
        bool Reached = Calls >= Call;
        expectSound(WithOld);
        ASSERT_EQ(openDescriptors(), Open) << "call " << Call;
        if (!Reached)
          break;
        ++Injections;
        ASSERT_LT(Call, 1000u);
      }
  EXPECT_GT(Injections, 200u);
}

TEST_F(CacheFaultTest, InterruptionsAreNoFailures) {
  for (unsigned Call = 1;; ++Call) {
    startAfresh(true);
    inject(Fault::Error, Call, EINTR);
    ASSERT_TRUE(useAll(true));
    bool Reached = Calls >= Call;
    expectSound(true);
    if (!Reached)
      break;
  }
}

TEST_F(CacheFaultTest, InterruptedReadsGoOn) {
  startAfresh(true);
  CacheStore Store(Config);
  for (unsigned Odd : {0, 1}) {
    inject(Fault::Interruptions, Odd);
    EXPECT_EQ(Store.get("key"), Old);
  }
  inject(Fault::None, 0);
}

TEST_F(CacheFaultTest, AShortWriteIsNoEntry) {
  for (unsigned Call = 1;; ++Call) {
    startAfresh(false);
    inject(Fault::ShortWrite, Call);
    ASSERT_TRUE(useAll(false));
    bool Reached = Calls >= Call;
    expectSound(false);
    if (!Reached)
      break;
  }
}

TEST_F(CacheFaultTest, WhatWasCutOffIsNoEntry) {
  for (unsigned Call = 1;; ++Call) {
    startAfresh(true);
    inject(Fault::CutOff, Call);
    ASSERT_TRUE(useAll(true));
    bool Reached = Calls >= Call;
    expectSound(true);
    if (!Reached)
      break;
  }
}

TEST_F(CacheFaultTest, DeathAtEveryCall) {
  unsigned Deaths = 0;
  for (Fault How : {Fault::DieBefore, Fault::DieAfter})
    for (bool WithOld : {false, true})
      for (unsigned Call = 1;; ++Call) {
        startAfresh(WithOld);
        pid_t Child = fork();
        if (Child == 0) {
          inject(How, Call);
          bool Right = useAll(WithOld);
          _exit(Right ? 0 : 1);
        }
        int Outcome = -1;
        ASSERT_EQ(waitpid(Child, &Outcome, 0), Child);
        bool Died = WIFSIGNALED(Outcome);
        ASSERT_TRUE(Died || Outcome == 0) << "call " << Call;
        expectSound(WithOld);
        if (!Died)
          break;
        ++Deaths;
        ASSERT_LT(Call, 1000u);
      }
  EXPECT_GT(Deaths, 80u);
}

TEST_F(CacheFaultTest, DeathAtAnyTime) {
  const int Rounds = longTests() ? 1000 : 40;
  std::minstd_rand Random(1);
  startAfresh(false);
  for (int Round = 0; Round != Rounds; ++Round) {
    pid_t Child = fork();
    if (Child == 0)
      while (true) {
        CacheStore Store(Config);
        for (int Key = 0; Key != 4; ++Key) {
          (void)Store.put("key " + std::to_string(Key),
                          Bytes(1000 + 700 * Key, uint8_t(Key)));
          auto Found = Store.get("key " + std::to_string((Key + 2) % 4));
          if (Found && !Found->empty() &&
              *Found != Bytes(Found->size(), uint8_t((Key + 2) % 4)))
            _exit(1);
        }
      }
    std::this_thread::sleep_for(std::chrono::microseconds(Random() % 4000));
    kill(Child, SIGKILL);
    int Outcome = -1;
    ASSERT_EQ(waitpid(Child, &Outcome, 0), Child);
    ASSERT_TRUE(WIFSIGNALED(Outcome));
    CacheStore Store(Config);
    for (int Key = 0; Key != 4; ++Key)
      if (auto Found = Store.get("key " + std::to_string(Key)))
        ASSERT_EQ(*Found, Bytes(1000 + 700 * Key, uint8_t(Key)));
  }
}

} // namespace twofold
