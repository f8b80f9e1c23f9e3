import CSystemd
import Glibc
import Scheduling

/// Reads the output of runs in the journal. Opened for each reading, since the journal's files are added and
/// removed.
final class JournalReader {
  private let isOfUser: Bool
  /// The ends of earlier readings, so that a follower of a run does not read from its start each time.
  private var readingEnds = [LaunchID: ReadingEnd]()

  private struct ReadingEnd {
    var starts: [UnitStart]
    /// The journal's cursor of the last line that was read.
    var cursor: String
    /// The offset after that line in the output of the run.
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

  /// Maximum number of runs with a known end of a reading; above it, all these ends are forgotten.
  private static let mostReadingEnds = 256

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
    let lastEnd = readingEnd(of: id, starts, before: offset)
    var piece = OutputPiece(
      firstByte: offset, limitBytes: limitBytes, start: lastEnd?.offset ?? 0)
    let lastCursor = journal.visitOutputLines(of: starts, after: lastEnd?.cursor) { line in
      piece.add(line)
      return !piece.isFull
    }
    // Without a new entry, the reading ends where the last one ended.
    if let cursor = lastCursor ?? lastEnd?.cursor {
      // A bound for the memory: a forgotten end only makes the next reading slower.
      if readingEnds.count > Self.mostReadingEnds { readingEnds = [:] }
      readingEnds[id] = ReadingEnd(starts: starts, cursor: cursor, offset: piece.end)
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

  /// Returns the end of the last reading of these unit starts, from which a reading from `offset` can continue; `nil`
  /// if the output must be read from its first line.
  private func readingEnd(of id: LaunchID, _ starts: [UnitStart], before offset: Int64?)
    -> ReadingEnd?
  {
    guard let offset, let end = readingEnds[id], end.starts == starts, end.offset <= offset
    else { return nil }
    return end
  }

  /// Forgets the end of the last reading of a run.
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
