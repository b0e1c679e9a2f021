// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- GroupPrinter.h - rows that the items of a group share out ----------===//
//
//   const ulong first_row = get_group_id(0) * rows;
//   { one item a row: s_rows[row] = 0; }                      sections
//   barrier
//   for (tiles of columns, and once more) {
//     for (places in the tile) loaded = a[i][j];
//     { one item a row: for (columns) s += tile[row][column]; }   the last tile
//     barrier
//     for (places in the tile) tile[row][column] = loaded;
//     barrier
//   }
//
// Where the order of sums is free (GroupTrees.cpp), a group has few rows, and
// each item a part of one:
//
//   const uint row = item / lanes, lane = item % lanes;
//   for (number = lane; number < j_trips; number += lanes) s_sum += a[i][j];
//                                                       several at a time
//   part[item] = s_sum; 16 items a row add up those of a row, then one item
//
// Several groups share a long row where there are few (SharedRows.h). Rows that
// fit stay in local memory from one loop to the next (GroupKept.cpp), where one
// item a row makes sums that have an order, too.
//
#ifndef TWOFOLD_PLUGIN_KERNEL_GROUPPRINTER_H
#define TWOFOLD_PLUGIN_KERNEL_GROUPPRINTER_H

#include "kernel/KernelFunction.h"
#include "kernel/SharedRows.h"
#include "schedule/RowGroups.h"
#include "twofold/abi.h"

namespace twofold {

/// One use only.
class GroupPrinter {
protected:
  const RowGroups &Groups;
  KernelUnit &Unit;
  KernelFunction &Function;
  const std::string Rows, Limit; ///< parameters
  /// Declares the index with this value, and the iteration's variable.
  llvm::function_ref<std::string(const std::string &)> Iteration;
  const SharedRows Several; ///< groups of a row
  std::string First, Item, Row, Place, Column, Begin, Step;
  std::string Last;        ///< the group's last row
  std::string HasRow, Own; ///< an item has a row to add up, and which
  std::string InGroup;     ///< the group has this row
  /// What is put into local memory for the one item that adds up a row.
  struct Staged {
    std::string Name, Code, Type;
    std::string Next, Four; ///< an item's next ones, four of a row
    bool Alike;             ///< all rows have the same
  };
  llvm::SmallVector<Staged, 4> Stages;
  size_t Earlier = 0; ///< stages of other statements
  unsigned StageBytes = 0, RowBytes = 0;
  std::string Memory; ///< declarations
  static constexpr const char *Barrier =
      "    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n";
  const RowSection *Current = nullptr;
  std::string Trips; ///< of its loop
  std::string Word;  ///< the type of their numbers
  llvm::SmallVector<std::pair<const clang::Expr *, std::string>, 4> Pending;
  llvm::DenseMap<const clang::VarDecl *, std::string> Elements; ///< of rows
  llvm::DenseSet<const clang::VarDecl *> Known; ///< declared so far
  /// What Rows were called outside.
  llvm::SmallVector<std::pair<const clang::VarDecl *, std::string>, 4> Before;

  /// A section whose sums are in order.
  struct TileText {
    std::string Body; ///< what is put into a tile, and all else but the sums
    llvm::SmallVector<LoadsAhead::Filled, 4> Loaded; ///< before that
    bool OnlyLoads = true; ///< no more is put, and Body does no more
    std::string Walk;      ///< the sums of a round
    std::string Back;      ///< puts them where they are behind the section
  };
  struct TileShape {
    unsigned Rows;
    std::string Columns, Stride;
    bool Wide; ///< an item takes four columns from local memory at once
  };

  bool stage(const clang::Expr *E, bool Sure, bool Factor, std::string &Out);
  bool stageSum(const clang::Stmt *S, bool Sure, std::string &Out);
  std::string begin(const std::string &RowNumber, unsigned Indent) const;
  std::string oneItem(const std::string &Code, unsigned Indent) const;
  std::string counter(const std::string &Number, unsigned Indent);
  std::string shared();
  std::string roundsAhead(const std::string &Next, const std::string &Far);
  std::optional<std::string> summed();
  llvm::DenseSet<const clang::Expr *> loadsBeforeStores() const;
  std::string fullWalk(const TileText &Of, const TileShape &Shape,
                       const std::string &At) const;
  std::string placed(std::string Text, const TileShape &Shape) const;
  std::string tiles(const TileText &Of, unsigned Count);
  bool setTiles(std::string &Out);
  unsigned fewRows() const { return Groups.Across ? TWOFOLD_ROWS_FEW : 1; }
  /// Rows are four elements longer then, which is what one of many rows across
  /// would have to wait for.
  bool isWide(unsigned Count) const {
    return !Groups.Across || Count != manyRows(Groups);
  }
  void placeRows(unsigned Count);
  void nameAsOutside();

public:
  static constexpr unsigned RowsOfGroup = 32, RowsOfTrees = 8;
  static constexpr unsigned MostBytes = 32 * 1024;

  GroupPrinter(const RowGroups &Groups, KernelUnit &Unit,
               KernelFunction &Function, std::string Rows, std::string Limit,
               llvm::function_ref<std::string(const std::string &)> Iteration)
      : Groups(Groups), Unit(Unit), Function(Function), Rows(std::move(Rows)),
        Limit(std::move(Limit)), Iteration(Iteration),
        Several(Groups.Shares ? SharedRows(Unit) : SharedRows()) {}

  /// Rows of a group. Several loops wait for memory in turn, and several groups
  /// of a unit for each other's.
  static unsigned manyRows(const RowGroups &Groups);

  /// Nothing: there is no such form.
  std::optional<std::string> print();
  /// Declarations of local memory; ask after the code.
  const std::string &memory() const { return Memory; }
  SharedRows::Parameters parameters() const;
};

/// Sums whose order is free, or of rows that are kept; one use only.
class TreePrinter final : public GroupPrinter {
  std::string Lane, Lanes, Inside;
  /// Of what is kept: whether a row has room, for so many columns of each.
  std::string Whole, Columns;
  struct Slot {
    std::string Array, Row, Type; ///< Row: what the item's row has of it
    unsigned Bytes;
  };
  llvm::SmallVector<Slot, 2> Slots;
  /// Arrays of local memory with an element for each item, by their types.
  llvm::SmallVector<std::pair<std::string, std::string>, 2> Parts;

  std::string storingText(unsigned AtOnce, const std::string &Lane,
                          const std::string &Here);
  bool countsShort() const;
  std::string part(const std::string &Type, unsigned Number);
  std::string copies();
  std::string rounds(unsigned AtOnce, const std::string &Body);
  std::string again(const std::string &Body, llvm::ArrayRef<std::string> Sums);
  std::string reduced();

  unsigned section() const { return Current - Groups.Sections.begin(); }
  std::string keptBegin();
  bool setKept(std::string &Out);
  std::string columnName();
  void bindKept(llvm::function_ref<std::string(const Slot &)> Element);
  std::string lead(const KeptRow &Row, const std::string &Here,
                   const clang::Expr &Place);
  std::string keptRounds(llvm::ArrayRef<const clang::Stmt *> Statements);
  std::string keptOr(llvm::ArrayRef<const clang::Stmt *> Statements,
                     const std::string &Usual);
  std::string walk(llvm::ArrayRef<const clang::Stmt *> Ordered,
                   const std::string &Begin, const std::string &All);
  std::string walked();

public:
  using GroupPrinter::GroupPrinter;
  /// Nothing: there is no such form.
  std::optional<std::string> print();
};

} // namespace twofold

#endif
