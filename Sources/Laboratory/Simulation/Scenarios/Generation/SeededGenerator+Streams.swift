extension SeededGenerator {
  /// Numbers for one habit on one day: they stay the same whatever else a scenario has, and however
  /// long it goes on.
  init(seed: UInt64, stream: Int, day: Int) {
    var mixed = SeededGenerator(seed: seed)
    mixed = SeededGenerator(seed: mixed.next() ^ UInt64(bitPattern: Int64(stream)))
    self.init(seed: mixed.next() ^ UInt64(bitPattern: Int64(day)))
  }
}
