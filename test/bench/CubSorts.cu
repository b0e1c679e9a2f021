// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CubSorts.cu - the peers of Sorts.cpp -------------------------------===//
#include <chrono>
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <utility>

namespace {

/// Memory of a device, for one measurement.
struct Room {
  void *Memory = nullptr;
  size_t Bytes = 0;
  explicit Room(size_t Bytes) { get(Bytes); }
  Room() = default;
  Room(const Room &) = delete;
  ~Room() { cudaFree(Memory); }
  bool get(size_t Wanted) {
    Bytes = Wanted;
    return cudaMalloc(&Memory, Wanted) == cudaSuccess;
  }
  template <class T> T *as() const { return static_cast<T *>(Memory); }
};

/// Seconds of a call, with its data on the device; below 0: it has failed. Call
/// is asked for the room that it needs first.
template <class Function> double time(int Calls, Function Call) {
  Room Temporary;
  size_t Bytes = 0;
  bool Works = Call(nullptr, Bytes) == cudaSuccess && Temporary.get(Bytes);
  double Least = 1e9;
  for (int Round = 0; Works && Round < 12; ++Round) {
    const auto Start = std::chrono::steady_clock::now();
    for (int I = 0; I < Calls; ++I)
      Works &= Call(Temporary.Memory, Bytes) == cudaSuccess;
    Works &= cudaDeviceSynchronize() == cudaSuccess;
    const std::chrono::duration<double> Took =
        std::chrono::steady_clock::now() - Start;
    Least = Took.count() / Calls < Least ? Took.count() / Calls : Least;
  }
  return Works ? Least : -1;
}

bool send(const Room &To, const void *From) {
  return cudaMemcpy(To.Memory, From, To.Bytes, cudaMemcpyHostToDevice) ==
         cudaSuccess;
}

struct Below {
  int Limit;
  __device__ bool operator()(int X) const { return X < Limit; }
};

template <class T> double sorts(const void *From, size_t Count, int Calls) {
  const Room X(Count * sizeof(T)), Y(Count * sizeof(T));
  send(X, From);
  return time(Calls, [&](void *Temporary, size_t &Bytes) {
    return cub::DeviceRadixSort::SortKeys(Temporary, Bytes, X.as<T>(),
                                          Y.as<T>(), Count);
  });
}

template <class T>
double histograms(const void *From, size_t Count, int Calls, int Bins) {
  const Room X(Count * sizeof(T)), H(size_t(Bins) * sizeof(int));
  send(X, From);
  return time(Calls, [&](void *Temporary, size_t &Bytes) {
    return cub::DeviceHistogram::HistogramEven(Temporary, Bytes, X.as<T>(),
                                               H.as<int>(), Bins + 1, T(0),
                                               T(Bins), Count);
  });
}

} // namespace

extern "C" double sort_of_int(const void *From, size_t Count, int Calls) {
  return sorts<int>(From, Count, Calls);
}
extern "C" double sort_of_float(const void *From, size_t Count, int Calls) {
  return sorts<float>(From, Count, Calls);
}
extern "C" double sort_of_double(const void *From, size_t Count, int Calls) {
  return sorts<double>(From, Count, Calls);
}
extern "C" double sort_by_key(const void *From, size_t Count, int Calls) {
  const Room X(Count * 4), Y(Count * 4), V(Count * 4), W(Count * 4);
  send(X, From);
  send(V, From);
  return time(Calls, [&](void *Temporary, size_t &Bytes) {
    return cub::DeviceRadixSort::SortPairs(Temporary, Bytes, X.as<int>(),
                                           Y.as<int>(), V.as<int>(),
                                           W.as<int>(), Count);
  });
}
extern "C" double histogram_of_bytes(const void *From, size_t Count,
                                     int Calls) {
  // Bins of a type that can say where the last one ends.
  const Room X(Count), H(257 * sizeof(int));
  send(X, From);
  return time(Calls, [&](void *Temporary, size_t &Bytes) {
    return cub::DeviceHistogram::HistogramEven(
        Temporary, Bytes, X.as<unsigned char>(), H.as<int>(), 257, 0, 256,
        Count);
  });
}
extern "C" double histogram_of_ints(const void *From, size_t Count, int Calls) {
  return histograms<int>(From, Count, Calls, 1024);
}
extern "C" double copy_if_of_ints(const void *From, size_t Count, int Calls) {
  const Room X(Count * 4), Y(Count * 4), N(sizeof(size_t));
  send(X, From);
  return time(Calls, [&](void *Temporary, size_t &Bytes) {
    return cub::DeviceSelect::If(Temporary, Bytes, X.as<int>(), Y.as<int>(),
                                 N.as<size_t>(), Count, Below{512});
  });
}
