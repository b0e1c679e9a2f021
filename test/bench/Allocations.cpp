// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Allocations.cpp - what it costs that allocations are observed ------===//
//
// twofold_allocations [ROUNDS]
//
// The same work with the allocator's functions as the program finds them, which
// the runtime's library observes, and with libc's own.
//
//===----------------------------------------------------------------------===//
#include "Rounds.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <map>
#include <string>
#include <vector>

namespace {

struct Allocator {
  void *(*Malloc)(size_t);
  void *(*Realloc)(void *, size_t);
  void (*Free)(void *);

  explicit Allocator(void *Library)
      : Malloc(reinterpret_cast<decltype(Malloc)>(dlsym(Library, "malloc"))),
        Realloc(reinterpret_cast<decltype(Realloc)>(dlsym(Library, "realloc"))),
        Free(reinterpret_cast<decltype(Free)>(dlsym(Library, "free"))) {}
};

const Allocator *Current;

template <typename T> struct Chosen {
  using value_type = T;
  Chosen() = default;
  template <typename U> Chosen(const Chosen<U> &) {}
  T *allocate(size_t Count) {
    return static_cast<T *>(Current->Malloc(Count * sizeof(T)));
  }
  void deallocate(T *Block, size_t) { Current->Free(Block); }
  bool operator==(const Chosen &) const { return true; }
};

uint32_t Seed;
uint32_t random() { return Seed = Seed * 1664525u + 1013904223u, Seed >> 8; }

/// Nothing but the calls.
void pairs() {
  for (unsigned I = 0; I < 400000; ++I) {
    void *Block = Current->Malloc(16 + random() % 500);
    asm volatile("" ::"r"(Block) : "memory");
    Current->Free(Block);
  }
}

/// Small blocks of all ages.
void ages() {
  static void *Blocks[4096];
  for (unsigned I = 0; I < 400000; ++I) {
    void *&Block = Blocks[random() % 4096];
    Current->Free(Block);
    Block = Current->Malloc(16 + random() % 500);
    std::memset(Block, int(I), 16);
  }
  for (void *&Block : Blocks) {
    Current->Free(Block);
    Block = nullptr;
  }
}

/// Containers, as programs use them.
void containers() {
  using Text = std::basic_string<char, std::char_traits<char>, Chosen<char>>;
  using Pair = std::pair<const Text, std::vector<int, Chosen<int>>>;
  std::map<Text, std::vector<int, Chosen<int>>, std::less<>, Chosen<Pair>>
      Words;
  char Word[64];
  for (unsigned I = 0; I < 40000; ++I) {
    std::snprintf(Word, sizeof Word, "a word that is long: %u",
                  random() % 5000);
    Words[Word].push_back(int(I));
  }
}

/// Arrays that grow until they are large.
void growth() {
  for (unsigned I = 0; I < 600; ++I) {
    char *Array = nullptr;
    size_t Old = 0;
    for (size_t Size = 64; Size <= (size_t(1) << 20); Size *= 2) {
      Array = static_cast<char *>(Current->Realloc(Array, Size));
      std::memset(Array + Old, 1, Size - Old);
      Old = Size;
    }
    Current->Free(Array);
  }
}

/// Blocks of pages, every one of which is observed.
void pages() {
  static char *Blocks[64];
  for (unsigned I = 0; I < 20000; ++I) {
    char *&Block = Blocks[random() % 64];
    Current->Free(Block);
    size_t Size = 4096 + random() % 60000;
    Block = static_cast<char *>(Current->Malloc(Size));
    std::memset(Block, int(I), Size);
  }
  for (char *&Block : Blocks) {
    Current->Free(Block);
    Block = nullptr;
  }
}

/// The processor's time: the machine may be doing other things.
double worked(void (*Work)()) {
  auto Now = [] {
    timespec Time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Time);
    return double(Time.tv_sec) + 1e-9 * double(Time.tv_nsec);
  };
  double Start = Now();
  Work();
  return Now() - Start;
}

} // namespace

int main(int Count, char **Arguments) {
  int Times = Count > 1 ? std::atoi(Arguments[1]) : 41;
  void *Libc = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
  if (!Libc)
    return 1;
  const Allocator Observed(RTLD_DEFAULT), Plain(Libc);
  if (Observed.Malloc == Plain.Malloc)
    std::printf("the allocator is not observed\n");
  const struct {
    const char *Name;
    void (*Work)();
  } Works[] = {{"pairs", pairs},
               {"ages", ages},
               {"containers", containers},
               {"growth", growth},
               {"pages", pages}};
  for (const auto &W : Works) {
    Rounds All;
    for (const Allocator *A : {&Plain, &Observed})
      All.add([A, &W] {
        Current = A;
        Seed = 1;
        return worked(W.Work);
      });
    All.run(Times);
    Spread Ratio = All.ratio(1, 0);
    std::printf("%-10s plain %8.3f ms, observed %8.3f ms, ratio %.4f "
                "(%.3f to %.3f)\n",
                W.Name, All.time(0).Median * 1e3, All.time(1).Median * 1e3,
                Ratio.Median, Ratio.Min, Ratio.Max);
  }
  return 0;
}
