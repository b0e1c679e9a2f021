// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SanitizerOptions.cpp - what the sanitizers are told ----------------===//
//
// libomp is not instrumented. Its own library libarcher, which the tests'
// environment names, reports forks, joins and barriers in its stead. A test
// forks on purpose while other threads are there.
//
//===----------------------------------------------------------------------===//

extern "C" const char *__tsan_default_options() {
  return "ignore_noninstrumented_modules=1:die_after_fork=0";
}

/// Leaks of PoCL, of the LLVM in it and of libomp are not ours to find. What
/// the thread that serves the process's end was given is known by that thread
/// alone, which a child that a test forks has not.
extern "C" const char *__lsan_default_suppressions() {
  return "leak:libpocl\nleak:libLLVM\nleak:libclang-cpp\nleak:libomp\n"
         "leak:ProcessEnd::expectThreads\n";
}
