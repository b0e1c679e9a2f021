// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DeviceRun.h - time kernels on data that is already on the device ---===//
//
// Hand-written and generated kernels go through the same queue with the same
// build options and group sizes; what differs is the kernel.
//
//===----------------------------------------------------------------------===//
#ifndef TEST_BENCH_DEVICERUN_H
#define TEST_BENCH_DEVICERUN_H

#include "Case.h"
#include "device/Device.h"
#include "launch/LaunchShape.h"

#include <deque>
#include <optional>

class DeviceRun {
public:
  /// A kernel with its arguments, ready to be enqueued again and again.
  struct Kernel {
    std::unique_ptr<twofold::Program> Program;
    twofold::NdRange Range;
    std::vector<twofold::KernelArgument> Arguments;
    std::deque<std::vector<char>> Storage; ///< what arguments point at
    std::unique_ptr<twofold::Buffer> Partial;
    size_t Partials = 0; ///< doubles in Partial
  };

  /// Copies the case's arrays to the device. Ends the program on failure, as
  /// all members do.
  DeviceRun(twofold::Device &On, const Case &C);

  Kernel handWritten();
  Kernel handWritten(const HandLaunch &Launch, const char *Text);
  /// No value when the loop has no kernel.
  std::optional<Kernel> generated();

  /// Seconds of one launch: Count launches and a finish, divided.
  double time(Kernel &K, int Count);
  /// The same of launches that follow one another.
  double time(std::vector<Kernel> &All, int Count);
  /// Memory[0], as the kernel leaves it after one launch (dot: the sum).
  std::vector<char> result(Kernel &K);
  std::vector<char> result(std::vector<Kernel> &All);

private:
  twofold::Device &On;
  const Case &C;
  std::unique_ptr<twofold::Queue> Queue;
  std::vector<std::unique_ptr<twofold::Buffer>> Buffers;

  std::string options() const;
  std::unique_ptr<twofold::Program> build(const std::string &Name,
                                          const char *Text);
  void addPartial(Kernel &K, size_t Count);
  void handReduction(Kernel &K);
  void launch(Kernel &K);
};

#endif
