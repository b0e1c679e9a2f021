// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Settings.h - what the environment asks for -------------------------===//
//
// Every environment variable is one row of one table: its name, its parser, its
// default and the line that documents it. docs/use/environment.md shows the
// same table; a test compares the two.
#ifndef TWOFOLD_RUNTIME_REPORT_SETTINGS_H
#define TWOFOLD_RUNTIME_REPORT_SETTINGS_H

#include "report/Topics.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace twofold {

/// Which device the user wants loops to run on.
struct DeviceRequest {
  enum class Kind {
    Any,    ///< The cost model chooses.
    Native, ///< No device is used.
    Cpu,    ///< It is an OpenCL CPU device.
    Gpu,    ///< It is an OpenCL GPU device.
    Named,  ///< The name of its platform, or its own, contains Name.
    Number, ///< It is this one of all devices.
    Some    ///< It is any OpenCL device, a GPU rather than a CPU.
  } What = Kind::Any;
  std::string Name;   ///< Named alone has one, in lower case.
  unsigned Index = 0; ///< It is this one of the devices that match.
  /// Where it is not there, the first of these that is.
  std::vector<DeviceRequest> Others;

  /// Whether threads are asked for where no device is there.
  bool endsNatively() const {
    return !Others.empty() && Others.back().What == Kind::Native;
  }
};

enum class OffloadPolicy { Disabled, Default, Mandatory };
enum class CacheMode {
  Off,
  On,
  ReadOnly,
  Recache, ///< As On, but what is there is not read: all of it is replaced.
  MustHit  ///< As ReadOnly; a kernel that is not there ends the program.
};
/// This says whether calls try group sizes of kernels.
enum class TunePolicy {
  Off,  ///< None does, and no size that is remembered is used.
  On,   ///< Some do, once calls repeat.
  Force ///< They do at once, whatever is remembered.
};
/// This says whether kernels are built anew with calls' integers as constants.
enum class SpecialisePolicy {
  Off,
  On,   ///< They are once calls repeat, and are kept if they are faster.
  Force ///< They are at the second call, and are kept: this is for tests.
};
/// This says what a call does whose kernel is not there yet.
enum class BuildPolicy {
  Background, ///< It runs natively while the kernel is built.
  Wait        ///< It builds the kernel.
};
/// This says which loops' accesses are checked. Asked stands for those that
/// were compiled so.
enum class BoundsPolicy { Never, Asked, Always };

/// This says how OpenMP's parallel regions run whose loops are taken and that
/// are there as they were written, too.
enum class RegionPolicy {
  Auto,  ///< What was measured to be sooner is taken.
  Loops, ///< Their loops run one by one.
  Whole, ///< They run as they were written, where nothing forbids it.
  Both   ///< They take turns: this is for tests.
};

/// This says when results of a device are copied to the host's memory.
enum class Coherence {
  Lazy,     ///< They are when the host touches them.
  Function, ///< They are before the function does anything but loops.
  Eager     ///< They are when the loop is over.
};

/// This says what becomes of results that only a device has when it fails.
enum class Durability {
  Replay, ///< Their launches are repeated natively.
  Eager,  ///< There are none: results come home after each call.
  Fast    ///< They are lost, and the program ends.
};

/// They are read once, before the first loop runs, and never change afterwards.
struct Settings {
  DeviceRequest Device;
  OffloadPolicy Offload = OffloadPolicy::Default;
  Topics Info = 0;            ///< 0 is silent.
  std::string CacheDirectory; ///< Empty stands for the user's own one.
  CacheMode Cache = CacheMode::On;
  uint64_t CacheMegabytes = 256; ///< All entries have so many times 2^20 bytes.
  BuildPolicy Build = BuildPolicy::Background;
  TunePolicy Tune = TunePolicy::On;
  SpecialisePolicy Specialise = SpecialisePolicy::On;
  /// A call waits no longer for a kernel.
  std::chrono::seconds BuildTimeout{30};
  std::optional<uint64_t> Threshold; ///< So many operations are offloaded.
  std::optional<uint64_t> InlineOps; ///< So many operations get threads.
  std::string ReceiptsFile;          ///< Empty stands for none.
  std::string TraceFile;             ///< Empty stands for none.
  std::string ClFlags;               ///< They follow the build options.
  BoundsPolicy Bounds = BoundsPolicy::Asked;
  RegionPolicy Regions = RegionPolicy::Auto;
  std::optional<Coherence> Copies; ///< Unset stands for lazy where that works.
  bool Async = true; ///< Launches whose results stay are not waited for.
  Durability Losses = Durability::Replay;
  bool Deterministic = false; ///< Floating reductions are made in one order.
  /// Not 0: all places that are read from memory are compared, and of calls on
  /// a device each such-and-such-th runs natively, too.
  uint64_t Check = 0;
  bool ZeroCopy = true; ///< Kernels may work on the program's arrays.

  /// It returns null when the variable is not set.
  using Lookup = std::function<const char *(const char *Name)>;
  /// It receives one line, without a line feed, for each bad value.
  using Complain = std::function<void(const std::string &Line)>;

  /// This is whether calls of little work may do without the runtime.
  bool letsPass() const {
    return Info.empty() && TraceFile.empty() && !Threshold &&
           Bounds != BoundsPolicy::Always && !Deterministic && !Check &&
           Offload != OffloadPolicy::Mandatory &&
           (Device.What == DeviceRequest::Kind::Any ||
            Device.What == DeviceRequest::Kind::Native);
  }

  /// This is whether OpenMP may run a region itself, in which no loop comes to
  /// the runtime then.
  bool letsRegionsPass() const {
    return Regions != RegionPolicy::Loops && !Threshold &&
           Bounds != BoundsPolicy::Always && !Deterministic && !Check &&
           Offload != OffloadPolicy::Mandatory &&
           (Regions != RegionPolicy::Auto || !InlineOps) &&
           (Device.What == DeviceRequest::Kind::Any ||
            Device.What == DeviceRequest::Kind::Native);
  }

  /// A variable with a bad value is reported and counts as not set.
  static Settings read(const Lookup &Get, const Complain &Bad);
  /// These are read from the environment, but of a set-uid program, whose
  /// caller does not choose files and flags. It complains on stderr.
  static Settings ofProcess();
};

/// This is one environment variable. The texts are what docs/use/environment.md
/// shows.
struct SettingRow {
  const char *Name;
  const char *Allowed;
  const char *Default;
  const char *Meaning;
  /// It returns false when Value is not allowed; Into is unchanged then.
  bool (*Parse)(Settings &Into, std::string_view Value);
};

std::span<const SettingRow> settingRows();

/// Names in the environment that begin as a variable's, and are none.
std::vector<std::string> unknownVariables();

} // namespace twofold

#endif
