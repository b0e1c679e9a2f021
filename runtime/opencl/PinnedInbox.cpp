// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PinnedInbox.cpp - small reads on their way to the program ---------===//
#include "opencl/PinnedInbox.h"

#include <algorithm>
#include <cstring>

namespace twofold {

/// Each letter begins at a multiple of this.
static constexpr size_t Grain = 128;

Result<std::unique_ptr<PinnedInbox>>
PinnedInbox::create(std::shared_ptr<const ClContext> Context,
                    cl_command_queue Queue) {
  auto Memory = PinnedMemory::create(std::move(Context), Queue, Bytes);
  if (!Memory)
    return Memory.takeError();
  return std::unique_ptr<PinnedInbox>(new PinnedInbox(std::move(*Memory)));
}

char *PinnedInbox::place(size_t Count) const {
  if (Count > Bytes - Used || Letters.size() >= MaxLetters)
    return nullptr;
  return Memory->data() + Used;
}

void PinnedInbox::add(void *To, size_t Count) {
  Letters.push_back({static_cast<char *>(To), Memory->data() + Used, Count});
  Used = std::min(Bytes, (Used + Count + Grain - 1) / Grain * Grain);
}

bool PinnedInbox::concerns(const void *Begin, size_t Count) const {
  auto First = reinterpret_cast<uintptr_t>(Begin);
  return std::any_of(Letters.begin(), Letters.end(), [&](const Letter &L) {
    auto To = reinterpret_cast<uintptr_t>(L.To);
    return To < First + Count && First < To + L.Bytes;
  });
}

void PinnedInbox::deliver() {
  for (const Letter &L : Letters)
    std::memcpy(L.To, L.From, L.Bytes);
  drop();
}

void PinnedInbox::drop() {
  Letters.clear();
  Used = 0;
}

} // namespace twofold
