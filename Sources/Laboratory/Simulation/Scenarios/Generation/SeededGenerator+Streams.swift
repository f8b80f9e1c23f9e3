extension SeededGenerator {
  /// Creates a generator for one habit on one day. Its numbers do not depend on the rest or the length of a scenario.
  init(seed: UInt64, stream: Int, day: Int) {
    var mixed = SeededGenerator(seed: seed)
    mixed = SeededGenerator(seed: mixed.next() ^ UInt64(bitPattern: Int64(stream)))
    self.init(seed: mixed.next() ^ UInt64(bitPattern: Int64(day)))
  }
}
