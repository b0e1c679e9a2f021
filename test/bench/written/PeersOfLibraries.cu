// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PeersOfLibraries.cu - cuBLAS and CUB -------------------------------===//
#include "Peer.h"

#include <cstring>
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_reduce.cuh>
#include <cublas_v2.h>
#include <thrust/iterator/transform_iterator.h>

namespace {

constexpr float One = 1, Zero = 0;

/// cuBLAS, whose matrices have their columns side by side: a matrix of C is its
/// transposed one there.
class Blas {
  cublasHandle_t Handle = nullptr;

public:
  Blas() { cublasCreate(&Handle); }
  Blas(const Blas &) = delete;
  ~Blas() { cublasDestroy(Handle); }
  operator cublasHandle_t() const { return Handle; }

  /// C = By * A B + Keep * C, of square matrices as C has them.
  bool product(long N, const float *A, const float *B, float *C, float By = 1,
               bool ATurned = false, bool BTurned = false) const {
    return cublasSgemm(Handle, BTurned ? CUBLAS_OP_T : CUBLAS_OP_N,
                       ATurned ? CUBLAS_OP_T : CUBLAS_OP_N, int(N), int(N),
                       int(N), &By, B, int(N), A, int(N), &Zero, C,
                       int(N)) == CUBLAS_STATUS_SUCCESS;
  }
  /// Y = By * A X + Keep * Y, of N rows and M columns.
  bool rows(long N, long M, const float *A, const float *X, float *Y,
            float By = 1, float Keep = 0) const {
    return cublasSgemv(Handle, CUBLAS_OP_T, int(M), int(N), &By, A, int(M), X,
                       1, &Keep, Y, 1) == CUBLAS_STATUS_SUCCESS;
  }
  /// Y = By * (A turned) X + Keep * Y: a sum for each of M columns.
  bool columns(long N, long M, const float *A, const float *X, float *Y,
               float By = 1, float Keep = 0) const {
    return cublasSgemv(Handle, CUBLAS_OP_N, int(M), int(N), &By, A, int(M), X,
                       1, &Keep, Y, 1) == CUBLAS_STATUS_SUCCESS;
  }
};

struct AboveHalf {
  __host__ __device__ int operator()(float X) const { return X > 0.5f; }
};

/// A call of CUB's, which is asked for the room that it needs first.
template <class Function>
double timeCub(const written_data &D, Inputs &Here, Function Call) {
  size_t Bytes = 0;
  if (Call(nullptr, Bytes) != cudaSuccess)
    return -1;
  const Room Temporary(Bytes);
  return measured(D, Here, [&] {
    char Looked[4];
    return Call(Temporary.as<void>(), Bytes) == cudaSuccess &&
           (D.out_bytes > 4 ||
            cudaMemcpy(Looked, Here.Out.as<void>(), 4,
                       cudaMemcpyDeviceToHost) == cudaSuccess);
  });
}

double products(const Blas &By, const char *Name, const written_data &D) {
  const auto Is = [&](const char *Known) { return !std::strcmp(Name, Known); };
  Inputs Here(D);
  const long N = D.n, Square = N * N;
  const float *const A = Here.A.as<float>(), *const B = Here.B.as<float>();
  float *const Out = Here.Out.as<float>();
  if (Is("product") || Is("product_ikj"))
    return measured(D, Here, [&] { return By.product(N, A, B, Out); });
  if (Is("product_bt"))
    return measured(D, Here,
                    [&] { return By.product(N, A, B, Out, 1, false, true); });
  if (Is("product_at"))
    return measured(D, Here, [&] { return By.product(N, A, B, Out, 1, true); });
  if (Is("two_products"))
    return measured(D, Here, [&] {
      return By.product(N, A, B, Out, 1.5f) &&
             By.product(N, Out, A, Out + Square);
    });
  if (Is("three_products"))
    return measured(D, Here, [&] {
      return By.product(N, A, B, Out) && By.product(N, B, A, Out + Square) &&
             By.product(N, Out, Out + Square, Out + 2 * Square);
    });
  if (Is("products"))
    return measured(D, Here, [&] {
      return cublasSgemmStridedBatched(
                 By, CUBLAS_OP_N, CUBLAS_OP_N, int(N), int(N), int(N), &One, B,
                 int(N), Square, A, int(N), Square, &Zero, Out, int(N), Square,
                 int(D.m)) == CUBLAS_STATUS_SUCCESS;
    });
  if (Is("product_of_doubles")) {
    const double Whole = 1, None = 0;
    return measured(D, Here, [&] {
      return cublasDgemm(
                 By, CUBLAS_OP_N, CUBLAS_OP_N, int(N), int(N), int(N), &Whole,
                 Here.B.as<double>(), int(N), Here.A.as<double>(), int(N),
                 &None, Here.Out.as<double>(), int(N)) == CUBLAS_STATUS_SUCCESS;
    });
  }
  if (Is("syrk")) {
    const float Half = 0.5f, Factor = 1.5f;
    return measured(D, Here, [&] {
      return cublasSsyrk(By, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, int(N),
                         int(N), &Factor, A, int(N), &Half, Out,
                         int(N)) == CUBLAS_STATUS_SUCCESS;
    });
  }
  return -1;
}

double vectors(const Blas &By, const char *Name, const written_data &D) {
  const auto Is = [&](const char *Known) { return !std::strcmp(Name, Known); };
  Inputs Here(D);
  const long N = D.n, M = D.m;
  const float *const A = Here.A.as<float>(), *const B = Here.B.as<float>();
  float *const Out = Here.Out.as<float>();
  if (Is("rows") || Is("rows_freely"))
    return measured(D, Here, [&] { return By.rows(N, M, A, B, Out); });
  if (Is("columns"))
    return measured(D, Here, [&] { return By.columns(M, N, A, B, Out); });
  if (Is("atax"))
    return measured(D, Here, [&] {
      return By.rows(N, N, A, B, Out + N) &&
             By.columns(N, N, A, Out + N, Out, 1, 1);
    });
  if (Is("bicg"))
    return measured(D, Here, [&] {
      return By.rows(N, N, A, B, Out + N) &&
             By.columns(N, N, A, B + N, Out, 1, 1);
    });
  if (Is("mvt") || Is("mvt_at_once"))
    return measured(D, Here, [&] {
      return By.rows(N, N, A, B, Out, 1, 1) &&
             By.columns(N, N, A, B + N, Out + N, 1, 1);
    });
  if (Is("gesummv")) {
    const float *const X = B + N * N, Factor = 1.5f;
    return measured(D, Here, [&] {
      return By.rows(N, N, A, X, Out + N) && By.rows(N, N, B, X, Out, 1.2f) &&
             cublasSaxpy(By, int(N), &Factor, Out + N, 1, Out, 1) ==
                 CUBLAS_STATUS_SUCCESS;
    });
  }
  if (Is("gemver")) {
    const float *const Y = B + 4 * N, *const Z = B + 5 * N;
    float *const X = Out + N * N, *const W = X + N;
    return measured(D, Here, [&] {
      return cublasSger(By, int(N), int(N), &One, B + N, 1, B, 1, Out,
                        int(N)) == CUBLAS_STATUS_SUCCESS &&
             cublasSger(By, int(N), int(N), &One, B + 3 * N, 1, B + 2 * N, 1,
                        Out, int(N)) == CUBLAS_STATUS_SUCCESS &&
             By.columns(N, N, Out, Y, X, 1.2f, 1) &&
             cublasSaxpy(By, int(N), &One, Z, 1, X, 1) ==
                 CUBLAS_STATUS_SUCCESS &&
             By.rows(N, N, Out, X, W, 1.5f, 1);
    });
  }
  if (Is("dot"))
    return measured(D, Here, [&] {
      float Sum;
      return cublasSdot(By, int(N), A, 1, B, 1, &Sum) ==
                 CUBLAS_STATUS_SUCCESS &&
             cudaMemcpyAsync(Out, &Sum, 4, cudaMemcpyHostToDevice) ==
                 cudaSuccess;
    });
  return -1;
}

double sums(const char *Name, const written_data &D) {
  const auto Is = [&](const char *Known) { return !std::strcmp(Name, Known); };
  Inputs Here(D);
  const long N = D.n;
  const float *const A = Here.A.as<float>();
  float *const Out = Here.Out.as<float>();
  int *const Numbers = Here.Out.as<int>();
  if (Is("sum"))
    return timeCub(D, Here, [&](void *Temporary, size_t &Bytes) {
      return cub::DeviceReduce::Sum(Temporary, Bytes, A, Out, N);
    });
  if (Is("minimum"))
    return timeCub(D, Here, [&](void *Temporary, size_t &Bytes) {
      return cub::DeviceReduce::Min(Temporary, Bytes, A, Out, N);
    });
  if (Is("count"))
    return timeCub(D, Here, [&](void *Temporary, size_t &Bytes) {
      return cub::DeviceReduce::Sum(
          Temporary, Bytes, thrust::make_transform_iterator(A, AboveHalf{}),
          Numbers, N);
    });
#if CCCL_MAJOR_VERSION >= 3
  if (Is("place")) {
    const Room Least(4), Place(8);
    const double Took = timeCub(D, Here, [&](void *Temporary, size_t &Bytes) {
      return cub::DeviceReduce::ArgMin(Temporary, Bytes, A, Least.as<float>(),
                                       Place.as<long long>(),
                                       static_cast<long long>(N));
    });
    long long Found = 0;
    cudaMemcpy(&Found, Place.as<void>(), 8, cudaMemcpyDeviceToHost);
    *static_cast<int *>(D.out) = int(Found);
    return Took;
  }
#endif
  if (Is("histogram")) // counts of each call, without those of the calls before
    return timeCub(D, Here, [&](void *Temporary, size_t &Bytes) {
      return cub::DeviceHistogram::HistogramEven(
          Temporary, Bytes, Here.A.as<byte>(), Numbers, 257, 0, 256, N);
    });
  return -1;
}

bool isOne(const char *Name, const char *Names) {
  const char *const Found = std::strstr(Names, Name);
  const size_t Length = std::strlen(Name);
  return Found && Found[Length] == ' ' && (Found == Names || Found[-1] == ' ');
}

} // namespace

extern "C" double written_peer(const char *Name, const written_data *D) {
  static const Blas By;
  if (isOne(Name, "product product_ikj product_bt product_at products "
                  "product_of_doubles two_products three_products syrk "))
    return products(By, Name, *D);
  if (isOne(Name, "rows rows_freely columns atax bicg mvt mvt_at_once gesummv "
                  "gemver dot "))
    return vectors(By, Name, *D);
  if (isOne(Name, "sum minimum count place histogram "))
    return sums(Name, *D);
  return -1;
}
