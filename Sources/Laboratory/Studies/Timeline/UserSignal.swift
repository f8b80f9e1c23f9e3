import Scheduling
import Simulation

/// The user's presence, from a trace's records of its screen. Without them it is known only from opens of apps, and
/// otherwise unknown.
struct UserSignal {
  /// The time after which a dark screen means an idle device, if no lock is reported.
  static let idleDelay = Duration.minutes(5)

  private var isLit: Bool?
  private var isLocked: Bool?
  /// The last reported value; `nil` if it is unknown.
  private var isIdle: Bool?
  /// The value to report next unless something else happens before; `nil` if there is none.
  private(set) var pending: (at: WallTime, isIdle: Bool?)?

  /// Applies a change of the screen and returns the device values to report. A parameter that is `nil` has not changed.
  /// A lit screen that is locked shows a notification, and is not in use.
  mutating func applyScreen(isLit lit: Bool?, isLocked locked: Bool?, at now: WallTime)
    -> [DeviceValue]
  {
    isLit = lit ?? isLit
    isLocked = locked ?? isLocked
    var values: [DeviceValue] = lit.map { [.screen(isOn: $0)] } ?? []
    // Without records of the light, a screen that is not locked counts as lit.
    let countsAsLit = isLit ?? (isLocked == false)
    let isUsed = countsAsLit && isLocked != true
    let isPresenceKnown = isUsed || isLocked == true
    let isIdleOrSoonIdle = isIdle == true || pending?.isIdle == true
    if isPresenceKnown {
      pending = nil
      values += setIdle(!isUsed)
    } else if !isIdleOrSoonIdle {
      // The screen is dark, but no lock is reported.
      pending = (now + Self.idleDelay, true)
    }
    return values
  }

  /// Marks the device as used until `end`, after which its use is unknown, and returns the value to report. If the
  /// screen is known, it has precedence and the result is empty.
  mutating func applyVisit(until end: WallTime) -> [DeviceValue] {
    guard isLit == nil && isLocked == nil else { return [] }
    pending = (end, nil)
    return setIdle(false)
  }

  /// Applies the pending value, whose time has come, and returns the value to report; empty if there is no change.
  mutating func applyPending() -> [DeviceValue] {
    guard let value = pending else { return [] }
    pending = nil
    return setIdle(value.isIdle)
  }

  /// Sets whether the device is idle (`nil` if unknown), and returns the value to report; empty if it has not
  /// changed.
  private mutating func setIdle(_ value: Bool?) -> [DeviceValue] {
    guard value != isIdle else { return [] }
    isIdle = value
    return [.idle(value)]
  }
}
