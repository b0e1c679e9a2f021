// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For misspelt names clang offers what the user's file has, and no members of
// the plugin's own declarations.
// RUN: %clangxx %plugin -fsyntax-only -Xclang -verify %s
// RUN: %clangxx %plugin -fplugin-arg-twofold-openmp -fopenmp -fsyntax-only -Xclang -verify %s

struct Own {
  static int lengthening; // expected-note {{'Own::lengthening' declared here}}
};
int values() { return value_cout; } // expected-error {{use of undeclared identifier 'value_cout'}}
int pieces() { return chunkk; } // expected-error {{use of undeclared identifier 'chunkk'}}
int threads() { return num_thread; } // expected-error {{use of undeclared identifier 'num_thread'}}
int members() { return lengthenin; } // expected-error {{use of undeclared identifier 'lengthenin'; did you mean 'Own::lengthening'?}}
int locals() {
  int wheels = 0; // expected-note {{'wheels' declared here}}
  return wheel + wheels; // expected-error {{use of undeclared identifier 'wheel'; did you mean 'wheels'?}}
}
