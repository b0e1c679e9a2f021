// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "opencl/ClFacts.h"

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>

namespace twofold {

namespace {
struct Search {
  uintptr_t Address;
  std::string File;
  std::string BuildId;
};
} // namespace

static std::string buildId(const char *Notes, size_t Size) {
  static constexpr char Digits[] = "0123456789abcdef";
  auto Padded = [](size_t Bytes) { return (Bytes + 3) & ~size_t(3); };
  while (Size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) Note;
    std::memcpy(&Note, Notes, sizeof(Note));
    size_t Name = Padded(Note.n_namesz), Whole = Padded(Note.n_descsz);
    size_t Rest = Size - sizeof(Note);
    if (Name > Rest || Whole > Rest - Name)
      return "";
    const char *Text = Notes + sizeof(Note);
    if (Note.n_type == NT_GNU_BUILD_ID && Note.n_namesz == 4 &&
        std::memcmp(Text, "GNU", 4) == 0) {
      std::string Id;
      for (size_t I = 0; I < Note.n_descsz; ++I) {
        auto Byte = static_cast<unsigned char>(Text[Name + I]);
        Id += Digits[Byte >> 4];
        Id += Digits[Byte & 15];
      }
      return Id;
    }
    Notes = Text + Name + Whole;
    Size = Rest - Name - Whole;
  }
  return "";
}

static int look(struct dl_phdr_info *Info, size_t, void *Into) {
  auto &Wanted = *static_cast<Search *>(Into);
  bool Here = false;
  for (int I = 0; I < Info->dlpi_phnum; ++I) {
    const ElfW(Phdr) &Part = Info->dlpi_phdr[I];
    Here = Here ||
           (Part.p_type == PT_LOAD &&
            Wanted.Address - (Info->dlpi_addr + Part.p_vaddr) < Part.p_memsz);
  }
  if (!Here)
    return 0;
  Wanted.File = Info->dlpi_name ? Info->dlpi_name : "";
  for (int I = 0; I < Info->dlpi_phnum && Wanted.BuildId.empty(); ++I) {
    const ElfW(Phdr) &Part = Info->dlpi_phdr[I];
    if (Part.p_type == PT_NOTE)
      Wanted.BuildId = buildId(
          reinterpret_cast<const char *>(Info->dlpi_addr + Part.p_vaddr),
          Part.p_memsz);
  }
  return 1;
}

std::string libraryBuild(const void *Address) {
  Search Wanted = {reinterpret_cast<uintptr_t>(Address), "", ""};
  if (!dl_iterate_phdr(look, &Wanted))
    return "";
  struct stat Info;
  if (!Wanted.BuildId.empty() || Wanted.File.empty() ||
      fstatat(AT_FDCWD, Wanted.File.c_str(), &Info, 0) != 0)
    return Wanted.BuildId;
  return Wanted.File + " " + std::to_string(Info.st_size) + " " +
         std::to_string(Info.st_mtim.tv_sec) + "." +
         std::to_string(Info.st_mtim.tv_nsec);
}

std::string driverBuild(const void *Object) {
  const void *const *Functions;
  std::memcpy(&Functions, Object, sizeof(Functions));
  return Functions ? libraryBuild(Functions[0]) : "";
}

} // namespace twofold
