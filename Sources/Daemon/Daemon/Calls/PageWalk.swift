import Scheduling
import Store

/// A query whose entries are read page by page.
protocol PagedQuery: Sendable {
  associatedtype Entry: Sendable
  /// The maximum number of entries.
  var limit: Int { get set }
  /// The maximum number of entries in one page, which are read in about a millisecond.
  static var entriesPerPage: Int { get }
  /// Makes the page begin after `entry`, the last one of the previous page.
  mutating func begin(after entry: Entry)
  /// Reads the entries from the store.
  func read(from engine: Engine) throws(Refusal) -> [Entry]
}

/// A read of many entries of the store, a page in each piece. An entry that exists throughout is visited once, in its
/// state at that moment.
struct PageWalk<Query: PagedQuery, Reply>: Walk {
  private let query: Query
  private let makeReply: @Sendable ([Query.Entry]) throws(Refusal) -> Reply

  /// Prepares the read of the entries that `query` selects.
  ///
  /// - Parameter makeReply: Makes the answer from everything found; called on any queue.
  init(
    _ query: Query, makeReply: @escaping @Sendable ([Query.Entry]) throws(Refusal) -> Reply
  ) {
    self.query = query
    self.makeReply = makeReply
  }

  /// Returns the read. Its last piece continues on another queue, which assembles the answer. A refusal ends the walk.
  func read(
    for user: UInt32, _ engine: Engine,
    _ answer: @escaping @Sendable (() throws(Refusal) -> Reply) -> Void
  ) -> ReadQueue.Read {
    var found: [Query.Entry] = []
    return { [unowned engine, query, makeReply] in
      var pageQuery = query
      if let last = found.last { pageQuery.begin(after: last) }
      pageQuery.limit = min(Query.entriesPerPage, query.limit - found.count)
      do throws(Refusal) {
        let page = try pageQuery.read(from: engine)
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

// Recorded runs, newest first. With the longest arguments that a run records, a page takes about a millisecond.
extension RunQuery: PagedQuery {
  static var entriesPerPage: Int { 16 }

  mutating func begin(after run: Run) { before = run.id }

  func read(from engine: Engine) throws(Refusal) -> [Run] { try engine.runs(self) }
}

// The log of the past, in the order of its numbers. A page takes less than a millisecond.
extension PastQuery: PagedQuery {
  static var entriesPerPage: Int { 128 }

  mutating func begin(after record: PastRecord) { after = record.number ?? after }

  func read(from engine: Engine) throws(Refusal) -> [PastRecord] { try engine.past(self) }
}
