// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SectionCalls.cpp - the C entry points of slices --------------------===//
#pragma GCC visibility push(default)
#include "twofold/abi.h"
#include "twofold/sections.h"
#include "twofold/twofold.h"
#pragma GCC visibility pop

#include "observe/KnownBlocks.h"
#include "report/ErrorReport.h"
#include "report/Trace.h"
#include "section/Sections.h"

#include <cstdio>
#include <cstdlib>

using namespace twofold;

extern "C" int twofold_section_error(const twofold_slice *Slice,
                                     const twofold_extent *Brackets, int Count,
                                     const twofold_extent *Lengths, int Rank) {
  auto Found = checkSections(*Slice, Brackets, Count, Lengths, Rank);
  if (!Found)
    return 1;
  twofold_error Out = {};
  Out.struct_size = sizeof Out;
  Out.kind = TWOFOLD_ERROR_SHAPE;
  Out.found = TWOFOLD_FOUND_BEFORE;
  Out.line = Found->Line;
  Out.column = Found->Column;
  Out.file = Slice->file;
  Out.function = Slice->function;
  Out.array = Found->Operand.c_str();
  Out.index = Found->Length;
  Out.count = uint64_t(Found->Wanted);
  Out.text = Found->Text.c_str();
  ErrorReport Report;
  void *User = nullptr;
  twofold_error_handler Handler = twofold_get_error_handler(&User);
  Report.set(Handler, User);
  Report.raise(Out);
  return 0;
}

extern "C" int twofold_section_order(const volatile void *const *First,
                                     const twofold_extent *Operands, int Count,
                                     const twofold_extent *Lengths, int Rank) {
  return planSections(First, Operands, Count, Lengths, Rank, knownBlock);
}

extern "C" void twofold_section_no_memory(twofold_size Elements,
                                          twofold_size Size) {
  std::fprintf(stderr,
               "twofold: no memory for the right side of a slice: %s of %s\n",
               formatCount(Elements, "element").c_str(),
               formatCount(Size, "byte").c_str());
  std::fflush(nullptr);
  std::abort();
}
