// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SourceRecordTest.cpp - the tables of calls of programs' kernels ----===//
//
// Calls of kernels that programs bring along, with arguments that fit and that
// do not: what is refused and why, the tables that a call gets, and the values
// that it is run with. Texts of kernels, put together from pieces: what is read
// of them, and what the driver gets.
#include "Record.h"
#include "bytes/AffineForm.h"
#include "kernel/SourceKernel.h"
#include "kernel/SourceText.h"

#include <random>

using namespace twofold;
using namespace twofold::test;

namespace {

constexpr const char *Source =
    "kernel void two(global int *x, global const int *y) {}"
    "kernel void all(global float *a, local int *l, int n, T v,\n"
    " constant int *c) {}"
    "kernel __attribute__((reqd_work_group_size(8, 1, 1))) void\n"
    "sized(global int *x) {}"
    "kernel void one(uint n) {}"
    "kernel void none() {}";

Record *Into = nullptr; ///< of a native function

void native(void *const *Args, uint64_t First, uint64_t End) {
  *Into << "native " << First << '-' << End << (Args[0] ? " some" : " null")
        << '\n';
}

void tell(Record &To, const twofold_site &Site) {
  for (uint32_t I = 0; I < Site.axis_count; ++I) {
    const twofold_axis &Of = Site.axes[I];
    To << "axis " << Of.lower.first << ' ' << Of.lower.count << ' '
       << Of.upper.first << ' ' << Of.upper.count << ' ' << Of.step << ' '
       << Of.parent << ' ' << Of.ops << ' ' << Of.flags << '\n';
    for (uint32_t T = 0; T < Of.upper.count; ++T) {
      const twofold_term &Term = Site.terms[Of.upper.first + T];
      To << "term " << Term.constant << ' ' << Term.value[0] << ' '
         << Term.value[1] << ' ' << Term.value[2] << ' ' << Term.axis << '\n';
    }
  }
  for (uint32_t I = 0; I < Site.base_count; ++I)
    To << "base " << Site.bases[I].arg << ' ' << Site.bases[I].flags << ' '
       << Site.bases[I].extent.first << ' ' << Site.bases[I].extent.count << ' '
       << Site.bases[I].name << '\n';
  for (uint32_t I = 0; I < Site.access_count; ++I)
    To << "access " << Site.accesses[I].base << ' ' << Site.accesses[I].size
       << ' ' << Site.accesses[I].flags << ' '
       << Site.terms[Site.accesses[I].offset.first].axis << '\n';
  for (uint32_t I = 0; I < Site.input_count; ++I)
    To << "input " << Site.inputs[I].arg << ' ' << Site.inputs[I].bytes << ' '
       << Site.inputs[I].kind << '\n';
  for (uint32_t I = 0; I < Site.kernel->arg_count; ++I)
    To << "parameter " << Site.kernel->args[I].kind << ' '
       << Site.kernel->args[I].index << ' ' << Site.kernel->args[I].size
       << '\n';
  To << Site.kernel->name << ' ' << Site.kernel->flags << ' '
     << Site.kernel->rank << ' ' << Site.file << ' ' << Site.function << ' '
     << Site.line << ' ' << Site.flags << ' ' << Site.rank << ' '
     << Site.arg_count << ' ' << Site.value_count << '\n';
}

} // namespace

TEST(SourceRecord, CallsOfAnyKind) {
  std::mt19937 Random(57);
  const auto Any = [&](uint64_t Low, uint64_t High) {
    return Low + Random() % (High - Low + 1);
  };
  Record All;
  Into = &All;
  static char Memory[64];
  for (unsigned Case = 0; Case < cases(3000); ++Case) {
    constexpr const char *Names[] = {"two", "all", "sized", "one", "none"};
    constexpr size_t Counts[] = {2, 5, 1, 1, 0};
    const size_t Which = Any(0, 4);
    auto Made =
        SourceKernel::from(Names[Which], Source, Case % 2 ? native : nullptr,
                           Case % 3 ? "a.c" : nullptr, 7);
    ASSERT_TRUE(Made);
    // Most arguments fit.
    constexpr uint32_t Kinds[][5] = {
        {TWOFOLD_KERNEL_OUT, TWOFOLD_KERNEL_IN},
        {TWOFOLD_KERNEL_INOUT, TWOFOLD_KERNEL_LOCAL, TWOFOLD_KERNEL_VALUE,
         TWOFOLD_KERNEL_VALUE, TWOFOLD_KERNEL_IN},
        {TWOFOLD_KERNEL_OUT},
        {TWOFOLD_KERNEL_VALUE},
        {}};
    std::vector<twofold_kernel_argument> Args;
    for (size_t I = 0; I < Counts[Which]; ++I) {
      uint32_t Kind = Kinds[Which][I];
      if (Any(1, 12) == 1)
        Kind = uint32_t(Any(0, 6));
      uint64_t Bytes = Kind == TWOFOLD_KERNEL_VALUE
                           ? Any(1, 9) == 1 ? Any(0, 9) : 4
                           : Any(0, 64);
      if (Any(1, 30) == 1)
        Bytes = Any(0, 1) ? uint64_t(INT32_MAX) + Any(0, 1)
                          : uint64_t(INT64_MAX) + Any(0, 1);
      Args.push_back({Kind, 0, Any(1, 12) == 1 ? nullptr : Memory, Bytes});
    }
    if (Any(1, 20) == 1)
      Args.resize(Any(0, 6));
    uint64_t Global[3], Local[3];
    for (int D = 0; D < 3; ++D) {
      Local[D] = Any(Any(1, 20) == 1 ? 0 : 1, 6);
      Global[D] = Local[D] * Any(0, 9) + (Any(1, 12) == 1);
      if (Any(1, 30) == 1)
        Global[D] = Local[D] << Any(20, 62);
    }
    const auto Rank = uint32_t(Any(1, 20) == 1 ? Any(0, 4) : Any(1, 3));
    const bool Grouped = Any(0, 1), Sized = Any(1, 30) != 1;
    std::string Why;
    const int Ended = (*Made)->run(
        Rank, Sized ? Global : nullptr, Grouped ? Local : nullptr, Args,
        [&](const twofold_site &Site, const twofold_launch &Launch,
            uint64_t Trips) -> std::string {
          tell(All, Site);
          for (uint32_t I = 0; I < Site.value_count; ++I)
            All << Launch.values[I] << ' ';
          const IterationSpace Space(Site, Launch);
          All << Trips << ' ' << Launch.dims->lower << ' ' << Launch.dims->step
              << ' ' << Launch.dims->trips << ' ' << Launch.condition << ' '
              << Launch.apart << ' ' << estimateWork(Space, Trips) << '\n';
          if (!Args.empty())
            Site.native(Launch.args, 3, 9);
          return Site.kernel->flags & TWOFOLD_KERNEL_ALONE ? "no device" : "";
        },
        Why);
    All << Ended << ' ' << Why << '\n';
    const twofold_site *Of =
        (*Made)->siteOf(Rank, Grouped && Rank ? Local : nullptr, Args);
    All << (Of ? int(Of->kernel->rank) : -1) << '\n';
  }
  for (const auto &[Name, Text] :
       {std::pair<const char *, const char *>{nullptr, Source},
        {"two", nullptr},
        {"three", Source}})
    for (const char *File : {(const char *)nullptr, "b.c"})
      if (auto Made = SourceKernel::from(Name, Text, native, File, 9); !Made)
        All << Made.error().Message << '\n';
  for (int Count : {63, 64, 65}) {
    std::string Long = "kernel void k(int p0";
    for (int I = 1; I < Count; ++I)
      Long += ", int p" + std::to_string(I);
    auto Made = SourceKernel::from("k", (Long + ") {}").c_str(), native, "", 1);
    All << (Made ? (*Made)->name() : Made.error().Message) << '\n';
  }
  All.expect(0xeea4623b6933df40);
}

TEST(SourceRecord, TextsOfAnyKind) {
  constexpr const char *Before[] = {
      "// kernel void k(int z) {}\n",
      "/* kernel void k(int z) { */",
      "#define Z kernel void k(int z) {} \\\n kernel void k(int y) {}\n",
      "  # if 1 // kernel void k(int z) {}\n",
      "constant char t[] = \"k(\\\"int z) {\";\n",
      "constant char u = '\\'', v = '(';",
      "kernel void k(int z);\n",
      "void k(int z) {}\nkernel void other(int z) {}\n",
      "int x = 3 # 4;\n",
      "\n\n"};
  constexpr const char *Heads[] = {
      "kernel void k(", "__kernel void k (",
      "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(",
      "kernel\nvoid\nk(", "kernel void kk("};
  constexpr const char *Parameters[] = {
      "global int *a",
      "__global const float *restrict b",
      "constant int c[]",
      "local float *d",
      "const __local int e[4]",
      "int f",
      "unsigned int g",
      "float2 h",
      "double3 i",
      "uchar16 j",
      "half4 k1",
      "ulong8 l",
      "struct s m",
      "const ushort n",
      "global int *const o",
      "global int **p",
      "int *q",
      "image2d_t r",
      "sampler_t s",
      "event_t t",
      "void",
      "char",
      "",
      "global int (*u)[4]",
      "__attribute__((aligned(8))) global int *v",
      "global short w[2][3]",
      "volatile global int *x",
      "short5 y",
      "bool2 z",
      "/*,*/ int a1 // )\n",
      "read_only global int *a2",
      "float b1",
      "long c1"};
  constexpr const char *Ends[] = {") {}",
                                  ")\n{ barrier(1); }",
                                  ") { get_group_id(0); }",
                                  ") { int some_local; }",
                                  ");",
                                  ") {} kernel void k(int z) {}",
                                  ""};
  std::mt19937 Random(59);
  const auto Of = [&](const auto &Some) {
    return std::string(Some[Random() % std::size(Some)]);
  };
  Record All;
  for (unsigned Case = 0; Case < cases(4000); ++Case) {
    std::string Source;
    for (unsigned Left = Random() % 3; Left; --Left)
      Source += Of(Before);
    Source += Of(Heads);
    for (unsigned Left = Random() % 4, More = 0; Left; --Left, More = 1)
      Source += (More ? ", " : "") + Of(Parameters);
    Source += Random() % 4 ? Ends[0] : Of(Ends);
    auto Is = SourceText::parse("k", Source);
    if (!Is) {
      All << int(Is.error().Code) << Is.error().Message << '\n';
      continue;
    }
    for (const SourceParameter &P : Is->Parameters)
      All << int(P.What) << P.Name << ' ' << P.Type << ' ' << P.Bytes
          << P.Constant << '\n';
    All << Is->UsesGroups << Is->Text;
  }
  All.expect(0x33f5e5ef4fd93f38);
}
