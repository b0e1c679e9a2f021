// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoansTest.cpp - which memory streams and requests have -------------===//
#undef _FORTIFY_SOURCE
#include "guard/Loans.h"
#include "observe/Observation.h"

#include <aio.h>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold;
using namespace twofold::observation;

namespace {

/// Pages, whose numbers are told.
struct LentPages : ::testing::Test {
  static constexpr size_t Page = 4096, Count = 8;
  char *Block = static_cast<char *>(std::aligned_alloc(Page, Count *Page));

  ~LentPages() override { std::free(Block); }
  /// A digit for each page: whether it is lent.
  std::string lent() const {
    const RangeSet Left = withoutLoans(rangeOf(Block, Count * Page), Page);
    std::string Out;
    for (size_t P = 0; P < Count; ++P)
      Out += Left.contains(rangeOf(Block + P * Page, Page)) ? '0' : '1';
    return Out;
  }
  static FILE *null() { return std::fopen("/dev/null", "r"); }

  template <typename Request> Request request(size_t First, int How) const {
    Request Out = {};
    Out.aio_fildes = -1;
    Out.aio_buf = Block + First * Page;
    Out.aio_nbytes = 2 * Page;
    Out.aio_lio_opcode = How;
    Out.aio_sigevent.sigev_notify = SIGEV_NONE;
    return Out;
  }
};
using Loans = LentPages;

template <typename Request, typename Error> void await(Request &Of, Error Ask) {
  while (Ask(&Of) == EINPROGRESS)
    usleep(100);
}

} // namespace

TEST_F(Loans, EndAndReplaceEachOther) {
  const int One = 0, Two = 0;
  EXPECT_EQ(lent(), "00000000");
  noteLoan(&One, rangeOf(Block + Page, 1));
  noteLoan(&Two, rangeOf(Block + 3 * Page - 1, 2));
  EXPECT_EQ(lent(), "01110000");
  noteLoan(&One, rangeOf(Block + 7 * Page, Page));
  EXPECT_EQ(lent(), "00110001");
  takeBack(&Two);
  EXPECT_EQ(lent(), "00000001");
  takeBack(&Two);
  noteLoan(&Two, rangeOf(Block, 2 * Page));
  forgetLoans(rangeOf(Block + 7 * Page + 5, 1));
  EXPECT_EQ(lent(), "11000001") << "the rest of the page is lent";
  forgetLoans(rangeOf(Block + 2 * Page, 6 * Page));
  EXPECT_EQ(lent(), "11000000");
  {
    const LoanEnd End(&Two);
    EXPECT_EQ(lent(), "11000000");
    noteLoan(&Two, rangeOf(Block + 4 * Page, Page));
    EXPECT_EQ(lent(), "11001000");
  }
  EXPECT_EQ(lent(), "00001000");
  {
    const LoanEnd End(&One); // which has none
  }
  EXPECT_EQ(lent(), "00001000");
  takeBack(&Two);
}

TEST_F(Loans, ManyAtOnce) {
  char Owners[300];
  for (unsigned Time = 0; Time < 3; ++Time) {
    for (unsigned I = 0; I < 300; ++I)
      noteLoan(Owners + I, rangeOf(Block + I % 4 * Page, Page));
    EXPECT_EQ(lent(), "11110000");
    for (unsigned I = 0; I < 300; ++I)
      if (I % 4 != 2)
        takeBack(Owners + I);
    EXPECT_EQ(lent(), "00100000");
    for (unsigned I = 0; I < 300; ++I)
      takeBack(Owners + I);
    EXPECT_EQ(lent(), "00000000");
  }
}

TEST_F(Loans, BelongToStreams) {
  FILE *Stream = null();
  std::setvbuf(Stream, Block, _IOFBF, 2 * Page);
  EXPECT_EQ(lent(), "11000000");
  std::setvbuf(Stream, Block + 2 * Page, _IOLBF, Page);
  EXPECT_EQ(lent(), "00100000");
  std::setvbuf(Stream, Block, _IONBF, Page);
  EXPECT_EQ(lent(), "00000000");
  setbuffer(Stream, Block + 3 * Page, 3 * Page);
  EXPECT_EQ(lent(), "00011100");
  std::setbuf(Stream, Block);
  EXPECT_EQ(lent(), BUFSIZ == 2 * Page ? "11000000" : lent());
  std::setbuf(Stream, nullptr);
  EXPECT_EQ(lent(), "00000000");
  std::setvbuf(Stream, Block, _IOFBF, Page);
  std::fclose(Stream);
  EXPECT_EQ(lent(), "00000000");
  for (auto Open : {&std::freopen, &freopen64}) {
    Stream = null();
    std::setvbuf(Stream, Block, _IOFBF, Page);
    Stream = Open("/dev/null", "r", Stream);
    EXPECT_EQ(lent(), "00000000");
    std::fclose(Stream);
  }
  Stream = popen("true", "r");
  std::setvbuf(Stream, Block, _IOFBF, Page);
  EXPECT_EQ(lent(), "10000000");
  pclose(Stream);
  EXPECT_EQ(lent(), "00000000");
}

/// Of no file: they fail, some at once.
TEST_F(Loans, BelongToRequests) {
  auto One = request<aiocb>(0, LIO_READ), Two = request<aiocb>(4, LIO_NOP),
       Three = request<aiocb>(6, LIO_WRITE);
  (void)aio_read(&One);
  EXPECT_EQ(lent(), "11000000");
  await(One, aio_error);
  (void)aio_return(&One);
  EXPECT_EQ(lent(), "00000000");
  (void)aio_write(&Three);
  EXPECT_EQ(lent(), "00000011");
  await(Three, aio_error);
  (void)aio_return(&Three);
  EXPECT_EQ(lent(), "00000000");
  aiocb *List[] = {&One, nullptr, &Two, &Three};
  (void)lio_listio(LIO_WAIT, List, 4, nullptr);
  EXPECT_EQ(lent(), "11000011");
  (void)aio_return(&One);
  EXPECT_EQ(lent(), "00000011");
  (void)aio_return(&Three);
  EXPECT_EQ(lent(), "00000000");
  auto Wide = request<aiocb64>(2, LIO_READ),
       Other = request<aiocb64>(5, LIO_READ);
  (void)aio_read64(&Wide);
  (void)aio_write64(&Other);
  EXPECT_EQ(lent(), "00110110");
  await(Wide, aio_error64);
  await(Other, aio_error64);
  (void)aio_return64(&Wide);
  EXPECT_EQ(lent(), "00000110");
  (void)aio_return64(&Other);
  aiocb64 *Both[] = {&Wide, &Other};
  (void)lio_listio64(LIO_WAIT, Both, 2, nullptr);
  EXPECT_EQ(lent(), "00110110");
  (void)aio_return64(&Wide);
  (void)aio_return64(&Other);
  EXPECT_EQ(lent(), "00000000");
}

TEST_F(Loans, GoOnInForkedChildren) {
  noteLoan(this, rangeOf(Block, Page));
  const pid_t Child = fork();
  if (Child == 0) {
    const bool Right = lent() == "10000000";
    takeBack(this);
    _exit(Right && lent() == "00000000" ? 0 : 1);
  }
  int How = -1;
  EXPECT_EQ(waitpid(Child, &How, 0), Child);
  EXPECT_EQ(How, 0);
  EXPECT_EQ(lent(), "10000000");
  takeBack(this);
}
