// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceReductions.cpp - slices as values -----------------------------===//

#include "slice/text/SliceLoops.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace twofold {
namespace {

/// How a reduction is written: E is the element, R the result so far.
struct Form {
  /// Of R: "=" for that of +E, else a type.
  const char *Type;
  const char *Identity;
  const char *Before, *Behind; ///< around E in the loop
};

Form formOf(StringRef Name) {
  return llvm::StringSwitch<Form>(Name)
      .Cases({"twofold_sum", "twofold_dot"}, {"=", "0", "R += (", ");"})
      .Case("twofold_product", {"=", "1", "R *= (", ");"})
      .Case("twofold_min", {"=", "most", "", ""})
      .Case("twofold_max", {"=", "least", "", ""})
      .Case("twofold_any", {"int", "0", "R = R || (", ");"})
      .Case("twofold_all", {"int", "1", "R = R && (", ");"})
      .Case("twofold_count", {"twofold_extent", "0", "R += !!(", ");"})
      .Default({"twofold_extent", "-1", "", ""});
}

/// Text with each T replaced.
static std::string filled(StringRef Text, char Of, StringRef With) {
  std::string Out;
  for (char C : Text)
    if (C == Of)
      Out += With;
    else
      Out += C;
  return Out;
}

/// What "most" and "least" of Variable's type are: an infinity where halves are
/// numbers of the type, else the end of its range.
std::string identity(StringRef Which, StringRef Variable) {
  if (Which != "most" && Which != "least")
    return Which.str();
  std::string Most = "~(unsigned __int128)0 >> "
                     "(128 - 8 * sizeof(T) + ((T)-1 < (T)0))";
  std::string Text =
      Which == "most"
          ? "(T)0.5 != (T)0 ? (T)__builtin_inf() : (T)(" + Most + ")"
          : "(T)0.5 != (T)0 ? (T)-__builtin_inf() : (T)-1 < (T)0 ? (T)~(" +
                Most + ") : (T)0";
  return filled(Text, 'T', ("__typeof__(" + Variable + ")").str());
}

/// Writes one reduction.
class ReductionWriter {
  SliceSource &Source;
  TokenWriter &Out;
  SlicePart &P;
  std::string Name;
  SliceLoops Loops;
  std::string Result, Best;

public:
  ReductionWriter(SliceSource &Source, TokenWriter &Out, SlicePart &P,
                  unsigned Rank)
      : Source(Source), Out(Out), P(P),
        Name(Source.PP.getSpelling(Source.Tokens[P.Begin])),
        Loops(Source, Out, Rank, Source.at(P)) {}

  void write();

private:
  void elements();
  void declare(StringRef Variable, StringRef Identity);
  void extreme(bool Least, bool Where);
};

void ReductionWriter::elements() {
  Out.text("(");
  Loops.Writer.element(*P.Children[0]);
  Out.text(")");
  if (P.Children.size() == 2) {
    Out.text("* (");
    Loops.Writer.element(*P.Children[1]);
    Out.text(")");
  }
}

/// A variable of the type that +E has.
void ReductionWriter::declare(StringRef Variable, StringRef Identity) {
  Loops.quiet();
  bool Cpp = Source.PP.getLangOpts().CPlusPlus;
  Out.text(Cpp ? "__remove_cvref(__typeof__(+(" : "__typeof__(+(");
  // The type is that of any element.
  Out.text("(");
  Loops.Writer.element(*P.Children[0], SliceWriter::Which::First);
  Out.text(")");
  if (P.Children.size() == 2) {
    Out.text("* (");
    Loops.Writer.element(*P.Children[1], SliceWriter::Which::First);
    Out.text(")");
  }
  Out.text((Cpp ? "))) " : ")) ") + Variable.str() + " = " +
           identity(Identity, Variable) + "; __attribute__((twofold_quiet(0,");
  Out.string(Name).text(", 1)));");
}

/// `if (e < best) best = e`, with the place where it is. From the last element
/// to the first, so that a tie of any value goes to the first.
void ReductionWriter::extreme(bool Least, bool Where) {
  std::string E = Source.fresh("e");
  bool Cpp = Source.PP.getLangOpts().CPlusPlus;
  auto Each = [&] {
    Out.text(std::string("{ const ") +
             (Cpp ? "__remove_cvref(__typeof__(" : "__typeof__(") + Best +
             (Cpp ? ")) " : ") ") + E + " = ");
    elements();
    Out.text("; if (" + E + (Least ? "<" : ">") + (Where ? "=" : "") + Best +
             ") {" + Best + " = " + E + ";");
    if (Where) {
      Out.text(Result + " = ");
      Loops.linear();
      Out.text(";");
    }
    Out.text("} }");
  };
  Loops.parallel(Each, false, /*Backward=*/Where);
}

void ReductionWriter::write() {
  Form F = formOf(Name);
  Result = Source.fresh("result_");
  Out.at(Source.at(P)).text("__extension__ ({");
  for (SlicePart *C : P.Children)
    Loops.take(*C);
  Out.at(Source.at(P));
  bool Where = StringRef(Name).starts_with("twofold_arg");
  Best = Where ? Source.fresh("best_") : Result;
  if (StringRef(F.Type) == "=")
    declare(Result, F.Identity);
  else
    Out.text(std::string(F.Type) + " " + Result + " = " + F.Identity + ";");
  if (Where)
    declare(Best, Name == "twofold_argmin" ? "most" : "least");
  Loops.guard();
  Loops.reduce(Where ? Result + "," + Best : Result);
  if (Where || !*F.Before) {
    extreme(Name == "twofold_min" || Name == "twofold_argmin", Where);
  } else {
    Loops.parallel([&] {
      Out.text(filled(F.Before, 'R', Result));
      elements();
      Out.text(F.Behind);
    });
  }
  Out.at(Source.at(P)).text(Result + "; })");
}

} // namespace

void writeReduction(SliceSource &Source, TokenWriter &Out, SlicePart &P) {
  unsigned Rank = 0;
  for (SlicePart *C : P.Children)
    Rank = std::max(Rank, C->Rank);
  for (SlicePart *C : P.Children)
    if (SliceOperands::indexed(*C) > Rank) {
      Source.Diags.report(Source.at(P), diag::Id::SliceIndex);
      Source.Failed = true;
      return;
    }
  ReductionWriter(Source, Out, P, Rank).write();
}

} // namespace twofold
