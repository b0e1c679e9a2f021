// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/BoundedCall.h"

#include <algorithm>
#include <cstring>

using namespace twofold;

BoundedCall::BoundedCall(const twofold_site &Site, const twofold_launch &Launch)
    : Site(Site), Launch(Launch),
      Verdict(checkBounds(Site, IterationSpace(Site, Launch))) {}

std::string BoundedCall::unchecked() const {
  return describeUnchecked(Site, Verdict.Unchecked);
}

bool BoundedCall::found(uint32_t Subscript, int64_t Index, uint32_t By) {
  if (Subscript >= Verdict.Limits.size() ||
      Verdict.Limits[Subscript] == BoundsVerdict::Unlimited)
    return false;
  if (!Found.exchange(true, std::memory_order_relaxed)) {
    // The join with the threads makes it visible.
    First = violationOf(Site, Subscript, Index, Verdict.Limits[Subscript]);
    FoundBy = By;
  }
  return true;
}

void twofold::raiseViolation(const twofold_site &Site,
                             const BoundsViolation &What, uint32_t FoundBy,
                             const BoundedCall::Raise &Error) {
  std::string Text = describe(Site, What, FoundBy != TWOFOLD_FOUND_BEFORE);
  twofold_error Out = {};
  Out.struct_size = sizeof Out;
  Out.kind = TWOFOLD_ERROR_BOUNDS;
  Out.found = FoundBy;
  Out.line = What.Line ? What.Line : Site.line;
  Out.column = What.Line ? What.Column : Site.column;
  Out.file = Site.file;
  Out.function = Site.function;
  const char *Name = Site.bases[What.Base].name;
  Out.array = Name ? Name : "";
  Out.index = What.Index;
  Out.first = What.First;
  Out.end = What.End;
  Out.count = What.Count;
  Out.text = Text.c_str();
  Error(Out);
}

void BoundedCall::run(const std::function<void()> &Run, const Raise &Error) {
  if (Verdict.Violation) {
    First = *Verdict.Violation;
    FoundBy = TWOFOLD_FOUND_BEFORE;
  } else {
    // Otherwise all is proven, and the call site's own limits allow all.
    if (std::any_of(
            Verdict.Limits.begin(), Verdict.Limits.end(),
            [](uint64_t Limit) { return Limit != BoundsVerdict::Unlimited; })) {
      Seen = {this, Verdict.Limits.data()};
      Launch.args[Site.bounds_arg] = &Seen;
      for (uint32_t I = 0; I < Site.result_count; ++I) {
        const twofold_result &Result = Site.results[I];
        if (Result.kind != TWOFOLD_RESULT_REDUCTION &&
            Result.kind != TWOFOLD_RESULT_LAST)
          continue;
        const char *Value = static_cast<char *>(Launch.args[Result.arg]);
        Results.push_back(
            {Launch.args[Result.arg], {Value, Value + Result.size}});
      }
    }
    Run();
    if (!Found.load(std::memory_order_relaxed))
      return;
    // Other threads' parts of a sum that is not complete are worth nothing.
    for (const SavedResult &Result : Results)
      std::memcpy(Result.Variable, Result.Value.data(), Result.Value.size());
  }
  raiseViolation(Site, First, FoundBy, Error);
}

static const twofold_bounds *boundsOf(const twofold_site &Site,
                                      const twofold_launch &Launch) {
  return Site.subscript_count == 0 ? nullptr
                                   : static_cast<const twofold_bounds *>(
                                         Launch.args[Site.bounds_arg]);
}

uint64_t twofold::limitOf(const twofold_site &Site,
                          const twofold_launch &Launch, uint32_t Subscript) {
  const twofold_bounds *Bounds = boundsOf(Site, Launch);
  return Bounds ? Bounds->limits[Subscript] : BoundsVerdict::Unlimited;
}

BoundedCall *twofold::boundedCall(const twofold_site &Site,
                                  const twofold_launch &Launch) {
  const twofold_bounds *Bounds = boundsOf(Site, Launch);
  return Bounds ? static_cast<BoundedCall *>(Bounds->call) : nullptr;
}
