// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls without a name are followed to the functions that the unit shows for
// them: by members of tables, elements of arrays and containers, parameters,
// pointers to methods and virtual methods. What they change for all iterations
// is told; what each changes of its own object is left alone.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s
#include <any>
#include <functional>
#include <memory>
#include <variant>
#include <vector>

#define PARALLEL _Pragma("twofold parallel for")

struct Shape {
  virtual void grow(int by) = 0;
  virtual int area() const = 0;
};
struct Square : Shape {
  int side = 1;
  static int made;
  void grow(int by) override { side = side * 3 + by; }
  int area() const override { return side * side; }
};
struct Counted final : Square {
  void grow(int) override { made++; }
};
int Square::made;

void of_its_class(int n, Shape *shape, Shape &other, Shape **all) {
  PARALLEL for (int i = 0; i < n; ++i)
    if (auto *square = dynamic_cast<Square *>(shape))
      square->side = square->side * 3 + i; // expected-warning {{'side' is one for all iterations}}
  PARALLEL for (int i = 0; i < n; ++i)
    dynamic_cast<Square &>(other).side += i * 2; // expected-warning {{'side' is one for all iterations}}
  PARALLEL for (int i = 0; i < n; ++i)
    if (auto *square = dynamic_cast<Square *>(all[i]))
      square->side = i;
}
void virtually(int n, Shape *shape, Shape &other, Shape **all, int *area) {
  PARALLEL for (int i = 0; i < n; ++i)
    shape->grow(i); // expected-warning {{'grow' may lead to a function that stores to what other iterations use}}
  PARALLEL for (int i = 0; i < n; ++i)
    other.grow(i); // expected-warning {{'grow' may lead to}}
  PARALLEL for (int i = 0; i < n; ++i)
    area[i] = shape->area();
#pragma twofold parallel for independent
  for (int i = 0; i < n; ++i)
    area[i] = all[i]->area();
#pragma twofold parallel for independent
  for (int i = 0; i < n; ++i)
    other.grow(i);
}

// Of an object that is named the class is known.
struct Model {
  virtual int value(int x) = 0;
};
struct Plain : Model {
  int value(int x) override { return 2 * x; }
};
struct Counting : Model {
  int calls = 0;
  int value(int x) override { return ++calls + x; }
};
static int valueOf(Model &m, int x) { return m.value(x); }
void of_known_classes(int n, int *x, Model &any) {
  Plain plain;
  Counting counting;
  Model &same = plain, *chosen = &plain;
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = plain.value(i) + same.value(i);
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = valueOf(plain, i);
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = valueOf(any, i); // expected-warning {{'value' may lead to}}
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = valueOf(counting, i); // expected-warning {{is one for all iterations and is changed here}}
  if (n > 3)
    chosen = &counting;
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = chosen->value(i); // expected-warning {{'value' may lead to}}
}

struct Task {
  virtual void run(int at) = 0;
};
struct Doubling : Task {
  int *x;
  int done = 0;
  void run(int at) override { x[at] *= 2; }
};
void own_elements(int n, Task *task, Task **tasks) {
  PARALLEL for (int i = 0; i < n; ++i)
    task->run(i);
  PARALLEL for (int i = 0; i < n; ++i)
    tasks[i]->run(i);
}

struct Operations {
  void (*put)(int *, int);
  int (*get)(const int *);
};
static void put(int *to, int x) { *to = *to * 3 + x; }
static int get(const int *from) { return *from; }
static const Operations Table = {put, get};
static int Sum;
static void add(int x) { Sum = Sum * 3 + x; }
static void (*Steps[2])(int) = {add, add};
void by_tables(int n, const Operations *o, int *one, int *all) {
  PARALLEL for (int i = 0; i < n; ++i)
    o->put(one, i); // expected-warning {{is one for all iterations and is changed here}}
  PARALLEL for (int i = 0; i < n; ++i)
    Table.put(one, i); // expected-warning {{is one for all iterations and is changed here}}
  PARALLEL for (int i = 0; i < n; ++i)
    o->put(all + i, o->get(one));
  PARALLEL for (int i = 0; i < n; ++i)
    Steps[i & 1](i); // expected-warning {{'Steps' may lead to a function that stores to what other iterations use, so iterations run in order; call the function by its name, or say 'independent' if no two come to one element}}
}

// Another object's member leads to what adds, and other calls hand that on.
struct Operation {
  int (*of)(int);
};
static int total(int x) { return Sum += x; }
static int twice(int x) { return 2 * x; }
static const Operation Totals = {total};
static Operation Twice = {twice}, Replaced = {twice}, Handed = {twice};
static int apply(int (*f)(int), int x) { return f(x); }
static int applied(const Operation &o, int x) { return o.of(x); }
void replace(Operation *);
int in_order(int n) {
  Replaced = Totals;
  replace(&Handed);
  return apply(total, n) + applied(Totals, n);
}
void of_named_objects(int n, int *x) {
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = Twice.of(i);
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = apply(twice, i) + applied(Twice, i);
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = Totals.of(i); // expected-warning {{'of' may lead to}}
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = apply(total, i); // expected-warning {{'Sum' is one for all iterations and is changed here}}
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = applied(Totals, i); // expected-warning {{'Sum' is one for all iterations and is changed here}}
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = Replaced.of(i); // expected-warning {{'of' may lead to}}
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = Handed.of(i); // expected-warning {{'of' may lead to}}
}

struct Button {
  std::function<void(int)> press;
};
static void each(const std::function<void(int)> &f, int n) {
  PARALLEL for (int i = 0; i < n; ++i)
    f(i); // expected-warning {{'f' may lead to}}
}
struct Meter {
  int read = 0;
  void count(int by) { read = read * 3 + by; }
};
void by_objects(int n) {
  int s = 0;
  each([&](int i) { s = s * 3 + i; }, n);
  Button b;
  b.press = [&](int i) { s = s * 3 + i; };
  PARALLEL for (int i = 0; i < n; ++i)
    b.press(i); // expected-warning {{'press' may lead to}}
  std::vector<std::function<void(int)>> all;
  all.push_back([&](int i) { s = s * 5 + i; });
  PARALLEL for (int i = 0; i < n; ++i)
    all[0](i); // expected-warning {{'all' may lead to}}
  Meter m;
  void (Meter::*method)(int) = &Meter::count;
  PARALLEL for (int i = 0; i < n; ++i)
    (m.*method)(i); // expected-warning {{'m' is one for all iterations and is changed here}}
}

// What a method is called for comes with the arguments.
void of_arguments(int n, std::vector<Meter> &each) {
  Meter one;
  std::function<void(Meter &, int)> count = &Meter::count;
  PARALLEL for (int i = 0; i < n; ++i)
    count(each[i], 1);
  PARALLEL for (int i = 0; i < n; ++i)
    count(one, 1); // expected-warning {{'one' is one for all iterations and is changed here}}
}

// Of what std::bind leaves open nothing is known by its place.
static int compose(int (*g)(int), int (*f)(int), int x) { return f(g(x)); }
void bound(int n, int *x) {
  std::function<int(int (*)(int), int)> f = std::bind(
      compose, std::placeholders::_1, twice, std::placeholders::_2);
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = f(total, i); // expected-warning {{'f' may lead to}}
}

// Behind the calls that give them what they call.
static void later(int, int *, int (*)(int));
template <class F> static void instance(int, int *, F);
void calls(int n, int *x) {
  later(n, x, total);
  instance(n, x, total);
}
void between(int n, int *x) {
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = Twice.of(i);
}
static void later(int n, int *x, int (*f)(int)) {
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = f(i); // expected-warning {{'f' may lead to}}
}
template <class F> static void instance(int n, int *x, F f) {
  PARALLEL for (int i = 0; i < n; ++i)
    x[i] = f(i); // expected-warning {{'f' may lead to}}
}

struct Registry {
  int last = 0;
  static Registry &get() {
    static Registry one;
    return one;
  }
  void note(int i) { last = last * 3 + i; }
};
void singleton(int n) {
  PARALLEL for (int i = 0; i < n; ++i)
    Registry::get().note(i); // expected-warning {{'one' is one for all iterations and is changed here}}
}

// What std::invoke and its like call, and members by pointers to them.
struct Tally {
  unsigned is = 0;
  unsigned add(unsigned i) { return is = is * 3 + i; } // expected-warning 2{{'t' is written here and read 1 iteration of 'i' away}} expected-note 2{{'t' is read here}}
};
void invoked(int n, Tally &t, Tally *own, unsigned *out) {
  PARALLEL for (int i = 0; i < n; ++i)
    out[i] = std::invoke(&Tally::add, t, i);
  PARALLEL for (int i = 0; i < n; ++i)
    out[i] = std::invoke(&Tally::add, &t, i);
  PARALLEL for (int i = 0; i < n; ++i)
    std::invoke(&Tally::is, t) = out[i]; // expected-warning {{'t' is one for all iterations}}
  auto add = std::mem_fn(&Tally::add);
  PARALLEL for (int i = 0; i < n; ++i)
    out[i] = add(t, i); // expected-warning {{'add' may lead to a function that stores to what other iterations use}}
  PARALLEL for (int i = 0; i < n; ++i)
    out[i] = std::mem_fn(&Tally::add)(t, i); // expected-warning {{'mem_fn' may lead to a function that stores to what other iterations use}}
  std::function<unsigned(unsigned)> held = [&](unsigned i) { return t.add(i); };
  PARALLEL for (int i = 0; i < n; ++i)
    out[i] = std::invoke(held, i); // expected-warning {{'t' is one for all iterations}}
  auto bound = std::bind_front(&Tally::add, &t);
  PARALLEL for (int i = 0; i < n; ++i)
    out[i] = bound(i); // expected-warning {{'bound' may lead to a function that stores to what other iterations use}}
  unsigned Tally::*member = &Tally::is;
  PARALLEL for (int i = 0; i < n; ++i)
    t.*member = t.*member * 3 + i; // expected-warning {{'t' is written here and read 1 iteration of 'i' away}} expected-note {{'t' is read here}}
  PARALLEL for (int i = 0; i < n; ++i)
    (&t)->*member = i; // expected-warning {{'t' is written here and written 1 iteration of 'i' away}}
  PARALLEL for (int i = 0; i < n; ++i) {
    own[i].*member = i;
    out[i] = std::invoke(&Tally::add, own[i], i) + std::invoke(&Tally::is, own[i]);
  }
}
void alternatives(unsigned n, std::variant<unsigned, float> &v, std::any &a, std::variant<unsigned, float> *own) {
  PARALLEL for (unsigned i = 0; i < n; ++i)
    if (auto *p = std::get_if<unsigned>(&v))
      *p = *p * 3 + i; // expected-warning {{'v' is one for all iterations}}
  PARALLEL for (unsigned i = 0; i < n; ++i)
    if (auto *p = std::any_cast<unsigned>(&a))
      *p = *p * 3 + i; // expected-warning {{'a' is one for all iterations}}
  PARALLEL for (unsigned i = 0; i < n; ++i)
    std::visit([i](auto &is) { is = is * 3 + i; }, v); // expected-warning {{'v' is one for all iterations}}
  PARALLEL for (unsigned i = 0; i < n; ++i)
    if (auto *p = std::get_if<unsigned>(&own[i]))
      *p = *p * 3 + i;
}
/// Threads count references in one step.
void copies(int n, std::vector<std::shared_ptr<int>> &to, const std::shared_ptr<int> &from) {
  PARALLEL for (int i = 0; i < n; ++i)
    to[i] = from;
}
/// What a call has stored for another number.
void remembered(int n, std::vector<int> &memo) {
  std::function<int(int)> count = [&](int k) {
    return k < 2 || memo[k] ? memo[k] : memo[k] = count(k - 1) + count(k - 2);
  };
  PARALLEL for (int i = 0; i < n; ++i)
    memo[i] = count(i) + 1; // expected-warning {{'count' may lead to a function that stores to what other iterations use}}
}
