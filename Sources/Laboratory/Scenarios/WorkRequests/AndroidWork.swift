import Files
import Scheduling
import Simulation

/// Reads the behaviour of a worker.
enum AndroidWork {
  /// Reads `work`: its length, the shares of runs that return `Result.failure()` and `Result.retry()`, and the interval
  /// at which it saves its progress. The default is a minute of work that always succeeds and saves nothing.
  static func read(_ request: Fields) throws(FileError) -> ModelWork {
    var work = ModelWork(length: .fixed(.minutes(1)))
    guard
      let fields = try request.mapping(
        "work", allowed: ["duration", "failureRate", "retryRate", "checkpoint"])
    else { return work }
    if let range = try fields.delays("duration") {
      work.length =
        range.lowerBound == range.upperBound ? .fixed(range.lowerBound) : .uniform(range)
    }
    work.failureRate = try fields.number("failureRate", in: 0...1) ?? 0
    work.retryRate = try fields.number("retryRate", in: 0...1) ?? 0
    guard work.failureRate + work.retryRate <= 1 else {
      throw fields.place.error("'failureRate' and 'retryRate' are more than 1 together; lower one")
    }
    if let interval = try fields.delay("checkpoint") {
      guard interval > .zero else {
        throw fields.place.error("'checkpoint' must be above 0; use, for example, PT1M")
      }
      work.checkpoint = .every(interval)
    }
    return work
  }
}
