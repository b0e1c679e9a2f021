// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Settings.h - what the environment asks for -------------------------===//
//
// Every environment variable is one row of one table: its name, its parser, its
// default and the line that documents it. docs/use/environment.md shows the
// same table; a test compares the two.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_REPORT_SETTINGS_H
#define TWOFOLD_RUNTIME_REPORT_SETTINGS_H

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace twofold {

/// Which device the user wants loops to run on.
struct DeviceRequest {
  enum class Kind {
    Any,    ///< the cost model chooses
    Native, ///< never a device
    Cpu,    ///< an OpenCL CPU device
    Gpu,    ///< an OpenCL GPU device
    Named   ///< platform or device name contains Name
  } What = Kind::Any;
  std::string Name;   ///< Named: lower case
  unsigned Index = 0; ///< among the devices that match
};

enum class OffloadPolicy { Disabled, Default, Mandatory };
enum class CacheMode {
  Off,
  On,
  ReadOnly,
  Recache ///< as On, but what is there is not read: all of it is replaced
};
/// Whether calls try group sizes of kernels.
enum class TunePolicy {
  Off,  ///< no; nor are remembered ones used
  On,   ///< some do, once calls repeat
  Force ///< at once, whatever is remembered
};
/// Whether kernels are built anew with calls' integers as constants.
enum class SpecialisePolicy {
  Off,
  On,   ///< once calls repeat; kept if faster
  Force ///< at the second call, and kept: for tests
};
/// What a call does whose kernel is not there yet.
enum class BuildPolicy {
  Background, ///< runs natively while the kernel is built
  Wait        ///< builds it
};
/// Which loops' accesses are checked. Asked: those compiled so.
enum class BoundsPolicy { Never, Asked, Always };

/// When results of a device are copied to the host's memory.
enum class Coherence {
  Lazy,     ///< when the host touches them
  Function, ///< before the function does anything but loops
  Eager     ///< when the loop is over
};

/// What is done so that results that only a device has survive its failure.
enum class Durability {
  Replay, ///< their launches are repeated natively
  Eager,  ///< there are none: results come home after each call
  Fast    ///< nothing: the program ends
};

/// Read once, before the first loop runs; never changes afterwards.
struct Settings {
  DeviceRequest Device;
  OffloadPolicy Offload = OffloadPolicy::Default;
  unsigned Info = 0;          ///< 0 (silent) to 3
  std::string CacheDirectory; ///< empty: the user's cache directory
  CacheMode Cache = CacheMode::On;
  uint64_t CacheMegabytes = 256; ///< of all entries together, 2^20 bytes each
  BuildPolicy Build = BuildPolicy::Background;
  TunePolicy Tune = TunePolicy::On;
  SpecialisePolicy Specialise = SpecialisePolicy::On;
  std::chrono::seconds BuildTimeout{30}; ///< how long a call waits for a kernel
  std::optional<uint64_t> Threshold;     ///< operations, for offloading
  std::optional<uint64_t> InlineOps;     ///< operations, for using threads
  std::string ReceiptsFile;              ///< empty: none
  std::string ClFlags;                   ///< appended to the build options
  BoundsPolicy Bounds = BoundsPolicy::Asked;
  std::optional<Coherence> Copies; ///< unset: lazy where that works
  bool Async = true; ///< launches whose results stay are not waited for
  Durability Losses = Durability::Replay;
  bool Deterministic = false; ///< floating reductions in one order
  bool Check = false;         ///< all places that are read from memory
  bool ZeroCopy = true;       ///< kernels may work on the program's arrays

  /// Null when the variable is not set.
  using Lookup = std::function<const char *(const char *Name)>;
  /// Receives one line, without a line feed, for each bad value.
  using Complain = std::function<void(const std::string &Line)>;

  /// Whether calls of little work may do without the runtime.
  bool letsPass() const {
    return Info == 0 && !Threshold && Bounds != BoundsPolicy::Always &&
           !Deterministic && !Check && Offload != OffloadPolicy::Mandatory &&
           (Device.What == DeviceRequest::Kind::Any ||
            Device.What == DeviceRequest::Kind::Native);
  }

  /// A variable with a bad value is reported and counts as not set.
  static Settings read(const Lookup &Get, const Complain &Bad);
  /// By the environment; a set-uid program does not let its caller choose files
  /// and flags. Complains on stderr.
  static Settings ofProcess();
};

/// One environment variable. The texts are what docs/use/environment.md shows.
struct SettingRow {
  const char *Name;
  const char *Allowed;
  const char *Default;
  const char *Meaning;
  /// False when Value is not allowed; Into is unchanged then.
  bool (*Parse)(Settings &Into, std::string_view Value);
};

std::span<const SettingRow> settingRows();

} // namespace twofold

#endif
