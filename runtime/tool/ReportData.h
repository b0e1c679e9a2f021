// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReportData.h - what the page of `twofold report` is made of --------===//
#ifndef TWOFOLD_RUNTIME_TOOL_REPORTDATA_H
#define TWOFOLD_RUNTIME_TOOL_REPORTDATA_H

#include "tool/JsonValue.h"
#include "tool/ProgramImage.h"
#include "tool/RecordFile.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace twofold::tool {

/// What became of a loop, from best to worst.
enum class Verdict { Both, Native, InOrder, Stays };

/// What the compiler has said of a line.
struct ReportMessage {
  unsigned Line = 0, Column = 0;
  std::string Kind; ///< as in RecordEntry
  std::string Name, Text;

  auto operator<=>(const ReportMessage &) const = default;
};

/// One of the calls that a trace has, in microseconds.
struct ReportCall {
  double Begin = 0, Time = 0;
  std::string Where, Why;
  double Iterations = 0, Native = 0, Device = 0; ///< predicted, ns
};

/// What a loop has done in a run. Times are nanoseconds.
struct ReportRun {
  bool Known = false;
  double Calls = 0, Time = 0;
  double Alone = 0, Threads = 0, OnDevice = 0, Failed = 0;
  double BytesToDevice = 0, BytesToHost = 0;
  std::string Device, Label, Reason;
  std::vector<ReportCall> Timeline;        ///< in order of their begin
  std::map<std::string, unsigned> Choices; ///< why, and how often
};

struct ReportLoop {
  std::string File; ///< as the compiler names it
  std::string Function;
  unsigned Line = 0, Column = 0, End = 0;
  Verdict Is = Verdict::Both;
  bool HasVerdict = false;
  std::string Reason, Variables, Ranges, Schedule, Native, Kernel;
  std::vector<std::string> Arrays;
  uint32_t Ops = 0;
  std::set<std::string> Instances; ///< functions that have it, of a template's
  std::set<ReportMessage> Messages;
  ReportRun Run;
};

struct ReportFile {
  std::string Path; ///< where the source was found; empty: nowhere
  std::vector<std::string> Lines;
  std::vector<ReportLoop *> Loops; ///< by line
  std::set<ReportMessage> Others;  ///< messages outside of all loops
};

struct ReportData {
  std::map<std::tuple<std::string, unsigned, unsigned>, ReportLoop> Loops;
  std::map<std::string, ReportFile> Files; ///< by the compiler's name
  std::string Program;                     ///< what was asked for
  unsigned Binaries = 0, Records = 0;      ///< files that have told something
  unsigned OtherVersions = 0;              ///< loops that cannot be read
  bool HasRun = false;
  double RunTime = 0; ///< of the traced process, ns; 0: not known
  std::set<std::string> Devices;

  /// Everything below Path that tells of loops: a file, or a folder with what
  /// is in it. False: there is no such thing.
  bool addInput(const std::string &Path);
  /// A trace, or the receipts of a run. False, with the reason.
  bool addRun(const std::string &Path, std::string &Trouble);
  /// Reads sources, and puts messages to their loops. Roots: folders that
  /// relative names may begin in.
  void finish(std::vector<std::string> Roots);

private:
  std::map<std::string, std::set<ReportMessage>> Told; ///< by file
  std::map<std::string, std::vector<ReportLoop *>> ByPlace;

  ReportLoop &loop(const std::string &File, unsigned Line, unsigned Column);
  void addBinary(const BinaryFile &From);
  void addRecord(const RecordEntry &From);
  /// Only: files whose loops are wanted; null: all are.
  void addRecords(const std::string &Path,
                  const std::set<std::string> *Only = nullptr);
  void addTrace(const JsonValue &Trace);
  void addReceipts(const JsonValue &Receipts);
  void addEvent(const JsonValue &Event);
  const std::vector<ReportLoop *> &at(const std::string &Place);
};

/// "a.c:9"
std::string placeOf(const ReportLoop &Of);

} // namespace twofold::tool

#endif
