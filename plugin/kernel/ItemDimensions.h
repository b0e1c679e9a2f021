// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ItemDimensions.h - the text of inner loops whose rounds are items --===//
//
//   const ulong j_trips = ...;                                    rounds
//   if (get_global_size(0) < j_trips) {                           end
//     if (get_global_id(0) != 0)
//       return;
//     the body as written
//     return;
//   }
//   const uint j_index = get_global_id(0);                        guard
//   if (j_index >= j_trips)
//     return;
//   int j = (int)j_index;                                         begin
//   the body, in which { ... } stands for each `for (j) ...`
//
// Of loops whose rounds are counted where they stand there is nothing ahead:
// `for (j_index = get_global_id(0); j_index < j_trips; j_index += ..) { .. }`
//
#ifndef TWOFOLD_PLUGIN_KERNEL_ITEMDIMENSIONS_H
#define TWOFOLD_PLUGIN_KERNEL_ITEMDIMENSIONS_H

#include "kernel/KernelFunction.h"
#include "kernel/NestMapping.h"

namespace twofold {

/// The number of rounds, a ulong.
std::string roundsText(const InnerLoop &Counts, KernelUnit &Unit,
                       Operands &All);

/// The variable's value in the round with this number.
std::string counterText(const InnerLoop &Counts, const std::string &Number,
                        KernelUnit &Unit, Operands &All);

class ItemDimensions {
  const NestMapping &Mapping;
  KernelUnit &Unit;
  KernelFunction &Function;

public:
  struct Dimension {
    unsigned Range; ///< of the NDRange
    const ItemLoops *Loops;
    std::string Limit, Index;

    std::string over() const {
      return Index + " >= " + (Loops->countsIn32Bits() ? "(uint)" : "") + Limit;
    }
  };
  llvm::SmallVector<Dimension, 2> All;

  ItemDimensions(const NestMapping &Mapping, KernelUnit &Unit,
                 KernelFunction &Function)
      : Mapping(Mapping), Unit(Unit), Function(Function) {}

  bool empty() const { return All.empty() && Mapping.Items.empty(); }
  std::string rounds(unsigned R);
  /// Declares the number of rounds of one loop, a line.
  std::string declared(const Dimension &Of) const {
    return "const ulong " + Of.Limit + " = " +
           roundsText(Of.Loops->Counts, Unit, Function.Expressions) + ";\n";
  }
  std::string guard();
  std::string begin();
  /// Of one loop; the Margin is that of lines but the first.
  std::string begin(const Dimension &Own, const std::string &Margin);
  /// The nest as written, whose Body is printed after that, where there is but
  /// one item for all rounds. Empty: no loops are shared out.
  std::string asWritten(llvm::function_ref<std::string()> Body);
  std::string end();
  /// The number of the round that may change what all of them read, a ulong.
  std::string pivotNumber(const Dimension &Of);
  /// Whether there is one and it does so.
  std::string pivots(const Dimension &Of);
};

} // namespace twofold

#endif
