// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessEnds.cpp - where objects of the iteration end ----------------===//
#include "access/NodeEvaluators.h"
#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// A Class of the program's own, of the library's none.
static bool isWritten(const CXXRecordDecl &Class, const ASTContext &Ctx) {
  return !Ctx.getSourceManager().isInSystemHeader(Class.getLocation());
}

/// Given holds for a type that a template is made for, one of a pack's, too.
static bool anyType(llvm::ArrayRef<TemplateArgument> Arguments,
                    llvm::function_ref<bool(QualType)> Given) {
  return llvm::any_of(Arguments, [&](const TemplateArgument &A) {
    return A.getKind() == TemplateArgument::Pack
               ? anyType(A.pack_elements(), Given)
               : A.getKind() == TemplateArgument::Type && Given(A.getAsType());
  });
}

/// The end of the library's Owner calls what the program has written to end
/// what it owns, or to unlock what it holds.
static bool endsByProgram(const ClassTemplateSpecializationDecl &Owner,
                          const ASTContext &Ctx) {
  constexpr llvm::StringRef Locks[] = {"lock_guard", "scoped_lock",
                                       "shared_lock", "unique_lock"};
  if (llvm::is_contained(Locks, Owner.getName()))
    return anyType(Owner.getTemplateArgs().asArray(), [&](QualType T) {
      const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
      return Class && isWritten(*Class, Ctx);
    });
  if (Owner.getName() != "unique_ptr" || Owner.getTemplateArgs().size() != 2)
    return false;
  const QualType Ends = Owner.getTemplateArgs()[1].getAsType();
  const CXXRecordDecl *Class = Ends->getAsCXXRecordDecl();
  return Class ? isWritten(*Class, Ctx) : Ends->isPointerType();
}

/// Classes that are being asked about: some hold pointers to their own kind.
using Asked = llvm::SmallPtrSet<const CXXRecordDecl *, 8>;

/// The class of a T, or of its elements, of which the end runs what the program
/// has written; null: it does not.
static const CXXRecordDecl *ending(QualType T, const ASTContext &Ctx,
                                   Asked &Around) {
  const CXXRecordDecl *Class = Ctx.getBaseElementType(T)->getAsCXXRecordDecl();
  Class = Class ? Class->getDefinition() : nullptr;
  if (!Class || Class->isDependentContext() || Class->hasTrivialDestructor() ||
      !Around.insert(Class).second)
    return nullptr;
  auto Runs = [&](QualType Part) {
    return ending(Part, Ctx, Around) != nullptr;
  };
  if (!isWritten(*Class, Ctx)) {
    // What it holds is among what it is made for.
    const auto *Made = dyn_cast<ClassTemplateSpecializationDecl>(Class);
    return Made && (endsByProgram(*Made, Ctx) ||
                    anyType(Made->getTemplateArgs().asArray(), Runs))
               ? Class
               : nullptr;
  }
  const CXXDestructorDecl *End = Class->getDestructor();
  const bool Written = End && End->isUserProvided();
  if (Class->isUnion()) // whose members nobody ends
    return Written ? Class : nullptr;
  return Written ||
                 llvm::any_of(
                     Class->bases(),
                     [&](auto &Base) { return Runs(Base.getType()); }) ||
                 llvm::any_of(Class->fields(),
                              [&](auto *F) { return Runs(F->getType()); })
             ? Class
             : nullptr;
}
static const CXXRecordDecl *ending(QualType T, const ASTContext &Ctx) {
  Asked Around;
  return ending(T, Ctx, Around);
}

/// The T at Address, which By designates, ends: its destructor runs, then those
/// of its members and bases do, the last ones first.
void ObjectEnds::end(const Value &Address, QualType T, const Expr *By) {
  const CXXRecordDecl *Class = ending(T, Ctx);
  if (!Class)
    return;
  if (T->isArrayType()) {
    const QualType Element = Ctx.getBaseElementType(T);
    const int64_t Each = Ctx.getTypeSizeInChars(Element).getQuantity();
    const int64_t Bytes =
        T->isConstantArrayType() ? Ctx.getTypeSizeInChars(T).getQuantity() : 0;
    constexpr int64_t Most = 16;
    if (Bytes == 0 || Bytes / Each > Most)
      return end(wild(Address), Element, By);
    for (int64_t At = Bytes; At > 0; At -= Each)
      end(Places.shifted(Address, At - Each), Element, By);
    return;
  }
  const CXXDestructorDecl *End = Class->getDestructor();
  if (Frames.canEnter(End))
    Calls.enter(End, Address, {});
  else if (End && End->isUserProvided())
    Touches.touch(addressValue(Arm::Nowhere), T, true, true, By);
  if (Class->isUnion())
    return;
  const llvm::SmallVector<const FieldDecl *, 8> Members(Class->fields());
  for (const FieldDecl *F : llvm::reverse(Members))
    end(Places.memberOf(Address, F), F->getType(), By);
  const llvm::SmallVector<const CXXBaseSpecifier *, 2> Bases(
      llvm::make_pointer_range(Class->bases()));
  for (const CXXBaseSpecifier *Base : llvm::reverse(Bases))
    end(Places.baseOf(Address, Class, *Base), Base->getType(), By);
}

void ObjectEnds::begin(const VarDecl &V) {
  if (!V.hasLocalStorage() || !ending(V.getType(), Ctx))
    return;
  AstFactory Make(Ctx, V.getLocation());
  Path.Living.push_back({Objects.addressOf(&V), V.getType(),
                         Make.lvalue(const_cast<VarDecl *>(&V)),
                         Path.Around.size()});
}

Value ObjectEnds::temporary(const CXXBindTemporaryExpr *E) {
  const Expr *Made = E->getSubExpr();
  if (In.Muted || !ending(E->getType(), Ctx))
    return Expressions.rvalue(Made);
  const Value Address = Places.held(Made);
  Path.Temporaries.push_back(
      {Address, Made->getType(), Made, Path.Around.size()});
  return onlyScalar(E->getType(), Ctx).isNull()
             ? Address
             : Places.objectValue(Address, E->getType(), Made);
}

/// What makes the object that E is; null: it is none that ends.
static const Expr *makerOf(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E))
      return Bound->getSubExpr();
    if (const auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else if (const auto *Cast = dyn_cast<CastExpr>(E))
      E = Cast->getSubExpr();
    else
      return nullptr;
  }
}

/// The object that E has just made, which is no temporary one any longer.
std::optional<LivingObject> ObjectEnds::taken(const Expr *E) {
  const Expr *Made = makerOf(E);
  if (!Made || Path.Temporaries.empty() || Path.Temporaries.back().Is != Made)
    return std::nullopt;
  return Path.Temporaries.pop_back_val();
}

Value ObjectEnds::kept(const Expr *E) {
  if (const ExprWithCleanups *Full = fullExpression(E))
    return whole(*Full, [&](const Expr *Part) { return kept(Part); });
  const Value Is = Expressions.rvalue(E);
  taken(E);
  return Is;
}

Value ObjectEnds::extended(const MaterializeTemporaryExpr *E) {
  const Value Address = Places.held(E->getSubExpr());
  if (E->getStorageDuration() == SD_Automatic)
    if (const auto Object = taken(E->getSubExpr()))
      Path.Living.push_back(*Object);
  return Address;
}

void ObjectEnds::end(const LivingObject &Last) {
  // What is in the rounds of a loop has no place behind it.
  end(Last.Loops > Path.Around.size() ? addressValue(Arm::Nowhere)
                                      : Last.Address,
      Last.Type, Last.Is);
}

void ObjectEnds::endTemporaries(size_t Others) {
  llvm::SaveAndRestore Here(State.Reachable, true);
  while (Path.Temporaries.size() > Others)
    end(Path.Temporaries.pop_back_val());
}

void ObjectEnds::leave(size_t Others) {
  const llvm::SmallVector<LivingObject, 4> Left(
      llvm::drop_begin(Path.Living, Others));
  for (const LivingObject &Last : llvm::reverse(Left))
    end(Last);
}

void ObjectEnds::endBlock(size_t Others) {
  if (Path.Living.size() <= Others)
    return;
  // Who has left it before has ended what was there.
  if (State.Reachable || In.isIrreducible())
    leave(Others);
  Path.Living.truncate(Others);
}

void ObjectEnds::round(llvm::function_ref<void()> Parts) {
  const size_t Others = Path.Living.size();
  llvm::SaveAndRestore Next(Path.Continued, Others);
  llvm::SaveAndRestore Behind(Path.Broken, Others);
  Parts();
  endBlock(Others);
}

/// E deletes an object at Address whose class nobody can tell.
bool ObjectEnds::endVirtually(const CXXDeleteExpr *E, const Value &Address) {
  const CXXRecordDecl *Class = E->getDestroyedType()->getAsCXXRecordDecl();
  auto *End = const_cast<CXXDestructorDecl *>(Class->getDestructor());
  auto *Name = MemberExpr::CreateImplicit(
      Ctx, const_cast<Expr *>(E->getArgument()), /*IsArrow=*/true, End,
      Ctx.BoundMemberTy, VK_PRValue, OK_Ordinary);
  return Pointed.mayLeadTo(
      CXXMemberCallExpr::Create(Ctx, Name, {}, Ctx.VoidTy, VK_PRValue,
                                E->getExprLoc(), FPOptionsOverride()),
      Address, {});
}

bool ObjectEnds::destroy(const CXXDeleteExpr *E) {
  const QualType T = E->getDestroyedType();
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  Class = Class ? Class->getDefinition() : nullptr;
  const CXXDestructorDecl *End = Class ? Class->getDestructor() : nullptr;
  const Value Address = Expressions.rvalue(E->getArgument());
  if (End && End->isVirtual() && !E->isArrayForm() && endVirtually(E, Address))
    return true;
  if (!ending(T, Ctx))
    return false;
  end(E->isArrayForm() ? wild(Address) : Address, T, E);
  return true;
}

bool ObjectEnds::destroy(const Value &Address, const CallExpr *By) {
  const auto *End = cast<CXXDestructorDecl>(By->getDirectCallee());
  const QualType T = Ctx.getCanonicalTagType(End->getParent());
  if (!ending(T, Ctx))
    return false;
  end(Address, T, By);
  return true;
}

bool ObjectEnds::endBehind(const Expr *E) const {
  return anyNode(E, [&](const Stmt *Part) {
    const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(Part);
    return Bound && ending(Bound->getType(), Ctx);
  });
}

bool ObjectEnds::areIn(const Stmt *S) const {
  return anyNode(S, [&](const Stmt *Part) {
    const auto *D = dyn_cast<DeclStmt>(Part);
    return D && llvm::any_of(variablesIn(*D), [&](const VarDecl *V) {
             return ending(V->getType(), Ctx) != nullptr;
           });
  });
}
