import Glibc
import Scheduling

/// One start of a unit.
struct UnitStart: Hashable {
  /// The id that systemd assigned, in hexadecimal digits.
  var invocation: String
  /// The unit, if it is the run's own; `nil` otherwise.
  var unit: String?
  /// Microseconds since 1970; `nil` if the time is unknown.
  var microseconds: Int64?
  /// The `SyslogIdentifier=` of the unit; `nil` if it has none, or none without spaces.
  var identifier: String?
  /// The end of the unit, in microseconds since 1970; `nil` if it has not ended, or the time is unknown.
  var endMicroseconds: Int64?

  /// The known values as a line, in this order, with spaces between.
  fileprivate var line: String {
    ([invocation, unit, microseconds.map(String.init), identifier] as [String?])
      .compactMap(\.self).joined(separator: " ")
  }

  /// Makes a start. Its unit, its time and its identifier are dropped unless unit and time are known.
  init(
    invocation: String, unit: String? = nil, microseconds: Int64? = nil, identifier: String? = nil
  ) {
    self.invocation = invocation
    // They select entries of the journal only together with the time.
    guard let unit, let microseconds else { return }
    (self.unit, self.microseconds) = (unit, microseconds)
    if let identifier, !identifier.isEmpty, !identifier.contains(where: \.isWhitespace) {
      self.identifier = identifier
    }
  }

  /// Parses the line of a note; `nil` if the line is empty.
  fileprivate init?(line: Substring) {
    let words = line.split(separator: " ")
    guard let first = words.first else { return nil }
    let hasUnit = words.count > 2
    self.init(
      invocation: String(first), unit: hasUnit ? String(words[1]) : nil,
      microseconds: hasUnit ? Self.microseconds(words[2]) : nil,
      identifier: words.count > 3 ? String(words[3]) : nil)
  }

  /// Parses a time of a note; `nil` if it is before 1970, or no number.
  fileprivate static func microseconds(_ word: Substring) -> Int64? {
    Int64(word).flatMap { $0 < 0 ? nil : $0 }
  }
}

/// The unit starts of each run: a line for each start, and a line for its end, in a file next to the output of other
/// launchers. They select the run's output in the journal, so that it is not confused with an earlier run with the same
/// number.
struct UnitNotes {
  let directory: String

  /// Notes a start of a unit for a run, unless it was noted before.
  func add(_ start: UnitStart, to id: LaunchID) {
    guard !starts(of: id).contains(where: { $0.invocation == start.invocation }) else { return }
    mkdir("\(directory)/\(id.name)", 0o700)
    append(start.line, to: id)
  }

  /// Notes the end of the last noted start of a run, unless it was noted before. Has no effect if no start was noted.
  func addEnd(microseconds: Int64, to id: LaunchID) {
    guard let last = starts(of: id).last, last.endMicroseconds == nil else { return }
    append("\(Self.endWord) \(microseconds)", to: id)
  }

  /// The first word of a line with an end. A start begins with hexadecimal digits.
  private static let endWord = "end"

  /// Appends a line to the notes of a run. A line that cannot be written, as on a full disk, loses only output, not the
  /// run.
  private func append(_ line: String, to id: LaunchID) {
    let flags = O_WRONLY | O_CREAT | O_APPEND
    guard let file = OwnedDescriptor.open(path(of: id), flags, mode: 0o600) else { return }
    let bytes = line + "\n"
    _ = Glibc.write(file.raw, bytes, bytes.utf8.count)
  }

  func starts(of id: LaunchID) -> [UnitStart] {
    var starts = [UnitStart]()
    for line in (SmallFile.read(path(of: id)) ?? "").split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == Self.endWord {
        guard let last = starts.indices.last else { continue }
        starts[last].endMicroseconds = UnitStart.microseconds(words[1])
      } else if let start = UnitStart(line: line) {
        starts.append(start)
      }
    }
    return starts
  }

  private func path(of id: LaunchID) -> String { "\(directory)/\(id.name)/units" }
}
