// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "replay/ImagePages.h"
#include "bytes/RangeSet.h"
#include "system/Files.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <unistd.h>

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

static std::optional<uint64_t> number(std::string_view Text) {
  uint64_t Out = 0;
  Text.remove_prefix(std::min(Text.find_first_not_of(" \t"), Text.size()));
  auto [End, Why] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Out);
  return Why == std::errc() ? std::optional(Out) : std::nullopt;
}

uint64_t twofold::availableMemory(std::string_view Meminfo,
                                  std::string_view Limit,
                                  std::string_view Used) {
  constexpr std::string_view Name = "MemAvailable:";
  size_t At = Meminfo.find(Name);
  if (At == Meminfo.npos)
    return 0;
  std::optional<uint64_t> Kibibytes = number(Meminfo.substr(At + Name.size()));
  uint64_t Out = std::min(Kibibytes.value_or(0), UINT64_MAX >> 10) << 10;
  std::optional<uint64_t> Most = number(Limit), Now = number(Used);
  if (Most && Now)
    Out = std::min(Out, *Most - std::min(*Most, *Now));
  return Out;
}

uint64_t twofold::availableMemory() {
  // A container's own group is the root of what it sees.
  FileText Meminfo("/proc/meminfo"), Limit("/sys/fs/cgroup/memory.max"),
      Used("/sys/fs/cgroup/memory.current");
  if (Used.text().empty()) {
    FileText OldLimit("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
        OldUsed("/sys/fs/cgroup/memory/memory.usage_in_bytes");
    return availableMemory(Meminfo.text(), OldLimit.text(), OldUsed.text());
  }
  return availableMemory(Meminfo.text(), Limit.text(), Used.text());
}
