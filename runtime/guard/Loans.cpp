// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/Loans.h"
#include "guard/MappingTable.h"
#include "system/SignalHold.h"

#include <algorithm>

using namespace twofold;

namespace {

struct Loan {
  const void *To;
  ByteRange Memory;
};

/// Neither uses the allocator nor has a constructor. What finds no room is lent
/// for good.
class LoanTable {
  static constexpr unsigned Most = 512;
  SpinLock Lock;
  unsigned Count = 0;
  Loan Loans[Most] = {};

public:
  void lock() { Lock.lock(); }
  void unlock() { Lock.unlock(); }

  void insert(Loan Made) {
    const SignalHold Quiet;
    lock();
    if (Count < Most)
      Loans[Count++] = Made;
    unlock();
  }
  /// What was lent, which is no longer listed.
  ByteRange remove(const void *To) {
    const SignalHold Quiet;
    lock();
    ByteRange Out;
    Loan *End = Loans + Count;
    Loan *At = std::find_if(Loans, End,
                            [&](const Loan &Each) { return Each.To == To; });
    if (At != End) {
      Out = At->Memory;
      *At = Loans[--Count];
    }
    unlock();
    return Out;
  }
};

} // namespace

static constinit LoanTable Takers;
static constinit MappingTable Lent;
/// There has been a loan.
static constinit std::atomic<bool> Any{false};

void observation::noteLoan(const void *To, ByteRange Memory) {
  takeBack(To);
  if (Memory.empty())
    return;
  Any.store(true);
  Takers.insert({To, Memory});
  Lent.insert(Memory);
}

void observation::takeBack(const void *To) { const LoanEnd Now(To); }

void observation::forgetLoans(ByteRange Memory) {
  if (Any.load(std::memory_order_relaxed)) [[unlikely]]
    Lent.remove(Memory);
}

RangeSet observation::withoutLoans(RangeSet Pages, uint64_t PageBytes) {
  if (!Any.load())
    return Pages;
  RangeSet Out = Pages;
  for (ByteRange Run : Pages)
    while (!Run.empty()) {
      const ByteRange Found = Lent.first(Run);
      if (Found.empty())
        break;
      Out.erase(RangeSet(Found).outer(PageBytes));
      Run.Begin = std::min(Run.End, Found.End);
    }
  return Out;
}

observation::LoanEnd::LoanEnd(const void *To)
    : Memory(Any.load(std::memory_order_relaxed) ? Takers.remove(To)
                                                 : ByteRange()) {}

observation::LoanEnd::~LoanEnd() {
  if (!Memory.empty())
    Lent.remove(Memory);
}

void observation::beforeForkOfLoans() {
  Takers.lock();
  Lent.beforeFork();
}

void observation::afterForkOfLoans() {
  Lent.afterFork();
  Takers.unlock();
}
