// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- StreamingCopy.cpp - copies that pass the caches by -----------------===//
#include "device/StreamingCopy.h"

#include <cstdint>
#include <cstring>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

using namespace twofold;

void twofold::copyStreaming(char *To, const char *From, size_t Bytes) {
#ifdef __SSE2__
  constexpr size_t Line = 64;
  size_t Head = size_t(-reinterpret_cast<uintptr_t>(To)) % Line;
  if (Bytes >= Head + Line) {
    std::memcpy(To, From, Head);
    size_t Lines = (Bytes - Head) / Line;
    auto *Out = reinterpret_cast<__m128i *>(To + Head);
    auto *In = reinterpret_cast<const __m128i *>(From + Head);
    for (size_t L = 0; L < Lines; ++L, Out += 4, In += 4) {
      __m128i A = _mm_loadu_si128(In), B = _mm_loadu_si128(In + 1),
              C = _mm_loadu_si128(In + 2), D = _mm_loadu_si128(In + 3);
      _mm_stream_si128(Out, A);
      _mm_stream_si128(Out + 1, B);
      _mm_stream_si128(Out + 2, C);
      _mm_stream_si128(Out + 3, D);
    }
    _mm_sfence();
    size_t Done = Head + Lines * Line;
    To += Done;
    From += Done;
    Bytes -= Done;
  }
#endif
  std::memcpy(To, From, Bytes);
}
