import Scheduling

/// What happened in a world, as its report tells it: the device, the user, and of each task what it
/// waited for, when it ran, and why just then.
package struct Story: Sendable {
  /// An app, and when it was open.
  package struct App: Sendable {
    /// As its trace or scenario names it: any text.
    package var name: String
    /// In the order of time; they do not overlap.
    package var opens: [Range<WallTime>]
    /// When it had a process, and when that was not suspended; empty where there are no real ones. In the order of time; none
    /// overlaps another.
    package var processes: [Range<WallTime>] = []
    package var awake: [Range<WallTime>] = []

    package init(name: String, opens: [Range<WallTime>]) {
      self.name = name
      self.opens = opens
    }
  }

  /// How far the user's clocks are ahead of UTC from a moment on.
  package struct Zone: Sendable {
    package var at: WallTime
    package var secondsFromUTC: Int

    package init(at: WallTime, secondsFromUTC: Int) {
      self.at = at
      self.secondsFromUTC = secondsFromUTC
    }
  }

  /// One thing to know of the whole, such as the seed.
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
  /// In the order of time; until the first, the clocks show UTC.
  package var zones: [Zone] = []
  /// Times of which nothing is known.
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
