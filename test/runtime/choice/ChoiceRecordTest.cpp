// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ChoiceRecordTest.cpp - what choices are made of, step by step ------===//
//
// Elsewhere choices are held to what they may cost at most. Here each step
// shows: limits and shares that are other ones choose as well for a while.
#include "Record.h"
#include "choice/Chooser.h"
#include "choice/DeviceAccount.h"
#include "choice/Placement.h"
#include "choice/RegionTrials.h"
#include "choice/SiteModel.h"
#include "choice/TeamTrials.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace twofold;
using namespace twofold::test;

namespace {

struct Draw {
  std::mt19937 Random;
  explicit Draw(unsigned Seed) : Random(Seed) {}
  uint64_t operator()(uint64_t Below) { return Random() % Below; }
  /// Any power of two between 1 and Most, about or exactly.
  double any(double Most) {
    double Out = (*this)(3) ? 1 + double((*this)(100)) / 100 : 1;
    while (Out < Most && (*this)(8))
      Out *= 2;
    return Out;
  }
};

/// Where arrays are, as their calls and the host move them.
void tellPlacement(Record &To, unsigned Seed) {
  Draw Number(Seed);
  PlacementTable Table;
  struct Array {
    uint64_t Begin, Size;
    bool Home = true, There = false;
  };
  std::vector<Array> Arrays;
  for (uint64_t Left = 1 + Number(5); Left; --Left)
    Arrays.push_back({1000 * Left + Number(300), 100 + Number(900)});
  const double Gain = Number.any(64) - 8;
  for (unsigned Call = 0; Call < 60; ++Call) {
    std::vector<ArrayPlace> Places;
    std::vector<Array *> Used;
    for (Array &A : Arrays)
      if (Number(2) || Used.empty()) {
        ArrayPlace P;
        P.Range = {A.Begin, A.Begin + A.Size};
        P.Send = Number(6) ? double(A.Size) / 10 : 0;
        P.Fetch = double(A.Size) / 20;
        P.HostOnly = A.There ? 0 : Number(4) ? 1 : 0.25;
        P.DeviceOnly = A.Home ? 0 : 1;
        P.Written = Number(2);
        Places.push_back(P);
        Used.push_back(&A);
      }
    const bool Available = Number(12) != 0;
    unsigned Ahead = unsigned(Number(100));
    StayWorth Stay;
    Stay.Expected = Number(3) ? 0 : double(Number(40)) / 8;
    Stay.Calls = 1 + unsigned(Number(3));
    const bool Asks = Number(2), Stays = Number(2);
    const double Benefit = Gain + double(Number(32)) - 16;
    const Side On =
        Table.choose(Places, Benefit, Available, Asks ? &Ahead : nullptr,
                     Stays ? &Stay : nullptr);
    To << (On == Side::Host ? 'h' : 'd') << Ahead << ' ' << Stay.Total << ' '
       << Stay.Ended << ' ' << Table.size() << '\n';
    const bool There = On == Side::Device && Available;
    for (size_t I = 0; I < Used.size(); ++I) {
      Used[I]->There = There || (Used[I]->There && !Places[I].Written);
      Used[I]->Home = !There || (Used[I]->Home && !Places[I].Written);
    }
    if (Number(15) == 0) { // the host looks, or changes
      Array &A = Arrays[Number(Arrays.size())];
      A.Home = true;
      A.There = A.There && Number(2);
    }
    if (Number(30) == 0)
      Arrays[Number(Arrays.size())].Size += Number(500);
  }
}

void tellModel(Record &To, unsigned Seed) {
  Draw Number(Seed);
  SiteModel M(Number(2));
  const double Each = Number.any(16) / 4, Fixed = Number.any(4096);
  for (unsigned Step = 0; Step < 60; ++Step) {
    const auto Ops = uint64_t(Number.any(1 << 20));
    double Time = Fixed + double(Ops) * Each;
    if (Number(6) == 0)
      Time *= Number.any(64);
    if (Number(20) == 0)
      Time = double(Number(2)) - 1; // is no time
    M.add(Ops, Time);
    if (Number(25) == 0)
      M.doubt(Ops);
    const auto Asked = uint64_t(Number.any(1 << 24));
    const auto Said =
        M.predict(Asked, Fixed, Number(2) ? double(Asked) * 3 : 0);
    To << Said.Nanoseconds << ' ' << int(Said.From) << ' ' << M.samples(Ops)
       << ' ' << M.kept() << '\n';
    if (Number(20) == 0) {
      To << M.encode() << '\n';
      M = SiteModel::decode(M.encode());
    }
  }
}

void tellAccount(Record &To, unsigned Seed) {
  Draw Number(Seed);
  double Time = 1;
  DeviceAccount Account;
  Account.measureBy([&] { return Time; });
  const double Gain = double(Number(40)) / 20;
  for (unsigned Call = 0; Call < 150; ++Call) {
    const double Native = Number.any(1 << 24), Moves = Number.any(1 << 22);
    Time += Number.any(1 << 20);
    if (!Account.resting()) {
      DeviceAccount::Work Now(Account, Number(9) != 0);
      if (Number(3) == 0)
        Account.moves(Moves);
      Time += Native * Gain * double(Number(40)) / 20;
      if (Number(4))
        Now.spares(Native);
      if (Number(8) == 0)
        Now.begins(Moves);
    } else {
      Time += Native;
    }
    To << Account.resting() << (Call % 30 ? ' ' : '\n');
  }
}

void tellTrials(Record &To, unsigned Seed) {
  Draw Number(Seed);
  TeamTrials Trials;
  RegionTrials Regions;
  const double Alone = 1 + double(Number(20)) / 10,
               Team = double(Number(40)) / 10;
  for (unsigned Call = 0; Call < 400; ++Call) {
    const uint64_t Ops = uint64_t(20000) << Number(3);
    const auto Is =
        Trials.ask(Ops, Seed % 2 ? TeamTrials::Alone : TeamTrials::Team);
    To << int(Is.To) << Is.Measure << Is.Trial;
    double Took =
        double(Ops) * (Is.To == TeamTrials::Alone ? Alone : Team / 2) +
        (Is.To == TeamTrials::Alone ? 0 : 3000);
    if (Number(10) == 0)
      Took *= 3;
    if (Is.Measure)
      Trials.note(Ops, 2, Is.To, Took);
    const auto Region = Regions.ask(Seed % 5 == 4);
    const bool Whole = Region.To == RegionTrials::Whole;
    if (Region.Measure)
      Regions.note(Region.To,
                   {2e5 * (Whole ? Alone : Team) + double(Number(999)),
                    Whole ? 0 : 20u, Whole || Seed % 3 ? 0 : 1u});
    To << int(Region.To) << Region.Measure << (Call % 20 ? ' ' : '\n');
  }
  for (unsigned Log = 12; Log < 20; ++Log)
    To << Trials.settledAlone(uint64_t(1) << Log) << ' '
       << Trials.perOp(uint64_t(1) << Log, TeamTrials::Alone) << ' '
       << Trials.perOp(uint64_t(1) << Log, TeamTrials::Team) << '\n';
}

double FormsClock = 0;

void tellForms(Record &To, unsigned Seed) {
  Draw Number(Seed);
  UpdateForms Forms{+[] { return FormsClock; }};
  double Each[2] = {1 + double(Number(50)) / 5, 1 + double(Number(50)) / 5};
  for (unsigned Call = 0; Call < 150; ++Call) {
    if (Number(60) == 0)
      Each[Number(2)] = Number.any(64);
    const auto Piece = [&](unsigned Form) {
      return [&To, &Each, Form](uint64_t Begin, uint64_t End) {
        To << (Form ? 't' : 'a') << Begin << '-' << End << ' ';
        FormsClock += Each[Form] * double(End - Begin);
      };
    };
    const uint64_t Trips = 1 + Number(1 << (4 + Number(16)));
    To << int(Forms.run(Trips, Trips * (1 + Number(20)), Piece(0), Piece(1)))
       << '\n';
  }
}

void tellChooser(Record &To, unsigned Seed) {
  Draw Number(Seed);
  Chooser Choices(HostCosts::guess(1 + unsigned(Number(16))),
                  DeviceCosts::guess(1 + unsigned(Number(128))));
  DeviceCosts Costs = DeviceCosts::guess(64);
  Costs.ToDevice = Costs.ToHost =
      TransferCurve::linear(Number.any(8192), Number.any(32));
  if (Number(2))
    Costs.BytesPerNanosecond = Number.any(1024);
  Choices.set(Costs);
  SiteChoice Site;
  const bool Lazy = Number(2);
  bool There = false, Home = true;
  const double Native = Number.any(8) / 8, Device = Number.any(8) / 256;
  const auto Bytes = uint64_t(Number.any(1 << 24));
  for (unsigned Call = 0; Call < 120; ++Call) {
    const auto Ops = uint64_t(1000 * Number.any(1 << (Seed % 12)));
    if (Choices.atRest() && !There && take(Site.quiet(Ops))) {
      To << "quiet\n";
      continue;
    }
    if (take(Site.placed(Ops, Choices.stirs(), !There))) {
      To << "placed\n";
      continue;
    }
    const CallTimes Times =
        Choices.predict(Site, {Ops, 1 + unsigned(Number(8)), Number(4) != 0});
    To << Times.Native << ' ' << Times.Device << ' ' << Times.Awake << ' '
       << Times.Waited << ' ' << Times.NativeGuess << ' ' << Times.DeviceGuess
       << ' ' << int(Times.NativeFrom) << int(Times.DeviceFrom) << ' ';
    const bool Available = Number(20) != 0;
    if (Choices.surelyNative(Site, Ops, Times, !There, Available)) {
      const unsigned For = Site.beQuiet(Ops, Times.Awake);
      To << "native " << For << '\n';
      if (Site.wantsSample(Side::Host, Ops))
        Choices.learn(Site, Side::Host, Ops, double(Ops) * Native, true, For);
      continue;
    }
    ArrayBytes A{{4096, 4096 + Bytes}, Bytes, Bytes, Number(2) ? Bytes : 0};
    A.OnDevice = There ? Bytes : 0;
    A.Hidden = Home ? 0 : Bytes;
    if (!Lazy) {
      A.SentEachTime = A.Sent;
      A.FetchedEachTime = A.Written;
    } else {
      A.SentEachTime = Number(4) ? 0 : Bytes / 3;
    }
    std::vector<ArrayBytes> Arrays = {A};
    if (Seed % 2) { // another one, of which some is elsewhere
      A.Range = {1 << 28, (1 << 28) + Bytes / 2};
      A.Touched = A.Sent = Bytes / 2;
      A.Written = Number(2) ? Bytes / 3 : 0;
      A.OnDevice = Number(2) ? Bytes / 4 : 0;
      A.Hidden = A.OnDevice / 2;
      A.SentEachTime /= 2;
      A.FetchedEachTime = Lazy ? 0 : A.Written;
      Arrays.push_back(A);
    }
    const Verdict V =
        Choices.decide(Site, Ops, Times, Arrays, Lazy, Available,
                       unsigned(Number(3) * 40), 1 + unsigned(Number(3)));
    To << int(V.To) << int(V.Why) << ' ' << V.OnDevice << ' ' << V.Moving << ' '
       << V.Home << ' ' << V.Forgone << ' ' << V.Stays << V.Settles << V.Wakes
       << V.Ahead << '\n';
    const bool On = V.To == Side::Device && Available;
    There = On ? Lazy : There && !A.Written;
    Home = !On || !Lazy || (Home && !A.Written);
    const double Took =
        double(Ops) * (On ? Device : Native) + (On ? 9000 + V.Moving : V.Home);
    const Side Ran = On ? Side::Device : Side::Host;
    if (On)
      Site.notePlaced(Ops, Choices.stirs(), There ? 0 : Bytes, Number(2),
                      A.SentEachTime, Lazy, Took);
    if (Site.wantsSample(Ran, Ops))
      Choices.learn(Site, Ran, Ops, Took, Number(4) != 0, 1,
                    On ? V.Moving : V.Home);
    else if (On && Number(3) == 0)
      Choices.learnLeaving(Site, Took / 3);
  }
}

/// What Tell tells of each of so many seeds.
Record ofSeeds(unsigned Count, void (*Tell)(Record &, unsigned)) {
  Record All;
  for (unsigned Seed = 0; Seed < Count; ++Seed)
    Tell(All, Seed);
  return All;
}

} // namespace

TEST(ChoiceRecord, places) {
  ofSeeds(cases(240), tellPlacement).expect(0xb2abc9ef069589b2);
}

TEST(ChoiceRecord, models) {
  ofSeeds(cases(200), tellModel).expect(0x570a41a009336c03);
}

TEST(ChoiceRecord, accounts) {
  ofSeeds(cases(200), tellAccount).expect(0xc83cf2fe71a44779);
}

TEST(ChoiceRecord, trials) {
  ofSeeds(cases(80), tellTrials).expect(0xa14084a92dd5892d);
}

TEST(ChoiceRecord, updates) {
  ofSeeds(cases(120), tellForms).expect(0x471b1710040454e7);
}

TEST(ChoiceRecord, verdicts) {
  ofSeeds(cases(400), tellChooser).expect(0x50809c58a2ec92fb);
}

TEST(ChoiceRecord, costs) {
  Record All;
  for (unsigned Units : {0u, 1u, 8u, 64u, 132u, 1000u}) {
    DeviceCosts Device = DeviceCosts::guess(Units);
    const HostCosts Host = HostCosts::guess(Units);
    for (double Bytes : {0.0, 2.0, 1000.0}) {
      Device.BytesPerNanosecond = Bytes;
      HostCosts Threads = Host;
      Threads.BytesPerNanosecond = Bytes / 8;
      for (uint64_t Ops : {1ull, 1000ull, 1ull << 20, 1ull << 34, ~0ull})
        for (uint64_t Touched : {0ull, 4096ull, 1ull << 26})
          for (uint64_t Items : {0ull, 1ull, 100ull, 1ull << 20}) {
            const Workload Work{Ops, Touched, Items};
            All << Device.resident(Work) << ' ';
            for (unsigned Of : {1u, 2u, 16u})
              All << Threads.native(Work, Of, Items == 1) << ' ';
            All << '\n';
          }
    }
    for (double Waited : {0.0, 5e3, 2e4, 1e6})
      for (double Leaving : {0.0, 1e3, 5e4})
        All << Device.leaving(Waited, Leaving) << ' ';
    All << Host.HotForkNanoseconds << ' ' << Host.ParkedForkNanoseconds << '\n';
  }
  TransferCurve Curve;
  Curve.Nanoseconds = {1000, 5000, 60000, 1e6};
  for (uint64_t Bytes = 0; Bytes < uint64_t(1) << 30; Bytes = Bytes * 3 + 1)
    All << Curve.time(Bytes) << ' '
        << TransferCurve::linear(500, 12.5).time(Bytes) << '\n';
  All.expect(0x7210118be1cd9604);
}
