// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Conflicts.h - whether iterations of one call depend on each other --===//
//
// The compiler lists the pairs of references that two iterations may bring to
// one byte, depending on addresses and values. For one call these are numbers,
// and the question is one of integers (IntegerSearch). Pure.
#ifndef TWOFOLD_RUNTIME_CONFLICT_CONFLICTS_H
#define TWOFOLD_RUNTIME_CONFLICT_CONFLICTS_H

#include "conflict/CallSeries.h"
#include "twofold/abi.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace twofold {

/// Which of a site's conflicts: of those without loaded axes.
enum class ConflictKind {
  Plain,
  OfRows ///< between rows of tables (RowTable.h), which have been located
};

/// The first conflict of this kind that comes about in this call: two different
/// iterations touch one byte, and one of them writes it. Exact, but for
/// questions that take more than Steps for each pair: these count as no.
/// The site has conflicts; no dimension is without trips.
std::optional<uint32_t> findConflict(const twofold_site &Site,
                                     const twofold_launch &Launch,
                                     ConflictKind Kind = ConflictKind::Plain,
                                     unsigned Steps = 4000);

/// None of the calls of a series has a conflict of the kind that is Plain.
/// Launch is one of them. False: one may have.
bool noneHasConflicts(const twofold_site &Site, const twofold_launch &Launch,
                      const CallSeries &Of);

/// For the user: which accesses they are.
std::string describeConflict(const twofold_site &Site, uint32_t Conflict);

/// As findConflict, with a memory of the calling thread's last questions. None
/// where the call site has seen that there is none. Any site.
std::optional<uint32_t> conflictOf(const twofold_site &Site,
                                   const twofold_launch &Launch);

/// The call had better run in order, on this thread and without a question: it
/// is a new one of a site whose questions take longer than that, by far. When
/// it comes again it is asked about. Trips: its iterations. Any site.
bool putsOffQuestion(const twofold_site &Site, const twofold_launch &Launch,
                     uint64_t Trips);

/// As conflictOf, of pairs with rows of a table, whatever the call site has
/// seen.
std::optional<uint32_t> rowConflictOf(const twofold_site &Site,
                                      const twofold_launch &Launch);

/// Some are told by integers in memory (LoadedConflicts.h).
inline bool hasLoadedConflicts(const twofold_site &Site) {
  return Site.conflicts && Site.conflicts->loaded_count != 0;
}

/// What twofold_launch::apart is where iterations have to run in their order.
constexpr int32_t InOrder = -1;

/// The answers to a thread's last questions, and what they say of calls to
/// come. One for each thread.
class ConflictMemo {
public:
  struct Entry {
    const twofold_site *Site = nullptr;
    CallKey Of;
    std::optional<uint32_t> Answer;

    bool isOf(const twofold_site &Asked, const twofold_launch &Launch) const {
      return Site == &Asked && Of.isOf(Asked, Launch);
    }
  };

private:
  /// A step of a program may be dozens of short loops, or one loop's calls for
  /// each diagonal of a table. A call has some places to be at; none that its
  /// site comes back to should be asked about again for want of one.
  static constexpr unsigned SetBits = 6, PlacesBits = 2,
                            Places = 1 << PlacesBits;
  std::array<Entry, Places << SetBits> Entries{};
  uint32_t Next = 1; ///< tells which of a set's places is for another call

  /// The first of the call's places.
  Entry *setOf(const twofold_site &Site, const twofold_launch &Launch) {
    return &Entries[CallKey::slot(Site, Launch, SetBits) << PlacesBits];
  }

  /// How a site's calls go on: two steps that are the same make a series, and
  /// one question tells of many calls to come that they have no conflict.
  struct Course {
    const twofold_site *Site = nullptr;
    CallKey Last;                   ///< of the calls that were asked about
    CallSeries Steps;               ///< from the one before it
    CallSeries Apart;               ///< calls that have no conflict
    unsigned Pause = 0, Pauses = 0; ///< calls to let pass; how often that was

    void follow(const Entry &Asked, const twofold_launch &Launch);
    void extend(CallSeries By, uint64_t Length, const twofold_launch &Launch);
  };
  static constexpr unsigned CourseBits = 4;
  std::array<Course, 1 << CourseBits> Courses{};

  static unsigned courseNumber(const twofold_site &Site) {
    return unsigned(reinterpret_cast<uintptr_t>(&Site) * 0x9e3779b97f4a7c15 >>
                    (64 - CourseBits));
  }
  Course &courseOf(const twofold_site &Site) {
    return Courses[courseNumber(Site)];
  }

  static constexpr double LeastPrice = 400; ///< which is worth a thought
  /// What a site's questions take, in nanoseconds, and what has been done
  /// without them.
  struct Price {
    const twofold_site *Site = nullptr;
    double OfQuestion = 0, InOrder = 0;
    unsigned Due = 0, Times = 0; ///< questions to ask now; how often that was

    void note(const twofold_site &Of, double Nanoseconds);
    bool isDear(double Other);
  };
  std::array<Price, 1 << CourseBits> Prices{};
  std::array<uint32_t, 256> PutOff{}; ///< calls, by 32 bits of each
  double (*Now)();

public:
  ConflictMemo();
  /// By a clock of nanoseconds.
  explicit ConflictMemo(double (*Now)()) : Now(Now) {}

  /// The site's last question took some time. A few nanoseconds.
  bool hasPrice(const twofold_site &Site) const {
    const Price &Of = Prices[courseNumber(Site)];
    return Of.Site == &Site && Of.OfQuestion > LeastPrice;
  }
  /// See putsOffQuestion. InOrder: nanoseconds that the call would take so.
  bool putsOff(const twofold_site &Site, const twofold_launch &Launch,
               double InOrder);

  /// The call is of a series whose calls have no conflict. A few nanoseconds.
  bool apart(const twofold_site &Site, const twofold_launch &Launch) {
    return courseOf(Site).Apart.has(Site, Launch);
  }
  /// Its answer is remembered.
  bool knows(const twofold_site &Site, const twofold_launch &Launch) {
    return std::any_of(setOf(Site, Launch), setOf(Site, Launch) + Places,
                       [&](const Entry &E) { return E.isOf(Site, Launch); });
  }
  /// With the answer. Stays where it is, and is for other calls later.
  const Entry &find(const twofold_site &Site, const twofold_launch &Launch,
                    ConflictKind Kind);
};

} // namespace twofold

#endif
