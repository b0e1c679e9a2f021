// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/TransferReason.h"
#include "region/LazyBench.h"

#include <gtest/gtest.h>
#include <set>

using namespace twofold;
using namespace twofold::test;

TEST(TransferReason, EachHasAText) {
  std::set<std::string> Texts;
  for (size_t I = 0; I < TransferReasons; ++I)
    Texts.insert(transferText(TransferReason(I)));
  EXPECT_EQ(Texts.size(), TransferReasons);
  EXPECT_EQ(Texts.count("?"), 0u);
}

TEST(TransferReason, SumsAreToldByDirection) {
  TransferSums Sums;
  EXPECT_EQ(Sums.describe(), "");
  Sums.add(TransferReason::NoRoom, 2048);
  EXPECT_EQ(Sums.describe(), "home 2.0 KiB: 2.0 KiB gave way to other data");
  Sums.add(TransferReason::Missing, 4096);
  Sums.add(TransferReason::Missing, 4096);
  Sums.add(TransferReason::PartlyWritten, 512);
  EXPECT_EQ(Sums.of(TransferReason::Missing), 8192u);
  EXPECT_EQ(Sums.describe(),
            "to devices 8.5 KiB: 8.0 KiB not there yet or written by the host, "
            "512 B written in part, cannot stay there; home 2.0 KiB: 2.0 KiB "
            "gave way to other data");
}

/// All that moves is counted under some reason, whatever results do.
TEST(TransferReason, EveryByteHasOne) {
  for (Coherence Copies : {Coherence::Lazy, Coherence::Eager}) {
    Settings Set = lazy();
    Set.Copies = Copies;
    Set.Info = 2;
    LazyBench On(Set);
    if (Copies == Coherence::Lazy)
      SKIP_WITHOUT_GUARD(On);
    ExampleLoop Loop(9000);
    On.run(Loop);
    Loop.expectResults(1);
    On.forget(Loop);
    On.R->summarize();
    EXPECT_NE(On.Told.find("moved to devices " +
                           formatBytes(double(On.counts().BytesToDevice))),
              std::string::npos)
        << On.Told;
    EXPECT_NE(
        On.Told.find("home " + formatBytes(double(On.counts().BytesToHost))),
        std::string::npos)
        << On.Told;
    EXPECT_NE(On.Told.find(Copies == Coherence::Lazy
                               ? "used by the host"
                               : "written, cannot stay there"),
              std::string::npos)
        << On.Told;
  }
}
