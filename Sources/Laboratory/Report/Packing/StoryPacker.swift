import Scheduling

/// Puts a story into the few bytes that a page holds.
struct StoryPacker {
  /// Parts of a second that times are counted in.
  static let ticksPerSecond = 10

  /// Codes of the reasons, in the order of their places; the first is that of no reason at all.
  static let reasons = ["ready"] + Reason.allCases.map(\.rawValue)

  let story: Story
  var strings = Places<String>()
  var reasonSets = Places<[Int]>()
  var outcomes = Places<Outcome>()
  var decisions: [[PackedStory.Number]] = []
  private(set) var tasks: [PackedStory.Task] = []
  private(set) var device: [String: DistanceLine] = [:]

  /// - Parameter progress: Hears the share of the tasks that are packed, 0 to 1.
  init(_ story: Story, progress: ((Double) -> Void)? = nil) {
    self.story = story
    device = packedDevice()
    for task in story.tasks {
      tasks.append(packed(task))
      progress?(Double(tasks.count) / Double(story.tasks.count))
    }
  }

  // MARK: Times

  func ticks(_ moment: WallTime) -> Int {
    let distance = (moment - story.range.lowerBound).nanoseconds
    return Int(max(0, distance)) / (1_000_000_000 / Self.ticksPerSecond)
  }

  /// -1 where nothing is known.
  func ticks(_ duration: Duration?) -> Int {
    duration.map { Int(bounded: ($0.seconds * Double(Self.ticksPerSecond)).rounded()) } ?? -1
  }

  func spells(_ ranges: [Range<WallTime>]) -> [Int] {
    var line = DistanceLine()
    for range in ranges { line.add(ticks(range.lowerBound), ticks(range.upperBound)) }
    return line.numbers
  }

  // MARK: Device

  private mutating func packedDevice() -> [String: DistanceLine] {
    var lines: [String: DistanceLine] = [:]
    for moment in story.device {
      for value in moment.values {
        lines[value.key.text, default: DistanceLine()].add(number(value), from: ticks(moment.at))
      }
    }
    return lines
  }

  /// Numbers stand for themselves, words for their places; -1 is unknown.
  private mutating func number(_ value: DeviceValue) -> Int {
    switch value {
    case .battery(let percent), .load(let percent): percent ?? -1
    default: value.text.map { strings.place(of: $0) } ?? -1
    }
  }
}
