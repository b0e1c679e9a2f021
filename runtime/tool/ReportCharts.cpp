// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ReportCharts.cpp - what a run has done, as tables and charts -------===//
#include "tool/ReportHtml.h"

#include "report/Trace.h"

#include <algorithm>
#include <cstdio>

using namespace twofold;
using namespace twofold::tool;

/// Loops that the chart over time has a lane for.
static constexpr size_t MostLanes = 12;

static std::string number(double Value) {
  char Text[40];
  std::snprintf(Text, sizeof Text, "%.3f", Value);
  // Whatever the locale, CSS and SVG have points.
  std::replace(Text, Text + sizeof Text, ',', '.');
  return Text;
}

static std::string percent(double Part) {
  char Text[16];
  std::snprintf(Text, sizeof Text,
                Part > 0 && Part < 0.1 ? "%.1f %%" : "%.0f %%", 100 * Part);
  return Text;
}

static std::string count(double Value) {
  std::string Digits = std::to_string(uint64_t(Value));
  for (size_t At = Digits.size(); At > 3;)
    Digits.insert(At -= 3, "\xe2\x80\xaf"); // a narrow blank
  return Digits;
}

const char *twofold::tool::classOf(const std::string &Where) {
  return Where == "threads"              ? "threads"
         : Where == "the calling thread" ? "alone"
                                         : "device";
}

static std::string card(const std::string &What, const std::string &Value,
                        const std::string &More = "") {
  return "<div class=\"card\"><dt>" + escaped(What) + "</dt><dd>" +
         escaped(Value) +
         (More.empty() ? "" : "<small>" + escaped(More) + "</small>") +
         "</dd></div>\n";
}

/// One bar, whose parts are as long as their shares of Whole.
static std::string
bar(std::initializer_list<std::pair<const char *, double>> Parts,
    double Whole) {
  std::string Out = "<span class=\"bar\" aria-hidden=\"true\">";
  for (const auto &[Class, Value] : Parts)
    if (Value > 0 && Whole > 0)
      Out += std::string("<i class=\"") + Class +
             "\" style=\"width:" + number(100 * Value / Whole) + "%\"></i>";
  return Out + "</span>";
}

static std::string placesText(const ReportRun &Run) {
  std::string Out;
  auto Add = [&](double Calls, const std::string &Where) {
    if (Calls > 0)
      Out += (Out.empty() ? "" : ", ") + count(Calls) + " " + Where;
  };
  Add(Run.OnDevice, "on " + (Run.Device.empty() ? "a device" : Run.Device));
  Add(Run.Threads, "on threads");
  Add(Run.Alone, "on the calling thread");
  return Out;
}

static std::string row(const ReportData &In, const ReportLoop &Of,
                       double Longest, double Whole) {
  const ReportRun &Run = Of.Run;
  const double Calls = std::max(Run.Calls, 1.0);
  const double Each = Run.Time / Calls;
  std::string Out = "<tr><th scope=\"row\"><a href=\"#" + anchorOf(In, Of) +
                    "\">" +
                    escaped(Run.Label.empty() ? Of.Function : Run.Label) +
                    "</a><small>" + escaped(placeOf(Of)) + "</small></th>";
  Out += "<td class=\"wide\">" +
         bar({{"device", Run.OnDevice * Each},
              {"threads", Run.Threads * Each},
              {"alone", Run.Alone * Each}},
             Longest) +
         "</td>";
  Out += "<td class=\"n\">" + escaped(formatTime(Run.Time)) + "</td>";
  Out +=
      "<td class=\"n\">" + percent(Whole > 0 ? Run.Time / Whole : 0) + "</td>";
  Out += "<td class=\"n\">" + count(Run.Calls) + "</td>";
  Out += "<td class=\"n\">" + escaped(formatTime(Each)) + "</td>";
  Out += "<td>" + escaped(placesText(Run)) + "</td>";
  Out +=
      "<td class=\"n\">" +
      (Run.BytesToDevice > 0 ? escaped(formatBytes(Run.BytesToDevice)) : "–") +
      "</td><td class=\"n\">" +
      (Run.BytesToHost > 0 ? escaped(formatBytes(Run.BytesToHost)) : "–") +
      "</td></tr>\n";
  return Out;
}

static std::string legend() {
  return "<p class=\"legend\"><span><i class=\"device\"></i>on a device</span> "
         "<span><i class=\"threads\"></i>on threads</span> "
         "<span><i class=\"alone\"></i>on the calling thread</span></p>\n";
}

/// Calls as marks on lanes. Marks that are narrower than a point are drawn as
/// wide as one.
static std::string lanes(const ReportData &In,
                         const std::vector<const ReportLoop *> &ByTime) {
  double Begin = 1e300, End = 0;
  std::vector<const ReportLoop *> Shown;
  for (const ReportLoop *Loop : ByTime) {
    if (Loop->Run.Timeline.empty() || Shown.size() == MostLanes)
      continue;
    Shown.push_back(Loop);
    for (const ReportCall &Each : Loop->Run.Timeline) {
      Begin = std::min(Begin, Each.Begin);
      End = std::max(End, Each.Begin + Each.Time);
    }
  }
  if (Shown.empty() || End <= Begin)
    return "";
  std::string Out = "<h3 id=\"time\">Over time</h3>\n<div class=\"lanes\">\n";
  constexpr double Width = 1000;
  for (const ReportLoop *Loop : Shown) {
    Out += "<a href=\"#" + anchorOf(In, *Loop) + "\">" +
           escaped(Loop->Run.Label.empty() ? Loop->Function : Loop->Run.Label) +
           "</a><svg viewBox=\"0 0 1000 18\" preserveAspectRatio=\"none\" "
           "role=\"img\" aria-label=\"" +
           escaped("calls of " + Loop->Function + " over time") + "\">";
    double Drawn = -1;
    std::string Last;
    for (const ReportCall &Each : Loop->Run.Timeline) {
      const double X = (Each.Begin - Begin) / (End - Begin) * Width;
      const double Wide = std::max(Each.Time / (End - Begin) * Width, 1.0);
      // Behind one that covers it, it would not be seen.
      if (X + Wide <= Drawn + 0.3 && Last == Each.Where)
        continue;
      Drawn = X + Wide;
      Last = Each.Where;
      Out += std::string("<rect class=\"") + classOf(Each.Where) + "\" x=\"" +
             number(X) + "\" width=\"" + number(Wide) +
             "\" y=\"1\" height=\"16\"><title>" +
             escaped("on " + Each.Where + " in " + formatTime(1e3 * Each.Time) +
                     (Each.Why.empty() ? "" : ", because " + Each.Why)) +
             "</title></rect>";
    }
    Out += "</svg>\n";
  }
  return Out + "</div>\n<p class=\"axis\"><span>0</span><span>" +
         escaped(formatTime(1e3 * (End - Begin))) + "</span></p>\n";
}

std::string
twofold::tool::runSection(const ReportData &Of,
                          const std::vector<const ReportLoop *> &ByTime) {
  if (!Of.HasRun)
    return "";
  double Time = 0, Calls = 0, OnDevice = 0, There = 0, Back = 0, Longest = 0;
  for (const ReportLoop *Loop : ByTime) {
    const ReportRun &Run = Loop->Run;
    Time += Run.Time;
    Calls += Run.Calls;
    OnDevice += Run.OnDevice;
    There += Run.BytesToDevice;
    Back += Run.BytesToHost;
    Longest = std::max(Longest, Run.Time);
  }
  std::string Out = "<section id=\"run\" aria-labelledby=\"run-title\">\n"
                    "<h2 id=\"run-title\">The run</h2>\n";
  if (Calls > 0) {
    Out += "<dl class=\"cards\">\n";
    Out += card("time in loops", formatTime(Time),
                Of.RunTime > 0 ? percent(Time / Of.RunTime) + " of " +
                                     formatTime(Of.RunTime)
                               : "");
    Out += card("calls", count(Calls));
    Out += card("calls on devices", percent(OnDevice / Calls),
                Of.Devices.empty() ? "" : *Of.Devices.begin());
    Out += card("copied to devices", formatBytes(There));
    Out += card("copied back", formatBytes(Back));
    Out += "</dl>\n" + legend();
    Out += "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
           "aria-label=\"loops by time\"><table class=\"run\">\n<thead><tr>"
           "<th scope=\"col\">loop</th><th scope=\"col\" class=\"wide\">time "
           "by where it ran"
           "</th><th scope=\"col\" class=\"n\">time</th>"
           "<th scope=\"col\" class=\"n\">share</th>"
           "<th scope=\"col\" class=\"n\">calls</th>"
           "<th scope=\"col\" class=\"n\">each</th><th scope=\"col\">where</th>"
           "<th scope=\"col\" class=\"n\">sent</th>"
           "<th scope=\"col\" class=\"n\">fetched</th></tr></thead>\n<tbody>\n";
    for (const ReportLoop *Loop : ByTime)
      if (Loop->Run.Calls > 0)
        Out += row(Of, *Loop, Longest, Time);
    Out += "</tbody></table></div>\n";
  }
  Out += lanes(Of, ByTime);
  return Out + "</section>\n";
}
