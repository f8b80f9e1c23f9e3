import Scheduling

/// The events of a world for its report: the device, the user, and for each task its waits, its runs and the decisions
/// that started them.
package struct Story: Sendable {
  /// An app and the times in which it was open.
  package struct App: Sendable {
    /// The name in its trace or scenario: any text.
    package var name: String
    /// The intervals in the order of time, without overlaps.
    package var opens: [Range<WallTime>]
    /// The times in which it had a process, and in which that was not suspended; empty without real processes. The
    /// intervals are in the order of time, without overlaps.
    package var processes: [Range<WallTime>] = []
    package var awake: [Range<WallTime>] = []

    package init(name: String, opens: [Range<WallTime>]) {
      self.name = name
      self.opens = opens
    }
  }

  /// The offset of the user's clocks from UTC, from a moment on.
  package struct Zone: Sendable {
    package var at: WallTime
    package var secondsFromUTC: Int

    package init(at: WallTime, secondsFromUTC: Int) {
      self.at = at
      self.secondsFromUTC = secondsFromUTC
    }
  }

  /// A fact about the whole story, such as the seed.
  package struct Fact: Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package var title: String
  package var facts: [Fact] = []
  package var range: Range<WallTime>
  /// The zones in the order of time; until the first, the clocks show UTC.
  package var zones: [Zone] = []
  /// The times without any data.
  package var gaps: [Range<WallTime>] = []
  package var device: [DeviceMoment] = []
  package var apps: [App] = []
  package var tasks: [StoryTask] = []

  package init(title: String, range: Range<WallTime>) {
    self.title = title
    self.range = range
  }
}

/// Fields of the device that have new values from a moment on.
package struct DeviceMoment: Sendable {
  package var at: WallTime
  package var values: [DeviceValue]

  package init(at: WallTime, values: [DeviceValue]) {
    self.at = at
    self.values = values
  }
}
