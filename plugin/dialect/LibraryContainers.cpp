// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dialect/LibraryContainers.h"
#include "ast/Nodes.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace {

bool hasNodes(StringRef Class) {
  return llvm::is_contained({"map", "multimap", "set", "multiset", "list",
                             "forward_list", "unordered_map",
                             "unordered_multimap", "unordered_set",
                             "unordered_multiset"},
                            Class);
}

/// Methods of this name say where nodes are.
bool namesNodes(StringRef Method) {
  return llvm::is_contained({"at", "back", "before_begin", "begin", "end",
                             "equal_range", "find", "front", "lower_bound",
                             "rbegin", "rend", "upper_bound"},
                            Method);
}

} // namespace

bool twofold::resizes(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (!Method || !Method->getIdentifier())
    return false;
  // Streams and flags are cleared, too.
  const StringRef Class = libraryClass(Method->getParent());
  return (hasNodes(Class) ||
          llvm::is_contained({"basic_string", "deque", "priority_queue",
                              "queue", "stack", "valarray", "vector"},
                             Class)) &&
         llvm::is_contained({"push_back", "emplace_back", "pop_back",
                             "push_front", "emplace_front", "pop_front",
                             "insert", "emplace", "append", "erase", "resize",
                             "assign", "clear", "push", "pop"},
                            Method->getName());
}

bool twofold::changesNodes(const CXXMethodDecl &F) {
  if (!F.isInstance() || F.isConst() || isa<CXXConstructorDecl>(F) ||
      isa<CXXDestructorDecl>(F) || !hasNodes(libraryClass(F.getParent())))
    return false;
  return !F.getIdentifier() || !namesNodes(F.getName());
}

bool twofold::findsNode(const CXXMethodDecl &F) {
  return F.isInstance() && hasNodes(libraryClass(F.getParent())) &&
         (F.getIdentifier() ? namesNodes(F.getName())
                            : F.getOverloadedOperator() == OO_Subscript);
}

bool twofold::searchesText(const FunctionDecl &F) {
  StringRef Name = plainName(&F);
  Name.consume_front("__builtin_");
  // In C++, C libraries declare them twice, for constant texts and others.
  return (F.isInStdNamespace() ||
          F.getDeclContext()->getRedeclContext()->isTranslationUnit()) &&
         llvm::is_contained({"memchr", "strchr", "strcspn", "strlen", "strnlen",
                             "strpbrk", "strrchr", "strspn", "strstr"},
                            Name);
}

std::optional<unsigned> twofold::searchedBy(const FunctionDecl &F) {
  if (searchesText(F))
    return 0;
  if (!F.getIdentifier() || !(F.isInStdNamespace() || F.isExternC()))
    return std::nullopt;
  const StringRef Name = F.getName();
  if (Name == "bsearch")
    return 1;
  if (F.isInStdNamespace() &&
      llvm::is_contained({"find", "find_if", "find_if_not", "find_end",
                          "find_first_of", "search", "adjacent_find"},
                         Name))
    return 0;
  return std::nullopt;
}

bool twofold::makesInserter(const FunctionDecl &F) {
  return F.isInStdNamespace() && F.getIdentifier() &&
         llvm::is_contained({"back_inserter", "front_inserter", "inserter"},
                            F.getName());
}

bool twofold::changesContainer(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (!Method || isa<CXXConstructorDecl, CXXDestructorDecl>(Method))
    return false;
  const bool Assigns = F.getOverloadedOperator() == OO_Equal ||
                       F.getOverloadedOperator() == OO_PlusEqual;
  return resizes(F) || changesNodes(*Method) ||
         (Assigns && llvm::is_contained({"basic_string", "deque", "vector"},
                                        libraryClass(Method->getParent())));
}
