import Scheduling
import Store

/// A read of many recorded runs, newest first, in pieces. A run that exists throughout is visited once, in its
/// state at that moment.
struct RunWalk<Reply>: Walk {
  private let query: RunQuery
  private let makeReply: @Sendable ([Run]) throws(Refusal) -> Reply

  /// Prepares the read of the runs that `query` selects.
  ///
  /// - Parameter makeReply: Makes the answer from everything found; called on any queue.
  init(_ query: RunQuery, makeReply: @escaping @Sendable ([Run]) throws(Refusal) -> Reply) {
    self.query = query
    self.makeReply = makeReply
  }

  /// Number of runs in one piece. With the longest arguments that a run records, they are read in about a
  /// millisecond.
  private static var runsPerPiece: Int { 16 }

  /// Returns the read, which reads one page of runs in each piece, beginning below the oldest run of the previous page.
  /// The last piece continues on another queue, which assembles the answer. A refusal ends the walk.
  func read(
    for user: UInt32, _ engine: Engine,
    _ answer: @escaping @Sendable (() throws(Refusal) -> Reply) -> Void
  ) -> ReadQueue.Read {
    var found: [Run] = []
    return { [unowned engine, query, makeReply] in
      var pageQuery = query
      pageQuery.before = found.last?.id ?? query.before
      pageQuery.limit = min(Self.runsPerPiece, query.limit - found.count)
      do throws(Refusal) {
        let page = try engine.runs(pageQuery)
        found += page
        let isLastPage = page.count < pageQuery.limit || found.count >= query.limit
        if !isLastPage { return .more }
      } catch {
        answer { () throws(Refusal) in throw error }
        return .finished
      }
      engine.continueOnOtherThread(for: user) { [found] in
        answer { () throws(Refusal) in try makeReply(found) }
      }
      return .onOtherThread
    }
  }
}
