import Scheduling
import Terminal

/// The entries of another scheduler as requests, in their order.
package struct Translation: Sendable {
  /// The result for one entry.
  package enum Outcome: Hashable, Sendable {
    case task(TranslatedTask)
    /// The entry is valid, but has no counterpart here. The text is the reason and the remedy.
    case kept(String)
    /// The entry is not valid. The text is the problem and the allowed values.
    case malformed(String)
  }

  /// One entry of a file.
  package struct Item: Hashable, Sendable {
    package var file: String
    /// The line of the entry, from 1; 0 if the file has no lines.
    package var line: Int
    /// The entry as it is written.
    package var source: String
    package var outcome: Outcome

    package init(file: String, line: Int, source: String, outcome: Outcome) {
      (self.file, self.line) = (file, line)
      (self.source, self.outcome) = (source, outcome)
    }

    /// The place of the entry for messages.
    package var place: String { line == 0 ? file : "\(file):\(line)" }

    /// The request of the entry; `nil` if it was not translated.
    package var task: TranslatedTask? {
      if case .task(let task) = outcome { task } else { nil }
    }

    /// The reason why the entry was not translated; `nil` if it was.
    package var reason: String? {
      switch outcome {
      case .task: nil
      case .kept(let text), .malformed(let text): text
      }
    }
  }

  package var items: [Item] = []

  package init(items: [Item] = []) {
    self.items = items
  }

  /// The entries that are not valid.
  package var malformed: [Item] {
    items.filter { if case .malformed = $0.outcome { true } else { false } }
  }

  /// The number of places that a sentence names.
  private static let mostNamed = 20

  /// The summary of a check: the number of translated entries, the places of entries that stay in the other scheduler,
  /// and those of entries that are not valid, for which an import would be refused.
  package var summary: String {
    let kept = items.filter { if case .kept = $0.outcome { true } else { false } }
    var sentences = [
      "\(items.count { $0.task != nil }) of \(items.count) entries were translated; nothing was queued."
    ]
    if !kept.isEmpty {
      sentences.append("Without a counterpart, these would stay: \(Self.places(of: kept)).")
    }
    if !malformed.isEmpty {
      sentences.append(
        "The import would be refused, because these entries are not valid: \(Self.places(of: malformed));"
          + " correct them, or comment them out.")
    }
    return sentences.joined(separator: " ")
  }

  private static func places(of items: [Item]) -> String {
    let more = items.count > mostNamed ? ", and \(items.count - mostNamed) more" : ""
    return items.prefix(mostNamed).map(\.place).joined(separator: ", ") + more
  }

  /// The documents of all requests, as `rubatoctl import` reads them. Entries that were not translated are comments.
  package var yaml: String {
    items.map { item in
      let place = Self.comment("\(item.place): \(item.source)")
      switch item.outcome {
      case .task(let task):
        return "---\n" + place + task.notes.map { Self.comment($0) }.joined() + task.yaml
      case .kept(let reason), .malformed(let reason):
        return place + Self.comment("Not translated: \(reason)")
      }
    }.joined()
  }

  /// Returns a line of YAML that is only a comment.
  private static func comment(_ text: String) -> String {
    "# \(text.replacing("\t", with: " ").visible)\n"
  }
}
