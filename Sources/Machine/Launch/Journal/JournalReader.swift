import CSystemd
import Glibc
import Scheduling

/// Reads the output of runs in the journal. Opened for each reading, since the journal's files are added and
/// removed.
final class JournalReader {
  private let isOfUser: Bool
  /// The ends of earlier readings, so that followers of a run do not read from its start each time.
  private var readingEnds = [LaunchID: ReadingEnds]()

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

  /// Maximum number of runs with known ends of readings; above it, all these ends are forgotten.
  private static let mostReadRuns = 256

  /// Returns the output from an offset; without an offset, the newest output. The last line is complete, so a piece
  /// can exceed the limit. If the limit ends the piece, its `end` is the end of the piece and not of the output.
  func read(
    of id: LaunchID, _ starts: [UnitStart], from offset: Int64?, limitBytes: Int
  ) throws(LaunchError) -> RunOutput {
    guard let journal = OpenJournal(isOfUser: isOfUser) else {
      throw .unavailable("The journal cannot be opened: \(errorText(errno)).")
    }
    journal.matchOutput(of: starts)
    // Continues where the last reading ended, since the journal knows no offsets: all lines before must be counted.
    let lastEnd = offset.flatMap { readingEnds[id]?.end(before: $0, of: starts) }
    var piece = OutputPiece(
      firstByte: offset, limitBytes: limitBytes, start: lastEnd?.offset ?? 0)
    let lastCursor = journal.visitOutputLines(of: starts, after: lastEnd?.cursor) { line in
      piece.add(line)
      return !piece.isFull
    }
    // Without a new entry, the reading ends where the last one ended.
    if let cursor = lastCursor ?? lastEnd?.cursor {
      // A bound for the memory: a forgotten end only makes the next reading slower.
      if readingEnds.count > Self.mostReadRuns { readingEnds = [:] }
      readingEnds[id, default: ReadingEnds(of: starts)].add(
        ReadingEnds.End(cursor: cursor, offset: piece.end), of: starts)
    }
    return piece.output
  }

  /// Returns the newest output of these unit starts, at most this many bytes.
  func readNewest(_ starts: [UnitStart], limitBytes: Int) throws(LaunchError) -> NewestOutput {
    guard let journal = OpenJournal(isOfUser: isOfUser) else {
      throw .unavailable("The journal cannot be opened: \(errorText(errno)).")
    }
    journal.matchOutput(of: starts)
    return journal.newestOutput(of: starts, limitBytes: limitBytes)
  }

  /// Forgets the ends of readings of a run.
  func forget(_ id: LaunchID) {
    readingEnds[id] = nil
  }

  /// Returns the last lines of the output of these unit starts, at most 512 bytes of each; empty if there are none.
  func lastLines(of starts: [UnitStart], limit: Int = KillReportCollector.lastLines) -> [String] {
    guard !starts.isEmpty, let journal = OpenJournal(isOfUser: isOfUser) else { return [] }
    journal.matchOutput(of: starts)
    return journal.lastLines(limit, of: starts).map { PlainText.line(of: $0.prefix(512)) }
  }

  /// systemd's message about a command that it could not execute.
  struct ExecutionFailure: Equatable {
    var message: String
    var error: Int32
    /// Whether the program itself was not found, rather than its interpreter.
    var isProgramMissing: Bool
  }

  /// Returns systemd's last message that it could not execute the command of this unit start; `nil` if there is none.
  func executionFailure(invocation: String) -> ExecutionFailure? {
    guard let journal = OpenJournal(isOfUser: isOfUser) else { return nil }
    journal.matchFailures(of: invocation)
    return journal.lastExecutionFailure()
  }
}
