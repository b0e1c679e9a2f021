// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ArgumentsRecordTest.cpp - what a kernel gets for each entry --------===//
#include "Record.h"
#include "SiteBuilder.h"
#include "fake/FakeDevice.h"
#include "launch/KernelArguments.h"

using namespace twofold;
using namespace twofold::test;

TEST(ArgumentsRecord, EachKindOfEntry) {
  static constexpr uint32_t Plain[] = {
      TWOFOLD_ARG_ITEM_STEP, TWOFOLD_ARG_STRIDE, TWOFOLD_ARG_ITEM_TRIPS,
      TWOFOLD_ARG_END,       TWOFOLD_ARG_WIDTH,  TWOFOLD_ARG_APART,
      TWOFOLD_ARG_ROWS,      TWOFOLD_ARG_SHARED, TWOFOLD_ARG_SHARES,
      TWOFOLD_ARG_JOINED,    TWOFOLD_ARG_COPIES, TWOFOLD_ARG_ERROR};
  Record All;
  FakeWorld World;
  FakeBuffer First(World, 64), Second(World, 64), Sums(World, 64),
      Error(World, 64), Shared(World, 64);
  const FakeBuffer *const Buffers[] = {&First, &Second, &Sums, &Error, &Shared};
  SiteBuilder B;
  const int I = B.dim(3, 5, 70);
  B.dim(-2, 2, 9);
  B.value(48);
  B.value(4096);
  double X[9] = {}, Y[9] = {};
  const uint32_t Of[] = {B.base(X, "x", 72), B.base(Y, "y", 72)};
  B.access(Of[0], 8, TWOFOLD_ACCESS_READ, {{8, I}});
  B.access(Of[1], 8, TWOFOLD_ACCESS_WRITE | TWOFOLD_ACCESS_UNKNOWN, {});
  B.lastAccess().group = 1;
  B.subscript(Of[1], 1, 72, 8);
  B.element(Of[1], 8, TWOFOLD_TYPE_FLOAT, TWOFOLD_OP_ADD);
  B.element(Of[0], 4, TWOFOLD_TYPE_SIGNED, TWOFOLD_OP_ADD);
  int64_t Sum = 0;
  float Last = 0;
  B.result(&Sum, 8, TWOFOLD_RESULT_LAST);
  B.result(&Last, 4, TWOFOLD_RESULT_LAST);
  int32_t Small = 77;
  double Large = 2.5;
  const uint32_t Scalars[] = {B.arg(&Small), B.arg(&Large)};
  B.kernelArg(TWOFOLD_ARG_SCALAR, Scalars[0], 4);
  for (uint32_t N : {0u, 1u}) {
    B.kernelArg(TWOFOLD_ARG_BUFFER, Of[N]);
    for (uint32_t Kind :
         {TWOFOLD_ARG_LOWER, TWOFOLD_ARG_STEP, TWOFOLD_ARG_TRIPS,
          TWOFOLD_ARG_FIRST, TWOFOLD_ARG_PARTIAL, TWOFOLD_ARG_LOCAL,
          TWOFOLD_ARG_LAST, TWOFOLD_ARG_COPY, TWOFOLD_ARG_COPIED,
          TWOFOLD_ARG_ROOM})
      B.kernelArg(Kind, N);
  }
  B.kernelArg(TWOFOLD_ARG_LIMIT, 0);
  B.kernelArg(TWOFOLD_ARG_TILE, 16);
  B.kernelArg(TWOFOLD_ARG_TILE, 32);
  for (uint32_t Kind : Plain)
    B.kernelArg(Kind);
  B.kernelArg(TWOFOLD_ARG_SCALAR, Scalars[1], 8);
  B.kernel("k", 2);
  uint64_t Limits[] = {88};
  twofold_bounds Bounds = {};
  Bounds.limits = Limits;
  B.site().bounds_arg = B.arg(&Bounds);
  LaunchShape Shape;
  Shape.GroupSize = 64;
  Shape.ItemStep = 101;
  Shape.Stride = 102;
  Shape.ItemTrips = 103;
  Shape.End = 104;
  Shape.Width = 105;
  Shape.Rows = 106;
  Shape.TileColumns = 16;
  Shape.Copies = {7, 9};
  Shape.CopiesEach = 3;
  for (bool Apart : {false, true})
    for (uint64_t Shares : {1, 5})
      for (bool Joins : {false, true}) {
        Shape.Apart = Apart;
        Shape.Shares = Shares;
        KernelArguments Arguments(B.site(), B.launch(), Shape);
        Arguments.setBase(0, First, 24);
        Arguments.setBase(1, Second, -8);
        Arguments.setResult(0, Sums);
        Arguments.setResult(1, First);
        Arguments.setErrorRecord(Error);
        Arguments.setShared(Shared);
        LaunchShape::Piece Piece;
        Piece.First = {11, 12, 13};
        Piece.Joins = Joins;
        // The second time it has the same.
        Arguments.make(Piece);
        for (const KernelArgument &Each : Arguments.make(Piece)) {
          All << int(Each.What) << ',' << Each.Size << ',';
          for (size_t N = 0; N < std::size(Buffers); ++N)
            if (Each.Memory == Buffers[N])
              All << "buffer " << N;
          uint64_t Value = 0;
          if (Each.Bytes)
            std::memcpy(&Value, Each.Bytes, Each.Size);
          All << Value << ' ';
        }
        All << '\n';
      }
  All.expect(0x3118a8a8a40f9eed);
}
