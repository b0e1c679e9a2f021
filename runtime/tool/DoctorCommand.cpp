// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DoctorCommand.cpp - twofold doctor ---------------------------------===//
#include "tool/Commands.h"
#include "tool/Findings.h"
#include "tool/JsonLines.h"

#include <cstdio>

using namespace twofold::tool;

static const char *word(Finding::Kind What) {
  return What == Finding::Kind::Fine   ? "fine"
         : What == Finding::Kind::Note ? "note"
                                       : "wrong";
}

int twofold::tool::doctorCommand(Words Arguments) {
  const bool Json = takeJson(Arguments);
  if (Arguments.size() > 1 ||
      (!Arguments.empty() && Arguments[0].starts_with("-")))
    return misused("doctor does not know '" + Arguments.back() + "'");
  Findings Found;
  lookAtInstallation(Found);
  lookAtDrivers(Found);
  lookAtMachine(Found);
  if (!Arguments.empty())
    lookAtProgram(Found, Arguments[0]);
  JsonLines Lines;
  bool Wrong = false;
  for (const Finding &Each : Found.all()) {
    Wrong = Wrong || Each.What == Finding::Kind::Wrong;
    if (Json)
      Lines.add({{"topic", Each.Topic},
                 {"state", word(Each.What)},
                 {"text", Each.Text},
                 {"remedy", Each.Remedy}});
    else
      std::printf("%-5s  %s: %s%s%s\n", word(Each.What), Each.Topic.c_str(),
                  Each.Text.c_str(), Each.Remedy.empty() ? "" : "\n       -> ",
                  Each.Remedy.c_str());
  }
  if (Json)
    Lines.print();
  return Wrong ? 1 : 0;
}
