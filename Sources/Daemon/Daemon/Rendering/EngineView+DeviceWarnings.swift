import Control
import Scheduling

// Warnings of `status` about overridden device values.
extension EngineView {
  /// Returns warnings about overridden values and about Background App Refresh. Overrides are normal on a simulated
  /// clock, and are not reported there.
  ///
  /// - Parameter scope: The users whose paths are included.
  func deviceWarnings(_ scope: Scope) -> [String] {
    if clock.isSimulated { return [refreshWarning].compactMap(\.self) }
    let wake = wakeWarning(scope)
    let readings = core.readings
    // A thaw returns to detected values. Without a machine that is read, there are none.
    let end = readings.isRead ? "until `rubatoctl device thaw`" : "until the next boot"
    let fields = overriddenFields(readings.overrides, isRead: readings.isRead, scope)
    let byHand =
      fields.isEmpty
      ? nil
      : "THE DEVICE IS SET BY HAND \(end): \(fields.joined(separator: " "))"
    return [frozenWarning(readings.overrides), byHand, refreshWarning, wake].compactMap(\.self)
  }

  /// Returns the warning that nothing can wake the machine; `nil` if no request in `scope` needs that, or if the kernel
  /// can.
  private func wakeWarning(_ scope: Scope) -> String? {
    guard let key = core.wakingRequests.first(where: { scope.sees($0) }), let problem = wakeProblem
    else { return nil }
    return "\(key.id) has `wake`, but nothing can wake this machine: \(problem)"
  }

  /// The warning that no app may refresh in the background; `nil` if apps may.
  private var refreshWarning: String? {
    if core.device.raw.allowsRefresh { return nil }
    return "Background App Refresh is off for all apps:"
      + " `rubatoctl app refresh on --all` switches it on"
  }

  /// Returns the warning that the device is frozen, with the time until which it is; `nil` if it is not frozen.
  private func frozenWarning(_ overrides: DeviceOverride) -> String? {
    guard overrides.isFrozen else { return nil }
    let end = thaws.map { " until \($0.text)" } ?? ""
    return
      "THE DEVICE IS FROZEN\(end), detected changes are ignored; to end it: `rubatoctl device thaw`"
  }

  /// Returns the overridden fields with their values, as far as `scope` sees them. If no machine is read, these are all
  /// fields with a known value.
  private func overriddenFields(_ overrides: DeviceOverride, isRead: Bool, _ scope: Scope)
    -> [String]
  {
    let fields =
      isRead
      ? core.values(ofKeys: overrides.overriddenKeys)
      : core.device.raw.values.filter { $0.text != nil && !$0.isUserChoice }
    return scope.seen(of: fields, core).map(\.assignment)
  }
}
