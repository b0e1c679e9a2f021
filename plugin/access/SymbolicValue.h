// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SymbolicValue.h - what is known of a value inside a loop body ------===//
//
// Plain values of the access analysis. A Value is a list of arms: at run time
// it is one of them. An arm's guards hold whenever that arm is the one.
#ifndef TWOFOLD_PLUGIN_ACCESS_SYMBOLICVALUE_H
#define TWOFOLD_PLUGIN_ACCESS_SYMBOLICVALUE_H

#include "access/AffineForms.h"
#include "clang/AST/Type.h"
#include <map>
#include <set>

namespace twofold {

/// A fact: Form >= 0, as long as Checks hold.
struct Guard {
  AffineForm Form;
  llvm::SmallVector<RangeCheck, 1> Checks;
};
using Guards = llvm::SmallVector<Guard, 4>;

bool same(const RangeCheck &A, const RangeCheck &B);
bool same(const Guard &A, const Guard &B);

struct Arm {
  enum Kind {
    Unknown, ///< any integer, or no integer at all
    Integer, ///< Form
    Memory,  ///< the address Form bytes from Base; anywhere in Base if Wild
    /// The address of something private to one iteration: Form bytes into an
    /// object that is followed where Base is not 0, anywhere in it if Wild.
    Private,
    Null,   ///< the null pointer
    Nowhere ///< an address that nothing is known of
  };
  Kind What = Unknown;
  bool Wild = false;
  /// The form is the number itself. Else it only equals it modulo 2^width, the
  /// type being unsigned.
  bool Exact = true;
  /// Unknown or Wild: a sum that has a number of the iteration's own in it, so
  /// that iterations may well keep apart by it.
  bool Spread = false;
  /// Wherever Facts hold this arm is the one, not only the other way round.
  bool Told = true;
  /// An address or a number that an iteration has put where nobody knows what
  /// lies: this one or another one of these.
  bool Stowed = false;
  unsigned Base = 0;
  AffineForm Form;
  llvm::SmallVector<RangeCheck, 1> Checks; ///< without them Form is void
  Guards Facts;
};

bool same(const Arm &A, const Arm &B);

using Value = llvm::SmallVector<Arm, 1>;

/// One place in memory that has a form.
inline bool isPlaced(const Value &V) {
  return V.size() == 1 && V[0].What == Arm::Memory && !V[0].Wild;
}

inline Arm unknownArm(bool Spread) {
  Arm A;
  A.Spread = Spread;
  return A;
}
inline Value unknownValue() { return {Arm()}; }
inline Value addressValue(Arm::Kind What, unsigned Base = 0) {
  Arm A;
  A.What = What;
  A.Base = Base;
  return {A};
}
/// The address at which base number Base begins.
inline Value memoryAt(unsigned Base) { return addressValue(Arm::Memory, Base); }
inline Value integerValue(AffineForm Form) {
  Arm A;
  A.What = Arm::Integer;
  A.Form = std::move(Form);
  return {A};
}

/// A Value of more arms than this, or a path of more facts, costs more than it
/// tells.
constexpr unsigned MaxArms = 8;
constexpr unsigned MaxFacts = 12;

/// Adds Facts to each arm. Tells: the arms are meant wherever they hold.
void assume(Value &V, llvm::ArrayRef<Guard> Facts, bool Tells = false);

/// Either A or B. Too many arms become unknown, or anywhere in their bases.
/// More: there is a third one, which may be the same thing as neither.
Value either(Value A, const Value &B, bool More = false);

/// What V is wherever another value is its arm A, if that is one arm.
const Arm *armBeside(const Arm &A, const Value &V);

/// Like V, with the form of each address forgotten.
Value wild(const Value &V);

/// A part of an object of the iteration's own, by the object's number and the
/// bytes before it; see LocalObjects.
using ObjectPart = std::pair<unsigned, int64_t>;
struct PartValue {
  Value Is; ///< empty: nobody knows
  int64_t Bytes = 0;
  clang::QualType Kind = {}; ///< as of kindOf, where Is is known
};
/// The bytes from Begin to End of an object are a copy of those in memory, the
/// object's own beginning being at From, but for parts that are known by now.
struct ObjectOrigin {
  Arm From;
  int64_t Begin = 0, End = 0;
  size_t Stores = 0; ///< how many the iteration had made when it was copied
};

/// What holds at one point of one iteration.
struct PathState {
  std::map<const clang::VarDecl *, Value> Variables;
  std::map<ObjectPart, PartValue> Parts;
  std::map<unsigned, ObjectOrigin> Origins; ///< by an object's number
  /// Objects of which nothing is but what Parts says: the rest has no value
  /// yet.
  std::set<unsigned> Whole;
  unsigned Objects = 0; ///< more than the number of each that there is
  Guards Facts;
  bool Reachable = true;
  /// Some iteration may have ended before it came here.
  bool Skipped = false;
  /// No fact says which iterations were Skipped.
  bool Untold = false;
  /// The loops and calls that may have been left for their next iteration or
  /// their end instead, by the ids of their steps; 0 for the loop's body.
  llvm::SmallVector<unsigned, 2> Skips;
  bool Ends = false; ///< not Reachable since the program ends
};

/// Nothing has been put into the Bytes at At.
bool isBlank(const PathState &In, ObjectPart At, int64_t Bytes);

/// A state in which what began in another one may end. Tells: what is known in
/// it says when it does.
struct PathEnd {
  PathState Is;
  bool Tells = false;
};

/// The state after paths that all started in Before meet, each of them
/// Reachable.
PathState meet(const PathState &Before, llvm::ArrayRef<PathEnd> Ends);

/// The same of two paths, of which one may not be Reachable.
PathState join(const PathState &Before, PathState A, PathState B,
               bool TellsA = false, bool TellsB = false);

/// What To knows of objects is what From does, both of them in bodies of which
/// From's is called in To's.
void takeObjects(PathState &To, PathState From);

} // namespace twofold

#endif
