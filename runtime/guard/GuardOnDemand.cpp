// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "guard/GuardOnDemand.h"

using namespace twofold;

static std::string known(std::string Against) {
  if (Against.empty())
    if (const char *Name = activeSanitizer())
      return std::string("the program runs under ") + Name;
  return Against;
}

GuardOnDemand::GuardOnDemand(GuardResolver &Resolver, std::string Against,
                             bool Mendable)
    : Resolver(Resolver), Against(known(std::move(Against))),
      Mendable(Mendable) {
  // What others do around a fork, and what they register later, comes before.
  HostGuard::observeForks();
}

std::string GuardOnDemand::whyNot() const {
  return Failed.load(std::memory_order_acquire) ? Started->whyNot() : Against;
}

RangeSet GuardOnDemand::guardable(ByteRange Range, const Origin &Of) const {
  if (!working())
    return {};
  std::call_once(Once, [this] {
    Started = std::make_unique<HostGuard>(Resolver);
    if (Started->working())
      Works.store(Started.get(), std::memory_order_release);
    else
      Failed.store(true, std::memory_order_release);
  });
  HostGuard *Guard = Works.load(std::memory_order_acquire);
  return Guard ? Guard->guardable(Range, Of) : RangeSet();
}

Status GuardOnDemand::set(ByteRange Pages, Access How) {
  if (HostGuard *Guard = Works.load(std::memory_order_acquire))
    return Guard->set(Pages, How);
  if (How == Access::All)
    return Unit();
  return Error{ErrorCode::Unsupported, "no page can be guarded", {}};
}

Status GuardOnDemand::replace(ByteRange Pages, const Filler &Fill, Access How,
                              const Saver &Save) {
  if (HostGuard *Guard = Works.load(std::memory_order_acquire))
    return Guard->replace(Pages, Fill, How, Save);
  return Error{ErrorCode::Unsupported, "no page can be guarded", {}};
}
