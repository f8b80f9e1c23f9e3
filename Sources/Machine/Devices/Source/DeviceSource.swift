import Scheduling

/// A source of some fields of the device state. All of it runs on the devices' loop.
protocol DeviceSource: AnyObject {
  /// The displayed name: `upower`, `sysfs`.
  var name: String { get }

  /// The values that apply until the first report.
  var assumed: [DeviceValue] { get }

  /// Starts the source.
  ///
  /// - Parameter report: Called with everything that the source knows, once within `Machine.firstReadings` and then
  ///   after each change. A missing field is unknown to this source; an absent source reports an empty list: `[]`.
  func start(_ report: @escaping ([DeviceValue]) -> Void)

  /// Polls values without change events, reports them if they have changed, then calls `done`, once.
  func poll(_ done: @escaping () -> Void)

  /// Sets the fields to poll from now on. Without any, no timer may be armed.
  func setPollingNeeds(_ needs: PollingNeeds)

  /// Sets the requested paths.
  func watch(_ paths: [ExactString])

  /// Sets the cgroups of our runs, below the root of cgroups.
  func setOwnCgroups(_ cgroups: [String])

  /// Releases all resources. Nothing is reported any more.
  func stop()
}

extension DeviceSource {
  var assumed: [DeviceValue] { [] }
  func poll(_ done: @escaping () -> Void) { done() }
  func setPollingNeeds(_ needs: PollingNeeds) {}
  func watch(_ paths: [ExactString]) {}
  func setOwnCgroups(_ cgroups: [String]) {}
}
