// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- gradient.cpp - conjugate gradients on a sparse matrix --------------===//
//
//   gradient [OUTPUT_FOLDER]
//
// Solves Poisson's equation on a square, with the matrix in compressed rows.
// Sums of products are made in stripes, so that their order, and with it every
// bit, is the same on threads and on devices.
//
//===----------------------------------------------------------------------===//
#include "measure.h"

#include <cmath>
#include <vector>

namespace {

constexpr int Side = 256;
constexpr int Rows = Side * Side;
constexpr int Stripes = 256;
constexpr int Rounds = 120;

/// Compressed rows: row r has the entries First[r] to First[r + 1].
struct Matrix {
  std::vector<int> First, Column;
  std::vector<double> Value;

  void multiply(std::vector<double> &To, const std::vector<double> &By) const {
#pragma omp parallel for
#pragma twofold parallel for
    for (int R = 0; R < Rows; ++R) {
      double Sum = 0;
      for (int E = First[R]; E < First[R + 1]; ++E)
        Sum += Value[E] * By[Column[E]];
      To[R] = Sum;
    }
  }
};

Matrix laplacian() {
  Matrix M;
  M.First.push_back(0);
  for (int R = 0; R < Rows; ++R) {
    auto Add = [&](int Column, double Value) {
      M.Column.push_back(Column);
      M.Value.push_back(Value);
    };
    int Y = R / Side, X = R % Side;
    if (Y > 0)
      Add(R - Side, -1);
    if (X > 0)
      Add(R - 1, -1);
    Add(R, 4);
    if (X < Side - 1)
      Add(R + 1, -1);
    if (Y < Side - 1)
      Add(R + Side, -1);
    M.First.push_back(int(M.Column.size()));
  }
  return M;
}

class Solver {
  const Matrix &A;
  std::vector<double> Residual, Way, Product, Stripe;
  double Square = 0;

  double dot(const std::vector<double> &X, const std::vector<double> &Y) {
#pragma omp parallel for
#pragma twofold parallel for
    for (int S = 0; S < Stripes; ++S) {
      double Sum = 0;
      for (int R = S * (Rows / Stripes); R < (S + 1) * (Rows / Stripes); ++R)
        Sum += X[R] * Y[R];
      Stripe[S] = Sum;
    }
    double Sum = 0;
    for (double Part : Stripe)
      Sum += Part;
    return Sum;
  }

  /// To = X + Factor * Y
  static void add(std::vector<double> &To, const std::vector<double> &X,
                  double Factor, const std::vector<double> &Y) {
#pragma omp parallel for simd
#pragma twofold parallel for
    for (int R = 0; R < Rows; ++R)
      To[R] = X[R] + Factor * Y[R];
  }

public:
  explicit Solver(const Matrix &A)
      : A(A), Residual(Rows), Way(Rows), Product(Rows), Stripe(Stripes) {}

  /// Begins at X = 0 with the right side B.
  void begin(std::vector<double> &X, const std::vector<double> &B) {
    X.assign(Rows, 0);
    Residual = Way = B;
    Square = dot(Residual, Residual);
  }

  /// One step; the length of what is left.
  double step(std::vector<double> &X) {
    A.multiply(Product, Way);
    double Length = Square / dot(Way, Product);
    add(X, X, Length, Way);
    add(Residual, Residual, -Length, Product);
    double Now = dot(Residual, Residual);
    add(Way, Residual, Now / Square, Way);
    Square = Now;
    return std::sqrt(Square);
  }
};

} // namespace

int main(int Argc, char **Argv) {
  const char *Folder = Argc > 1 ? Argv[1] : ".";
  const Matrix A = laplacian();
  std::vector<double> X(Rows), B(Rows);
  for (int R = 0; R < Rows; ++R)
    B[R] = (R % 7 - 3) + (R / Side == Side / 2 ? 10 : 0);

  Solver Gradient(A);
  double Times[Repetitions], Left = 0;
  for (int R = 0; R < Repetitions; ++R) {
    double Begin = seconds_now();
    Gradient.begin(X, B);
    for (int Round = 0; Round < Rounds; ++Round)
      Left = Gradient.step(X);
    Times[R] = seconds_now() - Begin;
  }

  dump(Folder, "gradient.bin", X.data(), sizeof(double) * X.size());
  report("gradient", Times, Left);
  return 0;
}
