// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ImagePages.cpp - memory for large before images --------------------===//
#include "replay/ImagePages.h"
#include "bytes/RangeSet.h"
#include "replay/HostMemory.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <cstring>

using namespace twofold;

ImagePages::~ImagePages() {
  if (Memory)
    syscalls::unmap(Memory, Reserved + Alignment);
}

size_t ImagePages::mostBytes() {
  const long Pages = sysconf(_SC_PHYS_PAGES);
  return Pages > 0 ? size_t(Pages) * syscalls::pageBytes() / Share : 0;
}

void ImagePages::reserve(size_t Most) {
  if (Memory || Most < Least)
    return;
  Reserved = (Most + Alignment - 1) / Alignment * Alignment;
  Memory =
      static_cast<char *>(syscalls::reserve(nullptr, Reserved + Alignment));
}

char *ImagePages::take(size_t Bytes) {
  if (!Memory || Bytes > Reserved)
    return nullptr;
  // To ask takes as long as to move some pages: not for each image, where one
  // is taken and cleared again and again.
  if (!Used) {
    auto Now = std::chrono::steady_clock::now();
    if (Now - LimitKnown > std::chrono::milliseconds(50)) {
      Limit = std::min<size_t>(Reserved, availableMemory() / Share);
      LimitKnown = Now;
    }
  }
  size_t Size = (Bytes + Alignment - 1) / Alignment * Alignment;
  if (Used + Size > Limit)
    return nullptr;
  char *Begin =
      Memory + (-reinterpret_cast<uintptr_t>(Memory) % Alignment) + Used;
  if (!syscalls::protect(Begin, Size, PROT_READ | PROT_WRITE))
    return nullptr;
  Used += Size;
  return Begin;
}

void ImagePages::fill(char *Place, char *Old, size_t Bytes, bool Aside) {
  bool Pages = reinterpret_cast<uintptr_t>(Old) % SmallestPage == 0 &&
               Bytes % SmallestPage == 0;
  if (!Aside || !Pages || !syscalls::move(Old, Place, Bytes))
    std::memcpy(Place, Old, Bytes);
}

void ImagePages::clear() {
  if (!Used)
    return;
  char *Begin = Memory + (-reinterpret_cast<uintptr_t>(Memory) % Alignment);
  // Where that fails, what is there goes with the next images.
  if (!syscalls::reserve(Begin, Used))
    syscalls::advise(Begin, Used, MADV_DONTNEED);
  Used = 0;
}
