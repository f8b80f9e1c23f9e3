extension DeviceHabit {
  private static let version: UInt8 = 1

  /// The habit in stored form, 1 to 3 KB: unused situations take no space. The present interval is stored only by its
  /// start, so store the result of `settled(at:settings:)`.
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.append(Self.version)
    writer.append(everKnown.rawValue)
    writer.append(shares.age.bitPattern)
    writer.append(shares.known.bitPattern)
    write(openInterval, to: &writer)
    for hour in 0..<DeviceHabitShares.hours {
      let rowStart = hour * DeviceHabitShares.columns
      writer.append(sparse: shares.sums[rowStart..<rowStart + DeviceHabitShares.columns])
    }
    for durations in [poweredIntervals, idleIntervals, restingIntervals] {
      writer.append(sparse: durations.watched[...])
      writer.append(sparse: durations.ended[...])
    }
    return writer.bytes
  }

  /// Parses `bytes`; returns `nil` if they have another version or are damaged.
  package init?(bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard reader.byte() == Self.version, let fields = reader.byte(),
      let age = reader.word(), let known = reader.word(),
      let interval = Self.openInterval(from: &reader)
    else { return nil }
    var sums: [Float] = []
    for _ in 0..<DeviceHabitShares.hours {
      guard let row = reader.sparse(DeviceHabitShares.columns) else { return nil }
      sums += row
    }
    guard
      let shares = DeviceHabitShares(
        sums: sums, age: Double(bitPattern: age), known: Double(bitPattern: known)),
      let powered = Self.durations(from: &reader), let idle = Self.durations(from: &reader),
      let resting = Self.durations(from: &reader), reader.isAtEnd
    else { return nil }
    self.everKnown = KnownFields(rawValue: fields)
    self.openInterval = interval.value
    self.shares = shares
    (poweredIntervals, idleIntervals, restingIntervals) = (powered, idle, resting)
  }

  /// Writes the start of the present interval without its situation, since the situation may change during a restart.
  private func write(_ interval: OpenInterval?, to writer: inout ByteWriter) {
    writer.append(UInt8(interval == nil ? 0 : 1))
    guard let interval else { return }
    writer.append(UInt64(bitPattern: interval.start.wall.nanoseconds))
    writer.append(UInt64(bitPattern: interval.start.boot.nanoseconds))
    writer.append(UInt64(bitPattern: interval.start.awake.nanoseconds))
    writer.append(UInt64(bitPattern: Int64(interval.zoneSeconds)))
  }

  /// Reads the start of the interval that was open when the habit was stored; the situation of that interval is not
  /// stored. Returns `nil` if the bytes are damaged, and a `value` of `nil` if no interval was open.
  private static func openInterval(
    from reader: inout ByteReader
  ) -> ByteReader.Optionally<OpenInterval>? {
    guard let flag = reader.byte(), flag <= 1 else { return nil }
    guard flag == 1 else { return ByteReader.Optionally(value: nil) }
    guard let wall: WallTime = reader.moment(), let boot: BootTime = reader.moment(),
      let awake: AwakeTime = reader.moment(),
      let zone = reader.word().map({ Int64(bitPattern: $0) }), Allowed.zoneSeconds.contains(zone)
    else { return nil }
    let start = Instant(wall: wall, boot: boot, awake: awake)
    return ByteReader.Optionally(
      value: OpenInterval(situation: nil, start: start, zoneSeconds: Int(zone)))
  }

  /// Reads the durations of one kind of interval; `nil` if the bytes are damaged.
  private static func durations(from reader: inout ByteReader) -> DeviceHabitDurations? {
    guard let watched = reader.sparse(DeviceHabitDurations.ages),
      let ended = reader.sparse(DeviceHabitDurations.ages)
    else { return nil }
    return DeviceHabitDurations(watched: watched, ended: ended)
  }
}
