// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- exits.cpp - a process that ends while its threads run loops --------===//
//
// exits KIND NUMBER: two threads run loops without end, of which one also looks
// at what its loops wrote, and the process ends as KIND says. NUMBER chooses
// sizes and the moment. Whatever runs while it ends is checked; wrong values
// end the process with status 99. The right status is 42, or the signal's.
//
// With -DLIBRARY: the library that it opens. With -DOPENMP: plain OpenMP.
//
//===----------------------------------------------------------------------===//
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef OPENMP
#define PARALLEL _Pragma("omp parallel for")
#else
#define PARALLEL _Pragma("twofold parallel for")
#endif

#ifdef LIBRARY

extern "C" void libraryStep(unsigned *A, long N) {
  PARALLEL
  for (long I = 0; I < N; ++I)
    A[I] = A[I] * 5 + 7;
}

#else

#include <atomic>
#include <dlfcn.h>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

/// An array, and what each element must be: First + Scale * its number.
struct Values {
  unsigned *A = nullptr, First = 0, Scale = 1;
  long N = 0;

  void make(long Count) {
    N = Count;
    A = static_cast<unsigned *>(std::malloc(N * sizeof *A));
    for (long I = 0; I < N; ++I)
      A[I] = unsigned(I);
  }
  void step() {
    unsigned *A = this->A;
    const long N = this->N;
    PARALLEL
    for (long I = 0; I < N; ++I) {
      unsigned V = A[I];
      for (int J = 0; J < 20; ++J)
        V = V * 3 + 1;
      A[I] = V;
    }
    for (int J = 0; J < 20; ++J) {
      First = First * 3 + 1;
      Scale *= 3;
    }
  }
  void check(const char *Where) const {
    for (long I = 0; I < N; I += 61)
      if (A[I] != First + Scale * unsigned(I)) {
        std::fprintf(stderr, "wrong in %s\n", Where);
        _exit(99);
      }
  }
};

std::string Kind;
Values Mine, Busy, Looked, Late;
long Small = 900, Large = 1 << 18;

void runAndCheck(const char *Where) {
  Mine.step();
  Mine.step();
  Mine.check(Where);
}

/// Ends, with a thread, at the end of the process.
struct Joined {
  std::atomic<bool> Stop{false};
  std::thread Worker;

  void start() {
    Worker = std::thread([this] {
      while (!Stop) {
        Late.step();
        Late.check("a thread that is joined");
      }
    });
  }
  ~Joined() {
    if (!Worker.joinable())
      return;
    Stop = true;
    Worker.join();
    runAndCheck("a destructor");
  }
} AtTheEnd;

void *beBusy(void *) {
  for (;;)
    Busy.step();
}

void *look(void *) {
  for (;;) {
    Looked.step();
    Looked.check("a thread");
  }
}

void start(void *(*Run)(void *)) {
  pthread_t Thread;
  if (pthread_create(&Thread, nullptr, Run, nullptr) == 0)
    pthread_detach(Thread);
}

void *endLater(void *) {
  usleep(2000);
  if (Kind == "quick_exit")
    std::quick_exit(42);
  std::exit(42);
}

void *goOnWithoutMain(void *) {
  usleep(2000);
  for (int I = 0; I < 3; ++I)
    runAndCheck("a thread that outlives main");
  std::exit(42);
}

[[noreturn]] void end() {
  for (;;)
    Mine.step();
}

} // namespace

int main(int Count, char **Given) {
  if (Count < 3)
    return 2;
  Kind = Given[1];
  const unsigned Number = unsigned(std::atoi(Given[2]));
  Mine.make(Number % 3 == 0 ? Small : Large);
  Busy.make(Number % 3 == 1 ? Small : Large);
  Looked.make(Number % 5 == 0 ? Small : Large);
  Late.make(Large);

  if (Kind == "atexit")
    std::atexit([] { runAndCheck("atexit"); });
  if (Kind == "quick_exit")
    std::at_quick_exit([] { Late.step(), Late.check("at_quick_exit"); });
  if (Kind == "handler-exit")
    std::signal(SIGTERM, [](int) { std::exit(42); });
  if (Kind == "handler-_exit")
    std::signal(SIGTERM, [](int) { _exit(42); });
  // Number 7 of ten has no other threads, so that they cannot hide anything.
  if (Number % 10 != 7) {
    start(beBusy);
    start(look);
  }
  Mine.step();
  if (Number % 4 == 1)
    Mine.check("main");
  usleep(Number * 7919 % 6000);

  if (Kind == "thread" || Kind == "quick_exit") {
    start(endLater);
    end();
  }
  if (Kind == "pthread_exit") {
    start(goOnWithoutMain);
    pthread_exit(nullptr);
  }
  if (Kind == "signal") {
    std::thread([] { usleep(1000), kill(getpid(), SIGTERM); }).detach();
    end();
  }
  if (Kind == "handler-exit" || Kind == "handler-_exit") {
    const pthread_t Main = pthread_self();
    std::thread([=] { usleep(1000), pthread_kill(Main, SIGTERM); }).detach();
    end();
  }
  if (Kind == "dlclose") {
    void *Library = dlopen(Given[3], RTLD_NOW);
    auto *Step = reinterpret_cast<void (*)(unsigned *, long)>(
        dlsym(Library, "libraryStep"));
    Step(Late.A, Late.N);
    Step(Late.A, Late.N);
    dlclose(Library);
    for (long I = 0; I < Late.N; I += 61)
      if (Late.A[I] != unsigned(I) * 25 + 42)
        _exit(99);
    return 42;
  }
  if (Kind == "destructor") {
    AtTheEnd.start();
    usleep(1000);
    return 42;
  }
  if (Kind == "abort")
    std::abort();
  if (Kind == "_exit")
    _exit(42);
  if (Kind == "terminate")
    throw std::runtime_error("not caught");
  if (Kind == "exec")
    execl("/bin/sh", "sh", "-c", "exit 42", nullptr);
  if (Kind == "fork") {
    const pid_t Child = fork();
    if (Child == 0) {
      runAndCheck("a child");
      std::exit(42);
    }
    int How = 0;
    waitpid(Child, &How, 0);
    return WIFEXITED(How) ? WEXITSTATUS(How) : 98;
  }
  return 42; // "return" and "atexit"
}

#endif
