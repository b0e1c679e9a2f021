// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/HostCopies.h"
#include "bytes/ChangedBytes.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

using namespace twofold;

/// What one thread copies at a time, and what makes waking another one pay.
static constexpr size_t PieceBytes = size_t(256) << 10;
static constexpr size_t BytesPerMember = size_t(1) << 20;
/// More do not copy faster: memory is the limit.
static constexpr unsigned MostMembers = 8;

/// Calls Part(First, End) for parts of [0, Count), of which each is Bytes long.
template <typename Function>
static void share(CopyThreads *Crew, size_t Count, size_t Bytes,
                  Function Part) {
  // Nothing may be nowhere.
  if (!Count)
    return;
  size_t Members =
      Crew
          ? Count /
                std::max<size_t>(BytesPerMember / std::max<size_t>(Bytes, 1), 1)
          : 1;
  if (Members > 1)
    Members = std::min<size_t>({Members, CopyThreads::cores(), MostMembers});
  if (Members < 2)
    return Part(size_t(0), Count);
  const size_t Step = std::max<size_t>(PieceBytes / Bytes, 1);
  std::atomic<size_t> Next{0};
  Crew->run(unsigned(Members), [&](unsigned) {
    for (size_t First; (First = Next.fetch_add(Step)) < Count;)
      Part(First, std::min(First + Step, Count));
  });
}

void HostCopies::copy(char *To, const char *From, size_t Bytes) const {
  share(Crew, Bytes, 1, [&](size_t First, size_t End) {
    std::memcpy(To + First, From + First, End - First);
  });
}

void HostCopies::storeChanged(char *To, const char *Before, const char *After,
                              size_t Bytes) const {
  share(Crew, Bytes, 1, [&](size_t First, size_t End) {
    twofold::storeChanged(To + First, Before + First, After + First,
                          End - First);
  });
}

/// Row(Offset, Packed) for each row: where it lies, and where if packed.
template <typename Function>
static void eachRow(CopyThreads *Crew, const RowLayout &Rows, Function Row) {
  share(Crew, Rows.rows(), Rows.Width, [&](size_t First, size_t End) {
    for (size_t I = First; I < End; ++I)
      Row(Rows.row(I), I * Rows.Width);
  });
}

void HostCopies::pack(char *To, const char *From, const RowLayout &Rows) const {
  eachRow(Crew, Rows, [&](uint64_t Offset, uint64_t Packed) {
    std::memcpy(To + Packed, From + Offset, Rows.Width);
  });
}

void HostCopies::unpack(char *To, const char *From,
                        const RowLayout &Rows) const {
  eachRow(Crew, Rows, [&](uint64_t Offset, uint64_t Packed) {
    std::memcpy(To + Offset, From + Packed, Rows.Width);
  });
}

void HostCopies::unpackChanged(char *To, const char *Before, const char *After,
                               const RowLayout &Rows) const {
  eachRow(Crew, Rows, [&](uint64_t Offset, uint64_t Packed) {
    twofold::storeChanged(To + Offset, Before + Packed, After + Packed,
                          Rows.Width);
  });
}

void HostCopies::copyRows(char *To, const char *From,
                          const RowLayout &Rows) const {
  eachRow(Crew, Rows, [&](uint64_t Offset, uint64_t) {
    std::memcpy(To + Offset, From + Offset, Rows.Width);
  });
}

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
