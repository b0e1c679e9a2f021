// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ContainerCases.cpp - the loops of Containers.cpp with their data ---===//
#include "Case.h"
#include "Containers.h"

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

} // namespace

std::vector<CaseMaker> containerCases(bool Large) {
  long N = Large ? 1L << 27 : 1L << 24;
  return {[=] { return saxpy("saxpy vector", N, &containers::saxpy); },
          [=] {
            return saxpy("saxpy algorithm", N, &containers::saxpy_transform);
          }};
}
