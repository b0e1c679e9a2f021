// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReportPanel.cpp - what a report unfolds at a loop ------------------===//
#include "tool/ReportHtml.h"

#include "report/Trace.h"

#include <algorithm>

using namespace twofold;
using namespace twofold::tool;

const char *twofold::tool::wordOf(Verdict Is) {
  switch (Is) {
  case Verdict::Both:
    return "both variants";
  case Verdict::Native:
    return "native only";
  case Verdict::InOrder:
    return "in order";
  case Verdict::Stays:
    break;
  }
  return "stays with OpenMP";
}

const char *twofold::tool::classOf(Verdict Is) {
  switch (Is) {
  case Verdict::Both:
    return "both";
  case Verdict::Native:
    return "native";
  case Verdict::InOrder:
    return "order";
  case Verdict::Stays:
    break;
  }
  return "stays";
}

/// Calls F with each line of Text.
template <typename Function>
static void eachLine(const std::string &Text, Function F) {
  for (size_t At = 0; At < Text.size();) {
    const size_t End = std::min(Text.find('\n', At), Text.size());
    if (End > At)
      F(Text.substr(At, End - At));
    At = End + 1;
  }
}

static std::string cell(const std::string &Html) {
  return "<td>" + Html + "</td>";
}

static std::string code(const std::string &Text) {
  return "<code>" + escaped(Text) + "</code>";
}

static std::string table(const char *Title,
                         std::initializer_list<const char *> Heads,
                         const std::string &Rows) {
  if (Rows.empty())
    return "";
  std::string Out = std::string("<div class=\"part\"><h4>") + Title +
                    "</h4><div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                    "aria-label=\"" +
                    Title + "\"><table>\n<thead><tr>";
  for (const char *Each : Heads)
    Out += std::string("<th scope=\"col\">") + Each + "</th>";
  return Out + "</tr></thead>\n<tbody>" + Rows +
         "</tbody></table></div></div>\n";
}

/// "'double' by +": the type that stands in quotes, and the rest.
static std::string typed(const std::string &Text) {
  const size_t End = Text.starts_with('\'') ? Text.find('\'', 1) : Text.npos;
  return End == Text.npos
             ? escaped(Text)
             : code(Text.substr(1, End - 1)) + escaped(Text.substr(End + 1));
}

/// "reduction s: 'double' by +"
static std::string variables(const std::string &Text) {
  std::string Rows;
  eachLine(Text, [&](const std::string &Line) {
    const size_t Colon = Line.find(": ");
    const size_t Blank =
        Colon == Line.npos ? Line.npos : Line.rfind(' ', Colon - 1);
    if (Blank == Line.npos) {
      Rows += "<tr><td colspan=\"3\">" + escaped(Line) + "</td></tr>\n";
      return;
    }
    Rows += "<tr>" + cell(code(Line.substr(Blank + 1, Colon - Blank - 1))) +
            cell(escaped(Line.substr(0, Blank))) +
            cell(typed(Line.substr(Colon + 2))) + "</tr>\n";
  });
  return table("Variables", {"name", "is", "type"}, Rows);
}

/// "update y: 4 at 4*i, always"
static std::string ranges(const std::string &Text) {
  std::string Accesses, Arrays;
  eachLine(Text, [&](const std::string &Line) {
    const size_t Blank = Line.find(' '), Colon = Line.find(": ");
    if (Blank == Line.npos || Colon == Line.npos || Colon < Blank)
      return;
    const std::string How = Line.substr(0, Blank);
    const std::string Name = Line.substr(Blank + 1, Colon - Blank - 1);
    std::string Rest = Line.substr(Colon + 2);
    if (How == "read" || How == "write" || How == "update") {
      const bool Always = Rest.ends_with(", always");
      if (Always)
        Rest.resize(Rest.size() - 8);
      const size_t At = Rest.find(" at ");
      Accesses +=
          "<tr>" + cell(escaped(How)) + cell(code(Name)) +
          cell(At == Rest.npos ? "?" : escaped(Rest.substr(0, At))) +
          cell(At == Rest.npos ? escaped(Rest) : code(Rest.substr(At + 4))) +
          cell(Always ? "always" : "perhaps") + "</tr>\n";
    } else if (How != "loop") {
      if (const size_t Argument = Rest.find(", arg "); Argument != Rest.npos)
        Rest.erase(Argument,
                   Rest.find_first_not_of("0123456789", Argument + 6) -
                       Argument);
      Arrays += "<tr>" +
                cell(escaped(How == "base"   ? "array"
                             : How == "axis" ? "inner loop"
                                             : How)) +
                cell(code(Name)) + cell(escaped(Rest)) + "</tr>\n";
    }
  });
  return table("Arrays and inner loops", {"what", "name", "extent in bytes"},
               Arrays) +
         table("Ranges", {"access", "array", "bytes", "at byte", "made"},
               Accesses);
}

static std::string messages(const std::set<ReportMessage> &All) {
  std::string Out;
  for (const ReportMessage &Each : All)
    Out += "<li class=\"" +
           std::string(Each.Kind == "Missed"   ? "missed"
                       : Each.Kind == "Passed" ? "passed"
                                               : "told") +
           "\"><b>" + std::to_string(Each.Line) + ":" +
           std::to_string(Each.Column) + "</b> " + escaped(Each.Text) +
           " <small>" + escaped(Each.Name) + "</small></li>\n";
  return Out.empty() ? "" : "<ul class=\"messages\">\n" + Out + "</ul>\n";
}

static std::string schedule(const std::string &Text) {
  std::string Out;
  eachLine(Text, [&](const std::string &Line) {
    Out += "<li>" + escaped(Line) + "</li>";
  });
  return Out.empty() ? ""
                     : "<div class=\"part\"><h4>Schedule</h4><ul>" + Out +
                           "</ul></div>\n";
}

static std::string run(const ReportRun &Run) {
  if (!Run.Known)
    return "";
  std::string Rows;
  if (Run.Calls > 0)
    Rows +=
        "<li>" + escaped(formatCount(uint64_t(Run.Calls), "call")) + " in " +
        escaped(formatTime(Run.Time)) +
        (Run.Failed > 0 ? ", " + escaped(std::to_string(uint64_t(Run.Failed))) +
                              " of them after a device had failed"
                        : "") +
        "</li>";
  if (!Run.Reason.empty())
    Rows += "<li>on the CPU because " + escaped(Run.Reason) + "</li>";
  for (const auto &[Why, Times] : Run.Choices)
    Rows += "<li>" + escaped(formatCount(Times, "choice")) + " " +
            escaped(Why) + "</li>";
  return "<div class=\"part\"><h4>In the run</h4><ul>" + Rows + "</ul></div>\n";
}

static std::string source(const char *Title, const std::string &Text,
                          const std::string &WhyNone) {
  return std::string("<div class=\"source\"><h4>") + Title + "</h4>" +
         (Text.empty() ? "<p class=\"none\">" + escaped(WhyNone) + "</p>"
                       : "<pre tabindex=\"0\"><code>" + coloured(Text) +
                             "</code></pre>") +
         "</div>\n";
}

std::string twofold::tool::loopPanel(const ReportLoop &Of,
                                     const std::string &Anchor) {
  std::string Out = "<div class=\"panel\" id=\"" + Anchor + "\">\n";
  Out += "<p class=\"verdict\"><span class=\"tag " +
         std::string(classOf(Of.Is)) + "\">" + wordOf(Of.Is) + "</span> <b>" +
         escaped(Of.Function) + "</b> <span class=\"place\">" +
         escaped(placeOf(Of)) + "</span>";
  if (Of.Instances.size() > 1)
    Out += " <small>" + escaped(formatCount(Of.Instances.size(), "instance")) +
           " of a template, of which the first is shown</small>";
  Out += "</p>\n";
  const bool Said = std::any_of(Of.Messages.begin(), Of.Messages.end(),
                                [&](const ReportMessage &M) {
                                  return M.Text.find(Of.Reason) != M.Text.npos;
                                });
  if (!Of.Reason.empty() && (!Said || Of.Messages.empty()))
    Out += "<p class=\"reason\">" + escaped(Of.Reason) + "</p>\n";
  Out += messages(Of.Messages);
  Out += "<div class=\"parts\">\n" + run(Of.Run) + schedule(Of.Schedule) +
         variables(Of.Variables) + ranges(Of.Ranges);
  Out += "</div>\n";
  if (Of.Native.empty() && Of.Kernel.empty())
    return Out + "</div>\n";
  return Out + "<div class=\"sides\">\n" +
         source("Native variant, C", Of.Native,
                "compile with -fsave-optimization-record to see it") +
         source("Kernel, OpenCL C", Of.Kernel, "there is none") +
         "</div>\n</div>\n";
}
