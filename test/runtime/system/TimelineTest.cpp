// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TimelineTest.cpp - the file that TWOFOLD_TRACE asks for ------------===//
#include "system/Timeline.h"
#include "TemporaryFolder.h"
#include "WithoutInput.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <regex>
#include <sstream>
#include <unistd.h>

using namespace twofold;

namespace {

/// Of a time in microseconds: how far behind Base it is; else it is now.
std::string behind(const std::string &Text, double Base) {
  const double Micros = std::strtod(Text.c_str(), nullptr) - Base;
  char Out[40];
  std::snprintf(Out, sizeof Out, "%.3f", Micros);
  return Micros < 0 ? "now" : Out;
}

} // namespace

/// The file has this process's name and numbers, and when the test ran; else it
/// is as expected, byte for byte.
TEST(Timeline, tellsWhatHappened) {
  const TemporaryFolder Folder;
  const std::string Path = Folder / "trace.json";
  EXPECT_FALSE(Timeline::on());
  EXPECT_FALSE(Timeline::begin(Folder / "none/trace.json"));
  EXPECT_FALSE(Timeline::on());
  Timeline::instant("none", "nobody asks");
  Timeline::slice({}, "none", "nobody asks", 1, 2);

  ASSERT_TRUE(Timeline::begin(Path));
  EXPECT_TRUE(Timeline::on());
  using Kind = Timeline::Track::Kind;
  const Timeline::Track Kernels{Kind::Kernels, 1, "GPU"},
      Copies{Kind::Copies, 1, "GPU"}, Other{Kind::Kernels, 0, "CPU"};
  // Times to come, which tell them from those that are taken now.
  const double Soon = Timeline::now() + 1e12;
  Timeline::slice({}, "call", "loop \"a\"\n", Soon + 1000, Soon + 3500,
                  TimelineMembers().add("where", "x\\y").add("bytes", 12.6));
  Timeline::slice(Kernels, "kernel", "k", Soon + 2000, Soon + 2750);
  Timeline::slice(Copies, "copy", "c", Soon + 2000, Soon + 1000);
  Timeline::slice(Other, "kernel", "k", Soon + 123456789, Soon + 123456790);
  Timeline::instant("note", "here", TimelineMembers().add("n", -3.0));
  Timeline::arrow(Soon + 100, Kernels, Soon + 2000);
  Timeline::arrow(Soon + 200, Copies, Soon + 300);
  const int Both[2] = {}, &Queue = Both[0], &Others = Both[1];
  const double Then = Timeline::now();
  Timeline::left(&Queue, Kernels, "first", 1, Then);
  Timeline::left(&Queue, Kernels, "second", 2, Then + 100);
  Timeline::left(&Queue, Kernels, "third", 3, Soon);
  Timeline::left(&Queue, Kernels, "fourth", 4, Soon + 10);
  Timeline::left(&Others, Copies, "fifth", 1, Soon + 20);
  usleep(1000);
  Timeline::over(&Queue, 0);
  Timeline::over(&Folder, 9);
  Timeline::over(&Queue, 3);
  {
    TimelineSpan("span", "a span").More.add("m", 1.5e6);
  }
  Timeline::end("\"loops\": []");
  EXPECT_FALSE(Timeline::on());
  Timeline::instant("none", "it is over");
  Timeline::over(&Queue, 4);
  Timeline::end("");
  // Nothing of the file stays mapped.
  EXPECT_EQ(readWhole("/proc/self/maps").find(Path), std::string::npos);

  std::string Text = readWhole(Path);
  std::smatch Found;
  ASSERT_TRUE(std::regex_search(
      Text, Found, std::regex("\"ts\": ([0-9.]+), \"dur\": 2.500,")))
      << Text;
  const double Base = std::strtod(Found[1].str().c_str(), nullptr) - 1;
  const std::string Process = std::to_string(getpid());
  std::string Out;
  const std::regex Numbers("\"(ts|dur|pid|tid|run_ns)\": ([0-9.]+)");
  auto From = Text.cbegin();
  for (std::sregex_iterator At(Text.begin(), Text.end(), Numbers), End;
       At != End; ++At) {
    Out.append(From, (*At)[2].first);
    const std::string Name = (*At)[1], Number = (*At)[2];
    Out += Name == "ts"        ? behind(Number, Base)
           : Number == Process ? "us"
           : Name == "run_ns"  ? "all"
           : Name == "dur" && std::atof(Number.c_str()) > 900 ? "long"
                                                              : Number;
    From = (*At)[2].second;
  }
  Out.append(From, Text.cend());
  Out.replace(Out.find(program_invocation_short_name),
              std::strlen(program_invocation_short_name), "program");
  Out =
      std::regex_replace(Out, std::regex("\"dur\": [0-9.]+, \"cat\": \"span\""),
                         "\"dur\": some, \"cat\": \"span\"");
  EXPECT_EQ(Out, R"~({"displayTimeUnit": "ns", "traceEvents": [
{"ph": "M", "pid": us, "name": "process_name", "args": {"name": "program"}},
{"ph": "M", "pid": us, "tid": us, "ts": now, "name": "thread_name", "args": {"name": "main"}},
{"ph": "X", "pid": us, "tid": us, "ts": 1.000, "dur": 2.500, "cat": "call", "name": "loop \"a\"\u000a", "args": {"where": "x\\y", "bytes": 13}},
{"ph": "M", "pid": us, "tid": 1073741826, "ts": now, "name": "thread_name", "args": {"name": "GPU"}},
{"ph": "X", "pid": us, "tid": 1073741826, "ts": 2.000, "dur": 0.750, "cat": "kernel", "name": "k", "args": {}},
{"ph": "M", "pid": us, "tid": 1073741827, "ts": now, "name": "thread_name", "args": {"name": "GPU: copies"}},
{"ph": "X", "pid": us, "tid": 1073741827, "ts": 2.000, "dur": 0.000, "cat": "copy", "name": "c", "args": {}},
{"ph": "M", "pid": us, "tid": 1073741824, "ts": now, "name": "thread_name", "args": {"name": "CPU"}},
{"ph": "X", "pid": us, "tid": 1073741824, "ts": 123456.789, "dur": 0.001, "cat": "kernel", "name": "k", "args": {}},
{"ph": "i", "pid": us, "tid": us, "ts": now, "s": "t", "cat": "note", "name": "here", "args": {"n": -3}},
{"ph": "s", "pid": us, "tid": us, "ts": 0.100, "cat": "launch", "name": "launch", "id": 1},
{"ph": "f", "pid": us, "tid": 1073741826, "ts": 2.000, "cat": "launch", "name": "launch", "id": 1, "bp": "e"},
{"ph": "s", "pid": us, "tid": us, "ts": 0.200, "cat": "launch", "name": "launch", "id": 2},
{"ph": "f", "pid": us, "tid": 1073741827, "ts": 0.300, "cat": "launch", "name": "launch", "id": 2, "bp": "e"},
{"ph": "X", "pid": us, "tid": 1073741826, "ts": now, "dur": 0.100, "cat": "kernel", "name": "first", "args": {"waited_for": false}},
{"ph": "X", "pid": us, "tid": 1073741826, "ts": now, "dur": long, "cat": "kernel", "name": "second", "args": {"waited_for": false}},
{"ph": "X", "pid": us, "tid": 1073741826, "ts": 0.000, "dur": 0.000, "cat": "kernel", "name": "third", "args": {"waited_for": false}},
{"ph": "X", "pid": us, "tid": us, "ts": now, "dur": some, "cat": "span", "name": "a span", "args": {"m": 1500000}},
{"ph": "X", "pid": us, "tid": 1073741826, "ts": 0.010, "dur": 0.000, "cat": "kernel", "name": "fourth", "args": {}},
{"ph": "X", "pid": us, "tid": 1073741827, "ts": 0.020, "dur": 0.000, "cat": "kernel", "name": "fifth", "args": {}}
], "twofold": {"run_ns": all, "loops": []}}
)~");
}

/// What does not fit into what is mapped goes behind it.
TEST(Timeline, filesGrow) {
  const TemporaryFolder Folder;
  const std::string Path = Folder / "trace.json";
  ASSERT_TRUE(Timeline::begin(Path));
  Timeline::instant("note", std::string(1 << 20, 'x')); // far too long
  const std::string Name(1000, 'n');
  for (unsigned I = 0; I < 2500; ++I)
    Timeline::slice({}, "call", Name + std::to_string(I), 0, 0);
  // Should the process end now, blanks are behind the last event.
  const std::string Open = readWhole(Path);
  EXPECT_EQ(Open.find_first_not_of(' ', Open.rfind('}') + 1), Open.npos);
  Timeline::end("");
  std::istringstream Lines(readWhole(Path));
  unsigned Next = 0;
  for (std::string Line; std::getline(Lines, Line);) {
    EXPECT_LT(Line.size(), 2000u);
    if (Line.find("\"call\"") == Line.npos)
      continue;
    EXPECT_NE(Line.find(Name + std::to_string(Next) + "\", \"args\": {}}"),
              Line.npos);
    ++Next;
  }
  EXPECT_EQ(Next, 2500u);
}

TEST(Timeline, ItsFileMayHaveTheNumberZero) {
  const TemporaryFolder Folder;
  const WithoutInput None;
  EXPECT_TRUE(Timeline::begin(Folder / "trace.json"));
  Timeline::end("");
}
