extension AppHabit {
  private static let version: UInt8 = 1

  /// The habit in stored form: 218 bytes, 2 for an app that was never opened.
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.append(Self.version)
    writer.append(lastOpen)
    guard lastOpen != nil else { return writer.bytes }
    writer.append(floats: [slow, fast, quick, weekend])
    writer.append(floats: hours.all)
    writer.append(floats: after.all)
    for index in days.indices { writer.append(days[index]) }
    return writer.bytes
  }

  package static func isOfAnotherVersion(_ bytes: [UInt8]) -> Bool {
    bytes.first != nil && bytes.first != Self.version
  }

  /// Parses `bytes`; returns `nil` if they have another version or are damaged.
  package init?(bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard reader.byte() == Self.version, let lastOpen = reader.localTime() else { return nil }
    self.lastOpen = lastOpen.value
    if lastOpen.value != nil {
      guard let counts = reader.counts(4), let hours = HourlyCounts(from: &reader),
        let after = FadingCounts<16>(from: &reader)
      else { return nil }
      (slow, fast, quick, weekend) = (counts[0], counts[1], counts[2], counts[3])
      (self.hours, self.after) = (hours, after)
      for index in days.indices {
        guard let day = reader.halfWord(), day < 1 << 24 else { return nil }
        days[index] = day
      }
    }
    guard reader.isAtEnd else { return nil }
  }
}
