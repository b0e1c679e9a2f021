// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Parsers.cpp - any text as an annotation or as slices ---------------===//
//
// For libFuzzer. What it tries goes into a function with variables of all
// kinds: before a loop, or as statements (TWOFOLD_FUZZ_SLICES). Texts of odd
// length are C++. The plugin looks at the unit as it does in a tool: its
// loops stay.

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>

using namespace clang;

namespace {

const char *const Head = R"(
typedef struct { int key; double value; float rows[4]; } Pair;
typedef int Rows[16];
enum { four = 4 };
static int table[8][16], total;
#define NOTHING
#define FOR for (int i = 0; i < n; ++i)
#define ONE(x) x
int add(int a, int b);
void text(int n, int m, int *a, double *x, double *restrict y, float (*rows)[16],
          Pair *p, char *c, unsigned long w, _Bool flag) {
  int s = 0, k = 1, i, j, *q = a, h[16] = {0}, v[n];
  double t = 0, z[100], least = 1, matrix[8][8];
  Pair one = {0};
)";
#ifdef TWOFOLD_FUZZ_SLICES
const char *const Tail = "\n  ;\n}\n";
#else
const char *const Tail = R"(
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 16; ++j) {
      k = a[i] + j;
      rows[i][j] += k;
      h[j] += a[i];
    }
    s += k;
    t += x[i] * y[i];
    if (x[i] < least)
      least = x[i];
    p[i].value = one.value;
  }
}
)";
#endif

void compile(const std::string &Text, bool Cxx) {
  const char *Name = Cxx ? "text.cpp" : "text.c";
  std::string Unit = Head + Text + Tail;
  if (Cxx)
    Unit = "#define restrict __restrict\n#define _Bool bool\n" + Unit;
  auto Files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Files->addFile(Name, 0, llvm::MemoryBuffer::getMemBufferCopy(Unit));

  auto Invocation = std::make_shared<CompilerInvocation>();
  IgnoringDiagConsumer Nobody;
  DiagnosticOptions Options;
  DiagnosticsEngine Early(DiagnosticIDs::create(), Options, &Nobody, false);
  CompilerInvocation::CreateFromArgs(
      *Invocation,
      {"-fsyntax-only", "-triple", "x86_64-pc-linux-gnu", "-O2", "-x",
       Cxx ? "c++" : "c", Cxx ? "-std=c++20" : "-std=c17", "-w",
       "-fgnuc-version=4.2.1", Name},
      Early);
  CompilerInstance Compiler(std::move(Invocation));
  Compiler.setVirtualFileSystem(Files);
  Compiler.createDiagnostics(&Nobody, false);
  Compiler.createFileManager();
  SyntaxOnlyAction Action; // runs plugins as well
  Compiler.ExecuteAction(Action);
}

} // namespace

/// In C, clang 22 does not end at `(::)`, with and without the plugin.
bool opensScope(StringRef Text) {
  for (size_t At = 0; (At = Text.find("::", At)) != Text.npos; At += 2)
    if (StringRef Before = Text.take_front(At).rtrim();
        Before.empty() || !llvm::isAlnum(Before.back()))
      return true;
  return false;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Text(reinterpret_cast<const char *>(Data), Size);
  // A file that includes itself would be read two hundred times.
  if (Text.find("include") == Text.npos && Text.find("import") == Text.npos)
    compile(Text, Size % 2 || opensScope(Text));
  return 0;
}
