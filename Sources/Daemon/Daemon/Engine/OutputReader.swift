import Control
import DequeModule
import Descriptors
import Launch
import Scheduling
import Store
import VarlinkServer

/// What a call wants to read.
struct WantedOutput: Sendable {
  /// Finds the runs.
  var query: RunQuery
  /// The request of whose next runs the output is read as well, until it neither waits nor runs; nil reads no other runs.
  var followed: RequestKey?
  /// Whether a run that lives is read to its end.
  var follows: Bool
  /// Wanted are all runs that were running then or later; nil is whenever.
  var since: WallTime?
  /// Wanted are all runs with higher numbers; nil is whatever number.
  var after: RunID?
  /// How many bytes of the first run's output are left out.
  var offset: Int64

  /// Whether the newest run alone is wanted, and those that come.
  var isOfNewest: Bool { since == nil && after == nil }

  func wants(_ run: Run) -> Bool {
    if let after, run.id <= after { return false }
    guard let since, let ending = run.ending else { return true }
    return ending.at >= since
  }
}

/// A call that reads what runs wrote, oldest first, and may follow what they write on. It is a read as others are, a piece
/// at a time, and goes no faster than the client. Used on the engine's loop only.
final class OutputReader {
  let call: ServerCall
  private let user: UInt32
  private let wanted: WantedOutput
  /// What to say where there is no such run.
  private let missing: Refusal
  /// Runs to be read, oldest first; the first is being read.
  private var runs: Deque<RunID> = []
  /// The last run that was looked for, of the newest first; nil before the first.
  private var lastFound: RunID?
  private var hasFoundAll = false
  /// The newest run that was looked at.
  private var newest: RunID = 0
  /// The last that was read to its end.
  private var lastRead: RunID?
  /// How much of the first run was read.
  private var offset: Int64
  private var isTruncated = false
  /// The beginning of a character whose rest is still to come.
  private var cut: [UInt8] = []
  private var isInLine = false
  /// Whether it goes on once the client has read what it was sent.
  private var isBehind = false
  /// Runs that are followed, and of which request the next.
  private(set) var source: RunID?
  var key: RequestKey? { wanted.followed }

  /// Bytes of output in one piece; JSON may make six of one.
  private static let pieceBytes = 64 * 1024
  /// Of the longest arguments that a run records, these are read in about a millisecond.
  private static let stride = 16

  init(_ call: ServerCall, of user: UInt32, _ wanted: WantedOutput, missing: Refusal) {
    (self.call, self.user, self.wanted, self.missing) = (call, user, wanted, missing)
    offset = wanted.offset
  }

  /// Goes on when its turn comes.
  func lineUp(_ engine: Engine) {
    guard !isInLine, !isBehind else { return }
    isInLine = true
    engine.readers.queue.put(for: user) { [unowned engine] in
      let progress = self.readOn(engine)
      if case .finished = progress { self.isInLine = false }
      return progress
    }
    engine.continueReads()
  }

  /// A run of the request that is followed has begun or ended.
  func note(_ run: RunID) {
    // What has not been looked for yet will be found.
    guard hasFoundAll || lastFound != nil, run > max(newest, wanted.after ?? 0) else { return }
    newest = run
    runs.append(run)
  }

  private func readOn(_ engine: Engine) -> ReadQueue.Progress {
    if call.isAbandoned { return finish(engine) }
    if call.isBehind { return waitForClient(engine) }
    do throws(Refusal) {
      if !hasFoundAll { return try find(engine) }
      guard let run = runs.first else { return try waitForRun(engine) }
      return try read(run, engine)
    } catch {
      call.fail(error)
      return finish(engine)
    }
  }

  private func finish(_ engine: Engine) -> ReadQueue.Progress {
    engine.readers.outputs.remove(self, engine)
    return .finished
  }

  private func waitForClient(_ engine: Engine) -> ReadQueue.Progress {
    isBehind = true
    nonisolated(unsafe) weak let reader = self
    call.whenRead { [weak engine] in
      engine?.loop.execute { [weak engine] in
        guard let engine, let reader else { return }
        reader.isBehind = false
        reader.lineUp(engine)
      }
    }
    return .finished
  }
}

// MARK: Which runs

extension OutputReader {
  /// Looks for some of the runs, newest first.
  private func find(_ engine: Engine) throws(Refusal) -> ReadQueue.Progress {
    var query = wanted.query
    query.before = lastFound
    query.limit = wanted.isOfNewest ? 1 : Self.stride
    let page = try engine.runs(query)
    let found = page.filter(wanted.wants)
    for run in found { runs.prepend(run.id) }
    newest = max(newest, page.first?.id ?? 0)
    lastFound = page.last?.id
    hasFoundAll = wanted.isOfNewest || page.count < Self.stride || found.isEmpty
    return .more
  }

  private func waitForRun(_ engine: Engine) throws(Refusal) -> ReadQueue.Progress {
    guard let key = wanted.followed, engine.core.hasWork(for: key) else {
      guard let lastRead else { throw missing }
      call.reply(Logs.Reply(run: lastRead, text: "", truncated: false, end: offset))
      return finish(engine)
    }
    return .finished
  }

  /// Whether nothing follows the run that is read.
  private func isLast(_ engine: Engine) -> Bool {
    guard runs.count == 1 else { return false }
    return wanted.followed.map { !engine.core.hasWork(for: $0) } ?? true
  }
}

// MARK: What they wrote

extension OutputReader {
  private func read(_ id: RunID, _ engine: Engine) throws(Refusal) -> ReadQueue.Progress {
    guard let run = try engine.runs(RunQuery(run: id, limit: 1)).first else {
      return goOn(engine)
    }
    let isLive = run.ending == nil
    if isLive, wanted.follows { follow(run, engine) }
    // A task has written to the output of its process.
    let piece = try engine.output(of: .run(run.launched), from: offset, limitBytes: Self.pieceBytes)
    if !piece.bytes.isEmpty {
      send(piece, of: run)
      return .more
    }
    if isLive, wanted.follows { return .finished }
    return end(run, engine)
  }

  private func send(_ piece: RunOutput, of run: Run) {
    isTruncated = isTruncated || piece.start > offset
    offset = piece.start + Int64(piece.bytes.count)
    let bytes = cut + piece.bytes
    cut = bytes.cutCharacter
    call.replyContinuing(reply(of: run, Array(bytes.dropLast(cut.count)), ended: nil))
  }

  /// The last of what the run wrote.
  private func end(_ run: Run, _ engine: Engine) -> ReadQueue.Progress {
    let rest = cut
    (cut, lastRead) = ([], run.id)
    let last = reply(of: run, rest, ended: run.ending.map { _ in RunInfo(run) })
    if isLast(engine) {
      call.reply(last)
      return finish(engine)
    }
    call.replyContinuing(last)
    return goOn(engine)
  }

  private func goOn(_ engine: Engine) -> ReadQueue.Progress {
    runs.removeFirst()
    (offset, isTruncated, cut) = (0, false, [])
    if source != nil {
      source = nil
      engine.readers.outputs.follow(engine)
    }
    return .more
  }

  private func follow(_ run: Run, _ engine: Engine) {
    guard source != run.launched else { return }
    source = run.launched
    engine.readers.outputs.follow(engine)
  }

  private func reply(of run: Run, _ bytes: [UInt8], ended: RunInfo?) -> Logs.Reply {
    Logs.Reply(
      run: run.id, text: String(decoding: bytes, as: UTF8.self), truncated: isTruncated,
      end: offset - Int64(cut.count), ended: ended)
  }
}

extension Scheduler {
  /// Whether the request waits, or a run of it lives.
  fileprivate func hasWork(for key: RequestKey) -> Bool {
    request(key) != nil || run(of: key) != nil
  }
}

extension [UInt8] {
  /// The first bytes of a character at the end of text in UTF-8 that lacks the others; empty where there is none.
  var cutCharacter: [UInt8] {
    let tail = suffix(4)
    guard let start = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return [] }
    let length = (~self[start]).leadingZeroBitCount
    return (2...4).contains(length) && endIndex - start < length ? Array(self[start...]) : []
  }
}
