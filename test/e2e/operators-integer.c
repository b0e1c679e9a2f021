// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C's integer operators and conversions on mixed types.
// RUN: %e2e %s %t -fwrapv -Wno-unused-value
#include "Inputs/show.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum colour { Red = 1, Green = 5, Blue = -7 };

int main(void) {
  enum { n = 64, slots = 40 };
  static long out[n][slots];
  static signed char sc[n];
  static unsigned char uc[n];
  static short ss[n];
  static unsigned short us[n];
  static int si[n];
  static unsigned ui[n];
  static long sl[n];
  static unsigned long ul[n];
  static bool flags[n];
  for (int i = 0; i < n; ++i) {
    unsigned h = (unsigned)(i + 1) * 2654435761u;
    sc[i] = (signed char)(h >> 5);
    uc[i] = (unsigned char)(h >> 9);
    ss[i] = (short)(h >> 3);
    us[i] = (unsigned short)(h >> 13);
    si[i] = (int)h;
    ui[i] = h * 31u;
    sl[i] = (long)h * -77777777L;
    ul[i] = h * 0x123456789abcdefUL;
    flags[i] = h & 64;
  }

#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k = 0;
    out[i][k++] = sc[i] + uc[i];
    out[i][k++] = sc[i] * ss[i] - us[i];
    out[i][k++] = si[i] / (uc[i] | 1);
    out[i][k++] = si[i] % (sc[i] | 1);
    out[i][k++] = -si[i] / 7 + -si[i] % 7;
    out[i][k++] = ui[i] / 10u + ui[i] % 10u;
    out[i][k++] = (long)(sl[i] / 1000003) ^ (sl[i] % 1000003);
    out[i][k++] = (long)(ul[i] / 1000003u + ul[i] % 1000003u);
    out[i][k++] = si[i] + ui[i];
    out[i][k++] = si[i] < ui[i];
    out[i][k++] = sc[i] < uc[i];
    out[i][k++] = (sl[i] > (long)ul[i]) + 2 * (ul[i] > 5);
    out[i][k++] = uc[i] << 3 | sc[i] >> 2;
    out[i][k++] = (long)(ul[i] >> (i % 64));
    out[i][k++] = sl[i] >> (i % 60);
    out[i][k++] = ui[i] << (i % 32);
    out[i][k++] = ~us[i] & 0xffff0;
    out[i][k++] = !si[i] + !!flags[i] * 2 + (flags[i] && si[i] > 0) * 4;
    out[i][k++] = flags[i] || uc[i] > 100;
    out[i][k++] = (signed char)si[i] + (unsigned char)si[i];
    out[i][k++] = (short)ul[i] - (unsigned short)sl[i];
    out[i][k++] = (int)sl[i];
    out[i][k++] = (unsigned)sl[i];
    out[i][k++] = (bool)(si[i] & 4) + (bool)uc[i];
    out[i][k++] = i ? si[i] : ui[i];
    out[i][k++] = i % 2 ? sc[i] : uc[i];
    out[i][k++] = (si[i], uc[i] ^ 0x55);
    out[i][k++] = sizeof(long) + sizeof(out[0]) + sizeof uc[i];
    out[i][k++] = 'a' + L'b' + 0x7ffffe00 + 077;
    out[i][k++] = (enum colour)(i % 3 ? Green : Blue) * Red;
    out[i][k++] = si[i] ?: 99;
    signed char c = sc[i];
    c += 100;
    out[i][k++] = c;
    unsigned char u = uc[i];
    u <<= 3;
    u -= 200;
    out[i][k++] = u;
    unsigned short s = us[i];
    s *= s;
    out[i][k++] = s;
    int v = si[i];
    v %= 1000;
    v |= 0x10000;
    v ^= uc[i];
    v &= ~3;
    v >>= 1;
    v /= -3;
    out[i][k++] = v;
    int w = 5;
    int before = w++ * 3;
    out[i][k++] = before + --w;
    out[i][k++] = w-- - ++before;
    c++;
    --u;
    out[i][k++] = c + u;
    ptrdiff_t d = &si[i] - &si[0];
    out[i][k++] = d + (&si[i] > &si[5]);
    flags[i] = si[i] & 0x700;
    int64_t big = INT64_MAX - i;
    out[i][k++] = (uint32_t)big + (int16_t)big;
    for (; k < slots; ++k)
      out[i][k] = -1;
  }
  for (int i = 0; i < n; ++i)
    SHOW_INTEGERS("row", out[i], slots);
  SHOW_INTEGERS("flags", flags, n);
}
