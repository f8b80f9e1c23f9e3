import Descriptors
import Scheduling

/// The output of units. It is in the journal, and is found by the unit starts noted here. If a user cannot read the
/// journal, it is in files.
final class UnitOutput {
  /// The output in files: of a user who cannot read the journal, and of another launcher before.
  private let files: OutputStore
  private let fileFollower: OutputFollower
  /// Keeps the output in files if the journal cannot be read; `nil` if it does not.
  var keeper: OutputKeeper? {
    didSet { keepsFiles = keeper != nil && !journal.isReadable }
  }
  private let notes: UnitNotes
  private let journal: JournalReader
  private let journalFollower: JournalFollower
  private let sync: JournalSync

  /// - Throws: An error if the directory cannot be used.
  init(directory: String, isOfUser: Bool, loop: EventLoop) throws(LaunchError) {
    files = try OutputStore(directory: directory)
    fileFollower = OutputFollower(directory: directory, loop: loop)
    notes = UnitNotes(directory: directory)
    journal = JournalReader(isOfUser: isOfUser)
    journalFollower = JournalFollower(isOfUser: isOfUser, loop: loop)
    sync = JournalSync(loop: loop)
  }

  // MARK: Starts

  /// Deletes the output of an earlier run with this number.
  func deleteEarlierOutput(of id: LaunchID) { try? files.forget(id) }

  /// Records a start of a unit for a run, so that its output is found in the journal, also by a follower.
  func noteStart(_ start: UnitStart, of id: LaunchID) {
    notes.add(start, to: id)
    if let run = id.run { journalFollower.updateStarts(notes.starts(of: id), of: run) }
  }

  /// Whether this start of a unit was noted.
  func hasNoted(invocation: String, of id: LaunchID) -> Bool {
    notes.starts(of: id).contains { $0.invocation == invocation }
  }

  // MARK: Files

  /// Whether the output of new runs is kept in files.
  private(set) var keepsFiles = false

  /// Returns the order with the program that keeps its output in files; unchanged if the journal has the output.
  func orderKeepingOutput(_ order: LaunchOrder) -> LaunchOrder {
    // The journal becomes readable with the first entry of its user, and stays readable.
    if keepsFiles { keepsFiles = !journal.isReadable }
    guard keepsFiles, let keeper else { return order }
    return keeper.wrapping(order, after: files.tail(of: order.id))
  }

  // MARK: Reading

  /// Returns a piece of a run's output. Waits up to 0.3 s if journald is still writing received entries. If no start of
  /// a unit was noted, or the output was kept in files, reads these files.
  func read(of id: LaunchID, from offset: Int64?, limitBytes: Int) throws(LaunchError) -> RunOutput
  {
    let starts = notes.starts(of: id)
    if starts.isEmpty || isInFiles(id) {
      return try files.read(of: id, from: offset, limitBytes: limitBytes)
    }
    sync.wait(timeoutMilliseconds: 300)
    return try journal.read(of: id, starts, from: offset, limitBytes: limitBytes)
  }

  /// Returns the newest output of a run, at most this many bytes, from the place where `read` reads it.
  func readNewest(of id: LaunchID, limitBytes: Int) throws(LaunchError) -> NewestOutput {
    let starts = notes.starts(of: id)
    if starts.isEmpty || isInFiles(id) {
      let output = try files.read(of: id, from: nil, limitBytes: limitBytes)
      return NewestOutput(bytes: output.bytes, isWhole: output.start == 0)
    }
    sync.wait(timeoutMilliseconds: 300)
    return try journal.readNewest(starts, limitBytes: limitBytes)
  }

  func lastLines(of id: LaunchID) -> [String] {
    isInFiles(id) ? files.lastLines(of: id) : journal.lastLines(of: notes.starts(of: id))
  }

  /// Whether there are files with output of the run. A run without output has none.
  func hasFiles(of id: LaunchID) -> Bool { files.bytes(of: id) > 0 }

  private func isInFiles(_ id: LaunchID) -> Bool { hasFiles(of: id) || keepsFiles }

  /// Returns systemd's message about a command that it could not execute; `nil` if there is none.
  func executionFailure(invocation: String) -> JournalReader.ExecutionFailure? {
    journal.executionFailure(invocation: invocation)
  }

  /// Whether there is a journal that this process may read.
  var isJournalReadable: Bool { journal.isReadable }

  /// Makes journald write all received entries. `body` is called on the loop when that is done, or takes too long.
  func syncJournal(then body: @escaping () -> Void = {}) { sync.requestSync(body) }

  // MARK: All runs

  var runs: [RunID] { files.runs() }

  func bytes(of run: RunID) -> Int64 { files.bytes(of: .run(run)) }

  /// Calls `onNewOutput` from now on when one of these runs may have new output, and for no other runs.
  func follow(_ runs: Set<RunID>, onNewOutput: @escaping (RunID) -> Void) {
    let starts = runs.map { ($0, notes.starts(of: .run($0))) }
    journalFollower.follow(
      Dictionary(uniqueKeysWithValues: starts), onNewOutput: onNewOutput)
    if keeper != nil { fileFollower.follow(runs, onNewOutput: onNewOutput) }
  }

  /// Deletes the notes and the kept output of a run. The journal keeps its entries, and drops them by its own rules.
  func forget(_ id: LaunchID) throws(LaunchError) {
    journal.forget(id)
    try files.forget(id)
  }
}
