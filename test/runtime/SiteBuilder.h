// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SiteBuilder.h - sites as the plugin would emit them ----------------===//
#ifndef TWOFOLD_TEST_RUNTIME_SITEBUILDER_H
#define TWOFOLD_TEST_RUNTIME_SITEBUILDER_H

#include "twofold/abi.h"

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

namespace twofold::test {

/// Owns the tables of one site and of one launch. site() and launch() are to be
/// called after everything was added.
class SiteBuilder {
  std::vector<twofold_term> Terms;
  std::vector<twofold_axis> Axes;
  std::vector<twofold_base> Bases;
  std::vector<twofold_access> Accesses;
  std::vector<twofold_check> Checks;
  std::vector<twofold_subscript> Subscripts;
  std::vector<twofold_result> Results;
  std::vector<twofold_element> Elements;
  std::vector<twofold_input> Inputs;
  std::vector<twofold_kernel_arg> KernelArgs;
  std::vector<twofold_axis> ConflictAxes;
  std::vector<twofold_reference> References;
  std::vector<twofold_check> Facts;
  std::vector<twofold_conflict> Pairs;
  std::vector<twofold_rows> Rows;
  uint32_t Loaded = 0; ///< of Pairs, the last ones
  uint32_t OfRows = 0; ///< the same, before those
  twofold_conflicts Conflicts = {};
  std::vector<int64_t> Values;
  std::vector<twofold_dim> Dims;
  std::deque<void *> Pointers;
  std::vector<void *> Args = {nullptr}; // the dims
  twofold_kernel Kernel = {};
  twofold_site Site = {};
  twofold_launch Launch = {};

  /// Without room behind it, so that AddressSanitizer sees who reads there.
  template <typename T> static T *exact(std::vector<T> &Of) {
    Of.shrink_to_fit();
    return Of.data();
  }

public:
  struct Monomial {
    int64_t Constant;
    int Axis = -1;
    std::vector<int32_t> Values = {};
  };

  SiteBuilder() {
    Site.file = "loop.c";
    Site.function = "f";
    Site.line = 12;
    Site.ops = 1;
    Site.reason = "of the test";
    Launch.condition = 1;
  }

  twofold_form form(const std::vector<Monomial> &Sum) {
    twofold_form Out = {uint32_t(Terms.size()), uint32_t(Sum.size())};
    for (const Monomial &M : Sum) {
      twofold_term Term = {M.Constant, {-1, -1, -1}, M.Axis};
      for (size_t I = 0; I < M.Values.size(); ++I)
        Term.value[I] = M.Values[I];
      Terms.push_back(Term);
    }
    return Out;
  }

  int dim(int64_t Lower, int64_t Step, uint64_t Trips) {
    Dims.push_back({Lower, Step, Trips});
    return int(Dims.size() - 1);
  }

  /// To be called after all dims.
  int axis(const std::vector<Monomial> &Lower,
           const std::vector<Monomial> &Upper, int64_t Step = 1,
           int Parent = -1, uint32_t Ops = 1, uint32_t Flags = 0) {
    twofold_form L = form(Lower), U = form(Upper);
    Axes.push_back({L, U, Step, Parent, Ops, Flags});
    return int(Dims.size() + Axes.size() - 1);
  }

  int value(int64_t Value) {
    Values.push_back(Value);
    return int(Values.size() - 1);
  }

  uint32_t arg(void *Pointer) {
    Args.push_back(Pointer);
    return uint32_t(Args.size() - 1);
  }

  /// A pointer variable that points at Memory.
  uint32_t base(const void *Memory, const char *Name,
                int64_t ExtentBytes = -1) {
    Pointers.push_back(const_cast<void *>(Memory));
    input(uint32_t(Args.size()), sizeof(void *));
    twofold_base Base = {
        arg(&Pointers.back()), TWOFOLD_BASE_POINTER, {0, 0}, Name, 0};
    if (ExtentBytes >= 0) {
      Base.flags |= TWOFOLD_BASE_EXTENT;
      Base.extent = form({{ExtentBytes}});
    }
    Bases.push_back(Base);
    return uint32_t(Bases.size() - 1);
  }

  void input(uint32_t Arg, uint32_t Bytes, uint32_t Kind = TWOFOLD_INPUT_COPY,
             const void *Address = nullptr) {
    Inputs.push_back({Address, Arg, Bytes, Kind});
  }

  void access(uint32_t Base, uint32_t Size, uint32_t Flags,
              const std::vector<Monomial> &Offset) {
    twofold_form Form = form(Offset);
    Accesses.push_back({Base, Size, Flags, Form, 0, 0});
  }

  /// The last access; its base holds elements of its size.
  twofold_access &lastAccess() {
    Bases[Accesses.back().base].element = Accesses.back().size;
    return Accesses.back();
  }

  void subscript(uint32_t Base, uint32_t Group, int64_t ExtentBytes,
                 int64_t Size, uint32_t Line = 0) {
    twofold_form Extent = form({{ExtentBytes}}), Each = form({{Size}});
    Subscripts.push_back({Base, Group, Extent, Each, Line, 0});
  }

  /// Entries of args; no value.
  void rows(uint32_t Table, uint32_t First, uint32_t Last, uint32_t Pointer,
            uint32_t Distance, uint32_t Bytes, const char *Name,
            int32_t Value = -1, uint32_t Flags = 0) {
    Rows.push_back(
        {Table, First, Last, Pointer, Distance, Value, Bytes, Flags, Name});
  }

  void check(const std::vector<Monomial> &Sum, int64_t Min, int64_t Max) {
    twofold_form Form = form(Sum);
    Checks.push_back({Form, Min, Max});
  }

  uint32_t result(void *Variable, uint32_t Size, uint32_t Kind) {
    Results.push_back({arg(Variable), Size, Kind, 0, "result"});
    return uint32_t(Results.size() - 1);
  }

  twofold_result &lastResult() { return Results.back(); }

  void element(uint32_t Base, uint32_t Size, uint32_t Type, uint32_t Op,
               uint32_t Flags = TWOFOLD_ELEMENT_COPY) {
    Elements.push_back({Base, Size, Type, Op, Flags});
  }

  /// An inner axis of conflicts; the first one's number is that of dims().
  int conflictAxis(const std::vector<Monomial> &Lower,
                   const std::vector<Monomial> &Upper, int64_t Step = 1) {
    twofold_form L = form(Lower), U = form(Upper);
    ConflictAxes.push_back({L, U, Step, -1, 0, 0});
    return int(Dims.size() + ConflictAxes.size() - 1);
  }

  struct Fact {
    std::vector<Monomial> Sum;
    int64_t Min, Max;
  };
  uint32_t reference(uint32_t Base, uint32_t Size, uint32_t Flags,
                     const std::vector<Monomial> &Offset, uint64_t Around = 0,
                     const std::vector<Fact> &Given = {}) {
    uint32_t First = uint32_t(Facts.size());
    for (const Fact &F : Given)
      Facts.push_back({form(F.Sum), F.Min, F.Max});
    References.push_back({Base, Size, Flags, 0, form(Offset), First,
                          uint32_t(Given.size()), Around});
    return uint32_t(References.size() - 1);
  }

  void conflict(uint32_t First, uint32_t Second) {
    Pairs.insert(Pairs.end() - Loaded - OfRows, {First, Second});
  }
  void rowConflict(uint32_t First, uint32_t Second) {
    Pairs.insert(Pairs.end() - Loaded, {First, Second});
    ++OfRows;
  }

  /// An integer, Offset bytes from Base; numbered as a conflictAxis().
  int loadedAxis(uint32_t Base, uint32_t Bytes, bool Signed,
                 const std::vector<Monomial> &Offset) {
    twofold_form At = form(Offset);
    ConflictAxes.push_back({At, form({}), Signed ? -1 : 1, int32_t(Base), Bytes,
                            TWOFOLD_AXIS_LOADED});
    return int(Dims.size() + ConflictAxes.size() - 1);
  }
  /// Whether that integer is another number than Than.
  int comparedAxis(uint32_t Base, uint32_t Bytes, bool Signed,
                   const std::vector<Monomial> &Offset,
                   const std::vector<Monomial> &Than) {
    const int Number = loadedAxis(Base, Bytes, Signed, Offset);
    ConflictAxes.back().upper = form(Than);
    ConflictAxes.back().step *= 2;
    return Number;
  }
  /// What Code (TWOFOLD_NUMBER_...) makes of a number of Bytes, Offset bytes
  /// from Base, or of Offset itself where there are no Bytes, and of Than.
  int numberAxis(int64_t Code, uint32_t Base, uint32_t Bytes,
                 const std::vector<Monomial> &Offset,
                 const std::vector<Monomial> &Than) {
    const int Number =
        loadedAxis(Bytes == 0 ? UINT32_MAX : Base, Bytes, true, Offset);
    ConflictAxes.back().upper = form(Than);
    ConflictAxes.back().step *= Code;
    return Number;
  }
  void setParent(int Number, int Parent) {
    ConflictAxes[size_t(Number) - Dims.size()].parent = Parent;
  }
  void loadedConflict(uint32_t First, uint32_t Second) {
    Pairs.push_back({First, Second});
    ++Loaded;
  }

  void kernel(const char *Name, uint32_t Rank, uint32_t Flags = 0) {
    Kernel.name = Name;
    Kernel.source = "the kernel's text";
    Kernel.rank = Rank;
    Kernel.flags = Flags;
    // The innermost dimension becomes the first of the range.
    for (uint32_t R = 0; R < Rank; ++R)
      Kernel.range[R] = uint32_t(Dims.size()) - 1 - R;
    Site.kernel = &Kernel;
    Site.reason = nullptr;
  }

  /// These outlive the site.
  void phases(std::span<const twofold_kernel> Of) {
    Kernel.phases = Of.data();
    Kernel.phase_count = uint32_t(Of.size());
  }

  void kernelRange(uint32_t Dimension, int Axis) {
    Kernel.range[Dimension] = uint32_t(Axis);
  }

  void kernelArg(uint32_t Kind, uint32_t Index = 0, uint32_t Size = 0) {
    KernelArgs.push_back({Kind, Index, Size});
  }

  twofold_site &site() {
    Site.abi_version = TWOFOLD_ABI_VERSION;
    Site.struct_size = sizeof Site;
    Site.rank = uint32_t(Dims.size());
    Site.arg_count = uint32_t(Args.size());
    Site.axis_count = uint32_t(Axes.size());
    Site.base_count = uint32_t(Bases.size());
    Site.access_count = uint32_t(Accesses.size());
    Site.check_count = uint32_t(Checks.size());
    Site.result_count = uint32_t(Results.size());
    Site.value_count = uint32_t(Values.size());
    Site.element_count = uint32_t(Elements.size());
    Site.elements = exact(Elements);
    Site.inputs = exact(Inputs);
    Site.input_count = uint32_t(Inputs.size());
    Site.terms = exact(Terms);
    Site.axes = exact(Axes);
    Site.bases = exact(Bases);
    Site.accesses = exact(Accesses);
    Site.checks = exact(Checks);
    Site.subscripts = exact(Subscripts);
    Site.subscript_count = uint32_t(Subscripts.size());
    Site.results = exact(Results);
    Conflicts = {exact(ConflictAxes),
                 exact(References),
                 exact(Facts),
                 exact(Pairs),
                 uint32_t(ConflictAxes.size()),
                 uint32_t(References.size()),
                 uint32_t(Facts.size()),
                 uint32_t(Pairs.size()),
                 Loaded,
                 OfRows};
    Site.rows = exact(Rows);
    Site.row_count = uint32_t(Rows.size());
    Site.conflicts = References.empty() ? nullptr : &Conflicts;
    Kernel.args = exact(KernelArgs);
    Kernel.arg_count = uint32_t(KernelArgs.size());
    return Site;
  }

  twofold_launch &launch() {
    Args[0] = exact(Dims);
    Launch.dims = exact(Dims);
    Launch.args = exact(Args);
    Launch.values = exact(Values);
    return Launch;
  }

  uint64_t trips() const {
    uint64_t Product = 1;
    for (const twofold_dim &Dim : Dims)
      Product *= Dim.trips;
    return Product;
  }
};

} // namespace twofold::test

#endif
