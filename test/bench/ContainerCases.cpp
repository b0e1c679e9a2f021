// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ContainerCases.cpp - the loops of Containers.cpp with their data ---===//
#include "Case.h"
#include "Containers.h"
#include "HandForms.h"
#include "HandWritten.h"

namespace {

using Floats = std::shared_ptr<std::vector<float>>;

template <typename F> Floats vectorOf(size_t Count, F Value) {
  auto V = std::make_shared<std::vector<float>>(Count);
  for (size_t I = 0; I < Count; ++I)
    (*V)[I] = float(Value(I));
  return V;
}

/// The vector's elements; keeps it alive.
Array elements(const Floats &V) {
  return {std::shared_ptr<char>(V, reinterpret_cast<char *>(V->data())),
          V->size() * sizeof(float)};
}

using Saxpy = void (*containers::*)(std::vector<float> &, float,
                                    const std::vector<float> &,
                                    const std::vector<float> &);

Case saxpy(const char *Name, long N, Saxpy Loop) {
  Case C;
  C.Name = Name;
  C.Size = size("n = ", N);
  C.Type = Case::Element::Float;
  Floats Z = vectorOf(size_t(N), zero), X = vectorOf(size_t(N), wave),
         Y = vectorOf(size_t(N), [](size_t I) { return wave(3 * I); });
  C.Memory = {elements(Z), elements(X), elements(Y)};
  C.Run = [=](const loops &L) { (L.containers->*Loop)(*Z, 2.5f, *X, *Y); };
  C.HandKernel = "saxpy";
  C.HandArgs = {MemoryNumber{0}, MemoryNumber{1}, MemoryNumber{2}, 2.5f,
                int64_t(N)};
  C.HandItems = {uint64_t(N)};
  return C;
}

using Run = std::function<void(const containers &, float *const *)>;

/// The hand-written kernel gets Arrays of Elements floats each, then Scalars.
Case slices(const std::string &Name, std::string Size, size_t Elements,
            int Arrays, std::vector<HandArgument> Scalars,
            std::vector<uint64_t> Items, Run Statement) {
  Case C;
  C.Name = "slice " + Name;
  C.Size = std::move(Size);
  C.Type = Case::Element::Float;
  std::vector<Floats> All;
  for (int K = 0; K < Arrays; ++K) {
    All.push_back(vectorOf(
        Elements, [K](size_t I) { return wave((2 * size_t(K) + 1) * I); }));
    C.Memory.push_back(elements(All.back()));
    C.HandArgs.push_back(MemoryNumber{size_t(K)});
  }
  C.HandArgs.insert(C.HandArgs.end(), Scalars.begin(), Scalars.end());
  C.HandKernel = "elementwise_" + Name;
  C.HandItems = std::move(Items);
  C.Run = [=](const loops &L) {
    float *Data[4] = {};
    for (size_t K = 0; K < All.size(); ++K)
      Data[K] = All[K]->data();
    Statement(*L.containers, Data);
  };
  return C;
}

/// The kernel of one item an element first.
void addForms(Case &C, const std::string &Name) {
  C.Forms = {{"one item an element",
              HandWritten,
              {{C.HandKernel, C.HandArgs, C.HandItems}}}};
  const std::pair<const char *, uint64_t> Other[] = {{"vector2", 2},
                                                     {"vector4", 4},
                                                     {"vload4", 4},
                                                     {"apart2", 2},
                                                     {"apart4", 4}};
  for (auto [Form, Each] : Other)
    C.Forms.push_back({Form,
                       HandForms,
                       {{Name + "_" + Form,
                         C.HandArgs,
                         {(C.HandItems[0] + Each - 1) / Each}}}});
  if (Name == "masked")
    C.Forms.push_back(
        {"kept", HandForms, {{"masked_kept", C.HandArgs, C.HandItems}}});
}

Case vectors(const std::string &Name, long N, int Arrays,
             std::vector<HandArgument> Scalars, Run Statement) {
  Scalars.push_back(int64_t(N));
  Case C = slices(Name, size("n = ", N), size_t(N), Arrays, std::move(Scalars),
                  {uint64_t(N)}, std::move(Statement));
  addForms(C, Name);
  return C;
}

Case squares(const std::string &Name, long N, long Items, int Arrays,
             Run Statement) {
  return slices(Name, size("n = ", N), size_t(N) * size_t(N), Arrays,
                {int64_t(N)}, {uint64_t(Items), uint64_t(Items)},
                std::move(Statement));
}

} // namespace

std::vector<CaseMaker> containerCases(bool Large) {
  long Side = Large ? 8192 : 2048;
  long N = Large ? 1L << 27 : 1L << 24;
  return {
      [=] { return saxpy("saxpy vector", N, &containers::saxpy); },
      [=] { return saxpy("saxpy algorithm", N, &containers::saxpy_transform); },
      [=] {
        return vectors("axpy", N, 2, {1e-3f},
                       [=](const containers &L, float *const *D) {
                         L.slice_axpy(D[0], 1e-3f, D[1], N);
                       });
      },
      [=] {
        return vectors("triad", N, 4, {},
                       [=](const containers &L, float *const *D) {
                         L.slice_triad(D[0], D[1], D[2], D[3], N);
                       });
      },
      [=] {
        return vectors("masked", N, 3, {},
                       [=](const containers &L, float *const *D) {
                         L.slice_masked(D[0], D[1], D[2], N);
                       });
      },
      [=] {
        return squares("stencil", Side, Side - 2, 2,
                       [=](const containers &L, float *const *D) {
                         L.slice_stencil(D[0], D[1], Side);
                       });
      },
      [=] {
        return squares("transposed", Side, Side, 3,
                       [=](const containers &L, float *const *D) {
                         L.slice_transposed(D[0], D[1], D[2], Side);
                       });
      }};
}
