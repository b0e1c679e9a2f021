// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/SourceText.h"
#include "gtest/gtest.h"

using namespace twofold;

using Kind = SourceParameter::Kind;

static std::string wrong(std::string_view Name, std::string_view Source) {
  auto Text = SourceText::parse(Name, Source);
  return Text ? "" : Text.error().Message;
}

TEST(SourceText, OffsetsStandBehindPointersAndAreAddedFirst) {
  auto Text = SourceText::parse(
      "k", "kernel void k(global int *x, constant float y[],\n uint n) {\n}");
  ASSERT_TRUE(Text);
  EXPECT_EQ(Text->Text,
            "#line 1 \"k\"\n"
            "kernel void k(global int *x, long twofold_offset_1, constant "
            "float y[], long twofold_offset_2,\n uint n) { x = (global void "
            "*)((global char *)x + twofold_offset_1); y = (constant void "
            "*)((constant char *)y + twofold_offset_2);\n}\n");
  ASSERT_EQ(Text->Parameters.size(), 3u);
  EXPECT_FALSE(Text->Parameters[0].Constant);
  EXPECT_TRUE(Text->Parameters[1].Constant);
  EXPECT_EQ(Text->Parameters[2].What, Kind::Value);
  EXPECT_EQ(Text->Parameters[2].Name, "n");
  EXPECT_EQ(Text->Parameters[2].Bytes, 4u);
  EXPECT_FALSE(Text->UsesGroups);
}

TEST(SourceText, PointersThatAreConstantGetTheirOffsets) {
  auto Text = SourceText::parse(
      "k", "__kernel void k(const __global int *const restrict x) {}");
  ASSERT_TRUE(Text);
  EXPECT_TRUE(Text->Parameters[0].Constant);
  EXPECT_EQ(Text->Parameters[0].Name, "x");
  EXPECT_NE(Text->Text.find("*      restrict x, long"), std::string::npos);
}

TEST(SourceText, WhatIsNoCodeIsNotRead) {
  auto Text = SourceText::parse(
      "k", "// kernel void k(int a) {}\n/* kernel void k(int b) { */\n"
           "#define K kernel void k(int c) \\\n { }\n"
           "constant char text[] = \"kernel void k(int d) {\";\n"
           "kernel void k(int e);\n"
           "kernel __attribute__((reqd_work_group_size(8, 1, 1))) void\n"
           "k(/*,*/ int f // )\n, float4 g) {}");
  ASSERT_TRUE(Text);
  ASSERT_EQ(Text->Parameters.size(), 2u);
  EXPECT_EQ(Text->Parameters[0].Name, "f");
  EXPECT_EQ(Text->Parameters[1].Bytes, 16u);
  EXPECT_TRUE(Text->UsesGroups);
}

TEST(SourceText, AFunctionThatIsNoKernelIsNone) {
  EXPECT_NE(wrong("k", "void k(int a) {}\nkernel void other(int b) {}"), "");
  EXPECT_EQ(wrong("other", "void k(int a) {}\nkernel void other(int b) {}"),
            "");
}

TEST(SourceText, TypesOfValues) {
  auto Text = SourceText::parse(
      "k", "kernel void k(unsigned int a, struct s b, double3 c, const half d,"
           " T e) {}");
  ASSERT_TRUE(Text);
  std::vector<uint32_t> Bytes;
  for (const SourceParameter &P : Text->Parameters)
    Bytes.push_back(P.Bytes);
  EXPECT_EQ(Bytes, (std::vector<uint32_t>{0, 0, 32, 2, 0}));
}

TEST(SourceText, Refusals) {
  EXPECT_EQ(wrong("k", "kernel void other(int a) {}"),
            "its text has no definition 'kernel void k(...) {' outside of "
            "macros");
  EXPECT_EQ(wrong("k", "kernel void k("), wrong("k", ""));
  EXPECT_EQ(wrong("k", "\nkernel void k(int a,) {}"),
            "line 2: a parameter is missing");
  EXPECT_EQ(wrong("k", "kernel void k(int) {}"),
            "line 1: parameter 1 has no name");
  EXPECT_NE(wrong("k", "kernel void k(write_only image2d_t a) {}"), "");
  EXPECT_NE(wrong("k", "kernel void k(int *a) {}"), "");
  EXPECT_NE(wrong("k", "kernel void k(global int *global *a) {}"), "");
  // Whatever it is, it ends.
  EXPECT_NE(wrong("k", "kernel void k(global int *a, /* {}"), "");
  EXPECT_NE(wrong("k", "kernel void k(int \"a) {}"), "");
}
