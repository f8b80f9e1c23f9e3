import Scheduling
import Store

/// A read of many entries of the log of the past, in the order of their numbers, in pieces.
struct PastWalk<Reply>: Walk {
  private let query: PastQuery
  private let makeReply: @Sendable ([PastRecord]) throws(Refusal) -> Reply

  /// Prepares the read of the entries that `query` selects.
  ///
  /// - Parameter makeReply: Makes the answer from everything found; called on any queue.
  init(
    _ query: PastQuery, makeReply: @escaping @Sendable ([PastRecord]) throws(Refusal) -> Reply
  ) {
    self.query = query
    self.makeReply = makeReply
  }

  /// The number of entries in one piece, which are read in less than a millisecond.
  private static var entriesPerPiece: Int { 128 }

  /// Returns the read, which reads one page of entries in each piece. The answer is assembled on another queue. A
  /// refusal ends the walk.
  func read(
    for user: UInt32, _ engine: Engine,
    _ answer: @escaping @Sendable (() throws(Refusal) -> Reply) -> Void
  ) -> ReadQueue.Read {
    var found: [PastRecord] = []
    return { [unowned engine, query, makeReply] in
      var pageQuery = query
      pageQuery.after = found.last?.number ?? query.after
      pageQuery.limit = min(Self.entriesPerPiece, query.limit - found.count)
      do throws(Refusal) {
        let page = try engine.past(pageQuery)
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
