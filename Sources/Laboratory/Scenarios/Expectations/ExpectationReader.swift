import Files
import Scheduling
import Simulation

extension Expectations {
  private static let keys = ["seeds", "in", "expect"]

  /// Reads a file of expectations, or those of a scenario file (docs/expectations.md).
  ///
  /// - Parameters:
  ///   - yaml: The content of the file.
  ///   - file: Its name, for errors.
  ///   - tasks: The names of all tasks, such as `news.refresh`.
  /// - Returns: The expectations; `nil` if it is a scenario without any.
  package static func read(
    yaml: String, file: String, tasks: [String]
  ) throws(FileError) -> Expectations? {
    let root = try Document.root(of: yaml, file: file)
    // Every scenario has a start, and a file of expectations has none.
    let isScenario = root.mapping?.contains { $0.key.scalar?.string == "start" } ?? false
    let fields = try Fields(
      root, describing: isScenario ? "a scenario" : "a file of expectations",
      allowed: isScenario ? StoryFile.keys : keys, file: file)
    if isScenario && fields.node("expect") == nil { return nil }
    // The share of seeds with which a promise must be kept, unless the promise has a share of its own.
    let share = try fields.share("in") ?? 1
    let seeds = try fields.wholeNumber("seeds", in: 1...100_000) ?? 1
    let node = try fields.require("expect", example: "{news.refresh: {runs-per-day: at least 5}}")
    guard case .mapping(let mapping) = node, !mapping.isEmpty else {
      throw fields.error(at: node, "'expect' must be lines 'TASK: {METRIC: BOUND}'")
    }
    var promises: [Promise] = []
    for (key, value) in mapping {
      let reader = try PromiseReader(key, tasks: tasks, share: share, file: file)
      promises += try reader.read(value)
    }
    return Expectations(promises: promises, seeds: seeds)
  }
}

/// Reads the promises about a task, or about the device.
private struct PromiseReader {
  let about: Promise.About
  /// The share of seeds in which promises must be kept by default, 0 to 1.
  let share: Double
  let file: String

  /// Reads the name of the task or of the device. Throws an error if no task of the scenario has such a name.
  init(_ key: Node, tasks: [String], share: Double, file: String) throws(FileError) {
    self.share = share
    self.file = file
    let name = try Fields.text(of: key, key: "expect", file)
    about = name == "device" ? .device : .task(name)
    guard about == .device || tasks.contains(where: { NamePattern(name).matches($0) }) else {
      let firstTasks = tasks.prefix(20).map { $0 }.listed + (tasks.count > 20 ? ", ..." : "")
      throw Place(key, file: file).error(
        "task '\(name)' not found; use device, or one of \(firstTasks), where * matches any text")
    }
  }

  /// Reads the bounds of one task or of the device, each of which is a promise. `after` and `in` apply to all of them;
  /// the default of `in` is the file's. Throws an error if there is no bound.
  func read(_ node: Node) throws(FileError) -> [Promise] {
    let fields = try Fields(
      node, describing: "'\(about.name)'", allowed: Metric.keys + ["after", "in"],
      allowedPrefix: Metric.stoppedPrefix, file: file)
    let after = try fields.duration("after") ?? .zero
    let share = try fields.share("in") ?? share
    var promises: [Promise] = []
    for (key, value) in fields.all() where key != "after" && key != "in" {
      // `Fields` has refused all other keys without a metric: only the prefix without a reason is left.
      guard let metric = Metric(key: key) else {
        throw fields.error(at: value, "stopped-for- requires a reason, such as stopped-for-thermal")
      }
      if case .stopped(let reason) = metric {
        try BoundReader.checkReason(reason, Place(value, file: file))
      }
      promises.append(try promise(metric, value, after, share))
    }
    guard !promises.isEmpty else {
      throw fields.place.error("no bound given; add one, such as 'kills: never'")
    }
    return promises
  }

  /// Returns the promise that `metric` is within the bound of `node`. Throws an error if the promise is about the
  /// device and the metric exists only for tasks.
  private func promise(
    _ metric: Metric, _ node: Node, _ after: Duration, _ share: Double
  ) throws(FileError) -> Promise {
    if about == .device, case .number(let number) = metric, number.isOfTask {
      throw Place(node, file: file).error("\(metric.key) is a metric of a task, not of the device")
    }
    let (bound, words) = try BoundReader(metric: metric, file: file).read(node)
    var promise = Promise(about, metric, bound, words: words)
    promise.after = after
    promise.share = share
    return promise
  }
}
