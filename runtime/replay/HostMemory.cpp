// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HostMemory.cpp - how much more memory the process may use ----------===//
#include "replay/HostMemory.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <charconv>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

using namespace twofold;

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

namespace {

/// A small file's beginning.
class FileText {
  char Bytes[4096];
  size_t Size = 0;

public:
  explicit FileText(const char *Path) {
    int File =
        int(syscalls::call(SYS_openat, AT_FDCWD, Path, O_RDONLY | O_CLOEXEC));
    if (File < 0)
      return;
    long Got = syscalls::call(SYS_read, File, Bytes, sizeof Bytes);
    Size = Got > 0 ? size_t(Got) : 0;
    syscalls::call(SYS_close, File);
  }
  std::string_view text() const { return {Bytes, Size}; }
};

} // namespace

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
