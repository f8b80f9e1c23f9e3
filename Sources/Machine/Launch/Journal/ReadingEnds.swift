/// The ends of the last readings of one run's output in the journal. Several readers, such as two terminals, follow one
/// run, each from its own end.
struct ReadingEnds {
  /// The place after the last line of a reading.
  struct End: Equatable {
    /// The journal's cursor of that line.
    var cursor: String
    /// The offset after that line in the output of the run.
    var offset: Int64
  }

  private let starts: [UnitStart]
  /// Oldest first.
  private var ends: [End] = []

  /// Maximum number of kept ends. Without its end, a reader is only slower.
  private static let mostEnds = 8

  /// Makes a list without ends, for the output of these unit starts.
  init(of starts: [UnitStart]) {
    self.starts = starts
  }

  /// Returns the last end that is not after `offset`, from which a reading from `offset` can continue; `nil` if the
  /// output of these unit starts must be read from its first line.
  func end(before offset: Int64, of starts: [UnitStart]) -> End? {
    guard starts == self.starts else { return nil }
    return ends.filter { $0.offset <= offset }.max { $0.offset < $1.offset }
  }

  /// Adds the end of a reading of these unit starts. Forgets the ends of other starts, and the oldest one of too many.
  mutating func add(_ end: End, of starts: [UnitStart]) {
    if starts != self.starts { self = ReadingEnds(of: starts) }
    ends.removeAll { $0.offset == end.offset }
    ends.append(end)
    if ends.count > Self.mostEnds { ends.removeFirst() }
  }
}
