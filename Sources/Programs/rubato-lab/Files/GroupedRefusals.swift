import Files
import Terminal
import Verbs
import Vocabulary

/// The refusals of many requests. All refusals of one file with the same text have one line for people, since thousands
/// of requests can have the same mistake.
struct GroupedRefusals {
  /// Refusals that differ only in their lines.
  private struct Group {
    var file: String
    var text: String
    /// The line of the first request, with its place.
    var firstLine: BatchLine
    /// The lines of the first requests in the file, at most `mostLines`.
    var lines: [Int]
    var count = 1
  }

  /// Maximum number of lines that the sentence on a group names.
  private static let mostLines = 5

  private var groups: [Group] = []
  /// The positions of the groups by their files and texts.
  private var positions: [[String]: Int] = [:]

  /// Adds the refusal of a request.
  mutating func add(_ entry: SubmittedFiles.Entry, _ problem: BatchLine.Problem) {
    let text = Self.withoutPlace(problem.message, of: entry)
    guard let position = positions[[entry.file, text]] else {
      positions[[entry.file, text]] = groups.count
      groups.append(
        Group(
          file: entry.file, text: text, firstLine: BatchLine(entry, problem), lines: [entry.line]))
      return
    }
    groups[position].count += 1
    if groups[position].lines.count < Self.mostLines { groups[position].lines.append(entry.line) }
  }

  /// Prints the added refusals to standard error, each text once, and forgets them.
  mutating func print() {
    for group in groups {
      guard group.count > 1 else {
        group.firstLine.print(asJSON: false)
        continue
      }
      let file = group.file == "-" ? "standard input" : group.file.visible
      let lines = group.lines.map(String.init).enumerated(first: Self.mostLines, of: group.count)
      Output.printError(
        "rubatoctl: \(group.count) requests were refused, in lines \(lines) of \(file):"
          + " \(group.text.visible)")
    }
    (groups, positions) = ([], [:])
  }

  /// Returns the message without the file, line and column at its beginning.
  private static func withoutPlace(_ message: String, of entry: SubmittedFiles.Entry) -> String {
    let file = "\(entry.file):"
    guard message.hasPrefix(file) else { return message }
    let rest = message.dropFirst(file.count).drop { $0 == ":" || $0.isASCII && $0.isNumber }
    return rest.hasPrefix(" ") ? String(rest.dropFirst()) : message
  }
}
