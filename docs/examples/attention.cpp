// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- attention.cpp - where the eye goes in a photograph -----------------===//
//
//   attention INPUT.png [OUTPUT_FOLDER]
//
// A walker steps from pixel to pixel, sooner to one that looks different; where
// it is most often is what draws attention. Writes attention.png, in which that
// is bright. The pixels form a sparse matrix in compressed rows; the loops are
// those of PageRank, over std::vectors.
//
//===----------------------------------------------------------------------===//
#include "measure.h"
#include "picture.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

constexpr int Steps = 24;
constexpr float Stay = 0.85f; // else the walker jumps anywhere

class Walk {
public:
  explicit Walk(const picture &Photo)
      : Width(Photo.width / 2), Height(Photo.height / 2),
        Pixels(Width * Height), Grey(Pixels), Row(Pixels + 1), Total(Pixels),
        Rank(Pixels), Next(Pixels) {
    for (int P = 0; P < Pixels; ++P) {
      const unsigned char *At =
          Photo.rgb + 3 * (2 * (P / Width) * Photo.width + 2 * (P % Width));
      Grey[P] = float(299 * At[0] + 587 * At[1] + 114 * At[2]) * 0.001f;
    }
    connect();
    weigh();
  }

  /// Starts anywhere.
  void restart() { std::fill(Rank.begin(), Rank.end(), 1.0f); }

  /// One step of the walker; how much the most changed pixel did.
  float step() {
    const float Jump = 1.0f - Stay;
#pragma omp parallel for
#pragma twofold parallel for
    for (int P = 0; P < Pixels; ++P) {
      float Sum = 0;
      for (int K = Row[P]; K < Row[P + 1]; ++K)
        Sum += Weight[K] * Rank[Column[K]];
      Next[P] = Jump + Stay * Sum;
    }

    float Change = 0;
#pragma omp parallel for reduction(max : Change)
#pragma twofold parallel for
    for (int P = 0; P < Pixels; ++P)
      Change = std::max(Change, std::fabs(Next[P] - Rank[P]));

    Rank.swap(Next);
    return Change;
  }

  const std::vector<float> &ranks() const { return Rank; }

  picture painted() const {
    float Most = *std::max_element(Rank.begin(), Rank.end());
    picture To = picture_create(Width, Height);
    for (int P = 0; P < 3 * Pixels; ++P)
      To.rgb[P] =
          static_cast<unsigned char>(255.0f * std::sqrt(Rank[P / 3] / Most));
    return To;
  }

private:
  /// Neighbours near and farther away, in all eight directions.
  void connect() {
    for (int P = 0; P < Pixels; ++P) {
      for (int Far : {1, 5})
        for (int Side = 0; Side < 9; ++Side) {
          int Y = P / Width + Far * (Side / 3 - 1);
          int X = P % Width + Far * (Side % 3 - 1);
          if (Side != 4 && Y >= 0 && Y < Height && X >= 0 && X < Width)
            Column.push_back(Y * Width + X);
        }
      Row[P + 1] = int(Column.size());
    }
    Weight.resize(Column.size());
  }

  /// The chance of a step from Column[K] to the row's pixel.
  void weigh() {
#pragma omp parallel for
#pragma twofold parallel for
    for (int P = 0; P < Pixels; ++P) {
      float Sum = 0;
      for (int K = Row[P]; K < Row[P + 1]; ++K)
        Sum += 1.0f + std::fabs(Grey[P] - Grey[Column[K]]);
      Total[P] = Sum;
    }
#pragma omp parallel for
#pragma twofold parallel for
    for (int P = 0; P < Pixels; ++P)
      for (int K = Row[P]; K < Row[P + 1]; ++K)
        Weight[K] =
            (1.0f + std::fabs(Grey[P] - Grey[Column[K]])) / Total[Column[K]];
  }

  int Width, Height, Pixels;
  std::vector<float> Grey;
  std::vector<int> Row, Column; ///< row P has entries Row[P] to Row[P + 1]
  std::vector<float> Weight;    ///< of each entry
  std::vector<float> Total;     ///< of what leaves a pixel, before division
  std::vector<float> Rank, Next;
};

} // namespace

int main(int Argc, char **Argv) {
  if (Argc < 2) {
    fprintf(stderr, "usage: attention INPUT.png [OUTPUT_FOLDER]\n");
    return 2;
  }
  const char *Folder = Argc > 2 ? Argv[2] : ".";
  picture Photo = picture_read(Argv[1]);
  Walk Eye(Photo);

  double Times[Repetitions];
  float Change = 0;
  for (int R = 0; R < Repetitions; ++R) {
    Eye.restart();
    double Begin = seconds_now();
    for (int I = 0; I < Steps; ++I)
      Change = Eye.step();
    Times[R] = seconds_now() - Begin;
  }

  picture Result = Eye.painted();
  picture_write(Folder, "attention.png", &Result);
  dump(Folder, "attention.bin", Eye.ranks().data(),
       sizeof(float) * Eye.ranks().size());
  report("attention", Times, double(Change));
  picture_free(&Result);
  picture_free(&Photo);
  return 0;
}
