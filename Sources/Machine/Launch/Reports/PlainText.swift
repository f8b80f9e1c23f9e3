/// Text from other users, made safe for an administrator's terminal.
package enum PlainText {
  /// Returns one line without terminal controls: control characters become "?".
  package static func line(of bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for scalar in String(decoding: Array(bytes), as: UTF8.self).unicodeScalars {
      text.unicodeScalars.append(isTerminalControl(scalar) ? "?" : scalar)
    }
    return text
  }

  /// Returns the last lines of an output, without its carriage returns and control characters.
  /// - Parameters:
  ///   - bytes: The end of the output.
  ///   - isWhole: Whether it is the whole output; otherwise the first line lacks its beginning and is omitted if
  ///     there is another one.
  ///   - limit: Maximum number of lines.
  ///   - limitBytes: Maximum size of each line.
  package static func lastLines(
    of bytes: [UInt8], isWhole: Bool, limit: Int = 20, limitBytes: Int = 512
  ) -> [String] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The part after the last newline, if the output ends with one.
    if lines.last?.isEmpty == true { lines.removeLast() }
    if !isWhole, lines.count > 1 { lines.removeFirst() }
    return lines.suffix(limit).map { bytes in
      let hasCarriageReturn = bytes.last == UInt8(ascii: "\r")
      return line(of: (hasCarriageReturn ? bytes.dropLast() : bytes).prefix(limitBytes))
    }
  }

  /// Whether a terminal obeys the character: C0, DEL and C1. A tabulator is harmless.
  private static func isTerminalControl(_ scalar: UnicodeScalar) -> Bool {
    scalar != "\t" && (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value))
  }
}
