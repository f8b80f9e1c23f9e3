extension SeededGenerator {
  /// Creates a generator for one habit on one day. Its numbers do not depend on the rest or the length of a scenario.
  ///
  /// - Parameters:
  ///   - stream: The number of the habit: a constant of `Stream`, plus the place of the habit in its list.
  ///   - day: The day, counted from the first of the scenario, or `Stream.noDay`.
  init(seed: UInt64, stream: Int, day: Int) {
    // Each number is mixed with the generator of the one before: neighbouring numbers give unrelated sequences.
    var ofSeed = SeededGenerator(seed: seed)
    var ofStream = SeededGenerator(seed: ofSeed.next() ^ UInt64(bitPattern: Int64(stream)))
    self.init(seed: ofStream.next() ^ UInt64(bitPattern: Int64(day)))
  }
}
