import Scheduling
import Simulation

extension PromiseResult {
  /// Returns a sentence with the promise, the result, and the command that shows it.
  ///
  /// - Parameters:
  ///   - worlds: The kind of number that identifies a world.
  ///   - command: Returns the command that shows the world of a number.
  package func sentence(
    _ worlds: Subject.Worlds = .seed, _ command: (UInt64) -> String
  ) -> String {
    let promised = promise.sentence
    let seeds = cases.count == 1 ? "" : " in \(promise.share.percent) of \(cases.count) \(worlds)s"
    let result = cases.count == 1 ? "" : ", and is so in \(kept)"
    guard let worst else { return promised + seeds + result }
    let measured = worst.measure.words(promise.metric)
    return "\(promised)\(seeds)\(result); with \(worlds) \(worst.seed) it is \(measured):"
      + " \(command(worst.seed))"
  }
}

extension Promise {
  /// The promise as a sentence: `news.refresh: runs a day, after the first 3d, should be at least 5`
  var sentence: String {
    let since = after > .zero ? ", after the first \(after.notation)," : ""
    return "\(about.name): \(metric.words)\(since) should be \(words == "never" ? "none" : words)"
  }
}

extension Metric {
  /// The metric's name in sentences.
  package var words: String {
    switch self {
    case .number(let metric): metric.words
    case .each(.length): "the length of each run"
    case .each(.saved): "the work that each run saves"
    case .each(.items): "the items that each run saves"
    case .each(.budget): "the budget of each run"
    case .stopped(let reason): "the number of runs stopped for \(reason)"
    case .stopReasons: "the reason of every stop"
    }
  }

  var unit: NumberMetric.Unit {
    switch self {
    case .number(let metric): metric.unit
    case .each(let metric): metric.unit
    case .stopped, .stopReasons: .count
    }
  }
}

extension NumberMetric {
  fileprivate var words: String {
    switch self {
    case .runs: "the number of runs"
    case .successes: "the number of successes"
    case .failures: "the number of failures"
    case .crashes: "the number of crashes"
    case .kills: "the number of kills"
    case .expirations: "the number of runs that were ordered to stop"
    case .runsPerDay: "runs a day"
    case .successesPerDay: "successes a day"
    case .doneAfter: "the time until its work is done"
    case .daysDone: "the share of days on which its work is done"
    case .ageMedian: "the median age of the last success"
    case .ageP95: "the age of the last success in 95 % of the time"
    case .ageWorst: "the worst age of the last success"
    case .staleMedian: "the median age of its content at an open"
    case .fresh: "the share of opens with content of the last hour"
    case .lost: "the lost work"
    case .lostShare: "the share of lost work"
    case .onBattery: "running time on battery a day"
    case .onCellular: "running time on cellular a day"
    case .withUser: "running time with the user at the device a day"
    case .night: "the share of running time between midnight and six"
    case .wakesPerDay: "wakes of the machine a day"
    case .wokenPerDay: "time awake after wakes of the machine a day"
    }
  }
}

extension Observed {
  /// Returns the measured value as text for people, in the unit of the metric.
  package func words(_ metric: Metric) -> String {
    switch self {
    case .number(let number):
      number.map { $0.words(metric.unit) } ?? "unknown: nothing to measure"
    case .list(let values) where values.isEmpty: "none: there were no runs"
    case .list(let values):
      "[\(Self.listed(values.map { $0.words(metric.unit) }))]"
    case .words(let words): words.isEmpty ? "none: nothing was stopped" : Self.listed(words)
    }
  }

  /// Returns the first eight words with commas, and the number of all words if there are more.
  private static func listed(_ words: [String]) -> String {
    let first = words.prefix(8).joined(separator: ", ")
    return words.count > 8 ? "\(first), ... \(words.count) in all" : first
  }
}

extension Double {
  /// Formats a value by its unit: a count or a share with at most two decimals, or a duration, which is given in
  /// seconds.
  fileprivate func words(_ unit: NumberMetric.Unit) -> String {
    switch unit {
    case .count: decimals
    case .share: percent
    case .duration: roundedDuration.notation
    }
  }

  /// The number of seconds as a duration: to the millisecond below 100 seconds, and otherwise to the second.
  private var roundedDuration: Duration {
    let milliseconds =
      self < 100 ? Int64(bounded: (self * 1000).rounded()) : Int64(bounded: rounded()) * 1000
    return .milliseconds(milliseconds)
  }

  /// The number with at most two decimals.
  private var decimals: String {
    // A hundred times the largest number still has 64 bits.
    let hundredths = Int64(bounded: (Swift.min(abs(self), 9e15) * 100).rounded())
    let sign = self < 0 && hundredths > 0 ? "-" : ""
    return "\(sign)\(hundredths / 100)\(Self.decimals(ofHundredths: hundredths % 100))"
  }

  /// Returns the point and the decimals of up to 99 hundredths, without a last zero: `.05`, `.5`, or no text for 0.
  private static func decimals(ofHundredths hundredths: Int64) -> String {
    if hundredths == 0 { return "" }
    if hundredths % 10 == 0 { return ".\(hundredths / 10)" }
    return hundredths < 10 ? ".0\(hundredths)" : ".\(hundredths)"
  }

  /// The share as text: `95 %`
  var percent: String { "\((self * 100).decimals) %" }
}
