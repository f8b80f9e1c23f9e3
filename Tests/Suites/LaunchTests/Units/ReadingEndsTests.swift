import Testing

@testable import Launch

/// The ends of readings, from which the readers of a run continue.
struct ReadingEndsTests {
  private typealias End = ReadingEnds.End
  private let starts = [UnitStart(invocation: "a", unit: nil, microseconds: nil)]

  @Test func twoReadersContinueFromTheirEnds() {
    var ends = ReadingEnds(of: starts)
    #expect(ends.end(before: 10, of: starts) == nil)
    ends.add(End(cursor: "x", offset: 10), of: starts)
    ends.add(End(cursor: "y", offset: 90), of: starts)
    #expect(ends.end(before: 9, of: starts) == nil)
    #expect(ends.end(before: 10, of: starts) == End(cursor: "x", offset: 10))
    #expect(ends.end(before: 89, of: starts) == End(cursor: "x", offset: 10))
    #expect(ends.end(before: 95, of: starts) == End(cursor: "y", offset: 90))
  }

  /// Entries without output have other cursors at the same offset.
  @Test func theLastCursorOfAnOffsetIsKept() {
    var ends = ReadingEnds(of: starts)
    for cursor in ["x", "y"] { ends.add(End(cursor: cursor, offset: 10), of: starts) }
    #expect(ends.end(before: 10, of: starts) == End(cursor: "y", offset: 10))
  }

  @Test func endsOfAnEarlierStartAreForgotten() {
    var ends = ReadingEnds(of: starts)
    ends.add(End(cursor: "x", offset: 10), of: starts)
    let later = starts + [UnitStart(invocation: "b", unit: nil, microseconds: nil)]
    #expect(ends.end(before: 10, of: later) == nil)
    ends.add(End(cursor: "y", offset: 20), of: later)
    #expect(ends.end(before: 10, of: later) == nil)
    #expect(ends.end(before: 20, of: later) == End(cursor: "y", offset: 20))
  }

  @Test func onlyTheNewestEndsAreKept() {
    var ends = ReadingEnds(of: starts)
    for offset in 1...9 { ends.add(End(cursor: "\(offset)", offset: Int64(offset)), of: starts) }
    #expect(ends.end(before: 1, of: starts) == nil)
    #expect(ends.end(before: 2, of: starts) == End(cursor: "2", offset: 2))
  }
}
