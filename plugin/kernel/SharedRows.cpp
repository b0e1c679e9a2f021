// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/SharedRows.h"
#include "kernel/ReductionText.h"
#include "kernel/Text.h"
#include "twofold/abi.h"

using namespace clang;

namespace twofold {

SharedRows::Parameters SharedRows::parameters(unsigned Sums) const {
  if (!*this)
    return {};
  return {{"__global ulong *" + Memory, TWOFOLD_ARG_SHARED, Sums, 0},
          {"ulong " + Shares, TWOFOLD_ARG_SHARES, 0, 0},
          {"ulong " + Joined, TWOFOLD_ARG_JOINED, 0, 0}};
}

std::string SharedRows::firstRow(const std::string &Rows) const {
  return "get_group_id(0) " + (*this ? "/ " + Shares + " " : "") + "* " + Rows;
}

std::string SharedRows::declared() const {
  return *this ? "    const uint " + Share + " = (uint)(get_group_id(0) % " +
                     Shares + ");\n"
               : "";
}

std::string SharedRows::firstRound(const std::string &Lane,
                                   const std::string &Lanes) const {
  return *this ? Share + " * " + Lanes + " + " + Lane : Lane;
}

std::string SharedRows::step(const std::string &Lanes) const {
  return *this ? Lanes + " * (uint)" + Shares : Lanes;
}

/// Where a group's sum is.
std::string SharedRows::place(const Sum &S, const std::string &Group,
                              size_t Number, size_t Count) const {
  const std::string At = Count == 1
                             ? Group
                             : "(" + Group + ") * " + std::to_string(Count) +
                                   " + " + std::to_string(Number);
  return "*(__global " + S.Type + " *)(" + Memory + " + " + At + ")";
}

std::string SharedRows::roundsOrSums(const std::string &Rounds,
                                     ArrayRef<Sum> Sums, const std::string &Row,
                                     const std::string &Lane,
                                     const std::string &Lanes,
                                     const std::string &Other) const {
  if (!*this)
    return Rounds;
  std::string Out = "    if (" + Joined + ") {\n      for (uint " + Other +
                    " = " + Lane + "; " + Other + " < " + Joined + "; " +
                    Other + " += " + Lanes + ") {\n";
  for (auto [Number, S] : llvm::enumerate(Sums))
    Out += "        " + S.Name + " = " +
           combinedText(S.Op, S.Name,
                        place(S, Row + " * " + Joined + " + " + Other, Number,
                              Sums.size())) +
           ";\n";
  return Out + "      }\n    } else {\n" + indented(Rounds) + "    }\n";
}

std::string SharedRows::storedOr(const std::string &Whole, ArrayRef<Sum> Sums,
                                 const std::string &Row) const {
  if (!*this)
    return indented(Whole, 3);
  std::string Part;
  for (auto [Number, S] : llvm::enumerate(Sums))
    Part +=
        place(S, Row + " * " + Shares + " + " + Share, Number, Sums.size()) +
        " = " + S.Name + ";\n";
  return "      if (" + Shares + " > 1) {\n" + indented(Part, 4) +
         "      } else {\n" + indented(Whole, 4) + "      }\n";
}

std::string SharedRows::end() const {
  return *this ? "    if (" + Shares + " > 1)\n      return;\n" : "";
}

} // namespace twofold
