// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/KernelUnit.h"
#include "ast/ObjectAssignments.h"
#include "ast/VariableUses.h"
#include "kernel/KernelFunction.h"
#include "twofold/abi.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {
namespace {

/// A __constant array must fit the 64 KiB that every device has, with others.
constexpr int64_t LargestTable = 16 * 1024;

constexpr unsigned DeepestHelper = 64;

/// The initialiser of a constant variable with static storage.
const APValue *constantValue(const ValueDecl *D, const ASTContext &Ctx) {
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V || !V->hasGlobalStorage() || V->getType()->isReferenceType())
    return nullptr;
  QualType Element = elementOf(V->getType(), Ctx);
  bool Constant = V->getType().isConstQualified() || Element.isConstQualified();
  if (!Constant || V->getType().isVolatileQualified() ||
      Element.isVolatileQualified())
    return nullptr;
  const VarDecl *Def = nullptr;
  const Expr *Init = V->getAnyInitializer(Def);
  if (!Init || Init->isValueDependent() || Init->containsErrors())
    return nullptr;
  const APValue *Value = Def->evaluateValue();
  return Value && Value->hasValue() ? Value : nullptr;
}

/// Notes what the user calls the variables of a body and of all it calls.
class NameCollector {
  NameTable &Names;
  const ASTContext &Ctx;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;

public:
  NameCollector(NameTable &Names, const ASTContext &Ctx)
      : Names(Names), Ctx(Ctx) {}

  void visit(const Stmt *S) {
    eachNode(S, [&](const Stmt *Part) {
      if (const auto *Declared = dyn_cast<DeclStmt>(Part))
        for (const Decl *D : Declared->decls())
          variable(*D);
      else if (const auto *Ref = dyn_cast<DeclRefExpr>(Part))
        variable(*Ref->getDecl());
      callee(calleeOf(Part));
      return true;
    });
  }

private:
  /// Constants become literals and tables, which get names of their own.
  void variable(const Decl &D) {
    if (const auto *V = dyn_cast<VarDecl>(&D); V && !constantValue(V, Ctx))
      Names.note(V->getName());
  }

  void callee(const FunctionDecl *F) {
    const FunctionDecl *Def = nullptr;
    if (!F || !F->hasBody(Def) || !Seen.insert(Def).second)
      return;
    for (const ParmVarDecl *P : Def->parameters())
      Names.note(P->getName());
    llvm::for_each(bodiesOf(*Def), [&](const Stmt *Code) { visit(Code); });
  }
};

} // namespace

KernelUnit::KernelUnit(const ParallelLoop &Loop, const AccessModel &Model,
                       ASTContext &Ctx, const KernelOptions &Options,
                       NameTable &Names)
    : Loop(Loop), Model(Model), Ctx(Ctx), Options(Options), Names(Names),
      Types(Ctx, Names), Complex(Ctx, Types, Names), Elements(Names) {
  NameCollector(Names, Ctx).visit(Loop.Body);
}

KernelUnit::~KernelUnit() = default;

void KernelUnit::fail(diag::Id Reason, SourceLocation Loc,
                      ArrayRef<std::string> Arguments) {
  if (Failure)
    return;
  // Warnings inside system headers are not shown.
  if (Ctx.getSourceManager().isInSystemHeader(Loc))
    Loc = Loop.Loc;
  Failure = Refusal{Reason, Loc, {}};
  Failure->Arguments.append(Arguments.begin(), Arguments.end());
}

bool KernelUnit::isShared(const ValueDecl *D) const {
  const Capture *C = Loop.capture(D);
  return C && C->Kind == Sharing::Reference && !isTable(D);
}

static bool holdsUnion(QualType T) {
  const auto *R = T->getBaseElementTypeUnsafe()->getAsRecordDecl();
  const auto *Class = dyn_cast_or_null<CXXRecordDecl>(R);
  return R &&
         (R->isUnion() ||
          llvm::any_of(
              R->fields(),
              [](const FieldDecl *F) { return holdsUnion(F->getType()); }) ||
          (Class && llvm::any_of(Class->bases(), [](const CXXBaseSpecifier &B) {
             return holdsUnion(B.getType());
           })));
}

bool KernelUnit::isTable(const ValueDecl *D) const {
  QualType T = D->getType();
  if ((!T->isConstantArrayType() && !T->isRecordType()) || holdsUnion(T))
    return false;
  return Ctx.getTypeSizeInChars(T).getQuantity() <= LargestTable &&
         constantValue(D, Ctx) &&
         !typeObstacle(T, D->getName(), D->getLocation(), Ctx);
}

const APValue *KernelUnit::number(const ValueDecl *D) const {
  if (!D->getType()->isArithmeticType() && !D->getType()->isEnumeralType())
    return nullptr;
  const APValue *Value = constantValue(D, Ctx);
  return Value &&
                 (Value->isInt() || Value->isFloat() || Value->isComplexFloat())
             ? Value
             : nullptr;
}

AddressSpace KernelUnit::pointerSpace(const ValueDecl *D) const {
  const Capture *C = Loop.capture(D);
  if ((C && C->Kind != Sharing::Private) || Loop.dimOf(D))
    return AddressSpace::Global;
  return AddressSpace::Unknown;
}

bool KernelUnit::isPlainAssignment(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  return isAssignment(Method) && Method->isTrivial();
}

llvm::ArrayRef<const Capture *> KernelUnit::globals(const FunctionDecl &F) {
  const FunctionDecl *Def = nullptr;
  if (!F.hasBody(Def))
    return {};
  auto [It, New] = Globals.try_emplace(Def);
  if (New)
    for (const CalleeGlobal &Global : globalsOf(*Def))
      if (const Capture *C = Loop.capture(Global.Variable);
          C && !number(C->Decl) && !isTable(C->Decl))
        It->second.push_back(C);
  return It->second;
}

const std::string &KernelUnit::globalName(const Capture &C) {
  std::string &Name = GlobalNames[&C];
  if (Name.empty())
    Name = Names.claim(C.Decl->getName());
  return Name;
}

const std::string &KernelUnit::object() {
  if (Object.empty())
    Object = Names.claim("object");
  return Object;
}

const std::string &KernelUnit::self() {
  if (This.empty())
    This = Names.claim("self");
  return This;
}

const std::string &KernelUnit::table(const VarDecl *D) {
  D = D->getCanonicalDecl();
  std::string &Name = TableNames[D];
  if (!Name.empty())
    return Name;
  Name = Names.claim(D->getName());
  const APValue *Value = constantValue(D, Ctx);
  const VarDecl *Def = D;
  D->getAnyInitializer(Def);
  QualType T = Def->getType();
  // An array's const belongs to its elements and is implied here.
  std::string Declared =
      Types.declareMemory(Ctx.getUnqualifiedArrayType(T), Name);
  Tables +=
      "__constant " + Declared + " = " + constantText(*Value, T, Ctx) + ";\n";
  return TableNames[D];
}

const std::string &KernelUnit::text(const StringLiteral &L) {
  std::string &Name = TextNames[&L];
  if (!Name.empty())
    return Name;
  Name = Names.claim("text");
  const QualType T = Ctx.getUnqualifiedArrayType(L.getType());
  const uint64_t Length = Ctx.getAsConstantArrayType(T)->getZExtSize();
  const QualType Unit = Ctx.getBaseElementType(T);
  APValue Units(APValue::UninitArray(), Length, Length);
  for (uint64_t I = 0; I < Length; ++I)
    Units.getArrayInitializedElt(I) = APValue(
        Ctx.MakeIntValue(I < L.getLength() ? L.getCodeUnit(I) : 0, Unit));
  Tables += "__constant " + Types.declareMemory(T, Name) + " = " +
            constantText(Units, T, Ctx) + ";\n";
  return Name;
}

std::string KernelUnit::extensions() const {
  std::string Out;
  if (Types.usesHalf())
    Out += "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
  if (Types.usesDouble())
    Out += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  if (Elements.usesWideAtomics())
    Out += "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n";
  return Out;
}

unsigned KernelUnit::requirements() const {
  return (Types.usesDouble() ? TWOFOLD_KERNEL_FP64 : 0) |
         (Types.usesHalf() ? TWOFOLD_KERNEL_FP16 : 0) |
         (Elements.usesWideAtomics() ? TWOFOLD_KERNEL_INT64_ATOMICS : 0) |
         (Options.FastMath ? TWOFOLD_KERNEL_FAST_MATH : 0) |
         (Options.CpuOnly ? TWOFOLD_KERNEL_CPU_ONLY : 0);
}

AddressSpace KernelUnit::resultSpace(const CallExpr &Call,
                                     const FunctionDecl &F,
                                     const PointerSpaces &Caller) {
  return convert(F, Caller.signature(Call, F)).Result;
}

const ValueDecl *KernelUnit::resultOrigin(const CallExpr &Call,
                                          const FunctionDecl &F,
                                          const PointerSpaces &Caller) {
  return convert(F, Caller.signature(Call, F)).Origin;
}

const std::string &KernelUnit::helper(const FunctionDecl &F,
                                      const Signature &S) {
  return convert(F, S).Name;
}

const KernelUnit::Helper &KernelUnit::convert(const FunctionDecl &F,
                                              const Signature &S) {
  const FunctionDecl *Def = nullptr;
  F.hasBody(Def);
  static const Helper None;
  if (!Def || Depth == DeepestHelper || failed()) {
    fail(diag::Id::NotVisible, F.getLocation(), {F.getNameAsString()});
    return None;
  }
  auto [It, New] = Helpers.try_emplace({Def, S});
  if (!New)
    return It->second;

  ++Depth;
  PointerSpaces Spaces(*this);
  const auto *Method = dyn_cast<CXXMethodDecl>(Def);
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(Def);
  unsigned First = Method && Method->isInstance() && !Constructor ? 1 : 0;
  if (Constructor)
    Spaces.setThis(AddressSpace::Private, *Def);
  else if (First && !S.empty())
    Spaces.setThis(S.front(), *Def);
  for (const ParmVarDecl *P : Def->parameters()) {
    unsigned I = First + P->getFunctionScopeIndex();
    if (I < S.size())
      Spaces.set(P, S[I]);
  }
  llvm::for_each(bodiesOf(*Def), [&](const Stmt *S) { Spaces.infer(S); });
  It->second.Result = Spaces.result();
  It->second.Origin = Spaces.returned(Def->getBody());

  KernelFunction Printer(*this, Spaces);
  std::string Name = Def->getIdentifier() ? Def->getName().str()
                     : Constructor
                         ? Constructor->getParent()->getName().str() + "_make"
                         : "operator_call";
  It->second.Name = Names.claim(Name);
  QualType Result = Constructor
                        ? Ctx.getCanonicalTagType(Constructor->getParent())
                        : Def->getReturnType().getUnqualifiedType();
  std::string Header = Types.declare(
      Result, It->second.Name + "(" + Printer.Statements.parameters(*Def) + ")",
      It->second.Result);
  std::string Body = Constructor
                         ? Printer.Statements.constructor(*Constructor, 1)
                         : Printer.Statements.body(Def->getBody(), 1);
  Functions += "static " + Header + " {\n" +
               Printer.Expressions.temporaries(1) + Body + "}\n\n";
  --Depth;
  return It->second;
}

} // namespace twofold
