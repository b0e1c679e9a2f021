// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PageGuard.h - notices host accesses to guarded pages ---------------===//
//
// What Regions needs from page protection. HostGuard does it by mprotect; the
// tests do it by hand. The guard decides nothing: a touched page is given to
// the resolver, which changes the protection of pages by set and replace. The
// access is then tried again, and given to the resolver again if it still may
// not be made.
#ifndef TWOFOLD_RUNTIME_GUARD_PAGEGUARD_H
#define TWOFOLD_RUNTIME_GUARD_PAGEGUARD_H

#include "bytes/RangeSet.h"
#include "report/Result.h"

#include <functional>
#include <string>

namespace twofold {

/// Is told of accesses that a guard has stopped.
class GuardResolver {
public:
  virtual ~GuardResolver() = default;
  /// A byte of Block was touched, which its protection forbids. Makes that byte
  /// accessible (for writing if Write), unless it already is. Called by a
  /// thread of the guard, never in a signal handler, and without any lock of
  /// the guard: it may wait for a launch to end and may call set and replace.
  /// Block: whole pages that the guard wants resolved together; what of it is
  /// no longer protected is left alone.
  virtual void resolve(ByteRange Block, bool Write) = 0;
};

/// Thread-safe. Ranges are whole pages that guardable() has named.
class PageGuard {
public:
  enum class Access {
    None,     ///< every access is stopped
    ReadOnly, ///< writes are stopped
    All
  };
  /// Fills Fresh, as large as the pages, with what they are to hold.
  using Filler = std::function<Status(char *Fresh)>;
  /// Gets what the pages held until then; takes no lock. Aside: Old is whole
  /// pages that are not needed afterwards, and may be moved away.
  using Saver = std::function<void(char *Old, bool Aside)>;

  virtual ~PageGuard() = default;
  /// Whether pages can be guarded at all.
  virtual bool working() const = 0;
  /// Why not, for the user.
  virtual std::string whyNot() const = 0;
  /// Whether whyNot() says what to do about it, which everybody is to hear.
  virtual bool mendable() const { return false; }
  /// What is known of a range's memory, by the call that has given it.
  struct Origin {
    /// Where the block begins that the range is in; 0: it was not seen. Stacks
    /// of threads are not seen being allocated, so they end before it.
    uint64_t Block = 0;
    /// Pages around the range that are ordinary private memory, no stack: they
    /// need not be looked up.
    ByteRange Private;
  };
  /// The pages of Range that can be guarded: those wholly inside it that are
  /// ordinary private memory, no stack.
  virtual RangeSet guardable(ByteRange Range, const Origin &Of) const = 0;
  /// Nothing has changed when it fails.
  virtual Status set(ByteRange Pages, Access How) = 0;
  /// Puts other contents into the pages and sets their access, all at once for
  /// every thread: none sees a part of it. Nothing has changed when it fails;
  /// Fill's error is passed on. Fill runs without any lock of the guard. Save,
  /// where given, is called unless it fails, and perhaps then too.
  virtual Status replace(ByteRange Pages, const Filler &Fill, Access How,
                         const Saver &Save = nullptr) = 0;
  /// In a process that has a copy of this one's memory, where all of Range has
  /// been made accessible: undoes what hiding pages did to their contents.
  virtual void reveal(ByteRange) {}

  /// Is given some bytes and where they belong.
  using Sender = std::function<Status(const char *From, ByteRange Piece)>;
  /// Gives the contents of pages that are read-only to To. They stay where they
  /// are until the pages' access changes.
  virtual Status send(ByteRange Pages, const Sender &To) const {
    return To(reinterpret_cast<const char *>(uintptr_t(Pages.Begin)), Pages);
  }
};

} // namespace twofold

#endif
