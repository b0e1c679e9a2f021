// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Of the declarations that the plugin brings, clang offers none in place of a
// name that the program misspells: it would be a member of a class that the
// program does not know, and a second error.
// RUN: %clangxx %plugin -fsyntax-only -Xclang -verify %s
// RUN: echo 'struct shape {};' > %t.h
// RUN: %clangxx %plugin -x c++-header %t.h -o %t.pch
// RUN: %clangxx %plugin -include-pch %t.pch -fsyntax-only -Xclang -verify %s
struct own {
  static int ownership; // #own
};
int first() {
  return conditon; // expected-error-re {{use of undeclared identifier 'conditon'{{$}}}}
}
int second() {
  return lower; // expected-error-re {{use of undeclared identifier 'lower'{{$}}}}
}
int third() {
  return launchs + dims; // expected-error-re {{use of undeclared identifier 'launchs'{{$}}}} expected-error-re {{use of undeclared identifier 'dims'{{$}}}}
}
// What the program declares is offered.
int fourth() {
  return ownershop; // expected-error {{use of undeclared identifier 'ownershop'; did you mean 'own::ownership'?}} expected-note@#own {{declared here}}
}
