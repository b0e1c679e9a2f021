// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ResultCheck.h - a device's results beside the native variant's ----===//
#ifndef TWOFOLD_RUNTIME_CALL_RESULTCHECK_H
#define TWOFOLD_RUNTIME_CALL_RESULTCHECK_H

#include "call/DispatchedCall.h"
#include "region/Regions.h"

#include <memory>
#include <string>
#include <vector>

namespace twofold {

/// One call that runs on a device and then natively. The native variant's
/// results are those that the program gets. Where other threads write what the
/// call may, but need not, write, that may count as a difference.
class ResultCheck {
  /// Memory that the call may write.
  struct Piece {
    ByteRange Range;
    std::unique_ptr<char[]> Before, Device;
  };
  /// A reduction's or a last value's.
  struct Variable {
    const twofold_result *Of;
    std::vector<char> Before, Device;
  };
  /// What two values of a type are.
  struct Element {
    ByteRange Range;
    unsigned Numbers = 0; ///< bytes of floating-point ones; 0: compared exactly
    double Scale = 0;     ///< differences beside such large numbers are small
    double Units = 0;     ///< so many units in the last place may be rounding
  };
  DispatchedCall &C;
  Regions &Data;
  std::vector<Piece> Pieces;
  std::vector<Variable> Results;
  bool Fits = true;

  double unitsOf(double Operations, unsigned Numbers) const;
  Element elementAt(uint32_t Base, uint64_t Address, ByteRange Within) const;
  double meanOf(uint32_t Base, const Element &Like) const;
  static bool agree(const Element &Of, const char *Device, const char *Native);
  std::string describe(const Element &Of, const char *Device,
                       const char *Native) const;
  std::string iterationOf(uint32_t Base, ByteRange Element) const;
  std::string differenceIn(uint32_t Base) const;

public:
  /// Before the call.
  ResultCheck(DispatchedCall &C, Regions &Data);

  /// Whether there is room for what the call may write, twice.
  bool fits() const { return Fits; }
  /// The device has run it: the host has what was there before, again.
  void restore();
  /// The native variant has run it, too: of each array and each variable the
  /// first thing that differs, as a line for the user.
  std::vector<std::string> differences(const std::string &Device) const;
};

} // namespace twofold

#endif
