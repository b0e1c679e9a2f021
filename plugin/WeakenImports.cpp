// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- WeakenImports.cpp - build step: what clang provides becomes weak -===//
//
// weaken-imports PLUGIN.so
//
// The dynamic loader refuses a library at the first symbol that it cannot bind,
// before any of its code runs, so under another clang the user would read a
// mangled name and VersionGuard would never speak. Weak imports bind to null
// instead. The symbols concerned are the undefined ones without a version:
// those of libc and libstdc++ have one and stay as they are.

#include <cstdio>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <vector>

static int fail(const char *File, const char *Why) {
  std::fprintf(stderr, "weaken-imports: %s: %s\n", File, Why);
  return 1;
}

int main(int Count, char **Arguments) {
  if (Count != 2)
    return fail("usage", "weaken-imports PLUGIN.so");
  const char *Path = Arguments[1];
  std::ifstream In(Path, std::ios::binary);
  std::vector<char> Bytes((std::istreambuf_iterator<char>(In)),
                          std::istreambuf_iterator<char>());
  if (Bytes.size() < sizeof(Elf64_Ehdr) ||
      std::memcmp(Bytes.data(), ELFMAG, SELFMAG) != 0 ||
      Bytes[EI_CLASS] != ELFCLASS64)
    return fail(Path, "not a 64-bit ELF file");

  auto *Header = reinterpret_cast<Elf64_Ehdr *>(Bytes.data());
  auto *Sections =
      reinterpret_cast<Elf64_Shdr *>(Bytes.data() + Header->e_shoff);
  Elf64_Shdr *Symbols = nullptr, *Versions = nullptr;
  for (unsigned I = 0; I < Header->e_shnum; ++I) {
    if (Sections[I].sh_type == SHT_DYNSYM)
      Symbols = &Sections[I];
    if (Sections[I].sh_type == SHT_GNU_versym)
      Versions = &Sections[I];
  }
  if (!Symbols || !Versions)
    return fail(Path, "no dynamic symbols with versions");

  auto *Symbol =
      reinterpret_cast<Elf64_Sym *>(Bytes.data() + Symbols->sh_offset);
  auto *Version =
      reinterpret_cast<Elf64_Half *>(Bytes.data() + Versions->sh_offset);
  size_t Total = Symbols->sh_size / sizeof(Elf64_Sym);
  for (size_t I = 1; I < Total; ++I)
    if (Symbol[I].st_shndx == SHN_UNDEF && Version[I] <= VER_NDX_GLOBAL)
      Symbol[I].st_info =
          ELF64_ST_INFO(STB_WEAK, ELF64_ST_TYPE(Symbol[I].st_info));

  std::ofstream Out(Path, std::ios::binary | std::ios::in | std::ios::out);
  Out.write(Bytes.data(), std::streamsize(Bytes.size()));
  Out.close();
  return Out ? 0 : fail(Path, "cannot be written");
}
