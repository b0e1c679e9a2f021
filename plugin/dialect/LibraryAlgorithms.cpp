// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dialect/LibraryAlgorithms.h"
#include "ast/Nodes.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;

namespace twofold {
namespace {

/// Algorithms whose arguments have one meaning.
struct Rule {
  /// Of the range that is written to. End 0: it has none.
  unsigned At, End;
  bool Reorders;
  unsigned Value = 0; ///< what elements get, one for all; 0: there is none
};
struct Rules {
  Rule Of;
  StringRef Names;
};

constexpr Rules Table[] = {
    {{0, 1, true},
     "sort stable_sort make_heap push_heap pop_heap sort_heap next_permutation "
     "prev_permutation shuffle random_shuffle partition stable_partition "
     "unique reverse remove remove_if shift_left shift_right"},
    {{0, 2, true}, "partial_sort nth_element rotate inplace_merge"},
    {{0, 1, false, 2}, "fill iota uninitialized_fill"},
    {{0, 1, false, 3}, "replace replace_if"},
    {{0, 0, false, 2}, "fill_n uninitialized_fill_n"},
    {{0, 1, false},
     "generate swap_ranges for_each uninitialized_default_construct "
     "uninitialized_value_construct"},
    {{0, 0, false},
     "generate_n for_each_n uninitialized_default_construct_n "
     "uninitialized_value_construct_n iter_swap"},
    {{2, 0, false},
     "copy copy_if copy_n copy_backward move move_backward transform "
     "replace_copy replace_copy_if remove_copy remove_copy_if unique_copy "
     "reverse_copy sample partition_copy partial_sum adjacent_difference "
     "inclusive_scan exclusive_scan transform_inclusive_scan "
     "transform_exclusive_scan uninitialized_copy uninitialized_copy_n "
     "uninitialized_move uninitialized_move_n"},
    {{2, 3, false}, "partial_sort_copy"},
    {{3, 0, false}, "rotate_copy"},
    {{4, 0, false},
     "merge set_union set_intersection set_difference "
     "set_symmetric_difference"},
};

const Rule *ruleOf(StringRef Name) {
  static const llvm::StringMap<const Rule *> Known = [] {
    llvm::StringMap<const Rule *> All;
    for (const Rules &R : Table)
      for (StringRef Listed : llvm::split(R.Names, ' '))
        All[Listed] = &R.Of;
    return All;
  }();
  return Known.lookup(Name);
}

/// The algorithm of std::ranges whose function object Method calls. Libraries
/// name its class after it, as `__sort_fn` or `__sort`.
StringRef rangesName(const CXXMethodDecl &Method) {
  const CXXRecordDecl *Class = Method.getParent();
  if (Method.getOverloadedOperator() != OO_Call || !Class->getIdentifier())
    return "";
  const auto *Around = dyn_cast<NamespaceDecl>(
      Class->getDeclContext()->getEnclosingNamespaceContext());
  if (!Around || Around->getName() != "ranges" ||
      !Around->getParent()->getRedeclContext()->isStdNamespace())
    return "";
  StringRef Name = Class->getName();
  if (!Name.consume_front("__"))
    return "";
  Name.consume_back("_fn");
  return Name;
}

/// T is a class of std::execution, whose objects say how an algorithm runs.
bool isPolicy(QualType T) {
  const auto *Class = T.getNonReferenceType()->getAsCXXRecordDecl();
  const auto *Around =
      Class ? dyn_cast<NamespaceDecl>(Class->getDeclContext()) : nullptr;
  auto Outer = [&] {
    while (Around && Around->isInline())
      Around = dyn_cast<NamespaceDecl>(Around->getParent());
    return Around;
  };
  if (!Outer() || Around->getName() != "execution")
    return false;
  Around = dyn_cast<NamespaceDecl>(Around->getParent());
  return Outer() &&
         (Around->getName() == "std" || Around->getName() == "__pstl");
}

/// What is given an element as a T may change it: T is a reference, or an
/// object that stands for one, as elements of std::vector<bool> have.
bool mayChange(QualType T) {
  if (T->isReferenceType())
    return !T->getPointeeType().isConstQualified();
  return libraryClass(T).ends_with("reference");
}

/// Called, which is called with each element, may change it.
bool mayChangeElements(const Expr *Called) {
  QualType T = Called->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  if (const auto *F = T->getAs<FunctionProtoType>())
    return F->getNumParams() != 1 || mayChange(F->getParamType(0));
  const auto *Class = T->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition())
    return true;
  auto Changes = [](const FunctionDecl *F) {
    return F->getNumParams() != 1 || mayChange(F->getParamDecl(0)->getType());
  };
  bool Any = false;
  for (const Decl *D : Class->decls()) {
    if (const auto *Made = dyn_cast<FunctionTemplateDecl>(D);
        Made && Made->getTemplatedDecl()->getOverloadedOperator() == OO_Call) {
      Any = true;
      if (Made->specializations().empty() ||
          llvm::any_of(Made->specializations(), Changes))
        return true;
    } else if (const auto *F = dyn_cast<FunctionDecl>(D);
               F && F->getOverloadedOperator() == OO_Call) {
      Any = true;
      if (Changes(F))
        return true;
    }
  }
  return !Any;
}

} // namespace

std::optional<WrittenRange> rangeWrittenBy(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F)
    return std::nullopt;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  ArrayRef<const Expr *> Args(Call.getArgs(), Call.getNumArgs());
  const bool Object = isa<CXXOperatorCallExpr>(Call);
  if (Object && !Args.empty())
    Args = Args.drop_front();
  const StringRef Name = Method                  ? rangesName(*Method)
                         : F->isInStdNamespace() ? plainName(F)
                                                 : "";
  const Rule *R = Name.empty() ? nullptr : ruleOf(Name);
  if (!R)
    return std::nullopt;
  // A range is one argument, and has a reference where iterators are copied.
  const bool Whole = Method && F->getNumParams() &&
                     F->getParamDecl(0)->getType()->isReferenceType();
  if (!Whole && !Args.empty() && isPolicy(Args[0]->getType()))
    Args = Args.drop_front();
  auto Argument = [&](unsigned I) {
    return I - Whole < Args.size() ? Args[I - Whole] : nullptr;
  };
  if (const Expr *Called = Name.starts_with("for_each") ? Argument(2) : nullptr;
      Called && !mayChangeElements(Called))
    return std::nullopt;
  const Expr *Value = R->Value ? Argument(R->Value) : nullptr;
  if (Whole)
    return R->At == 0 && !Args.empty()
               ? std::optional(
                     WrittenRange{Args[0], nullptr, Value, R->Reorders})
               : std::nullopt;
  // std::move of one argument, and std::transform of two ranges.
  unsigned At = R->At;
  if (Name == "transform" && Args.size() == 5)
    At = 3;
  if (At >= Args.size() || R->End >= Args.size())
    return std::nullopt;
  return WrittenRange{Args[At], R->End ? Args[R->End] : nullptr, Value,
                      R->Reorders};
}

} // namespace twofold
