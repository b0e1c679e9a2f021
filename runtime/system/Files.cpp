// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/Files.h"
#include "system/SystemCalls.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace twofold;

FileText::FileText(const char *Path) {
  const int File =
      int(syscalls::call(SYS_openat, AT_FDCWD, Path, O_RDONLY | O_CLOEXEC));
  if (File < 0)
    return;
  const long Got = syscalls::call(SYS_read, File, Bytes, sizeof Bytes);
  Size = Got > 0 ? size_t(Got) : 0;
  syscalls::call(SYS_close, File);
}

bool twofold::writeAll(int File, std::span<const std::byte> Bytes) {
  const FileSizeHold Fails;
  while (!Bytes.empty()) {
    const ssize_t Written = write(File, Bytes.data(), Bytes.size());
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written <= 0)
      return false;
    Bytes = Bytes.subspan(size_t(Written));
  }
  return true;
}

std::string twofold::findExecutable(const char *Path, const std::string &Name) {
  for (std::string_view Rest = Path ? Path : ""; !Rest.empty();) {
    const size_t Colon = std::min(Rest.find(':'), Rest.size());
    const std::string File = std::string(Rest.substr(0, Colon)) + "/" + Name;
    struct stat Info;
    if (Colon && fstatat(AT_FDCWD, File.c_str(), &Info, 0) == 0 &&
        S_ISREG(Info.st_mode) &&
        faccessat(AT_FDCWD, File.c_str(), X_OK, 0) == 0)
      return File;
    Rest.remove_prefix(std::min(Colon + 1, Rest.size()));
  }
  return "";
}
