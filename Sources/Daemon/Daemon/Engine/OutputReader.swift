import Control
import DequeModule
import Descriptors
import Launch
import Scheduling
import Store
import VarlinkServer

/// The output that a call requests.
struct WantedOutput: Sendable {
  /// The query for the runs.
  var query: RunQuery
  /// The request whose later runs are also read, until the request neither waits nor runs; `nil` if only the runs of
  /// `query` are read.
  var followed: RequestKey?
  /// Whether a live run is read to its end.
  var follows: Bool
  /// Selects all runs that were running then or later; `nil` if there is no limit.
  var since: WallTime?
  /// Selects all runs with higher numbers; `nil` if there is no limit.
  var after: RunID?
  /// Number of bytes to skip in the output of the first run.
  var offset: Int64

  /// Whether only the newest run and later ones are selected.
  var isOfNewest: Bool { since == nil && after == nil }

  /// Returns whether the output of `run` is requested: the run has a number above `after`, and has not ended before
  /// `since`.
  func includes(_ run: Run) -> Bool {
    if let after, run.id <= after { return false }
    guard let since, let ending = run.ending else { return true }
    return ending.at >= since
  }
}

/// A call that reads the output of runs, oldest first, and can follow it. It reads in pieces like other reads, and
/// no faster than the client. Used on the engine's loop only.
final class OutputReader {
  let call: ServerCall
  private let user: UInt32
  private let wanted: WantedOutput
  /// The refusal if there is no such run.
  private let refusalIfNoRun: Refusal
  /// Runs to be read, oldest first; the first is being read.
  private var runs: Deque<RunID> = []
  /// The last run found in the search, newest first; `nil` before the first.
  private var lastFoundRun: RunID?
  private var hasFoundAll = false
  /// The newest known run.
  private var newestKnownRun: RunID = 0
  /// The last run that was read to its end; `nil` if there is none.
  private var lastReadRun: RunID?
  /// The number of bytes read of the first run.
  private var offset: Int64
  private var isTruncated = false
  /// The start of a character whose remaining bytes are still to come.
  private var incompleteCharacter: [UInt8] = []
  private var isQueued = false
  /// Whether the reader continues only after the client has read the sent output.
  private var waitsForClient = false
  /// The followed run; `nil` if none is followed.
  private(set) var followedRun: RunID?
  /// The request whose later runs the call also reads; `nil` if it reads only runs that exist.
  var followedRequest: RequestKey? { wanted.followed }

  /// Bytes of output in one piece; JSON can encode one byte as six.
  private static let pieceBytes = 64 * 1024
  /// Number of runs in one search. With the longest arguments that a run records, they are read in about a
  /// millisecond.
  private static let runsPerSearch = 16

  init(_ call: ServerCall, of user: UInt32, _ wanted: WantedOutput, refusalIfNoRun: Refusal) {
    (self.call, self.user, self.wanted, self.refusalIfNoRun) = (call, user, wanted, refusalIfNoRun)
    offset = wanted.offset
  }

  /// Queues the reader, which then performs piece after piece of its work until no piece follows now. Does nothing if
  /// the reader is already queued, or waits for the client.
  func queue(_ engine: Engine) {
    guard !isQueued, !waitsForClient else { return }
    isQueued = true
    engine.readers.queue.put(for: user) { [unowned engine] in
      let progress = self.performNextPiece(engine)
      if case .finished = progress { self.isQueued = false }
      return progress
    }
    engine.continueReads()
  }

  /// Appends a run of the followed request to the runs to be read, unless it is known. Called after its start and after
  /// its end.
  func appendRun(_ run: RunID) {
    // Before the first search, no run is appended: the search will find it.
    guard hasFoundAll || lastFoundRun != nil, run > max(newestKnownRun, wanted.after ?? 0) else {
      return
    }
    newestKnownRun = run
    runs.append(run)
  }

  /// Performs one piece of work: finds runs, reads output, or begins a wait. Returns whether more pieces follow now. A
  /// refusal ends the call.
  private func performNextPiece(_ engine: Engine) -> ReadQueue.Progress {
    if call.isAbandoned { return endCall(engine) }
    if call.isBehind { return waitForClient(engine) }
    do throws(Refusal) {
      if !hasFoundAll { return try findRuns(engine) }
      guard let run = runs.first else { return try waitForRun(engine) }
      return try read(run, engine)
    } catch {
      call.fail(error)
      return endCall(engine)
    }
  }

  /// Removes the reader, whose call is answered or abandoned. Returns that no piece follows.
  private func endCall(_ engine: Engine) -> ReadQueue.Progress {
    engine.readers.outputs.remove(self, engine)
    return .finished
  }

  /// Stops reading, and queues the reader again after the client has read the sent replies.
  private func waitForClient(_ engine: Engine) -> ReadQueue.Progress {
    waitsForClient = true
    // Safe to send: the reader is used on the loop only.
    nonisolated(unsafe) weak let reader = self
    call.whenRead { [weak engine] in
      engine?.loop.execute { [weak engine] in
        guard let engine, let reader else { return }
        reader.waitsForClient = false
        reader.queue(engine)
      }
    }
    return .finished
  }
}

// MARK: Search for runs

extension OutputReader {
  /// Searches for the next requested runs, from the newest to the oldest, and puts them before the runs found so far.
  /// The search ends with a page that is not full or contains no requested run.
  private func findRuns(_ engine: Engine) throws(Refusal) -> ReadQueue.Progress {
    var query = wanted.query
    query.before = lastFoundRun
    query.limit = wanted.isOfNewest ? 1 : Self.runsPerSearch
    let page = try engine.runs(query)
    let found = page.filter(wanted.includes)
    for run in found { runs.prepend(run.id) }
    newestKnownRun = max(newestKnownRun, page.first?.id ?? 0)
    lastFoundRun = page.last?.id
    // Runs that are older than a page without a requested run are not requested either.
    let isLastPage = page.count < Self.runsPerSearch || found.isEmpty
    hasFoundAll = wanted.isOfNewest || isLastPage
    return .more
  }

  /// Ends the call if no run can follow; otherwise waits for the next run, whose start queues the reader again. Throws
  /// the refusal `refusalIfNoRun` if the call ends and no run was read.
  private func waitForRun(_ engine: Engine) throws(Refusal) -> ReadQueue.Progress {
    if let key = wanted.followed, engine.core.hasWork(for: key) { return .finished }
    guard let lastReadRun else { throw refusalIfNoRun }
    // All output was sent in continuing replies; this one only ends the call.
    call.reply(Logs.Reply(run: lastReadRun, text: "", truncated: false, end: offset))
    return endCall(engine)
  }

  /// Returns whether no run follows the run that is being read: no later run is known, and the followed request, if
  /// there is one, neither waits nor runs.
  private func isLast(_ engine: Engine) -> Bool {
    guard runs.count == 1 else { return false }
    return wanted.followed.map { !engine.core.hasWork(for: $0) } ?? true
  }
}

// MARK: Reading their output

extension OutputReader {
  /// Sends the next piece of a run's output. If there is none, waits for more of a followed live run, and otherwise
  /// ends the run's output.
  private func read(_ id: RunID, _ engine: Engine) throws(Refusal) -> ReadQueue.Progress {
    guard let run = try engine.runs(RunQuery(run: id, limit: 1)).first else {
      // The run is no longer on record.
      return beginNextRun(engine)
    }
    let isLive = run.ending == nil
    if isLive, wanted.follows { follow(run, engine) }
    // A task has written to the output of its process.
    let piece = try engine.output(of: .run(run.launched), from: offset, limitBytes: Self.pieceBytes)
    if !piece.bytes.isEmpty {
      send(piece, of: run)
      return .more
    }
    // New output, or the end of the run, queues the reader again.
    if isLive, wanted.follows { return .finished }
    return endOutput(of: run, engine)
  }

  /// Sends a piece of output, except for an incomplete character at its end, which the next piece completes.
  private func send(_ piece: RunOutput, of run: Run) {
    // The launcher returns later bytes if it no longer has the bytes at `offset`.
    let isBeginningLost = piece.start > offset
    isTruncated = isTruncated || isBeginningLost
    offset = piece.start + Int64(piece.bytes.count)
    let bytes = incompleteCharacter + piece.bytes
    incompleteCharacter = bytes.incompleteCharacterAtEnd
    call.replyContinuing(
      reply(of: run, Array(bytes.dropLast(incompleteCharacter.count)), ended: nil))
  }

  /// Sends the last reply of the run, with the rest of its output and with its end. If no run follows, it is the last
  /// reply of the call; otherwise the next run begins.
  private func endOutput(of run: Run, _ engine: Engine) -> ReadQueue.Progress {
    // The bytes of a character that the run has begun to write and not completed.
    let rest = incompleteCharacter
    incompleteCharacter = []
    lastReadRun = run.id
    let endedRun = run.ending == nil ? nil : RunInfo(run)
    let last = reply(of: run, rest, ended: endedRun)
    let isLastOfCall = isLast(engine)
    if isLastOfCall {
      call.reply(last)
      return endCall(engine)
    }
    call.replyContinuing(last)
    return beginNextRun(engine)
  }

  /// Ends the reading of the first run, stops following it, and prepares for the next run.
  private func beginNextRun(_ engine: Engine) -> ReadQueue.Progress {
    runs.removeFirst()
    offset = 0
    isTruncated = false
    incompleteCharacter = []
    if followedRun != nil {
      followedRun = nil
      engine.readers.outputs.updateFollowedRuns(engine)
    }
    return .more
  }

  /// Makes the launcher report new output of the live `run`. Does nothing if that is already the followed run.
  private func follow(_ run: Run, _ engine: Engine) {
    guard followedRun != run.launched else { return }
    followedRun = run.launched
    engine.readers.outputs.updateFollowedRuns(engine)
  }

  /// Returns a reply with the bytes of output of `run`. `ended` describes the run in its last reply, and is `nil`
  /// before.
  private func reply(of run: Run, _ bytes: [UInt8], ended: RunInfo?) -> Logs.Reply {
    Logs.Reply(
      run: run.id, text: String(decoding: bytes, as: UTF8.self), truncated: isTruncated,
      end: offset - Int64(incompleteCharacter.count), ended: ended)
  }
}

extension Scheduler {
  /// Whether the request waits, or one of its runs is alive.
  fileprivate func hasWork(for key: RequestKey) -> Bool {
    request(key) != nil || run(of: key) != nil
  }
}

extension [UInt8] {
  /// The incomplete UTF-8 character at the end of text; empty if the last character is complete.
  var incompleteCharacterAtEnd: [UInt8] {
    let longestCharacter = 4
    // In UTF-8, the first byte of a longer character begins with as many ones as the character has bytes. All other
    // bytes of the character begin with the bits 10.
    let start = suffix(longestCharacter).lastIndex { $0 & 0b1100_0000 != 0b1000_0000 }
    guard let start else { return [] }
    let length = (~self[start]).leadingZeroBitCount
    let presentLength = endIndex - start
    let isIncomplete = (2...longestCharacter).contains(length) && presentLength < length
    return isIncomplete ? Array(self[start...]) : []
  }
}
