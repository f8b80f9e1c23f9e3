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

  /// The known values as a line, in this order, with spaces between.
  fileprivate var line: String {
    ([invocation, unit, microseconds.map(String.init)] as [String?]).compactMap(\.self).joined(
      separator: " ")
  }

  /// Makes a start. Its unit and its time are dropped unless both are known.
  init(invocation: String, unit: String? = nil, microseconds: Int64? = nil) {
    self.invocation = invocation
    // The unit and its time select entries of the journal only together.
    let hasBoth = unit != nil && microseconds != nil
    (self.unit, self.microseconds) = hasBoth ? (unit, microseconds) : (nil, nil)
  }

  /// Parses the line of a note: the id and, if both are known, the unit and the time. `nil` if the line is empty.
  fileprivate init?(line: Substring) {
    let words = line.split(separator: " ")
    guard let first = words.first else { return nil }
    self.init(
      invocation: String(first), unit: words.count == 3 ? String(words[1]) : nil,
      microseconds: words.count == 3 ? Int64(words[2]) : nil)
  }
}

/// The unit starts of each run: a line for each start, in a file next to the output of other launchers. They select
/// the run's output in the journal, so that it is not confused with an earlier run with the same number.
struct UnitNotes {
  let directory: String

  /// Notes a start of a unit for a run, unless it was noted before.
  func add(_ start: UnitStart, to id: LaunchID) {
    let path = self.path(of: id)
    guard !starts(of: id).contains(where: { $0.invocation == start.invocation }) else { return }
    mkdir("\(directory)/\(id.name)", 0o700)
    let flags = O_WRONLY | O_CREAT | O_APPEND
    guard let file = OwnedDescriptor.open(path, flags, mode: 0o600) else { return }
    // A note that cannot be written, as on a full disk, loses only the output, not the run.
    let line = start.line + "\n"
    _ = Glibc.write(file.raw, line, line.utf8.count)
  }

  func starts(of id: LaunchID) -> [UnitStart] {
    (SmallFile.read(path(of: id)) ?? "").split(separator: "\n").compactMap { UnitStart(line: $0) }
  }

  private func path(of id: LaunchID) -> String { "\(directory)/\(id.name)/units" }
}
