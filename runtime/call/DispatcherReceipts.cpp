// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DispatcherReceipts.cpp - tells what was chosen, and why ------------===//
#include "call/DispatchedCall.h"

#include <unordered_map>

using namespace twofold;

Flip Dispatcher::flipOf(const Receipt &Of) const {
  SiteChoice &Site = const_cast<SiteRecord *>(Of.Site)->Choice;
  return findFlip(Of, [&](uint64_t Ops) {
    return Choices.predict(Site, {Ops, Of.Threads, Of.TeamHot, Of.Leaves});
  });
}

void Dispatcher::file(Call &C, bool OnDevice, double Nanoseconds) {
  Receipt &R = C.Choice;
  R.Took = Nanoseconds;
  R.Ran = (R.To == Side::Device) == OnDevice;
  R.Sent = C.Sent;
  R.Fetched = C.Fetched;
  Receipts.add(R);
}

std::string Dispatcher::explain(const std::string &Site) const {
  // Lines of summarize() have the place of the loop as their beginning.
  std::unordered_map<const SiteRecord *, std::string> Choices;
  for (const Receipt &R : Receipts.all())
    Choices[R.Site] += "  " + describe(R, flipOf(R)) + "\n";
  std::string Out;
  Sites.forEach([&](const SiteRecord &R) {
    if (!R.Place.ends_with(Site))
      return;
    Out += R.Place + ": " + describe(R, Devices.whyNoGpu()) + "\n";
    if (auto It = Choices.find(&R); It != Choices.end())
      Out += It->second;
  });
  return Out;
}

std::string Dispatcher::receiptsAsJson() const {
  std::string Out = "[";
  for (const Receipt &R : Receipts.all()) {
    Out += Out.size() > 1 ? ",\n " : "\n ";
    Out += describeAsJson(R, R.Site->Place, flipOf(R));
  }
  return Out + "\n]\n";
}
