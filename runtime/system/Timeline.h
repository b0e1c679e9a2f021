// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Timeline.h - what happened when, for TWOFOLD_TRACE -----------------===//
//
// One file of the process, in the JSON form that Perfetto and chrome://tracing
// read. It is written through a mapping, so that what has happened is there
// however the process ends; only a regular end closes the list. Who asks on()
// first pays for nothing else where there is no such file.
#ifndef TWOFOLD_RUNTIME_SYSTEM_TIMELINE_H
#define TWOFOLD_RUNTIME_SYSTEM_TIMELINE_H

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace twofold {

/// Members of an event's "args", in JSON.
class TimelineMembers {
  std::string Text;

  void name(const char *Name);

public:
  TimelineMembers &add(const char *Name, std::string_view Value);
  TimelineMembers &add(const char *Name, double Value);
  const std::string &text() const { return Text; }
};

/// Of this process. All functions are thread-safe; times are of now().
class Timeline {
  static inline std::atomic<bool> Active{false};

public:
  /// Where an event is shown: the thread that tells of it, or one of the two
  /// tracks of a device.
  struct Track {
    enum class Kind { Thread, Kernels, Copies } What = Kind::Thread;
    unsigned Device = 0;
    std::string_view Name = {}; ///< the device's
  };

  static bool on() { return Active.load(std::memory_order_relaxed); }
  /// Nanoseconds of a clock that never goes back.
  static double now();
  /// Makes the file anew. False: it cannot be written.
  static bool begin(const std::string &Path);
  /// Closes it, with Members of the whole, in JSON.
  static void end(const std::string &Members);
  /// A forked child has no part in it. Async-signal-safe.
  static void forget() { Active.store(false, std::memory_order_relaxed); }

  static void slice(const Track &On, const char *Category,
                    std::string_view Name, double Begin, double End,
                    const TimelineMembers &More = {});
  static void instant(const char *Category, std::string_view Name,
                      const TimelineMembers &More = {});
  /// An arrow from the calling thread at a time to a slice that begins Then.
  static void arrow(double From, const Track &To, double Then);

  /// A launch that nobody waits for, of a queue that Queue stands for, and the
  /// end of all of them up to one. Each is shown until the next one's begin, or
  /// until its end was seen.
  static void left(const void *Queue, const Track &On, std::string_view Name,
                   uint64_t Number, double Begin);
  static void over(const void *Queue, uint64_t Through);
};

/// A slice of the calling thread, as long as the object lives.
class TimelineSpan {
  const char *const Category;
  const std::string Name;
  double Begin = 0;

public:
  TimelineMembers More;

  TimelineSpan(const char *Category, std::string_view Name)
      : Category(Category), Name(Timeline::on() ? Name : std::string_view()) {
    if (Timeline::on())
      Begin = Timeline::now();
  }
  TimelineSpan(const TimelineSpan &) = delete;
  ~TimelineSpan() {
    if (Begin > 0)
      Timeline::slice({}, Category, Name, Begin, Timeline::now(), More);
  }
};

} // namespace twofold

#endif
