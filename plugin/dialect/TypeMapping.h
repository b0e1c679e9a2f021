// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TypeMapping.h - C's types as OpenCL C spells them ------------------===//
//
// The only place that knows the spelling: fixed widths, bool as uchar where it
// lies in memory, enumerations as their integers, records laid out alike.
#ifndef TWOFOLD_PLUGIN_DIALECT_TYPEMAPPING_H
#define TWOFOLD_PLUGIN_DIALECT_TYPEMAPPING_H

#include "dialect/NameTable.h"
#include "model/LoopModel.h"

namespace twofold {

/// Where in OpenCL a pointer points. Unknown: nothing but null was assigned so
/// far.
enum class AddressSpace { Unknown, Private, Global, Constant };

/// The qualifier with a space after it; nothing for private, the default.
inline llvm::StringRef spelling(AddressSpace Space) {
  switch (Space) {
  case AddressSpace::Global:
    return "__global ";
  case AddressSpace::Constant:
    return "__constant ";
  case AddressSpace::Unknown:
  case AddressSpace::Private:
    return "";
  }
  return "";
}

/// A type as the program has it, in quotes, and what it stands for.
std::string quotedType(clang::QualType T, const clang::ASTContext &Ctx);

/// Why a variable or expression Name of type T cannot live in a kernel. Name
/// may be empty: then the type stands for it.
std::optional<Refusal> typeObstacle(clang::QualType T, llvm::StringRef Name,
                                    clang::SourceLocation Loc,
                                    const clang::ASTContext &Ctx);

/// Types that typeObstacle lets pass only.
class TypeMapping {
  const clang::ASTContext &Ctx;
  NameTable &Names;
  llvm::DenseMap<const clang::RecordDecl *, std::string> Records;
  llvm::DenseMap<const clang::FieldDecl *, std::string> Fields;
  llvm::DenseMap<const clang::Type *, std::string> Complexes;
  std::string Definitions;
  bool Double = false, Half = false;

public:
  TypeMapping(const clang::ASTContext &Ctx, NameTable &Names)
      : Ctx(Ctx), Names(Names) {}

  /// A scalar or record as a local variable, parameter or result.
  std::string value(clang::QualType T);
  /// A scalar or record as an element of a buffer, array or record: no bool.
  std::string memory(clang::QualType T);
  /// A declarator: `__global const float *p`, `float t[3][4]`, `int i`. An
  /// empty Name gives the type for a cast. References are pointers; pointers to
  /// rows of variable length are pointers to the rows' elements.
  std::string declare(clang::QualType T, llvm::StringRef Name,
                      AddressSpace Space = AddressSpace::Private);
  /// A declarator of something whose address is taken.
  std::string declareMemory(clang::QualType T, llvm::StringRef Name,
                            AddressSpace Space = AddressSpace::Private);

  const std::string &field(const clang::FieldDecl *F);
  /// The member that stands for a base, which is not empty.
  std::string base(const clang::CXXRecordDecl *Derived, unsigned Index);

  /// Definitions of all records asked for, inner ones first.
  const std::string &definitions() const { return Definitions; }
  bool usesDouble() const { return Double; }
  bool usesHalf() const { return Half; }

private:
  std::string scalar(clang::QualType T);
  /// The struct of two parts that a complex number is.
  const std::string &complex(clang::QualType T);
  const std::string &record(const clang::RecordDecl *R);
};

/// The element type of nested arrays: double for double[3][n].
clang::QualType elementOf(clang::QualType T, const clang::ASTContext &Ctx);

} // namespace twofold

#endif
