// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/DeviceAccount.h"
#include "choice/Calibration.h"

#include <algorithm>
#include <cmath>

using namespace twofold;

DeviceAccount::DeviceAccount() : Now(steadyNanoseconds) {}

DeviceAccount::Work::Work(DeviceAccount &Of, bool Counts)
    : Of(Of), Counts(Counts) {
  if (Of.Working.fetch_add(1) == 0)
    Of.Begun.store(Of.Now());
}

DeviceAccount::Work::~Work() {
  if (Of.Working.fetch_sub(1) != 1)
    return;
  const double Spared = Of.Spared.exchange(0), At = Of.Now();
  const double Once = Of.Expected.exchange(-1);
  double Loss = std::max(At - Of.Begun.load(), 0.0) - Spared;
  if (Once >= 0)
    Loss -= Of.spentOnce(Loss, Once);
  if (Counts)
    Of.book(Loss, At);
}

void DeviceAccount::Work::spares(double Native) { Of.Spared.fetch_add(Native); }

void DeviceAccount::Work::begins(double Journey) {
  double Said = Of.Expected.load();
  while (
      !Of.Expected.compare_exchange_weak(Said, std::max(Said, 0.0) + Journey))
    ;
}

/// How much of a loss is a beginning's whose journey was predicted.
double DeviceAccount::spentOnce(double Loss, double Predicted) {
  const double Moved = std::clamp(Loss, 0.0, JourneyFactor * Predicted);
  double Left = First.load(), Taken;
  do
    Taken = std::clamp(Loss - Moved, 0.0, Left);
  while (!First.compare_exchange_weak(Left, Left - Taken));
  return Moved + Taken;
}

void DeviceAccount::rest(double Loss, double At) {
  const unsigned Before = Rests.load();
  Until.store(At + RestFactor * std::exp2(double(Before)) * Loss);
  Rests.store(std::min(Before + 1, MostRests));
  Balance.store(0);
  Journey.store(0);
  MarkedAt.store(0);
  Even.store(Until.load());
  Resting.store(true);
}

void DeviceAccount::book(double Loss, double At) {
  // What goes home during a rest was decided on before it.
  if (Resting.load(std::memory_order_relaxed))
    return;
  double Sum = Balance.load(), Next;
  const double Moved = Journey.load();
  const double Kept =
      std::min(-Slack - JourneyFactor * Moved, KeptShare * Loss);
  do
    Next = std::max(Sum + Loss, std::min(Sum, Kept));
  while (!Balance.compare_exchange_weak(Sum, Next));
  if (Next <= 0) {
    Even.store(At);
    // It has paid for what the last rest was for.
    if (Next <= -Slack)
      Rests.store(0);
    return;
  }
  if (Even.load() <= 0)
    Even.store(At - Next);
  const double Limit = Slack + LossShare * (At - Even.load()) + Moved;
  if (Next <= Limit) {
    MarkedAt.store(0);
    return;
  }
  const double Marked = MarkedAt.load();
  if (Next > FarBeyond * Limit ||
      (Marked > 0 && At - Marked >= Watched && Next > Mark.load()))
    return rest(Next, At);
  if (Marked > 0 && At - Marked < Watched)
    return;
  Mark.store(Next);
  MarkedAt.store(At);
}

void DeviceAccount::moves(double Nanoseconds) {
  double Longest = Journey.load();
  while (Longest < Nanoseconds &&
         !Journey.compare_exchange_weak(Longest, Nanoseconds))
    ;
}

void DeviceAccount::forgive(double Most) {
  double Sum = Balance.load();
  while (Sum > 0 &&
         !Balance.compare_exchange_weak(Sum, std::max(Sum - Most, 0.0)))
    ;
}

bool DeviceAccount::resting() {
  if (!Resting.load(std::memory_order_relaxed))
    return false;
  if (Now() < Until.load())
    return true;
  Resting.store(false);
  return false;
}

DeviceAccount::Experience DeviceAccount::experience() const {
  const unsigned InARow = Rests.load();
  const double Left = Resting.load() ? Until.load() - Now() : 0;
  return InARow ? Experience{std::max(Left, 0.0), InARow} : Experience();
}

void DeviceAccount::recall(Experience Of) {
  if (!Of.Rests || Rests.load())
    return;
  Rests.store(std::min(Of.Rests, MostRests));
  if (!(Of.Left > 0))
    return;
  Until.store(Now() + Of.Left);
  Even.store(Until.load());
  Resting.store(true);
}
