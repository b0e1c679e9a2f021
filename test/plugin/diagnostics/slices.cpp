// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the compiler says about slices that do not fit together: the rule, once
// for each place.
// RUN: %clangxx -std=c++17 -fsyntax-only %include %plugin %s -Xclang -verify -Xclang -verify-ignore-unexpected=note -ferror-limit=0
// RUN: %clangxx -std=c++20 -fsyntax-only %include %s -Xclang -verify -Xclang -verify-ignore-unexpected=note -ferror-limit=0 -Wno-unknown-pragmas
#include <array>
#include <deque>
#include <string>
#include <twofold/twofold.hpp>
#include <vector>

using twofold::slice;

void ranks(slice<int, 1> x, slice<int, 2> m) {
  m = m + x;
  // expected-error@*:* {{'RanksAgree<twofold::slice<int, 2>::rank, twofold::slice<int, 1>::rank>': twofold: the operands are slices of different ranks}}
  m = where(m > 0, x, 1);
  // expected-error@*:* {{twofold: the operands are slices of different ranks}}
  x = m;
  m = x * 2;
  x += m;
  where(x > 0, m) = 1;
  m = matmul(m, x);
  // expected-error@*:* 5 {{twofold: a slice is assigned an expression of another rank}}
  x = twofold::index<1>();
  // expected-error@*:* {{twofold: index<D>() beside slices that have no dimension D}}
  matmul(x, x);
  // expected-error@*:* {{twofold: a product of matrices has one of rank 2, and another of rank 1 or 2}}
}

void scattered(std::vector<bool> &b, std::deque<int> &d) {
  slice x(b);
  slice<int, 1> y(d);
  // expected-error@*:* 2 {{twofold: elements of a slice lie side by side, as those of std::vector (not of bool), std::array and pointers do}}
}

void parts(slice<int, 1> x, slice<int, 2> m) {
  x.sub<1>(0, 1);
  m.fix<2>(1);
  m.reverse<2>();
  // expected-error@*:* 3 {{twofold: the slice has no such dimension}}
  x.row(1); // expected-error {{no matching member function for call to 'row'}}
  m(1);
  // expected-error@*:* {{twofold: an element has an index for each dimension}}
  m[x];
  // expected-error@*:* {{twofold: an index slice selects elements of a slice of rank 1}}
  x[x * 1.5f];
  // expected-error@*:* {{twofold: an index slice has integers}}
}

void elements(slice<int, 1> x, slice<const int, 1> read,
              slice<std::string, 1> names) {
  read = x + 1;
  read += x;
  read[x] = 1;
  // expected-error@*:* 3 {{twofold: a slice of constant elements is assigned to}}
  where(x > 0, read) = 1; // expected-error {{no matching function for call to 'where'}}
  read[0] = 1; // expected-error {{cannot assign to return value because function 'operator[]<int>' returns a const value}}
  names = x;
  x = names;
  // expected-error@*:* 2 {{twofold: elements cannot be converted to the slice's}}
  slice<int, 1> writable = read; // expected-error {{no viable conversion from 'slice<const int, [...]>' to 'slice<int, [...]>'}}
}

void folds(slice<int, 3> t, slice<std::string, 1> names) {
  twofold::sum(twofold::index());
  // expected-error@*:* {{twofold: no slice gives the expression a shape}}
  argmin(t);
  // expected-error@*:* {{twofold: argmin and argmax have two dimensions at most}}
  max(names);
  // expected-error@*:* {{twofold: only numbers have a least and a greatest one}}
}

void sources() {
  slice<int, 1> gone(std::vector<int>{1});
  slice<int, 1> too(std::array<int, 3>{});
  // expected-error@*:* 2 {{twofold: a slice of a container that ends before it}}
  slice<int, 0> none(nullptr, {});
  // expected-error@*:* {{a slice has one dimension at least}}
  slice<volatile int, 1> shared(nullptr, 0);
  // expected-error@*:* {{a slice has objects that are not volatile}}
}

// What std::ptrdiff_t does not hold.
void cut(int *p, slice<int, 2> m, float (&a)[4][6], __int128 wide) {
  slice x(p, wide);
  slice<int, 2> y(p, 3, wide);
  // expected-error@*:* 2 {{twofold: lengths and indices are integers of 64 bits at most}}
  slice z(p, 2.5);
  // expected-error@*:* {{twofold: lengths and indices are integers of 64 bits at most}}
  m.sub(0, wide);
  m.row(wide);
  slice(a).sub<1>(wide, 2);
  slice(a).col(wide);
  // expected-error@*:* {{twofold: lengths and indices are integers of 64 bits at most}}
  m.col(1.5f);
  // expected-error@*:* {{twofold: lengths and indices are integers of 64 bits at most}}
  slice t(p, {2, 3});
  slice u(p, {2, 3}, {3, 1});
  slice<const int, 2> v(p, {2, 3}, {0, 1});
}

// Functions that do not take the elements. What follows from it is not counted.
template <class X> using value = typename X::value_type;
void functions(slice<float, 1> x, slice<int, 1> n, slice<std::string, 1> s) {
  using modulus = value<decltype(x % 2)>;
  using sum = value<decltype(s + n)>;
  using inverse = value<decltype(~x)>;
  const auto of_one = [](int a) { return a; };
  const auto of_text = [](std::string a) { return a; };
  const auto of_none = [](int) {};
  using one = value<decltype(map(of_one, n, n))>;
  using none = value<decltype(map(of_text, n))>;
  // expected-error@*:* 5 {{twofold: the function or the operator does not take such elements}}
  using nothing = value<decltype(map(of_none, n))>;
  // expected-error@*:* {{twofold: the function has no value}}
}

// Lengths that the compiler knows.
void lengths(float (&a)[4][6], float (&b)[5][6], std::array<int, 5> &five,
             std::array<int, 6> &six, slice<int, 1> any) {
  slice x(a);
  slice y(b);
  slice z(five);
  slice w(six);
  x = y;
  x = y + 1;
  x += y;
  // expected-error@*:* 3 {{'LengthsAgree<twofold::lengths<4, 6>, twofold::lengths<5, 6>>': twofold: a slice is assigned an expression of other lengths}}
  x = x + y;
  // expected-error@*:* {{'LengthsAgree<twofold::lengths<4, 6>, twofold::lengths<5, 6>>': twofold: the operands are slices of different lengths}}
  sum(z * 2 > w);
  max(z, w + any);
  dot(z, w);
  where(z > 0, any, w);
  map([](int A, int B, int C) { return A + B + C; }, z, any, w);
  // expected-error@*:* 5 {{'LengthsAgree<twofold::lengths<5>, twofold::lengths<6>>': twofold: the operands are slices of different lengths}}
  where(z > 0, w) = 1;
  // expected-error@*:* {{'LengthsAgree<twofold::lengths<6>, twofold::lengths<5>>': twofold: the mask is a slice of other lengths}}
  where(w > 0, w) = z;
  x.row(1) = z;
  y.transpose().col(0) = z * 2;
  any[w] = z;
  any[w] += z;
  // expected-error@*:* 5 {{'LengthsAgree<twofold::lengths<6>, twofold::lengths<5>>': twofold: a slice is assigned an expression of other lengths}}
  matmul(x, z);
  // expected-error@*:* {{'LengthsAgree<twofold::lengths<6>, twofold::lengths<5>>': twofold: matrices whose lengths leave them no product}}
  z = matmul(x, w);
  any.sub<0, 0, 5>() = w.sub<0, 1, 4>();
  // expected-error@*:* 2 {{'LengthsAgree<twofold::lengths<5>, twofold::lengths<4>>': twofold: a slice is assigned an expression of other lengths}}
  z.sub<0, 1, 5>();
  w.sub<0, 5, 4, -2>();
  any.sub<0, -1, 5>();
  // expected-error@*:* 3 {{twofold: the slice has no such part}}
  slice<int, 1, twofold::lengths<5>> other(w);
  // expected-error@*:* {{'detail::LengthsAgree<twofold::lengths<5>, twofold::lengths<6>>': twofold: the slice has other lengths}}
  slice<int, 1, twofold::lengths<5, 6>> ranks(any);
  // expected-error@*:* {{twofold: a slice has a length for each dimension}}

  // None of these is known to be wrong.
  any = z;
  any = w;
  z = any;
  slice<int, 1, twofold::lengths<6>> told(any);
  x.sub<0>(0, 3) = y.sub<0>(1, 3);
  x.sub<1, 1, 5>() = y.transpose().sub<0, 0, 4>().sub<1, 0, 5>() + 1;
  z[w] = w;
}
