// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AddressSpace.h - where in OpenCL a pointer points ------------------===//
#ifndef TWOFOLD_PLUGIN_DIALECT_ADDRESSSPACE_H
#define TWOFOLD_PLUGIN_DIALECT_ADDRESSSPACE_H

#include "llvm/ADT/StringRef.h"

namespace twofold {

/// Unknown: nothing but null was assigned so far.
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

} // namespace twofold

#endif
