import Scheduling

/// Whether somebody uses the device, from what a trace tells of its screen; without that only from
/// opens of apps, and else unknown.
struct UserSignal {
  /// A dark screen means an idle device after this long, where nothing tells that it is locked.
  static let idleDelay = Duration.minutes(5)

  private var isLit: Bool?
  private var isLocked: Bool?
  /// As it was told last; nil is unknown.
  private var isIdle: Bool?
  /// What will be told unless something else happens before.
  private(set) var pending: (at: WallTime, isIdle: Bool?)?

  /// Takes a change of the screen and says what it means. A locked screen that is lit shows a
  /// notification, and is not used.
  mutating func screen(isLit lit: Bool?, isLocked locked: Bool?, at now: WallTime) -> [DeviceValue]
  {
    isLit = lit ?? isLit
    isLocked = locked ?? isLocked
    var values: [DeviceValue] = lit.map { [.screen(isOn: $0)] } ?? []
    let isUsed = (isLit ?? (isLocked == false)) && isLocked != true
    if isUsed || isLocked == true {
      pending = nil
      values += tell(!isUsed)
    } else if isIdle != true && pending?.isIdle != true {
      pending = (now + Self.idleDelay, true)
    }
    return values
  }

  /// An app is used until `end`. Where the screen is known, it says more.
  mutating func visit(until end: WallTime) -> [DeviceValue] {
    guard isLit == nil && isLocked == nil else { return [] }
    pending = (end, nil)
    return tell(false)
  }

  /// What was pending has come.
  mutating func takePending() -> [DeviceValue] {
    guard let value = pending else { return [] }
    pending = nil
    return tell(value.isIdle)
  }

  private mutating func tell(_ value: Bool?) -> [DeviceValue] {
    guard value != isIdle else { return [] }
    isIdle = value
    return [.idle(value)]
  }
}
