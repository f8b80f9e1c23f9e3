import Scheduling

/// Packs a story into the few bytes of a page. `ReportPage` writes the result, `whole`, into the page as JSON.
struct StoryPacker {
  /// The parts of a second in which times are counted.
  static let ticksPerSecond = 10

  /// The codes of the reasons in the order of their places; the first means no reason.
  static let reasons = ["ready"] + Reason.allCases.map(\.rawValue)

  let story: Story
  /// Texts, sets of reasons, outcomes and decisions that tasks refer to by their places.
  var strings = Places<String>()
  var reasonSets = Places<[Int]>()
  var outcomes = Places<Outcome>()
  var decisions: [[PackedStory.Number]] = []
  private(set) var tasks: [PackedStory.Task] = []
  private(set) var device: [String: DistanceLine] = [:]

  /// - Parameter progress: Receives the share of the tasks that are packed, 0 to 1.
  init(_ story: Story, progress: ((Double) -> Void)? = nil) {
    self.story = story
    device = packedDevice()
    for task in story.tasks {
      tasks.append(packed(task))
      progress?(Double(tasks.count) / Double(story.tasks.count))
    }
  }

  // MARK: Times

  /// Returns the ticks from the beginning of the story; 0 for an earlier moment.
  func ticks(_ moment: WallTime) -> Int {
    let distance = (moment - story.range.lowerBound).nanoseconds
    return Int(max(0, distance)) / (1_000_000_000 / Self.ticksPerSecond)
  }

  /// Converts a duration; -1 if it is unknown.
  func ticks(_ duration: Duration?) -> Int {
    duration.map { Int(bounded: ($0.seconds * Double(Self.ticksPerSecond)).rounded()) } ?? -1
  }

  /// Packs intervals as two numbers each: the gap before it and its length, in ticks.
  func intervals(_ ranges: [Range<WallTime>]) -> [Int] {
    var line = DistanceLine()
    for range in ranges { line.addInterval(ticks(range.lowerBound), ticks(range.upperBound)) }
    return line.numbers
  }

  // MARK: Device

  /// Returns the values of each device field over time, by the field's key. Each change is two numbers: the ticks since
  /// the one before, and the value.
  private mutating func packedDevice() -> [String: DistanceLine] {
    var lines: [String: DistanceLine] = [:]
    for moment in story.device {
      for value in moment.values {
        lines[value.key.text, default: DistanceLine()].addValue(
          number(value), from: ticks(moment.at))
      }
    }
    return lines
  }

  /// Converts a device value to a number: the percentage of the battery or the load, or the index in `strings` of any
  /// other value's text. -1 means an unknown value.
  private mutating func number(_ value: DeviceValue) -> Int {
    switch value {
    case .battery(let percent), .load(let percent): percent ?? -1
    default: value.text.map { strings.place(adding: $0) } ?? -1
    }
  }
}
