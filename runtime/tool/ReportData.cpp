// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReportData.cpp - what the page of `twofold report` is made of ------===//
#include "tool/ReportData.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace twofold::tool;
namespace fs = std::filesystem;

static constexpr uintmax_t MostRecordBytes = uintmax_t(1) << 30,
                           MostSourceBytes = 8u << 20;

static std::string contents(const fs::path &Path, uintmax_t Most) {
  std::error_code Error;
  const uintmax_t Size = fs::file_size(Path, Error);
  if (Error || Size > Most)
    return "";
  std::ifstream In(Path, std::ios::binary);
  return {std::istreambuf_iterator<char>(In), {}};
}

std::string twofold::tool::placeOf(const ReportLoop &Of) {
  return Of.File + ":" + std::to_string(Of.Line);
}

ReportLoop &ReportData::loop(const std::string &File, unsigned Line,
                             unsigned Column) {
  ReportLoop &Out = Loops[{File, Line, Column}];
  Out.File = File;
  Out.Line = Line;
  Out.Column = Column;
  Out.End = std::max(Out.End, Line);
  return Out;
}

static void setVerdict(ReportLoop &Of, Verdict Is, const std::string &Reason) {
  // Of instances of a template, and of parts of a loop that iterations may
  // leave, the worst is told.
  if (!Of.HasVerdict || Is > Of.Is) {
    Of.Is = Is;
    Of.Reason = Reason;
  }
  Of.HasVerdict = true;
}

void ReportData::addBinary(const BinaryFile &From) {
  OtherVersions += From.Others;
  for (const BinaryLoop &Each : From.Loops) {
    ReportLoop &To = loop(Each.File, Each.Line, Each.Column);
    To.Function = Each.Function;
    To.Instances.insert(Each.Function);
    To.Ops = std::max(To.Ops, Each.Ops);
    if (To.Arrays.empty())
      To.Arrays = Each.Arrays;
    if (To.Kernel.empty())
      To.Kernel = Each.Source;
    const bool InOrder = (Each.Flags & TWOFOLD_SITE_IN_ORDER) ||
                         (Each.Kernel.empty() &&
                          Each.Reason.find("in order") != Each.Reason.npos);
    setVerdict(To,
               InOrder               ? Verdict::InOrder
               : Each.Kernel.empty() ? Verdict::Native
                                     : Verdict::Both,
               Each.Reason);
  }
  for (const std::string &Each : From.Stays) {
    // file:line: text
    const size_t Text = Each.find(": ");
    const size_t Colon =
        Text == Each.npos || !Text ? Each.npos : Each.rfind(':', Text - 1);
    if (Colon == Each.npos)
      continue;
    const unsigned Line = unsigned(std::strtoul(
        Each.substr(Colon + 1, Text - Colon - 1).c_str(), nullptr, 10));
    const std::string File = Each.substr(0, Colon);
    // The record knows the column, too.
    const auto Known = Loops.lower_bound({File, Line, 0});
    if (Known != Loops.end() && Known->second.File == File &&
        Known->second.Line == Line)
      continue;
    setVerdict(loop(File, Line, 0), Verdict::Stays, Each.substr(Text + 2));
  }
}

static Verdict verdictNamed(const std::string &Word) {
  return Word == "both variants" ? Verdict::Both
         : Word == "native only" ? Verdict::Native
         : Word == "in order"    ? Verdict::InOrder
                                 : Verdict::Stays;
}

void ReportData::addRecord(const RecordEntry &From) {
  if (From.Pass == "twofold") {
    Told[From.File].insert(
        {From.Line, From.Column, From.Kind, From.Name, From.message()});
    return;
  }
  ReportLoop &To = loop(From.File, From.Line, From.Column);
  setVerdict(To, verdictNamed(From.part("Verdict")), From.part("Reason"));
  To.End = std::max(
      To.End, unsigned(std::strtoul(From.part("End").c_str(), nullptr, 10)));
  if (!From.Function.empty()) {
    To.Function = From.Function;
    To.Instances.insert(From.Function);
  }
  auto Fill = [&](std::string &Into, const char *Key) {
    if (Into.empty())
      Into = From.part(Key);
  };
  Fill(To.Variables, "Variables");
  Fill(To.Ranges, "Ranges");
  Fill(To.Schedule, "Schedule");
  Fill(To.Native, "Native");
  Fill(To.Kernel, "Kernel");
}

void ReportData::addRecords(const std::string &Path,
                            const std::set<std::string> *Only) {
  bool Any = false;
  readRecords(contents(Path, MostRecordBytes), [&](const RecordEntry &Entry) {
    if (Only && !Only->contains(Entry.File))
      return;
    Any = true;
    addRecord(Entry);
  });
  Records += Any;
}

static bool isRecord(const fs::path &Path) {
  return Path.filename().string().ends_with(".opt.yaml");
}

/// The files of a folder, and of those in it if All is set, in one order on
/// every machine.
static std::vector<fs::path> filesIn(const fs::path &Folder, bool All) {
  constexpr auto Skip = fs::directory_options::skip_permission_denied;
  std::vector<fs::path> Out;
  std::error_code Error, None;
  fs::recursive_directory_iterator It(Folder, Skip, Error), End;
  for (; !Error && It != End; It.increment(Error)) {
    if (!All)
      It.disable_recursion_pending();
    if (It->is_regular_file(None))
      Out.push_back(It->path());
  }
  std::sort(Out.begin(), Out.end());
  return Out;
}

/// What people call it: a folder's own name for `.`.
static std::string shownName(const fs::path &Path) {
  std::error_code Error;
  const fs::path Last = Path.filename();
  if (!Last.empty() && Last != "." && Last != "..")
    return Path;
  fs::path Whole = fs::canonical(Path, Error);
  return Error ? Path : Whole.filename().empty() ? Whole : Whole.filename();
}

/// Records come before binaries: they know more of a loop.
bool ReportData::addInput(const std::string &Path) {
  std::error_code Error;
  if (!fs::exists(Path, Error))
    return false;
  Program += (Program.empty() ? "" : ", ") + shownName(Path);
  if (isRecord(Path)) {
    addRecords(Path);
    return true;
  }
  if (fs::is_directory(Path, Error)) {
    const std::vector<fs::path> Files = filesIn(Path, true);
    for (const fs::path &Each : Files)
      if (isRecord(Each))
        addRecords(Each);
    for (const fs::path &Each : Files)
      if (!isRecord(Each))
        if (const auto Known = readBinary(Each); Known && Known->isTwofolds()) {
          ++Binaries;
          addBinary(*Known);
        }
    return true;
  }
  const auto Known = readBinary(Path);
  if (!Known)
    return true;
  // Beside it are its own records, and those of other programs.
  std::set<std::string> Own;
  for (const BinaryLoop &Each : Known->Loops)
    Own.insert(Each.File);
  for (const std::string &Each : Known->Stays)
    Own.insert(Each.substr(0, Each.rfind(':', Each.find(": ") - 1)));
  const fs::path Beside = fs::path(Path).parent_path();
  for (const fs::path &Each : filesIn(Beside.empty() ? "." : Beside, false))
    if (isRecord(Each))
      addRecords(Each, &Own);
  Binaries += Known->isTwofolds();
  addBinary(*Known);
  return true;
}

/// Where a source is: its name may be relative to the folder in which the
/// compiler ran, which is often one that the objects lie below.
static fs::path findSource(const std::string &Name,
                           const std::vector<std::string> &Roots) {
  std::error_code Error;
  if (fs::path(Name).is_absolute())
    return fs::is_regular_file(Name, Error) ? Name : "";
  for (const std::string &Root : Roots)
    for (fs::path At = fs::absolute(Root, Error); !Error;
         At = At.parent_path()) {
      if (fs::is_regular_file(At / Name, Error))
        return At / Name;
      if (At == At.parent_path())
        break;
    }
  return "";
}

static std::vector<std::string> linesOf(const std::string &Text) {
  std::vector<std::string> Out;
  for (size_t At = 0; At < Text.size();) {
    const size_t End = std::min(Text.find('\n', At), Text.size());
    Out.push_back(Text.substr(At, End - At));
    if (Out.back().ends_with('\r'))
      Out.back().pop_back();
    At = End + 1;
  }
  return Out;
}

void ReportData::finish(std::vector<std::string> Roots) {
  for (auto &[Key, Loop] : Loops) {
    // A record beside a program may be of a part that is not in it.
    Files[Loop.File].Loops.push_back(&Loop);
  }
  for (auto &[Name, File] : Files) {
    File.Path = findSource(Name, Roots);
    if (!File.Path.empty())
      File.Lines = linesOf(contents(File.Path, MostSourceBytes));
  }
  for (const auto &[Name, Messages] : Told) {
    ReportFile &File = Files[Name];
    if (File.Path.empty() && File.Lines.empty()) {
      File.Path = findSource(Name, Roots);
      if (!File.Path.empty())
        File.Lines = linesOf(contents(File.Path, MostSourceBytes));
    }
    for (const ReportMessage &Each : Messages) {
      // Loops do not overlap, and those in others begin later.
      ReportLoop *Inner = nullptr;
      for (ReportLoop *Loop : File.Loops)
        if (Loop->Line <= Each.Line && Each.Line <= Loop->End)
          Inner = Loop;
      (Inner ? Inner->Messages : File.Others).insert(Each);
    }
  }
}
