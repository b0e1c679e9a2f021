// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/MatrixCheck.h"

#include <bit>
#include <cmath>
#include <limits>

using namespace twofold;

/// Each group of 32 items makes 16 by 8 sums of 64 products.
static constexpr unsigned TriedRows = 16, TriedColumns = 8, TriedRounds = 64,
                          TriedGroups = 32, TriedItems = 32;

static const char *const MatrixSource =
    R"(#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void twofold_matrices(__global const double *left,
                               __global const double *right,
                               __global double *sums) {
  const uint item = get_local_id(0), group = get_group_id(0);
  const uint row = item / 4, round = item % 4, column = item / 4;
  left += group * 16 * 64;
  right += group * 64 * 8;
  sums += group * 16 * 8 + row * 8 + item % 4 * 2;
  double a = sums[0], b = sums[1], c = sums[64], d = sums[65];
  for (uint first = 0; first < 64; first += 4)
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 "
                 "{%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+d"(a), "+d"(b), "+d"(c), "+d"(d)
                 : "d"(left[row * 64 + first + round]),
                   "d"(left[(row + 8) * 64 + first + round]),
                   "d"(right[(first + round) * 8 + column]));
  sums[0] = a;
  sums[1] = b;
  sums[64] = c;
  sums[65] = d;
}
)";

namespace {

enum class Role { Left, Right, Sums };

/// Numbers whose sums depend on how they are added up, of five kinds.
class Numbers {
  uint64_t State = 0x9e3779b97f4a7c15u;

  uint64_t bits() {
    State ^= State << 13;
    State ^= State >> 7;
    return State ^= State << 17;
  }
  double withExponent(uint64_t Exponent) {
    return std::bit_cast<double>((bits() & 0x800fffffffffffffu) | Exponent
                                                                      << 52);
  }

public:
  double next(unsigned Kind, Role Of) {
    switch (Kind % 5) {
    case 0:
      return withExponent(1023);
    case 1:
      return withExponent(1003 + bits() % 41);
    case 2: // sums are less than normal numbers
      return Of == Role::Sums || bits() % 3 == 0
                 ? std::copysign(0.0, withExponent(1023))
                 : withExponent(480 + bits() % 21);
    case 3: // products are -0
      return Of == Role::Left    ? 0.0
             : Of == Role::Right ? -0.0
                                 : std::copysign(0.0, withExponent(1023));
    default:
      return bits() % 200 == 0 ? std::numeric_limits<double>::infinity()
                               : withExponent(1023 + bits() % 500);
    }
  }
};

} // namespace

static bool isSameNumber(double A, double B) {
  return std::bit_cast<uint64_t>(A) == std::bit_cast<uint64_t>(B) ||
         (std::isnan(A) && std::isnan(B));
}

bool twofold::multipliesInOrder(Device &Target, ProgramSupply &Programs) {
  std::vector<double> Left(TriedGroups * TriedRows * TriedRounds),
      Right(TriedGroups * TriedRounds * TriedColumns),
      Sums(TriedGroups * TriedRows * TriedColumns);
  Numbers Drawn;
  auto Fill = [&](std::vector<double> &To, Role Of) {
    for (size_t I = 0; I != To.size(); ++I)
      To[I] = Drawn.next(unsigned(I / (To.size() / TriedGroups)), Of);
  };
  Fill(Left, Role::Left);
  Fill(Right, Role::Right);
  Fill(Sums, Role::Sums);

  const size_t Bytes = sizeof(double);
  auto Built = Programs.get(
      Target, {"twofold_matrices", MatrixSource, "-cl-std=CL1.2 -w", "twofold"},
      nullptr);
  auto Commands = Target.createQueue();
  auto A = Target.allocate(Left.size() * Bytes);
  auto B = Target.allocate(Right.size() * Bytes);
  auto C = Target.allocate(Sums.size() * Bytes);
  if (!Built || !Commands || !A || !B || !C)
    return false;
  std::vector<double> There(Sums.size());
  std::vector<KernelArgument> Arguments;
  for (Buffer *Each : {A->get(), B->get(), C->get()})
    Arguments.push_back({KernelArgument::Kind::Memory, Each, nullptr, 0});
  Queue &Q = **Commands;
  const bool Enqueued =
      Q.write(**A, 0, Left.data(), Left.size() * Bytes) &&
      Q.write(**B, 0, Right.data(), Right.size() * Bytes) &&
      Q.write(**C, 0, Sums.data(), Sums.size() * Bytes) &&
      Q.launch(**Built,
               {1, {TriedGroups * TriedItems, 1, 1}, {TriedItems, 1, 1}},
               Arguments) &&
      Q.read(There.data(), **C, 0, There.size() * Bytes);
  if (!Q.finish() || !Enqueued)
    return false;

  for (size_t I = 0; I != Sums.size(); ++I) {
    const double *const OfRow = &Left[I / TriedColumns * TriedRounds];
    const double *const OfColumn =
        &Right[I / (TriedRows * TriedColumns) * TriedRounds * TriedColumns +
               I % TriedColumns];
    double Sum = Sums[I];
    for (unsigned R = 0; R != TriedRounds; ++R)
      Sum = std::fma(OfRow[R], OfColumn[R * TriedColumns], Sum);
    if (!isSameNumber(Sum, There[I]))
      return false;
  }
  return true;
}
