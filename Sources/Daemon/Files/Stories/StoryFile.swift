import Scheduling

/// The part of a scenario file about the device: changes of its fields, with their times. `rubatoctl device play` sends
/// it to a daemon, and the laboratory simulates it.
package struct StoryFile: Hashable, Sendable {
  /// New values for device fields at one time.
  package struct Step: Hashable, Sendable {
    /// Time since the start. A day of a scenario has 24 hours, even if summer time begins or ends.
    package var after: Duration
    package var values: [DeviceValue]
    /// A description of the event; `nil` if there is none.
    package var note: String?
  }

  package var name: String
  package var about: String?
  /// The local date and time of the start.
  package var start: CivilTime
  /// The steps in order; the first is not before the start.
  package var steps: [Step]
  /// The time from the start to the end; up to the last step, unless the file sets a longer time.
  package var length: Duration
}
