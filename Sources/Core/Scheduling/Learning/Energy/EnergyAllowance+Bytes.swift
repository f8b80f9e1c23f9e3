extension EnergyAllowance {
  /// Version 1 did not contain the first use.
  private static let version: UInt8 = 2

  /// The allowance in stored form, about 150 bytes. The daily amount is a setting and not stored.
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.append(Self.version)
    writer.append(doubles: [level, usualSeconds, spentThatDay])
    writer.append(settled)
    writer.append(lastUse)
    writer.append(firstUse)
    writer.append(floats: hours.all)
    return writer.bytes
  }

  /// Parses `bytes`; returns `nil` if they have another version or are damaged.
  package init?(bytes: [UInt8], secondsPerDay: Double) {
    var reader = ByteReader(bytes)
    guard let version = reader.byte(), (1...Self.version).contains(version),
      let numbers = reader.doubles(3)
    else { return nil }
    let (level, usualSeconds, spentThatDay) = (numbers[0], numbers[1], numbers[2])
    guard Self.range.contains(level), usualSeconds >= Self.leastSeconds, spentThatDay >= 0,
      let settled = reader.localTime(), let lastUse = reader.localTime(),
      // An absent value, and not a failed read: version 1 did not store it.
      let firstUse = version == 1 ? ByteReader.Optionally(value: nil) : reader.localTime(),
      let hours = reader.counts(24), reader.isAtEnd
    else { return nil }
    self.init(secondsPerDay: secondsPerDay)
    (self.level, self.usualSeconds, self.spentThatDay) = (level, usualSeconds, spentThatDay)
    (self.settled, self.lastUse, self.hours) = (settled.value, lastUse.value, HourlyCounts(hours))
    self.firstUse = firstUse.value
  }
}
