// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NumberText.h - numbers as one line of text, and back ---------------===//
//
//   line := name (" " number)*
//
// For what is remembered on disk. A damaged line is refused as a whole, and so
// is a number out of its limits: nothing that is read can lead astray.
#ifndef TWOFOLD_RUNTIME_REPORT_NUMBERTEXT_H
#define TWOFOLD_RUNTIME_REPORT_NUMBERTEXT_H

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace twofold {

/// Whether all of Text is a number, which is stored then.
template <typename T>
bool parseNumber(std::string_view Text, T &Into, int Base = 10) {
  T Number;
  auto [End, Error] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Number, Base);
  if (Error != std::errc() || End != Text.data() + Text.size())
    return false;
  Into = Number;
  return true;
}

class NumberWriter {
  std::string Text;

public:
  explicit NumberWriter(std::string_view Name) : Text(Name) {}
  /// The shortest text that gives the same number again, in any locale.
  void add(double Number) {
    char Digits[40];
    auto [End, Error] = std::to_chars(Digits, Digits + sizeof Digits, Number);
    Text += ' ';
    Text.append(Digits, End);
  }
  std::string take() { return std::move(Text); }
};

class NumberReader {
  std::string_view Rest;
  bool Good;

public:
  NumberReader(std::string_view Text, std::string_view Name)
      : Rest(Text), Good(Text.substr(0, Name.size()) == Name) {
    if (Good)
      Rest.remove_prefix(Name.size());
  }
  /// The next number; Least once something was wrong.
  double next(double Least, double Most) {
    double Number = Least;
    if (!Good || Rest.empty() || Rest.front() != ' ')
      Good = false;
    if (!Good)
      return Least;
    Rest.remove_prefix(1);
    auto [End, Error] =
        std::from_chars(Rest.data(), Rest.data() + Rest.size(), Number);
    // A NaN is within no limits.
    Good = Error == std::errc() && Number >= Least && Number <= Most;
    Rest.remove_prefix(size_t(End - Rest.data()));
    return Good ? Number : Least;
  }
  /// Whether more numbers follow.
  bool more() const { return Good && !Rest.empty(); }
  /// Whether all was read, and was right.
  bool done() const { return Good && Rest.empty(); }
};

/// A record of a fixed list of numbers is one line, named Record::Line.
/// Record::numbers(Of, Visit) tells Visit of each of them, in their order, and
/// of the least and the greatest that it can be.
template <typename Record> std::string toLine(const Record &Of) {
  NumberWriter Out(Record::Line);
  Record::numbers(
      Of, [&](auto Number, double, double) { Out.add(double(Number)); });
  return Out.take();
}

/// Nothing for a line that toLine has not made, or with a number that cannot
/// be.
template <typename Record>
std::optional<Record> fromLine(std::string_view Line) {
  NumberReader In(Line, Record::Line);
  std::optional<Record> Out(std::in_place);
  Record::numbers(*Out, [&](auto &Number, double Least, double Most) {
    Number = std::decay_t<decltype(Number)>(In.next(Least, Most));
  });
  if (!In.done())
    Out.reset();
  return Out;
}

} // namespace twofold

#endif
