/// The past wakes of the machine by its alarm, as they are stored.
struct WakeHistory: Hashable, Sendable {
  /// The time awake after an alarm, until the machine sleeps again or the user comes.
  struct Stay: Hashable, Sendable {
    var since: Instant
    /// Whether the machine had external power when it fell asleep.
    var wasPowered: Bool
    /// Whether the device has counted as in use since it woke, at first by its state before the sleep.
    var wasInUse: Bool
    var hasRun = false
    /// Whether the power of this wake is in the finds.
    var isLearned = false
  }

  /// The moment of the last wake; `nil` if there was none.
  var lastWake: WallTime?
  /// The number of the last wakes in a row in which no run began.
  var fruitless = 0
  /// The present time awake; `nil` if the alarm has not caused it.
  var stay: Stay?
  /// The power that wakes have found after the machine fell asleep on battery.
  var onBattery = PowerFinds()
  /// The power that wakes have found after the machine fell asleep on external power.
  var connected = PowerFinds()

  init() {}

  /// Learns the power that the present wake has found, once. `hour` is that of its beginning, 0 to 23.
  mutating func learn(isPowered: Bool, hour: Int) {
    guard let stay, !stay.isLearned else { return }
    if stay.wasPowered {
      connected.note(isPowered: isPowered, hour: hour)
    } else {
      onBattery.note(isPowered: isPowered, hour: hour)
    }
    self.stay?.isLearned = true
  }
}

extension WakeHistory {
  private static let version: UInt8 = 1
  /// The greatest stored number of wakes in a row without a run.
  private static let mostFruitless = 1000

  /// The history in stored form, about 400 bytes.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.append(Self.version)
    writer.append(UInt8(lastWake == nil ? 0 : 1))
    if let lastWake { writer.append(lastWake.nanoseconds) }
    writer.append(UInt32(clamping: min(fruitless, Self.mostFruitless)))
    writer.append(UInt8(stay == nil ? 0 : 1))
    if let stay {
      let since = stay.since
      for moment in [since.wall.nanoseconds, since.boot.nanoseconds, since.awake.nanoseconds] {
        writer.append(moment)
      }
      for flag in [stay.wasPowered, stay.wasInUse, stay.hasRun, stay.isLearned] {
        writer.append(UInt8(flag ? 1 : 0))
      }
    }
    for finds in [onBattery, connected] {
      writer.append(floats: finds.all.all)
      writer.append(floats: finds.powered.all)
    }
    return writer.bytes
  }

  /// Parses `bytes`; returns `nil` if they have another version or are damaged.
  init?(bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard reader.byte() == Self.version, let hasWake = reader.flag() else { return nil }
    if hasWake {
      guard let moment: WallTime = reader.moment() else { return nil }
      lastWake = moment
    }
    guard let fruitless = reader.halfWord(), fruitless <= Self.mostFruitless,
      let hasStay = reader.flag()
    else { return nil }
    self.fruitless = Int(fruitless)
    if hasStay {
      guard let stay = Stay(from: &reader) else { return nil }
      self.stay = stay
    }
    guard let onBattery = PowerFinds(from: &reader), let connected = PowerFinds(from: &reader),
      reader.isAtEnd
    else { return nil }
    (self.onBattery, self.connected) = (onBattery, connected)
  }
}

extension WakeHistory.Stay {
  /// Reads the present time awake; `nil` if it is damaged.
  fileprivate init?(from reader: inout ByteReader) {
    guard let wall: WallTime = reader.moment(), let boot: BootTime = reader.moment(),
      let awake: AwakeTime = reader.moment(), let wasPowered = reader.flag(),
      let wasInUse = reader.flag(), let hasRun = reader.flag(), let isLearned = reader.flag()
    else { return nil }
    self.init(
      since: Instant(wall: wall, boot: boot, awake: awake), wasPowered: wasPowered,
      wasInUse: wasInUse, hasRun: hasRun, isLearned: isLearned)
  }
}

extension ByteReader {
  /// Reads a byte that is 0 or 1; `nil` for another one.
  fileprivate mutating func flag() -> Bool? {
    guard let byte = byte(), byte <= 1 else { return nil }
    return byte == 1
  }
}
