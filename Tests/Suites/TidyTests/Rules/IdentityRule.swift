/// The type of a launched object is a case of an enum, never a range of its number. This rule finds code that compares
/// the number of a run, a check or a process with a bound. It is a heuristic: it knows the endings of the names of such
/// numbers.
struct IdentityRule: Rule {
  func findings(in file: Repository.File) -> [Finding] {
    findings(inCodeOf: file) { line in
      Self.compares(line)
        ? "a number of identity is compared with a bound; give its kind a case" : nil
    }
  }

  /// The parts of which a bound has one, unless it is a long number.
  private static let signs = ["<< ", "0x", ".first", ".lowest", ".base", ".begin"]

  private static func hasLongNumber(_ line: Substring) -> Bool {
    var digits = 0
    return line.utf8.contains { byte in
      digits = (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_") ? digits + 1 : 0
      return digits > 6
    }
  }

  private static func compares(_ line: Substring) -> Bool {
    // The expressions are slow, and few lines hold a bound.
    guard line.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }),
      hasLongNumber(line) || signs.contains(where: { line.contains($0) })
    else { return false }
    let order =
      #/(?:\b(?:id|run|check|process)|(?:ID|Run|Check|Process))\b(?:\.\w+)?\)? (?:<|>|<=|>=) \(?(?:\d+ << \d|\d[\d_]{6,}|0x[\dA-Fa-f_]{6,}|[A-Z]\w*\.(?:first|lowest|base|begin))/#
    let range =
      #/(?:\d+ << \d+|\d[\d_]{6,})\)? ?\.\.[.<].*(?:~= |contains\()(?:\w+\.)*(?:id|run|check|process|\w*ID)\b/#
    return [order.wordBoundaryKind(.simple), range.wordBoundaryKind(.simple)].contains {
      line.contains($0)
    }
  }
}
