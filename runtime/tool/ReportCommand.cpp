// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReportCommand.cpp - twofold report, twofold dump -------------------===//
#include "tool/Commands.h"
#include "tool/JsonLines.h"
#include "tool/ProgramFile.h"
#include "tool/ReportHtml.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <unistd.h>

using namespace twofold::tool;

/// Written whole or not at all.
static bool writeFile(const std::string &Path, const std::string &Text) {
  const std::string New = Path + ".new";
  std::FILE *File = std::fopen(New.c_str(), "we");
  bool Written =
      File && std::fwrite(Text.data(), 1, Text.size(), File) == Text.size();
  if (File)
    Written &= std::fclose(File) == 0;
  Written = Written && std::rename(New.c_str(), Path.c_str()) == 0;
  if (!Written) {
    std::fprintf(stderr, "twofold: %s: %s\n", Path.c_str(), strerror(errno));
    (void)std::remove(New.c_str());
  }
  return Written;
}

/// Folders of what was asked for, and the one where the command runs.
static Words rootsOf(const Words &Inputs) {
  Words Out = {"."};
  for (const std::string &Each : Inputs) {
    std::error_code Error;
    const std::filesystem::path Path(Each);
    Out.push_back(
        std::filesystem::is_directory(Path, Error)
            ? Each
            : (Path.has_parent_path() ? Path.parent_path().string() : "."));
  }
  return Out;
}

static const char *word(Verdict Of) {
  return Of == Verdict::Both      ? "both"
         : Of == Verdict::Native  ? "native"
         : Of == Verdict::InOrder ? "in order"
                                  : "stays";
}

static void printLoops(const ReportData &Data) {
  JsonLines Lines;
  for (const auto &[Place, Each] : Data.Loops)
    Lines.add({{"file", Each.File},
               {"line", uint64_t(Each.Line)},
               {"column", uint64_t(Each.Column)},
               {"function", Each.Function},
               {"verdict", word(Each.Is)},
               {"reason", Each.Reason},
               {"calls", uint64_t(Each.Run.Calls)},
               {"nanoseconds", uint64_t(Each.Run.Time)},
               {"device", Each.Run.Device}});
  Lines.print();
}

int twofold::tool::reportCommand(Words Arguments) {
  const bool Json = takeJson(Arguments);
  bool Html = false;
  Words Inputs, Runs, Roots;
  std::string To;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const std::string &Each = Arguments[I];
    if (Each == "--trace" || Each == "--receipts" || Each == "-o" ||
        Each == "--source-dir") {
      if (I + 1 == Arguments.size())
        return misused("report needs a file behind '" + Each + "'");
      const std::string &File = Arguments[++I];
      if (Each == "-o")
        To = File;
      else
        (Each == "--source-dir" ? Roots : Runs).push_back(File);
    } else if (Each == "--html") {
      Html = true;
    } else if (Each.starts_with("-") && Each != "-") {
      return misused("report does not know '" + Each + "'");
    } else {
      Inputs.push_back(Each);
    }
  }
  if (Inputs.empty())
    return misused("report needs a folder of a build, or a program");
  if (Json && (Html || !To.empty()))
    return misused("report writes a page with '-o' or '--html', or prints with "
                   "'--json'");
  if (!Json && !Html && To.empty())
    return misused(
        "report needs '-o FILE.html', or '--html' to print the page");
  ReportData Data;
  for (const std::string &Each : Inputs)
    if (!Data.addInput(Each)) {
      std::fprintf(stderr, "twofold: %s: there is no such file\n",
                   Each.c_str());
      return 2;
    }
  for (const std::string &Each : Runs)
    if (std::string Trouble; !Data.addRun(Each, Trouble)) {
      std::fprintf(stderr, "twofold: %s\n", Trouble.c_str());
      return 2;
    }
  if (Data.Loops.empty()) {
    std::fprintf(stderr, "twofold: there are no annotated loops in %s%s\n",
                 Inputs.front().c_str(),
                 Data.OtherVersions
                     ? " that this version can read; compile it anew"
                     : "; build it with what 'twofold flags' prints");
    return 3;
  }
  if (Json) {
    printLoops(Data);
    return 0;
  }
  for (const std::string &Each : rootsOf(Inputs))
    Roots.push_back(Each);
  Data.finish(Roots);
  const std::string Page = reportPage(Data);
  if (!To.empty())
    return writeFile(To, Page) ? 0 : 1;
  const bool All =
      std::fwrite(Page.data(), 1, Page.size(), stdout) == Page.size();
  return All && std::fflush(stdout) == 0 ? 0 : 1;
}

static void print(const BinaryLoop &Each) {
  std::printf("// %s:%u: %s\n", Each.File.c_str(), Each.Line,
              Each.Function.c_str());
  if (Each.Kernel.empty())
    std::printf("// no kernel: %s\n\n", Each.Reason.empty()
                                            ? "it was compiled without"
                                            : Each.Reason.c_str());
  else
    std::printf("%s\n", Each.Source.c_str());
}

int twofold::tool::dumpCommand(Words Arguments) {
  const bool Json = takeJson(Arguments);
  if (Arguments.empty() || Arguments.size() > 2)
    return misused("dump needs a program, and perhaps the place of a loop");
  const std::string Path = pathOf(Arguments[0]);
  if (access(Path.c_str(), R_OK) != 0) {
    std::fprintf(stderr, "twofold: %s: %s\n", Path.c_str(), strerror(errno));
    return 2;
  }
  const auto Known = readBinary(Path);
  if (!Known) {
    std::fprintf(stderr,
                 "twofold: %s is no program, library, object or archive of a "
                 "64-bit processor\n",
                 Path.c_str());
    return 2;
  }
  const std::string Asked = Arguments.size() > 1 ? Arguments[1] : "";
  JsonLines Lines;
  unsigned Found = 0;
  for (const BinaryLoop &Each : Known->Loops) {
    const std::string Place = Each.File + ":" + std::to_string(Each.Line);
    if (!Place.ends_with(Asked) && Each.Function != Asked &&
        Each.Kernel != Asked)
      continue;
    ++Found;
    if (Json)
      Lines.add({{"file", Each.File},
                 {"line", uint64_t(Each.Line)},
                 {"column", uint64_t(Each.Column)},
                 {"function", Each.Function},
                 {"kernel", Each.Kernel},
                 {"source", Each.Source},
                 {"reason", Each.Reason},
                 {"in_order", (Each.Flags & TWOFOLD_SITE_IN_ORDER) != 0}});
    else
      print(Each);
  }
  if (Json)
    Lines.print();
  if (Found)
    return 0;
  std::fprintf(stderr, "twofold: %s has no %sannotated loop%s\n", Path.c_str(),
               Asked.empty() ? "" : "such ",
               Known->Others ? " that this version can read; compile it anew"
                             : "");
  return 3;
}
