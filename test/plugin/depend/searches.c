// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places that a loop in the body looks for in the array that it writes to, and
// searches that no other iteration has a part in.
// RUN: %clang %plugin -fsyntax-only -Xclang -verify %s

#define PARALLEL _Pragma("twofold parallel for")
#define OWN_NEXT _Pragma("twofold parallel for independent(next)")

void open_table(int *t, const int *key, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++) {
    int h = key[i] % m;
    while (t[h] != -1) h = (h + 1) % m;
    t[h] = key[i]; // expected-warning {{an iteration finds the element of 't' that it writes by what others have written there, so iterations depend on each other and run in order; give each iteration elements of its own, or say 'independent(t)' if no two come to one}}
  }
}
void left_by_break(int *t, const int *key, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++) {
    int h = key[i] & (m - 1);
    for (;;) {
      if (t[h] == 0) {
        t[h] = key[i]; // expected-warning {{finds the element of 't'}}
        break;
      }
      h = (h + 1) & (m - 1);
    }
  }
}
void counted_probes(int *t, const int *key, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) {
      int slot = (key[i] + k * k) % m;
      if (t[slot] == 0) {
        t[slot] = key[i]; // expected-warning {{finds the element of 't'}}
        break;
      }
    }
}
void by_pointer(int *t, const int *key, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++) {
    int *at = t + key[i] % m;
    while (*at != 0)
      if (++at == t + m) at = t;
    *at = key[i]; // expected-warning {{finds the element of 't'}}
  }
}
void roots(int *p, const int *a, const int *b, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    int x = a[i], y = b[i];
    while (p[x] != x) x = p[x];
    while (p[y] != y) y = p[y];
    if (x != y) p[x] = y; // expected-warning {{finds the element of 'p'}}
  }
}
static int find(int *p, int x) {
  while (p[x] != x) {
    p[x] = p[p[x]];
    x = p[x];
  }
  return x;
}
void roots_by_function(int *p, const int *a, const int *b, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    int x = find(p, a[i]), y = find(p, b[i]);
    if (x != y) p[x] = y; // expected-warning {{finds the element of 'p'}}
  }
}
void by_another_name(int *p, const int *a, const int *b, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    int x = a[i];
    for (;;) {
      int up = p[x];
      if (up == x) break;
      x = up;
    }
    p[x] = b[i]; // expected-warning {{finds the element of 'p'}}
  }
}
void end_of_list(int *next, const int *head, const int *list, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    int at = head[list[i]];
    while (next[at] >= 0) at = next[at];
    next[at] = i; // expected-warning {{finds the element of 'next'}}
  }
}

void said(int *next, const int *head, int n) {
  OWN_NEXT for (int i = 0; i < n; i++) {
    int at = head[i];
    while (next[at] >= 0) at = next[at];
    next[at] = i;
  }
}
void only_read(int *o, const int *t, const int *key, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++) {
    int h = key[i] % m;
    while (t[h] != -1 && t[h] != key[i]) h = (h + 1) % m;
    o[i] = h;
  }
}
void written_elsewhere(int *o, const int *t, const int *key, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++) {
    int h = key[i] % m;
    while (t[h] != key[i]) h = (h + 1) % m;
    o[h] = i;
  }
}
void tables_of_their_own(int *t, const int *key, int parts, int n, int m) {
  PARALLEL for (int b = 0; b < parts; b++)
    for (int i = 0; i < n; i++) {
      int h = key[i] % m;
      while (t[b * m + h] != 0) h = (h + 1) % m;
      t[b * m + h] = key[i];
    }
}
void rows_of_their_own(int *t, const int *key, int parts, int n, int m) {
  PARALLEL for (int b = 0; b < parts; b++) {
    int *row = t + b * m;
    for (int i = 0; i < n; i++) {
      int h = key[i] % m;
      while (row[h] != 0) h = (h + 1) % m;
      row[h] = key[i];
    }
  }
}
void inserted(int *a, int n) {
  PARALLEL for (int i = 1; i < n; i++) {
    int v = a[i], j = i;
    while (j > 0 && a[j - 1] > v) {
      a[j] = a[j - 1]; // expected-warning {{finds the element of 'a'}}
      j--;
    }
    a[j] = v;
  }
}
void inserted_behind(double *a, int n) {
  PARALLEL for (int i = 1; i < n; i++) {
    double v = a[i];
    int j;
    for (j = i - 1; j >= 0 && a[j] > v; --j)
      a[j + 1] = a[j]; // expected-warning {{finds the element of 'a'}}
    a[j + 1] = v;
  }
}
void swapped_down(int *a, int n) {
  PARALLEL for (int i = 1; i < n; i++)
    for (int j = i; j > 0; j--) {
      if (a[j - 1] <= a[j])
        break;
      int t = a[j];
      a[j] = a[j - 1]; // expected-warning {{finds the element of 'a'}}
      a[j - 1] = t;
    }
}
static int lower(const int *k, int n, int v) {
  int lo = 0, hi = n;
  while (lo < hi) {
    int m = (lo + hi) / 2;
    if (k[m] < v)
      lo = m + 1;
    else
      hi = m;
  }
  return lo;
}
static int place(const int *k, int n, int v) {
  for (int j = 0; j < n; ++j)
    if (k[j] == v)
      return j;
  return n;
}
void halved(int *restrict o, const int *keys, const int *k, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++)
    o[lower(keys, m, k[i])] = i; // expected-warning {{iterations find the element of 'o' that they write by searches in one range, which may end at one for several, so they run in order; give each iteration an element of its own, or say 'independent(o)' if no two come to one}}
}
void halved_here(int *restrict o, const int *keys, const int *k, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++) {
    int lo = 0, hi = m;
    while (lo < hi) {
      int at = lo + (hi - lo) / 2;
      if (keys[at] < k[i])
        lo = at + 1;
      else
        hi = at;
    }
    o[lo] = i; // expected-warning {{find the element of 'o'}}
  }
}
void one_by_one(int *restrict o, const int *keys, const int *k, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++) {
    int at = 0;
    while (at < m && keys[at] != k[i]) at++;
    o[at] = i; // expected-warning {{find the element of 'o'}}
  }
}
void merged(int *restrict o, const int *keys, const int *k, int n, int m) {
  PARALLEL for (int i = 0; i < n; i++)
    o[i + lower(keys, m, k[i])] = k[i];
  PARALLEL for (int i = 0; i < n; i++)
    o[i] = lower(keys, m, k[i]);
  PARALLEL for (int i = 0; i < n; i++)
    o[lower(keys, m, k[i])] = 1;
  PARALLEL for (int i = 0; i < n; i++)
    o[place(keys, m, i)] = k[i];
}
void in_ranges(int *restrict o, const int *column, const int *row, const int *k, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    int lo = row[i], hi = row[i + 1];
    while (lo < hi) {
      int at = lo + (hi - lo) / 2;
      if (column[at] < k[i])
        lo = at + 1;
      else
        hi = at;
    }
    o[lo] = i;
  }
}
void in_own_rows(int *a, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    int *row = a + 16 * i;
    for (int p = 1; p < 16; p++) {
      int v = row[p], j = p;
      while (j > 0 && row[j - 1] > v) {
        row[j] = row[j - 1];
        j--;
      }
      row[j] = v;
    }
  }
}
void runs_to_others(int *restrict out, const int *restrict a, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    int j = i;
    while (j < n && a[j] == a[i])
      j++;
    out[i] = j - i;
  }
}
void sorted_rows(int *column, const int *row, int n) {
  PARALLEL for (int i = 0; i < n; i++)
    for (int j = row[i] + 1; j < row[i + 1]; j++) {
      int c = column[j], k = j;
      while (k > row[i] && column[k - 1] > c) {
        column[k] = column[k - 1];
        k--;
      }
      column[k] = c;
    }
}
void within_rows_from_pointers(int *column, const int *row, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    int *own = column + row[i], many = row[i + 1] - row[i];
    for (int j = 1; j < many; j++) {
      int c = own[j], k = j;
      while (k > 0 && own[k - 1] > c) {
        own[k] = own[k - 1];
        k--;
      }
      own[k] = c;
    }
  }
}
void within_rows(double *value, int *column, const int *row, const int *want, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    int k = row[i], end = row[i + 1];
    while (k < end && column[k] != want[i]) k++;
    if (k < end) column[k] = -1;
  }
}
void from_their_own(char *text, int n) {
  PARALLEL for (int i = 0; i < n; i++) {
    char *p = text + i * 80;
    while (*p != 0) p++;
    *p = '!';
  }
}
void shortened(int *p, int n) {
  PARALLEL for (int i = 0; i < n; i++)
    while (p[i] != p[p[i]]) p[i] = p[p[i]];
}
void reversed(int *next, int *head, int lists) {
  PARALLEL for (int b = 0; b < lists; b++) {
    int before = -1, at = head[b];
    while (at >= 0) {
      int after = next[at];
      next[at] = before;
      before = at;
      at = after;
    }
    head[b] = before;
  }
}

// Heaps: a step leads from an element to one of another iteration's, wherever
// it begins.
static void down(int *a, int j, int n) {
  int t = a[j];
  for (j = 2 * j; j <= n; j *= 2) {
    if (j < n && a[j + 1] > a[j]) ++j;
    if (t > a[j]) break;
    a[j / 2] = a[j]; // expected-warning {{finds the element of 'a'}}
  }
  a[j / 2] = t;
}
void heap(int *a, int n) {
  PARALLEL for (int i = n / 2; i >= 1; --i) down(a, i, n);
}
static void up(int *a, int hole, int value) {
  int parent = (hole - 1) / 2;
  while (hole > 0 && a[parent] < value) {
    a[hole] = a[parent];
    hole = parent;
    parent = (hole - 1) >> 1;
  }
  a[hole] = value; // expected-warning {{finds the element of 'a'}}
}
void risen(int *a, int n) {
  PARALLEL for (int i = 0; i < n; ++i) up(a, i, a[i]);
}
void by_pointers(int *a, int n) {
  PARALLEL for (int i = 0; i < n; ++i) {
    int hole = i, value = a[i], *above;
    while (hole > 0 && (above = a + (hole - 1) / 2, *above < value)) {
      int *to = a + hole;
      *to = *above; // expected-warning {{finds the element of 'a'}}
      hole = (hole - 1) / 2;
    }
    int *to = a + hole;
    *to = value;
  }
}
static void sink(int *a, int n) {
  int j = 0, k, t = a[0];
  while ((k = 2 * j + 1) < n && a[k] > t) {
    a[j] = a[k];
    j = k;
  }
  a[j] = t;
}
void heaps_of_their_own(int *a, int n, int m) {
  PARALLEL for (int i = 0; i < n; ++i) sink(a + i * m, m);
}
// What counts rounds is no bound of where a round leads to; nor is any other
// number where each iteration begins beside the next one.
void rounds_counted(int *a, int n, int m) {
  PARALLEL for (int i = 0; i < n; ++i) {
    int *p = a + i, k = 0, steps = 0;
    while (steps < m && p[k] != 0) {
      k += 2;
      ++steps;
    }
    p[k] = i; // expected-warning {{finds the element of 'a'}}
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    int *p = a + i * m, k = i, steps = 0;
    while (steps < m && p[k] != 0) {
      k = 2 * k + 1;
      ++steps;
    }
    p[k] = i; // expected-warning {{finds the element of 'a'}}
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    int *p = a + i, k = 0;
    while (k < m && p[k] != 0)
      ++k;
    p[k] = i; // expected-warning {{finds the element of 'a'}}
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    int *p = a + 16 * i, k = 0;
    while (k < 15 && p[k] != 0)
      ++k;
    p[k] = i;
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    int k = 0;
    while (k < m && a[i + k] != 0)
      ++k;
    a[i + k] = i; // expected-warning {{finds the element of 'a'}}
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    int *p = a + i;
    while (*p != 0)
      p += 2;
    *p = i; // expected-warning {{finds the element of 'a'}}
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    int k = 0;
    while (k < 15 && a[16 * i + k] != 0)
      ++k;
    a[16 * i + k] = i;
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    int *p = a + i, *end = a + n * m;
    while (p < end && *p != 0)
      p += n;
    if (p < end)
      *p = i;
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    int *column = a + i, at = 0;
    while (at < n * m && column[at] != 0)
      at += n;
    column[at] = i;
  }
}
void found_by_halving(const int *key, int *last, int n, int m) {
  PARALLEL for (int i = 0; i < n; ++i) {
    int low = i, high = m;
    while (low < high && key[(low + high) / 2] != i)
      high = (low + high) / 2;
    last[i] = high;
  }
}
