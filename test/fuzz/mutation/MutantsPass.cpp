// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A pass of LLVM's that puts changed lines into code, each behind a switch: a
/// comparison of another kind, a condition negated, another operator, a number
/// one larger, a call or an assignment left out. The program is built once and
/// runs unchanged until MutantSwitch.c turns one change on. It wants the names
/// of values, which clang drops unless it is told not to. Sections of the
/// object list what there is:
///
///   mutants    "M change function file:line:column what"
///   functions  "F function file:line name"
///
/// where `change` and `function` are hashes, as sixteen digits. What several
/// instances of a template have on one place is one change.
///
/// Code tells of functions that run, and of changes that would have mattered:
/// of a number that would have been another one, or of a place that was come
/// to. No test that tells nothing of a change could notice it.
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace {

/// One change: what the instruction at \c Where becomes is \c Make's affair,
/// which gives what is computed instead where that is all that changes.
struct Change {
  Instruction *Where;
  std::string What;
  std::function<Instruction *(Value *On)> Make;
};

class Mutator {
  Module &M;
  GlobalVariable *Chosen;
  FunctionCallee Entered;
  SetVector<uint64_t> Told;

public:
  explicit Mutator(Module &M) : M(M) {
    Type *Word = Type::getInt64Ty(M.getContext());
    Chosen = cast<GlobalVariable>(M.getOrInsertGlobal("mutant_chosen", Word));
    Chosen->setVisibility(GlobalValue::HiddenVisibility);
    Entered = M.getOrInsertFunction("mutant_entered",
                                    Type::getInt8Ty(M.getContext()), Word);
    cast<Function>(Entered.getCallee())
        ->setVisibility(GlobalValue::HiddenVisibility);
  }

  bool run(Function &F);

private:
  void tell(uint64_t Key, StringRef Section, const Twine &Line);
  void enter(uint64_t Key, Value *If, Instruction *At, const DebugLoc &Where);
  void matter(const Change &C, uint64_t Id, Instruction *Other);
  void collect(Instruction &I, std::vector<Change> &All);
  void compare(CmpInst &I, std::vector<Change> &All);
  void branch(BranchInst &I, std::vector<Change> &All);
  void compute(BinaryOperator &I, std::vector<Change> &All);
  void call(CallBase &I, std::vector<Change> &All);
  void store(StoreInst &I, std::vector<Change> &All);
};

} // namespace

/// The path of \p Scope's file below the project's root; empty for others, as
/// for what lies in neither of its two halves.
static std::string placeOf(const DIScope *Scope) {
  if (!Scope || !Scope->getFile())
    return {};
  SmallString<256> Path = Scope->getFile()->getFilename();
  sys::path::make_absolute(Scope->getFile()->getDirectory(), Path);
  StringRef Place = Path;
  if (!Place.consume_front(MUTANTS_ROOT "/"))
    return {};
  bool Ours = Place.starts_with("runtime/") || Place.starts_with("plugin/");
  return Ours ? Place.str() : std::string();
}

static void replaceUses(Instruction &I, Value *On, Instruction *Other) {
  auto *Pick =
      SelectInst::Create(On, Other, &I, "", std::next(Other->getIterator()));
  I.replaceUsesWithIf(Pick, [&](Use &U) {
    return U.getUser() != Pick && U.getUser() != Other;
  });
}

/// The compiler's own of what is to be destroyed.
static bool isNote(const Value &V) {
  return V.getName().starts_with("nrvo") || V.getName().starts_with("cleanup");
}

void Mutator::compare(CmpInst &I, std::vector<Change> &All) {
  // The end of what makes or ends an array's elements.
  if (I.getName().starts_with("array"))
    return;
  // Floating-point numbers are measured times and what follows from them: which
  // way two that are exactly equal go is another choice that is as good.
  CmpInst::Predicate Old = I.getPredicate();
  CmpInst::Predicate New =
      I.isEquality() || !I.isRelational() || isa<FCmpInst>(I)
          ? I.getInversePredicate()
          : I.getFlippedStrictnessPredicate();
  All.push_back({&I,
                 ("comparison " + CmpInst::getPredicateName(Old) + " as " +
                  CmpInst::getPredicateName(New))
                     .str(),
                 [&I, New](Value *On) {
                   auto *Other = cast<CmpInst>(I.clone());
                   Other->setPredicate(New);
                   Other->insertAfter(I.getIterator());
                   replaceUses(I, On, Other);
                   return Other;
                 }});
}

/// Conditions that are no comparison that compare() negates.
void Mutator::branch(BranchInst &I, std::vector<Change> &All) {
  if (!I.isConditional() || isNote(*I.getCondition()))
    return;
  if (auto *Test = dyn_cast<CmpInst>(I.getCondition()))
    if (Test->isEquality() || isa<FCmpInst>(Test))
      return;
  All.push_back({&I, "condition negated", [&I](Value *On) {
                   I.setCondition(BinaryOperator::CreateXor(
                       I.getCondition(), On, "", I.getIterator()));
                   return nullptr;
                 }});
}

void Mutator::compute(BinaryOperator &I, std::vector<Change> &All) {
  using Ops = Instruction::BinaryOps;
  static const std::pair<Ops, Ops> Others[] = {
      {Ops::Add, Ops::Sub},   {Ops::Sub, Ops::Add},   {Ops::Mul, Ops::Add},
      {Ops::SDiv, Ops::Mul},  {Ops::UDiv, Ops::Mul},  {Ops::SRem, Ops::SDiv},
      {Ops::URem, Ops::UDiv}, {Ops::Shl, Ops::LShr},  {Ops::LShr, Ops::Shl},
      {Ops::And, Ops::Or},    {Ops::Or, Ops::And},    {Ops::FAdd, Ops::FSub},
      {Ops::FSub, Ops::FAdd}, {Ops::FMul, Ops::FDiv}, {Ops::FDiv, Ops::FMul}};
  // A loop's `++`, turned, never ends or fails at once, and booleans that are
  // stored have a form with `and` of their own.
  using namespace PatternMatch;
  if (match(I.getOperand(1), m_One()) || match(I.getOperand(1), m_AllOnes()))
    return;
  // The compiler's own, of one pointer minus another.
  if (isa<PossiblyExactOperator>(I) && I.isExact())
    return;
  const auto *Pair = find_if(
      Others, [&](const auto &Each) { return Each.first == I.getOpcode(); });
  if (Pair == std::end(Others))
    return;
  All.push_back({&I,
                 (StringRef(I.getOpcodeName()) + " as " +
                  Instruction::getOpcodeName(Pair->second))
                     .str(),
                 [&I, New = Pair->second](Value *On) {
                   auto *Other = BinaryOperator::Create(
                       New, I.getOperand(0), I.getOperand(1), "",
                       std::next(I.getIterator()));
                   replaceUses(I, On, Other);
                   return Other;
                 }});
}

/// The constant operand, or one more than it; of what may be a boolean in
/// memory the other one.
static Instruction *changeNumber(Instruction &I, unsigned At, Value *On) {
  auto *Old = cast<ConstantInt>(I.getOperand(At));
  const APInt &Was = Old->getValue();
  const bool Truth = Old->getBitWidth() == 8 && Was.ult(2);
  Constant *New = ConstantInt::get(Old->getType(), Truth ? Was ^ 1 : Was + 1);
  I.setOperand(At, SelectInst::Create(On, New, Old, "", I.getIterator()));
  return nullptr;
}

static std::string asText(const ConstantInt &C) {
  if (C.getBitWidth() == 1 || (C.getBitWidth() == 8 && C.getValue().ult(2)))
    return C.isZero() ? "false as true" : "true as false";
  return toString(C.getValue(), 10, true) + " plus 1";
}

/// A number that a program's text may have, no size or kind that the compiler
/// has put there.
static const ConstantInt *numberAt(const Instruction &I, unsigned At) {
  const auto *C = dyn_cast<ConstantInt>(I.getOperand(At));
  return C && C->getBitWidth() <= 64 ? C : nullptr;
}

/// Constructors, templates among them, and destructors.
static bool makesOrEnds(StringRef Mangled) {
  return Mangled.contains("C1E") || Mangled.contains("C2E") ||
         Mangled.contains("C1I") || Mangled.contains("C2I") ||
         Mangled.contains("D0E") || Mangled.contains("D1E") ||
         Mangled.contains("D2E");
}

/// How much room a container has beforehand, or an object has, changes no
/// answer; what is not given back is found under AddressSanitizer.
static bool isRoom(StringRef Mangled) {
  return Mangled.contains("7reserveE") || Mangled.starts_with("_Zn") ||
         Mangled.starts_with("_Zd") || Mangled == "free";
}

/// Nothing uses what \p I gives.
static Instruction *leaveOut(Instruction &I, Value *On) {
  Instruction *Not = BinaryOperator::CreateNot(On, "", I.getIterator());
  Instruction *Then = SplitBlockAndInsertIfThen(Not, I.getIterator(), false);
  I.moveBefore(Then->getIterator());
  return nullptr;
}

void Mutator::call(CallBase &I, std::vector<Change> &All) {
  const Function *Callee = I.getCalledFunction();
  if (isa<IntrinsicInst>(I) || I.isInlineAsm() || I.isMustTailCall() ||
      I.doesNotReturn())
    return;
  StringRef Name = Callee ? Callee->getName() : "";
  // How strictly an atomic is ordered shows on other machines, if ever.
  if (Name.starts_with("__") || Name == "mutant_entered" ||
      Name.contains("memory_order") || isRoom(Name))
    return;
  for (unsigned At = 0, End = I.arg_size(); At != End; ++At)
    if (const ConstantInt *C = numberAt(I, At))
      All.push_back({&I, ("argument " + Twine(At) + ", " + asText(*C)).str(),
                     [&I, At](Value *On) { return changeNumber(I, At, On); }});
  // What is given back in memory is needed.
  if (!I.getType()->isVoidTy() || I.hasStructRetAttr() || makesOrEnds(Name))
    return;
  if (auto *Jump = dyn_cast<InvokeInst>(&I)) {
    if (isa<PHINode>(Jump->getNormalDest()->front()))
      return;
    All.push_back({&I, "call left out", [Jump](Value *On) {
                     BasicBlock *Head = Jump->getParent();
                     BasicBlock *Rest = Head->splitBasicBlock(Jump);
                     Head->getTerminator()->eraseFromParent();
                     BranchInst::Create(Jump->getNormalDest(), Rest, On, Head);
                     return nullptr;
                   }});
    return;
  }
  All.push_back(
      {&I, "call left out", [&I](Value *On) { return leaveOut(I, On); }});
}

void Mutator::store(StoreInst &I, std::vector<Change> &All) {
  if (isNote(*I.getPointerOperand()))
    return;
  if (const ConstantInt *C = numberAt(I, 0))
    All.push_back(
        {&I, asText(*C), [&I](Value *On) { return changeNumber(I, 0, On); }});
  // What a declaration gives its variable, or a capture, is needed.
  if (isa<AllocaInst>(getUnderlyingObject(I.getPointerOperand())) ||
      I.isAtomic())
    return;
  All.push_back(
      {&I, "assignment left out", [&I](Value *On) { return leaveOut(I, On); }});
}

void Mutator::collect(Instruction &I, std::vector<Change> &All) {
  if (auto *Compare = dyn_cast<CmpInst>(&I))
    return compare(*Compare, All);
  if (auto *Branch = dyn_cast<BranchInst>(&I))
    return branch(*Branch, All);
  if (auto *Computed = dyn_cast<BinaryOperator>(&I))
    return compute(*Computed, All);
  if (auto *Call = dyn_cast<CallBase>(&I))
    return call(*Call, All);
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return store(*Store, All);
}

void Mutator::tell(uint64_t Key, StringRef Section, const Twine &Line) {
  if (!Told.insert(Key))
    return;
  Constant *Text =
      ConstantDataArray::getString(M.getContext(), (Line + "\n").str(), false);
  auto *Variable = new GlobalVariable(M, Text->getType(), true,
                                      GlobalValue::PrivateLinkage, Text);
  Variable->setSection(Section);
  Variable->setAlignment(Align(1));
  appendToUsed(M, {Variable});
}

/// Tells of \p Key once in each process, before \p At, if \p If is so.
void Mutator::enter(uint64_t Key, Value *If, Instruction *At,
                    const DebugLoc &Where) {
  IRBuilder<> Build(At);
  auto *Flag =
      new GlobalVariable(M, Build.getInt8Ty(), false,
                         GlobalValue::PrivateLinkage, Build.getInt8(0));
  Value *Fresh = Build.CreateICmpEQ(Build.CreateLoad(Build.getInt8Ty(), Flag),
                                    Build.getInt8(0));
  if (If)
    Fresh = Build.CreateAnd(Fresh, If);
  IRBuilder<> Then(SplitBlockAndInsertIfThen(Fresh, At->getIterator(), false));
  Then.SetCurrentDebugLocation(Where);
  Then.CreateStore(Then.CreateCall(Entered, {Then.getInt64(Key)}), Flag);
}

/// Tells of \p C once it would have mattered.
void Mutator::matter(const Change &C, uint64_t Id, Instruction *Other) {
  if (!Other || Other->getType()->isVectorTy())
    return enter(Id, nullptr, C.Where, C.Where->getDebugLoc());
  Instruction *At = &*std::next(Other->getIterator());
  IRBuilder<> Build(At);
  Value *Differs = Other->getType()->isFloatingPointTy()
                       ? Build.CreateFCmpUNE(C.Where, Other)
                       : Build.CreateICmpNE(C.Where, Other);
  enter(Id, Differs, At, C.Where->getDebugLoc());
}

bool Mutator::run(Function &F) {
  const DISubprogram *Where = F.getSubprogram();
  std::string Place = placeOf(Where);
  if (F.isDeclaration() || Place.empty() || makesOrEnds(F.getName()))
    return false;
  std::vector<Change> All;
  for (BasicBlock &Block : F)
    for (Instruction &I : Block)
      if (const DILocation *At = I.getDebugLoc();
          At && At->getLine() && placeOf(At->getScope()) == Place)
        collect(I, All);
  if (All.empty())
    return false;

  std::string Function = (Twine(Place) + ":" + Twine(Where->getLine())).str();
  uint64_t Key = xxh3_64bits(Function);
  tell(Key, "functions",
       "F " + utohexstr(Key, true, 16) + " " + Function + " " +
           Where->getName());
  IRBuilder<> Build(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value *Now = Build.CreateLoad(Build.getInt64Ty(), Chosen);
  struct Switch {
    Change *C;
    uint64_t Id;
    Value *On;
  };
  std::vector<Switch> Switched;
  for (Change &Each : All) {
    const DILocation *At = Each.Where->getDebugLoc();
    std::string Text = (Twine(Place) + ":" + Twine(At->getLine()) + ":" +
                        Twine(At->getColumn()) + " " + Each.What)
                           .str();
    uint64_t Id = xxh3_64bits(Text);
    tell(Id, "mutants",
         "M " + utohexstr(Id, true, 16) + " " + utohexstr(Key, true, 16) + " " +
             Text);
    Switched.push_back(
        {&Each, Id, Build.CreateICmpEQ(Now, Build.getInt64(Id))});
  }
  Instruction *Begin = cast<Instruction>(Switched.back().On);
  for (const Switch &Each : Switched)
    matter(*Each.C, Each.Id, Each.C->Make(Each.On));
  enter(Key, nullptr, &*std::next(Begin->getIterator()),
        DILocation::get(M.getContext(), Where->getLine(), 0,
                        const_cast<DISubprogram *>(Where)));
  return true;
}

namespace {
struct MutantsPass : PassInfoMixin<MutantsPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    std::vector<Function *> Functions;
    for (Function &F : M)
      Functions.push_back(&F);
    Mutator Mutates(M);
    for (Function *F : Functions)
      Mutates.run(*F);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "mutants", "1", [](PassBuilder &Builder) {
            Builder.registerPipelineStartEPCallback(
                [](ModulePassManager &Passes, OptimizationLevel) {
                  Passes.addPass(MutantsPass());
                });
          }};
}
