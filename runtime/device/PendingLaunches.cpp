// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/PendingLaunches.h"
#include "system/Timeline.h"

using namespace twofold;

static Status waitFor(PendingLaunches::Events &Done) {
  for (std::unique_ptr<Event> &E : Done)
    if (Status S = E->wait(); !S)
      return S;
  return Unit();
}

void PendingLaunches::setOver(Number Through) {
  Over = std::max<Number>(Over, Through);
  Known = std::max<Number>(Known, Over);
  if (Timeline::on())
    Timeline::over(this, Through);
}

/// With the lock held: launches up to Through are over.
void PendingLaunches::conclude(Number Through, Status Outcome) {
  while (!Marked.empty() && Marked.front().Which <= Through) {
    // Its own outcome; there is nothing left to wait for.
    if (Status Own = waitFor(*Marked.front().Done); !Own) {
      Outcome = std::move(Own);
      break;
    }
    setOver(Marked.front().Which);
    Marked.pop_front();
  }
  if (Outcome)
    setOver(Through);
  else if (!Failure && Through > Over)
    Failure = Outcome.takeError();
}

/// Until launch Which, at least, is over. The lock is released meanwhile.
void PendingLaunches::waitUnlocked(std::unique_lock<std::mutex> &Guard,
                                   Number Which) {
  auto At = std::find_if(Marked.begin(), Marked.end(),
                         [&](const Launch &L) { return L.Which >= Which; });
  std::shared_ptr<Events> Done;
  Number Through = Last;
  if (At != Marked.end()) {
    Done = At->Done;
    Through = At->Which;
  } else if (End) {
    Result<std::unique_ptr<Event>> Mark = End->mark();
    if (!Mark) {
      conclude(Through, Mark.takeError());
      return;
    }
    Done = std::make_shared<Events>();
    Done->push_back(std::move(*Mark));
  } else
    return;
  Guard.unlock();
  Status Outcome = waitFor(*Done);
  Guard.lock();
  conclude(Through, std::move(Outcome));
}

void PendingLaunches::follow(std::shared_ptr<QueueEnd> Of) {
  std::lock_guard Guard(Lock);
  End = std::move(Of);
  HasEnd = End != nullptr;
}

/// With the lock held: until half of what may be under way is over.
void PendingLaunches::makeRoom(std::unique_lock<std::mutex> &Guard) {
  const auto Began = std::chrono::steady_clock::now();
  waitUnlocked(Guard, Over + Window / 2);
  const auto Took = std::chrono::steady_clock::now() - Began;
  if (Took > Backlog)
    Window = std::max<Number>(Window / 2, Fewest);
  else if (Took < Backlog / 2)
    Window = std::min<Number>(Window * 2, Most);
}

PendingLaunches::Number PendingLaunches::add(Events Done, Kept Sent) {
  if (Done.empty() && mayAdd())
    return Last.fetch_add(1, std::memory_order_acq_rel) + 1;
  std::unique_lock Guard(Lock);
  if (!mayAdd() && !Failure)
    makeRoom(Guard);
  Number Which = Last.fetch_add(1, std::memory_order_acq_rel) + 1;
  if (!Done.empty()) {
    Marked.push_back(
        {Which, std::make_shared<Events>(std::move(Done)), std::move(Sent)});
    Known = Which;
  }
  return Which;
}

Status PendingLaunches::wait(Number Which) {
  std::unique_lock Guard(Lock);
  if (Which > Over && Which <= Last && !Failure)
    waitUnlocked(Guard, Which);
  if (Failure && Which > Over)
    return Error(*Failure);
  return Unit();
}

Status PendingLaunches::finished(Number Which, Status Outcome) {
  std::lock_guard Guard(Lock);
  if (!Outcome) {
    const Error Why = Outcome.takeError();
    conclude(Which, Error(Why));
    return Error(Why);
  }
  conclude(Which, Unit());
  if (Failure && Which > Over)
    return Error(*Failure);
  return Unit();
}

size_t PendingLaunches::count() const {
  std::lock_guard Guard(Lock);
  return Last - Over;
}
