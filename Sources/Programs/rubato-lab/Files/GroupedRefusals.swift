import Files
import Terminal
import Verbs

/// The refusals of many requests. All refusals with the same text have one line for people, since thousands of requests
/// can have the same mistake.
struct GroupedRefusals {
  /// Refusals that differ only in their places.
  private struct Group {
    var text: String
    var first: SubmittedFiles.Entry
    /// The line of the first request, with its place.
    var firstLine: BatchLine
    var count = 1
  }

  private var groups: [Group] = []
  /// The positions of the groups by their texts.
  private var positions: [String: Int] = [:]

  /// Adds the refusal of a request.
  mutating func add(_ entry: SubmittedFiles.Entry, _ problem: BatchLine.Problem) {
    let text = Self.withoutPlace(problem.message, of: entry)
    if let position = positions[text] {
      groups[position].count += 1
    } else {
      positions[text] = groups.count
      groups.append(Group(text: text, first: entry, firstLine: BatchLine(entry, problem)))
    }
  }

  /// Prints the added refusals to standard error, each text once, and forgets them.
  mutating func print() {
    for group in groups {
      guard group.count > 1 else {
        group.firstLine.print(asJSON: false)
        continue
      }
      let file = group.first.file == "-" ? "standard input" : group.first.file
      let id = (try? group.first.task.get())?.id ?? ""
      Output.printError(
        "rubatoctl: \(group.count) requests were refused: \(group.text.visible); the first is in"
          + " line \(group.first.line) of \(file.visible)"
          + (id.isEmpty ? "" : ", id '\(id.visible)'"))
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
