// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/KernelArguments.h"
#include "bytes/AffineForm.h"
#include "host/ElementCopies.h"
#include "launch/BoundedCall.h"

using namespace twofold;

KernelArguments::KernelArguments(const twofold_site &Site,
                                 const twofold_launch &Launch,
                                 const LaunchShape &Shape)
    : Site(Site), Launch(Launch), Shape(Shape), Bases(Site.base_count, &Pool),
      Results(Site.result_count, &Pool) {
  for (uint32_t I = 0; I < Site.kernel->arg_count; ++I)
    if (const twofold_kernel_arg &Arg = Site.kernel->args[I];
        Arg.kind == TWOFOLD_ARG_SCALAR) {
      const char *From = static_cast<const char *>(Launch.args[Arg.index]);
      Scalars.insert(Scalars.end(), From, From + Arg.size);
    }
}

void KernelArguments::setBase(uint32_t Number, Buffer &Memory, int64_t Offset) {
  Bases[Number] = {&Memory, Offset};
}

void KernelArguments::setResult(uint32_t Number, Buffer &Memory) {
  Results[Number] = &Memory;
}

void KernelArguments::setErrorRecord(Buffer &Memory) { ErrorRecord = &Memory; }

std::vector<KernelArgument>
KernelArguments::make(const LaunchShape::Piece &Piece) {
  const twofold_kernel &Kernel = *Site.kernel;
  std::vector<KernelArgument> Out;
  const char *Scalar = Scalars.data();
  Numbers.clear();
  // Arguments point into it: it must not grow.
  Numbers.reserve(Kernel.arg_count);
  Out.reserve(2 * Kernel.arg_count);
  auto AddNumber = [&](uint64_t Value) {
    Numbers.push_back(Value);
    Out.push_back({KernelArgument::Kind::Bytes, nullptr, &Numbers.back(),
                   sizeof(uint64_t)});
  };
  auto AddMemory = [&](Buffer *Memory) {
    Out.push_back({KernelArgument::Kind::Memory, Memory, nullptr, 0});
  };
  for (uint32_t I = 0; I < Kernel.arg_count; ++I) {
    const twofold_kernel_arg &Arg = Kernel.args[I];
    switch (Arg.kind) {
    case TWOFOLD_ARG_BUFFER:
      AddMemory(Bases[Arg.index].Memory);
      AddNumber(uint64_t(Bases[Arg.index].Offset));
      break;
    case TWOFOLD_ARG_SCALAR:
      Out.push_back({KernelArgument::Kind::Bytes, nullptr, Scalar, Arg.size});
      Scalar += Arg.size;
      break;
    case TWOFOLD_ARG_LOWER:
      AddNumber(uint64_t(Launch.dims[Arg.index].lower));
      break;
    case TWOFOLD_ARG_STEP:
      AddNumber(uint64_t(Launch.dims[Arg.index].step));
      break;
    case TWOFOLD_ARG_TRIPS:
      AddNumber(Arg.index < Site.rank
                    ? Launch.dims[Arg.index].trips
                    : *IterationSpace(Site, Launch).mostTrips(Arg.index));
      if (Arg.size == sizeof(uint32_t)) // the lower half
        Out.back().Size = sizeof(uint32_t);
      break;
    case TWOFOLD_ARG_FIRST:
      AddNumber(Piece.First[Arg.index]);
      break;
    case TWOFOLD_ARG_PARTIAL:
    case TWOFOLD_ARG_LAST:
      AddMemory(Results[Arg.index]);
      break;
    case TWOFOLD_ARG_LOCAL:
      Out.push_back({KernelArgument::Kind::Local, nullptr, nullptr,
                     size_t(Shape.GroupSize * Site.results[Arg.index].size)});
      break;
    case TWOFOLD_ARG_ITEM_STEP:
      AddNumber(Shape.ItemStep);
      break;
    case TWOFOLD_ARG_STRIDE:
      AddNumber(Shape.Stride);
      break;
    case TWOFOLD_ARG_WIDTH:
      AddNumber(Shape.Width);
      break;
    case TWOFOLD_ARG_ROWS:
      AddNumber(Shape.Rows);
      break;
    case TWOFOLD_ARG_SHARED:
      AddMemory(Shared);
      break;
    case TWOFOLD_ARG_SHARES:
      AddNumber(Piece.Joins ? 1 : Shape.Shares);
      break;
    case TWOFOLD_ARG_JOINED:
      AddNumber(Piece.Joins ? Shape.Shares : 0);
      break;
    case TWOFOLD_ARG_TILE:
      AddNumber(Arg.index == Shape.TileColumns ? Shape.TileRows : 0);
      break;
    case TWOFOLD_ARG_APART:
      AddNumber(Shape.Apart);
      break;
    case TWOFOLD_ARG_END:
      AddNumber(Shape.End);
      break;
    case TWOFOLD_ARG_ITEM_TRIPS:
      AddNumber(Shape.ItemTrips);
      break;
    case TWOFOLD_ARG_LIMIT:
      AddNumber(limitOf(Site, Launch, Arg.index));
      break;
    case TWOFOLD_ARG_COPY:
      Out.push_back(
          {KernelArgument::Kind::Local, nullptr, nullptr,
           size_t(localCopyBytes(Site.elements[Arg.index],
                                 Shape.Copies[Arg.index] * Shape.CopiesEach))});
      break;
    case TWOFOLD_ARG_ROOM:
      Out.push_back({KernelArgument::Kind::Local, nullptr, nullptr,
                     size_t(Launch.values[Arg.index])});
      break;
    case TWOFOLD_ARG_COPIED:
      AddNumber(Shape.Copies[Arg.index]);
      break;
    case TWOFOLD_ARG_COPIES:
      AddNumber(Shape.CopiesEach);
      break;
    case TWOFOLD_ARG_ERROR:
      AddMemory(ErrorRecord);
      break;
    }
  }
  return Out;
}
