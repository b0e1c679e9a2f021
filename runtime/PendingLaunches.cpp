// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PendingLaunches.cpp - launches whose outcome nobody has seen -------===//
#include "PendingLaunches.h"

using namespace twofold;

static Status waitFor(PendingLaunches::Events &Done) {
  for (std::unique_ptr<Event> &E : Done)
    if (Status S = E->wait(); !S)
      return S;
  return Unit();
}

/// Takes the outcomes of launches that are over. With the lock held.
void PendingLaunches::retire(Number Through) {
  while (!Unseen.empty() && Last - Unseen.size() + 1 <= Through) {
    Number Oldest = Last - Unseen.size() + 1;
    if (Status S = waitFor(*Unseen.front().Done); !S && !Failure) {
      FirstFailed = Oldest;
      Failure = S.takeError();
    }
    Unseen.pop_front();
  }
}

PendingLaunches::Number PendingLaunches::add(Events Done, Kept Sent) {
  std::unique_lock Guard(Lock);
  if (Unseen.size() >= Most) {
    Number Half = Last - Most / 2;
    std::shared_ptr<Events> Middle = Unseen[Unseen.size() - 1 - Most / 2].Done;
    Guard.unlock();
    (void)waitFor(*Middle);
    Guard.lock();
    retire(Half);
  }
  Unseen.push_back(
      {std::make_shared<Events>(std::move(Done)), std::move(Sent)});
  return Last.fetch_add(1, std::memory_order_release) + 1;
}

Status PendingLaunches::wait(Number Which) {
  std::unique_lock Guard(Lock);
  Number Oldest = Last - Unseen.size() + 1;
  if (Which >= Oldest && Which <= Last) {
    // The queue runs in order: with this one all before it are over.
    std::shared_ptr<Events> Asked = Unseen[Which - Oldest].Done;
    Guard.unlock();
    (void)waitFor(*Asked);
    Guard.lock();
    retire(Which);
  }
  if (Failure && Which >= FirstFailed)
    return Error(*Failure);
  return Unit();
}

size_t PendingLaunches::count() const {
  std::lock_guard Guard(Lock);
  return Unseen.size();
}

void PendingLaunches::forget() {
  std::deque<Launch> Gone;
  std::lock_guard Guard(Lock);
  Gone.swap(Unseen);
  Failure.reset();
  FirstFailed = 0;
}
