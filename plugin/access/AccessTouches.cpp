// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access/AccessTouches.h"
#include "ast/ObjectParts.h"
#include "twofold/abi.h"
#include "clang/Lex/Lexer.h"
#include <numeric>

using namespace clang;
using namespace twofold;

void AccessTouches::count(unsigned Ops) {
  if (In.Muted || In.InClause)
    return;
  if (Path.Around.empty())
    Recorder.model().Ops += Ops;
  else
    Recorder.innerAxis(Path.Around.back().Axis).Ops += Ops;
}

/// What an access to E of type T touches: three lanes of four are no vector of
/// three, which has the size of four.
QualType AccessTouches::touchedType(QualType T, const Expr *E) const {
  E = plain(E);
  if (const Expr *Read = operandOf(E, CK_LValueToRValue))
    E = plain(Read);
  const auto *V = T->getAs<VectorType>();
  if (!V || !isa<ExtVectorElementExpr>(E))
    return T;
  return Ctx.getConstantArrayType(V->getElementType(),
                                  llvm::APInt(64, V->getNumElements()), nullptr,
                                  ArraySizeModifier::Normal, 0);
}

/// The bit-field that E, what is accessed or an increment of it, designates.
static const FieldDecl *bitsOf(const Expr *E) {
  E = plain(E);
  const auto *U = dyn_cast<UnaryOperator>(E);
  return U && U->isIncrementDecrementOp() ? bitsOf(U->getSubExpr())
                                          : E->getSourceBitField();
}

/// E as the program has it. What has been put in its place stands where the
/// loop does.
std::string AccessTouches::written(const Expr *E) const {
  if (E->getBeginLoc() != Loop.Loc)
    return Lexer::getSourceText(
               CharSourceRange::getTokenRange(E->getSourceRange()),
               Ctx.getSourceManager(), Ctx.getLangOpts())
        .str();
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  E->printPretty(Out, nullptr, Ctx.getPrintingPolicy());
  return Text;
}

void AccessTouches::touch(const Value &Address, QualType T, bool Reads,
                          bool Writes, const Expr *E, bool Atomic) {
  count(1);
  if (In.Muted || In.InClause)
    return;
  // What is beside a bit-field is read and written with it.
  const FieldDecl *Bits = bitsOf(E);
  MaybeForm Size = Bits ? constantForm(bytesBeside(*Bits, Ctx).Size)
                        : Values.sizeOf(touchedType(T, E));
  auto Bytes = Size ? constantOf(*Size) : std::nullopt;
  Touch Record;
  Record.Reads = Reads || Bits != nullptr;
  Record.Writes = Writes;
  Record.Atomic = Atomic;
  Record.Numbers = Writes ? floatingBytes(T, Ctx) : 0;
  Record.Unconditional = !State.Skipped && Path.Branches == 0 &&
                         Address.size() == 1 && !In.isIrreducible();
  const bool Comes = !State.Untold && Path.untold() == 0 && !In.isIrreducible();
  Record.Alone = Address.size() == 1 && !In.isIrreducible();
  Record.Steps = Path.Steps;
  Record.Skips = State.Skips;
  Record.Loc = E->getExprLoc();
  Record.By = E;
  Record.Stores = Here.Storing ? Here.Storing->getRHS() : nullptr;
  if (Loop.Given.Bounds)
    Record.Place = E;
  const uint64_t Searched = Writes ? Searches.foundBy(E) : 0,
                 Moved = Writes ? Searches.foundBeside(E) : 0,
                 Apart = Writes ? Searches.foundApart(E) : 0;
  for (Arm A : Address) {
    if (A.What == Arm::Nowhere || A.What == Arm::Unknown ||
        A.What == Arm::Integer) {
      if (!Refused)
        Refused =
            Refusal{diag::Id::UnknownPointer, E->getExprLoc(), {written(E)}};
      continue;
    }
    if (A.What != Arm::Memory)
      continue;
    if (Writes && Recorder.Occurrences)
      noteStore(A, T, E, /*Knows=*/!Reads && Address.size() == 1);
    Record.Certain = Comes && (Address.size() == 1 || A.Told);
    Record.Keeps = Writes && ((Here.Improving != 0 && !Comes) ||
                              (Here.Storing && mayKeep(Here.Storing)));
    Record.Told = Record.Certain && !Record.Keeps;
    Record.Perhaps = !In.isIrreducible() && In.Guesses == 0 &&
                     (Address.size() == 1 || A.Told || A.Stowed);
    Record.Idle = Here.Guarding || !Reads ? Here.Idle : 0;
    if (E == Here.Compared)
      Record.Awaits = Here.Awaited;
    if (FollowsLoads && !Bits && Here.StoredNumber &&
        Here.StoredNumber->size() == 1 && !Reads &&
        (*Here.StoredNumber)[0].What == Arm::Integer &&
        !Recorder.namesFloats((*Here.StoredNumber)[0].Form))
      Record.Number = (*Here.StoredNumber)[0].Form;
    Record.Base = A.Base;
    const bool Own = A.Wild ? A.Spread : Recorder.namesOuterAxis(A.Form);
    Record.Led = Writes && !Own && Record.Unconditional && Searches.isLed(E) &&
                 (A.Wild || Recorder.namesInterval(A.Form));
    Record.Searched = !Own && A.Base < 63 && (Searched >> A.Base & 1) != 0 &&
                      (A.Wild || Recorder.namesInterval(A.Form));
    Record.Searched |= A.Base < 63 && (Apart >> A.Base & 1) != 0;
    Record.Searched |= A.Base < 63 && (Moved >> A.Base & 1) != 0 &&
                       (A.Wild || Searches.isBeside(A.Form, Bytes.value_or(0)));
    Record.Size = unsigned(Bytes.value_or(0));
    A.Wild |= !Bytes || *Bytes < 0 || *Bytes > UINT32_MAX;
    Recorder.touch(Record, A, State.Facts, Path.Around);
  }
}

/// Something not looked into may read and write through Address.
void AccessTouches::touchAnywhere(const Value &Address, const Expr *E) {
  Objects.escape(Address);
  Value Everywhere = wild(Address);
  llvm::erase_if(Everywhere, [](const Arm &A) {
    return A.What == Arm::Unknown || A.What == Arm::Integer;
  });
  touch(Everywhere, Ctx.CharTy, true, true, E);
}

/// Count bytes from Address on.
void AccessTouches::touchBytes(const Value &Address, const AffineForm &Count,
                               bool Reads, bool Writes, const Expr *E) {
  auto Piece = [&](uint64_t Bytes) {
    return Ctx.getConstantArrayType(Ctx.CharTy, llvm::APInt(64, Bytes), nullptr,
                                    ArraySizeModifier::Normal, 0);
  };
  // All at once, or as few pieces of one length as may be.
  int64_t Bytes = 1;
  if (!In.NamesNumbers) {
    const auto Whole = constantOf(Count);
    if (Whole && *Whole <= 0)
      return;
    if (Whole && *Whole < UINT32_MAX)
      return touch(Address, Piece(*Whole), Reads, Writes, E);
    Bytes = 0;
    for (const Monomial &M : Count)
      Bytes = std::gcd(Bytes, M.Constant);
    Bytes = Bytes < UINT32_MAX ? Bytes : 1;
  }
  AffineForm Pieces = Count;
  for (Monomial &M : Pieces)
    M.Constant /= Bytes;
  MaybeForm Last = difference(Pieces, constantForm(1));
  if (!Last)
    return touchAnywhere(Address, E);
  Axis A;
  A.Upper = *Last;
  A.Parent = Path.innermostAxis();
  PathStep Step;
  Step.What = PathStep::Loop;
  Step.Whole = Step.Divides = true;
  Step.Axis = Recorder.addAxis(std::move(A));
  AccessPath::Inside Here(Path, Step);
  EnclosingLoop Scope;
  Scope.Axis = Step.Axis;
  Scope.Whole = Scope.Exact = Scope.Divides = true;
  if (!In.NamesNumbers)
    Path.Around.push_back(Scope);
  Value Moved = Address;
  const MaybeForm Offset = scaled(axisForm(Step.Axis), Bytes);
  for (Arm &At : Moved)
    if (MaybeForm Form = Offset ? sum(At.Form, *Offset) : Offset)
      At.Form = *Form;
    else
      At.Wild = true;
  touch(Moved, Piece(Bytes), Reads, Writes, E);
  if (!In.NamesNumbers)
    Path.Around.pop_back();
}

/// E, of type T, is stored to at A. Knows: it is what is assigned.
void AccessTouches::noteStore(const Arm &A, QualType T, const Expr *E,
                              bool Knows) {
  Stored.push_back(storedPlace(A.Base, T, E));
  StoredPlace &S = Stored.back();
  const Value *Number = FollowsLoads && Knows && !E->getSourceBitField()
                            ? Here.StoredNumber
                            : nullptr;
  if (!Number || Number->size() != 1 || A.Wild || In.isIrreducible() ||
      In.Replays != 0 ||
      ((*Number)[0].What != Arm::Integer &&
       !(T->isPointerType() && isPlaced(*Number))))
    return;
  S.At = A.Form;
  S.Number = (*Number)[0];
  S.Step = Path.Steps.empty() ? 0 : Path.Steps.back().Id;
  S.Loops = unsigned(Path.Around.size());
}

/// What the iteration itself has left at Place by S, the last store that may
/// have changed it.
std::optional<Arm> AccessTouches::storedBefore(const StoredPlace &S,
                                               const Arm &Place) const {
  const bool Surely =
      S.Step == 0 || llvm::any_of(Path.Steps, [&](const PathStep &Step) {
        return Step.Id == S.Step;
      });
  // Of another round of a loop the number may be another one.
  return Surely && S.At && In.Replays == 0 && S.Loops == Path.Around.size() &&
                 sameForm(*S.At, Place.Form)
             ? S.Number
             : std::nullopt;
}

StoredPlace AccessTouches::storedPlace(unsigned Base, QualType T,
                                       const Expr *E) const {
  if (const Expr *Read = operandOf(E, CK_LValueToRValue))
    E = Read;
  E = plain(E);
  const auto *Member = dyn_cast<MemberExpr>(E);
  return {Base, Ctx.getCanonicalType(T).getUnqualifiedType(),
          Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr,
          isa<ArraySubscriptExpr>(E)};
}

/// A store to S may change what a load of Here finds, both of one base.
static bool mayChange(const StoredPlace &S, const StoredPlace &Here) {
  if (S.Type->isRecordType() || S.Type->isAnyCharacterType())
    return true;
  if (S.Type != Here.Type)
    return false;
  bool Apart = Here.Member && (S.Member ? S.Member != Here.Member : S.Element);
  return !Apart;
}

/// Loads from Address give the same number in all iterations, as far as what
/// starts from other bases does not store there.
bool AccessTouches::isSettled(const Value &Address, const Expr *Loaded) const {
  if (!Earlier || Address.size() != 1 || Address[0].What != Arm::Memory ||
      Address[0].Wild || namesAxes(Address[0].Form) ||
      Loaded->getType().isVolatileQualified())
    return false;
  StoredPlace Here = storedPlace(Address[0].Base, Loaded->getType(), Loaded);
  return llvm::none_of(*Earlier, [&](const StoredPlace &S) {
    return S.Base == Here.Base && mayChange(S, Here);
  });
}

bool AccessTouches::mayHaveChanged(const Arm &From, size_t Stores, QualType T,
                                   const Expr *Loaded) const {
  const StoredPlace Here = storedPlace(From.Base, T, Loaded);
  auto Changes = [&](const StoredPlace &S) {
    return S.Base == From.Base && mayChange(S, Here);
  };
  const bool Again = !Path.Around.empty() || In.Replays != 0;
  return (Again && Earlier && llvm::any_of(*Earlier, Changes)) ||
         llvm::any_of(llvm::drop_begin(Stored, std::min(Stores, Stored.size())),
                      Changes);
}

/// What is loaded from Address, as an axis for each place that it may be;
/// empty: it is not followed.
Value AccessTouches::followed(const Value &Address, QualType T,
                              const Expr *Loaded) {
  Value Out;
  for (const Arm &A : Address) {
    // Whoever goes on has not found a null pointer there.
    if (A.What == Arm::Null && Address.size() > 1)
      continue;
    std::optional<Arm> One = Address.size() == 1 || !Recorder.isFull()
                                 ? followed(A, T, Loaded)
                                 : std::nullopt;
    if (!One)
      return {};
    Out.push_back(std::move(*One));
  }
  return Out;
}

std::optional<Arm> AccessTouches::followed(Arm A, QualType T,
                                           const Expr *Loaded) {
  IntegerType Type = IntegerType::of(T, Ctx);
  const unsigned Bytes = unsigned(Ctx.getTypeSizeInChars(T).getQuantity());
  if (!FollowsLoads || In.InClause ||
      (In.isIrreducible() && !isSettled({A}, Loaded)) ||
      A.What != Arm::Memory || A.Wild || T.isVolatileQualified() ||
      Loaded->getSourceBitField() || T->isAtomicType() || T->isBitIntType() ||
      Type.Width > 64)
    return std::nullopt;
  const StoredPlace Here = storedPlace(A.Base, T, Loaded);
  auto Changes = [&](const StoredPlace &S) {
    return S.Base == A.Base && mayChange(S, Here);
  };
  const auto Last = std::find_if(Stored.rbegin(), Stored.rend(), Changes);
  if (Last != Stored.rend() && Last->Type == Here.Type)
    if (auto Number = storedBefore(*Last, A))
      return Number;
  Axis From;
  From.Base = A.Base;
  From.From = A.Form;
  From.Stores = unsigned(llvm::count_if(Stored, Changes));
  const bool Changed = !Earlier || llvm::any_of(*Earlier, Changes);
  From.Changing = Changed && (!Path.Around.empty() || In.Replays != 0);
  From.Inside =
      !Path.Around.empty() &&
      (Changed || Recorder.model().Bases[A.Base].Arg == Base::Anywhere);
  if (T->isPointerType()) {
    From.Bytes = Bytes;
    From.Pointer = true;
    A.Base = Recorder.anywhere();
  } else if (Type) {
    From.Bytes = std::max(Type.Width / 8, 1u);
    From.Signed = !Type.Unsigned;
    A.What = Arm::Integer;
  } else {
    if (!Ranks.isRanked(T))
      return std::nullopt;
    From.Bytes = Bytes;
    From.Code = TWOFOLD_NUMBER_FLOATING;
    A.What = Arm::Integer;
  }
  A.Form = axisForm(Recorder.loadedAxis(std::move(From)));
  if (Type.Unsigned && Type.Width == 64)
    A.Checks.push_back({A.Form, 0, INT64_MAX});
  return A;
}
