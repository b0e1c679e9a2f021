// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms of loops in C++ that other tests do not come to. Nothing runs them:
// record.txt has what the plugin makes of them.
struct First {
  int a, b;
  int get() const { return a; }
};
struct Second {
  long c;
  long twice() const { return 2 * c; }
};
struct Both : First, Second {
  int own[4];
};
struct __attribute__((packed)) Odd : Second {
  char letter;
  int number;
};
enum class Kind : unsigned char { None, Some, All };
enum Plain { Zero, One, Two };

static int index(int i, int by) { return i * by; }
static int &element(int *a, int i, int by) { return a[index(i, by)]; }

void bases(int n, Both *both, Second **seconds, Odd *odd) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Second *s = &both[i];
    s->c = i;
    static_cast<Both *>(s)->own[i & 3] = int(s->twice());
    static_cast<Both *>(seconds[i])->b = both[i].First::get();
    odd[i].number = odd[i].letter;
  }
}

void enums(int n, Kind *kinds, Plain *plains, bool *truths, char16_t *letters) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    constexpr Kind most = Kind::All;
    const int least = 3;
    kinds[i] = i % 3 == 0 ? most : Kind::Some;
    plains[i] = Plain(i % least);
    truths[i] = plains[i] == Two || kinds[i] == Kind::None;
    letters[i] = char16_t(u'a' + i);
    struct {
      Kind kind;
      bool truth;
      char16_t letter;
    } own = {};
    own.kind = kinds[i];
    truths[i] |= own.truth;
    letters[i] += own.letter + char16_t(own.kind);
  }
}

int chosen(int n, int *a, const int *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    auto pick = [&](int k) -> int & { return k > 3 ? a[k] : a[k + n]; };
    pick(i) = b[i];
    auto early = [&](int k) {
      for (int j = 0; j < 4; ++j)
        if (b[k + j] == j)
          return j;
      return -1;
    };
    a[i] += early(i);
  }
  int best = 0;
#pragma twofold parallel for reduction(max : best)
  for (int i = 0; i < n; ++i)
    best = best < b[i] ? b[i] : best;
  return best;
}

void checked(int n, int (&a)[64], const int *b) {
#pragma twofold parallel for bounds
  for (int i = 0; i < n; ++i)
    element(a, b[i], 2) = i;
}

template <class T> struct Row {
  T *data;
  int length;
  T &operator[](int i) { return data[i]; }
  const T &operator[](int i) const { return data[i]; }
  T *begin() { return data; }
  T *end() { return data + length; }
};

void ranges(int n, Row<float> row, Row<Row<int>> rows) {
#pragma twofold parallel for
  for (float &x : row)
    x = x * 2 + 1;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int &x : rows[i])
      x += i;
}

void moved(int n, int *a) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int own[4] = {i, i + 1, i + 2, i + 3};
    int *p = own, *&q = p;
    for (int k = 0; k < 4; ++k)
      *q++ = a[i] + k;
    a[i] = own[i & 3] + *(own + (i & 1)) - p[-1];
  }
}
