import CSystemd
import Glibc
import Scheduling

/// Reads the output of runs in the journal. Opened for each reading, since the journal's files are added and
/// removed.
final class JournalReader {
  private let isOfUser: Bool
  /// The ends of earlier readings, so that a follower of a run does not read from its start each time.
  private var places = [LaunchID: Place]()

  private struct Place {
    var starts: [UnitStart]
    var cursor: String
    var offset: Int64
  }

  init(isOfUser: Bool) {
    self.isOfUser = isOfUser
  }

  /// Whether there is a journal that this process may read. For a user, it must have entries of this boot: without
  /// persistent storage, journald has no files of users (SplitMode= in journald.conf(5)), but old ones can be left.
  var isReadable: Bool {
    guard let journal = OpenJournal(isOfUser: isOfUser) else { return false }
    if isOfUser { journal.matchThisBoot() }
    return journal.hasEntries
  }

  /// Maximum number of followed runs with a place; above it, all places are forgotten.
  private static let mostPlaces = 256

  /// Returns the output from an offset; without an offset, the newest output. The last line is complete, so a piece
  /// can exceed the limit. If a piece ends there before the output does, its `end` is the end of the piece.
  func read(
    of id: LaunchID, _ starts: [UnitStart], from offset: Int64?, limitBytes: Int
  ) throws(LaunchError) -> RunOutput {
    guard let journal = OpenJournal(isOfUser: isOfUser) else {
      throw .unavailable("The journal cannot be opened: \(errorText(errno)).")
    }
    journal.matchOutput(of: starts)
    let place = places[id].flatMap { known in
      known.starts == starts && offset.map { $0 >= known.offset } == true ? known : nil
    }
    var piece = OutputPiece(wanted: offset, limitBytes: limitBytes, start: place?.offset ?? 0)
    let cursor =
      journal.forEach(of: starts, after: place?.cursor) { line in
        piece.add(line)
        return !piece.isFull
      } ?? place?.cursor
    if let cursor {
      if places.count > Self.mostPlaces { places = [:] }
      places[id] = Place(starts: starts, cursor: cursor, offset: piece.end)
    }
    return piece.output
  }

  func forget(_ id: LaunchID) {
    places[id] = nil
  }

  /// Returns the last lines of the output of these unit starts, at most 512 bytes of each; empty if there are none.
  func lastLines(of starts: [UnitStart], limit: Int = KillReportCollector.lastLines) -> [String] {
    guard !starts.isEmpty, let journal = OpenJournal(isOfUser: isOfUser) else { return [] }
    journal.matchOutput(of: starts)
    return journal.last(limit, of: starts).map { PlainText.line(of: $0.prefix(512)) }
  }

  /// systemd's message about a command that it could not execute.
  struct Failure: Equatable {
    var message: String
    var error: Int32
    /// Whether the program itself was not found, rather than its interpreter.
    var isProgramMissing: Bool
  }

  /// Returns systemd's last message that it could not execute the command of this unit start; `nil` if there is none.
  func failure(invocation: String) -> Failure? {
    guard let journal = OpenJournal(isOfUser: isOfUser) else { return nil }
    journal.matchFailures(of: invocation)
    return journal.failure()
  }
}
