// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AxisNumbers.h - what axes stand for in an iteration ----------------===//
#ifndef TWOFOLD_RUNTIME_CONFLICT_AXISNUMBERS_H
#define TWOFOLD_RUNTIME_CONFLICT_AXISNUMBERS_H

#include "bytes/WideIntegers.h"
#include "conflict/LoadedConflicts.h"
#include "conflict/PlaceSum.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace twofold {

/// Computes the forms of one call's conflicts, iteration by iteration.
class AxisNumbers {
protected:
  const twofold_site &Site;
  const twofold_launch &Launch;
  const twofold_conflicts &All;
  std::vector<PlaceAxis> Axes; ///< behind the parallel ones; none: too many

  AxisNumbers(const twofold_site &Site, const twofold_launch &Launch,
              const ReadPermission &MayRead);

  /// The induction variable of an axis that is a loop, parallel or not.
  void set(unsigned Axis, int64_t Number) {
    At[Axis] = Number;
    Change = SetAt[Axis] = ++LastChange;
  }
  /// What Of is now. False: it is not known.
  bool value(const PlaceSum &Of, Wide &Out);
  bool value(const PlaceSum &Of, int64_t &Out);
  /// All that Of may be in any iteration. False: it is not known.
  bool range(const PlaceSum &Of, int64_t &Low, int64_t &High) const;
  /// 1 + the last inner loop that is needed; 0: none is.
  unsigned lastLoop(const PlaceSum &Of) const;
  /// The inner loops that are needed, a bit for each.
  void addLoops(const PlaceSum &Of, uint64_t &Mask) const;

  /// The program has the number that was last not known: it is too large to be
  /// computed, or takes too long. Else there is none, as behind what cannot be
  /// read and where nothing compares with a number.
  bool Lost = false;
  /// Rounds of loops that were gone through for what they lead to.
  uint64_t Replayed = 0;

private:
  const ReadPermission &MayRead;
  static constexpr unsigned MostAxes = 64;
  std::array<int64_t, MostAxes> At{};     ///< by axis, where it is known
  uint64_t Change = 1, LastChange = 1;    ///< of At
  std::array<uint64_t, MostAxes> SetAt{}; ///< the change that set it
  /// Loops that are being gone through, a bit for the axis that says whether
  /// they go on, and what their variables are by inner axis.
  uint64_t Running = 0;
  std::array<int64_t, MostAxes> States{};
  std::vector<std::vector<unsigned>> StatesOf; ///< by inner axis, once asked
  /// By inner axis: what it stands for, as of a change of At. It is another
  /// number only if an axis of From has been set since, a bit for each, or in
  /// each round that is gone through if it follows variables of loops.
  struct Number {
    uint64_t Of = 0;
    std::optional<int64_t> Is;
    bool Asked = false, Follows = false, Lost = false;
    uint64_t From = 0;
  };
  std::array<Number, MostAxes> Numbers{};
  /// By inner axis, once it is asked for: whether it has ends, and these.
  struct Ends {
    bool Asked = false, Known = false;
    PlaceRange Are{};
  };
  mutable std::array<Ends, MostAxes> AllEnds{};
  struct Page {
    uint64_t Number = 0; ///< plus 1
    bool Readable = false;
  };
  std::array<Page, 64> Pages{}; ///< answers of MayRead

  void addLoops(const PlaceSum &Of, uint64_t &Mask, uint64_t &Seen) const;
  bool readable(uint64_t Address, unsigned Bytes);
  std::optional<int64_t> load(unsigned Number);
  std::optional<int64_t> number(unsigned Axis);
  std::nullopt_t none(bool Loses) {
    Lost = Loses;
    return std::nullopt;
  }
  bool isCurrent(const Number &Known) const;
  void addSources(const PlaceSum &Of, Number &To, uint64_t &Seen) const;
  std::optional<int64_t> state(unsigned Number);
  bool replay(unsigned Goes);
  /// The variables of the loop whose rounds the axis Goes says.
  const std::vector<unsigned> &statesOf(unsigned Goes);
  bool range(unsigned Number, PlaceRange &Out) const;
};

} // namespace twofold

#endif
