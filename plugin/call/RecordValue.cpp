// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RecordValue.cpp ----------------------------------------------------===//

#include "call/RecordValue.h"
#include "abi/RuntimeDecls.h"
#include "ast/AstFactory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace clang;

namespace twofold {

[[noreturn]] static void misfit(StringRef Record, StringRef Field,
                                const char *Why) {
  llvm::report_fatal_error("twofold_" + Twine(Record) + "::" + Field +
                           " of abi.h: " + Why);
}

Expr *recordValue(const RuntimeDecls &Abi, AstFactory &Make, StringRef Record,
                  ArrayRef<RecordField> Fields) {
  QualType Type = Abi.record(Record);
  auto Declared = Type->getAsRecordDecl()->fields();
  SmallVector<Expr *, 48> Values;
  for (const FieldDecl *Of : Declared) {
    const RecordField *Found = llvm::find_if(
        Fields, [&](const RecordField &F) { return F.Name == Of->getName(); });
    if (Found == Fields.end())
      misfit(Record, Of->getName(), "the plugin gives it no value");
    if (Of->getType().getCanonicalType().getUnqualifiedType() !=
        Found->Value->getType().getCanonicalType().getUnqualifiedType())
      misfit(Record, Of->getName(), "the plugin's value has another type");
    Values.push_back(Found->Value);
  }
  for (const RecordField &F : Fields)
    if (llvm::none_of(Declared, [&](const FieldDecl *Of) {
          return Of->getName() == F.Name;
        }))
      misfit(Record, F.Name, "there is no such field");
  return Make.list(Type, Values);
}

} // namespace twofold
