// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "call/SiteTables.h"
#include "twofold/abi.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace twofold {
namespace {

/// Copied at each launch; holds no whole page, which could be on a device.
constexpr uint64_t LargestObject = 2048;
constexpr unsigned NotKnown = 1u << 16;

class InputFinder {
  const ParallelLoop &Loop;
  const CallLayout &Layout;
  const AccessModel &Accesses;
  ASTContext &Ctx;
  SmallVector<NativeInput, 8> Found;
  bool Complete = true;

  std::optional<uint64_t> sizeOf(QualType T) const {
    if (T->isIncompleteType() || T->isDependentType() ||
        T->isVariablyModifiedType() || T->isFunctionType())
      return std::nullopt;
    return uint64_t(Ctx.getTypeSizeInChars(T).getQuantity());
  }
  bool isBase(unsigned Arg) const {
    return Arg && llvm::any_of(Accesses.Bases, [&](const Base &B) {
             return B.Arg == Arg && !B.IsPointer;
           });
  }
  void add(unsigned Kind, unsigned Arg, std::optional<uint64_t> Bytes,
           VarDecl *Variable = nullptr) {
    if (!Bytes || (*Bytes > LargestObject && Kind != TWOFOLD_INPUT_COPY))
      Complete = false;
    else
      Found.push_back({Kind, Arg, *Bytes, Variable});
  }
  /// The object at a captured pointer is read.
  void addPointed(const Capture &C) {
    for (const NativeInput &Known : Found)
      if (Known.Kind == TWOFOLD_INPUT_POINTED && Known.Arg == C.Arg)
        return;
    if (!C.Arg)
      Complete = false;
    else
      add(TWOFOLD_INPUT_POINTED, C.Arg, sizeOf(C.Type->getPointeeType()));
  }
  const Capture *rootOf(const Expr *Pointer) const;
  unsigned depth(const Expr *E);
  unsigned followed(const Expr *Pointer);
  void capture(const Capture &C);

public:
  InputFinder(const ParallelLoop &Loop, const CallLayout &Layout,
              const AccessModel &Accesses, ASTContext &Ctx)
      : Loop(Loop), Layout(Layout), Accesses(Accesses), Ctx(Ctx) {}

  std::optional<SmallVector<NativeInput, 8>> run();
};

/// The capture that a pointer is, unchanged.
const Capture *InputFinder::rootOf(const Expr *Pointer) const {
  const Expr *E = Pointer->IgnoreParenImpCasts();
  if (isa<CXXThisExpr>(E)) {
    auto Self = llvm::find_if(Loop.Captures, [](const Capture &C) {
      return C.Kind == Sharing::This;
    });
    return Self == Loop.Captures.end() ? nullptr : &*Self;
  }
  const ValueDecl *D = namedIn(E);
  const Capture *C = D ? Loop.capture(D) : nullptr;
  if (!C || !C->Type->isPointerType())
    return nullptr;
  if (!C->DeviceOnly)
    return C;
  // The kernel's own name for it.
  const auto *V = cast<VarDecl>(C->Decl);
  return V->getInit() ? rootOf(V->getInit()) : nullptr;
}

/// What a pointer leads to is read: how many pointers are followed in all.
unsigned InputFinder::followed(const Expr *Pointer) {
  if (const Capture *C = rootOf(Pointer)) {
    addPointed(*C);
    return 1;
  }
  // More than one object on the way.
  return depth(Pointer) + 2;
}

/// How many pointers E follows to what it reads.
unsigned InputFinder::depth(const Expr *E) {
  E = E->IgnoreParens();
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr,
          CXXThisExpr, ImplicitValueInitExpr, UnaryExprOrTypeTraitExpr,
          CXXNullPtrLiteralExpr, GNUNullExpr>(E))
    return 0;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V)
      return isa<EnumConstantDecl>(Ref->getDecl()) ? 0 : NotKnown;
    const Capture *C = Loop.capture(V);
    if (C && C->DeviceOnly)
      return V->getInit() ? depth(V->getInit()) : NotKnown;
    // Where the loop starts is an entry of args too.
    bool Start = llvm::any_of(Loop.Dims, [&](const LoopDim &Dim) {
      return Dim.Induction == V && Dim.StartArg;
    });
    return C || Start || V->isConstexpr() ? 0 : NotKnown;
  }
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (!isa<FieldDecl>(M->getMemberDecl()))
      return NotKnown;
    return M->isArrow() ? followed(M->getBase()) : depth(M->getBase());
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Deref ? followed(U->getSubExpr())
                                      : depth(U->getSubExpr());
  if (const auto *At = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Array = arrayIn(*At);
    return std::max(Array ? depth(Array) : followed(At->getBase()),
                    depth(At->getIdx()));
  }
  if (!isa<CastExpr, FullExpr, BinaryOperator, AbstractConditionalOperator,
           InitListExpr, OpaqueValueExpr, SubstNonTypeTemplateParmExpr>(E))
    return NotKnown;
  unsigned Most = 0;
  for (const Stmt *Child : E->children())
    if (const auto *Part = dyn_cast_or_null<Expr>(Child))
      Most = std::max(Most, depth(Part));
  return Most;
}

void InputFinder::capture(const Capture &C) {
  auto *V = dyn_cast_or_null<VarDecl>(C.Decl);
  if (C.DeviceOnly) {
    if (!V || !V->getInit() || depth(V->getInit()) > 1)
      Complete = false;
    return;
  }
  switch (C.Kind) {
  case Sharing::Private:
  case Sharing::Reduction:
  case Sharing::LastPrivate:
    return;
  case Sharing::This:
    add(TWOFOLD_INPUT_COPY, C.Arg, sizeOf(C.Type));
    return;
  case Sharing::Value:
  case Sharing::Reference:
    break;
  }
  bool Reference = C.Decl && C.Decl->getType()->isReferenceType();
  if (C.Type->isVariablyModifiedType()) {
    if (!C.Type->isArrayType())
      add(TWOFOLD_INPUT_COPY, C.Arg, sizeof(void *));
    return;
  }
  if (C.Global && !isBase(C.Arg)) {
    if (!V || Reference || V->getTLSKind() != VarDecl::TLS_None ||
        V->hasAttr<DLLImportAttr>() || V->isWeak())
      Complete = false;
    // Constants stay what they are, and may have no definition.
    else if (!V->isConstexpr() && !V->isUsableInConstantExpressions(Ctx))
      add(TWOFOLD_INPUT_GLOBAL, 0, sizeOf(C.Type), V);
  }
  if (!C.Arg || isBase(C.Arg))
    return;
  if (C.Kind == Sharing::Value && C.Type->isScalarType())
    add(TWOFOLD_INPUT_COPY, C.Arg, sizeOf(C.Type));
  else if (!C.Global)
    add(TWOFOLD_INPUT_OBJECT, C.Arg, sizeOf(C.Type));
}

std::optional<SmallVector<NativeInput, 8>> InputFinder::run() {
  for (const Capture &C : Loop.Captures)
    capture(C);
  for (const LoopDim &Dim : Loop.Dims)
    if (Dim.StartArg)
      add(TWOFOLD_INPUT_COPY, Dim.StartArg, sizeOf(Dim.Type));
  for (const ArrayLength &L : Layout.Lengths)
    add(TWOFOLD_INPUT_COPY, L.Arg, sizeof(int64_t));
  if (!Complete)
    return std::nullopt;
  return std::move(Found);
}

} // namespace

std::optional<SmallVector<NativeInput, 8>>
nativeInputs(const ParallelLoop &Loop, const CallLayout &Layout,
             const AccessModel &Accesses, ASTContext &Ctx) {
  if (Accesses.Opaque)
    return std::nullopt;
  return InputFinder(Loop, Layout, Accesses, Ctx).run();
}

} // namespace twofold
