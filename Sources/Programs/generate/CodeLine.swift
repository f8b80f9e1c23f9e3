/// A line of Swift that is broken if it is too long, in the formatter's style.
enum CodeLine {
  private static let longest = 100

  /// Returns the code of a call: `head`, the arguments in parentheses, and `tail`. A line that is too long is broken
  /// after ` = ` and before `tail`, or otherwise after each argument.
  static func call(_ head: String, _ arguments: [String], _ tail: String = "") -> [String] {
    let line = "\(head)(\(arguments.joined(separator: ", ")))\(tail)"
    guard line.count > longest else { return [line] }
    let indent = String(head.prefix { $0 == " " }) + "  "
    if let sign = line.firstRange(of: " = ") {
      // Without the space at its end.
      let assignment = String(line[..<sign.upperBound].dropLast())
      let value = indent + line[sign.upperBound...]
      guard value.count > longest else { return [assignment, value] }
      // The indent replaces the space at the beginning of `tail`.
      return [assignment, String(value.dropLast(tail.count)), "\(indent)\(tail.dropFirst())"]
    }
    return ["\(head)(", indent + arguments.joined(separator: ",\n\(indent)") + ")\(tail)"]
  }

  /// Returns `text` in quotation marks.
  static func literal(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}
