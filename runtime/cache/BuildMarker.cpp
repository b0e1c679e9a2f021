// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cache/BuildMarker.h"
#include "system/Files.h"
#include "system/SystemCalls.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sstream>
#include <unistd.h>

namespace twofold {

/// A word of the marker: never empty, no blank in it.
static std::string asWord(std::string_view Text) {
  Text = Text.substr(0, Text.find_first_of(" \n"));
  return std::string(Text.empty() ? "-" : Text);
}

/// "-" if there is no such process or it cannot be seen.
static std::string startTime(pid_t Process) {
  // The second field is the program's name and may hold blanks and brackets;
  // the start time is the 22nd.
  const FileText File(("/proc/" + std::to_string(Process) + "/stat").c_str());
  const std::string Stat(File.text());
  size_t NameEnd = Stat.rfind(')');
  if (NameEnd == std::string::npos)
    return "-";
  std::istringstream Fields(Stat.substr(NameEnd + 1));
  std::string Word;
  for (int Field = 3; Field <= 22; ++Field)
    if (!(Fields >> Word))
      return "-";
  return Word;
}

static std::string bootId() {
  return asWord(FileText("/proc/sys/kernel/random/boot_id").text());
}

static std::string processNamespace() {
  char Link[64];
  ssize_t Size = readlink("/proc/self/ns/pid", Link, sizeof(Link));
  return asWord(std::string(Link, Size > 0 ? static_cast<size_t>(Size) : 0));
}

static std::string hostName() {
  char Name[256] = "";
  if (gethostname(Name, sizeof(Name) - 1) != 0)
    return "-";
  return asWord(Name);
}

std::string describeThisProcess() {
  return std::to_string(getpid()) + " " + startTime(getpid()) + " " + bootId() +
         " " + processNamespace() + " " + hostName() + "\n";
}

BuildOwner buildOwner(const std::string &Marker) {
  std::istringstream Words(Marker);
  long Process = 0;
  std::string Start, Boot, Namespace, Host;
  if (!(Words >> Process >> Start >> Boot >> Namespace >> Host) ||
      Words.get() != '\n' || Process <= 0)
    return BuildOwner::Unknown;
  if (Host != hostName())
    return BuildOwner::Unknown;
  if (Boot != bootId())
    return BuildOwner::Dead;
  if (Namespace != processNamespace())
    return BuildOwner::Unknown;
  if (syscalls::call(SYS_kill, Process, 0) != 0 && errno == ESRCH)
    return BuildOwner::Dead;
  std::string Now = startTime(static_cast<pid_t>(Process));
  if (Now == "-" || Start == "-")
    return BuildOwner::Unknown;
  return Now == Start ? BuildOwner::Alive : BuildOwner::Dead;
}

} // namespace twofold
