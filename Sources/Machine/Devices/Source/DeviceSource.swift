import Scheduling

/// One place that some fields of the device state come from. Everything happens on the devices'
/// loop.
protocol DeviceSource: AnyObject {
  /// For people: `upower`, `sysfs`.
  var name: String { get }

  /// Begins.
  ///
  /// - Parameter report: Called with all that the source knows, once within
  ///   `Machine.firstReadings` and then whenever that has changed. A field that is not among it
  ///   is unknown to this source; what is absent reports nothing at all: `[]`.
  func start(_ report: @escaping ([DeviceValue]) -> Void)

  /// Reads again what does not tell of its changes, reports it where it has changed, then calls
  /// `done`, once.
  func look(_ done: @escaping () -> Void)

  /// Says what has to be read from time to time from now on. For nothing no timer may be armed.
  func attend(to attention: PollingNeeds)

  /// Says which paths somebody asks for.
  func watch(_ paths: [ExactString])

  /// Lets go of everything. Nothing is reported any more.
  func stop()
}

extension DeviceSource {
  func look(_ done: @escaping () -> Void) { done() }
  func attend(to attention: PollingNeeds) {}
  func watch(_ paths: [ExactString]) {}
}
