// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- WrittenSections.h - what an iteration has written before it reads --===//
//
// A store in a loop that surely runs to its end has written a section of an
// array behind that loop, and inside of it what its earlier iterations wrote.
// A read is covered where such sections, one behind the other, hold all bytes
// of it, whatever the numbers are.
#ifndef TWOFOLD_PLUGIN_DEPEND_WRITTENSECTIONS_H
#define TWOFOLD_PLUGIN_DEPEND_WRITTENSECTIONS_H

#include "depend/FormProofs.h"

namespace twofold {

class WrittenSections {
  AccessRecorder &Recorder;
  /// In the order in which they happen.
  llvm::ArrayRef<Occurrence> All;
  /// A form names a number in memory that may be another one meanwhile.
  llvm::function_ref<bool(const AffineForm &)> Unsteady;
  unsigned Budget = 4000; ///< proofs, so that compilation ends

public:
  WrittenSections(AccessRecorder &Recorder, llvm::ArrayRef<Occurrence> All,
                  llvm::function_ref<bool(const AffineForm &)> Unsteady)
      : Recorder(Recorder), All(All), Unsteady(Unsteady) {}

  /// All that All[Number] reads has been written before: proven.
  bool cover(unsigned Number);
  /// The first Size bytes of its base have been written before All[Number],
  /// which reads some of them: proven.
  bool coverAround(unsigned Number, unsigned Size);
  /// The first Size bytes of Base are written when an iteration ends: proven.
  bool coverAll(unsigned Base, unsigned Size);

private:
  struct Read {
    AffineForm Begin, End;
    const Occurrence &Where;
    unsigned Number; ///< what happened before has lower ones
  };
  /// A sequential loop whose iterations all count, the axis renamed.
  struct Row {
    int Axis;
    AffineForm Lower, Upper;
    int64_t Step;
  };
  /// A fork that comes before the read, and which way is taken there.
  using Ways = llvm::SmallVector<std::pair<unsigned, bool>, 2>;
  struct Section {
    AffineForm Low, High; ///< bytes
    llvm::SmallVector<Row, 2> Rows;
    llvm::SmallVector<AffineForm, 4> Conditions; ///< none is negative
    Ways Taken;
  };
  using Sections = llvm::SmallVector<Section, 8>;

  int renamed(int Axis) const {
    return Axis + Recorder.rank() + int(Recorder.model().Axes.size());
  }
  bool cover(const Read &R);
  bool cover(const Read &R, const Sections &Known, const FormProofs &Proofs,
             const Ways &Taken, unsigned Splits);
  bool chain(const Read &R, llvm::ArrayRef<const Section *> Usable,
             const FormProofs &Proofs) const;
  void addSections(const Occurrence &W, const Read &R, bool Before,
                   Sections &Out) const;
  std::optional<Section> section(const Occurrence &W, size_t From,
                                 bool Earlier) const;
  bool merge(Section &S, const Row &R, bool Divides) const;
  void solve(Section S, const Read &R, Sections &Out) const;
};

} // namespace twofold

#endif
