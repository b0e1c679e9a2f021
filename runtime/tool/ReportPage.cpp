// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReportPage.cpp - the page of `twofold report` ----------------------===//
#include "tool/ReportHtml.h"

#include "ReportTemplate.h"
#include "report/Trace.h"

#include <algorithm>
#include <tuple>

using namespace twofold;
using namespace twofold::tool;

static constexpr Verdict Verdicts[] = {Verdict::Both, Verdict::Native,
                                       Verdict::InOrder, Verdict::Stays};

static std::string fileAnchor(const ReportData &In, const std::string &Name) {
  const auto At = In.Files.find(Name);
  return "f" + std::to_string(std::distance(In.Files.begin(), At) + 1);
}

std::string twofold::tool::anchorOf(const ReportData &In,
                                    const ReportLoop &Of) {
  return fileAnchor(In, Of.File) + "-" + std::to_string(Of.Line) + "-" +
         std::to_string(Of.Column);
}

static std::string tag(const ReportLoop &Of) {
  return std::string("<span class=\"tag ") + classOf(Of.Is) + "\">" +
         wordOf(Of.Is) + "</span>";
}

static std::string filter(const ReportData &Of) {
  std::string Out = "<fieldset class=\"filter\"><legend>show</legend>\n";
  for (const Verdict Each : Verdicts) {
    const auto Count =
        std::count_if(Of.Loops.begin(), Of.Loops.end(),
                      [&](const auto &L) { return L.second.Is == Each; });
    const std::string Class = classOf(Each);
    Out += "<label class=\"" + Class + "\"><input type=\"checkbox\" id=\"f-" +
           Class + "\" checked" + (Count ? "" : " disabled") + "><b>" +
           std::to_string(Count) + "</b> " + wordOf(Each) + "</label>\n";
  }
  return Out + "</fieldset>";
}

/// What a list can say of it in one line.
static std::string because(const ReportLoop &Of) {
  if (!Of.Reason.empty())
    return Of.Reason;
  for (const ReportMessage &Each : Of.Messages)
    if (Each.Kind == "Missed")
      return Each.Text;
  for (const ReportMessage &Each : Of.Messages)
    if (Each.Kind == "Passed")
      return Each.Text;
  return "";
}

static std::string
loopsSection(const ReportData &Of,
             const std::vector<const ReportLoop *> &InOrder) {
  std::string Out = "<section id=\"loops\" aria-labelledby=\"loops-title\">\n"
                    "<h2 id=\"loops-title\">Loops</h2>\n";
  if (InOrder.empty())
    return Out + "<p>There are none.</p></section>\n";
  Out += "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
         "aria-label=\"all loops\"><table class=\"all\">\n<thead><tr><th "
         "scope=\"col\">loop"
         "</th><th scope=\"col\">verdict</th><th scope=\"col\">why</th></tr>"
         "</thead>\n<tbody>\n";
  for (const ReportLoop *Loop : InOrder)
    Out += std::string("<tr class=\"row ") + classOf(Loop->Is) +
           "\"><th scope=\"row\"><a href=\"#" + anchorOf(Of, *Loop) + "\">" +
           escaped(Loop->Function.empty() ? placeOf(*Loop) : Loop->Function) +
           "</a><small>" + escaped(placeOf(*Loop)) + "</small></th><td>" +
           tag(*Loop) + "</td><td>" + escaped(because(*Loop)) + "</td></tr>\n";
  return Out + "</tbody></table></div>\n</section>\n";
}

/// A loop's line, which unfolds to what is known of it.
static std::string loopLine(const ReportData &In, const ReportLoop &Of,
                            const std::string &Number,
                            const std::string &Code) {
  std::string Took;
  if (Of.Run.Calls > 0)
    Took =
        "<span class=\"took\">" + escaped(formatTime(Of.Run.Time)) + "</span>";
  const std::string Anchor = anchorOf(In, Of);
  // Whoever follows a link into what is folded finds it unfolded.
  return std::string("<details class=\"loop\"><summary class=\"l ") +
         classOf(Of.Is) + "\"><a href=\"#" + Anchor + "\">" + Number +
         "</a><code>" + Code + "</code>" + Took + tag(Of) + "</summary>\n" +
         loopPanel(Of, Anchor) + "</details>\n";
}

static std::string notes(const std::set<ReportMessage> &All, unsigned Line) {
  std::string Out;
  for (const ReportMessage &Each : All)
    if (Each.Line == Line)
      Out += (Out.empty() ? "" : "\n") + Each.Text;
  return Out;
}

static std::string listing(const ReportData &In, const std::string &Name,
                           const ReportFile &File) {
  std::string Out = "<div class=\"listing\">\n";
  const std::string Anchor = fileAnchor(In, Name);
  Colours Of;
  auto Next = File.Loops.begin();
  const ReportLoop *Inside = nullptr;
  for (unsigned Number = 1; Number <= File.Lines.size(); ++Number) {
    const std::string Code = Of.line(File.Lines[Number - 1]);
    bool Done = false;
    for (; Next != File.Loops.end() && (*Next)->Line <= Number; ++Next) {
      Out += loopLine(In, **Next, Done ? "" : std::to_string(Number),
                      Done ? "" : Code);
      Inside = *Next;
      Done = true;
    }
    if (Done)
      continue;
    if (Inside && Inside->End < Number)
      Inside = nullptr;
    const std::string Note = notes(File.Others, Number);
    const std::string Id = Anchor + "-" + std::to_string(Number);
    Out += "<div class=\"l" +
           (Inside ? std::string(" in ") + classOf(Inside->Is) : "") +
           (Note.empty() ? "" : " note") + "\" id=\"" + Id + "\"" +
           (Note.empty() ? "" : " title=\"" + escaped(Note) + "\"") +
           "><a href=\"#" + Id + "\">" + std::to_string(Number) + "</a><code>" +
           Code + "</code></div>\n";
  }
  // Places behind the end: the source is another one than what was compiled.
  for (; Next != File.Loops.end(); ++Next)
    Out += loopLine(In, **Next, std::to_string((*Next)->Line),
                    escaped((*Next)->Function));
  return Out + "</div>\n";
}

static std::string sourcesSection(const ReportData &Of) {
  std::string Out = "<section id=\"sources\" aria-labelledby=\"sources-title\">"
                    "\n<h2 id=\"sources-title\">Sources</h2>\n";
  for (const auto &[Name, File] : Of.Files) {
    const bool Main = !File.Loops.empty();
    Out += std::string("<details class=\"file\"") + (Main ? " open" : "") +
           "><summary>" + escaped(Name) + " <small>" +
           escaped(formatCount(File.Loops.size(), "loop")) +
           (File.Lines.empty() ? ", the source was not found" : "") +
           "</small></summary>\n" + listing(Of, Name, File) + "</details>\n";
  }
  return Out + "</section>\n";
}

static std::string warnings(const ReportData &Of) {
  std::string Out;
  if (Of.OtherVersions)
    Out += "<p class=\"warn\">" +
           escaped(formatCount(Of.OtherVersions, "loop")) +
           " of another version of Twofold cannot be read: compile anew.</p>\n";
  if (!Of.Records)
    Out += "<p class=\"warn\">Compile with <code>-fsave-optimization-record"
           "</code> to see messages, variables, ranges, schedules and native "
           "variants here, too.</p>\n";
  return Out;
}

static std::string lead(const ReportData &Of) {
  return escaped(formatCount(Of.Loops.size(), "loop") + " in " +
                 formatCount(Of.Files.size(), "source") + ", from " +
                 formatCount(Of.Binaries, "binary file") + " and " +
                 formatCount(Of.Records, "optimisation record"));
}

/// Replaces {{Name}}, which the template has once or more often.
static void put(std::string &In, const std::string &Name,
                const std::string &Text) {
  const std::string Mark = "{{" + Name + "}}";
  for (size_t At = 0; (At = In.find(Mark, At)) != In.npos; At += Text.size())
    In.replace(At, Mark.size(), Text);
}

std::string twofold::tool::reportPage(const ReportData &Of) {
  std::vector<const ReportLoop *> Loops;
  for (const auto &[Place, Loop] : Of.Loops)
    Loops.push_back(&Loop);
  std::sort(Loops.begin(), Loops.end(), [](const auto *A, const auto *B) {
    return std::tie(B->Run.Time, A->File, A->Line, A->Column) <
           std::tie(A->Run.Time, B->File, B->Line, B->Column);
  });
  std::string Skip = "<a class=\"skip\" href=\"#loops\">Skip to loops</a>\n"
                     "<a class=\"skip\" href=\"#sources\">Skip to sources</a>";
  if (Of.HasRun)
    Skip = "<a class=\"skip\" href=\"#run\">Skip to the run</a>\n" + Skip;
  // What comes from programs is put in last, so that no mark in it counts.
  std::string Page = ReportTemplate;
  put(Page, "skip", Skip);
  put(Page, "version", TWOFOLD_VERSION);
  put(Page, "filter", filter(Of));
  put(Page, "warnings", warnings(Of));
  put(Page, "lead", lead(Of));
  std::string Out;
  for (size_t At = 0; At < Page.size();) {
    const size_t Mark = std::min(Page.find("{{", At), Page.size());
    Out += Page.substr(At, Mark - At);
    const size_t End = Page.find("}}", Mark);
    if (End == Page.npos)
      break;
    const std::string Name = Page.substr(Mark + 2, End - Mark - 2);
    Out += Name == "title"     ? escaped("Twofold report: " + Of.Program)
           : Name == "heading" ? escaped("Loops of " + Of.Program)
           : Name == "run"     ? runSection(Of, Loops)
           : Name == "loops"   ? loopsSection(Of, Loops)
                               : sourcesSection(Of);
    At = End + 2;
  }
  return Out;
}
