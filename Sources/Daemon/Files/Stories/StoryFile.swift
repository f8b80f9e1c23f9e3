import Scheduling

/// A story of a device: what it, and whoever uses it, does when.
package struct StoryFile: Hashable, Sendable {
  /// New values for device fields at a moment.
  package struct Step: Hashable, Sendable {
    /// From the start. A day of a scenario has 24 hours, whatever summer time does.
    package var after: Duration
    package var values: [DeviceValue]
    /// What happens, for people.
    package var note: String?
  }

  package var name: String
  package var about: String?
  /// What a wall clock shows where the device is.
  package var start: CivilTime
  /// In order, the first not before the start.
  package var steps: [Step]
  /// From the start to the end; the last step's moment unless the file says more.
  package var length: Duration
}
