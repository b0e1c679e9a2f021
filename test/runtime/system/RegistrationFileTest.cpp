// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegistrationFileTest.cpp - what libomp finds of processes ----------===//
#include "system/RegistrationFile.h"

#include <cstdio>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold;

/// Whether the file is left, in a child: no libomp has registered itself there.
/// It holds Text, in which the address of a word of the child's may stand.
static bool isLeft(const char *Text, bool Input = true) {
  fflush(nullptr);
  const pid_t Child = fork();
  if (Child == 0) {
    static unsigned long Word = 0xcafe4711;
    char Name[80], Contents[1024] = {};
    std::snprintf(Name, sizeof Name, "/dev/shm/__KMP_REGISTERED_LIB_%d_%d",
                  int(getpid()), int(getuid()));
    const int Length =
        std::snprintf(Contents, sizeof Contents, Text, (void *)&Word);
    const int File = open(Name, O_CREAT | O_EXCL | O_RDWR, 0600);
    const bool Made =
        File >= 0 && write(File, Contents, size_t(Length)) == Length;
    if (!Input)
      close(0);
    removeStaleRegistration();
    const bool Left = access(Name, F_OK) == 0;
    unlink(Name);
    _exit(!Made ? 2 : Left);
  }
  int How = 0;
  waitpid(Child, &How, 0);
  EXPECT_TRUE(WIFEXITED(How) && WEXITSTATUS(How) < 2);
  return WEXITSTATUS(How) == 1;
}

TEST(RegistrationFile, OnlyThatOfALibraryInThisProcessIsLeft) {
  if (access("/dev/shm", W_OK) != 0)
    GTEST_SKIP() << "no folder for shared memory";
  EXPECT_FALSE(isLeft(""));
  EXPECT_FALSE(isLeft("nonsense"));
  EXPECT_FALSE(isLeft("%p-cafe4712-libomp.so"));
  EXPECT_FALSE(isLeft("0x10-cafe4711-libomp.so"));
  EXPECT_TRUE(isLeft("%p-cafe4711-libomp.so"));
  EXPECT_FALSE(isLeft("nonsense", /*Input=*/false));
}

TEST(RegistrationFile, NoFileIsNoTrouble) {
  errno = 5;
  fflush(nullptr);
  const pid_t Child = fork();
  if (Child == 0) {
    removeStaleRegistration();
    _exit(errno == 5 ? 0 : 1);
  }
  int How = 1;
  waitpid(Child, &How, 0);
  EXPECT_EQ(How, 0);
}
