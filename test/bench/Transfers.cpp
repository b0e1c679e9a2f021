// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Transfers.cpp - bytes of ordinary memory to a device and back ------===//
//
// twofold_transfers [--device PART] [--max MIB] [--rounds N] [--sweep]
// [--probe]
//
// GB/s of plain transfers and of those through pinned slots, for sizes up to
// --max; with --sweep, for other numbers of threads, slots and bytes; with
// --probe, for what a driver offers besides. All bytes are checked.
//
//===----------------------------------------------------------------------===//
#include "TransferRig.h"
#include "device/HostCopies.h"

#include <atomic>
#include <cstdio>
#include <cstring>

using namespace twofold;

namespace {

struct Options {
  std::string Device;
  size_t Max = size_t(1) << 30;
  int Rounds = 7;
  bool Sweep = false, Probe = false;
};

double rate(size_t Bytes, double Seconds) {
  return 1e-9 * double(Bytes) / Seconds;
}

std::string sizeText(size_t Bytes) {
  return Bytes >> 20 ? std::to_string(Bytes >> 20) + " MiB"
                     : std::to_string(Bytes >> 10) + " KiB";
}

/// What this machine's cores copy, without a device.
void copies(const HostBytes &From, HostBytes &To) {
  std::printf("host copies, GB/s: threads memcpy streaming\n");
  CopyThreads Crew;
  for (unsigned Threads = 1; Threads <= CopyThreads::cores(); Threads *= 2) {
    Rounds R;
    for (bool Streams : {false, true})
      R.add([&, Streams] {
        return clocked([&] {
          std::atomic<size_t> Next{0};
          constexpr size_t Chunk = size_t(1) << 20;
          Crew.run(Threads, [&](unsigned) {
            for (size_t I; (I = Next.fetch_add(Chunk)) < From.Size;)
              if (Streams)
                copyStreaming(To.data() + I, From.data() + I,
                              std::min(Chunk, From.Size - I));
              else
                std::memcpy(To.data() + I, From.data() + I,
                            std::min(Chunk, From.Size - I));
          });
        });
      });
    R.run(5);
    std::printf("  %2u %7.1f %7.1f\n", Threads,
                rate(From.Size, R.time(0).Median),
                rate(From.Size, R.time(1).Median));
  }
}

/// Plain against slots, for one size.
void compare(TransferRig &Rig, const HostBytes &From, HostBytes &Back,
             size_t Bytes, int Count) {
  TransferOptions Always;
  Always.DirectBelow = 0;
  auto Plain = Rig.plain(), Ring = Rig.ring(Always);
  Rig.room(Bytes);
  Rounds R;
  for (Queue *By : {Plain.get(), Ring.get()}) {
    R.add([&, By] {
      return clocked([&] { Rig.send(*By, From.data(), Bytes); });
    });
    R.add([&, By] {
      return clocked([&] { Rig.fetch(*By, Back.data(), Bytes); });
    });
    R.add([&, By] {
      HostBytes Fresh(Bytes);
      return clocked([&] { Rig.fetch(*By, Fresh.data(), Bytes); });
    });
  }
  R.run(Bytes < (size_t(16) << 20) ? 5 * Count : Count);
  Rig.check(*Plain, From, Back, Bytes);
  Rig.check(*Ring, From, Back, Bytes);
  std::printf("%-9s", sizeText(Bytes).c_str());
  for (size_t Way : {0, 1, 2})
    std::printf(
        "   %6.1f %6.1f  x%.2f [%.2f-%.2f]", rate(Bytes, R.time(Way).Median),
        rate(Bytes, R.time(Way + 3).Median), R.ratio(Way, Way + 3).Median,
        R.ratio(Way, Way + 3).Min, R.ratio(Way, Way + 3).Max);
  std::printf("\n");
  std::fflush(stdout);
}

void measure(TransferRig &Rig, const TransferOptions &Options,
             const HostBytes &From, HostBytes &Back, size_t Bytes) {
  auto Ring = Rig.ring(Options);
  Rounds R;
  R.add([&] { return clocked([&] { Rig.send(*Ring, From.data(), Bytes); }); });
  R.add([&] { return clocked([&] { Rig.fetch(*Ring, Back.data(), Bytes); }); });
  R.run(Bytes < (size_t(64) << 20) ? 15 : 5);
  Rig.check(*Ring, From, Back, Bytes);
  std::printf("%2u, %2u threads, %u slots of %-9s %s %s  %6.1f %6.1f\n",
              Options.ThreadsToDevice, Options.ThreadsToHost, Options.Slots,
              sizeText(Options.SlotBytes).c_str(),
              Options.StreamToSlotFrom ? "plain" : "stream",
              Options.StreamToHostFrom ? "plain" : "stream",
              rate(Bytes, R.time(0).Median), rate(Bytes, R.time(1).Median));
  std::fflush(stdout);
}

void sweep(TransferRig &Rig, const HostBytes &From, HostBytes &Back) {
  size_t Bytes = std::min(From.Size, size_t(256) << 20);
  Rig.room(Bytes);
  std::printf("%s; stores to slots, to the host; GB/s to the device, to the "
              "host\n",
              sizeText(Bytes).c_str());
  TransferOptions O;
  O.DirectBelow = 0;
  O.StreamToHostFrom = 0;
  for (unsigned Threads : {1, 2, 3, 4, 6, 8, 10, 12, 16}) {
    if (Threads > CopyThreads::cores())
      break;
    for (unsigned Slots : {2, 3, 4, 8})
      for (unsigned Shift : {21, 22, 23, 24}) {
        O.ThreadsToDevice = O.ThreadsToHost = Threads;
        O.Slots = Slots;
        O.SlotBytes = size_t(1) << Shift;
        measure(Rig, O, From, Back, Bytes);
      }
  }
  for (size_t Middle = size_t(1) << 20;
       Middle <= std::min(Bytes, size_t(64) << 20); Middle *= 4)
    for (unsigned Threads : {1, 2, 4, 8}) {
      O = {};
      O.DirectBelow = 0;
      O.ThreadsToDevice = O.ThreadsToHost = Threads;
      O.BytesPerThread = 1;
      for (unsigned Shift : {19, 20, 21}) {
        O.LeastChunk = size_t(1) << Shift;
        std::printf("%s, least chunk %s: ", sizeText(Middle).c_str(),
                    sizeText(O.LeastChunk).c_str());
        measure(Rig, O, From, Back, Middle);
      }
    }
  O = {};
  for (size_t ToSlot : {size_t(0), size_t(-1)})
    for (size_t ToHost : {size_t(0), size_t(-1)}) {
      O.StreamToSlotFrom = ToSlot;
      O.StreamToHostFrom = ToHost;
      measure(Rig, O, From, Back, Bytes);
    }
  for (unsigned Shift : {16, 17, 18, 19, 20}) {
    O = {};
    O.PieceBytes = size_t(1) << Shift;
    std::printf("pieces of %s: ", sizeText(O.PieceBytes).c_str());
    measure(Rig, O, From, Back, Bytes);
  }
}

void probe(TransferRig &Rig, size_t Max) {
  HostBytes Source(Max), Target(Max);
  Source.fill(7);
  std::memset(Target.data(), 1, Max);
  copies(Source, Target);
  for (size_t Bytes : {Max, Max / 16}) {
    double ToDevice, ToHost;
    Rig.pinned(Bytes, ToDevice, ToHost);
    std::printf(
        "pinned memory, %s: %.1f GB/s to the device, %.1f to the host\n",
        sizeText(Bytes).c_str(), rate(Bytes, ToDevice), rate(Bytes, ToHost));
  }
  Rig.hostPointer(Source, Target);
}

} // namespace

int main(int Argc, char **Argv) {
  Options Given;
  for (int I = 1; I < Argc; ++I) {
    std::string Text = Argv[I];
    if (Text == "--sweep")
      Given.Sweep = true;
    else if (Text == "--probe")
      Given.Probe = true;
    else if (Text == "--device" && I + 1 < Argc)
      Given.Device = Argv[++I];
    else if (Text == "--max" && I + 1 < Argc)
      Given.Max = std::max(1, std::atoi(Argv[++I])) * (size_t(1) << 20);
    else if (Text == "--rounds" && I + 1 < Argc)
      Given.Rounds = std::max(1, std::atoi(Argv[++I]));
    else {
      std::fprintf(stderr, "transfers: unknown option %s\n", Argv[I]);
      return 2;
    }
  }
  TransferRig Rig(Given.Device);
  TransferOptions Default = TransferOptions().fitted(CopyThreads::cores());
  std::printf("%s (%s), %u cores; %u and %u threads, %u slots of %s each\n",
              Rig.Name.c_str(),
              Rig.Unified ? "shares memory with the host" : "own memory",
              CopyThreads::cores(), Default.ThreadsToDevice,
              Default.ThreadsToHost, Default.Slots,
              sizeText(Default.SlotBytes).c_str());
  {
    HostBytes From(Given.Max), Back(Given.Max);
    From.fill(42);
    std::memset(Back.data(), 0, Back.Size);
    std::printf(
        "GB/s, plain and through slots, plain / slots [min-max]: to the "
        "device, to the host, to untouched memory of the host\n");
    for (size_t Bytes = size_t(4) << 10; Bytes <= Given.Max;
         Bytes *= Bytes < (size_t(1) << 20) ? 2 : 4)
      compare(Rig, From, Back, Bytes, Given.Rounds);
    if (Given.Sweep)
      sweep(Rig, From, Back);
  }
  if (Given.Probe)
    probe(Rig, std::min(Given.Max, size_t(256) << 20));
}
