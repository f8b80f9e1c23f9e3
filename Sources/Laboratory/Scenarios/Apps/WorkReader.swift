import Files
import Scheduling
import Simulation

/// Reads the work of a task's runs.
enum WorkReader {
  private static let keys = [
    "length", "items", "steps", "cold-start", "checkpoint", "answer", "failures", "crashes", "cpu",
    "drain", "heat",
  ]

  /// Reads the `work` of a task. Absent keys keep the defaults of `ModelWork`, and the default length depends on the
  /// kind.
  static func read(_ task: Fields, _ kind: Kind) throws(FileError) -> ModelWork {
    var work = ModelWork(length: usualLength(of: kind))
    guard let fields = try task.mapping("work", allowed: keys) else { return work }
    work.length = try length(fields) ?? work.length
    work.items = try items(fields)
    work.steps = try steps(fields)
    try checkSingleLength(fields)
    work.coldStart = try fields.duration("cold-start") ?? .zero
    work.checkpoint = try checkpoint(fields, hasItems: work.items != nil)
    work.answer = try answer(fields) ?? work.answer
    work.failureRate = try fields.share("failures") ?? 0
    work.crashRate = try fields.share("crashes") ?? 0
    work.cpuShare = try fields.share("cpu") ?? work.cpuShare
    work.drainPerHour = try fields.number("drain", in: 0...10_000) ?? 0
    work.heatPerMinute = try fields.number("heat", in: 0...1000) ?? 0
    return work
  }

  /// Returns a few seconds for a refresh, like fetching a feed, and otherwise some minutes.
  private static func usualLength(of kind: Kind) -> LengthDistribution {
    kind.traits.isShort ? .uniform(.seconds(2)...(.seconds(8))) : .fixed(.minutes(5))
  }

  /// Reads the reaction of a run to the warning that its time is over; `nil` if the key is absent.
  private static func answer(_ fields: Fields) throws(FileError) -> ModelWork.Answer? {
    try fields.value(
      "answer", allowed: "ignores, or the time from the warning to the stop, such as 100ms"
    ) { text in
      text == "ignores" ? .ignores : DurationNotation.parse(text).map { .stops(after: $0) }
    }
  }

  /// Throws an error if more than one of `length`, `items` and `steps` is given.
  private static func checkSingleLength(_ fields: Fields) throws(FileError) {
    let givenKeys = ["length", "items", "steps"].filter { fields.node($0) != nil }
    guard givenKeys.count > 1, let node = fields.node(givenKeys[1]) else { return }
    throw fields.error(
      at: node, "'\(givenKeys[1])' cannot be combined with '\(givenKeys[0])'; omit one of them")
  }

  /// Reads the `length` of a piece of work: a duration, two with `to` between them, or a median and its spread; `nil`
  /// if the key is absent. A median without a spread has the factor 1.5.
  private static func length(_ fields: Fields) throws(FileError) -> LengthDistribution? {
    guard case .mapping? = fields.node("length") else {
      return try fields.durationRange("length").map {
        $0.lowerBound == $0.upperBound ? .fixed($0.lowerBound) : .uniform($0)
      }
    }
    guard let skewed = try fields.mapping("length", allowed: ["median", "spread"]) else {
      return nil
    }
    try skewed.require("median", example: "5s")
    return .skewed(
      median: try skewed.duration("median") ?? .zero,
      spread: try skewed.number("spread", in: 1...100) ?? 1.5)
  }

  /// Reads the `items` of the work: their number and the time for each; `nil` if the key is absent. Throws an error
  /// if an item takes no time.
  private static func items(_ fields: Fields) throws(FileError) -> ModelWork.Items? {
    guard
      let items = try fields.mapping("items", allowed: ["count", "each", "each-on-cellular"])
    else { return nil }
    try items.require("count", example: "50")
    let node = try items.require("each", example: "800ms")
    let each = try items.duration("each") ?? .zero
    let eachOnCellular = try items.duration("each-on-cellular")
    guard each > .zero, eachOnCellular != .zero else {
      throw items.error(at: node, "the duration of an item must be above 0")
    }
    return ModelWork.Items(
      count: try items.wholeNumber("count", in: 1...1_000_000_000) ?? 1, each: each,
      eachOnCellular: eachOnCellular)
  }

  /// Reads the length of each step of the work; empty if the key is absent. Throws an error unless `steps` is a list
  /// of 1 to 100 durations.
  private static func steps(_ fields: Fields) throws(FileError) -> [Duration] {
    guard let node = fields.node("steps"), let words = try fields.words("steps") else { return [] }
    let steps = words.compactMap { DurationNotation.parse($0) }
    guard steps.count == words.count, (1...100).contains(steps.count) else {
      throw fields.error(
        at: node, "'steps' is a list of 1 to 100 durations, such as [20s, 5m, 20s]")
    }
    return steps
  }

  /// Reads the work that a cut-off run keeps: none (the default), the part up to the last multiple of an interval, or
  /// finished items. Work without items cannot keep items.
  private static func checkpoint(
    _ fields: Fields, hasItems: Bool
  ) throws(FileError) -> ModelWork.Checkpoint {
    try fields.value(
      "checkpoint",
      allowed: "none, \(hasItems ? "items, " : "")or the interval between saves, such as 1m"
    ) { text in
      switch text {
      case "none": ModelWork.Checkpoint.none
      case "items": hasItems ? .items : nil
      default: DurationNotation.parse(text).flatMap { $0 > .zero ? .every($0) : nil }
      }
    } ?? .none
  }
}
