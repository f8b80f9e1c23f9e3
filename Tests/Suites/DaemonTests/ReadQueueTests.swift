import Dispatch
import Scheduling
import Synchronization
import Testing
import VarlinkServer

@testable import Daemon

/// Reads between steps are served in turn, and pause when the engine has other work.
struct ReadQueueTests {
  /// A read of a given number of pieces, which notes each of them.
  private final class Book {
    var pieces: [String] = []

    func read(_ name: String, pieces count: Int) -> ReadQueue.Read {
      var left = count
      return { [self] in
        pieces.append(name)
        left -= 1
        return left > 0 ? .more : .finished
      }
    }
  }

  @Test func usersTakeTurnsPieceByPiece() {
    let (queue, book) = (ReadQueue(), Book())
    queue.put(for: 1000, book.read("long", pieces: 4))
    queue.put(for: nil, book.read("own", pieces: 1))
    queue.put(for: 1001, book.read("two", pieces: 2))
    queue.run { false }
    #expect(book.pieces == ["long", "own", "two", "long", "two", "long", "long"])
    #expect(queue.isEmpty)
  }

  @Test func whoAsksOftenWaitsForOwnAnswersAndNobodyElseDoes() {
    let (queue, book) = (ReadQueue(), Book())
    for number in 0..<100 { queue.put(for: 1000, book.read("\(number)", pieces: 3)) }
    queue.put(for: 1001, book.read("other", pieces: 1))
    queue.run { book.pieces.count == 5 }
    #expect(book.pieces == ["0", "other", "0", "0", "1"])
  }

  @Test func whileAnAnswerIsWrittenDownOnlyItsUserWaits() {
    let (queue, book) = (ReadQueue(), Book())
    queue.put(for: 1000) { .onOtherThread }
    queue.put(for: 1000, book.read("next", pieces: 1))
    queue.put(for: 1001, book.read("other", pieces: 1))
    queue.run { false }
    queue.put(for: 1000, book.read("last", pieces: 1))
    queue.run { false }
    #expect(book.pieces == ["other"])
    #expect(queue.isEmpty)
    queue.requeue(for: 1000)
    queue.run { false }
    #expect(book.pieces == ["other", "next", "last"])
  }

  @Test func aSliceEndsAfterThePieceInWhichItMust() {
    let (queue, book) = (ReadQueue(), Book())
    queue.put(for: 1000, book.read("a", pieces: 3))
    queue.put(for: 1001, book.read("b", pieces: 3))
    queue.run { true }
    #expect(book.pieces == ["a"])
    queue.run { book.pieces.count == 3 }
    #expect(book.pieces == ["a", "b", "a"])
    #expect(!queue.isEmpty)
  }
}

/// Long answers are written on a few threads.
struct AnswerThreadTests {
  @Test func aFewAreWrittenAtATimeAndEachInItsTurn() {
    let answers = AnswerThreads()
    let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let count = Mutex(0)
    for _ in 0..<6 {
      answers.begin {
        count.withLock { $0 += 1 }
        begun.signal()
        mayEnd.wait()
      }
    }
    for _ in 0..<4 { begun.wait() }
    #expect(count.withLock(\.self) == 4)
    for begunNow in 5...6 {
      mayEnd.signal()
      answers.end()
      begun.wait()
      #expect(count.withLock(\.self) == begunNow)
    }
    for _ in 0..<4 { mayEnd.signal() }
  }
}

/// The reasons of waiting requests, for watchers that read at their own pace.
struct ReasonLogTests {
  private func key(_ id: String) -> RequestKey { RequestKey(owner: 1000, id: id) }

  private func note(_ log: inout ReasonLog, _ id: String, _ reasons: Reason...) -> Bool {
    log.record(key(id), reasons) { EncodedReply(continuing: [id: "waits"]) }
  }

  /// Returns all entries after a change, in order.
  private func read(_ log: ReasonLog, after change: Int = 0) -> [String] {
    var (change, told) = (change, [String]())
    while let entry = log.next(after: change) {
      change = entry.change
      if entry.notice != nil { told.append(entry.key.id) }
    }
    return told
  }

  @Test func eachRequestIsToldOnceHoweverOftenItChanged() {
    var log = ReasonLog()
    #expect(note(&log, "a", .thermal) && note(&log, "b", .thermal))
    let changed = note(&log, "a", .thermal)
    #expect(!changed)
    let seen = log.next(after: 1)?.change ?? 0
    for _ in 0..<200 {
      #expect(note(&log, "a", .group) && note(&log, "a", .thermal))
    }
    #expect(read(log) == ["b", "a"])
    #expect(read(log, after: seen) == ["a"])
  }

  @Test func whatIsGoneOrWaitsForNothingIsNotTold() {
    var log = ReasonLog()
    #expect(note(&log, "a", .thermal) && note(&log, "b", .thermal) && note(&log, "c", .thermal))
    log.forget(key("b"))
    #expect(note(&log, "c"))
    #expect(read(log) == ["a"])
  }
}
