// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- kmeans.cpp - the main colours of a photograph ----------------------===//
//
//   kmeans INPUT.png [OUTPUT_FOLDER]
//
// Clusters the pixels by colour and writes palette.png, in which every pixel
// has the colour of its cluster. The algorithm is a template over the number
// type; the loops are inside it.
//
//===----------------------------------------------------------------------===//
#include "measure.h"
#include "picture.h"

#include <vector>

namespace {

constexpr int Clusters = 12;
constexpr int Iterations = 4;
constexpr int Stripes = 512;
constexpr int Sums = Stripes * Clusters;

template <typename Real> struct Colour {
  Real Red, Green, Blue;
};

template <typename Real>
Real distance(const Colour<Real> &A, const Colour<Real> &B) {
  Real Red = A.Red - B.Red, Green = A.Green - B.Green, Blue = A.Blue - B.Blue;
  return Red * Red + Green * Green + Blue * Blue;
}

template <typename Real> class Palette {
public:
  explicit Palette(const picture &Photo)
      : Pixels(Photo.width * Photo.height), Pixel(Pixels), Label(Pixels, -1),
        Centre(Clusters), Sum(Sums), Count(Sums) {
    for (int P = 0; P < Pixels; ++P)
      Pixel[P] = {Real(Photo.rgb[3 * P]), Real(Photo.rgb[3 * P + 1]),
                  Real(Photo.rgb[3 * P + 2])};
    spread();
  }

  /// Starts again from the first centres.
  void restart() {
    Centre = Start;
    Label.assign(Pixels, -1);
  }

  /// One round of Lloyd's algorithm; the number of pixels that changed.
  long iterate() {
    long Moved = assign(Label.data(), Pixel.data(), Centre.data(), Pixels);
    gather(Sum.data(), Count.data(), Label.data(), Pixel.data(), Pixels);
    settle(Centre.data(), Sum.data(), Count.data());
    return Moved;
  }

  const std::vector<Colour<Real>> &centres() const { return Centre; }

  void paint(picture &To) const {
    for (int P = 0; P < Pixels; ++P) {
      const Colour<Real> &C = Centre[Label[P]];
      To.rgb[3 * P] = static_cast<unsigned char>(C.Red + Real(0.5));
      To.rgb[3 * P + 1] = static_cast<unsigned char>(C.Green + Real(0.5));
      To.rgb[3 * P + 2] = static_cast<unsigned char>(C.Blue + Real(0.5));
    }
  }

private:
  /// Labels every pixel with its nearest centre.
  static long assign(int *Label, const Colour<Real> *Pixel,
                     const Colour<Real> *Centre, int Pixels) {
    long Moved = 0;
#pragma omp parallel for reduction(+ : Moved) firstprivate(Label, Pixel, Centre)
#pragma twofold parallel for
    for (int P = 0; P < Pixels; ++P) {
      int Best = 0;
      Real Nearest = distance(Pixel[P], Centre[0]);
      for (int K = 1; K < Clusters; ++K) {
        Real Here = distance(Pixel[P], Centre[K]);
        if (Here < Nearest) {
          Nearest = Here;
          Best = K;
        }
      }
      Moved += Best != Label[P];
      Label[P] = Best;
    }
    return Moved;
  }

  /// Sums of colours by cluster, one row of sums per stripe of pixels: no two
  /// iterations add to the same sum, and the order of additions is fixed.
  static void gather(Colour<Real> *Sum, int *Count, const int *Label,
                     const Colour<Real> *Pixel, int Pixels) {
#pragma omp parallel for firstprivate(Sum, Count, Label, Pixel)
#pragma twofold parallel for extent(Sum, Sums) extent(Count, Sums)             \
    extent(Label, Pixels) extent(Pixel, Pixels)
    for (int S = 0; S < Stripes; ++S) {
      for (int K = 0; K < Clusters; ++K) {
        Sum[S * Clusters + K] = {0, 0, 0};
        Count[S * Clusters + K] = 0;
      }
      int First = int(long(Pixels) * S / Stripes);
      int Last = int(long(Pixels) * (S + 1) / Stripes);
      for (int P = First; P < Last; ++P) {
        int Slot = S * Clusters + Label[P];
        Sum[Slot].Red += Pixel[P].Red;
        Sum[Slot].Green += Pixel[P].Green;
        Sum[Slot].Blue += Pixel[P].Blue;
        Count[Slot] += 1;
      }
    }
  }

  /// Moves each centre to the mean of its pixels.
  static void settle(Colour<Real> *Centre, const Colour<Real> *Sum,
                     const int *Count) {
#pragma omp parallel for firstprivate(Centre, Sum, Count)
#pragma twofold parallel for
    for (int K = 0; K < Clusters; ++K) {
      Colour<Real> Total = {0, 0, 0};
      int Members = 0;
      for (int S = 0; S < Stripes; ++S) {
        Total.Red += Sum[S * Clusters + K].Red;
        Total.Green += Sum[S * Clusters + K].Green;
        Total.Blue += Sum[S * Clusters + K].Blue;
        Members += Count[S * Clusters + K];
      }
      if (Members > 0)
        Centre[K] = {Total.Red / Real(Members), Total.Green / Real(Members),
                     Total.Blue / Real(Members)};
    }
  }

  /// First centres: each the pixel (of a sample) farthest from those before.
  void spread() {
    Start.assign(1, Pixel[Pixels / 2]);
    while (Start.size() < Clusters) {
      int Farthest = 0;
      Real Most = -1;
      for (int P = 0; P < Pixels; P += 97) {
        Real Nearest = distance(Pixel[P], Start[0]);
        for (const Colour<Real> &C : Start) {
          Real Here = distance(Pixel[P], C);
          Nearest = Here < Nearest ? Here : Nearest;
        }
        if (Nearest > Most) {
          Most = Nearest;
          Farthest = P;
        }
      }
      Start.push_back(Pixel[Farthest]);
    }
  }

  int Pixels;
  std::vector<Colour<Real>> Pixel;
  std::vector<int> Label;
  std::vector<Colour<Real>> Start, Centre;
  std::vector<Colour<Real>> Sum;
  std::vector<int> Count;
};

} // namespace

int main(int Argc, char **Argv) {
  if (Argc < 2) {
    fprintf(stderr, "usage: kmeans INPUT.png [OUTPUT_FOLDER]\n");
    return 2;
  }
  const char *Folder = Argc > 2 ? Argv[2] : ".";
  picture Photo = picture_read(Argv[1]);
  Palette<float> Colours(Photo);

  double Times[Repetitions];
  long Moved = 0;
  for (int R = 0; R < Repetitions; ++R) {
    Colours.restart();
    double Begin = seconds_now();
    for (int I = 0; I < Iterations; ++I)
      Moved = Colours.iterate();
    Times[R] = seconds_now() - Begin;
  }

  Colours.paint(Photo);
  picture_write(Folder, "palette.png", &Photo);
  dump(Folder, "kmeans.bin", Colours.centres().data(),
       sizeof(Colour<float>) * Clusters);
  report("kmeans", Times, double(Moved));
  picture_free(&Photo);
  return 0;
}
