// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/PathReads.h"
#include "access/AffineForms.h"

using namespace clang;

namespace twofold {
namespace {

class PathSearch {
  const AccessRecorder &Recorder;

  /// A number of the axis is not the same in all iterations.
  bool differs(int Number) const {
    if (Number < Recorder.rank())
      return true;
    const Axis &Of = Recorder.innerAxis(Number);
    return !Of.Loaded || !parts(Of.From).empty();
  }

  /// Of the form, what differs between iterations or between rounds.
  AffineForm parts(const AffineForm &Form) const {
    AffineForm Out;
    for (const Monomial &M : axisPart(Form))
      if (differs(M.Axis))
        Out.push_back(M);
    return Out;
  }

  static bool sharesAxis(const AffineForm &A, const AffineForm &B) {
    return llvm::any_of(A, [&](const Monomial &M) {
      return llvm::any_of(
          B, [&](const Monomial &Other) { return M.Axis == Other.Axis; });
    });
  }

public:
  explicit PathSearch(const AccessRecorder &Recorder) : Recorder(Recorder) {}

  /// Read and Other are the two ways that Write puts together.
  bool joins(const Occurrence &Read, const Occurrence &Other,
             const Occurrence &Write) const {
    if (!Other.Reads || Other.Base != Write.Base || Other.Unknown ||
        Other.Size != Write.Size)
      return false;
    const AffineForm Rest = parts(Other.Offset);
    const MaybeForm Both = sum(Read.Offset, Other.Offset);
    const MaybeForm Over = Both ? difference(*Both, Write.Offset) : Both;
    return Over && !Rest.empty() && parts(*Over).empty() &&
           !sharesAxis(parts(Read.Offset), Rest);
  }
};

} // namespace

void findPathReads(llvm::MutableArrayRef<Occurrence> Occurrences,
                   const AccessRecorder &Recorder) {
  const PathSearch Search(Recorder);
  for (Occurrence &Read : Occurrences) {
    auto IsOver = [&](const Occurrence &Write) {
      return llvm::any_of(Occurrences, [&](const Occurrence &Other) {
        return Search.joins(Read, Other, Write);
      });
    };
    bool Any = false;
    Read.Passed = Read.Reads && !Read.Writes && !Read.Unknown &&
                  llvm::all_of(Occurrences, [&](const Occurrence &Write) {
                    if (!Write.Writes || Write.Base != Read.Base)
                      return true;
                    Any = true;
                    return Write.Keeps && !Write.Unknown &&
                           Write.Size == Read.Size && IsOver(Write);
                  });
    Read.Passed &= Any;
  }
}

} // namespace twofold
