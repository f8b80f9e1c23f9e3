extension AppHabit {
  /// Version 1 counted opens after 16 buckets, within an hour. Up to version 2, only opens that count were counted
  /// after others. These counts are not used.
  private static let version: UInt8 = 3

  /// The habit in stored form: 282 bytes, 2 for an app that was never opened.
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

  /// Returns whether a version of Rubato with another stored form, such as a later one, has written `bytes`.
  package static func isOfAnotherVersion(_ bytes: [UInt8]) -> Bool {
    bytes.first.map { !(1...version).contains($0) } ?? false
  }

  /// Parses `bytes`; returns `nil` if they have another version or are damaged.
  package init?(bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let version = reader.byte(), (1...Self.version).contains(version),
      let lastOpen = reader.localTime()
    else { return nil }
    self.lastOpen = lastOpen.value
    if lastOpen.value != nil {
      guard let counts = reader.counts(4), let hours = HourlyCounts(from: &reader),
        let after = reader.counts(version == 1 ? 16 : AppBuckets.count)
      else { return nil }
      (slow, fast, quick, weekend) = (counts[0], counts[1], counts[2], counts[3])
      self.hours = hours
      // The counts of older versions have another meaning, and were read only to pass over them.
      if version == Self.version { self.after = FadingCounts(after) }
      for index in days.indices {
        // A bit for each of the 24 hours.
        guard let day = reader.halfWord(), day < 1 << 24 else { return nil }
        days[index] = day
      }
    }
    guard reader.isAtEnd else { return nil }
  }
}
