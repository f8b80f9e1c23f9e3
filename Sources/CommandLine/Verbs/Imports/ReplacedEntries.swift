/// Entries of a crontab or an anacrontab that requests have replaced. They are comments that name the request:
/// `# replaced by rubato: cron-backup | 0 3 * * * backup`.
package enum ReplacedEntries {
  /// One entry.
  package struct Entry: Hashable, Sendable {
    /// The id of the request.
    package var id: String
    /// The owner of the request; `nil` for the owner of the table.
    package var user: String?

    package init(id: String, user: String? = nil) {
      (self.id, self.user) = (id, user)
    }
  }

  /// The beginning of such a comment.
  private static let beginning = Array("# replaced by rubato: ".utf8)
  /// The text between the request and the line of the entry.
  private static let separator = Array(" | ".utf8)
  private static let newline = UInt8(ascii: "\n")

  /// Returns the table with the entries of some lines, counted from 1, as comments.
  package static func tableDisabling(_ entries: [Int: Entry], in table: [UInt8]) -> [UInt8] {
    let lines = table.split(separator: newline, omittingEmptySubsequences: false)
    let changed = lines.enumerated().map { index, line -> [UInt8] in
      guard let entry = entries[index + 1] else { return Array(line) }
      let label = entry.id + (entry.user.map { " \($0)" } ?? "")
      return beginning + Array(label.utf8) + separator + line
    }
    return Array(changed.joined(separator: [newline]))
  }

  /// Returns the disabled entries of a table.
  package static func all(in table: [UInt8]) -> [Entry] {
    table.split(separator: newline).compactMap { parsed($0)?.entry }
  }

  /// Returns the table with the entries of these requests as they were before.
  package static func tableRestoring(_ ids: Set<String>, in table: [UInt8]) -> [UInt8] {
    let lines = table.split(separator: newline, omittingEmptySubsequences: false)
    let changed = lines.map { line -> [UInt8] in
      guard let (entry, original) = parsed(line), ids.contains(entry.id) else { return Array(line) }
      return Array(original)
    }
    return Array(changed.joined(separator: [newline]))
  }

  /// Returns the entry of a comment, and the line that it replaces; `nil` for another line.
  private static func parsed(_ line: ArraySlice<UInt8>) -> (
    entry: Entry, original: ArraySlice<UInt8>
  )? {
    guard line.starts(with: beginning) else { return nil }
    let rest = line.dropFirst(beginning.count)
    guard let bar = rest.firstRange(of: separator) else { return nil }
    // The id, and the owner if that is not the owner of the table.
    let words = String(decoding: rest[..<bar.lowerBound], as: UTF8.self).split(separator: " ")
    guard let id = words.first, words.count <= 2 else { return nil }
    let user = words.count == 2 ? String(words[1]) : nil
    return (Entry(id: String(id), user: user), rest[bar.upperBound...])
  }
}
