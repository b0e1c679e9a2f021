// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SourceLinesTest.cpp - what is known of an instruction --------------===//
#include "system/SourceLines.h"
#include "TemporaryFolder.h"

#include <cstdlib>
#include <gtest/gtest.h>

using namespace twofold;

namespace {

CodePlace placeOf(auto *Function) {
  return codePlace(reinterpret_cast<uintptr_t>(Function));
}

CodePlace made(const char *Module, uint64_t Offset) {
  CodePlace Out;
  Out.Module = Module;
  Out.Offset = Offset;
  Out.Function = "linked";
  return Out;
}

/// PATH has two programs that say what Say writes, or nothing.
class SourceLines : public ::testing::Test {
  const std::string Path = getenv("PATH") ? getenv("PATH") : "";

protected:
  TemporaryFolder Folder;

  void say(const char *Program, const char *Text) {
    writeWhole(Folder / Program, std::string("#!/bin/sh\n") + Text);
    std::filesystem::permissions(Folder / Program,
                                 std::filesystem::perms::owner_all);
  }
  void SetUp() override {
    setenv("PATH", (Folder.path() + ":/usr/bin:/bin").c_str(), 1);
    say("llvm-symbolizer", "");
    say("addr2line", "");
  }
  void TearDown() override { setenv("PATH", Path.c_str(), 1); }
};

} // namespace

TEST_F(SourceLines, TheLoaderKnowsModules) {
  const CodePlace Here = placeOf(&codePlace), Libc = placeOf(&getenv);
  EXPECT_TRUE(std::filesystem::equivalent(Here.Module, "/proc/self/exe"))
      << Here.Module;
  EXPECT_TRUE(Here.IsOurs);
  EXPECT_FALSE(Here.isSystem());
  EXPECT_NE(Libc.Module.find("/libc"), std::string::npos) << Libc.Module;
  EXPECT_EQ(Libc.Function, "getenv");
  EXPECT_FALSE(Libc.IsOurs);
  EXPECT_TRUE(Libc.isSystem());
  EXPECT_EQ(placeOf(&std::system).Offset - Libc.Offset,
            reinterpret_cast<uintptr_t>(&std::system) -
                reinterpret_cast<uintptr_t>(&getenv));
  EXPECT_EQ(codePlace(16).Module, "");
}

TEST_F(SourceLines, AreAskedOfEachModuleOnce) {
  say("llvm-symbolizer", R"(echo "$@" >>"$0.asked"
case "$*" in
*/one*) printf 'first\na.c:3\nsecond(int)\nb.c:7 (discriminator 2)\n' ;;
*) printf 'third\nc.c:9\n' ;;
esac
)");
  std::vector<CodePlace> Places = {made("/one", 16), made("/other", 32),
                                   made("/one", 48), made("", 64)};
  findLines(Places);
  EXPECT_EQ(Places[0].Function + " " + Places[0].Line, "first a.c:3");
  EXPECT_EQ(Places[1].Function + " " + Places[1].Line, "third c.c:9");
  EXPECT_EQ(Places[2].Function + " " + Places[2].Line, "second(int) b.c:7");
  EXPECT_EQ(Places[3].Function + " " + Places[3].Line, "linked ");
  EXPECT_EQ(readWhole(Folder / "llvm-symbolizer.asked"),
            "-C -f -e /one --output-style=GNU --no-inlines 0x10 0x30\n"
            "-C -f -e /other --output-style=GNU --no-inlines 0x20\n");
}

TEST_F(SourceLines, OneProgramIsEnough) {
  say("addr2line", "echo \"$@\" >\"$0.asked\"; printf 'f\\nf.c:1\\n'");
  std::vector<CodePlace> Places = {made("/one", 16)};
  findLines(Places);
  EXPECT_EQ(Places[0].Function + " " + Places[0].Line, "f f.c:1");
  EXPECT_EQ(readWhole(Folder / "addr2line.asked"), "-C -f -e /one 0x10\n");
  say("llvm-symbolizer", "printf 'g\\ng.c:2\\n'");
  Places = {made("/one", 16)};
  findLines(Places);
  EXPECT_EQ(Places[0].Line, "g.c:2");
}

TEST_F(SourceLines, WhatIsNotKnownIsNotTold) {
  for (const char *Line : {"?\?:0", "?\?:?", "a.c:?", "a.c:0"}) {
    say("llvm-symbolizer",
        ("printf '?\?\\n" + std::string(Line) + "\\n'").c_str());
    std::vector<CodePlace> Places = {made("/one", 16)};
    findLines(Places);
    EXPECT_EQ(Places[0].Function + " " + Places[0].Line, "linked ") << Line;
  }
  // Half an answer is none.
  say("llvm-symbolizer", "printf 'f\\n'");
  std::vector<CodePlace> Places = {made("/one", 16)};
  findLines(Places);
  EXPECT_EQ(Places[0].Line, "");
}
